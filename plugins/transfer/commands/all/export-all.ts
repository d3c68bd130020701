import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandFailed, exitCode, type CommandContext } from '../../../../kernel/index.ts'
import { isObject, parseJson, type JsonObject } from '../../../../lib/json/index.ts'
import { thousands } from '../../../../lib/terminal/index.ts'
import { hashOfBytes, presetsFile, resourceFile, schedulesFile, typesFile } from '../../copy/read-copy.ts'
import { createOutputFile, type OutputFile } from '../output-file.ts'
import { createFolder } from './folder.ts'
import { writeManifest } from './manifest.ts'

/** How much of a type was written. */
interface Written extends JsonObject {
  type_slug: string
  active: number
  archived: number
  /** How many values are never shown (`writeOnly`, `format: password`) and not written. Absent when there are none. */
  left_out?: number
}

/** `plinth export --all`: the files of `GET /api/_export`, in a new folder. */
export async function exportAll(context: CommandContext, folder: string): Promise<void> {
  const api = await context.api()
  const target = await createFolder(folder)
  const progress = context.progress('export')
  const copy = new CopyFolder(target.path, rows => progress.update(rows))
  try {
    for await (const line of linesOf(api.download('/api/_export'))) await copy.add(line)
    await copy.finish()
    await writeManifest(target.path, copy.rows)
    await target.commit()
  } catch (error) {
    copy.abandon()
    await target.discard()
    throw error
  } finally {
    progress.finish()
  }
  const exports = writtenOf(copy)
  for (const { type_slug, left_out } of exports)
    if (left_out !== undefined)
      context.report(
        `${type_slug}: ${thousands(left_out)} values that are never shown (writeOnly, format: password) left out; a backup has them`,
      )
  if (copy.damaged > 0) {
    context.report(
      `${thousands(copy.damaged)} resources are left out, because the store is damaged and they cannot be read; put back a backup, or run "plinth doctor --repair" where the store is`,
    )
    process.exitCode = exitCode.refusedRows
  }
  const types = copy.rows.get(typesFile) ?? 0
  context.print({ folder, types, exports }, () => {
    const rows = exports.reduce((sum, { active, archived }) => sum + active + archived, 0)
    return (
      `${thousands(types)} types and ${thousands(rows)} resources written to ${folder}: content only, ` +
      'without users, roles, settings, views, grants, versions and events (plinth backup carries everything)'
    )
  })
}

/** Rows are written when so many characters have arrived. */
const maxHeldLength = 65_536

/** Writes the lines of a copy to the files that they belong to. */
class CopyFolder {
  /** The number of rows by the name of the file. */
  readonly rows = new Map<string, number>()
  /** The number of values that were left out, by type. */
  readonly leftOut = new Map<string, number>()
  damaged = 0
  readonly #path: string
  readonly #onRows: (rows: number) => void
  #announced = 0
  #written = 0
  #file: OutputFile | undefined
  #name = ''
  #text = ''

  constructor(path: string, onRows: (rows: number) => void) {
    this.#path = path
    this.#onRows = onRows
  }

  async add(line: string): Promise<void> {
    const row = /^\{"row":(\{.*\}),"line":\d+\}$/.exec(line)?.[1]
    if (row !== undefined) return this.#addRow(row)
    const bytes = /^\{"bytes":"([A-Za-z\d+/=]*)"\}$/.exec(line)?.[1]
    if (bytes !== undefined) return this.#file?.write(Buffer.from(bytes, 'base64'))
    const value = parseJson(line)
    if (!isObject(value)) throw new CommandFailed('the service answered a copy in an unknown shape', exitCode.failed)
    const { files, file, left_out: leftOut, problems } = value
    if (Array.isArray(files)) this.#announced = files.length
    else if (typeof file === 'string') await this.#begin(file)
    else if (isObject(leftOut))
      for (const [type, count] of Object.entries(leftOut)) this.leftOut.set(type, Number(count))
    else if (problems !== undefined) this.damaged += 1
  }

  async #addRow(row: string): Promise<void> {
    this.rows.set(this.#name, (this.rows.get(this.#name) ?? 0) + 1)
    if (resourceFile(this.#name) !== undefined) this.#onRows((this.#written += 1))
    this.#text += `${row}\n`
    if (this.#text.length > maxHeldLength) await this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#text !== '') await this.#file?.write(this.#text)
    this.#text = ''
  }

  async #end(): Promise<void> {
    await this.#flush()
    await this.#file?.end()
    this.#file = undefined
  }

  async #begin(name: string): Promise<void> {
    await this.#end()
    if (!isKnown(name)) throw new CommandFailed(`the service sent an unknown file: ${name}`, exitCode.failed)
    const path = join(this.#path, name)
    await mkdir(dirname(path), { recursive: true })
    this.#file = await createOutputFile(path, name, 'create', 0o600)
    this.#name = name
    this.rows.set(name, 0)
  }

  /** @throws `CommandFailed` when files are missing */
  async finish(): Promise<void> {
    await this.#end()
    if (this.#announced === 0 || this.rows.size !== this.#announced)
      throw new CommandFailed('the copy ended before all its files were written; repeat the export', exitCode.failed)
  }

  abandon(): void {
    this.#file?.abandon()
  }
}

const isKnown = (name: string): boolean =>
  [typesFile, presetsFile, schedulesFile].includes(name) ||
  hashOfBytes(name) !== undefined ||
  (resourceFile(name) !== undefined && !name.includes('..'))

/** How much was written, by type. */
function writtenOf({ rows, leftOut }: CopyFolder): Written[] {
  const written = new Map<string, Written>()
  for (const [name, count] of rows) {
    const file = resourceFile(name)
    if (file === undefined) continue
    const { typeSlug, isArchived } = file
    const left = leftOut.get(typeSlug)
    const one = written.get(typeSlug) ?? {
      type_slug: typeSlug,
      active: 0,
      archived: 0,
      ...(left !== undefined && { left_out: left }),
    }
    one[isArchived ? 'archived' : 'active'] = count
    written.set(typeSlug, one)
  }
  return [...written.values()]
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
