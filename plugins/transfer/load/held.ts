import { textsAt } from '../references.ts'
import type { ReadyRow } from './batches.ts'
import { split } from './forward.ts'
import type { Part } from './part.ts'

/** A row that was kept back until what it has to refer to is there. */
export interface HeldRow {
  part: Part
  row: ReadyRow
}

/** Held rows in an order in which each follows what it has to refer to; and those that wait for each other in a circle. */
export interface HeldOrder {
  ordered: HeldRow[]
  circular: HeldRow[]
}

/** Order rows by the references that they have to have; among each other the rest is set later. */
export function orderHeld(held: readonly HeldRow[]): HeldOrder {
  const waiting = new Map(held.map(one => [one.row.id, one]))
  const all = new Set(waiting.keys())
  const blocked = new Map<string, HeldRow[]>()
  const unmet = new Map<string, number>()
  for (const one of held) {
    const needs = needsOf(one).filter(id => all.has(id))
    unmet.set(one.row.id, needs.length)
    for (const id of needs) blocked.set(id, [...(blocked.get(id) ?? []), one])
  }
  const ordered = held.filter(({ row }) => unmet.get(row.id) === 0)
  for (const { row } of ordered) {
    waiting.delete(row.id)
    for (const next of blocked.get(row.id) ?? []) {
      const left = (unmet.get(next.row.id) ?? 0) - 1
      unmet.set(next.row.id, left)
      if (left === 0) ordered.push(next)
    }
  }
  return {
    ordered: ordered.map(one => withoutOptional(one, all)),
    circular: held.filter(({ row }) => waiting.has(row.id)),
  }
}

function needsOf({ row, part }: HeldRow): string[] {
  const required = part.places.filter(place => place.required)
  const ids = new Set(required.flatMap(place => textsAt(row.data, place)))
  ids.delete(row.id)
  return [...ids]
}

function withoutOptional({ row, part }: HeldRow, held: ReadonlySet<string>): HeldRow {
  const isHeld = (to: string): boolean => to !== row.id && held.has(to)
  const optional = part.places.filter(place => !place.required && textsAt(row.data, place).some(isHeld))
  return { part, row: optional.length === 0 ? row : split(row, optional) }
}
