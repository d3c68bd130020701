import type { Command } from 'commander'
import { type CommandContext } from '../../../kernel/index.ts'

const path = '/api/accounts'
const fields = ['id', 'name', 'created_at']

/** `plinth accounts …`. */
export function accountCommands(program: Command, context: () => CommandContext): void {
  const accounts = program.command('accounts').description('Accounts: whom resources belong to.')
  accounts
    .command('list')
    .description('List the accounts.')
    .action(async () => context().printRecords(await (await context().api()).listAll(path), fields))
  accounts
    .command('create')
    .description('Create an account.')
    .argument('<name>', 'name')
    .action((name: string) => write(context(), 'POST', path, name))
  accounts
    .command('rename')
    .description('Give an account another name.')
    .argument('<account>', 'URN of the account, or the last part of it')
    .argument('<name>', 'name')
    .action((id: string, name: string) => write(context(), 'PUT', `${path}/${encodeURIComponent(id)}`, name))
}

async function write(context: CommandContext, method: string, address: string, name: string): Promise<void> {
  const { body } = await (await context.api()).request(method, address, { body: { name } })
  context.print(body, () => JSON.stringify(body, null, 2))
}
