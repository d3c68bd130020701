import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'
import { settingCommands } from './setting-commands.ts'

const setHelp = `
Actions: read, modify, delete (or odrl:read, odrl:modify, odrl:delete); none takes away what the role may do there.
The first policy of a role ends its reading everything. "*" stands for every type; what it allows adds up with what a type's own entry allows.

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
  const actions = () => import('./command-actions.ts')
  const roles = program.command('roles').description('Roles: what users may do.')
  roles
    .command('list', { isDefault: true })
    .description('List the roles, and what each may do.')
    .action(async () => (await actions()).list(context()))
  roles
    .command('add')
    .description('Add a role. Until it is given policies it reads everything.')
    .argument('<role>', 'its name: a lower-case letter, then a-z 0-9 _ -')
    .action(async (role: string) => (await actions()).add(context(), role))
  roles
    .command('remove')
    .description('Remove a role that nobody has, with its policies and its sidebar.')
    .argument('<role>', 'its name')
    .action(async (role: string) => (await actions()).remove(context(), role))
  roles
    .command('set')
    .description('Say what a role may do to resources of a type.')
    .argument('<role>', 'its name')
    .argument('<slug>', 'slug of the type, or * for every type')
    .argument('[actions...]', 'read, modify, delete')
    .addHelpText('after', setHelp)
    .action(async (role: string, slug: string, given: string[]) => (await actions()).set(context(), role, slug, given))
  roles
    .command('reset')
    .description('Take all policies of a role away: it then reads everything, and no more.')
    .argument('<role>', 'its name')
    .action(async (role: string) => (await actions()).reset(context(), role))
}
