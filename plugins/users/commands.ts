import type { Command } from 'commander'
import { CommandFailed, exitCode } from '../../kernel/index.ts'
import type { ApiClient, CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { readEmailAddress } from '../../lib/json-schema/email.ts'
import { plain } from '../../lib/terminal/index.ts'
import { accountCommands } from './accounts/commands.ts'

const userHelp = 'URN of the user, its last part, or the e-mail address where that is one user’s alone'

const setRoleHelp = `
Examples:
  plinth users set-role ada@example.com editor
  plinth users set-role urn:user:01J9… admin`

/** `plinth users …` and `plinth accounts …`. */
export function userCommands(program: Command, context: () => CommandContext): void {
  accountCommands(program, context)
  const users = program.command('users').description('Manage users.')
  users
    .command('list')
    .description('List the users of every account.')
    .action(() => listUsers(context()))
  users
    .command('set-role')
    .description('Change the role of a user.')
    .argument('<user>', userHelp)
    .argument('<role>', 'one of plinth roles list')
    .addHelpText('after', setRoleHelp)
    .action((user: string, role: string) => setRole(context(), user, role))
  users
    .command('disable')
    .description('Disable a user. Sessions, tokens and grants end immediately.')
    .argument('<user>', userHelp)
    .action((user: string) => setStatus(context(), user, 'disabled'))
  users
    .command('enable')
    .description('Enable a disabled user.')
    .argument('<user>', userHelp)
    .action((user: string) => setStatus(context(), user, 'active'))
}

const path = '/api/users'
const columns = ['id', 'name', 'email', 'role', 'status', 'account_id', 'created_at'] as const

/** `plinth users list` */
async function listUsers(context: CommandContext): Promise<void> {
  context.printRecords(await (await context.api()).listAll(path), columns)
}

/** `plinth users set-role`: a user who gets rights by an address must be its owner, as far as the service knows. */
async function setRole(context: CommandContext, user: string, role: string): Promise<void> {
  const id = await idOf(await context.api(), user, true)
  await changeUser(context, id, { role })
}

/** `plinth users disable` and `enable` */
async function setStatus(context: CommandContext, user: string, status: 'active' | 'disabled'): Promise<void> {
  const id = await idOf(await context.api(), user, false)
  await changeUser(context, id, { status })
}

async function changeUser(context: CommandContext, id: string, changes: JsonObject): Promise<void> {
  const api = await context.api()
  const { body } = await api.request('PUT', `${path}/${encodeURIComponent(id)}`, { body: changes })
  context.print(body, () => describe(body))
}

/**
 * The id of a user who is given by id, or by an e-mail address that no other user has.
 * @param vouched whether the identity provider must confirm that the address belongs to the user
 * @throws `CommandFailed` when an address does not identify one user
 */
async function idOf(api: ApiClient, user: string, vouched: boolean): Promise<string> {
  if (!user.includes('@')) return user
  const address = normalAddress(user)
  const { data } = await api.listAll(path)
  const users = data.filter(isObject).filter(({ email }) => normalAddress(text(email)) === address)
  const [only] = users
  if (only === undefined) throw new CommandFailed(`no user has the address ${plain(user)}`, exitCode.failed)
  if (users.length > 1) throw unsure(user, 'several users have it', users)
  if (vouched && !(await isVouched(api, address))) {
    throw unsure(user, 'it is not verified, or the user is disabled or works in another account', users)
  }
  return text(only['id'])
}

/** An address in lower case; one that is not a plain address as it is. */
const normalAddress = (text: string): string => readEmailAddress(text) ?? text

async function isVouched(api: ApiClient, address: string): Promise<boolean> {
  const { status } = await api.request('GET', `${path}/lookup`, { query: { email: address }, accept: [400, 404] })
  return status === 200
}

function unsure(user: string, reason: string, candidates: readonly JsonObject[]): CommandFailed {
  const lines = candidates.map(candidate => `\n  ${describe(candidate)}`)
  return new CommandFailed(`${plain(user)} is ambiguous: ${reason}; use the id:${lines.join('')}`, exitCode.failed)
}

function describe(user: Json): string {
  if (!isObject(user)) return ''
  const { id, name, email, role, status } = user
  return plain(`${text(id)}  ${text(name)} <${text(email)}>  ${text(role)}, ${text(status)}`)
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
