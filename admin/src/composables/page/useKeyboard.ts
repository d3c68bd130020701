import { useEventListener } from '@vueuse/core'
import { computed, onScopeDispose, shallowReactive } from 'vue'
import { keepKeys } from './earlyKeys.ts'

/** A key and its action. */
export interface Shortcut {
  /** `c`, `/`, `Enter`, `mod+s` (Ctrl, on a Mac Command), `shift+x`, `alt+ArrowUp`; alternatives are separated by `|`. */
  keys: string
  /** Description in the overview; a shortcut without a label is not listed. */
  label?: () => string
  /** Heading in the overview; “Everywhere” when absent. */
  group?: () => string
  run: (event: KeyboardEvent) => unknown
  /** Whether the shortcut is active now. */
  when?: () => boolean
  /** Also active while the user types in a field; with `mod` it is, unless this is false. */
  typing?: boolean
  /** Opens a form: the letters that are typed until it is there belong to its first field. */
  opensForm?: boolean
  /** The key is handled elsewhere; the shortcut is only listed in the overview. */
  isNamedOnly?: boolean
}

const active = shallowReactive<(() => readonly Shortcut[])[]>([])
const all = (): Shortcut[] => active.flatMap(of => of())

/** The active shortcuts, for the overview. */
export const shortcuts = computed(() => all().filter(({ label, when }) => label !== undefined && when?.() !== false))

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Register shortcuts while the component lives. If two have the same key, the later one wins. */
export const useKeyboard = (...added: Shortcut[]): void => useShortcuts(() => added)

/** As {@link useKeyboard}, for shortcuts that change meanwhile. */
export function useShortcuts(added: () => readonly Shortcut[]): void {
  active.push(added)
  onScopeDispose(() => void active.splice(active.indexOf(added), 1))
}

/** Run the shortcuts when their keys are pressed; called once, by App. */
export const useShortcutKeys = (): unknown => useEventListener('keydown', press)

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const typing = isTyping(event.composedPath()[0] ?? null) // also inside an editor with a shadow root
  const openLayer = document.querySelector('dialog:modal, [role="menu"]')
  if (openLayer !== null && !(event.target instanceof Node && openLayer.contains(event.target))) return
  const found = all().findLast(
    shortcut =>
      shortcut.isNamedOnly !== true &&
      shortcut.keys.split('|').some(keys => fits(keys, event)) &&
      (!(typing || openLayer !== null) || (shortcut.typing ?? shortcut.keys.includes('mod+'))) &&
      shortcut.when?.() !== false,
  )
  if (found === undefined) return
  event.preventDefault()
  if (found.opensForm === true) keepKeys()
  found.run(event)
}

/** Whether an event matches keys such as `mod+s`. */
function fits(keys: string, event: KeyboardEvent): boolean {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  const key = parts.at(-1) ?? ''
  const mod = isMac ? event.metaKey : event.ctrlKey
  const other = isMac ? event.ctrlKey : event.metaKey
  const isLetter = /^[a-z0-9]$/i.test(key)
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    mod === parts.includes('mod') &&
    !other &&
    event.altKey === parts.includes('alt') &&
    (!isLetter && key.length === 1 ? true : event.shiftKey === parts.includes('shift')) // some keyboard layouts need Shift for `?`, others do not
  )
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
}
