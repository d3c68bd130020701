import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import { Connection } from './connection.ts'
import { isBusy } from './failures.ts'

/** Who has a file. */
interface Owner {
  address: string | undefined
  pid: number | undefined
}

/** Another process has this file open. */
export class StoreOwned extends ConfigurationError {
  static override readonly code: string = 'store-owned'
  /** Where that process answers over HTTP, if it said so. */
  readonly address: string | undefined
  /** The number of that process, as far as it is known. */
  readonly pid: number | undefined

  constructor(path: string, { address, pid }: Owner) {
    const who = pid === undefined ? 'a running process' : `process ${pid}`
    const where = address === undefined ? '' : `, which answers at ${address}`
    super(`${path} is in use by ${who}${where}; stop that process, or work through it`)
    this.address = address
    this.pid = pid
  }
}

/** The path of a store that is in no file, and that nobody else can have. */
export const inMemory = ':memory:'

/** One file has one path, whatever links lead to it. */
function realPath(path: string): string {
  const full = resolve(path)
  if (existsSync(full)) return realpathSync(full)
  return existsSync(dirname(full)) ? join(realpathSync(dirname(full)), basename(full)) : full
}

/**
 * See that a file is there which the process's own user alone, or for an existing one also its group, may read. SQLite gives the files beside it
 * (`-wal`, `-shm`) the same rights. One that is there is not opened: closing it would end the locks that this process has on it.
 */
function keepPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600))
  const { mode, uid } = statSync(path)
  if ((mode & 0o007) !== 0 && uid === process.getuid?.()) chmodSync(path, mode & 0o770)
}

const addressFile = (path: string): string => `${realPath(path)}.address`

/**
 * Become the one process that has this file. The lock (a lock of the operating system on `<path>.lock`) ends with the process, however that ends.
 * @returns lets go
 * @throws `StoreOwned` at once when another process has it
 */
export function own(path: string): () => void {
  mkdirSync(dirname(resolve(path)), { recursive: true })
  for (const file of [realPath(path), `${realPath(path)}.lock`]) keepPrivate(file)
  const lock = new Connection(`${realPath(path)}.lock`)
  try {
    lock.execute('PRAGMA busy_timeout = 0', 'PRAGMA locking_mode = EXCLUSIVE', 'BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new StoreOwned(path, readOwner(path))
    throw error
  }
  noteOwner(path, '')
  return () => {
    rmSync(addressFile(path), { force: true })
    lock.close()
  }
}

/** Who owns this file, as far as that is noted. The note may be old if that process was killed. */
function readOwner(path: string): Owner {
  const file = addressFile(path)
  const [address, pid] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return { address: address || undefined, pid: Number(pid) || undefined }
}

/** The address on the first line, perhaps none; the number of the process on the second. */
const noteOwner = (path: string, address: string): void =>
  writeFileSync(addressFile(path), `${address}\n${process.pid}\n`, { mode: 0o600 })

/** Say beside the file where this process, its owner, answers. The note is taken away when the store is closed. */
export function announceAddress(path: string, url: string): void {
  if (path === inMemory) return
  noteOwner(path, url)
}
