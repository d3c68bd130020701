import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'

const createHelp = `
Examples:
  plinth types create --name Movie --slug movie --schema movie.schema.json
  plinth types create type.json --dry-run
  plinth types create type.json --unknown drop`

const updateHelp = `
Only what is given changes. --dry-run prints what the change would mean for the resources that exist.

Examples:
  plinth types update movie --schema movie.schema.json --dry-run
  plinth types update movie --status active`

const describeFlags = (command: Command): Command =>
  command
    .option('--name <name>', 'name')
    .option('--slug <slug>', 'slug: lower-case words joined with hyphens, used in URLs')
    .option('--description <text>', 'description')
    .option('--schema <json>', 'JSON Schema: a file, - for standard input, or the JSON itself')
    .option('--context <json>', 'JSON-LD context: a file, - for standard input, or the JSON itself')
    .option('--dry-run', 'check only; nothing is written')
    .option(
      '--unknown <what>',
      'drop: take a schema that was written for other tools (unknown keywords and formats are left out, older drafts rewritten)',
    )

/** `plinth types …`. */
export function typeCommands(program: Command, context: () => CommandContext): void {
  const types = program.command('types').description('Manage resource types.')
  types
    .command('list')
    .description('List the types.')
    .option('--all', 'include archived, abstract and value-object types')
    .action((options: { all?: boolean }) => list(context(), options.all === true))
  types
    .command('get')
    .description('Show one type.')
    .argument('<slug>', 'slug or id of the type')
    .action((slug: string) => get(context(), slug))
  describeFlags(
    types
      .command('create')
      .description('Create a type from a JSON file, from options, or both (options take precedence).'),
  )
    .argument(
      '[file]',
      'JSON file with name, slug, description, context, schema (with --unknown also the schema alone); - for standard input',
    )
    .addHelpText('after', createHelp)
    .action((file: string | undefined, flags: TypeFlags) => create(context(), file, flags))
  describeFlags(types.command('update').description('Change a type.'))
    .argument('<slug>', 'slug or id of the type')
    .argument('[file]', 'JSON file with the changes; - for standard input')
    .option('--status <status>', 'active or archived')
    .option('--convert', 'write values of a column whose type changes as the new type, if none loses anything')
    .option('--force', 'the same; values that cannot be converted are removed from the current versions')
    .addHelpText('after', updateHelp)
    .action((slug: string, file: string | undefined, flags: ChangeFlags) => update(context(), slug, file, flags))
  types
    .command('delete')
    .description('Archive a type. Its resources are kept; plinth types update <slug> --status active restores it.')
    .argument('<slug>', 'slug or id of the type')
    .option('--dry-run', 'check only; nothing is written')
    .action((slug: string, flags: { dryRun?: boolean }) => remove(context(), slug, flags.dryRun === true))
}

/** The options that describe a type on the command line. */
interface TypeFlags {
  name?: string
  slug?: string
  description?: string
  schema?: string
  context?: string
  dryRun?: boolean
  unknown?: string
}

interface ChangeFlags extends TypeFlags {
  status?: string
  convert?: boolean
  force?: boolean
}

const pathOf = (slug: string): string => `/api/resource-types/${encodeURIComponent(slug)}`

/** `plinth types list` */
async function list(context: CommandContext, all: boolean): Promise<void> {
  const api = await context.api()
  const envelope = await api.listAll('/api/resource-types', { includeAll: all })
  context.print(envelope, () => {
    const rows = envelope.data
      .filter(isObject)
      .map(type => [
        text(type['slug']),
        text(type['name']),
        text(type['status']),
        String(propertiesOf(type).length),
        text(type['created_at']),
        text(type['description']),
      ])
    const headings = ['slug', 'name', 'status', 'properties', 'created', 'description']
    return context.table(
      headings.map(heading => ({ heading })),
      rows,
    )
  })
}

/** `plinth types get` */
async function get(context: CommandContext, slug: string): Promise<void> {
  const { body } = await (await context.api()).request('GET', pathOf(slug))
  print(context, body)
}

/** `plinth types create` */
async function create(context: CommandContext, file: string | undefined, flags: TypeFlags): Promise<void> {
  const body = withoutColumns(await describe(context, file, flags))
  const query = { dry_run: flags.dryRun, unknown: flags.unknown }
  const answer = await (await context.api()).request('POST', '/api/resource-types', { query, body })
  printRewritten(context, answer.body)
  printChange(context, answer.body, flags.dryRun === true)
}

/** `plinth types update` */
async function update(
  context: CommandContext,
  slug: string,
  file: string | undefined,
  flags: ChangeFlags,
): Promise<void> {
  const body = await describe(context, file, flags)
  const query = { dry_run: flags.dryRun, convert: flags.convert, force: flags.force, unknown: flags.unknown }
  const sent = await (await context.api()).request('PUT', pathOf(slug), { query, body })
  const answer = await context.waitFor(sent, `changing ${slug}`)
  printRewritten(context, answer.body)
  printChange(context, answer.body, flags.dryRun === true)
}

/** `plinth types delete` */
async function remove(context: CommandContext, slug: string, dryRun: boolean): Promise<void> {
  const sent = await (await context.api()).request('DELETE', pathOf(slug), { query: { dry_run: dryRun } })
  const answer = await context.waitFor(sent, `archiving ${slug}`)
  if (dryRun) context.print(answer.body, () => problemText(answer.body))
  else context.report(`type ${slug} archived`)
}

/** What `types get --json` prints in addition to the fields of a type that can be sent. */
const columns = new Set([
  'id',
  'status',
  'plural',
  'sequence_no',
  'account_id',
  'type_slug',
  'created_by',
  'created_at',
  'updated_at',
])

/** A type from the API as it can be created again: without the fields that the service sets. */
function withoutColumns(body: JsonObject): JsonObject {
  if (typeof body['id'] !== 'string' || typeof body['created_at'] !== 'string') return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !columns.has(name)))
}

async function describe(context: CommandContext, file: string | undefined, flags: ChangeFlags): Promise<JsonObject> {
  const read: JsonObject = file === undefined ? {} : await context.readObject(file, 'the type')
  const body = flags.unknown === undefined ? read : asType(read)
  for (const name of ['name', 'slug', 'description', 'status'] as const) {
    const value = flags[name]
    if (value !== undefined) body[name] = value
  }
  for (const name of ['schema', 'context'] as const) {
    const given = flags[name]
    if (given !== undefined) body[name] = await context.readObject(given, `--${name}`)
  }
  return body
}

/** Print what `--unknown drop` has left out and rewritten, and what is accepted and probably wrong. */
function printRewritten(context: CommandContext, body: Json): void {
  const parts = (name: string): JsonObject[] => {
    const list = isObject(body) ? body[name] : undefined
    return Array.isArray(list) ? list.filter(isObject) : []
  }
  for (const { pointer, value } of parts('dropped')) context.report(`${text(pointer)} is left out: ${text(value)}`)
  for (const { pointer, message } of [...parts('rewritten'), ...parts('warnings')])
    context.report(`${text(pointer)} ${text(message)}`)
}

const ownKeywords = ['$schema', 'type', 'properties', '$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'items']

/** A type with a schema that was published alone; its title is the name. */
function asType(read: JsonObject): JsonObject {
  const isSchema = !('schema' in read) && !('slug' in read) && ownKeywords.some(keyword => keyword in read)
  if (!isSchema) return read
  return { ...(typeof read['title'] === 'string' && { name: read['title'] }), schema: read }
}

function printChange(context: CommandContext, body: Json, dryRun: boolean): void {
  if (dryRun) context.print(body, () => problemText(body))
  else print(context, body)
}

const print = (context: CommandContext, body: Json): void =>
  context.print(body, () => describeType(body, context.table))

function describeType(type: Json, table: CommandContext['table']): string {
  if (!isObject(type)) return ''
  const lines = ['id', 'name', 'slug', 'status', 'description', 'created_at'].flatMap(field => {
    const value = text(type[field])
    return value === '' ? [] : [`${field.padEnd(12)}${value}`]
  })
  const context = isObject(type['context']) ? [`${'context'.padEnd(12)}${JSON.stringify(type['context'])}`] : []
  const properties = propertiesOf(type)
  if (properties.length === 0) return [...lines, ...context].join('\n')
  const headings = ['property', 'type', 'format', 'required', 'title'].map(heading => ({ heading }))
  return [...lines, ...context, '', table(headings, properties)].join('\n')
}

function propertiesOf(type: JsonObject): string[][] {
  const schema = isObject(type['schema']) ? type['schema'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.entries(properties).map(([name, property]) => {
    const { type: types, format, title } = isObject(property) ? property : {}
    const kinds = Array.isArray(types) ? types.map(text).join(' or ') : text(types)
    return [name, kinds || 'any', text(format), required.includes(name) ? 'yes' : '', text(title)]
  })
}

function problemText(body: Json): string {
  const problems = isObject(body) && Array.isArray(body['problems']) ? body['problems'].filter(isObject) : []
  const compatible = isObject(body) && body['compatible'] === false ? 'This would be refused.' : 'This can be done.'
  const lines = problems.map(({ kind, property, count, ids }) => {
    const some = Array.isArray(ids) && ids.length > 0 ? `, for example ${ids.slice(0, 3).map(text).join(', ')}` : ''
    return `${text(kind)} ${text(property)}: ${text(count)} ${count === 1 ? 'resource' : 'resources'}${some}`
  })
  return [compatible, ...lines].join('\n')
}

const text = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
