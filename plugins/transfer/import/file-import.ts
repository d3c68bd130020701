import { withNormalSlug, type CompiledSchema } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { type RowProblem, createRowReader, type Format, type Rows } from '../../../lib/tabular/index.ts'
import { areProblems, placeIn, readBatches, type Batch, type Step } from './batches.ts'
import { Inspection } from './inspect.ts'
import { findByKey, keyOf, withoutUnchanged } from './key.ts'
import { matchReferences, refuseProblems } from './match.ts'
import { RowIds } from './row-ids.ts'
import type { RowIndex } from './row-index.ts'
import type { ImportTally } from './tally.ts'
import type { ImportTarget, LacksSecrets } from './target.ts'

/** A file that is imported into a type, alone or with others. */
export interface FileImport {
  typeSlug: string
  compiled: CompiledSchema
  target: ImportTarget
  /** Change resources that have the id of a row and other content, instead of reporting that they differ. */
  update: boolean
  /** Properties that the service sets; a row must not have other values of them. Empty for a copy, which keeps the values of the rows. */
  readOnly: readonly string[]
  /** Its resources are archived at the end, so that archived resources count as existing. */
  isArchived: boolean
  /** Whether its rows can refer to rows of the import. */
  isLinked: boolean
  lacksSecrets: LacksSecrets
  /** Replaces keys by ids. */
  keys: readonly Step[]
  /** Replaces names by ids, and leaves out rows that would change nothing. Problems with names are noted in their rows. */
  names: readonly Step[]
  /** Refuses rows in which problems are noted. */
  check: Step
  inspection: Inspection
  /** The name of a row, which references can use instead of its id. */
  nameOf: (data: JsonObject) => string | undefined
  /** Counts and reports the results of its rows. */
  tally: ImportTally
  /** Resources that were created since then were created by an interrupted attempt of this import. */
  resumedSince: string | undefined
  /** Gather its rows into batches. */
  batches: (rows: Rows) => AsyncIterable<Batch>
}

/** How an import goes on that was interrupted. */
export interface Resumption {
  /** Resources that were created since then were created by it, RFC 3339 in UTC; undefined for the first attempt. */
  since: string | undefined
  /** Rows up to this number are done. */
  after: number
}

/** The input of {@link createFileImport}. */
export interface FileImportOptions {
  type: { slug: string; schema: JsonObject | null; compiled: CompiledSchema; created_at: string }
  /** The account that gets the rows. */
  accountId: string
  format: Format
  target: ImportTarget
  /** The rows of the import. */
  index: RowIndex
  /** Slugs of the types whose rows other rows of the import can refer to. */
  own: ReadonlySet<string>
  tally: ImportTally
  update: boolean
  /** The file is part of the copy of a service. */
  copy?: {
    isArchived: boolean
    lacksSecrets: LacksSecrets
    /** Why a row is refused, beyond what its schema says. */
    refuse?: ((data: JsonObject) => readonly RowProblem[] | undefined) | undefined
  }
  /** How columns become properties. Default: by their names. */
  columns?: Pick<Parameters<typeof createRowReader>[0], 'mapping' | 'byTitle' | 'listedOnly' | 'decimal'>
  /** The property that identifies the existing resource of a row. */
  key?: string | undefined
  /** Restore archived resources with the key of a row, which otherwise refuse it. Default: no. */
  restore?: boolean
  /** The properties whose values can replace ids in references, by type. */
  properties?: ReadonlyMap<string, string> | undefined
  /** How an interrupted attempt is continued. Default: there was none. */
  resumption?: Resumption | undefined
}

/** Prepare the import of a file. */
export function createFileImport(options: FileImportOptions): FileImport {
  const { type, accountId, format, target, index, own, tally, update, copy, columns, key, properties } = options
  const { restore = false, resumption: { since, after } = { since: undefined, after: 0 } } = options
  const { slug: typeSlug, schema, compiled, created_at } = type
  const placeOf = placeIn(format)
  const readRow = createRowReader({
    schema,
    isCsv: format === 'csv',
    ...columns,
    ...(copy === undefined && tally.cells),
  })
  const read: typeof readRow = row => {
    const made = readRow(row)
    if (areProblems(made)) return made
    const refused = copy?.refuse?.(made)
    return refused ?? withNormalSlug(compiled, made)
  }
  const ids = new RowIds(typeSlug, accountId, created_at)
  const name = properties?.get(typeSlug)
  const matched = properties === undefined ? [] : [matchReferences(target, compiled, properties, index)]
  return {
    typeSlug,
    compiled,
    target,
    update,
    readOnly: copy === undefined ? compiled.readOnly : [],
    isArchived: copy?.isArchived ?? false,
    isLinked: compiled.referredTypes.some(slug => own.has(slug)),
    lacksSecrets: copy?.lacksSecrets ?? (() => false),
    keys: key === undefined ? [] : [findByKey(target, typeSlug, { key, restore }, placeOf)],
    names: [...matched, withoutUnchanged(compiled)],
    check: refuseProblems(compiled),
    inspection: new Inspection(target, compiled, placeOf),
    nameOf: data => (name === undefined ? undefined : keyOf(data, name)),
    tally,
    resumedSince: since,
    batches: rows => readBatches(rows, { typeSlug, read, ids, placeOf, index, indexesAll: own.has(typeSlug), after }),
  }
}
