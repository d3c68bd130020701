import { equalJson, isObject, type Json, type JsonObject } from '../../../lib/json/index.ts'
import { refuse, type ReadyRow, type Refusal } from './batches.ts'
import type { FileImport } from './file-import.ts'
import { noResult, wholeRow, type ExistingResource } from './targets/import-target.ts'

/** The results of rows. */
export interface Outcome {
  created: ReadyRow[]
  updated: ReadyRow[]
  /** Rows whose id an existing resource has: repeats. */
  there: { row: ReadyRow; found: ExistingResource }[]
  /** How many rows were not written because they would change nothing. */
  unchanged: number
  /** Rows whose id an existing resource has, with other content: the names of the properties that differ. */
  differing: { row: ReadyRow; names: string[] }[]
  refused: Refusal[]
}

/**
 * Write rows of a file, or only try them, each independently of the others: create or change their resources.
 * @throws the error that ends the whole import
 */
export async function writeRows(file: FileImport, rows: readonly ReadyRow[], isTrial: boolean): Promise<Outcome> {
  const outcome: Outcome = { created: [], updated: [], there: [], unchanged: 0, differing: [], refused: [] }
  if (rows.length === 0) return outcome
  const target = isTrial ? file.trial : file.target
  const operations = rows.map(({ id, data, changes, hasOwnId }) => ({
    op: changes === undefined ? ('create' as const) : ('patch' as const),
    id,
    data,
    hasOwnId,
  }))
  const results = await target.write(file.typeSlug, operations)
  const taken = rows.filter((row, index) => mayBeThere(row, results[index]?.status, file))
  const found = await target.find(
    file.typeSlug,
    taken.map(({ id }) => id),
  )
  const there = new Map(found.map(one => [one.id, one]))
  const changed: ReadyRow[] = []
  for (const [index, row] of rows.entries()) {
    const { status, problems } = results[index] ?? noResult
    const present = there.get(row.id)
    if (status < 400) (row.changes === undefined ? outcome.created : outcome.updated).push(row)
    else if (row.changes !== undefined || present === undefined) outcome.refused.push(refuse(row, problems))
    else if (compare(row, present, file, outcome)) changed.push({ ...row, changes: present })
  }
  const { updated, refused } = await writeRows(file, changed, isTrial)
  outcome.updated.push(...updated)
  outcome.refused.push(...refused)
  return outcome
}

/** A row that is reported because the resource with its id has other content. */
export const refuseDiffering = (row: ReadyRow, names: readonly string[]): Refusal =>
  refuse(row, wholeRow(`differs from the resource that is there: ${names.join(', ')}`))

/** Whether a resource can exist with the id of a refused row. A read-only value can be refused first, although it equals that of the resource. */
function mayBeThere(
  { data, changes, hasOwnId }: ReadyRow,
  status: number | undefined,
  { readOnly }: FileImport,
): boolean {
  if (changes !== undefined) return false
  if (status === 409) return true
  return (status === 403 && hasOwnId) || (status === 400 && readOnly.some(name => Object.hasOwn(data, name)))
}

/** Compare a row with the resource that has its id. @returns whether to change the resource to the content of the row */
function compare(row: ReadyRow, found: ExistingResource, { readOnly, update }: FileImport, outcome: Outcome): boolean {
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

/**
 * Names of the properties that a row would change in the resource that has its id. Properties that the row does not have make no difference, nor do
 * references that an interrupted import left to be set.
 */
function differencesOf({ data, later = {}, content }: ReadyRow, found: ExistingResource): string[] {
  const isLeft = (name: string): boolean =>
    Object.hasOwn(later, name) && found.sequence_no === 1 && !Object.hasOwn(found.data, name)
  return Object.entries(content ?? { ...data, ...later })
    .filter(([name, value]) => !changesNothing(value, memberOf(found.data, name)) && !isLeft(name))
    .map(([name]) => name)
}

/** Whether merging a value (RFC 7396) changes nothing in the stored value; null and absent are the same. */
function changesNothing(value: Json, stored: Json): boolean {
  if (!isObject(value) || !isObject(stored)) return equalJson(value, stored)
  return Object.entries(value).every(([name, inner]) => changesNothing(inner, memberOf(stored, name)))
}

const memberOf = (object: JsonObject, name: string): Json =>
  Object.hasOwn(object, name) ? (object[name] ?? null) : null
