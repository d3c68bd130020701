import { shallowReactive, toValue } from 'vue'
import { announce } from './useAnnounce.ts'

/** A short message in the corner of the screen. */
export interface Toast {
  id: number
  readonly text: string
  tone: 'plain' | 'good' | 'bad'
  /** Undoes what was done. The result false (also of a promise) means that it could not be undone for now: it is offered again. */
  undo: (() => unknown) | undefined
  /** Another action that the toast offers. */
  action: { readonly label: string; run: () => unknown } | undefined
  /** Whether it becomes one message with the toast before that merges, too: for small changes, of which users make many. */
  merges: boolean
  /** The changes that are undone together with it, oldest first. */
  earlier: readonly Toast[]
}

/** The toasts on the screen, oldest first. */
export const toasts = shallowReactive<Toast[]>([])
let last = 0
/** More would cover what the user works on; what they undo is also offered in the top bar. */
const maxToasts = 2

/** What can be undone in the top bar and with the keyboard, the latest change last: also after its toast has disappeared, until the page is left. */
const undoable = shallowReactive<Toast[]>([])
const maxUndoable = 50

/** A function is called again where the language changes. */
type Words = string | (() => string)
interface Options extends Partial<Pick<Toast, 'tone' | 'undo' | 'merges'>> {
  action?: { label: Words; run: () => unknown }
}

/** Show a message without interrupting the user. Bad news and messages with undo stay longer. */
export const toast = (text: Words, options: Options = {}): void => void showToast(text, options)

/** As {@link toast}. @returns the id of the toast */
export function showToast(words: Words, options: Options = {}): number {
  const text = toValue(words)
  const { tone = 'plain', undo, action, merges = false } = options
  const same = toasts.find(other => other.text === text && undo === undefined && other.undo === undefined)
  if (same !== undefined) dismissToast(same.id)
  const before = toasts.at(-1)
  const isMerged = merges && before?.merges === true
  const earlier = isMerged ? [...before.earlier, before] : []
  const added: Toast = {
    id: ++last,
    get text() {
      return toValue(words)
    },
    tone,
    undo,
    action: action && {
      get label() {
        return toValue(action.label)
      },
      run: action.run,
    },
    merges,
    earlier,
  }
  if (undo !== undefined) undoable.push(added)
  if (undoable.length > maxUndoable) {
    const forgotten = undoable.shift()
    added.earlier = earlier.filter(change => change !== forgotten)
  }
  if (isMerged) toasts.pop()
  show(added)
  announce(text, { now: tone === 'bad' })
  return added.id
}

function show(toast: Toast): void {
  toasts.push(toast)
  if (toasts.length > maxToasts) toasts.shift()
}

/** Resolves when the changes that are being undone are undone. */
let undoing: Promise<unknown> = Promise.resolve()

/** Undo changes in this order, each once, after those that are being undone. What could not be undone is offered again. */
function undo(changes: readonly Toast[]): Promise<void> {
  const taken = changes.filter(change => undoable.includes(change)) // at once: leaving the page forgets what is still offered
  for (const change of taken) undoable.splice(undoable.indexOf(change), 1)
  const undone = undoing.then(async () => {
    for (const [at, change] of taken.entries())
      if ((await change.undo?.()) === false) return offerAgain(taken.slice(at))
  })
  undoing = undone.catch(() => undefined)
  return undone
}

/** @param changes the latest first */
function offerAgain(changes: readonly Toast[]): void {
  const [latest, ...others] = changes
  if (latest === undefined) return
  undoable.push(...changes.toReversed())
  latest.earlier = others.length > 0 ? others.toReversed() : latest.earlier.filter(change => undoable.includes(change))
  for (const { id } of latest.earlier) dismissToast(id)
  show(latest)
}

/** Undo one change. */
export function undoOne(change: Toast | undefined): void {
  if (change === undefined) return
  const shown = toasts.indexOf(change)
  if (shown >= 0) toasts.splice(shown, 1, ...change.earlier.slice(-1))
  void undo([change])
}

/** Undo all that a toast reports, the latest change first. */
export function undoAll(toast: Toast): void {
  dismissToast(toast.id)
  void undo([toast, ...toast.earlier.toReversed()])
}

/** The latest change that can still be undone although its toast has disappeared. */
export const lastUndoable = (): Toast | undefined => {
  const last = undoable.at(-1)
  return last === undefined || toasts.includes(last) ? undefined : last
}
export const canUndo = (): boolean => undoable.length > 0
/** Undo the latest change. */
export const undoLast = (): void => undoOne(undoable.at(-1))

/** Call when the page is left: what no toast offers any more cannot be undone. */
export function forgetUndoable(): void {
  const shown = new Set(toasts.flatMap(toast => [toast, ...toast.earlier]))
  const offered = undoable.filter(change => shown.has(change))
  undoable.splice(0, undoable.length, ...offered)
}

export function dismissToast(id: number): void {
  const at = toasts.findIndex(toast => toast.id === id)
  if (at >= 0) toasts.splice(at, 1)
}

/** How long a toast stays, in ms. */
export const lifetimeOf = ({ tone, undo, action }: Toast): number =>
  tone === 'bad' ? 12_000 : undo || action ? 10_000 : 4000
