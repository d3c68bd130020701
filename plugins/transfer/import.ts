import { CommandFailed, exitCode, type CommandContext } from '../../kernel/index.ts'
import { compileSchema } from '../../lib/json-schema/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { accountOf } from './account.ts'
import { cellReader } from './cells.ts'
import { delimiterName, type Format } from './formats/format.ts'
import { openSource, type Source } from './formats/source.ts'
import { inferType } from './infer-type.ts'
import { loadFile } from './load-file.ts'
import { placesOf } from './references.ts'
import { shapeOf } from './schema-shape.ts'
import { activeType, createdAt, schemaOf, type Target } from './target.ts'

export interface ImportOptions {
  format?: Format
  /** What separates the cells of CSV. */
  delimiter?: string
  infer?: boolean
  /** Property by which references name what they refer to. */
  match?: string
  /** Property by which rows are those of resources that exist. */
  key?: string
  /** Change resources that have the `@id` of a row and other content. */
  update?: boolean
  dryRun?: boolean
  /** File for the rows that were refused. */
  rejects?: string
}

/** `plinth import <type> <file>`. Sets the exit code when rows were refused. */
export async function importRows(
  context: CommandContext,
  typeSlug: string,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { infer = false, match, key, dryRun = false } = options
  if (infer && (match !== undefined || key !== undefined)) {
    throw new CommandFailed('--match and --key are for a type that exists; --infer makes one', exitCode.usage)
  }
  const open = (again: boolean): Promise<Source> =>
    openSource(file, context.stdin, { format: options.format, delimiter: options.delimiter, again })
  let source: Source | undefined = infer ? { ...(await open(true)), numberHeadings: true } : undefined
  try {
    const api = await context.api()
    const type = infer ? undefined : await activeType(api, typeSlug)
    source ??= await open(type !== undefined && refersToItself(typeSlug, schemaOf(type)))
    if (source.format === 'csv' && options.delimiter === undefined && source.delimiter !== ',') {
      context.say(
        `${source.name}: read as CSV with ${delimiterName(source.delimiter)} between the cells (--delimiter chooses)`,
      )
    }
    const target = type === undefined ? await inferType(context, api, typeSlug, source, dryRun) : targetOf(type, source)
    const compiled = compileSchema(target.schema)
    const places = placesOf(compiled, shapeOf(target.schema))
    const account = await accountOf(api)
    await loadFile({ context, api, typeSlug, source, target, compiled, places, account, options })
  } finally {
    await source?.close()
  }
}

/** The rows of a file for such a type are read more than once. */
const refersToItself = (typeSlug: string, schema: JsonObject | null): boolean =>
  compileSchema(schema).references.some(({ type_slug }) => type_slug === typeSlug)

function targetOf(type: JsonObject, source: Source): Target {
  const schema = schemaOf(type)
  const prepare = source.format === 'csv' ? cellReader(schema) : (row: JsonObject) => row
  return { created_at: createdAt(type), schema, isThere: true, prepare, rows: undefined, derived: {} }
}
