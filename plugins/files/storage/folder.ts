import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { onStorage, pathOfKey, unlessMissing } from './storage.ts'
import type { ByteRange, FileStorage, StoredBytes } from './storage.ts'

/** Write what the system still keeps in memory of a file or a folder. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files in a folder, those with a hash as their key in folders of its first two digits. */
export class FolderStorage implements FileStorage {
  readonly location: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.location = folder
  }

  async put(key: string, path: string): Promise<void> {
    await onStorage(this.#put(key, path))
  }

  /** A rename within a file system: the key has the whole content, or what it had. */
  async #put(key: string, path: string): Promise<void> {
    const target = this.#pathOf(key)
    await mkdir(dirname(target), { recursive: true })
    await syncToDisk(path)
    await rename(path, target)
    await syncToDisk(dirname(target))
  }

  size(key: string): Promise<number | undefined> {
    return unlessMissing(stat(this.#pathOf(key)).then(({ size }) => size))
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await unlessMissing(open(this.#pathOf(key), 'r'))
    if (handle === undefined) return undefined
    return createReadStream('', { fd: handle, ...(range !== undefined && { start: range.first, end: range.last }) })
  }

  async move(from: string, to: string): Promise<boolean> {
    const target = this.#pathOf(to)
    await onStorage(mkdir(dirname(target), { recursive: true }))
    return (await unlessMissing(rename(this.#pathOf(from), target).then(() => true))) ?? false
  }

  async remove(key: string): Promise<void> {
    await onStorage(rm(this.#pathOf(key), { force: true, recursive: true }))
  }

  async *list(prefix: string): AsyncIterable<StoredBytes> {
    const isContent = prefix === ''
    const folder = join(this.#folder, isContent ? 'content' : prefix)
    const entries = await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))
    for (const { name, parentPath } of entries?.filter(entry => entry.isFile()) ?? []) {
      const path = join(parentPath, name)
      const found = await unlessMissing(stat(path))
      if (found === undefined) continue
      const key = isContent ? name : relative(this.#folder, path).replaceAll(sep, '/')
      yield { key, bytes: found.size, modifiedAt: found.mtimeMs }
    }
  }

  #pathOf(key: string): string {
    return join(this.#folder, ...pathOfKey(key))
  }
}
