import type { Command } from 'commander'
import { type CommandContext } from '../../kernel/index.ts'

const pathOf = (name: string): string => `/api/settings/${encodeURIComponent(name)}`
const nameHelp = 'roles, role-access or sidebar'

/** `plinth settings …`: the settings as the API has them. */
export function settingCommands(program: Command, context: () => CommandContext): void {
  const settings = program.command('settings').description('Settings: roles, role-access, sidebar.')
  settings
    .command('get')
    .description('Show a setting, as JSON.')
    .argument('<name>', nameHelp)
    .action(async (name: string) => {
      const { body } = await (await context().api()).request('GET', pathOf(name))
      context().print(body, () => JSON.stringify(body, null, 2))
    })
  settings
    .command('set')
    .description('Save a setting.')
    .argument('<name>', nameHelp)
    .argument('<json>', 'a JSON file, - for standard input, or the JSON itself')
    .action(async (name: string, json: string) => {
      const value = await context().readObject(json, 'the setting')
      const { body } = await (await context().api()).request('PUT', pathOf(name), { body: value })
      context().print(body, () => JSON.stringify(body, null, 2))
    })
}
