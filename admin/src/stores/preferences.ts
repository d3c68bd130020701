import { defineStore } from 'pinia'
import { watchEffect } from 'vue'
import { useLocalPreference } from '../composables/page/useLocalPreference.ts'

type Theme = 'system' | 'light' | 'dark'
type Density = 'comfortable' | 'compact'

/** Preferences for the appearance of the admin, stored in this browser. */
export const usePreferences = defineStore('preferences', () => {
  const theme = useLocalPreference<Theme>('theme', 'system')
  const density = useLocalPreference<Density>('density', 'comfortable')
  const sidebarFolded = useLocalPreference('sidebar.folded', false)
  const closedGroups = useLocalPreference<string[]>('sidebar.turned', [])
  /** Whether the user has edited a cell of a table: until then lists say how. */
  const knowsCells = useLocalPreference('hints.cells', false)

  /** Slugs of the types at the top of the sidebar. */
  const favourites = useLocalPreference<string[]>('sidebar.favourites', [])
  const toggleFavourite = (slug: string): void => {
    const others = favourites.value.filter(one => one !== slug)
    favourites.value = others.length < favourites.value.length ? others : [...others, slug]
  }

  watchEffect(() => {
    const { dataset } = document.documentElement
    if (theme.value === 'system') delete dataset['theme']
    else dataset['theme'] = theme.value
    dataset['density'] = density.value
  })

  return { theme, density, sidebarFolded, closedGroups, knowsCells, favourites, toggleFavourite }
})
