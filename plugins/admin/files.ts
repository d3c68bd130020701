import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { systemCodeOf } from '../../lib/errors/index.ts'
import { codings } from './accept.ts'
import type { Coding } from './accept.ts'

/** A file of the built application, in one coding. */
export interface BuiltFile {
  body: Buffer
  mediaType: string
  coding: Coding | undefined
  /** A strong entity tag, different for each coding, derived from the content. */
  etag: string
}

/** The media types of the application's files; no other file in the folder is served. */
const mediaTypes = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
])

/** File names that the build creates: no part begins with a dot, so none leads out of the folder or to hidden files. */
const name = /^[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)*$/
const maxNameLength = 512

/** Files with a hash of their content in their names: they never change, and are stored next to their compressed forms. */
export const isAsset = (path: string): boolean => path.startsWith('assets/')

interface Remembered {
  modified: number
  body: Buffer
  etag: string
}

/** More files than a build has; reached only if the application is built repeatedly. */
const maxRemembered = 500

/** The files of the built application, cached in memory until they change on disk. */
export class BuiltFiles {
  readonly #directory: string
  readonly #remembered = new Map<string, Remembered>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /**
   * The file at a path.
   * @param path decoded, relative to the folder of the application, with `/`; can be any text
   * @param accepted accepted codings, the best first
   * @returns undefined when there is no such file
   */
  async find(path: string, accepted: readonly Coding[]): Promise<BuiltFile | undefined> {
    const mediaType = mediaTypes.get(extname(path))
    if (mediaType === undefined || path.length > maxNameLength || !name.test(path)) return undefined
    for (const coding of isAsset(path) ? accepted : []) {
      const found = await this.#read(path + codings[coding])
      if (found !== undefined) return { ...found, mediaType, coding }
    }
    const found = await this.#read(path)
    return found === undefined ? undefined : { ...found, mediaType, coding: undefined }
  }

  async #read(path: string): Promise<Pick<BuiltFile, 'body' | 'etag'> | undefined> {
    const file = join(this.#directory, path)
    try {
      const stats = await stat(file)
      if (!stats.isFile()) return undefined
      const known = this.#remembered.get(path)
      if (known?.modified === stats.mtimeMs && known.body.length === stats.size) return known
      return this.#remember(path, stats.mtimeMs, await readFile(file))
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  #remember(path: string, modified: number, body: Buffer): Remembered {
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear()
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const remembered = { modified, body, etag }
    this.#remembered.set(path, remembered)
    return remembered
  }
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])
const isAbsent = (error: unknown): boolean => absent.has(systemCodeOf(error))
