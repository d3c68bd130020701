import { type CommandContext } from '../../kernel/index.ts'

const path = '/api/views'
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`

/** `plinth views list` */
export async function list(context: CommandContext, typeSlug: string | undefined): Promise<void> {
  const query: [string, string][] = typeSlug === undefined ? [] : [['type_slug', typeSlug]]
  const views = await (await context.api()).listAll(path, query)
  context.printRecords(views, ['id', 'type_slug', 'name', 'shared', 'owner'])
}

/** `plinth views get` */
export async function get(context: CommandContext, id: string): Promise<void> {
  const { body } = await (await context.api()).request('GET', pathOf(id))
  context.print(body, () => JSON.stringify(body, null, 2))
}

/** `plinth views create` */
export async function create(context: CommandContext, json: string): Promise<void> {
  const view = await context.readObject(json, 'the view')
  const { body } = await (await context.api()).request('POST', path, { body: view })
  context.print(body, () => JSON.stringify(body, null, 2))
}

/** `plinth views delete` */
export async function remove(context: CommandContext, id: string): Promise<void> {
  await (await context.api()).request('DELETE', pathOf(id))
  context.say(`${id} taken away`)
}
