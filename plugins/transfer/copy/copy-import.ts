import { BadRequest, type Caller } from '../../../kernel/index.ts'
import { compileSchema } from '../../../lib/json-schema/index.ts'
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
import type { TypeEditor } from '../../types/contract.ts'
import type { ImportReport } from '../answer.ts'
import type { ResumableRows } from '../service.ts'
import { createFileImport, type FileImport, type FileImportOptions } from '../import/file-import.ts'
import { RowImport, type FileBatch } from '../import/row-import.ts'
import { RowIndex } from '../import/row-index.ts'
import { ImportTarget, type ImportContracts, type LacksSecrets } from '../import/target.ts'
import { CopiedTypes, readType, type CopiedType, type LineProblem } from './plan-types.ts'
import {
  CopyReader,
  hashOfBytes,
  presetsFile,
  resourceFile,
  typesFile,
  type CopyLimits,
  type CopySection,
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

/** A copy whose types and presets were read and tried. */
export interface PreparedCopy {
  /**
   * Write its types, and import its resources.
   * @param admit checks again that the caller is allowed to, and returns the caller
   * @param resumable for an import that goes on after an interruption: it begins again, and recognises what it has written
   * @throws the error that ends the import; what was written before it stays
   */
  run(admit: () => Promise<Caller>, answer: ImportReport, resumable?: ResumableRows): Promise<void>
}

/**
 * Read the types and presets of a copy, which come before its resources, and try them: types are imported all or none.
 * @param rows the lines of the copy
 * @throws `BadRequest` with the problems of every line; nothing is written
 */
export async function prepareCopy(
  contracts: CopyContracts,
  caller: Caller,
  rows: Rows,
  options: CopyOptions,
): Promise<PreparedCopy> {
  const reader = new CopyReader(rows, options)
  try {
    const files = await reader.files()
    const filled = new Set(files.flatMap(name => resourceFile(name)?.typeSlug ?? []))
    const problems: string[] = []
    const types: CopiedType[] = []
    const presets: CopiedPreset[] = []
    const lines = new Map<string, number>()
    let section = await reader.section()
    for (; section !== undefined && !isContent(section.name); section = await reader.section()) {
      const { name } = section
      if (name !== typesFile && name !== presetsFile) throw new TabularError(`a copy has no file ${name}`)
      const found = await readLines(section.rows, ({ data, line }) => {
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
    const first = section
    return {
      async run(admit, answer, resumable) {
        const { created, updated } = options.dryRun ? tried.outcome : await copied.write(await admit())
        if (!options.dryRun)
          for (const { name, samples } of presets) await contracts.presets?.recordCopy(await admit(), name, samples)
        const changed = new Set([...created, ...updated])
        const unchanged = types.map(({ slug }) => slug).filter(slug => !changed.has(slug))
        const dropped = types.flatMap(({ slug, dropped: lost }) => lost.map(pointer => `${slug}${pointer}`))
        answer.begin({
          types: { created, updated, unchanged },
          presets: presets.map(({ name }) => name),
          ...(dropped.length > 0 && { dropped }),
        })
        await resumable?.onSettled(0)
        const resources = { types, filled, files, reader, first, options, resumedSince: resumable?.since }
        await importResources(contracts, resources, admit, answer)
        if (!options.dryRun) await copied.archive(await admit())
      },
    }
  } catch (error) {
    await reader.end()
    throw error
  }
}

const isOfType = (name: string, types: ReadonlyMap<string, number>): boolean => {
  const file = resourceFile(name)
  if (file !== undefined) return types.has(file.typeSlug)
  return name === typesFile || name === presetsFile || hashOfBytes(name) !== undefined
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

interface CopiedResources {
  types: readonly CopiedType[]
  filled: ReadonlySet<string>
  /** Names of all files. */
  files: readonly string[]
  reader: CopyReader
  /** The first file of resources. */
  first: CopySection | undefined
  options: CopyOptions
  resumedSince: string | undefined
}

type CopiedFileType = FileImportOptions['type'] & Pick<FileImport, 'lacksSecrets'>

async function importResources(
  contracts: CopyContracts,
  { types, filled, files, reader, first, options, resumedSince }: CopiedResources,
  admit: () => Promise<Caller>,
  answer: ImportReport,
): Promise<void> {
  const { account_id: accountId } = await admit()
  const target = new ImportTarget(contracts, admit, true)
  const index = new RowIndex()
  const copied = contracts.files?.receiveCopied({ dryRun: options.dryRun })
  const compiled = new Map<string, CopiedFileType>()
  for (const { slug, schema } of types.filter(type => filled.has(type.slug))) {
    const { created_at = '' } = (options.dryRun ? undefined : await contracts.typeRegistry.find(slug)) ?? {}
    const own = compileSchema(schema)
    const { validate, secrets } = own
    const lacksSecrets: LacksSecrets = (before, data) =>
      !secrets.isEmpty && validate(mergePatch(before, secrets.keep(before, data, true))).length > 0
    compiled.set(slug, { slug, schema, compiled: { ...own, validate: own.validateCopy }, created_at, lacksSecrets })
  }
  const own = new Set(
    [...compiled.values()].flatMap(type => type.compiled.referredTypes.filter(to => compiled.has(to))),
  )
  const left = new Set(files.filter(isContent))
  async function* batches(): AsyncIterable<FileBatch> {
    for (let section = first; section !== undefined; section = await reader.section()) {
      const { name, rows } = section
      const hash = hashOfBytes(name)
      if (hash !== undefined && copied !== undefined && left.delete(name)) {
        await copied.receive(await admit(), hash, section.bytes())
        continue
      }
      const opened = left.delete(name) ? resourceFile(name) : undefined
      const type = compiled.get(opened?.typeSlug ?? '')
      if (opened === undefined || type === undefined)
        throw new TabularError(`${name} is not among the files of the copy`)
      const file = createFileImport({
        ...fileOptions(opened, answer, type, type.slug === contracts.files?.typeSlug ? demandBytes(copied) : undefined),
        type,
        accountId,
        target,
        index,
        own,
        update: options.update,
        resumption: { since: resumedSince, after: 0 },
      })
      for await (const batch of file.batches(rows)) yield { file, batch }
    }
    const [missing] = left
    if (missing !== undefined) throw new TabularError(`the copy ends before ${missing}`)
  }
  try {
    await new RowImport(index, own, options.dryRun).run(batches())
  } finally {
    await reader.end()
    await copied?.end()
  }
}

/** A file whose bytes have not arrived with the copy is refused: who has only their hash does not get them. */
const demandBytes =
  (copied: CopiedBytes | undefined) =>
  ({ sha256, state }: JsonObject): readonly RowProblem[] | undefined =>
    state === 'purged' || (typeof sha256 === 'string' && copied?.has(sha256) === true)
      ? undefined
      : [{ field: 'sha256', message: 'the bytes of the file are not in the copy' }]

function fileOptions(
  { name, typeSlug, format, isArchived }: ResourceFile,
  answer: ImportReport,
  { lacksSecrets }: CopiedFileType,
  refuse: NonNullable<FileImportOptions['copy']>['refuse'],
): Pick<FileImportOptions, 'format' | 'tally' | 'copy'> {
  const tally = answer.tallyFor({ hasLines: format !== 'json', named: { name, typeSlug } })
  return { format, tally, copy: { isArchived, lacksSecrets, refuse } }
}
