import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Conflict, Forbidden, NotFound } from '../../../kernel/index.ts'
import type { Arrivals } from '../arrival/receive.ts'
import type { ReadableFile } from '../service.ts'
import { onStorage } from '../storage/storage.ts'
import type { FileStorage } from '../storage/storage.ts'
import type { ImageRequest, Pictures } from './pictures.ts'
import { cleanable, removeMetadata } from './remove-metadata.ts'

/** What derivatives are made with. */
interface DerivedParts {
  storage: FileStorage
  arrivals: Arrivals
  pictures: Pictures
}

/** Pictures that are made of files: each once, and kept. */
export class Derived {
  readonly #parts: DerivedParts
  /** What is being made, by its key. */
  readonly #making = new Map<string, Promise<void>>()

  constructor(parts: DerivedParts) {
    this.#parts = parts
  }

  /**
   * @returns the key of a smaller picture in the storage
   * @throws Conflict for a file of which none can be made
   */
  async image({ facts, focalPoint }: ReadableFile, request: Omit<ImageRequest, 'focalPoint'>): Promise<string> {
    const { pictures } = this.#parts
    const { encodingFormat, contentProblem, sha256 } = facts
    if (!pictures.isAvailable)
      throw new Conflict('this service makes no pictures (sharp is not installed); take the content')
    if (contentProblem !== undefined) throw new Conflict(`${contentProblem} Take the content.`)
    if (!pictures.reads(encodingFormat))
      throw new Conflict(`no pictures are made of ${encodingFormat}; take the content`)
    const { width, ratio, fit, format } = request
    const isCut = ratio !== undefined && fit === 'cover'
    const point = isCut ? `-${Math.round(focalPoint.x * 1000)}-${Math.round(focalPoint.y * 1000)}` : ''
    const shape = ratio === undefined ? '' : `-${fit}-${Math.round(ratio * 10_000)}`
    const key = `derived/${sha256}/${width}${shape}${point}.${format}`
    await this.#once(key, (source, target) => pictures.make(source, { ...request, focalPoint }, target), sha256)
    return key
  }

  /**
   * The bytes of a picture for others than its uploader: without the place and time that its camera has recorded.
   * @returns the key in the storage
   * @throws Forbidden where the metadata of this format cannot be removed
   */
  async withoutMetadata({ facts: { encodingFormat, sha256 } }: ReadableFile): Promise<string> {
    const key = `derived/${sha256}/content`
    const clean = async (source: string, target: string): Promise<void> => {
      const cleaned = cleanable.has(encodingFormat) ? removeMetadata(await readFile(source), encodingFormat) : undefined
      if (cleaned === undefined)
        throw new Forbidden(
          `only its uploader gets the bytes of this picture: the place that its camera has recorded cannot be removed from ${encodingFormat}`,
        )
      await onStorage(writeFile(target, cleaned))
    }
    await this.#once(key, clean, sha256)
    return key
  }

  async #once(key: string, make: (source: string, target: string) => Promise<void>, sha256: string): Promise<void> {
    const { storage } = this.#parts
    if ((await storage.size(key)) !== undefined) return
    const making = this.#making.get(key) ?? this.#make(key, make, sha256)
    this.#making.set(key, making)
    try {
      await making
    } finally {
      this.#making.delete(key)
    }
  }

  async #make(key: string, make: (source: string, target: string) => Promise<void>, sha256: string): Promise<void> {
    const { storage, arrivals, pictures } = this.#parts
    await pictures.inTurn(async () => {
      const [source, target] = [await arrivals.newPath(), await arrivals.newPath()]
      try {
        const bytes = await storage.read(sha256)
        if (bytes === undefined) throw new NotFound('the bytes of this file are missing')
        await onStorage(pipeline(bytes, createWriteStream(source)))
        await make(source, target)
        await storage.put(key, target)
      } finally {
        await arrivals.discard(source)
        await arrivals.discard(target)
      }
    })
  }
}

/** Whether the bytes of files of this type can contain where a picture was taken. */
export const hasMetadata = (mediaType: string): boolean =>
  mediaType.startsWith('image/') && !/^image\/(?:svg\+xml|gif|bmp)$/.test(mediaType)
