import { CommandFailed, exitCode, widthOf, writeText, type ApiClient, type CommandContext } from '../../kernel/index.ts'
import { equalJson, isObject } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { readRows } from './formats/format.ts'
import type { Source } from './formats/source.ts'
import { columnTable, infer, type Inference } from './infer/index.ts'
import { archived, createdAt, type Target } from './target.ts'

function nothingToInferFrom({ name }: Source, { unreadable }: Inference): CommandFailed {
  const why = unreadable === undefined ? '' : `; line ${unreadable.line}: ${unreadable.reasons.join('; ')}`
  return new CommandFailed(`no type can be inferred: ${name} has no row that can be read${why}`, exitCode.failed)
}

/** Derive the type from the file, show what was derived, and create it unless it is there already. */
export async function inferType(
  context: CommandContext,
  api: ApiClient,
  typeSlug: string,
  source: Source,
  dryRun: boolean,
): Promise<Target> {
  const progress = context.progress(`reading ${source.name}`)
  let inference: Inference
  try {
    const rows = readRows(source)
    inference = await infer(typeSlug, rows, source.format === 'csv', count => progress.update(count))
  } finally {
    progress.finish()
  }
  if (inference.rows === 0) throw nothingToInferFrom(source, inference)
  if (!context.json) await writeText(context.stdout, `${columnTable(inference.columns, widthOf(context.stdout))}\n`)
  const { type, isThere } = await ensureType(context, api, inference, dryRun)
  return {
    created_at: isThere ? createdAt(type) : '',
    schema: inference.type.schema,
    isThere,
    prepare: inference.convert,
    rows: inference.rows,
    derived: { type, columns: inference.columns.map(column => ({ ...column, types: [...column.types] })) },
  }
}

async function ensureType(
  context: CommandContext,
  api: ApiClient,
  { type }: Inference,
  dryRun: boolean,
): Promise<{ type: JsonObject; isThere: boolean }> {
  const path = `/api/resource-types${dryRun ? '?dry_run=true' : ''}`
  const made = await api.request('POST', path, { body: type, accept: [409] })
  if (made.status < 400 && isObject(made.body)) {
    context.say(dryRun ? `type ${type.slug} would be created` : `type ${type.slug} created`)
    return { type: dryRun ? type : made.body, isThere: !dryRun }
  }
  const found = await api.request('GET', `/api/resource-types/${encodeURIComponent(type.slug)}`, { accept: [404] })
  const known: JsonObject = isObject(found.body) ? found.body : {}
  if (found.status === 404) throw new CommandFailed(messageOf(made.body), exitCode.failed)
  if (known['status'] === 'archived') throw archived(type.slug)
  if (!equalJson(known['schema'], type.schema)) {
    throw new CommandFailed(
      `the type ${type.slug} exists with another schema (${differences(known['schema'], type.schema)}); ` +
        'import without --infer to load into it as it is, or choose another slug',
      exitCode.failed,
    )
  }
  context.say(`type ${type.slug} exists with this schema`)
  return { type: known, isThere: true }
}

const messageOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : 'the type cannot be created'

/** Where two schemas differ, as far as it helps: the names of the properties. */
function differences(known: unknown, inferred: JsonObject): string {
  const theirs = propertiesOf(known)
  const ours = propertiesOf(inferred)
  const names = [...new Set([...theirs.keys(), ...ours.keys()])].filter(
    name => !equalJson(theirs.get(name), ours.get(name)),
  )
  if (names.length === 0) return 'what is required differs'
  return `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''} differ`
}

function propertiesOf(schema: unknown): Map<string, JsonObject[string]> {
  const properties =
    typeof schema === 'object' && schema !== null && 'properties' in schema ? schema.properties : undefined
  return new Map(Object.entries((properties ?? {}) as JsonObject))
}
