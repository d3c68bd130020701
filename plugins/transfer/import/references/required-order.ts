import type { ReadyRow } from '../batches.ts'
import type { FileImport } from '../file-import.ts'
import { withoutReferences } from './defer.ts'

/** A row that waits for the resources that it must refer to. */
export interface WaitingRow {
  file: FileImport
  row: ReadyRow
}

/** Order rows by their required references; optional references among them are set later. */
export function orderByRequired(rows: readonly WaitingRow[]): {
  /** Each row follows the rows that it must refer to. */
  ordered: WaitingRow[]
  /** Rows that must refer to each other. */
  circular: WaitingRow[]
} {
  const left = new Map(rows.map(one => [one.row.id, one]))
  const all = new Set(left.keys())
  const followers = new Map<string, WaitingRow[]>()
  const unmet = new Map<string, number>()
  for (const one of rows) {
    const needs = needsOf(one).filter(id => all.has(id))
    unmet.set(one.row.id, needs.length)
    for (const id of needs) followers.set(id, [...(followers.get(id) ?? []), one])
  }
  const ordered = rows.filter(({ row }) => unmet.get(row.id) === 0)
  for (const { row } of ordered) {
    left.delete(row.id)
    for (const next of followers.get(row.id) ?? []) {
      const needs = (unmet.get(next.row.id) ?? 0) - 1
      unmet.set(next.row.id, needs)
      if (needs === 0) ordered.push(next)
    }
  }
  return {
    ordered: ordered.map(one => withoutOptional(one, all)),
    circular: rows.filter(({ row }) => left.has(row.id)),
  }
}

function needsOf({ row, file: { references } }: WaitingRow): string[] {
  const required = references.find(row.data).filter(references.isRequired)
  const ids = new Set(required.map(({ id }) => id))
  ids.delete(row.id)
  return [...ids]
}

function withoutOptional(waiting: WaitingRow, all: ReadonlySet<string>): WaitingRow {
  const { row, file } = waiting
  const optional = file.references
    .find(row.data)
    .filter(reference => reference.id !== row.id && all.has(reference.id) && !file.references.isRequired(reference))
  return optional.length === 0 ? waiting : { ...waiting, row: withoutReferences(row, optional) }
}
