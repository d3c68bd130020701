import { printFlat, printFlatList } from '../../lib/flat/index.ts'
import type { FlatListFlags } from '../../lib/flat/index.ts'
import type { CommandContext } from '../../kernel/index.ts'

const pathOf = (organization: string): string => `/api/organizations/${encodeURIComponent(organization)}/members`

/** The fields of a member. */
const memberFields = ['id', 'given_name', 'family_name', 'name', 'email', 'avatar_url', 'status', 'created_at']

/** `plinth organizations members list` */
export const list = (context: CommandContext, organization: string, flags: FlatListFlags): Promise<void> =>
  printFlatList(context, pathOf(organization), flags, memberFields)

/** `plinth organizations members add` */
export async function add(context: CommandContext, organization: string, person: string): Promise<void> {
  const answer = await (await context.api()).request('POST', pathOf(organization), { body: { person_id: person } })
  printFlat(context, answer.body)
}

/** `plinth organizations members remove` */
export async function remove(context: CommandContext, organization: string, person: string): Promise<void> {
  await (await context.api()).request('DELETE', `${pathOf(organization)}/${encodeURIComponent(person)}`)
  context.say(`${person} is no member any more`)
}
