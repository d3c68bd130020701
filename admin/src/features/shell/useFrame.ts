import { ref } from 'vue'

/** Whether the sidebar is open as a sheet over the page (narrow windows). */
export const isSheetOpen = ref(false)
/** Whether the overview of keys is open. */
export const isHelpOpen = ref(false)
/** Whether search and commands are open. */
export const isPaletteOpen = ref(false)
/** Whether somebody chooses whom to act as (development mode). */
export const isSwitchOpen = ref(false)
