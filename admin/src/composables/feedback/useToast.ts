import { shallowReactive } from 'vue'
import { announce } from './useAnnounce.ts'

/** A short message in the corner of the screen. */
export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'good' | 'bad'
  /** Undoes what was done. */
  undo: (() => unknown) | undefined
  /** Another action that the toast offers. */
  action: { label: string; run: () => unknown } | undefined
}

/** The toasts on the screen, oldest first. */
export const toasts = shallowReactive<Toast[]>([])
let last = 0

/** Show a message without interrupting the user. Bad news and messages with undo stay longer. */
export function toast(text: string, options: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  const { tone = 'plain', undo, action } = options
  const same = toasts.find(other => other.text === text && undo === undefined && other.undo === undefined)
  if (same !== undefined) dismissToast(same.id)
  toasts.push({ id: ++last, text, tone, undo, action })
  if (toasts.length > 4) toasts.shift()
  announce(text, { now: tone === 'bad' })
}

export function dismissToast(id: number): void {
  const at = toasts.findIndex(toast => toast.id === id)
  if (at >= 0) toasts.splice(at, 1)
}

/** How long a toast stays, in ms. */
export const lifetimeOf = ({ tone, undo, action }: Toast): number =>
  tone === 'bad' ? 12_000 : undo || action ? 8000 : 4000
