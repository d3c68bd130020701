import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'

/** `plinth views …`. */
export function viewCommands(program: Command, context: () => CommandContext): void {
  const views = program.command('views').description('Manage saved views of lists.')
  views
    .command('list')
    .description('List your own and the shared views, newest first.')
    .option('--type <slug>', 'only views of this type')
    .action(({ type }: { type?: string }) => listViews(context(), type))
  views
    .command('get')
    .description('Show a view.')
    .argument('<id>', 'id, or its last part')
    .action((id: string) => showView(context(), id))
  views
    .command('create')
    .description('Save a view.')
    .argument(
      '<json>',
      'type_slug, name, query, columns, shared: a JSON file, - for standard input, or the JSON itself',
    )
    .action((json: string) => createView(context(), json))
  views
    .command('delete')
    .description('Delete a view.')
    .argument('<id>', 'id, or its last part')
    .action((id: string) => removeView(context(), id))
}

const path = '/api/views'
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`

/** `plinth views list` */
async function listViews(context: CommandContext, typeSlug: string | undefined): Promise<void> {
  const views = await (await context.api()).listAll(path, { type_slug: typeSlug })
  context.printRecords(views, ['id', 'type_slug', 'name', 'shared', 'owner'])
}

/** `plinth views get` */
async function showView(context: CommandContext, id: string): Promise<void> {
  const { body } = await (await context.api()).request('GET', pathOf(id))
  context.print(body, () => JSON.stringify(body, null, 2))
}

/** `plinth views create` */
async function createView(context: CommandContext, json: string): Promise<void> {
  const view = await context.readObject(json, 'the view')
  const { body } = await (await context.api()).request('POST', path, { body: view })
  context.print(body, () => JSON.stringify(body, null, 2))
}

/** `plinth views delete` */
async function removeView(context: CommandContext, id: string): Promise<void> {
  await (await context.api()).request('DELETE', pathOf(id))
  context.say(`${id} removed`)
}
