import { BadRequest, Conflict, Forbidden, type ServiceError } from '../../../kernel/index.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../../lib/json/index.ts'
import { refuse, type Batch, type ReadyRow, type Refusal } from './batches.ts'
import type { FileImport } from './file-import.ts'
import { failuresIn } from './inspect.ts'
import { findReferences, referToSelf } from './references.ts'
import type { RowIndex } from './row-index.ts'
import { noResult, wholeRow, type ExistingResource } from './target.ts'

/** The results of rows. */
export interface Outcome {
  created: ReadyRow[]
  updated: ReadyRow[]
  /**
   * Rows whose id an existing resource has: repeats. With the names of properties that an interrupted import left to be set, and whether an earlier attempt
   * of this import has created the resource.
   */
  there: { row: ReadyRow; found: ExistingResource; left: string[]; isOwn: boolean }[]
  /** How many rows were not written because they would change nothing. */
  unchanged: number
  /** Rows whose id an existing resource has, with other content: the names of the properties that differ. */
  differing: { row: ReadyRow; names: string[] }[]
  refused: Refusal[]
  /** How many of the created and updated resources lack values that the schema requires and that exports leave out. */
  withoutSecrets: number
}

/**
 * Write a batch, or only try it, each row independently of the others: create or change their resources. Refused rows are in the order of the file.
 * @param tried the rows of the import, where rows are only tried
 * @throws the error that ends the whole import
 */
export async function writeBatch(
  file: FileImport,
  { ready, refused, unchanged }: Batch,
  tried: RowIndex | undefined,
): Promise<Outcome> {
  const outcome = await writeRows(file, ready, tried)
  return { ...outcome, refused: [...outcome.refused, ...refused].sort((a, b) => a.number - b.number), unchanged }
}

async function writeRows(file: FileImport, rows: readonly ReadyRow[], tried: RowIndex | undefined): Promise<Outcome> {
  const outcome = noOutcome()
  if (rows.length === 0) return outcome
  const operations = rows.map(row => ({
    op: row.changes === undefined ? ('create' as const) : ('patch' as const),
    id: row.id,
    data: tried === undefined ? row.data : triedData(file, row, tried),
    hasOwnId: row.hasOwnId,
    restore: row.changes?.status === 'archived' && !file.isArchived,
  }))
  const results = await file.target.write(file.typeSlug, operations, tried !== undefined, file.lacksSecrets)
  const taken = rows.filter((row, index) => mayBeThere(row, results[index]?.error, file))
  const found = await file.target.get(
    taken.map(({ id }) => id),
    file.isArchived || file.resumedSince !== undefined ? 'any' : 'active',
  )
  const isThere = (one: ExistingResource): boolean => file.isArchived || one.status === 'active' || isOwn(file, one)
  const there = new Map(found.filter(isThere).map(one => [one.id, one]))
  const changed: ReadyRow[] = []
  for (const [index, row] of rows.entries()) {
    const { error, problems, lacksSecrets = false } = results[index] ?? noResult
    if (lacksSecrets) outcome.withoutSecrets++
    const present = there.get(row.id)
    if (error === undefined) (row.changes === undefined ? outcome.created : outcome.updated).push(row)
    else if (row.changes !== undefined || present === undefined) outcome.refused.push(refuse(row, problems))
    else if (compare(row, present, file, outcome)) changed.push({ ...row, changes: present })
  }
  const { updated, refused, withoutSecrets } = await writeRows(file, changed, tried)
  outcome.withoutSecrets += withoutSecrets
  outcome.updated.push(...updated)
  outcome.refused.push(...refused)
  return outcome
}

/** Of no rows. */
export const noOutcome = (): Outcome => ({
  created: [],
  updated: [],
  there: [],
  unchanged: 0,
  differing: [],
  refused: [],
  withoutSecrets: 0,
})

/** The data of a row without references to rows of the import, none of which is written. */
const triedData = ({ compiled, isLinked }: FileImport, { id, data }: ReadyRow, tried: RowIndex): JsonObject =>
  isLinked
    ? referToSelf(
        data,
        findReferences(compiled, data).filter(reference => tried.has(reference.id)),
        id,
      )
    : data

/** A row that is reported because the resource with its id has other content. */
export const refuseDiffering = (row: ReadyRow, names: readonly string[]): Refusal =>
  refuse(row, wholeRow(`differs from the resource that is there: ${names.join(', ')}`))

/**
 * Whether a resource can exist with the id of a refused row. Something else can be refused first: a read-only value, although it equals that of the
 * resource, or a reference to a resource that is archived now.
 */
function mayBeThere(
  { data, changes, hasOwnId, forward }: ReadyRow,
  error: ServiceError | undefined,
  { readOnly }: FileImport,
): boolean {
  if (changes !== undefined) return false
  if (error instanceof Conflict) return true
  const isUncertain = forward !== undefined || readOnly.some(name => Object.hasOwn(data, name))
  return (error instanceof Forbidden && hasOwnId) || (error instanceof BadRequest && isUncertain)
}

/** Whether an interrupted attempt of this import has created a resource. Others can have changed it since. */
const isOwn = ({ resumedSince }: FileImport, { created_at }: ExistingResource): boolean =>
  resumedSince !== undefined && created_at >= resumedSince

/** Compare a row with the resource that has its id. @returns whether to change the resource to the content of the row */
function compare(row: ReadyRow, found: ExistingResource, file: FileImport, outcome: Outcome): boolean {
  const { readOnly, update } = file
  const { differing, left } = differencesOf(row, found, file)
  const fixed = differing.filter(name => readOnly.includes(name))
  if (isOwn(file, found)) outcome.there.push({ row, found, left, isOwn: true })
  else if (differing.length === 0) {
    // A row with an id is a change of its resource, any other one a creation.
    const problems = failuresIn(file.compiled, row.hasOwnId ? { ...row, changes: found } : row)
    if (problems.length === 0) outcome.there.push({ row, found, left, isOwn: false })
    else outcome.refused.push(refuse(row, problems))
  } else if (fixed.length === differing.length) {
    const message = 'must not differ from what the service sets'
    outcome.refused.push(
      refuse(
        row,
        fixed.map(field => ({ field, message })),
      ),
    )
  } else if (update) return true
  else outcome.differing.push({ row, names: differing })
  return false
}

/**
 * Names of the properties that a row would change in the resource that has its id. Properties that the row does not have make no difference. References
 * to later rows that the resource does not have, and that has not changed since, were left by an interrupted import.
 */
function differencesOf(
  { data, later = {}, forward = [], hasOwnId }: ReadyRow,
  found: ExistingResource,
  { compiled, update }: FileImport,
): { differing: string[]; left: string[] } {
  // Whether a secret differs is not told. An update writes it in any case.
  const compared = update ? data : compiled.secrets.remove(data)
  const names = Object.entries({ ...compared, ...later })
    .filter(([name, value]) => !changesNothing(value, memberOf(found.data, name)))
    .map(([name]) => name)
  const isLeft = (name: string): boolean =>
    forward.includes(name) && found.sequence_no === 1 && !Object.hasOwn(found.data, name)
  return { differing: hasOwnId ? names.filter(name => !isLeft(name)) : [], left: names.filter(isLeft) }
}

/** Whether merging a value (RFC 7396) changes nothing in the stored value; null and absent are the same. */
function changesNothing(value: Json, stored: Json): boolean {
  if (!isObject(value) || !isObject(stored)) return equalJson(value, stored)
  return Object.entries(value).every(([name, inner]) => changesNothing(inner, memberOf(stored, name)))
}

const memberOf = (object: JsonObject, name: string): Json =>
  Object.hasOwn(object, name) ? (object[name] ?? null) : null
