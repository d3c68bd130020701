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
import { isBusy, isDiskFull } from './failures.ts'

/** The owner of a file. */
interface Owner {
  address: string | undefined
  pid: number | undefined
}

/** Another process has opened this file. */
export class StoreOwned extends ConfigurationError {
  static override readonly code: string = 'store-owned'
  /** The address at which that process answers over HTTP, if it published one. */
  readonly address: string | undefined
  /** The id of that process, if it is known. */
  readonly pid: number | undefined

  constructor(path: string, { address, pid }: Owner) {
    const who = pid === undefined ? 'a running process' : `process ${pid}`
    const where = address === undefined ? '' : `, which answers at ${address}`
    super(`${path} is in use by ${who}${where}; stop that process, or work through it`)
    this.address = address
    this.pid = pid
  }
}

/** The path of a store that is not in a file, and that no other process can access. */
export const inMemory = ':memory:'

/** The canonical path of a file, whatever links lead to it. */
export function realPath(path: string): string {
  const full = resolve(path)
  if (existsSync(full)) return realpathSync(full)
  return existsSync(dirname(full)) ? join(realpathSync(dirname(full)), basename(full)) : full
}

/**
 * Ensure that a file exists which only the process's own user, or for an existing file also its group, can read. SQLite gives the files next to it
 * (`-wal`, `-shm`) the same permissions. An existing file is not opened: closing it would release the locks that this process has on it.
 */
function keepPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600))
  const stats = statSync(path)
  if (!stats.isFile()) {
    const what = stats.isDirectory() ? 'a folder' : 'no regular file'
    throw new ConfigurationError(`the store ${path} is ${what}; SQLITE_PATH names a file`)
  }
  const { mode, uid } = stats
  if ((mode & 0o007) !== 0 && uid === process.getuid?.()) chmodSync(path, mode & 0o770)
}

const addressFile = (path: string): string => `${realPath(path)}.address`

/**
 * Become the only process that uses this file. The lock (a lock of the operating system on `<path>.lock`) ends with the process, however that ends.
 * @returns a function that releases the lock
 * @throws `StoreOwned` at once when another process owns it
 */
export function own(path: string): () => void {
  mkdirSync(dirname(resolve(path)), { recursive: true })
  keepPrivate(realPath(path))
  const lock = lockFile(path, `${realPath(path)}.lock`)
  try {
    naming(addressFile(path), () => noteOwner(path, ''))
  } catch (error) {
    lock.close()
    throw error
  }
  return () => {
    rmSync(addressFile(path), { force: true })
    lock.close()
  }
}

/**
 * Run work as the only process that uses this file, which is not created.
 * @throws `StoreOwned`
 */
export function owning<T>(path: string, work: () => T): T {
  if (path === inMemory || !existsSync(path)) return work()
  const letGo = own(path)
  try {
    return work()
  } finally {
    letGo()
  }
}

function lockFile(path: string, file: string): Connection {
  return naming(file, () => {
    keepPrivate(file)
    const lock = new Connection(file)
    try {
      // Nothing is ever written to it, and a journal beside it would need space on the disk.
      const settings = ['busy_timeout = 0', 'journal_mode = MEMORY', 'locking_mode = EXCLUSIVE']
      lock.execute(...settings.map(setting => `PRAGMA ${setting}`), 'BEGIN EXCLUSIVE')
      return lock
    } catch (error) {
      lock.close()
      throw isBusy(error) ? new StoreOwned(path, readOwner(path)) : error
    }
  })
}

/** Run work on a file beside the store; if it fails because the file belongs to another user, the error names it. */
function naming<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const uid = statSync(file, { throwIfNoEntry: false })?.uid
    if (error instanceof ConfigurationError || uid === undefined || uid === process.getuid?.()) throw error
    const remedy = 'see that nothing of that user runs on the store, and delete the file'
    throw new ConfigurationError(`${file} belongs to another user (${uid}) and cannot be written to; ${remedy}`, {
      cause: error,
    })
  }
}

/** The owner of this file, as far as it is recorded. The record can be outdated if that process was killed. */
function readOwner(path: string): Owner {
  const file = addressFile(path)
  const [address, pid] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return { address: address || undefined, pid: Number(pid) || undefined }
}

/** Write the address to the first line (possibly empty), and the process id to the second. On a full disk others only learn that the file is in use. */
function noteOwner(path: string, address: string): void {
  try {
    writeFileSync(addressFile(path), `${address}\n${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** Record next to the file an address of this machine at which this process, its owner, answers. The record is deleted when the store is closed. */
export function announceAddress(path: string, url: string): void {
  if (path === inMemory) return
  noteOwner(path, url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:'))
}
