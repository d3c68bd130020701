import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { equal, getSidebar } from '../api/index.ts'
import type { Sidebar } from '../api/index.ts'
import { arrange } from './arrange.ts'
import { useTypes } from './types.ts'

/** The content of the sidebar: the types that the user can read, in their groups. */
export const useSidebar = defineStore('sidebar', () => {
  const types = useTypes()
  const saved = shallowRef<Sidebar>({ hidden_slugs: [], menu_groups: {} })

  /** @throws ApiError */
  async function refresh(): Promise<void> {
    const next = await getSidebar()
    if (!equal(next, saved.value)) saved.value = next
  }

  const groups = computed(() => arrange(saved.value, types.readable))

  return { saved, groups, refresh }
})
