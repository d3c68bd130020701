import { CommandFailed, exitCode } from '../../kernel/index.ts'
import type { ApiClient, CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'
import { plain } from '../../lib/terminal/index.ts'
import { lasting } from './names.ts'

const rolesPath = '/api/settings/roles'
const accessPath = '/api/settings/role-access'

/** Role to slug (or `*`) to actions. */
type Policies = Map<string, Map<string, string[]>>

/** `plinth roles list` */
export async function list(context: CommandContext): Promise<void> {
  const api = await context.api()
  const roles = await readRoles(api)
  const policies = await readPolicies(api)
  await print(context, roles, policies)
}

/** `plinth roles add` */
export async function add(context: CommandContext, role: string): Promise<void> {
  const api = await context.api()
  const roles = await readRoles(api)
  if (!roles.includes(role)) await api.request('PUT', rolesPath, { body: { roles: [...roles, role] } })
  await list(context)
}

/** `plinth roles remove` */
export async function remove(context: CommandContext, role: string): Promise<void> {
  const api = await context.api()
  const roles = await readRoles(api)
  if (!roles.includes(role)) throw new CommandFailed(`there is no role ${plain(role)}`, exitCode.failed)
  if (lasting.includes(role)) throw new CommandFailed(`the role ${role} always exists`, exitCode.failed)
  await api.request('PUT', rolesPath, { body: { roles: roles.filter(name => name !== role) } })
  await list(context)
}

/** `plinth roles set` */
export async function set(context: CommandContext, role: string, slug: string, actions: string[]): Promise<void> {
  const api = await context.api()
  const policies = await readPolicies(api)
  const own = policies.get(role) ?? new Map<string, string[]>()
  policies.set(role, own.set(slug, actions.map(withPrefix)))
  await save(context, api, policies)
}

/** `plinth roles reset` */
export async function reset(context: CommandContext, role: string): Promise<void> {
  const api = await context.api()
  if (!(await readRoles(api)).includes(role))
    throw new CommandFailed(`there is no role ${plain(role)}`, exitCode.failed)
  const policies = await readPolicies(api)
  policies.delete(role)
  await save(context, api, policies)
}

async function save(context: CommandContext, api: ApiClient, policies: Policies): Promise<void> {
  const entries = [...policies].map(([role, own]) => [role, Object.fromEntries(own)])
  await api.request('PUT', accessPath, { body: { roles: Object.fromEntries(entries) as Json } })
  await print(context, await readRoles(api), policies)
}

async function print(context: CommandContext, roles: string[], policies: Policies): Promise<void> {
  const rights = Object.fromEntries([...policies].map(([role, own]) => [role, Object.fromEntries(own)]))
  context.print({ roles, role_access: { roles: rights } }, () =>
    context.table(
      ['role', 'type', 'may'].map(heading => ({ heading })),
      roles.flatMap(role => rowsOf(role, policies.get(role))),
    ),
  )
}

function rowsOf(role: string, policies: Map<string, string[]> | undefined): string[][] {
  if (role === 'admin') return [[role, '*', 'everything']]
  if (policies === undefined) return [[role, '*', 'read (it has no policies)']]
  if (policies.size === 0) return [[role, '', 'nothing']]
  return [...policies].map(([slug, actions]) => [role, slug, actions.map(withoutPrefix).join(', ') || 'nothing'])
}

const readRoles = async (api: ApiClient): Promise<string[]> =>
  textsIn((await api.request('GET', rolesPath)).body, 'roles')

async function readPolicies(api: ApiClient): Promise<Policies> {
  const { body } = await api.request('GET', accessPath)
  const roles = isObject(body) && isObject(body['roles']) ? Object.entries(body['roles']) : []
  return new Map(
    roles.map(([role, own]) => [
      role,
      new Map(isObject(own) ? Object.keys(own).map(slug => [slug, textsIn(own, slug)]) : []),
    ]),
  )
}

function textsIn(object: Json, name: string): string[] {
  const value = isObject(object) ? object[name] : undefined
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
}

const prefix = 'odrl:'
const withPrefix = (action: string): string => (action.includes(':') ? action : prefix + action)
const withoutPrefix = (action: string): string => (action.startsWith(prefix) ? action.slice(prefix.length) : action)
