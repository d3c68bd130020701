import { isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { ApiClient } from '../../../kernel/index.ts'

/** The answer of the site at an address. */
export interface SiteFile {
  /** Path on the site, with its query. */
  path: string
  status: number
  mediaType: string
  content: Buffer
  /** Full address of the published file; undefined if it is not known where the site will be published. */
  url: string | undefined
  /** The local links in it, as written; for an HTML document or a style sheet. */
  links: readonly string[]
}

/** The answer of the service, before links are read. */
export type FetchedFile = Omit<SiteFile, 'links'>

/** Request files from the service; it may answer with fewer than requested. */
export async function fetchFiles(
  api: ApiClient,
  paths: readonly string[],
  baseUrl: string | undefined,
): Promise<FetchedFile[]> {
  const query = new URLSearchParams(paths.map((path): [string, string] => ['path', path]))
  if (baseUrl !== undefined) query.set('base_url', baseUrl)
  const { body } = await api.request('GET', `/api/site/files?${query.toString()}`)
  return listOf(body).map(item => {
    const { path, status, media_type: mediaType, text, base64, url } = item
    const content = typeof text === 'string' ? Buffer.from(text) : Buffer.from(String(base64 ?? ''), 'base64')
    const address = typeof url === 'string' ? url : undefined
    return { path: String(path), status: Number(status), mediaType: String(mediaType), content, url: address }
  })
}

/** Every address that the service lists. */
export async function fetchAddresses(api: ApiClient): Promise<string[]> {
  const { body } = await api.request('GET', '/api/site/addresses')
  return listOf(body).map(({ path }) => String(path))
}

const listOf = (body: Json): Record<string, Json>[] =>
  isObject(body) && Array.isArray(body['data']) ? body['data'].filter(isObject) : []
