import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'

/** Options of `tokens create`. */
export interface CreateFlags {
  user?: string
  types?: string
  actions?: string
  expires?: string
}

const userHelp = 'on the store: URN of the user whose token it is, or the e-mail address'

const createHelp = `
The token is printed this one time; nobody can look it up later.

Examples:
  plinth tokens create "Nightly import" --user ada@example.com --types note,task --expires 2030-12-31T00:00:00Z
  plinth tokens create Reader --user urn:user:01J9… --actions read --expires never`

/** `plinth tokens …`. */
export function tokenCommands(program: Command, context: () => CommandContext): void {
  const actions = () => import('./command-actions.ts')
  const tokens = program.command('tokens').description('Manage API tokens.')
  tokens
    .command('list')
    .description('List the API tokens of a user, newest first.')
    .option('--user <user>', userHelp)
    .action(async ({ user }: { user?: string }) => (await actions()).list(context(), user))
  tokens
    .command('create')
    .description('Create an API token.')
    .argument('<name>', 'name, such as its purpose')
    .option('--user <user>', userHelp)
    .option('--types <slugs>', 'slugs of the allowed types, separated by commas (default: all)')
    .option('--actions <actions>', 'allowed actions: read, modify, delete, separated by commas (default: all)')
    .option('--expires <date-time>', 'expiry: a date-time, or never (default: in 90 days)')
    .addHelpText('after', createHelp)
    .action(async (name: string, flags: CreateFlags) => (await actions()).create(context(), name, flags))
  tokens
    .command('revoke')
    .description('Revoke an API token.')
    .argument('<id>', 'id, or its last part')
    .option('--user <user>', userHelp)
    .action(async (id: string, { user }: { user?: string }) => (await actions()).revoke(context(), id, user))
}
