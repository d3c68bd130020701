import { equalJson, isObject, type Json, type JsonObject } from '../../../lib/json/index.ts'
import { refuse, type ReadyRow, type Refusal } from './batches.ts'
import { noResult, wholeRow, type Found, type ImportTarget } from './targets/import-target.ts'

/** What became of rows. */
export interface Outcome {
  created: ReadyRow[]
  updated: ReadyRow[]
  /** Rows whose id a resource has already: a repeat. */
  there: { row: ReadyRow; found: Found }[]
  /** Rows whose id a resource has already, with other content: the names of the properties that differ. */
  differing: { row: ReadyRow; names: string[] }[]
  refused: Refusal[]
}

/** How rows are written. */
export interface RowWriting {
  typeSlug: string
  /** Change resources that have the id of a row and other content, instead of telling that they differ. */
  update: boolean
  /** Properties that the service sets; a row must not have other values of them. Empty for a copy, which keeps those of the rows. */
  readOnly: readonly string[]
  /** An archived resource counts as there, too. */
  withArchived: boolean
}

/** Writes rows, or judges what would become of them. */
export type WriteRows = (rows: readonly ReadyRow[]) => Promise<Outcome>

export const emptyOutcome = (): Outcome => ({ created: [], updated: [], there: [], differing: [], refused: [] })

/** A function that writes rows, each for itself: it creates what they are, or changes what they change. */
export function createRowWriter(target: ImportTarget, writing: RowWriting, dryRun: boolean): WriteRows {
  const { typeSlug } = writing
  const write: WriteRows = async rows => {
    const outcome = emptyOutcome()
    if (rows.length === 0) return outcome
    const operations = rows.map(({ id, data, changes, hasOwnId }) => ({
      op: changes === undefined ? ('create' as const) : ('patch' as const),
      id,
      data,
      hasOwnId,
    }))
    const results = await target.write(typeSlug, operations, dryRun)
    const taken = rows.filter((row, index) => mayBeThere(row, results[index]?.status, writing))
    const there = await findPresent(target, taken, writing)
    const changed: ReadyRow[] = []
    for (const [index, row] of rows.entries()) {
      const { status, problems } = results[index] ?? noResult
      const found = there.get(row.id)
      if (status < 400) (row.changes === undefined ? outcome.created : outcome.updated).push(row)
      else if (row.changes !== undefined || found === undefined) outcome.refused.push(refuse(row, problems))
      else if (compare(row, found, writing, outcome)) changed.push({ ...row, changes: found })
    }
    if (changed.length === 0) return outcome
    const second = await write(changed)
    outcome.updated.push(...second.updated)
    outcome.refused.push(...second.refused)
    return outcome
  }
  return write
}

/** A row that is told because the resource with its id has other content. */
export const refuseDiffering = (row: ReadyRow, names: readonly string[]): Refusal =>
  refuse(row, wholeRow(`differs from the resource that is there: ${names.join(', ')}`))

/** Whether the id of a refused row may be in use. A read-only value may be refused first: it was set for what is there. */
function mayBeThere({ data, changes, hasOwnId }: ReadyRow, status: number | undefined, writing: RowWriting): boolean {
  if (changes !== undefined) return false
  if (status === 409) return true
  return (status === 403 && hasOwnId) || (status === 400 && writing.readOnly.some(name => Object.hasOwn(data, name)))
}

/** Compare a row with the resource that has its id. @returns whether it is to be changed to what the row says */
function compare(row: ReadyRow, found: Found, { readOnly, update }: RowWriting, outcome: Outcome): boolean {
  const names = row.hasOwnId ? differencesOf(row, found) : []
  const fixed = names.filter(name => readOnly.includes(name))
  if (names.length === 0) outcome.there.push({ row, found })
  else if (fixed.length === names.length) {
    const message = 'must not differ from what the service sets'
    outcome.refused.push(
      refuse(
        row,
        fixed.map(field => ({ field, message })),
      ),
    )
  } else if (update) return true
  else outcome.differing.push({ row, names })
  return false
}

/** Those among the resources with the ids of these rows that the caller sees. */
async function findPresent(
  target: ImportTarget,
  rows: readonly ReadyRow[],
  { typeSlug, withArchived }: RowWriting,
): Promise<Map<string, Found>> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = await target.findByIds(typeSlug, ids)
  if (withArchived) found.unshift(...((await target.findArchived?.(typeSlug, ids)) ?? []))
  return new Map(found.map(one => [one.id, one]))
}

/**
 * Names of the properties that a row would change in the resource that has its id. What a row does not say is no difference, and neither is a
 * reference that an interrupted import left to be set.
 */
export function differencesOf({ data, later = {}, content }: ReadyRow, found: Found): string[] {
  const isLeft = (name: string): boolean =>
    Object.hasOwn(later, name) && found.sequence_no === 1 && !Object.hasOwn(found.data, name)
  return Object.entries(content ?? { ...data, ...later })
    .filter(([name, value]) => !changesNothing(value, memberOf(found.data, name)) && !isLeft(name))
    .map(([name]) => name)
}

/** Whether merging a value (RFC 7396) changes nothing in what is stored; null and absent are the same. */
function changesNothing(value: Json, stored: Json): boolean {
  if (!isObject(value) || !isObject(stored)) return equalJson(value, stored)
  return Object.entries(value).every(([name, inner]) => changesNothing(inner, memberOf(stored, name)))
}

const memberOf = (object: JsonObject, name: string): Json =>
  Object.hasOwn(object, name) ? (object[name] ?? null) : null
