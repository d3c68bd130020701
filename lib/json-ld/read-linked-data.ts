import { InvalidInput } from '../errors/index.ts'
import { equalJson, setOwn } from '../json/index.ts'
import { isOwnContext } from './linked-data-view.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { checkId, readOtherContext } from './read-other-context.ts'
import type { ReadOptions } from './read-other-context.ts'
import { fromLiteral } from './json-literals.ts'

/**
 * The properties in a body of `application/ld+json`.
 *
 * A body in the type's own context (or without one) is used unchanged: GET then PUT is an exact round trip. One in another context is expanded
 * by a JSON-LD processor in safe mode, which fetches nothing, and compacted to the type's context.
 * @returns the properties, flat, without `@context`, `@id` and `@type`
 * @throws `InvalidInput` when `@type` or `@id` names another type or resource, a term of another context would be lost, or the context is remote
 */
export async function readLinkedData(body: JsonObject, options: ReadOptions): Promise<JsonObject> {
  const context = body['@context']
  const own = context === undefined || isOwnContext(options.view, unwrap(context))
  const node = own ? ownNode(body, options) : await readOtherContext(body, options)
  const data: JsonObject = {}
  for (const [name, written] of Object.entries(node)) {
    const value = fromLiteral(written)
    if (!repeats(name, value, options)) setOwn(data, name, value)
  }
  return data
}

/** A context can be wrapped in an array of one item. */
const unwrap = (context: Json): Json =>
  Array.isArray(context) && context.length === 1 ? (context[0] ?? null) : context

function ownNode(body: JsonObject, { view, id }: ReadOptions): JsonObject {
  const { '@context': _context, '@type': type, '@id': nodeId, ...node } = body
  if (type !== undefined && !equalJson(unwrap(type), view.type)) {
    throw new InvalidInput(`@type: must be ${JSON.stringify(view.type)}, the type of these resources`)
  }
  checkId(nodeId, id)
  return node
}

function repeats(name: string, value: Json, { current, compiled }: ReadOptions): boolean {
  if (current === undefined || !Object.hasOwn(current, name)) return false
  const writable = !compiled.open && !compiled.readOnly.includes(name) && compiled.resolve([name]) !== undefined
  return !writable && equalJson(value, current[name])
}
