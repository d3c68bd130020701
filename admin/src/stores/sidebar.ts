import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { equal, getSidebar } from '../api/index.ts'
import type { ResourceType, Sidebar } from '../api/index.ts'
import { compareTexts } from '../i18n/index.ts'
import { useTypes } from './types.ts'

/** A section of the sidebar. */
export interface SidebarGroup {
  /** Empty for the types that are in no group. */
  name: string
  types: ResourceType[]
}

/** What the sidebar shows: the types in their groups. */
export const useSidebar = defineStore('sidebar', () => {
  const types = useTypes()
  const saved = shallowRef<Sidebar>({ hidden_slugs: [], menu_groups: {} })

  /** @throws ApiError */
  async function refresh(): Promise<void> {
    const next = await getSidebar()
    if (!equal(next, saved.value)) saved.value = next
  }

  const groups = computed(() => arrange(saved.value, types.listed))

  return { saved, groups, refresh }
})

/** Put types into groups; those in none come last, by name. Empty groups are left out. */
export function arrange({ hidden_slugs: hidden, menu_groups: menu }: Sidebar, types: ResourceType[]): SidebarGroup[] {
  const left = new Map(types.filter(({ slug }) => !hidden.includes(slug)).map(type => [type.slug, type]))
  const groups = Object.entries(menu).map(([name, slugs]) => ({
    name,
    types: slugs.flatMap(slug => {
      const type = left.get(slug)
      left.delete(slug)
      return type === undefined ? [] : [type]
    }),
  }))
  const others = [...left.values()].sort((a, b) => compareTexts(a.name, b.name))
  return [...groups, { name: '', types: others }].filter(group => group.types.length > 0)
}
