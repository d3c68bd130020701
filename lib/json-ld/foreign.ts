import type { Json, JsonObject } from '../json/types.ts'
import type { LinkedDataView } from './view.ts'
import { BadRequest } from '../errors/index.ts'
import { isObject } from '../json/index.ts'
import { membersAsDeclared } from './declared-lists.ts'
import { processor } from './processor.ts'
import { checkId } from './read-options.ts'
import type { ReadOptions } from './read-options.ts'

/** How many JSON values a body in a foreign context may have: what follows takes time for each. */
const mostValues = 5000

/**
 * The members of the one node that a body in a foreign context describes, in the words of the type's context.
 * @throws `BadRequest` when anything in it would be lost, fetched or mistaken
 */
export async function readForeign(body: JsonObject, { view, compiled, id }: ReadOptions): Promise<JsonObject> {
  checkLocal(body)
  const { expand, compact } = await processor()
  const [node, ...others] = await expand(body)
  if (node === undefined || others.length > 0) throw new BadRequest('the JSON-LD must describe exactly one resource')
  await checkType(node['@type'], view)
  const nodeId = node['@id']
  const named = typeof nodeId === 'string' && nodeId.startsWith('_:') ? undefined : nodeId
  checkId(named, id)
  const {
    '@context': _context,
    '@type': _type,
    '@id': _id,
    ...members
  } = await compact(withoutIdentity(node), view.context)
  return membersAsDeclared(members, [], compiled) as JsonObject
}

/** Type and id have been checked; without them aliases of theirs cannot come back as properties. */
function withoutIdentity(node: JsonObject): JsonObject {
  const { '@type': _type, '@id': _id, ...rest } = node
  return rest
}

/** Refuse what would be fetched, and what would take long, before a processor sees it. */
function checkLocal(body: JsonObject): void {
  let count = 0
  let level: Json[] = [body]
  while (level.length > 0) {
    count += level.length
    if (count > mostValues) {
      throw new BadRequest(`a body in another @context than the type's may have at most ${mostValues} values`)
    }
    for (const value of level) if (isObject(value)) checkContexts(value)
    level = level.flatMap(value => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
}

function checkContexts(value: JsonObject): void {
  if (Object.hasOwn(value, '@import')) throw new BadRequest('@import: is not allowed, nothing is fetched')
  const context = value['@context']
  const contexts = Array.isArray(context) ? context : [context]
  if (contexts.some(item => typeof item === 'string')) {
    throw new BadRequest('@context: a remote context is never fetched; write the context itself into the body')
  }
}

async function checkType(types: Json | undefined, view: LinkedDataView): Promise<void> {
  if (types === undefined) return
  const { expandLoosely } = await processor()
  const [own] = await expandLoosely({ '@context': view.context, '@id': 'urn:x:x', '@type': view.type })
  const expected = Array.isArray(own?.['@type']) ? own['@type'][0] : undefined
  if (!Array.isArray(types) || types.some(type => type !== expected)) {
    throw new BadRequest(`@type: must be ${JSON.stringify(view.type)}, the type of these resources`)
  }
}
