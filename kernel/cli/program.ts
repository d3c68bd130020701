import { Command } from 'commander'
import type { CommandContext, CommandContribution } from '../contracts/commands.ts'
import { version } from '../package-root.ts'
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

/** Add the kernel's own commands and those that plugins contribute. */
export function addCommands(
  program: Command,
  contributions: readonly CommandContribution[],
  context: () => CommandContext,
  doctor: () => Promise<void>,
): void {
  program
    .command('serve')
    .description('Run the service until a signal ends it.')
    .action(async () => (await import('../process/serve.ts')).serve())
  program
    .command('doctor')
    .description('Check configuration, plugins, store and indexes: what is wrong, and what to do about it.')
    .action(doctor)
  for (const contribute of contributions) contribute(program, context)
}
