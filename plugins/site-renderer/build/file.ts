import { isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { CommandFailed } from '../../../kernel/index.ts'
import type { ApiClient } from '../../../kernel/index.ts'
import type { LinkedFile } from './document-links.ts'

/** The answer of the site at an address. */
export interface SiteFile {
  /** Path on the site, with its query. */
  path: string
  status: number
  mediaType: string
  content: Buffer
  /** Full address of the published file; undefined if it is not known where the site will be published. */
  url: string | undefined
  /** Whether a list on it ends before all of its items are shown. */
  isCut: boolean
  /** What it links to, if it is an HTML document or a style sheet. */
  linked: LinkedFile | undefined
}

/** An address that the service lists. */
export interface ListedAddress {
  path: string
  /** The slug of its resource, where that cannot be part of an address. */
  unusableSlug: string | undefined
}

/** The answer of the service, before links are read. */
export type FetchedFile = Omit<SiteFile, 'linked'>

/** Request files from the service; it may answer with fewer than requested. */
export async function fetchFiles(
  api: ApiClient,
  paths: readonly string[],
  baseUrl: string | undefined,
): Promise<FetchedFile[]> {
  const query = new URLSearchParams(paths.map((path): [string, string] => ['path', path]))
  if (baseUrl !== undefined) query.set('base_url', baseUrl)
  return listOf(await read(api, `/api/site/files?${query.toString()}`)).map(item => {
    const { path, status, media_type: mediaType, text, base64, url } = item
    const content = typeof text === 'string' ? Buffer.from(text) : Buffer.from(String(base64 ?? ''), 'base64')
    const address = typeof url === 'string' ? url : undefined
    return {
      path: String(path),
      status: Number(status),
      mediaType: String(mediaType),
      content,
      url: address,
      isCut: item['is_cut'] === true,
    }
  })
}

/**
 * Request a picture or another uploaded file of the site.
 * @param path on the site
 * @returns its bytes as they arrive; undefined when the site shows no such file
 */
export async function openUploaded(api: ApiClient, path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const chunks = api.download(`/site${path}`)[Symbol.asyncIterator]()
  try {
    const first = await chunks.next()
    return restOf(chunks, first)
  } catch (error) {
    if (error instanceof CommandFailed && error.answerCode === 'not-found') return undefined
    throw error
  }
}

async function* restOf(
  chunks: AsyncIterator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
): AsyncIterable<Uint8Array> {
  try {
    for (let next = first; next.done !== true; next = await chunks.next()) yield next.value
  } finally {
    await chunks.return?.()
  }
}

/** Every address that the service lists. */
export async function fetchAddresses(api: ApiClient): Promise<ListedAddress[]> {
  const found: ListedAddress[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const body: Json = await read(
      api,
      `/api/site/addresses${cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { path, unusable_slug: slug } of listOf(body))
      found.push({ path: String(path), unusableSlug: typeof slug === 'string' ? slug : undefined })
    cursor = isObject(body) && typeof body['cursor'] === 'string' && body['cursor'] !== '' ? body['cursor'] : undefined
  }
  return found
}

/** Read an answer of the service; again for some time while it has too much to do. */
const read = async (api: ApiClient, url: string): Promise<Json> =>
  (await api.request('GET', url, { isPatient: true })).body

const listOf = (body: Json): Record<string, Json>[] =>
  isObject(body) && Array.isArray(body['data']) ? body['data'].filter(isObject) : []
