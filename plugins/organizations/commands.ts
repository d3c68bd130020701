import { flatCommands, listOptions } from '../../lib/flat/index.ts'
import type { FlatListFlags } from '../../lib/flat/index.ts'
import type { CommandContribution } from '../../kernel/index.ts'
import { organization } from './shape.ts'

/** `plinth organizations …`. */
export const organizationCommands: CommandContribution = (program, context) => {
  const group = flatCommands(program, context, organization, 'Manage organizations and their members.')
  const members = group.command('members').description('Manage the members of an organization.')
  const actions = () => import('./command-actions.ts')
  listOptions(members.command('list').description('List the members, newest first.'))
    .argument('<organization>', 'id of the organization, or its last part')
    .action(async (id: string, flags: FlatListFlags) => (await actions()).list(context(), id, flags))
  members
    .command('add')
    .description('Add a member.')
    .argument('<organization>', 'id of the organization, or its last part')
    .argument('<person>', 'id of the person, or its last part')
    .action(async (id: string, person: string) => (await actions()).add(context(), id, person))
  members
    .command('remove')
    .description('Remove a member.')
    .argument('<organization>', 'id of the organization, or its last part')
    .argument('<person>', 'id of the person, or its last part')
    .action(async (id: string, person: string) => (await actions()).remove(context(), id, person))
}
