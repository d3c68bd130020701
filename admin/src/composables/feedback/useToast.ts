import { shallowReactive } from 'vue'
import { announce } from './useAnnounce.ts'

/** A short message in the corner. */
export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'good' | 'bad'
  /** Takes back what was done. */
  undo: (() => unknown) | undefined
  /** Something else to do about it. */
  action: { label: string; run: () => unknown } | undefined
}

/** Those shown now, the oldest first. */
export const toasts = shallowReactive<Toast[]>([])
let last = 0

/** Say something that went well or badly, without stopping anybody. Bad news and news to undo stay longer. */
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

/** How long it stays, ms. */
export const lifetimeOf = ({ tone, undo, action }: Toast): number =>
  tone === 'bad' ? 12_000 : undo || action ? 8000 : 4000
