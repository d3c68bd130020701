import { ref } from 'vue'

/** Whether the sidebar is open as a sheet over the page (narrow windows). */
export const isSheetOpen = ref(false)
/** Whether the overview of shortcuts is open. */
export const isHelpOpen = ref(false)
/** Whether the palette is open. */
export const isPaletteOpen = ref(false)
/** Whether the dialog for acting as another user is open (development mode). */
export const isSwitchOpen = ref(false)
