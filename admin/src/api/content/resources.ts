import { ApiError } from '../transport/errors.ts'
import type { Problem } from '../transport/errors.ts'
import { api, value } from '../transport/client.ts'
import type { Answer, Listed, Versioned } from '../transport/client.ts'
import { pointerTokens } from '../../../../lib/json/pointer.ts'
import { isObject } from '../transport/json.ts'
import type { Json, JsonObject } from '../transport/json.ts'
import type { Labels, Page } from '../transport/page.ts'
import { etagIn, jsonOf, send, sendForJson } from '../transport/send.ts'
import type { Query } from '../transport/send.ts'
import { perspectiveOf, publishedOnly, readList, readOne } from './perspective.ts'

/** A JSON-LD node: a resource and, with `include`, the resources that it refers to. */
export type Node = { '@id': string; '@type': Json } & JsonObject

/** A resource of any type, as the API returns it. */
export interface Resource {
  id: string
  type_slug: string
  data: { '@graph': [Node, ...Node[]] }
  status: 'active' | 'archived'
  created_at: string
  updated_at: string
  sequence_no: number
  created_by: string
  account_id: string
  labels?: Labels
  /** Only of types with drafts, as are those below. */
  publication?: Publication
  published_no?: number | null
  published_at?: string | null
  published_by?: string | null
}

/** Whether a resource is public, or an older version of it is. */
export type Publication = 'draft' | 'published' | 'changed'

/** One operation of a bulk write. */
export interface BulkOperation {
  op: 'create' | 'update' | 'patch' | 'delete' | 'restore'
  id?: string
  data?: JsonObject
  if_match?: string
}

export interface BulkResult {
  status: number
  id?: string
  message?: string
  code?: string
  problems?: Problem[]
}

/** The properties of a resource, without the keys that JSON-LD adds. */
export function dataOf(resource: Resource): JsonObject {
  const { '@id': _id, '@type': _type, ...data } = resource.data['@graph'][0]
  return data
}

/** A copy of a resource with some values changed; null removes a value. */
export function withValues(resource: Resource, changes: JsonObject): Resource {
  if (Object.keys(changes).length === 0) return resource // whoever shows it is not rendered again
  const [node, ...others] = resource.data['@graph']
  const kept = Object.entries({ ...node, ...changes }).filter(([, value]) => value !== null)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both keep id and type
  const changed = Object.fromEntries(kept) as typeof node
  return { ...resource, data: { '@graph': [changed, ...others] } }
}

/** The ETag of this version; responses with labels have no ETag header. */
export const etagOf = ({ id, sequence_no }: Pick<Resource, 'id' | 'sequence_no'>): string => `"${id}.${sequence_no}"`

/** The last part of a URN, which is sufficient in addresses. */
export const shortId = (urn: string): string => urn.slice(urn.lastIndexOf(':') + 1)

/** The slug of the type, taken from the URN of a resource. */
export const slugOf = (urn: string): string => urn.split(':')[1] ?? ''

const path = (slug: string, ...rest: string[]): string =>
  ['/api', slug, ...rest].map((step, at) => (at === 0 ? step : encodeURIComponent(step))).join('/')

/** @throws ApiError */
export const listResources = (slug: string, query: Query = {}, signal?: AbortSignal): Promise<Page<Resource>> =>
  jsonOf(readList(slug, path(slug), { query, signal }))

/** @param query `labels`, `include`, `sequence_no` */
export const getResource = (slug: string, id: string, query: Query = {}): Promise<Resource> =>
  jsonOf(readOne(slug, path(slug, id), { query }))

export const createResource = (slug: string, data: JsonObject): Promise<Resource> =>
  sendForJson('POST', path(slug), { body: data })

/** Replace the data. @param ifMatch see {@link etagOf}. @throws ApiError; `isStale` when the resource has changed since */
export const replaceResource = (slug: string, id: string, data: JsonObject, ifMatch?: string): Promise<Resource> =>
  sendForJson('PUT', path(slug, id), { body: data, ifMatch })

/** Change some properties (JSON Merge Patch: null removes a property). */
export const patchResource = (slug: string, id: string, patch: JsonObject, ifMatch?: string): Promise<Resource> =>
  sendForJson('PATCH', path(slug, id), { body: patch, contentType: 'application/merge-patch+json', ifMatch })

/**
 * What is wrong with the data of a new resource, or with new data of a stored one.
 * @returns undefined when the service does not say, or the request was aborted
 */
export async function checkResource(
  slug: string,
  id: string | undefined,
  data: JsonObject,
  signal: AbortSignal,
): Promise<readonly Problem[] | undefined> {
  const address = id === undefined ? path(slug, '_check') : path(slug, id, '_check')
  const query = id === undefined ? {} : { action: 'replace' }
  return problemsOf(send('POST', address, { query, body: data, signal }), signal)
}

/**
 * What is wrong with a property if all of these resources get this value; what only some of them refuse is reported when it is written. See
 * {@link checkResource}.
 */
export async function checkProperty(
  slug: string,
  ids: readonly string[],
  property: string,
  value: Json,
  signal: AbortSignal,
): Promise<readonly Problem[] | undefined> {
  const operations = ids.map(id => ({ op: 'patch', id, data: { [property]: value } }))
  const body = { operations, atomic: false }
  const results = sendForJson<{ results: BulkResult[] }>('POST', path(slug, '_bulk', '_check'), { body, signal })
  const problems = await problemsOf(results, signal, answer => {
    const ofEach = answer.results.map(one => one.problems ?? [])
    return ofEach.every(({ length }) => length > 0) ? (ofEach[0] ?? []) : []
  })
  return problems?.filter(({ pointer }) => pointerTokens(pointer)[0] === property)
}

async function problemsOf<Value>(
  request: Promise<Value>,
  signal: AbortSignal,
  read: (answer: Value) => readonly Problem[] = () => [],
): Promise<readonly Problem[] | undefined> {
  try {
    return read(await request)
  } catch (error) {
    if (error instanceof ApiError && error.problems.length > 0) return error.problems
    if (error instanceof ApiError || signal.aborted) return undefined
    throw error
  }
}

export async function archiveResource(slug: string, id: string, options: { force?: boolean } = {}): Promise<void> {
  await send('DELETE', path(slug, id), { query: { force: options.force } })
}

export const restoreResource = (slug: string, id: string): Promise<Resource> =>
  sendForJson('POST', path(slug, id, 'restore'))

/** Changes of what is public. */
export type PublishingAction = 'publish' | 'unpublish' | 'discard'

/** The resource after such a change, and the ids of resources that it concerns. */
export interface ChangedPublication extends Resource {
  /** What it refers to that is not public. */
  unpublished?: string[]
  /** What is public and refers to it, which is not public any more. */
  referrers?: string[]
}

/** Change what is public. @param sequence the version to publish. @throws ApiError with problems when the version is not complete */
export const changePublication = (
  slug: string,
  id: string,
  action: PublishingAction,
  sequence?: number,
): Promise<ChangedPublication> =>
  sendForJson('POST', path(slug, id, action), sequence === undefined ? {} : { body: { sequence_no: sequence } })

/** Make a link that shows the draft of a resource on its page, to anybody. @param seconds how long it can be used. @throws ApiError 409 without a page */
export const addPreviewLink = (
  slug: string,
  id: string,
  seconds: number,
): Promise<{ url: string; expires_at: string }> =>
  sendForJson('POST', path(slug, id, 'preview-links'), { body: { expires_in: seconds } })

/** List the versions of a resource, newest first. */
export const listVersions = (slug: string, id: string, query: Query = {}): Promise<Page<Resource>> =>
  jsonOf(readOne(slug, path(slug, id, 'versions'), { query }))

/** List the active resources that refer to this one. @param query `type_slug`, `labels`, `cursor`, `limit` */
export const listReferrers = (slug: string, id: string, query: Query = {}): Promise<Page<Resource>> =>
  jsonOf(readOne(slug, path(slug, id, 'referrers'), { query }))

/** Send 1 to 1,000 operations. Not atomic unless requested, so each operation has its own result. */
export async function bulk(
  slug: string,
  operations: readonly BulkOperation[],
  { atomic = false } = {},
): Promise<BulkResult[]> {
  const body = { operations, atomic }
  return (await sendForJson<{ results: BulkResult[] }>('POST', path(slug, '_bulk'), { body })).results
}

/**
 * Change properties of resources, all or nothing, each at the version that was seen.
 * @returns the stored resource if there is one change
 */
export async function writeChanges(
  slug: string,
  changes: readonly { id: string; data: JsonObject; if_match: string }[],
): Promise<Resource | undefined> {
  const [only] = changes
  if (only !== undefined && changes.length === 1) return patchResource(slug, only.id, only.data, only.if_match)
  await bulk(
    slug,
    changes.map(change => ({ op: 'patch', ...change })),
    { atomic: true },
  )
  return undefined
}

/** Read the resource as JSON-LD, which has an ETag of its own. */
export async function linkedData(slug: string, id: string): Promise<Versioned<JsonObject>> {
  const response = await readOne(slug, path(slug, id), { accept: 'application/ld+json' })
  const document: unknown = await response.json()
  return { value: isObject(document) ? document : {}, etag: etagIn(response) }
}

/** A reason why a resource cannot be archived: other resources refer to it. Contains at most ten ids, only of resources that the caller can read. */
export type ArchivingProblem = Answer<'/api/{typeSlug}/{id}/_check', 'post'>['problems'][number]

export async function archivingProblems(slug: string, id: string): Promise<ArchivingProblem[]> {
  const params = { path: { typeSlug: slug, id }, query: { action: 'archive' as const } }
  return (await value(api.POST('/api/{typeSlug}/{id}/_check', { params }))).problems
}

/** Find an archived resource; undefined when there is none. @throws ApiError 403 when the caller is not allowed to delete resources of the type */
export async function findArchived(slug: string, id: string): Promise<Resource | undefined> {
  const urn = `urn:${slug}:${shortId(id)}`
  const query = { status: 'archived', '_filter[id][eq]': urn, limit: 1, labels: 'all' }
  const { data, labels } = await listResources(slug, query)
  const [found] = data
  return found === undefined || labels === undefined ? found : { ...found, labels }
}

/** The address from which programs read a resource. */
export const apiAddress = (slug: string, id: string): string =>
  `${location.origin}/api/${encodeURIComponent(slug)}/${encodeURIComponent(shortId(id))}`

/** The results for one type, best first. A type that the service had no time to search reports more results and lists none. */
export type SearchHit = Listed<'/api/search'>

/** Find active resources of all types by words, in one request, with excerpts where the label does not contain all words. @throws ApiError */
export const searchResources = (words: string, signal: AbortSignal): Promise<SearchHit[]> =>
  ofAllTypes(query =>
    value(api.GET('/api/search', { params: { query: { q: words, excerpts: true, ...query } }, signal })),
  )

/** The newest resources of one type. */
export type NewestResources = Listed<'/api/search/newest'>

/** The newest active resources of all types, in one request. @throws ApiError */
export const listNewest = (asked: {
  by: 'changed' | 'created'
  created_by?: string
  id?: string[]
  limit: number
}): Promise<NewestResources[]> =>
  ofAllTypes(query => value(api.GET('/api/search/newest', { params: { query: { ...asked, ...query } } })))

/** What is to be done of one type, and the filter of a list of all of it. */
type DueResources = Listed<'/api/search/due'>

/** What is asked about what is to be done. */
export type AskedDue = { assigned_to: string } | { not_assigned_to?: string; until: string }

/** What is to be done of all types, in one request. @throws ApiError */
export const listDue = (asked: AskedDue & { limit: number }): Promise<DueResources[]> =>
  ofAllTypes(query => value(api.GET('/api/search/due', { params: { query: { ...asked, ...query } } })))

/** What several types answer. Those with drafts that the user sees as they are published take a second request. */
async function ofAllTypes<Found extends { type_slug: string }>(
  find: (query: { perspective?: 'draft'; type_slug?: string[] }) => Promise<{ data: Found[] }>,
): Promise<Found[]> {
  const published = publishedOnly()
  const [{ data: drafts }, others] = await Promise.all([
    find(perspectiveOf()),
    published.length === 0 ? undefined : find({ type_slug: published }),
  ])
  return [...drafts.filter(({ type_slug: slug }) => !published.includes(slug)), ...(others?.data ?? [])]
}

/** Find active resources of one type by words, best first. @param limits how many, after how many better ones @throws ApiError */
export async function findByName(
  slug: string,
  words: string,
  limits: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<Pick<SearchHit, 'resources' | 'has_more'>> {
  const query = { q: words, type_slug: [slug], ...limits, ...perspectiveOf(slug) }
  const { data } = await value(api.GET('/api/search', { params: { query }, signal }))
  return data[0] ?? { resources: [], has_more: false }
}

/** One change of what is public, of several that are made together. */
export interface PublishItem {
  id: string
  action: PublishingAction
  sequence_no?: number
}

/** Why one of them would be refused. */
export interface PublishProblem {
  index: number
  code: string
  message: string
}

/** Publish, unpublish and discard 1 to 1,000 resources, all or none. @returns the ids of what they refer to that is not public. @throws ApiError */
export const publishMany = async (items: readonly PublishItem[]): Promise<string[]> =>
  (await sendForJson<{ unpublished: string[] }>('POST', '/api/_publish', { body: { items } })).unpublished

/** What would refuse them. @throws ApiError */
export async function checkPublishMany(items: readonly PublishItem[]): Promise<PublishProblem[]> {
  const body = { items, dry_run: true }
  const { problems } = await sendForJson<{ problems: PublishProblem[] }>('POST', '/api/_publish', { body })
  return problems.map(problem => ({ ...problem, message: problem.message.replace(/^items\[\d+\]: /, '') }))
}
