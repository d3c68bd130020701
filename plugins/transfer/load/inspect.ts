import { type ApiClient } from '../../../kernel/index.ts'
import type { CompiledSchema, Validator } from '../../../lib/json-schema/index.ts'
import { mergePatch } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { textsAt, type ReferencePlace } from '../references.ts'
import { placeOf } from '../formats/rows.ts'
import { sift, type Batch, type ReadyRow, type Step } from './batches.ts'
import type { FileIndex } from './file-index.ts'
import { find } from './find.ts'

/** What a schema has against data, field by field. */
export const failuresOf = (validate: Validator, data: JsonObject): string[] =>
  validate(data).map(({ field, message }) => `${field === '' ? 'the row' : field}: ${message}`)

/** What the schema has against what a row would make. */
export const failuresIn = (validate: Validator, { data, changes }: ReadyRow): string[] =>
  failuresOf(validate, changes === undefined ? data : mergePatch(changes.data, data))

/**
 * Find everything that stands against rows at once, where nothing is written: the service names what is wrong in turns, and sees no row of the
 * file beside the ones that travel with it.
 * @param index the rows of the file, which may be referred to
 */
export function inspect(
  api: ApiClient,
  { columns, validate }: CompiledSchema,
  places: readonly ReferencePlace[],
  index: FileIndex | undefined,
): Step {
  const unique = columns.flatMap(({ unique: one, path }) => (one && path.length === 1 ? [...path] : []))
  const taken = new Map(unique.map(name => [name, new Map<Json, string>()]))
  return async batch => {
    const there = await existing(api, batch, places, index)
    return sift(batch, row => {
      const reasons = [
        ...(row.problems ?? []),
        ...failuresIn(validate, row),
        ...missing(row, places, id => id === row.id || index?.has(id) === true || there.has(id)),
        ...[...taken].flatMap(([name, lines]) => takenBefore(row, name, lines)),
      ]
      return reasons.length === 0 ? row : reasons
    })
  }
}

async function existing(
  api: ApiClient,
  { ready }: Batch,
  places: readonly ReferencePlace[],
  index: FileIndex | undefined,
): Promise<Set<string>> {
  const there = new Set<string>()
  for (const slug of new Set(places.flatMap(({ slugs }) => slugs))) {
    const own = places.filter(({ slugs }) => slugs.includes(slug))
    const ids = ready.flatMap(({ data }) => own.flatMap(place => textsAt(data, place)))
    const wanted = ids.filter(id => id.startsWith(`urn:${slug}:`) && index?.has(id) !== true)
    for (const { id } of await find(api, slug, 'meta.id', wanted)) there.add(id)
  }
  return there
}

/** A reference that a changed resource holds already is not asked about. */
function missing(
  { data, changes, problems }: ReadyRow,
  places: readonly ReferencePlace[],
  isThere: (id: string) => boolean,
): string[] {
  return places.flatMap(place => {
    const held = new Set(changes === undefined ? [] : textsAt(changes.data, place))
    const isWrong = (id: string): boolean => {
      // What no name was found for has been told.
      if (held.has(id) || (problems !== undefined && !id.startsWith('urn:'))) return false
      return !place.slugs.some(slug => id.startsWith(`urn:${slug}:`)) || !isThere(id)
    }
    const wanted = `must be the id of an active resource of the type ${place.slugs.join(' or ')}`
    return textsAt(data, place)
      .filter(isWrong)
      .map(id => `${place.name}: ${wanted}, not ${JSON.stringify(id)}`)
  })
}

function takenBefore(row: ReadyRow, name: string, lines: Map<Json, string>): string[] {
  const { data } = row
  const value = Object.hasOwn(data, name) ? data[name] : null
  if (value === undefined || value === null || typeof value === 'object') return []
  const before = lines.get(value)
  if (before === undefined) lines.set(value, placeOf(row))
  return before === undefined ? [] : [`${name}: ${before} has this value already`]
}
