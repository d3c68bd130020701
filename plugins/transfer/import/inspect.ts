import { withoutKept, type CompiledSchema } from '../../../lib/json-schema/index.ts'
import { inTurns } from '../../../lib/event-loop/index.ts'
import { getOwn, pointerOf } from '../../../lib/json/index.ts'
import type { RowProblem } from '../../../lib/tabular/index.ts'
import { splitByProblems, type Batch, type ReadyRow, type RowPlaces } from './batches.ts'
import { findReferences } from './references.ts'
import type { ImportTarget } from './target.ts'

/**
 * The problems that the schema finds in the resource that a row would create or change, by field. What is secret in the changed one is not known here.
 */
export function failuresIn(compiled: CompiledSchema, { data, changes }: ReadyRow): RowProblem[] {
  const { merge, validate, validateCopy } = compiled
  const merged = changes === undefined ? data : merge(changes.data, data)
  const found = changes === undefined ? validate(merged) : validateCopy(merged)
  // References that are found are checked one by one, for names too.
  const places = new Set(findReferences(compiled, merged).map(({ path }) => pointerOf(path)))
  return withoutKept(found, changes?.data ?? {}, merged)
    .filter(({ code, pointer }) => code !== 'x-resource-type' || !places.has(pointer))
    .map(({ pointer: _pointer, ...problem }) => problem)
}

/** Finds all problems of rows without writing: a write reports problems one after the other, and rows that are only tried do not see each other. */
export class Inspection {
  readonly #target: ImportTarget
  readonly #compiled: CompiledSchema
  readonly #places: RowPlaces
  /** The names of unique properties. */
  readonly #unique: readonly string[]

  constructor(target: ImportTarget, compiled: CompiledSchema, places: RowPlaces) {
    this.#target = target
    this.#compiled = compiled
    this.#places = places
    const unique = compiled.columns.filter(column => column.unique && column.path.length === 1)
    this.#unique = unique.map(({ path: [name = ''] }) => name)
  }

  /**
   * Refuse the rows that have problems.
   * @param isOfImport whether an id is that of a row of the import, which the rows can refer to
   */
  async inspect(batch: Batch, isOfImport: (id: string) => boolean): Promise<Batch> {
    const ids: string[] = []
    for await (const { data } of inTurns(batch.ready))
      for (const { id } of findReferences(this.#compiled, data))
        if (id.startsWith('urn:') && !isOfImport(id)) ids.push(id)
    const there = new Set((await this.#target.get(ids)).map(({ id }) => id))
    return splitByProblems(batch, row => {
      const problems = [
        ...(row.problems ?? []),
        ...failuresIn(this.#compiled, row),
        ...missingReferences(row, this.#compiled, id => id === row.id || isOfImport(id) || there.has(id)),
        ...this.#unique.flatMap(name => takenBefore(row, name, this.#places)),
      ]
      return problems.length === 0 ? row : problems
    })
  }
}

/** References that the changed resource already has are not checked. */
function missingReferences(
  { data, changes, problems }: ReadyRow,
  compiled: CompiledSchema,
  isThere: (id: string) => boolean,
): RowProblem[] {
  const before = changes === undefined ? [] : findReferences(compiled, changes.data)
  const known = new Set(before.map(({ name, id }) => `${name} ${id}`))
  return findReferences(compiled, data).flatMap(({ name, id, type_slugs }) => {
    // An unknown name is already among the problems.
    if (known.has(`${name} ${id}`) || (problems !== undefined && !id.startsWith('urn:'))) return []
    if (type_slugs.some(slug => id.startsWith(`urn:${slug}:`)) && isThere(id)) return []
    const wanted = `must be the id of an active resource of the type ${type_slugs.join(' or ')}`
    return [
      {
        field: name,
        message: `${wanted}, not ${JSON.stringify(id)}`,
        code: 'x-resource-type',
        params: { type_slugs: [...type_slugs] },
      },
    ]
  })
}

function takenBefore(row: ReadyRow, name: string, places: RowPlaces): RowProblem[] {
  const value = getOwn(row.data, name)
  if (value === undefined || value === null || typeof value === 'object') return []
  const first = places.take(JSON.stringify([name, value]), row)
  return first === undefined ? [] : [{ field: name, message: `${first} has this value already`, code: 'not-unique' }]
}
