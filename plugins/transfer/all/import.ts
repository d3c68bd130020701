import { CommandFailed, exitCode, type ApiClient, type CommandContext } from '../../../kernel/index.ts'
import { compileSchema } from '../../../lib/json-schema/index.ts'
import type { CompiledSchema } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { accountOf } from '../account.ts'
import { cellReader } from '../cells.ts'
import { measuredRows } from '../formats/measured.ts'
import { openFile } from '../formats/source.ts'
import { FileIndex } from '../load/file-index.ts'
import { load } from '../load/index.ts'
import { inspect } from '../load/inspect.ts'
import { localCheck } from '../load/local-check.ts'
import { indexRows, tryRows } from '../load/look-ahead.ts'
import type { Part } from '../load/part.ts'
import { openReport, type Report } from '../load/report.ts'
import { RowIds } from '../load/row-ids.ts'
import { placesOf, type ReferencePlace } from '../references.ts'
import { shapeOf } from '../schema-shape.ts'
import { createdAt, readType } from '../target.ts'
import { resourceFiles, type ResourceFile } from './folder.ts'
import { orderTypes } from './order.ts'
import { bringPresets } from './presets.ts'
import { archiveTypes, bringTypes, planFolder, type TypeChange } from './types.ts'

export interface ImportAllOptions {
  dryRun?: boolean
  /** Change resources that are there with other content. */
  update?: boolean
  /** File for the rows that were refused. */
  rejects?: string
}

/** A type with the files of its resources. */
interface FiledType {
  slug: string
  change: TypeChange
  compiled: CompiledSchema
  places: readonly ReferencePlace[]
  files: ResourceFile[]
  /** Where ids for rows without one begin. */
  createdAt: string
}

/** `plinth import --all`: what `plinth export --all` wrote. Sets the exit code when rows were refused. */
export async function importAll(context: CommandContext, folder: string, options: ImportAllOptions): Promise<void> {
  const { dryRun = false, update = false, rejects } = options
  const files = await resourceFiles(folder)
  const api = await context.api()
  const filled = new Set(files.map(({ typeSlug }) => typeSlug))
  const { types: changes, presets } = await planFolder(api, folder, filled)
  const types = fileTypes(changes, files)
  if (!dryRun) {
    await bringTypes(api, changes)
    await bringPresets(api, presets)
    for (const type of types) type.createdAt = createdAt((await readType(api, type.slug)) ?? {})
  }
  const opening = { types: summary(changes), presets: presets.map(({ name }) => name) }
  const report = await openReport(context, { rejects, dryRun, several: true, opening })
  try {
    await loadTypes({ context, api, report, dryRun, update }, types)
    report.complete()
  } finally {
    await report.finish()
  }
  if (!dryRun) await archiveTypes(api, changes)
  if (report.isIncomplete) process.exitCode = exitCode.refusedRows
}

function fileTypes(changes: readonly TypeChange[], files: readonly ResourceFile[]): FiledType[] {
  const known = new Map(changes.map(change => [change.slug, change]))
  const stray = files.find(({ typeSlug }) => !known.has(typeSlug))
  if (stray !== undefined)
    throw new CommandFailed(`${stray.name}: there is no such type in the folder`, exitCode.failed)
  return changes.flatMap(change => {
    const own = files.filter(({ typeSlug }) => typeSlug === change.slug)
    if (own.length === 0) return []
    const compiled = compileSchema(change.schema)
    const places = placesOf(compiled, shapeOf(change.schema))
    return [{ slug: change.slug, change, compiled, places, files: own, createdAt: '' }]
  })
}

function summary(changes: readonly TypeChange[]): Record<'created' | 'updated' | 'unchanged', string[]> {
  const slugs = (wanted: TypeChange['what']): string[] =>
    changes.filter(({ what }) => what === wanted).map(({ slug }) => slug)
  return { created: slugs('create'), updated: slugs('update'), unchanged: slugs('nothing') }
}

/** All files are read for what they hold before anything is sent: their rows refer to each other. */
async function loadTypes(run: Run, types: readonly FiledType[]): Promise<void> {
  const { context, api, dryRun } = run
  const index = new FileIndex()
  const account = await accountOf(api)
  const parts: Part[] = []
  for (const type of orderTypes(types)) {
    for (const file of type.files) parts.push(await partOf({ ...run, type, file, index, account }))
  }
  const progress = context.progress('reading')
  for (const part of parts) await indexRows(part, index)
  const verdicts = await tryRows(api, parts, index)
  progress.finish()
  await load(api, { parts, index, verdicts, dryRun })
}

/** One import of everything. */
interface Run {
  context: CommandContext
  api: ApiClient
  report: Report
  dryRun: boolean
  update: boolean
}

interface PartOf extends Run {
  type: FiledType
  file: ResourceFile
  index: FileIndex
  account: string
}

async function partOf({ context, api, type, file, report, index, account, dryRun, update }: PartOf): Promise<Part> {
  const { slug: typeSlug, compiled, places, change } = type
  const source = await openFile(file.path)
  const { rows, total } = measuredRows(source)
  const prepare = source.format === 'csv' ? cellReader(change.schema) : (row: JsonObject) => row
  const progress = context.progress(file.name)
  return {
    typeSlug,
    places,
    sending: { copy: true, update },
    archived: file.archived,
    rows,
    reading: () => ({ typeSlug, prepare, ids: new RowIds(typeSlug, account, type.createdAt) }),
    steps: trying => (trying ? [inspect(api, compiled, places, index)] : []),
    judge: localCheck(
      typeSlug,
      compiled,
      dryRun && change.what !== 'create' ? { api, archived: file.archived, update } : undefined,
    ),
    tally: report.tally(typeSlug, file.name),
    progress: { update: done => progress.update(done, total(done)), finish: () => progress.finish() },
  }
}
