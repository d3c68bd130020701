import { BadRequest, mediaType, type Caller } from '../../kernel/index.ts'
import { invalidParameter, readBoolean } from '../../lib/query/index.ts'
import {
  isDelimiter,
  readRows,
  type DecimalSign,
  type Format,
  type Reading,
  type Rows,
} from '../../lib/tabular/index.ts'
import { importCopy, type CopyContracts } from './copy/copy-import.ts'
import type { Importing } from './import/row-import.ts'
import { prepareImport, type ImportParameters } from './importing.ts'

/** Limits of files. */
export type ReadingLimits = Required<Pick<Reading, 'maxColumns' | 'maxObjectMembers'>>

/** What is to be imported: a request without its body. */
export interface ImportRequest {
  /** The type that gets the rows; null for a copy of a service. */
  type_slug: string | null
  /** Parameters of the query. */
  query: (readonly [string, string])[]
  /** The header `content-type`. */
  content_type: string
  /** Whether each row that is refused or differs is reported on its own. */
  rejects: boolean
}

/** A kept body, and what its import needs. */
interface KeptBody extends Importing {
  /** Read it from the beginning. */
  open: () => AsyncIterable<Uint8Array>
  caller: Caller
}

/** Import a body. @throws the error that ends the import; what was written before it stays */
export async function importBody(
  contracts: CopyContracts,
  { maxColumns, maxObjectMembers }: ReadingLimits,
  { type_slug, query, content_type }: ImportRequest,
  { open, caller, ...importing }: KeptBody,
): Promise<void> {
  if (type_slug === null) {
    const given = new Map(query)
    const flag = (name: string): boolean => readBoolean(name, given.get(name))
    const rows = (): Rows => readRows(open(), { format: 'ndjson', maxObjectMembers })
    const options = { update: flag('update'), dryRun: flag('dry_run'), maxObjectMembers }
    return importCopy(contracts, caller, rows, options, importing)
  }
  const parameters = readImportParameters(query)
  const reading = readingOf(
    { content_type, query },
    { maxColumns, maxObjectMembers, numberHeadings: parameters.byTitle },
  )
  const run = await prepareImport(contracts, type_slug, parameters)
  return run({ format: reading.format, rows: () => readRows(open(), reading) }, importing)
}

/** The parameters of an import. @throws BadRequest for values that they cannot have */
export function readImportParameters(pairs: readonly (readonly [string, string])[]): ImportParameters {
  const given = new Map(pairs)
  const mode = given.get('mapping')
  const text = (name: string): string | undefined => {
    const value = given.get(name)
    if (value === '') throw new BadRequest(`${name} must name a property`)
    return value
  }
  const mapping = pairs.flatMap(([name, value]): [string, string][] => {
    const column = mappingName.exec(name)?.[1]
    return column === undefined ? [] : [[column, value]]
  })
  return {
    mapping: new Map(mapping),
    byTitle: mode === 'titles',
    listedOnly: mode === 'listed',
    key: text('key'),
    restore: readBoolean('restore', given.get('restore')),
    match: text('match'),
    update: readBoolean('update', given.get('update')),
    publish: readBoolean('publish', given.get('publish')),
    dryRun: readBoolean('dry_run', given.get('dry_run')),
    decimal: readDecimal(given.get('decimal')),
  }
}

/** @throws BadRequest for a text that cannot be a decimal sign */
function readDecimal(text: string | undefined): DecimalSign | undefined {
  if (text === undefined || text === '.' || text === ',') return text
  throw invalidParameter('decimal must be a point or a comma', 'decimal')
}

const mappingName = /^mapping\[(.+)\]$/su

const formats: ReadonlyMap<string, Format> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['text/csv', 'csv'],
])

/** How the file of a request is read. @throws BadRequest when it is none */
export function readingOf(
  { query, content_type }: Pick<ImportRequest, 'query' | 'content_type'>,
  more: Partial<Reading>,
): Reading {
  const format = formats.get(mediaType(content_type))
  if (format === undefined) throw new BadRequest('a file is needed as the body')
  if (format === 'csv' && /;\s*header\s*=\s*"?absent/i.test(content_type))
    throw new BadRequest('the first record of the file must be its headings; the content type says that there are none')
  const given = new Map(query)
  const delimiter = given.get('delimiter')
  if (delimiter !== undefined && !isDelimiter(delimiter))
    throw new BadRequest('delimiter must be one character, neither a quote nor the end of a line')
  return { ...more, format, delimiter, decimal: readDecimal(given.get('decimal')) }
}

/** The same items. Problems with the beginning are thrown before the answer has begun. */
export async function readFirst<Item>(items: AsyncIterable<Item>): Promise<AsyncIterable<Item>> {
  const portions = items[Symbol.asyncIterator]()
  const first = await portions.next()
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = first; next.done !== true; next = await portions.next()) yield next.value
      } finally {
        await portions.return?.()
      }
    },
  }
}
