import { ref } from 'vue'

/** Whether the sidebar is open as a sheet over the page (narrow windows). */
export const isSheetOpen = ref(false)
/** Whether the overview of shortcuts is open. */
export const isHelpOpen = ref(false)
/** Whether the palette is open. */
export const isPaletteOpen = ref(false)

/** What was typed after the palette was opened, until it is rendered. */
interface EarlyKeys {
  text: string
  /** Whether Enter followed. */
  isEntered: boolean
}

let early: EarlyKeys = { text: '', isEntered: false }
let listening = new AbortController()

/** Open the palette. The keys that are typed before its code is loaded are kept for it, see {@link takeEarlyKeys}. */
export function openPalette(): void {
  if (isPaletteOpen.value) return
  isPaletteOpen.value = true
  early = { text: '', isEntered: false }
  listening.abort()
  listening = new AbortController()
  addEventListener('keydown', keep, { capture: true, signal: listening.signal })
}

/** The keys that were typed before the palette was rendered; from now on it receives them itself. */
export function takeEarlyKeys(): EarlyKeys {
  listening.abort()
  return early
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (ctrlKey || metaKey || altKey || isComposing) return
  if (key === 'Escape') {
    isPaletteOpen.value = false
    listening.abort()
  } else if (key === 'Enter') early = { ...early, isEntered: true }
  else if (key === 'Backspace') early = { ...early, text: early.text.slice(0, -1) }
  else if (key.length === 1) early = { ...early, text: early.text + key }
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}
/** Whether the dialog for acting as another user is open (development mode). */
export const isSwitchOpen = ref(false)
