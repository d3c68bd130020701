import type { Command } from 'commander'
import type { ApiClient, CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'

/** Options of `tokens create`. */
interface CreateFlags {
  user?: string
  types?: string
  actions?: string
  expires?: string
}

const userHelp = 'on the store: URN of the user whose token it is, or the e-mail address'

const createHelp = `
The token is printed this one time; it cannot be looked up later.

Examples:
  plinth tokens create "Nightly import" --user ada@example.com --types note,task --expires 2030-12-31T00:00:00Z
  plinth tokens create Reader --user urn:user:01J9… --actions read --expires never`

/** `plinth tokens …`. */
export function tokenCommands(program: Command, context: () => CommandContext): void {
  const tokens = program.command('tokens').description('Manage API tokens.')
  tokens
    .command('list')
    .description('List the API tokens of a user, newest first.')
    .option('--user <user>', userHelp)
    .action(({ user }: { user?: string }) => list(context(), user))
  tokens
    .command('create')
    .description('Create an API token.')
    .argument('<name>', 'name, such as its purpose')
    .option('--user <user>', userHelp)
    .option('--types <slugs>', 'slugs of the allowed types, separated by commas (default: all)')
    .option(
      '--actions <actions>',
      'allowed actions: read, modify, delete, distribute, separated by commas (default: all)',
    )
    .option('--expires <date-time>', 'expiry: a date-time, or never (default: in 90 days)')
    .addHelpText('after', createHelp)
    .action((name: string, flags: CreateFlags) => create(context(), name, flags))
  tokens
    .command('revoke')
    .description('Revoke an API token.')
    .argument('<id>', 'id, or its last part')
    .option('--user <user>', userHelp)
    .action((id: string, { user }: { user?: string }) => revoke(context(), id, user))
}

const path = '/api/auth/tokens'
const columns = ['id', 'name', 'type_slugs', 'actions', 'expires_at', 'created_at', 'last_used_at'] as const

/** `plinth tokens list` */
async function list(context: CommandContext, user: string | undefined): Promise<void> {
  const api = await context.api()
  context.printRecords(await api.listAll(path, await agentQuery(api, user)), columns)
}

/** `plinth tokens create` */
async function create(context: CommandContext, name: string, flags: CreateFlags): Promise<void> {
  const api = await context.api()
  const body: JsonObject = { name }
  if (flags.types !== undefined) body['type_slugs'] = listOf(flags.types)
  if (flags.actions !== undefined)
    body['actions'] = listOf(flags.actions).map(action => (action.includes(':') ? action : `odrl:${action}`))
  if (flags.expires !== undefined) body['expires_at'] = flags.expires === 'never' ? null : flags.expires
  const made = (await api.request('POST', path, { query: await agentQuery(api, flags.user), body })).body
  const { id, token } = isObject(made) ? made : {}
  context.report(`${String(id)} made; this is the only time that it is shown:`)
  context.print(made, () => String(token))
}

/** `plinth tokens revoke` */
async function revoke(context: CommandContext, id: string, user: string | undefined): Promise<void> {
  const api = await context.api()
  await api.request('DELETE', `${path}/${encodeURIComponent(id)}`, { query: await agentQuery(api, user) })
  context.report(`${id} revoked`)
}

const listOf = (text: string): string[] => text.split(',').map(item => item.trim())

/** The owner of the tokens. A user who is named by an address must be its owner, as far as the service knows: the token acts for them. */
async function agentQuery(api: ApiClient, user: string | undefined): Promise<{ agent: string | undefined }> {
  if (user?.includes('@') !== true) return { agent: user }
  const { body } = await api.request('GET', '/api/users/lookup', { query: { email: user } })
  return { agent: String(isObject(body) ? body['id'] : '') }
}
