import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import type { ResourceType } from '../../api/index.ts'

/** Something that the palette offers. */
export interface Command {
  /** Unique, and the same tomorrow. */
  id: string
  label: string
  /** Said beside the label, more quietly. */
  note?: string
  /** Found by these words, too. */
  words?: string
  icon?: Component
  /** Its sign takes the place of an icon. */
  type?: ResourceType | undefined
  keys?: string
  /** Where it leads, or what it does. */
  to?: RouteLocationRaw
  run?: () => unknown
  /** The palette stays open. */
  stays?: boolean
}

/** Commands that belong together. */
export interface CommandGroup {
  name: string
  label: string
  commands: readonly Command[]
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * How well a command fits what was typed; 0 where it does not. Every word must begin a word of it, or stand in it; the beginning of the label
 * counts most.
 */
export function score({ label, note = '', words = '' }: Command, typed: string): number {
  const wanted = plain(typed).trim()
  const name = plain(label)
  const all = `${name} ${plain(note)} ${plain(words)}`
  const parts = wanted.split(/\s+/)
  if (!parts.every(part => all.includes(part))) return 0
  if (name === wanted) return 5
  if (name.startsWith(wanted)) return 4
  const begins = (text: string, part: string): boolean => text.split(/[\s:/›-]+/).some(word => word.startsWith(part))
  if (parts.every(part => begins(name, part))) return 3
  return parts.every(part => begins(all, part)) ? 2 : 1
}

/** Those that fit, the best first; equally good ones stay in their order. */
export function fitting(commands: readonly Command[], typed: string): Command[] {
  if (typed.trim() === '') return [...commands]
  return commands
    .map(command => ({ command, fit: score(command, typed) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ command }) => command)
}
