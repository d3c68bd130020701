import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { etagOfContent } from './answer.ts'
import type { SiteAnswer } from './answer.ts'

/** The file types in a site's assets folder; no other file in it is served. */
const mediaTypes = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.gif', 'image/gif'],
  ['.ico', 'image/x-icon'],
  ['.pdf', 'application/pdf'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.woff2', 'font/woff2'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
])

/** No part begins with a dot, so none leads out of the folder or to hidden files. */
const address = /^\/assets\/([\w@-][\w@.-]{0,200}(?:\/[\w@-][\w@.-]{0,200}){0,4})$/

/** A replaced file is visible within an hour. */
const cacheControl = 'public, max-age=3600'

/** The file at a path of the site, or undefined. */
export async function findAsset(folder: string, path: string): Promise<SiteAnswer | undefined> {
  const name = address.exec(path)?.[1]
  const mediaType = mediaTypes.get(extname(name ?? ''))
  if (name === undefined || mediaType === undefined) return undefined
  try {
    const body = await readFile(join(folder, name))
    return { status: 200, mediaType, body, etag: etagOfContent(body), cacheControl }
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && absent.has(String(error.code))
