import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { ApiError, listScreens } from '../api/index.ts'
import type { ContributedScreen } from '../api/index.ts'

/** The screens that enabled plugins contribute. */
export const useScreens = defineStore('screens', () => {
  const all = shallowRef<ContributedScreen[]>([])

  /** @throws ApiError */
  async function load(): Promise<void> {
    try {
      all.value = await listScreens()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      all.value = [] // the admin is served separately, and the plugin `admin` of the service is off
    }
  }

  /** Names of the screens that have a route, because the admin contains their page. */
  const placed = shallowRef<ReadonlySet<string>>(new Set())
  const inSection = (section: ContributedScreen['section']): ContributedScreen[] =>
    all.value.filter(screen => screen.section === section && placed.value.has(screen.name))

  return { all, placed, inSection, load }
})
