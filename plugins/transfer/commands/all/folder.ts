import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandFailed, exitCode } from '../../../../kernel/index.ts'
import { compareText } from '../../../../lib/store-kit/index.ts'
import { isRefused, problemText, type Row } from '../../../../lib/tabular/index.ts'
import { cannotWrite } from '../output-file.ts'
import { checkRegular, endingOf, formatOf, isGzipName, openFile, readSource, tryReading } from '../source.ts'

/** Names of the files and folders in an export of everything. */
export const layout = {
  types: 'types.ndjson',
  presets: 'presets.ndjson',
  active: 'resources',
  archived: 'archived',
} as const

/** A problem with a line of a file. */
export interface LineProblem {
  line: number
  reason: string
}

/** The objects on the lines of a file. @param problems receives the problems of lines that are no objects */
export async function readLines(file: string, problems: LineProblem[]): Promise<Row[]> {
  const rows: Row[] = []
  for await (const portion of readSource(await openFile(file, { regularOnly: true }))) {
    for (const row of portion) {
      if (!isRefused(row)) rows.push(row)
      else problems.push(...row.problems.map(problem => ({ line: row.line, reason: problemText(problem) })))
    }
  }
  return rows
}

/** A file of resources in such a folder. */
export interface ResourceFile {
  /** Path within the folder. */
  name: string
  path: string
  typeSlug: string
  archived: boolean
}

/** A folder that is being written: it appears as a whole or not at all. */
export interface NewFolder {
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
 * The files of resources in a folder.
 * @throws `CommandFailed` when the folder cannot be read, or contains a file of another format or a link to a folder
 */
export async function resourceFiles(folder: string): Promise<ResourceFile[]> {
  const files: ResourceFile[] = []
  for (const inner of [layout.active, layout.archived]) {
    const path = join(folder, inner)
    if (existsSync(path)) await checkRegular(path, 'folder')
    const names = existsSync(path) ? await tryReading(path, () => readdir(path)) : []
    for (const file of names.toSorted(compareText)) {
      const name = join(inner, file)
      await checkRegular(join(path, file), 'file')
      if (formatOf(file) === undefined)
        throw new CommandFailed(`${name}: is no .ndjson, .json or .csv file`, exitCode.failed)
      const typeSlug = basename(isGzipName(file) ? file.slice(0, -3) : file, endingOf(file))
      files.push({ name, path: join(folder, name), typeSlug, archived: inner === layout.archived })
    }
  }
  return files
}
