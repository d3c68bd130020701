import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'
import type { InstallFlags } from './command-actions.ts'

const installHelp = `
Types that exist are left as they are, unless --update is given: then what the preset names is overwritten, and what was added to it is kept.

Examples:
  plinth presets install tasks --samples
  plinth presets install website --update --dry-run`

/** `plinth presets …` and `plinth seed`. */
export function presetCommands(program: Command, context: () => CommandContext): void {
  const actions = () => import('./command-actions.ts')
  const presets = program.command('presets').description('Manage presets: bundles of related types.')
  presets
    .command('list')
    .description('List the presets.')
    .action(async () => (await actions()).list(context()))
  presets
    .command('install')
    .description('Install a preset.')
    .argument('<name>', 'name of the preset')
    .option('--update', 'also update existing types')
    .option('--samples', 'also load its sample data, except what was loaded before')
    .option('--dry-run', 'check only; nothing is written')
    .addHelpText('after', installHelp)
    .action(async (name: string, flags: InstallFlags) => (await actions()).install(context(), name, flags))
  program
    .command('seed')
    .summary('install presets with their sample data')
    .description('Install presets with their sample data, except what was loaded before.')
    .argument('<preset...>', 'names of presets')
    .action(async (names: string[]) => (await actions()).seed(context(), names))
}
