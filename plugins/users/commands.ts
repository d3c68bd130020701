import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'
import { accountCommands } from './account-commands.ts'

const userHelp = 'URN of the user, its last part, or the e-mail address where that is one user’s alone'

const setRoleHelp = `
Examples:
  plinth users set-role ada@example.com editor
  plinth users set-role urn:user:01J9… admin`

/** `plinth users …` and `plinth accounts …`. */
export function userCommands(program: Command, context: () => CommandContext): void {
  accountCommands(program, context)
  const actions = () => import('./command-actions.ts')
  const users = program.command('users').description('Users: who can act here.')
  users
    .command('list')
    .description('List the users of every account.')
    .action(async () => (await actions()).list(context()))
  users
    .command('set-role')
    .description('Give a user another role.')
    .argument('<user>', userHelp)
    .argument('<role>', 'one of plinth roles list')
    .addHelpText('after', setRoleHelp)
    .action(async (user: string, role: string) => (await actions()).setRole(context(), user, role))
  users
    .command('disable')
    .description('Disable a user: sessions, tokens and grants stop at once.')
    .argument('<user>', userHelp)
    .action(async (user: string) => (await actions()).setStatus(context(), user, 'disabled'))
  users
    .command('enable')
    .description('Enable a user who was disabled.')
    .argument('<user>', userHelp)
    .action(async (user: string) => (await actions()).setStatus(context(), user, 'active'))
}
