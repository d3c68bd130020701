import { systemCodeOf } from '../../kernel/errors.ts'
import { randomUUID } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import type { Config } from '../../kernel/contracts/config.ts'
import { systemMessageOf } from '../../kernel/process/failure.ts'
import type { Check, Finding } from './check.ts'
import { sizeText } from '../../lib/terminal/text.ts'

type Store = Config['store']

/** The service cannot work reliably with less free space: its log alone can need more. Bytes. */
const minFreeBytes = 100_000_000
/** Less free disk space than this is a warning, bytes. */
const lowFreeBytes = 1_000_000_000
const trialBytes = 64 * 1024

/** The folder in which the file of a store is or will be created: the nearest one that exists. */
export function folderOf(path: string): string {
  let folder = dirname(path)
  while (!existsSync(folder)) folder = dirname(folder)
  return folder
}

/** The path of a store in a file. */
export const fileOf = ({ path }: Store): string | undefined => (path === ':memory:' ? undefined : path)

/** Files of an SQLite store that this user cannot read and write. SQLite itself opens some of them for reading only, and fails later. */
export function closedFiles(store: Store): Finding[] {
  const path = fileOf(store)
  if (path === undefined) return []
  const files = ['', '-wal', '-shm', '.lock', '.address']
    .map(ending => `${path}${ending}`)
    .filter(file => existsSync(file))
  return files.flatMap(file => {
    const code = accessProblem(file)
    if (code === undefined) return []
    const message = `${file} cannot be read and written by the user ${userName()} (${code})`
    return [{ message, remedy: `change its owner or mode (chown ${userName()} ${file}; chmod u+rw ${file})` }]
  })
}

function accessProblem(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    return systemCodeOf(error)
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.()) // a user without an entry in the list of users, as in containers
  }
}

/** Whether the disk of the store has room, and files can be written beside the store. Nothing for stores that are no file here. */
export function checkDisk(store: Store): Check[] {
  const path = fileOf(store)
  if (path === undefined) return []
  const folder = folderOf(path)
  if (!statSync(folder).isDirectory()) return [] // the check of the store reports it
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const detail = `${sizeText(free)} free in ${folder}`
  const writing = trialProblem(folder)
  if (writing !== undefined) return [{ name: 'disk', detail, problems: [writing] }]
  const needed = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const remedy = 'delete what is not needed on this disk, or move the store to a larger one'
  if (free < minFreeBytes) {
    const message = `the disk of the store is nearly full: ${sizeText(free)} are free in ${folder}`
    return [{ name: 'disk', detail, problems: [{ message, remedy }] }]
  }
  const isLow = free < Math.max(lowFreeBytes, needed)
  const message = `${sizeText(free)} are free; a backup or a conversion beside the store needs ${sizeText(Math.max(lowFreeBytes, needed))}`
  return [{ name: 'disk', detail, problems: [], ...(isLow && { warnings: [{ message, remedy }] }) }]
}

/** Write a small file in a folder, and delete it again. */
function trialProblem(folder: string): Finding | undefined {
  const file = join(folder, `.plinth-doctor-${randomUUID()}`)
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      if (writeSync(descriptor, Buffer.alloc(trialBytes)) < trialBytes) return fullDisk(folder)
      fsyncSync(descriptor)
      return undefined
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    const code = systemCodeOf(error)
    if (code === 'ENOSPC' || code === 'EDQUOT') return fullDisk(folder)
    const message = `no file can be created in ${folder}, the folder of the store (${code})`
    const remedy = `let the user ${userName()} write to it; in a container mount a volume there, with systemd name it in ReadWritePaths or StateDirectory`
    return { message, remedy }
  } finally {
    rmSync(file, { force: true })
  }
}

const fullDisk = (folder: string): Finding => ({
  message: `the disk of the store is full: nothing can be written in ${folder}`,
  remedy: 'delete what is not needed on this disk, or enlarge it; the service writes again by itself',
})

/**
 * Whether the service can listen at its address: binds it for a moment.
 * @param owner the address of the running service that uses the store, if there is one
 */
export async function checkPort({ http: { host, port }, store }: Config, owner: string | undefined): Promise<Check> {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const found = (detail: string, problems: Finding[] = [], warnings: Finding[] = []): Check => ({
    name: 'port',
    detail,
    problems,
    warnings,
  })
  if (port === 0) return found('any free port')
  const error = await bindingError(host, port)
  if (error === undefined) return found(`${place} is free`)
  if (systemCodeOf(error) !== 'EADDRINUSE') {
    return found(place, [
      {
        message: `the service cannot listen at ${place} (${systemCodeOf(error)})`,
        remedy: systemMessageOf(error) ?? 'correct HOST and PORT',
      },
    ])
  }
  if (owner !== undefined && Number(new URL(owner).port) === port)
    return found(`${place} is used by the service that runs`)
  // On a server the store can be that of the service which listens there.
  const finding = {
    message: `another program or service listens at ${place}`,
    remedy: 'stop it, or set PORT to another number',
  }
  return fileOf(store) === undefined
    ? found(`${place} is in use`, [], [finding])
    : found(`${place} is in use`, [finding])
}

async function bindingError(host: string, port: number): Promise<unknown> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return error
  } finally {
    server.close()
  }
}
