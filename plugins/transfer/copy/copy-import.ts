import { BadRequest, ServiceError, StoreUnavailable, type Caller } from '../../../kernel/index.ts'
import { compileSchema, draftSchema } from '../../../lib/json-schema/index.ts'
import { isObject, jsonText, mergePatch, type JsonObject } from '../../../lib/json/index.ts'
import {
  isRefused,
  problemText,
  TabularError,
  type Row,
  type RowProblem,
  type Rows,
} from '../../../lib/tabular/index.ts'
import type { CopiedBytes, Files } from '../../files/contract.ts'
import type { Presets } from '../../presets/contract.ts'
import type { ScheduleCopies } from '../../publishing/contract.ts'
import type { TypeEditor } from '../../types/contract.ts'
import { openFileImport, type FileImport, type FileImportOptions } from '../import/file-import.ts'
import { acceptRows, writeRows, type Importing, type RowSource } from '../import/row-import.ts'
import { ImportTarget, wholeRow, type ImportContracts, type LacksSecrets } from '../import/target.ts'
import { refuse } from '../import/batches.ts'
import { noOutcome } from '../import/write-rows.ts'
import { CopiedTypes, readType, type CopiedType, type LineProblem } from './plan-types.ts'
import {
  CopyReader,
  hashOfBytes,
  presetsFile,
  resourceFile,
  schedulesFile,
  typesFile,
  type CopyLimits,
  type ResourceFile,
} from './read-copy.ts'

/** The types and presets of a copy are in memory. */
const maxTypesBytes = 64 * 1024 * 1024

/** The contracts that copies need in addition. */
export interface CopyContracts extends ImportContracts {
  typeEditor: TypeEditor
  /** Undefined when no plugin provides presets. */
  presets: Presets | undefined
  /** Undefined when no plugin provides files. */
  files: Files | undefined
  /** Undefined when no plugin provides schedules. */
  schedules: ScheduleCopies | undefined
}

export interface CopyOptions extends CopyLimits {
  /** Change resources that have other content. */
  update: boolean
  dryRun: boolean
}

/** A preset that is installed in the copied service, with the samples that were loaded. */
interface CopiedPreset {
  name: string
  samples: ReadonlyMap<string, string>
}

/**
 * Import a copy: its types and presets are read and tried, its resources read, then the types are written, all or none, and then the resources.
 * @param rows reads the lines of the copy from the beginning
 * @throws `BadRequest` with the problems of the types and presets, `TabularError` for a copy that cannot be read: nothing is written; any other error that
 * ends the import: what was written before it stays
 */
export async function importCopy(
  contracts: CopyContracts,
  caller: Caller,
  rows: () => Rows,
  options: CopyOptions,
  { admit, report, ...progress }: Importing,
): Promise<void> {
  const { files, types, presets, schedules, filled, copied, outcome } = await readTypes(
    contracts,
    caller,
    rows,
    options,
  )
  const { dryRun } = options
  const compiled = compileTypes(types.filter(({ slug }) => filled.has(slug)))
  const referred = new Set([...compiled.values()].flatMap(type => type.compiled.referredTypes))
  const { account_id: accountId } = await admit()
  const target = new ImportTarget(contracts, admit, true)
  const received = contracts.files?.receiveCopied({ dryRun })
  const receive = async (sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
    received?.receive(await admit(), sha256, bytes)
  const source: RowSource = async function* (reading) {
    const isFirst = reading.purpose === 'accept'
    const sections = resourceFiles(rows(), { files, limits: options }, isFirst ? receive : undefined)
    for await (const { opened, rows: read } of sections) {
      const { name, typeSlug, format, isArchived } = opened
      const type = compiled.get(typeSlug)
      if (type === undefined) throw new TabularError(`${name} is not among the files of the copy`)
      const { created_at = '' } = (dryRun ? undefined : await contracts.typeRegistry.find(typeSlug)) ?? {}
      const tally = report.tallyFor({ hasLines: format !== 'json', named: { name, typeSlug } })
      const refuse = typeSlug === contracts.files?.typeSlug ? demandBytes(received) : undefined
      const copy = { isArchived, lacksSecrets: type.lacksSecrets, refuse }
      const file = { type: { ...type, created_at }, accountId, format, target, tally, update: options.update, copy }
      yield { file: openFileImport(file, reading), rows: read }
    }
  }
  try {
    const accepted = await acceptRows(source, referred)
    const { created, updated } = dryRun ? outcome : await copied.write(await admit())
    if (!dryRun)
      for (const { name, samples } of presets) await contracts.presets?.recordCopy(await admit(), name, samples)
    const changed = new Set([...created, ...updated])
    const dropped = types.flatMap(({ slug, dropped: lost }) => lost.map(pointer => `${slug}${pointer}`))
    report.begin({
      types: { created, updated, unchanged: types.map(({ slug }) => slug).filter(slug => !changed.has(slug)) },
      presets: presets.map(({ name }) => name),
      ...(dropped.length > 0 && { dropped }),
    })
    await writeRows(source, { accepted, dryRun, ...progress })
    await restoreSchedules(contracts, schedules, admit, { dryRun, report })
    if (!dryRun) await copied.archive(await admit())
  } finally {
    await received?.end()
  }
}

/** Read the types and presets of a copy, which come before its resources, and try the types. @throws `BadRequest` with the problems of every line */
async function readTypes(contracts: CopyContracts, caller: Caller, rows: () => Rows, limits: CopyLimits) {
  const reader = new CopyReader(rows(), limits)
  try {
    const files = await reader.files()
    const filled = new Set(files.flatMap(name => resourceFile(name)?.typeSlug ?? []))
    const problems: string[] = []
    const types: CopiedType[] = []
    const presets: CopiedPreset[] = []
    const schedules: Row[] = []
    const lines = new Map<string, number>()
    let section = await reader.section()
    for (; section !== undefined && !isContent(section.name); section = await reader.section()) {
      const { name } = section
      if (!planFiles.has(name)) throw new TabularError(`a copy has no file ${name}`)
      const found = await readLines(section.rows, row => {
        const { data, line } = row
        if (name === schedulesFile) {
          schedules.push(row)
          return contracts.schedules === undefined ? ['switch on the plugin "publishing"'] : []
        }
        const read = name === typesFile ? readType(data, line, lines) : readPreset(contracts, data)
        if (Array.isArray(read)) return read
        if ('slug' in read) types.push(read)
        else presets.push(read)
        return []
      })
      problems.push(...inLines(name, found))
    }
    const copied = new CopiedTypes(contracts.typeEditor, types, filled)
    const tried = await copied.try(caller)
    problems.unshift(...inLines(typesFile, tried.problems))
    if (contracts.files === undefined && files.some(name => hashOfBytes(name) !== undefined))
      problems.push('there are files in the copy; switch on the plugin "files"')
    const unknown = files.find(name => !isOfType(name, lines))
    if (unknown !== undefined) problems.push(`${unknown}: there is no such type in the folder`)
    if (problems.length > 0) throw new BadRequest(['nothing is imported', ...problems].join('\n'))
    return { files, types, presets, schedules, filled, copied, outcome: tried.outcome }
  } finally {
    await reader.end()
  }
}

const isOfType = (name: string, types: ReadonlyMap<string, number>): boolean => {
  const file = resourceFile(name)
  if (file !== undefined) return types.has(file.typeSlug)
  return planFiles.has(name) || hashOfBytes(name) !== undefined
}

/** The files that are read before the types are written. */
const planFiles: ReadonlySet<string> = new Set([typesFile, presetsFile, schedulesFile])

/** Make the schedules that wait in the copied service. */
async function restoreSchedules(
  { schedules }: CopyContracts,
  rows: readonly Row[],
  admit: () => Promise<Caller>,
  { dryRun, report }: { dryRun: boolean } & Pick<Importing, 'report'>,
): Promise<void> {
  if (rows.length === 0) return
  const tally = report.tallyFor({ hasLines: true, named: { name: schedulesFile, typeSlug: 'schedule' } })
  for (const row of rows) {
    const outcome = noOutcome()
    const ready = { ...row, id: '', identity: 'own' as const, row: row.data }
    try {
      const isNew = dryRun || (await schedules?.restore(await admit(), row.data)) === true
      ;(isNew ? outcome.created : outcome.there).push(ready)
    } catch (error) {
      if (!(error instanceof ServiceError) || error instanceof StoreUnavailable) throw error
      outcome.refused.push(refuse(ready, wholeRow(error.message)))
    }
    await tally.settled(outcome)
  }
}

/** Whether a file has resources, or bytes of them, which are not read before the types are written. */
const isContent = (name: string): boolean => resourceFile(name) !== undefined || hashOfBytes(name) !== undefined

const inLines = (file: string, problems: readonly LineProblem[]): string[] =>
  problems.toSorted((a, b) => a.line - b.line).map(({ line, reason }) => `${file}: line ${line}: ${reason}`)

/** Read a file of types or presets. @param read returns the problems of a row */
async function readLines(rows: Rows, read: (row: Row) => string[]): Promise<LineProblem[]> {
  const problems: LineProblem[] = []
  let bytes = 0
  for await (const portion of rows)
    for (const row of portion) {
      const reasons = isRefused(row) ? row.problems.map(problemText) : read(row)
      problems.push(...reasons.map(reason => ({ line: row.line, reason })))
      bytes += isRefused(row) ? 0 : jsonText(row.data).length
      if (bytes > maxTypesBytes) throw new TabularError(`the types are larger than ${maxTypesBytes} bytes`)
    }
  return problems
}

function readPreset({ presets }: CopyContracts, { name, samples = {} }: Row['data']): CopiedPreset | string[] {
  if (typeof name !== 'string' || !isObject(samples)) return ['must be an object with name and samples']
  if (presets?.has(name) !== true)
    return [`there is no preset ${name} here; switch on the plugin that brings it, or take the line out`]
  return { name, samples: new Map(Object.entries(samples).map(([label, id]) => [label, String(id)])) }
}

type CopiedFileType = Omit<FileImportOptions['type'], 'created_at'> & Pick<FileImport, 'lacksSecrets'>

/** The types of the files, as they judge the rows of a copy. */
function compileTypes(types: readonly CopiedType[]): Map<string, CopiedFileType> {
  return new Map(
    types.map(({ slug, schema }): [string, CopiedFileType] => {
      const own = compileSchema(schema?.['x-drafts'] === true ? draftSchema(schema) : schema)
      const { validate, secrets } = own
      const lacksSecrets: LacksSecrets = (before, data) =>
        !secrets.isEmpty && validate(mergePatch(before, secrets.keep(before, data, true))).length > 0
      return [slug, { slug, schema, compiled: { ...own, validate: own.validateCopy }, lacksSecrets }]
    }),
  )
}

/** A file whose bytes have not arrived with the copy is refused: who has only their hash does not get them. */
const demandBytes =
  (received: CopiedBytes | undefined) =>
  ({ sha256, state }: JsonObject): readonly RowProblem[] | undefined =>
    state === 'purged' || (typeof sha256 === 'string' && received?.has(sha256) === true)
      ? undefined
      : [{ field: 'sha256', message: 'the bytes of the file are not in the copy' }]

/**
 * The files of resources, one after the other.
 * @param receive gets the bytes of files, which come before; undefined when they were received in an earlier reading
 * @throws `TabularError` when a file is missing, or is no file of the copy
 */
async function* resourceFiles(
  lines: Rows,
  { files, limits }: { files: readonly string[]; limits: CopyLimits },
  receive: ((sha256: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>) | undefined,
): AsyncGenerator<{ opened: ResourceFile; rows: Rows }> {
  const reader = new CopyReader(lines, limits)
  try {
    await reader.files()
    const left = new Set(files)
    for (let section = await reader.section(); section !== undefined; section = await reader.section()) {
      const { name, rows } = section
      if (!left.delete(name)) throw new TabularError(`${name} is not among the files of the copy`)
      const hash = hashOfBytes(name)
      const opened = resourceFile(name)
      if (opened !== undefined) yield { opened, rows }
      else if (hash !== undefined && receive !== undefined) await receive(hash, section.bytes())
      else for await (const _portion of hash === undefined ? rows : section.bytes()); // was read before
    }
    const missing = [...left].find(isContent)
    if (missing !== undefined) throw new TabularError(`the copy ends before ${missing}`)
  } finally {
    await reader.end()
  }
}
