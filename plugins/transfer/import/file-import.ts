import { withNormalSlug, type CompiledSchema } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { type RowProblem, createRowReader, type Format, type Rows } from '../../../lib/tabular/index.ts'
import { areProblems, readBatches, RowPlaces, type Batch, type Step } from './batches.ts'
import { Inspection } from './inspect.ts'
import { findByKey, importKeyOf, withoutUnchanged } from './key.ts'
import { matchReferences, refuseProblems, skipNames } from './match.ts'
import { RowIds } from './row-ids.ts'
import type { ImportTally } from './tally.ts'
import type { ImportTarget, LacksSecrets } from './target.ts'

/** A reading of a file that is imported into a type, alone or with others. */
export interface FileImport {
  typeSlug: string
  compiled: CompiledSchema
  target: ImportTarget
  /** Change resources that have the id of a row and other content, instead of reporting that they differ. */
  update: boolean
  /** Properties that the service sets; a row must not have other values of them. Empty for a copy, which keeps the values of the rows. */
  readOnly: readonly string[]
  /** Its resources are archived, so that archived resources count as existing. */
  isArchived: boolean
  lacksSecrets: LacksSecrets
  /** Replaces keys and names by ids. Problems with names are noted in their rows. */
  resolve: readonly Step[]
  /** Leaves out rows that would change nothing. */
  skipUnchanged: Step
  /** Refuses rows in which problems are noted. */
  check: Step
  inspection: Inspection
  /** The name of a row, which references can use instead of its id. */
  nameOf: (data: JsonObject) => string | undefined
  /** Counts and reports the results of its rows. */
  tally: ImportTally
  /** Gather its rows into batches. */
  batches: (rows: Rows) => AsyncIterable<Batch>
}

/** What a file is read for: to find the rows that can be accepted, without their references; to write them; or to find references to refused ones. */
export interface Reading {
  purpose: 'accept' | 'write' | 'report'
  /** Whether an id is that of an accepted row. */
  accepts: (id: string) => boolean
  /** Ids of the accepted rows with a name that do not follow from it. */
  named: (name: string) => readonly string[]
}

/** The input of {@link openFileImport}. */
export interface FileImportOptions {
  type: { slug: string; schema: JsonObject | null; compiled: CompiledSchema; created_at: string }
  /** The account that gets the rows. */
  accountId: string
  format: Format
  target: ImportTarget
  tally: ImportTally
  update: boolean
  /** The file is part of the copy of a service. */
  copy?: {
    isArchived: boolean
    lacksSecrets: LacksSecrets
    /** Why a row is refused, beyond the checks of its schema. */
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
}

/** Begin a reading of a file. */
export function openFileImport(options: FileImportOptions, { purpose, accepts, named }: Reading): FileImport {
  const { type, accountId, format, target, tally, update, copy, columns, key, restore = false, properties } = options
  const { slug: typeSlug, schema, compiled, created_at } = type
  const places = new RowPlaces(format)
  const readRow = createRowReader({
    schema,
    isCsv: format === 'csv',
    ...columns,
    ...(copy === undefined && purpose === 'write' && tally.cells),
  })
  const read: typeof readRow = row => {
    const made = readRow(row)
    if (areProblems(made)) return made
    const refused = copy?.refuse?.(made)
    return refused ?? withNormalSlug(compiled, made)
  }
  const ids = new RowIds(typeSlug, accountId, created_at)
  const name = compiled.referredTypes.includes(typeSlug) ? properties?.get(typeSlug) : undefined
  const nameOf = (data: JsonObject): string | undefined => (name === undefined ? undefined : importKeyOf(data, name))
  const rowsNamed = (text: string): string[] =>
    name === undefined ? [] : [...[ids.ofName(text)].filter(accepts), ...named(text)]
  const match =
    purpose === 'accept' ? skipNames(compiled) : properties && matchReferences(target, compiled, properties, rowsNamed)
  return {
    typeSlug,
    compiled,
    target,
    update,
    readOnly: copy === undefined ? compiled.readOnly : [],
    isArchived: copy?.isArchived ?? false,
    lacksSecrets: copy?.lacksSecrets ?? (() => false),
    resolve: [
      ...(key === undefined ? [] : [findByKey(target, typeSlug, { key, restore }, places)]),
      ...(properties === undefined || match === undefined ? [] : [match]),
    ],
    skipUnchanged: withoutUnchanged(compiled),
    check: refuseProblems(compiled),
    inspection: new Inspection(target, compiled, places),
    tally,
    nameOf,
    batches: rows => readBatches(rows, { typeSlug, read, ids, places, isCopy: copy !== undefined, nameOf }),
  }
}
