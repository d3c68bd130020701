import type { ApiClient, CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { CreateFlags } from './commands.ts'

const path = '/api/auth/tokens'
const columns = ['id', 'name', 'type_slugs', 'actions', 'expires_at', 'created_at', 'last_used_at'] as const

/** `plinth tokens list` */
export async function list(context: CommandContext, user: string | undefined): Promise<void> {
  const api = await context.api()
  context.printRecords(await api.listAll(path, await agentQuery(api, user)), columns)
}

/** `plinth tokens create` */
export async function create(context: CommandContext, name: string, flags: CreateFlags): Promise<void> {
  const api = await context.api()
  const body: JsonObject = { name }
  if (flags.types !== undefined) body['type_slugs'] = listOf(flags.types)
  if (flags.actions !== undefined)
    body['actions'] = listOf(flags.actions).map(action => (action.includes(':') ? action : `odrl:${action}`))
  if (flags.expires !== undefined) body['expires_at'] = flags.expires === 'never' ? null : flags.expires
  const made = (await api.request('POST', path, { query: await agentQuery(api, flags.user), body })).body
  const { id, token } = isObject(made) ? made : {}
  context.say(`${String(id)} made; this is the only time that it is shown:`)
  context.print(made, () => String(token))
}

/** `plinth tokens revoke` */
export async function revoke(context: CommandContext, id: string, user: string | undefined): Promise<void> {
  const api = await context.api()
  await api.request('DELETE', `${path}/${encodeURIComponent(id)}`, { query: await agentQuery(api, user) })
  context.say(`${id} revoked`)
}

const listOf = (text: string): string[] => text.split(',').map(item => item.trim())

/** The owner of the tokens. A user who is named by an address must be its owner, as far as the service knows: the token acts for them. */
async function agentQuery(api: ApiClient, user: string | undefined): Promise<{ agent: string | undefined }> {
  if (user?.includes('@') !== true) return { agent: user }
  const { body } = await api.request('GET', '/api/users/lookup', { query: { email: user } })
  return { agent: String(isObject(body) ? body['id'] : '') }
}
