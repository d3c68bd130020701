import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFailed, exitCode, type ApiClient, type CommandContext } from '../../../../kernel/index.ts'
import { compileSchema, type CompiledSchema } from '../../../../lib/json-schema/index.ts'
import { isObject } from '../../../../lib/json/index.ts'
import { createRowReader } from '../../../../lib/tabular/index.ts'
import { ApiTarget } from '../../import/targets/api-target.ts'
import { placeIn, readBatches } from '../../import/batches.ts'
import { inspect } from '../../import/inspect.ts'
import type { FileImport } from '../../import/file-import.ts'
import { loadFiles } from '../../import/load.ts'
import { createTrialTarget } from '../../import/targets/trial-target.ts'
import { referencesOf, type TypeReferences } from '../../import/references/references.ts'
import { RowIds } from '../../import/row-ids.ts'
import { RowIndex } from '../../import/references/row-index.ts'
import { folderOption, temporaryFolder } from '../../import/temporary-rows.ts'
import { tryFiles } from '../../import/trial.ts'
import { createdAt, readType } from '../find-type.ts'
import { openReport, type Report } from '../report.ts'
import { CountedBytes, openFile, readSource } from '../source.ts'
import { resourceFiles, type ResourceFile } from './folder.ts'
import { checkManifest } from './manifest.ts'
import { orderTypes } from './order-types.ts'
import { bringPresets } from './presets.ts'
import { archiveTypes, bringTypes, planFolder, type TypeChange } from './plan-types.ts'

export interface ImportAllOptions {
  dryRun?: boolean
  /** Change existing resources that have other content. */
  update?: boolean
  /** File for the rows that were refused. */
  rejects?: string
}

/** One run of `plinth import --all`. */
interface Run {
  context: CommandContext
  api: ApiClient
  report: Report
  dryRun: boolean
  update: boolean
  /** The folder for temporary rows. */
  temporary: string
}

/** `plinth import --all`: import a folder that `plinth export --all` wrote. Sets the exit code when rows were refused. */
export async function importAll(context: CommandContext, folder: string, options: ImportAllOptions): Promise<void> {
  const { dryRun = false, update = false, rejects } = options
  if (!(await checkManifest(folder)))
    context.say(
      `${folder} has no manifest.json (an earlier version wrote it, or it was deleted): whether its files are whole is not checked`,
    )
  const files = await resourceFiles(folder)
  let temporary = join(tmpdir(), 'plinth-imports')
  const api = await context.api(config => {
    temporary = temporaryFolder(config, folderOption(config)) // of the store, if it is used directly
    return config
  })
  const filled = new Set(files.map(({ typeSlug }) => typeSlug))
  const { types, presets } = await planFolder(api, folder, filled)
  const stray = files.find(({ typeSlug }) => !types.some(({ slug }) => slug === typeSlug))
  if (stray !== undefined)
    throw new CommandFailed(`${stray.name}: there is no such type in the folder`, exitCode.failed)
  if (!dryRun) {
    await bringTypes(api, types)
    await bringPresets(api, presets)
  }
  const opening = { types: summary(types), presets: presets.map(({ name }) => name) }
  const report = await openReport(context, { rejects, dryRun, isSeveral: true, opening })
  try {
    await importResources({ context, api, report, dryRun, update, temporary }, types, files)
    report.complete()
  } finally {
    await report.finish()
  }
  if (!dryRun) await archiveTypes(api, types)
  if (report.hasRefusedRows) process.exitCode = exitCode.refusedRows
}

function summary(changes: readonly TypeChange[]): Record<'created' | 'updated' | 'unchanged', string[]> {
  const slugs = (wanted: TypeChange['what']): string[] =>
    changes.filter(({ what }) => what === wanted).map(({ slug }) => slug)
  return { created: slugs('create'), updated: slugs('update'), unchanged: slugs('nothing') }
}

/** All files are read before anything is written, because their rows refer to each other. */
async function importResources(
  run: Run,
  changes: readonly TypeChange[],
  files: readonly ResourceFile[],
): Promise<void> {
  const { context, api, dryRun } = run
  const index = new RowIndex(placeIn('ndjson'))
  const account = await findAccount(api)
  const filled = changes.filter(({ slug }) => files.some(({ typeSlug }) => typeSlug === slug))
  const types = filled.map(change => {
    const compiled = compileSchema(change.schema)
    return { ...change, compiled, references: referencesOf(change.schema, compiled) }
  })
  const imports: FileImport[] = []
  for (const type of orderTypes(types)) {
    const own = files.filter(({ typeSlug }) => typeSlug === type.slug)
    const created = dryRun ? '' : createdAt((await readType(api, type.slug)) ?? {})
    const newIds = (): RowIds => new RowIds(type.slug, account, created)
    for (const file of own) imports.push(await fileImport(run, { type, file, index, newIds }))
  }
  const progress = context.progress('reading')
  const verdicts = await tryFiles(imports, index)
  progress.finish()
  await loadFiles(imports, { index, verdicts, dryRun })
}

/** The account that gets the rows: the ids of rows are derived from it. */
async function findAccount(api: ApiClient): Promise<string> {
  if (api.account !== undefined) return api.account
  const answer = await api.request('GET', '/api/auth/me', { accept: [400, 401, 403, 404] })
  const account = isObject(answer.body) ? answer.body['account_id'] : undefined
  return typeof account === 'string' ? account : 'urn:account:default'
}

interface FileOfType {
  type: TypeChange & { compiled: CompiledSchema; references: TypeReferences }
  file: ResourceFile
  index: RowIndex
  newIds(): RowIds
}

async function fileImport(run: Run, { type, file, index, newIds }: FileOfType): Promise<FileImport> {
  const { context, api, report, dryRun, update, temporary } = run
  const { slug: typeSlug, schema, what, compiled, references } = type
  const source = await openFile(file.path, { regularOnly: true })
  const { format } = source
  const read = createRowReader({ schema, isCsv: format === 'csv' })
  const placeOf = placeIn(format)
  const active = new ApiTarget(api, ['active'])
  const all = new ApiTarget(api, ['archived', 'active'])
  const target = file.archived ? all : active
  const isThere = dryRun && what !== 'create'
  const progress = context.progress(file.name)
  const counted = new CountedBytes(source)
  let rows = 0
  const onBatch = (more: number): void => {
    rows += more
    progress.update(rows, counted.estimate(rows))
  }
  return {
    typeSlug,
    target,
    trial: createTrialTarget(target, isThere ? all : undefined),
    references,
    update,
    readOnly: [],
    isArchived: file.archived,
    batches: () =>
      readBatches(readSource({ ...source, bytes: () => counted.read() }), { typeSlug, read, ids: newIds(), placeOf }),
    resolve: [],
    check: [],
    inspect: [inspect({ target: active, compiled, references, index, placeOf })],
    tally: report.tallyFor({ typeSlug, name: file.name, format }, onBatch),
    temporaryFolder: temporary,
    finished: () => progress.finish(),
  }
}
