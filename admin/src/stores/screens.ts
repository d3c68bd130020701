import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { ApiError, listScreens } from '../api/index.ts'
import type { ContributedScreen } from '../api/index.ts'

/** The screens that plugins bring; one that is switched off brings none. */
export const useScreens = defineStore('screens', () => {
  const all = shallowRef<ContributedScreen[]>([])

  /** @throws ApiError */
  async function load(): Promise<void> {
    try {
      all.value = await listScreens()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      all.value = [] // the admin runs apart from the service, whose plugin for it is off
    }
  }

  /** Those that have an address: the admin has their page. */
  const placed = shallowRef<ReadonlySet<string>>(new Set())
  const inSection = (section: ContributedScreen['section']): ContributedScreen[] =>
    all.value.filter(screen => screen.section === section && placed.value.has(screen.name))

  return { all, placed, inSection, load }
})
