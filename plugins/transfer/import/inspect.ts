import type { CompiledSchema, Validator } from '../../../lib/json-schema/index.ts'
import { inTurns } from '../../../lib/event-loop/index.ts'
import { mergePatch, type Json, type JsonObject } from '../../../lib/json/index.ts'
import type { RowProblem } from '../../../lib/tabular/index.ts'
import { sift, type Batch, type PlaceOf, type ReadyRow, type Step } from './batches.ts'
import type { ImportTarget } from './targets/import-target.ts'
import type { TypeReferences } from './references/references.ts'
import type { RowIndex } from './references/row-index.ts'

/** The problems that a schema finds in data, by field. */
export const failuresOf = (validate: Validator, data: JsonObject): RowProblem[] =>
  validate(data).map(({ field, message }) => ({ field, message }))

/** The problems that the schema finds in the resource that a row would create or change. */
export const failuresIn = (validate: Validator, { data, changes }: ReadyRow): RowProblem[] =>
  failuresOf(validate, changes === undefined ? data : mergePatch(changes.data, data))

/** The input of {@link inspect}. */
export interface Inspection {
  target: ImportTarget
  compiled: CompiledSchema
  references: TypeReferences
  /** The resources that the rows of the file will become, which rows can refer to. */
  index: RowIndex
  placeOf: PlaceOf
}

/**
 * Find all problems of rows at once, without writing: a write reports problems one after the other, and a dry run of a batch does not see the rows
 * of other batches.
 */
export function inspect({ target, compiled, references, index, placeOf }: Inspection): Step {
  const { columns, validate } = compiled
  const unique = columns.flatMap(({ unique: isUnique, path }) => (isUnique && path.length === 1 ? [...path] : []))
  const taken = new Map(unique.map(name => [name, new Map<Json, string>()]))
  return async batch => {
    const there = await findReferred(target, batch, references, index)
    return sift(batch, row => {
      const problems = [
        ...(row.problems ?? []),
        ...failuresIn(validate, row),
        ...missingReferences(row, references, id => id === row.id || index.has(id) || there.has(id)),
        ...[...taken].flatMap(([name, rows]) => takenBefore(row, name, rows, placeOf)),
      ]
      return problems.length === 0 ? row : problems
    })
  }
}

async function findReferred(
  target: ImportTarget,
  { ready }: Batch,
  references: TypeReferences,
  index: RowIndex,
): Promise<Set<string>> {
  const there = new Set<string>()
  const ids: string[] = []
  for await (const { data } of inTurns(ready)) for (const { id } of references.find(data)) ids.push(id)
  for (const slug of references.slugs) {
    const wanted = ids.filter(id => id.startsWith(`urn:${slug}:`) && !index.has(id))
    if (wanted.length > 0) for (const { id } of await target.find(slug, wanted)) there.add(id)
  }
  return there
}

/** References that the changed resource already has are not checked. */
function missingReferences(
  { data, changes, problems }: ReadyRow,
  references: TypeReferences,
  isThere: (id: string) => boolean,
): RowProblem[] {
  const before = changes === undefined ? [] : references.find(changes.data)
  const known = new Set(before.map(({ name, id }) => `${name} ${id}`))
  return references.find(data).flatMap(({ name, id, type_slugs }) => {
    // An unknown name is already among the problems.
    if (known.has(`${name} ${id}`) || (problems !== undefined && !id.startsWith('urn:'))) return []
    if (type_slugs.some(slug => id.startsWith(`urn:${slug}:`)) && isThere(id)) return []
    const wanted = `must be the id of an active resource of the type ${type_slugs.join(' or ')}`
    return [{ field: name, message: `${wanted}, not ${JSON.stringify(id)}` }]
  })
}

function takenBefore(row: ReadyRow, name: string, rows: Map<Json, string>, placeOf: PlaceOf): RowProblem[] {
  const { data } = row
  const value = Object.hasOwn(data, name) ? data[name] : null
  if (value === undefined || value === null || typeof value === 'object') return []
  // Rows can be read several times.
  const place = placeOf(row)
  const first = rows.get(value) ?? place
  rows.set(value, first)
  return first === place ? [] : [{ field: name, message: `${first} has this value already` }]
}
