import { Command } from 'commander'
import type { CommandContext } from '../contracts/commands.ts'
import { reasonOf } from '../loader/plugin-fault.ts'
import { version } from '../package-root.ts'
import type { PluginCommands } from './contributions.ts'
import { addGlobalOptions } from './options.ts'

const epilogue = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 store or service away, 4 done, but rows were refused.
Without --url commands work on the store of the configuration, as urn:user:system.`

/** The program without the commands of plugins. Errors are thrown (`CommanderError`), texts go to these streams. */
export function createProgram(out: (text: string) => void, err: (text: string) => void): Command {
  const program = new Command('plinth')
  program
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: true })
    .showHelpAfterError()
    .description('Content and data platform: describe a type of thing, and its API and storage exist.')
    .version(version, '-V, --version')
    .helpCommand('help [command]', 'show how a command is used')
    .addHelpText('after', epilogue)
  return addGlobalOptions(program)
}

/**
 * Add the kernel's own commands and those that plugins contribute. A plugin that fails to add its commands keeps nobody else's away.
 * @param warn is told which plugin failed, and why
 */
export function addCommands(
  program: Command,
  contributions: readonly PluginCommands[],
  context: () => CommandContext,
  doctor: () => Promise<void>,
  warn: (line: string) => void,
): void {
  program
    .command('serve')
    .description('Run the service until a signal ends it.')
    .action(async () => (await import('../process/serve.ts')).serve())
  program
    .command('doctor')
    .description('Check configuration, plugins, store and indexes: what is wrong, and what to do about it.')
    .action(doctor)
  for (const { plugin, contribute } of contributions) {
    const before = program.commands.length
    try {
      contribute(program, context)
    } catch (error) {
      const half = program.commands.length === before ? '' : ', or not all of them'
      warn(`plugin "${plugin}": its commands are not there${half}: ${reasonOf(error)}`)
    }
  }
}
