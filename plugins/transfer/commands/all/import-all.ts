import { CommandFailed, exitCode, type ApiClient, type CommandContext } from '../../../../kernel/index.ts'
import { compileSchema, type CompiledSchema } from '../../../../lib/json-schema/index.ts'
import { isObject } from '../../../../lib/json/index.ts'
import { createRowReader, shapeOf } from '../../../../lib/tabular/index.ts'
import { ApiTarget } from '../../import/targets/api-target.ts'
import { placeIn, readBatches } from '../../import/batches.ts'
import { inspect } from '../../import/inspect.ts'
import type { FileImport } from '../../import/file-import.ts'
import { loadFiles } from '../../import/load.ts'
import { createTrialTarget } from '../../import/targets/trial-target.ts'
import { placesOf, type ReferencePlace } from '../../import/references/references.ts'
import { RowIds } from '../../import/row-ids.ts'
import { RowIndex } from '../../import/references/row-index.ts'
import { tryFiles } from '../../import/trial.ts'
import { createdAt, readType } from '../find-type.ts'
import { openReport, type Report } from '../report.ts'
import { CountedBytes, openFile, readSource } from '../source.ts'
import { resourceFiles, type ResourceFile } from './folder.ts'
import { orderTypes } from './order-types.ts'
import { bringPresets } from './presets.ts'
import { archiveTypes, bringTypes, planFolder, type TypeChange } from './plan-types.ts'

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
  const report = await openReport(context, { rejects, dryRun, isSeveral: true, opening })
  try {
    await loadTypes({ context, api, report, dryRun, update }, types)
    report.complete()
  } finally {
    await report.finish()
  }
  if (!dryRun) await archiveTypes(api, changes)
  if (report.hasRefusedRows) process.exitCode = exitCode.refusedRows
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

/** All files are read for what they hold before anything is written: their rows refer to each other. */
async function loadTypes(run: Run, types: readonly FiledType[]): Promise<void> {
  const { context, api, dryRun } = run
  const index = new RowIndex(placeIn('ndjson'))
  const account = await findAccount(api)
  const files: FileImport[] = []
  for (const type of orderTypes(types)) {
    for (const file of type.files) files.push(await fileImport({ ...run, type, file, index, account }))
  }
  const progress = context.progress('reading')
  const verdicts = await tryFiles(files, index)
  progress.finish()
  await loadFiles(files, { index, verdicts, dryRun })
}

/** The account that rows go to: part of what the ids of rows are made from. */
async function findAccount(api: ApiClient): Promise<string> {
  if (api.account !== undefined) return api.account
  const answer = await api.request('GET', '/api/auth/me', { accept: [400, 401, 403, 404] })
  const account = isObject(answer.body) ? answer.body['account_id'] : undefined
  return typeof account === 'string' ? account : 'urn:account:default'
}

/** One import of everything. */
interface Run {
  context: CommandContext
  api: ApiClient
  report: Report
  dryRun: boolean
  update: boolean
}

interface FileOfType extends Run {
  type: FiledType
  file: ResourceFile
  index: RowIndex
  account: string
}

async function fileImport(one: FileOfType): Promise<FileImport> {
  const { context, api, type, file, report, index, account, dryRun, update } = one
  const { slug: typeSlug, compiled, places, change } = type
  const source = await openFile(file.path)
  const { format } = source
  const read = createRowReader({ schema: change.schema, isCsv: format === 'csv' })
  const placeOf = placeIn(format)
  const active = new ApiTarget(api, ['active'])
  const all = new ApiTarget(api, ['archived', 'active'])
  const target = file.archived ? all : active
  const isThere = dryRun && change.what !== 'create'
  const progress = context.progress(file.name)
  const listener = report.listenerFor({ typeSlug, name: file.name, format })
  const counted = new CountedBytes(source)
  let rows = 0
  return {
    typeSlug,
    target,
    trial: createTrialTarget(target, isThere ? all : undefined),
    places,
    update,
    readOnly: [],
    isArchived: file.archived,
    batches: () =>
      readBatches(readSource({ ...source, bytes: () => counted.read() }), {
        typeSlug,
        read,
        ids: new RowIds(typeSlug, account, type.createdAt),
        placeOf,
      }),
    resolve: [],
    check: [],
    inspect: [inspect({ target: active, compiled, places, index, placeOf })],
    listener: {
      async settled(outcome) {
        await listener.settled(outcome)
        const { created, updated, there: present, differing, refused, unchanged } = outcome
        rows += created.length + updated.length + present.length + differing.length + refused.length + unchanged
        progress.update(rows, counted.estimate(rows))
      },
      refused: row => listener.refused(row),
      incomplete: (row, wasLoaded) => listener.incomplete(row, wasLoaded),
      finished: () => progress.finish(),
    },
  }
}
