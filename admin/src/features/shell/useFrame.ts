import { computed, ref } from 'vue'
import type { ComputedRef } from 'vue'
import { keepKeys } from '../../composables/page/earlyKeys.ts'
import { usePreferences } from '../../stores/preferences.ts'

/** Whether the sidebar is open as a sheet over the page (narrow windows). */
export const isSheetOpen = ref(false)

/** Whether the sidebar shows only icons. */
export function useFolded(): ComputedRef<boolean> {
  const preferences = usePreferences()
  return computed(() => preferences.sidebarFolded && !isSheetOpen.value)
}

/** Whether the overview of shortcuts is open. */
export const isHelpOpen = ref(false)
/** Whether the palette is open. */
export const isPaletteOpen = ref(false)

/** Whether Enter was pressed before the code of the palette was loaded. */
export const isPaletteEntered = ref(false)

/** Open the palette. The keys that are typed before its code is loaded are kept for it. */
export function openPalette(): void {
  if (isPaletteOpen.value) return
  isPaletteOpen.value = true
  isPaletteEntered.value = false
  keepKeys({ entered: () => (isPaletteEntered.value = true), cancelled: () => (isPaletteOpen.value = false) })
}

/** Whether the dialog for acting as another user is open (development mode). */
export const isSwitchOpen = ref(false)
