import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { BackupDamaged } from '../../lib/backup/index.ts'
import type { OutsideData, OutsideRestore, OutsideRow } from '../../lib/backup/index.ts'
import { Arrivals } from './arrival/receive.ts'
import type { FilesConfig } from './options.ts'
import { openStorage } from './storage/open-storage.ts'
import type { OpenedStorage } from './storage/open-storage.ts'
import { onStorage } from './storage/storage.ts'

/** Bytes in one row. */
const rowBytes = 1024 * 1024
const rowId = /^([0-9a-f]{64})\/(\d{8})$/

/** The bytes of all files, for backups: rows `<sha256>/<number>` with a part of them each. */
export const fileBytesOutsideStore = (config: FilesConfig): OutsideData => ({
  read: () => readRows(openStorage(config)),
  restore: () => new BytesRestore(openStorage(config)),
})

async function* readRows({ storage }: OpenedStorage): AsyncGenerator<OutsideRow> {
  const keys: string[] = []
  for await (const { key } of storage.list('')) keys.push(key)
  for (const sha256 of keys.toSorted()) {
    const bytes = (await storage.size(sha256)) === 0 ? [] : await storage.read(sha256)
    if (bytes === undefined) continue // they were removed for good meanwhile
    let number = 0
    let rest = Buffer.alloc(0)
    const row = (part: Buffer): OutsideRow => ({
      id: `${sha256}/${String(number++).padStart(8, '0')}`,
      data: { bytes: part.toString('base64') },
    })
    for await (const chunk of bytes) {
      rest = Buffer.concat([rest, chunk])
      if (rest.length < rowBytes) continue
      yield row(rest)
      rest = Buffer.alloc(0)
    }
    if (rest.length > 0 || number === 0) yield row(rest)
  }
}

/** Bytes that are being written: a file of this machine until the last row, then in the storage. */
interface Unfinished {
  sha256: string
  path: string
  handle: FileHandle
  hash: Hash
}

class BytesRestore implements OutsideRestore {
  readonly #opened: OpenedStorage
  readonly #arrivals: Arrivals
  #current: Unfinished | undefined

  constructor(opened: OpenedStorage) {
    this.#opened = opened
    this.#arrivals = new Arrivals(opened.arrivals)
  }

  async write({ id, data: { bytes } }: OutsideRow): Promise<void> {
    const [, sha256] = rowId.exec(id) ?? []
    if (sha256 === undefined || typeof bytes !== 'string')
      throw new BackupDamaged(`the backup is damaged: ${id} is no part of a file`)
    if (this.#current?.sha256 !== sha256) {
      await this.end()
      this.#current = await this.#begin(sha256)
    }
    const part = Buffer.from(bytes, 'base64')
    this.#current.hash.update(part)
    await onStorage(this.#current.handle.writeFile(part))
  }

  async #begin(sha256: string): Promise<Unfinished> {
    const path = await this.#arrivals.newPath()
    return { sha256, path, handle: await onStorage(open(path, 'wx')), hash: createHash('sha256') }
  }

  async end(): Promise<void> {
    const { sha256, path, hash } = this.#current ?? {}
    if (sha256 === undefined || path === undefined) return
    if (hash?.digest('hex') !== sha256) throw new BackupDamaged(`the backup is damaged: the file ${sha256} was altered`)
    await this.#opened.storage.put(sha256, path)
    await this.discard()
  }

  async discard(): Promise<void> {
    if (this.#current === undefined) return
    const { path, handle } = this.#current
    this.#current = undefined
    await handle.close()
    await rm(path, { force: true })
  }
}
