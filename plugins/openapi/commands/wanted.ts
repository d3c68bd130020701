import { CommandFailed, ConfigurationError, exitCode } from '../../../kernel/index.ts'
import type { CommandContext, Config } from '../../../kernel/index.ts'
import { isObject, textsIn } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { invalid, loadDocument, namingPlaces } from '../document/load-document.ts'
import type { OpenApiDocument } from '../document/load-document.ts'
import { routePath } from '../operations/parameters/path.ts'
import { readOperations } from '../operations/read-operations.ts'
import type { DescribedOperation } from '../operations/read-operations.ts'
import { checkDifferent, checkSegments } from '../operations/parameters/segments.ts'
import { SchemaTranslator } from '../schemas/translate.ts'
import { wantSchemas } from '../types/drafts.ts'
import type { WantedSchema } from '../types/drafts.ts'
import { schemasPath } from '../types/routes.ts'

/** A document as the commands use it. */
interface ReadDocument {
  loaded: OpenApiDocument
  operations: DescribedOperation[]
  /** Schemas of stored items. */
  wanted: WantedSchema[]
}

/**
 * Read a document, without a service.
 * @param prefix the prefix of its paths
 * @param isServed whether an operation has a controller
 * @throws CommandFailed with the exit code for usage when it is not valid
 */
export async function readWantedSchemas(
  file: string,
  prefix: string,
  isServed: (operation: DescribedOperation) => boolean,
): Promise<ReadDocument> {
  try {
    const loaded = await loadDocument(file)
    const translator = new SchemaTranslator(loaded.document)
    return namingPlaces(loaded, () => {
      const operations = readOperations(loaded.document, translator)
      const names = new Set(
        operations.filter(isServed).flatMap(({ item }) => (item === undefined ? [] : [item.schema])),
      )
      const { wanted, problems } = wantSchemas(loaded.document, translator, [...names])
      if (problems.length > 0) throw invalid(problems, loaded.placeOf)
      const slugs = new Set(wanted.map(({ slug }) => slug))
      const routed = operations.map(({ path, method, pointer }) => ({
        path,
        method,
        route: routePath(path, prefix, pointer),
      }))
      checkDifferent(routed)
      checkSegments(routed, segment => slugs.has(segment), prefix)
      return { loaded, operations, wanted }
    })
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CommandFailed(error.message, exitCode.usage)
    throw error
  }
}

/** The report of a service about the schemas of a document. */
interface SchemasAnswer {
  compatible: boolean
  schemas: JsonObject[]
}

/** Apply schemas once, or only check them. The document of the configuration, which can be the same, is not involved. */
export async function sendSchemas(
  context: CommandContext,
  wanted: readonly WantedSchema[],
  options: { dryRun: boolean; force: boolean },
): Promise<SchemasAnswer> {
  const api = await context.api(withoutDocument)
  const query = `dry_run=${options.dryRun}&force=${options.force}`
  const schemas = wanted.map(({ name, schema }): Json => ({ name, schema }))
  const { body } = await api.request('POST', `${schemasPath}?${query}`, { body: { schemas } })
  const { compatible, schemas: reports } = isObject(body) ? body : {}
  return { compatible: compatible === true, schemas: objectsIn(reports) }
}

/** A report for people: a line for each schema, and one for each further problem. */
export function schemasTable({ schemas }: SchemasAnswer, table: CommandContext['table']): string {
  if (schemas.length === 0) return 'No operation stores items.'
  const columns = ['SCHEMA', 'TYPE', 'CHANGE'].map(heading => ({ heading }))
  const rows = schemas.flatMap(({ schema, slug, change, problems }) => {
    const found = objectsIn(problems)
    const notes = found.length === 0 ? [noteOf(change)] : found.map(describeProblem)
    const cells = [schema, slug, change].map(String)
    return notes.map((note, index) => [...(index === 0 ? cells : ['', '', '']), note])
  })
  return table([...columns, { heading: 'WHAT IS STORED', elastic: true }], rows)
}

const noteOf = (change: Json | undefined): string =>
  change === 'refused' ? 'there is a type of this slug that is not from a document; rename the schema' : ''

function describeProblem({ kind, property, count, ids }: JsonObject): string {
  const named = textsIn(ids).slice(0, 3).join(', ')
  const more = Number(count) > 3 ? ', …' : ''
  return `${property === '' ? '' : `${String(property)}: `}${String(kind)}, ${String(count)}${named === '' ? '' : ` (${named}${more})`}`
}

function withoutDocument({ openapiDocument: _unused, ...config }: Config): Config {
  const { openapi } = config.plugins
  if (!isObject(openapi)) return config
  const { document: _document, ...options } = openapi
  return { ...config, plugins: { ...config.plugins, openapi: options } }
}

const objectsIn = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
