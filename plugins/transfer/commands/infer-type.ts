import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import type { ApiClient, CommandContext } from '../../../kernel/index.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../../lib/json/index.ts'
import { className, typeName, type DecimalSign, type Format, type RefusedRow } from '../../../lib/tabular/index.ts'
import { table, thousands, widthOfStream } from '../../../lib/terminal/index.ts'
import type { TableColumn } from '../../../lib/terminal/index.ts'
import { typeArchivedError, readType } from './find-type.ts'
import { readReject } from './send.ts'
import { cellsQuery, mediaTypes, type Source } from './source.ts'

/** How many bytes of a file a type is inferred from. */
export const maxInferredBytes = 8 * 1024 * 1024

/** A type that was inferred from a file. */
export interface InferredType {
  /** False in a dry run when the type does not exist yet. */
  isThere: boolean
  /** The number of rows that the type was inferred from. */
  rows: number
  /** Rows that cannot be read: the first ones, and how many there are. */
  unreadable: { rows: number; first: RefusedRow[] }
  /** What `--json` prints about it. */
  shown: JsonObject
}

/** What to infer a type from. */
interface Inferring {
  typeSlug: string
  source: Source
  /** The character before the decimals of numbers in CSV. */
  decimal: DecimalSign | undefined
  dryRun: boolean
}

/** Let the service infer the type from the file, print the result, and create the type unless it exists. */
export async function inferType(
  context: CommandContext,
  api: ApiClient,
  { typeSlug, source, decimal, dryRun }: Inferring,
): Promise<InferredType> {
  const { name, head, format } = source
  const query = new URLSearchParams({
    ...cellsQuery(source, decimal),
    ...(head.length < maxInferredBytes && { whole: 'true' }),
  })
  const beginning = head.subarray(0, maxInferredBytes)
  const answer = await infer(api, `/api/resource-types/_infer?${query.toString()}`, beginning, format).catch(
    (error: unknown) => {
      throw error instanceof CommandFailed ? new CommandFailed(`${name}: ${error.message}`, error.exitCode) : error
    },
  )
  const { schema, conversions, rows } = isObject(answer) ? answer : {}
  if (!isObject(schema) || !Array.isArray(conversions) || typeof rows !== 'number')
    throw new CommandFailed('the service answered an inferred type in an unknown shape', exitCode.failed)
  const columns = columnsOf(schema, conversions.filter(isObject))
  if (!context.json) await context.write(`${columnTable(columns, widthOfStream(context.stdout))}\n`)
  const type = {
    name: typeName(typeSlug),
    slug: typeSlug,
    context: { '@vocab': 'https://schema.org/', '@type': className(typeSlug) },
    schema,
  }
  const { made, isThere } = await ensureType(context, api, type, dryRun)
  return { isThere, rows, unreadable: unreadableRows(answer), shown: { type: made, columns } }
}

function unreadableRows(answer: Json): InferredType['unreadable'] {
  const { rows, first } = isObject(answer) && isObject(answer['unreadable']) ? answer['unreadable'] : {}
  return { rows: Number(rows ?? 0), first: Array.isArray(first) ? first.filter(isObject).map(readReject) : [] }
}

async function infer(api: ApiClient, path: string, bytes: Buffer, format: Format): Promise<Json> {
  async function* body(): AsyncIterable<Buffer> {
    yield bytes
  }
  for await (const answer of api.upload(path, body(), mediaTypes[format])) return answer
  return null
}

/** One column and its property, for display. */
interface Column extends JsonObject {
  /** Names of nested objects are joined with dots; `[]` stands for the items of an array, `*` for the names in a map. */
  heading: string
  property: string
  types: string[]
  nullable: boolean
  required: boolean
  format: string | null
  /** How many values are converted. */
  converted: number
  example: Json
}

/** The columns of an inferred schema, whose titles are the headings. */
function columnsOf(schema: JsonObject, conversions: readonly JsonObject[], above?: Column): Column[] {
  const { properties, required } = schema
  const names = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) => {
    if (!isObject(inner)) return []
    const heading = typeof inner['title'] === 'string' ? inner['title'] : name
    const place = { heading: joined(above?.heading, heading), property: joined(above?.property, name) }
    return columnsIn(inner, conversions, { ...place, required: above === undefined && names.includes(name) })
  })
}

const joined = (outer: string | undefined, inner: string): string => (outer === undefined ? inner : `${outer}.${inner}`)

function columnsIn(
  schema: JsonObject,
  conversions: readonly JsonObject[],
  place: { heading: string; property: string; required: boolean },
): Column[] {
  const { type = [], format, items, additionalProperties } = schema
  const types = (Array.isArray(type) ? type : [type]).map(String)
  const conversion = conversions.find(({ column }) => column === place.heading)
  const column: Column = {
    ...place,
    types: types.filter(name => name !== 'null'),
    nullable: types.includes('null'),
    format: typeof format === 'string' ? format : null,
    converted: Number(conversion?.['rows'] ?? 0),
    example: conversion?.['example'] ?? null,
  }
  const item = { heading: `${place.heading}[]`, property: `${place.property}[]`, required: false }
  const ofMap = { heading: `${place.heading}.*`, property: `${place.property}.*`, required: false }
  return [
    column,
    ...columnsOf(schema, conversions, column),
    ...(isObject(items) ? columnsIn(items, conversions, item) : []),
    ...(isObject(additionalProperties) ? columnsIn(additionalProperties, conversions, ofMap) : []),
  ]
}

const tableColumns: readonly TableColumn[] = [
  { heading: 'heading' },
  { heading: 'property' },
  { heading: 'type' },
  { heading: 'required' },
  { heading: 'converted', align: 'right' },
  { heading: 'for example', elastic: true },
]

/** Mapping and conversions, one line for each column of the file. */
const columnTable = (columns: readonly Column[], width: number): string =>
  table(
    tableColumns,
    columns.map(({ heading, property, required, converted, example, ...column }) => [
      heading,
      property,
      typeText(column),
      required ? 'yes' : '',
      converted === 0 ? '' : thousands(converted),
      isObject(example) ? `${JSON.stringify(example['from'])} → ${JSON.stringify(example['to'])}` : '',
    ]),
    width,
  )

function typeText({ types, nullable, format }: Pick<Column, 'types' | 'nullable' | 'format'>): string {
  if (types.length === 0) return 'any'
  const names = [...types, ...(nullable ? ['null'] : [])].join(' or ')
  return format === null ? names : `${names}, ${format}`
}

/** A type as `POST /api/resource-types` accepts it. */
interface TypeBody extends JsonObject {
  slug: string
  schema: JsonObject
}

async function ensureType(
  context: CommandContext,
  api: ApiClient,
  type: TypeBody,
  dryRun: boolean,
): Promise<{ made: JsonObject; isThere: boolean }> {
  const answer = await api.request('POST', `/api/resource-types${dryRun ? '?dry_run=true' : ''}`, {
    body: type,
    accept: [409],
  })
  if (answer.status < 400 && isObject(answer.body)) {
    context.report(dryRun ? `type ${type.slug} would be created` : `type ${type.slug} created`)
    return { made: dryRun ? type : answer.body, isThere: !dryRun }
  }
  const known = await readType(api, type.slug)
  if (known === undefined) throw new CommandFailed(messageOf(answer.body), exitCode.failed)
  if (known['status'] === 'archived') throw typeArchivedError(type.slug)
  if (!equalJson(known['schema'], type.schema)) {
    throw new CommandFailed(
      `the type ${type.slug} exists with another schema (${differences(known['schema'], type.schema)}); ` +
        'import with --mapping titles in place of --infer to load into it as it is, or choose another slug',
      exitCode.failed,
    )
  }
  context.report(`type ${type.slug} exists with this schema`)
  return { made: known, isThere: true }
}

const messageOf = (body: Json): string =>
  isObject(body) && 'message' in body ? String(body['message']) : 'the type cannot be created'

/** How two schemas differ: the names of the properties, where that is enough. */
function differences(known: Json | undefined, inferred: JsonObject): string {
  const theirs = propertiesOf(known)
  const ours = propertiesOf(inferred)
  const names = [...new Set([...theirs.keys(), ...ours.keys()])].filter(
    name => !equalJson(theirs.get(name), ours.get(name)),
  )
  if (names.length === 0) return 'what is required differs'
  return `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''} differ`
}

function propertiesOf(schema: Json | undefined): Map<string, Json> {
  const properties = isObject(schema) ? schema['properties'] : undefined
  return new Map(Object.entries(isObject(properties) ? properties : {}))
}
