import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandFailed, exitCode } from '../../../../kernel/index.ts'
import { compareText } from '../../../../lib/store-kit/index.ts'
import { hashOfBytes } from '../../copy/read-copy.ts'
import { cannotWrite } from '../output-file.ts'
import { checkRegular, formatOf, tryReading } from '../source.ts'

/** Names of the files and folders in an export of everything. */
export const layout = {
  types: 'types.ndjson',
  presets: 'presets.ndjson',
  /** The schedules that wait, if there are any. */
  schedules: 'schedules.ndjson',
  active: 'resources',
  archived: 'archived',
  /** The bytes of files, by their SHA-256. */
  files: 'files',
} as const

/** A folder that is being written: it appears as a whole or not at all. */
interface NewFolder {
  /** The temporary folder to write to. */
  path: string
  commit(): Promise<void>
  discard(): Promise<void>
}

/**
 * Start to write a folder.
 * @throws `CommandFailed` when it exists and is not empty, or cannot be written
 */
export async function createFolder(folder: string): Promise<NewFolder> {
  const place = resolve(folder)
  const fail = (error: unknown): never => {
    throw cannotWrite(folder, error)
  }
  const there = existsSync(place) ? await readdir(place).catch(fail) : []
  if (there.length > 0) throw new CommandFailed(`${folder} is not empty; choose another folder`, exitCode.failed)
  const path = join(dirname(place), `.${basename(place)}.${randomUUID()}.part`)
  for (const name of [layout.active, layout.archived]) await mkdir(join(path, name), { recursive: true }).catch(fail)
  return {
    path,
    async commit() {
      // The rename replaces an empty folder.
      await rename(path, place).catch(fail)
    },
    discard: () => rm(path, { recursive: true, force: true }),
  }
}

/**
 * The paths, within a folder, of its files: types, presets, schedules, then the active and the archived resources of each type.
 * @throws `CommandFailed` when the folder cannot be read, or contains a file of another format or a link
 */
export async function contentFiles(folder: string): Promise<string[]> {
  await checkRegular(join(folder, layout.types), 'file')
  return [
    layout.types,
    ...[layout.presets, layout.schedules].filter(name => existsSync(join(folder, name))),
    ...(await bytesIn(folder)),
    ...(await filesIn(folder, layout.active)),
    ...(await filesIn(folder, layout.archived)),
  ]
}

/** The bytes of files; what else is in the folder is left out. */
async function bytesIn(folder: string): Promise<string[]> {
  const path = join(folder, layout.files)
  if (!existsSync(path)) return []
  await checkRegular(path, 'folder')
  const names = (await tryReading(path, () => readdir(path))).map(name => `${layout.files}/${name}`)
  const known = names.filter(name => hashOfBytes(name) !== undefined)
  for (const name of known) await checkRegular(join(folder, name), 'file')
  return known.toSorted(compareText)
}

async function filesIn(folder: string, inner: string): Promise<string[]> {
  const path = join(folder, inner)
  if (!existsSync(path)) return []
  await checkRegular(path, 'folder')
  const files = (await tryReading(path, () => readdir(path))).toSorted(compareText).map(file => `${inner}/${file}`)
  for (const name of files) {
    await checkRegular(join(folder, name), 'file')
    if (formatOf(name) === undefined)
      throw new CommandFailed(`${name}: is no .ndjson, .json or .csv file`, exitCode.failed)
  }
  return files
}
