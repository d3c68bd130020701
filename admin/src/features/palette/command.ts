import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import type { ResourceType } from '../../api/index.ts'
import { plain } from '../../ui/fields/option.ts'

/** An entry of the palette. */
export interface Command {
  /** Unique and stable across visits. */
  id: string
  label: string
  /** Text next to the label, less prominent. */
  note?: string
  /** The words of a search (of `queryWords`) that are marked in the label and in the excerpt. */
  marks?: readonly string[]
  /** A part of the found record with words of the search that its label does not contain. */
  excerpt?: string
  /** More words for searching. */
  words?: string
  icon?: Component
  /** Its icon replaces `icon`. */
  type?: ResourceType | undefined
  keys?: string
  /** Either the page that it opens (`to`) or what it does (`run`). */
  to?: RouteLocationRaw
  run?: () => unknown
  /** The palette stays open. */
  stays?: boolean
}

/** A heading with its commands. */
export interface CommandGroup {
  name: string
  label: string
  commands: readonly Command[]
}

/**
 * How well a command matches the typed text; 0 when it does not. Every typed word must occur in it, at best at the start of a word; a match at the
 * start of the label counts most.
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

/** The matching commands, best first; equally good ones keep their order. */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  if (typed.trim() === '') return [...commands]
  return commands
    .map(command => ({ command, fit: score(command, typed) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ command }) => command)
}
