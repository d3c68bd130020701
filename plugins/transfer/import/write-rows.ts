import { BadRequest, Conflict, Forbidden, type ServiceError } from '../../../kernel/index.ts'
import { equalJson, getOwn, isObject, type Json } from '../../../lib/json/index.ts'
import { refuse, type Batch, type ReadyRow, type Refusal } from './batches.ts'
import type { FileImport } from './file-import.ts'
import { failuresIn } from './inspect.ts'
import { noResult, type ExistingResource } from './target.ts'

/** The results of rows. */
export interface Outcome {
  created: ReadyRow[]
  updated: ReadyRow[]
  /** Rows whose id an existing resource has: repeats. */
  there: ReadyRow[]
  /** How many rows were not written because they would change nothing. */
  unchanged: number
  /** Rows whose id an existing resource has, with other content: the names of the properties that differ. */
  differing: { row: ReadyRow; names: string[] }[]
  refused: Refusal[]
  /** How many of the created and updated resources lack values that the schema requires and that exports leave out. */
  withoutSecrets: number
}

/** How rows are written. */
interface RowWriting {
  /** Only try them. */
  dryRun: boolean
  /** Whether an id is that of a row that the import accepts, so that others can refer to it. */
  expects: (id: string) => boolean
}

/**
 * Write a batch, or only try it, each row independently of the others: create or change their resources. Refused rows are in the order of the file.
 * @throws the error that ends the whole import
 */
export async function writeBatch(
  file: FileImport,
  { ready, refused, unchanged }: Batch,
  writing: RowWriting,
): Promise<Outcome> {
  const outcome = await writeRows(file, ready, writing)
  if (file.isArchived && !writing.dryRun) await archive(file, outcome)
  return { ...outcome, refused: [...outcome.refused, ...refused].sort((a, b) => a.number - b.number), unchanged }
}

async function writeRows(file: FileImport, rows: readonly ReadyRow[], writing: RowWriting): Promise<Outcome> {
  const outcome = noOutcome()
  if (rows.length === 0) return outcome
  const operations = rows.map(row => ({
    op: row.changes === undefined ? ('create' as const) : ('patch' as const),
    id: row.id,
    data: row.data,
    createdAt: row.createdAt,
    published: row.changes === undefined ? row.published : undefined,
    hasOwnId: row.identity === 'own',
    restore: row.changes?.status === 'archived' && !file.isArchived,
  }))
  const results = await file.target.write(file.typeSlug, operations, { ...writing, lacksSecrets: file.lacksSecrets })
  const taken = rows.filter((row, index) => mayBeThere(row, results[index]?.error, file))
  const found = await file.target.get(
    taken.map(({ id }) => id),
    'any',
  )
  const there = new Map(found.map(one => [one.id, one]))
  const changed: ReadyRow[] = []
  for (const [index, row] of rows.entries()) {
    const { error, problems, lacksSecrets = false } = results[index] ?? noResult
    if (lacksSecrets) outcome.withoutSecrets++
    const present = there.get(row.id)
    // What an interrupted attempt of this import has created counts as created: nothing else has this id and this time.
    const isOwn = present !== undefined && present.created_at === row.createdAt
    if (error === undefined || isOwn) (row.changes === undefined ? outcome.created : outcome.updated).push(row)
    else if (row.changes !== undefined || present === undefined || !(file.isArchived || present.status === 'active'))
      outcome.refused.push(refuse(row, problems))
    else if (compare(row, present, file, outcome)) changed.push({ ...row, changes: present })
  }
  const { updated, refused, withoutSecrets } = await writeRows(file, changed, writing)
  outcome.withoutSecrets += withoutSecrets
  outcome.updated.push(...updated)
  outcome.refused.push(...refused)
  return outcome
}

/** Archive the resources of rows that are archived in the copied service, unless they were changed since they were created. */
async function archive({ target, typeSlug }: FileImport, { created, updated, there }: Outcome): Promise<void> {
  const ids = [...created, ...updated, ...there].map(({ id }) => id)
  const untouched = (await target.get(ids, 'active')).filter(({ id, sequence_no }) => {
    return sequence_no === 1 || updated.some(row => row.id === id)
  })
  const operations = untouched.map(({ id }) => ({ op: 'archive' as const, id }))
  if (operations.length > 0) await target.write(typeSlug, operations)
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

/** A row that is reported because the resource with its id has other content. */
export const refuseDiffering = (row: ReadyRow, names: readonly string[]): Refusal =>
  refuse(row, [
    {
      field: '',
      message: `differs from the resource that is there: ${names.join(', ')}`,
      code: 'differs',
      params: { properties: [...names] },
    },
  ])

/**
 * Whether a resource can exist with the id of a refused row. Something else can be refused first: a read-only value, although it equals that of the
 * resource.
 */
function mayBeThere(
  { data, changes, identity }: ReadyRow,
  error: ServiceError | undefined,
  { readOnly }: FileImport,
): boolean {
  if (changes !== undefined) return false
  if (error instanceof Conflict) return true
  const isUncertain = readOnly.some(name => Object.hasOwn(data, name))
  return (error instanceof Forbidden && identity === 'own') || (error instanceof BadRequest && isUncertain)
}

/** Compare a row with the resource that has its id. @returns whether to change the resource to the content of the row */
function compare(row: ReadyRow, found: ExistingResource, file: FileImport, outcome: Outcome): boolean {
  const { readOnly, update } = file
  const differing = differencesOf(row, found, file)
  const fixed = differing.filter(name => readOnly.includes(name))
  if (differing.length === 0) {
    // A row with an id is a change of its resource, any other one a creation.
    const problems = failuresIn(file.compiled, row.identity === 'own' ? { ...row, changes: found } : row)
    if (problems.length === 0) outcome.there.push(row)
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

/** Names of the properties that a row would change in the resource that has its id. Properties that the row does not have make no difference. */
function differencesOf(
  { data, identity }: ReadyRow,
  found: ExistingResource,
  { compiled, update }: FileImport,
): string[] {
  if (identity === 'content') return []
  // Whether a secret differs is not revealed. An update writes it in any case.
  const compared = update ? data : compiled.secrets.remove(data)
  return Object.entries(compared)
    .filter(([name, value]) => !changesNothing(value, getOwn(found.data, name) ?? null))
    .map(([name]) => name)
}

/** Whether merging a value (RFC 7396) changes nothing in the stored value; null and absent are the same. */
function changesNothing(value: Json, stored: Json): boolean {
  if (!isObject(value) || !isObject(stored)) return equalJson(value, stored)
  return Object.entries(value).every(([name, inner]) => changesNothing(inner, getOwn(stored, name) ?? null))
}
