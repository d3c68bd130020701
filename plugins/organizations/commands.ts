import { flatCommands, listOptions } from '../../lib/flat/index.ts'
import type { FlatListFlags } from '../../lib/flat/index.ts'
import type { CommandContribution } from '../../kernel/index.ts'
import { organization } from './shape.ts'

/** `plinth organizations …`. */
export const organizationCommands: CommandContribution = (program, context) => {
  const group = flatCommands(program, context, organization, 'Organizations, and the persons who belong to them.')
  const members = group.command('members').description('Persons who belong to an organization.')
  const actions = () => import('./command-actions.ts')
  listOptions(members.command('list').description('List the members, the newest first.'))
    .argument('<organization>', 'id of the organization, or the last part of it')
    .action(async (id: string, flags: FlatListFlags) => (await actions()).list(context(), id, flags))
  members
    .command('add')
    .description('Make a person a member.')
    .argument('<organization>', 'id of the organization, or the last part of it')
    .argument('<person>', 'id of the person, or the last part of it')
    .action(async (id: string, person: string) => (await actions()).add(context(), id, person))
  members
    .command('remove')
    .description('Let a person be a member no longer.')
    .argument('<organization>', 'id of the organization, or the last part of it')
    .argument('<person>', 'id of the person, or the last part of it')
    .action(async (id: string, person: string) => (await actions()).remove(context(), id, person))
}
