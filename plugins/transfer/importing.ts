import { BadRequest, type Caller } from '../../kernel/index.ts'
import { notAColumn } from '../../lib/json-schema/index.ts'
import { invalidParameter, quote } from '../../lib/query/index.ts'
import {
  inferSchema,
  problemText,
  readRows,
  shapeOf,
  TabularError,
  type ColumnPlan,
  type DecimalSign,
  type Reading,
  type Rows,
} from '../../lib/tabular/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import type { CopyContracts } from './copy/copy-import.ts'
import { openFileImport } from './import/file-import.ts'
import { acceptRows, writeRows, type Importing, type RowSource } from './import/row-import.ts'
import { ImportTarget } from './import/target.ts'
import { previewFile, type PreviewAnswer } from './preview.ts'

/** How a file is imported: the parameters of the route. */
export interface ImportParameters {
  /** Column → property; the empty text leaves the column out. */
  mapping: ReadonlyMap<string, string>
  /** Columns are mapped to the properties whose title they are. */
  byTitle: boolean
  /** Columns that `mapping` does not name are left out. */
  listedOnly: boolean
  /** The property that identifies the existing resource of a row. */
  key: string | undefined
  /** The property whose values can replace ids in references. */
  match: string | undefined
  /** Restore archived resources with the key of a row. */
  restore: boolean
  /** Change resources that have the `@id` of a row and other content. */
  update: boolean
  /** Of a type with `x-drafts`: what is written becomes public. */
  publish: boolean
  dryRun: boolean
  /** The character before the decimals of numbers. Default: a point. */
  decimal: DecimalSign | undefined
}

/** The rows of a file for a type. */
interface FileRows {
  format: Reading['format']
  /** Read them from the beginning. */
  rows: () => Rows
}

/** An import whose parameters are valid for the type. */
type PreparedImport = (file: FileRows, importing: Importing) => Promise<void>

/** What was inferred from a file, as the API returns it. */
interface InferenceAnswer {
  schema: JsonObject
  /** Column → property; columns within objects only if the path of their property is another one. */
  mapping: Record<string, string>
  conversions: {
    column: string
    property: string
    /** How many values change. */
    rows: number
    /** How many of them are numbers that an export writes otherwise. */
    rewritten?: number
    /** How the dates of the column are written. */
    date_form?: string
    example: ColumnPlan['example']
  }[]
  rows: number
  /** Rows that an import would refuse whatever the type is. */
  unreadable?: { rows: number; first: { row: number; line?: number; reasons: string[]; data: Json }[] }
}

/**
 * Check the parameters of an import against the type.
 * @throws NotFound when there is no such type, BadRequest for parameters that are not valid for it
 */
export async function prepareImport(
  contracts: CopyContracts,
  typeSlug: string,
  parameters: ImportParameters,
): Promise<PreparedImport> {
  const { key, match, mapping, restore } = parameters
  const type = await contracts.typeRegistry.active(typeSlug)
  checkMapping(type, mapping)
  if (key !== undefined) checkKey(type, key)
  if (restore) checkUniqueKey(type, key)
  const properties = match === undefined ? undefined : await matchedProperties(contracts.typeRegistry, type, match)
  return (file, importing) => importRows(contracts, type, properties, parameters, file, importing)
}

async function importRows(
  contracts: CopyContracts,
  type: ResourceType,
  properties: ReadonlyMap<string, string> | undefined,
  { mapping, byTitle, listedOnly, decimal, key, restore, update, publish, dryRun }: ImportParameters,
  { format, rows }: FileRows,
  { admit, report, startedAt, onRows }: Importing,
): Promise<void> {
  const { account_id: accountId } = await admit()
  if (publish) await contracts.access.authorize(await admit(), 'odrl:distribute', type.slug)
  const target = new ImportTarget(contracts, admit, false, publish)
  const tally = report.tallyFor({ hasLines: format !== 'json' })
  const columns = { mapping, byTitle, listedOnly, decimal }
  const { slug, schema, created_at, drafts } = type
  const compiled = publish ? type.compiled : (drafts?.saving ?? type.compiled)
  const options = {
    type: { slug, schema, created_at, compiled },
    accountId,
    format,
    target,
    tally,
    update,
    columns,
    key,
    restore,
    properties,
  }
  const source: RowSource = async function* (reading) {
    yield { file: openFileImport(options, reading), rows: rows() }
  }
  const referred = new Set(type.compiled.referredTypes.filter(slug => slug === type.slug))
  await writeRows(source, { accepted: await acceptRows(source, referred), dryRun, startedAt, onRows })
}

/**
 * The property that references can use instead of ids, for each type that is referred to: the requested one, if the type has it,
 * otherwise its display property.
 */
async function matchedProperties(
  registry: TypeRegistry,
  { slug: typeSlug, compiled: { referredTypes } }: ResourceType,
  property: string,
): Promise<Map<string, string>> {
  if (referredTypes.length === 0)
    throw new BadRequest(`match: the type ${typeSlug} refers to no others (x-resource-type)`)
  const properties = new Map<string, string>()
  for (const slug of referredTypes) {
    const referred = await registry.find(slug)
    if (referred?.status !== 'active') continue
    const { schema, compiled } = referred
    const isDeclared = shapeOf(schema).properties.has(property)
    const name = isDeclared || schema === null ? property : compiled.displayProperty
    if (name !== null) checkComparable(compiled, 'match', name)
    if (name === null)
      throw new BadRequest(`match: the type ${slug} has no property ${property}, and none that names its resources`)
    properties.set(slug, name)
  }
  return properties
}

/**
 * Infer a type from the rows of a file, or of its beginning.
 * @throws BadRequest when nothing can be inferred
 */
export async function inferFromRows(bytes: AsyncIterable<Uint8Array>, reading: Reading): Promise<InferenceAnswer> {
  const { format, decimal, maxColumns } = reading
  const cells = { decimal, headings: new Array<string>() }
  const rowsOfFile = readRows(bytes, { ...reading, onHeadings: headings => cells.headings.push(...headings) })
  const inference = await inferSchema(rowsOfFile, format === 'csv' ? cells : undefined, maxColumns).catch(
    refuseUnreadable,
  )
  const { schema, columns, rows, unreadable } = inference
  const listed = unreadable.first.map(({ number, line, problems, row }) => ({
    row: number,
    ...(format !== 'json' && { line }),
    reasons: problems.map(problemText),
    data: row,
  }))
  if (rows === 0) {
    const [first] = unreadable.first
    const why = first === undefined ? '' : `; line ${first.line}: ${first.problems.map(problemText).join('; ')}`
    throw new BadRequest(`no type can be inferred: there is no row that can be read${why}`)
  }
  return {
    schema,
    mapping: Object.fromEntries(
      columns
        .filter(({ isOfFile, heading, property }) => isOfFile || (heading !== property && !heading.includes('.*')))
        .map(({ heading, property }) => [heading, property]),
    ),
    conversions: columns
      .filter(({ converted }) => converted > 0)
      .map(({ heading, property, converted, rewritten, dateForm, example }) => ({
        column: heading,
        property,
        rows: converted,
        ...(rewritten > 0 && { rewritten }),
        ...(dateForm !== null && { date_form: dateForm }),
        example,
      })),
    rows,
    ...(listed.length > 0 && { unreadable: { rows: unreadable.rows, first: listed } }),
  }
}

/**
 * Preview the beginning of a file that is to be imported: its columns, the properties that they would be mapped to, and how values would be converted.
 * @throws NotFound when there is no such type, BadRequest for a file that cannot be read or a mapping that is not valid for the type
 */
export async function previewImport(
  { typeRegistry, access }: CopyContracts,
  caller: Caller,
  typeSlug: string,
  bytes: AsyncIterable<Uint8Array>,
  reading: Reading,
  { mapping, listedOnly, decimal }: Pick<ImportParameters, 'mapping' | 'listedOnly' | 'decimal'>,
): Promise<PreviewAnswer> {
  const type = await typeRegistry.active(typeSlug)
  checkMapping(type, mapping)
  const takesIds = await access.isAdministrator(caller)
  const preview = await previewFile(type, bytes, reading, { mapping, listedOnly, takesIds, decimal }).catch(
    refuseUnreadable,
  )
  const named = preview.columns.find(({ names }) => names !== undefined)?.names
  const referred = named === undefined ? undefined : await typeRegistry.find(named)
  const match = referred?.compiled.displayProperty ?? undefined
  return { ...preview, ...(match !== undefined && { match }) }
}

/** @throws BadRequest for a property that the type cannot have, or that two columns are mapped to */
function checkMapping({ schema, slug }: ResourceType, mapping: ReadonlyMap<string, string>): void {
  const shape = shapeOf(schema)
  const taken = new Set<string>()
  for (const [column, property] of mapping) {
    if (property === '') continue
    if (taken.has(property)) throw new BadRequest(`mapping: several columns go to the property ${quote(property)}`)
    taken.add(property)
    const [name = ''] = property.split(/[.[]/)
    const isKnown = shape.properties.has(name) || !shape.closed || property === '@id'
    if (!isKnown || name === '__proto__')
      throw new BadRequest(`mapping[${column}]: the type ${slug} has no property ${quote(property)}`)
  }
}

/** @throws BadRequest if this property cannot identify resources of the type */
function checkKey({ schema, slug, compiled }: ResourceType, key: string): void {
  if (compiled.secrets.includes([key]))
    throw invalidParameter(`key: ${quote(key)} is never shown (writeOnly, or format: password), and is no key`, 'key')
  const { properties, closed } = shapeOf(schema)
  const types = properties.get(key)?.types
  if (types === undefined && (closed || key.startsWith('@')))
    throw new BadRequest(`key: the type ${slug} has no property ${key}`)
  checkComparable(compiled, 'key', key)
}

/** @throws BadRequest if resources cannot be found by a value of this property */
function checkComparable({ resolve }: ResourceType['compiled'], parameter: string, name: string): void {
  const column = resolve([name])
  if (column?.kind === 'json')
    throw invalidParameter(`${parameter}: ${quote(name)} ${notAColumn(column.types)}`, parameter)
  if (column?.many === true)
    throw invalidParameter(`${parameter}: ${quote(name)} must be a text, a number or a boolean`, parameter)
}

/** @throws BadRequest if this property can be that of several resources, so that archived ones with a key cannot be restored */
function checkUniqueKey({ compiled, slug }: ResourceType, key: string | undefined): void {
  if (key === undefined) throw invalidParameter('restore needs key', 'restore')
  const isUnique = compiled.columns.some(({ path, unique }) => unique && path.length === 1 && path[0] === key)
  if (!isUnique) throw invalidParameter(`restore: ${quote(key)} is no unique property of ${slug} (x-unique)`, 'restore')
}

/** @throws BadRequest for a file that cannot be read, otherwise the original error */
export function refuseUnreadable(error: unknown): never {
  throw error instanceof TabularError ? new BadRequest(error.message, { code: error.code }) : error
}
