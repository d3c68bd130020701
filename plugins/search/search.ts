import { BadRequest, Forbidden, QueryTooSlow } from '../../kernel/index.ts'
import type { Access, Caller, DocumentStore, Visibility } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import { compareText } from '../../lib/store-kit/index.ts'
import type { Labels } from '../dynamic-resources/contract.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import { searchType } from './search-type.ts'
import type { TypeMatches } from './search-type.ts'

/** What a search works with. */
export interface SearchParts {
  store: DocumentStore
  registry: TypeRegistry
  access: Access
  labels: Labels
}

/** What is searched for. */
export interface SearchRequest {
  /** Normalised. */
  words: readonly string[]
  /** Resources that are shown of each type. */
  limit: number
  /** Only these types; empty for all. */
  typeSlugs: readonly string[]
  /** Of the whole search, see `SelectQuery.deadline`. */
  deadline: number
}

/** What was found of one type. */
export interface FoundType {
  type_slug: string
  resources: { id: string; label: string; status: 'active' }[]
  has_more: boolean
}

/** Types that are searched at once. */
const maxAtOnce = 4
/** How long before the deadline the search ends, for the labels of what was found; ms. */
const timeForLabelsMs = 300

/**
 * Search the types of which the caller may read something. All share one time: those that were not reached stand at the end, without resources.
 * @throws `BadRequest` naming a type that there is not
 */
export async function search(parts: SearchParts, caller: Caller, request: SearchRequest): Promise<FoundType[]> {
  const waiting = await readableTypes(parts, caller, request.typeSlugs)
  const found: { type: ResourceType; matches: TypeMatches }[] = []
  const unreached: ResourceType[] = []
  const wanted = { ...request, deadline: request.deadline - timeForLabelsMs }
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { type, visibility } = next
      const query = { account_id: caller.account_id, visibility }
      const matches = await searchType(parts.store, type, query, wanted)
      if (matches === undefined) unreached.push(type)
      else if (matches.documents.length > 0) found.push({ type, matches })
    }
  }
  await Promise.all(Array.from({ length: maxAtOnce }, work))
  found.sort((a, b) => b.matches.total - a.matches.total || compareText(a.type.slug, b.type.slug))
  const shown = found.map(async ({ type, matches }) => ({
    type_slug: type.slug,
    resources: await nameAll(parts, caller, type, matches, request.deadline),
    has_more: matches.hasMore,
  }))
  const late = unreached.map(({ slug }) => slug).toSorted(compareText)
  return [...(await Promise.all(shown)), ...late.map(type_slug => ({ type_slug, resources: [], has_more: true }))]
}

/** The active types of which the caller may read something, in the order of their slugs. */
async function readableTypes(
  { registry, access }: SearchParts,
  caller: Caller,
  typeSlugs: readonly string[],
): Promise<{ type: ResourceType; visibility: Visibility }[]> {
  for (const slug of typeSlugs) {
    if ((await registry.find(slug)) === undefined) {
      throw new BadRequest(`type_slug: there is no resource type ${quote(slug)}`)
    }
  }
  const readable: { type: ResourceType; visibility: Visibility }[] = []
  for (const type of await registry.all()) {
    if (type.status !== 'active' || (typeSlugs.length > 0 && !typeSlugs.includes(type.slug))) continue
    const visibility = await visibilityOf(access, caller, type.slug)
    if (visibility !== undefined) readable.push({ type, visibility })
  }
  return readable
}

async function visibilityOf(access: Access, caller: Caller, slug: string): Promise<Visibility | undefined> {
  try {
    return await access.visibility(caller, 'odrl:read', slug)
  } catch (error) {
    if (error instanceof Forbidden) return undefined
    throw error
  }
}

/** What was found, with labels; where there is no time left for what those show of other resources, without that. */
async function nameAll(
  { labels }: SearchParts,
  caller: Caller,
  type: ResourceType,
  { documents }: TypeMatches,
  deadline: number,
): Promise<FoundType['resources']> {
  const named = await labels
    .read(
      caller,
      documents.map(({ document }) => ({ type, document })),
      deadline,
    )
    .catch((error: unknown) => {
      if (error instanceof QueryTooSlow) return undefined
      throw error
    })
  return documents.map(({ document: { id }, label }) => ({
    id,
    label: named?.get(id) ?? label ?? id.slice(id.lastIndexOf(':') + 1),
    status: 'active',
  }))
}
