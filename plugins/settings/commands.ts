import type { Command } from 'commander'
import { CommandFailed, exitCode } from '../../kernel/index.ts'
import type { ApiClient, CommandContext } from '../../kernel/index.ts'
import { isObject, textsIn } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { plain } from '../../lib/terminal/index.ts'
import { permanentRoles } from './roles.ts'

const setHelp = `
Actions: read, modify, delete, distribute (or odrl:read …); none takes away what the role may do there.
The first policy of a role ends its reading everything. "*" means every type; what it allows adds up with what a type's own entry allows.

Examples:
  plinth roles set editor article read modify delete
  plinth roles set viewer "*" read
  plinth roles set editor article`

/** `plinth roles …` and `plinth settings …`. */
export function settingsCommands(program: Command, context: () => CommandContext): void {
  roleCommands(program, context)
  settingCommands(program, context)
}

function roleCommands(program: Command, context: () => CommandContext): void {
  const roles = program.command('roles').description('Manage roles and their policies.')
  roles
    .command('list', { isDefault: true })
    .description('List the roles with their policies.')
    .action(() => listRoles(context()))
  roles
    .command('add')
    .description('Add a role. Without policies it can read every type.')
    .argument('<role>', 'name: a lower-case letter, then a-z 0-9 _ -')
    .action((role: string) => addRole(context(), role))
  roles
    .command('remove')
    .description('Remove a role that no user has, with its policies and its sidebar.')
    .argument('<role>', 'name of the role')
    .action((role: string) => removeRole(context(), role))
  roles
    .command('set')
    .description('Set the actions that a role may perform on a type.')
    .argument('<role>', 'name of the role')
    .argument('<slug>', 'slug of the type, or * for every type')
    .argument('[actions...]', 'read, modify, delete, distribute')
    .addHelpText('after', setHelp)
    .action((role: string, slug: string, given: string[]) => setPolicies(context(), role, slug, given))
  roles
    .command('reset')
    .description('Remove all policies of a role: it can then read every type, and nothing else.')
    .argument('<role>', 'name of the role')
    .action((role: string) => resetPolicies(context(), role))
}

const rolesPath = '/api/settings/roles'
const accessPath = '/api/settings/role-access'

/** Role to slug (or `*`) to actions. */
type Policies = Map<string, Map<string, string[]>>

/** `plinth roles list` */
async function listRoles(context: CommandContext): Promise<void> {
  const api = await context.api()
  const roles = await readRoles(api)
  const policies = await readPolicies(api)
  await printRoles(context, roles, policies)
}

/** `plinth roles add` */
async function addRole(context: CommandContext, role: string): Promise<void> {
  const api = await context.api()
  const roles = await readRoles(api)
  if (!roles.includes(role)) await api.request('PUT', rolesPath, { body: { roles: [...roles, role] } })
  await listRoles(context)
}

/** `plinth roles remove` */
async function removeRole(context: CommandContext, role: string): Promise<void> {
  const api = await context.api()
  const roles = await readRoles(api)
  if (!roles.includes(role)) throw new CommandFailed(`there is no role ${plain(role)}`, exitCode.failed)
  if (permanentRoles.includes(role)) throw new CommandFailed(`the role ${role} always exists`, exitCode.failed)
  await api.request('PUT', rolesPath, { body: { roles: roles.filter(name => name !== role) } })
  await listRoles(context)
}

/** `plinth roles set` */
async function setPolicies(context: CommandContext, role: string, slug: string, actions: string[]): Promise<void> {
  const api = await context.api()
  const policies = await readPolicies(api)
  const own = policies.get(role) ?? new Map<string, string[]>()
  policies.set(role, own.set(slug, actions.map(withPrefix)))
  await savePolicies(context, api, policies)
}

/** `plinth roles reset` */
async function resetPolicies(context: CommandContext, role: string): Promise<void> {
  const api = await context.api()
  if (!(await readRoles(api)).includes(role))
    throw new CommandFailed(`there is no role ${plain(role)}`, exitCode.failed)
  const policies = await readPolicies(api)
  policies.delete(role)
  await savePolicies(context, api, policies)
}

async function savePolicies(context: CommandContext, api: ApiClient, policies: Policies): Promise<void> {
  const entries = [...policies].map(([role, own]): [string, JsonObject] => [role, Object.fromEntries(own)])
  await api.request('PUT', accessPath, { body: { roles: Object.fromEntries(entries) } })
  await printRoles(context, await readRoles(api), policies)
}

async function printRoles(context: CommandContext, roles: string[], policies: Policies): Promise<void> {
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

async function readRoles(api: ApiClient): Promise<string[]> {
  const { body } = await api.request('GET', rolesPath)
  return isObject(body) ? textsIn(body['roles']) : []
}

async function readPolicies(api: ApiClient): Promise<Policies> {
  const { body } = await api.request('GET', accessPath)
  const roles = isObject(body) && isObject(body['roles']) ? Object.entries(body['roles']) : []
  return new Map(
    roles.map(([role, own]) => [
      role,
      new Map(isObject(own) ? Object.entries(own).map(([slug, actions]) => [slug, textsIn(actions)]) : []),
    ]),
  )
}

const prefix = 'odrl:'
const withPrefix = (action: string): string => (action.includes(':') ? action : prefix + action)
const withoutPrefix = (action: string): string => (action.startsWith(prefix) ? action.slice(prefix.length) : action)

const pathOf = (name: string): string => `/api/settings/${encodeURIComponent(name)}`

/** `plinth settings …`: the settings as the API returns them. */
function settingCommands(program: Command, context: () => CommandContext): void {
  const name = program.createArgument('<name>', 'the setting').choices(['log', 'roles', 'role-access', 'sidebar'])
  const settings = program.command('settings').description('Show and save settings: log, roles, role-access, sidebar.')
  settings
    .command('get')
    .description('Show a setting, as JSON.')
    .addArgument(name)
    .action(async (name: string) => {
      const { body } = await (await context().api()).request('GET', pathOf(name))
      context().print(body, () => JSON.stringify(body, null, 2))
    })
  settings
    .command('set')
    .description('Save a setting.')
    .addArgument(name)
    .argument('<json>', 'a JSON file, - for standard input, or the JSON itself')
    .action(async (name: string, json: string) => {
      const value = await context().readObject(json, 'the setting')
      const { body } = await (await context().api()).request('PUT', pathOf(name), { body: value })
      context().print(body, () => JSON.stringify(body, null, 2))
    })
}
