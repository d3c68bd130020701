import { flatCommands, listOptions, printFlat, printFlatList } from '../../lib/flat/index.ts'
import type { FlatListFlags } from '../../lib/flat/index.ts'
import type { CommandContext, CommandContribution } from '../../kernel/index.ts'
import { organization } from './shape.ts'

/** `plinth organizations …`. */
export const organizationCommands: CommandContribution = (program, context) => {
  const group = flatCommands(program, context, organization, 'Manage organizations and their members.')
  const members = group.command('members').description('Manage the members of an organization.')
  listOptions(members.command('list').description('List the members, newest first.'))
    .argument('<organization>', 'id of the organization, or its last part')
    .action((id: string, flags: FlatListFlags) => list(context(), id, flags))
  members
    .command('add')
    .description('Add a member.')
    .argument('<organization>', 'id of the organization, or its last part')
    .argument('<person>', 'id of the person, or its last part')
    .action((id: string, person: string) => add(context(), id, person))
  members
    .command('remove')
    .description('Remove a member.')
    .argument('<organization>', 'id of the organization, or its last part')
    .argument('<person>', 'id of the person, or its last part')
    .action((id: string, person: string) => remove(context(), id, person))
}

const pathOf = (organization: string): string => `/api/organizations/${encodeURIComponent(organization)}/members`

/** The fields of a member. */
const memberFields = ['id', 'given_name', 'family_name', 'name', 'email', 'avatar_url', 'status', 'created_at']

/** `plinth organizations members list` */
const list = (context: CommandContext, organization: string, flags: FlatListFlags): Promise<void> =>
  printFlatList(context, pathOf(organization), flags, memberFields)

/** `plinth organizations members add` */
async function add(context: CommandContext, organization: string, person: string): Promise<void> {
  const answer = await (await context.api()).request('POST', pathOf(organization), { body: { person_id: person } })
  printFlat(context, answer.body)
}

/** `plinth organizations members remove` */
async function remove(context: CommandContext, organization: string, person: string): Promise<void> {
  await (await context.api()).request('DELETE', `${pathOf(organization)}/${encodeURIComponent(person)}`)
  context.say(`${person} was removed`)
}
