import { Argument, Command, type ErrorOptions } from 'commander'
import type { Config } from '../kernel/contracts/config.ts'
import { CommandFailed, reasonOf } from '../kernel/errors.ts'
import { describeFailure, serviceExitCode } from '../kernel/process/failure.ts'
import { releaseText } from '../lib/store-kit/store-format.ts'
import { release } from '../kernel/package-root.ts'
import type { RunningContext } from './context.ts'
import type { PluginCommands } from './contributions.ts'
import { addGlobalOptions, type GlobalOptions } from './options.ts'
import type { BackupPlace } from './store/backup.ts'

const epilogue = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 store or service away, 4 done, but rows were refused, 78 (serve) wrong configuration.
Without --url commands work on the store of the configuration, as urn:user:system.`

const loginHelp = `
The token may also come from PLINTH_TOKEN or from standard input.

Examples:
  plinth login --url https://cms.example.com --token plinth_…
  plinth login staging --url https://staging.example.com < token.txt
  plinth types list --profile staging`

const completionHelp = `
Examples:
  source <(plinth completion bash)
  plinth completion zsh >> ~/.zshrc
  plinth completion fish > ~/.config/fish/completions/plinth.fish`

const backupHelp = `
Everything: types and resources, their versions, users, roles, settings, views, grants, events and hashes of tokens; not sessions.
Only your user can read the file. It has a manifest with the number of rows and the SHA-256 of each collection.

Examples:
  plinth backup plinth-2026-11-23.plinth
  plinth backup --url https://cms.example.com --token plinth_… nightly.plinth
  plinth backup --verify nightly.plinth`

const restoreHelp = `
Examples:
  plinth restore nightly.plinth
  plinth restore --replace nightly.plinth
  MONGODB_URL='mongodb://127.0.0.1/plinth?replicaSet=rs0' plinth restore nightly.plinth`

/** The parts that the kernel's own commands use. */
export interface OwnCommands {
  options: GlobalOptions
  env: Record<string, string | undefined>
  config: () => Config
}

/** A command whose usage errors print one line of usage, not the whole help. */
class UsageCommand extends Command {
  override createCommand(name?: string): Command {
    return new UsageCommand(name)
  }

  override error(message: string, options?: ErrorOptions): never {
    const usage = this.createHelp().commandUsage(this)
    const words = usage.split(/ [[<]/)[0] ?? ''
    return super.error(`${message}\nUsage: ${usage}\nSee ${words} --help`, options)
  }
}

/** The program without the commands of plugins. Errors are thrown (`CommanderError`), output is written to these streams. */
export function createProgram(out: (text: string) => void, err: (text: string) => void): Command {
  const program = new UsageCommand('plinth')
  program
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: true })
    .description('A content and data platform: define types, and get their API, storage and admin.')
    .version(releaseText(release), '-V, --version')
    .helpCommand('help [command]', 'show how a command is used')
    .addHelpText('after', epilogue)
  return addGlobalOptions(program)
}

/** Add the commands that do not come from plugins. */
export function addOwnCommands(
  program: Command,
  context: () => RunningContext,
  { options, env, config }: OwnCommands,
): void {
  program
    .command('serve')
    .description('Run the service.')
    .option('--port <port>', 'the port to listen on (also PORT)')
    .option('--host <address>', 'the address to listen on (also HOST)')
    .action(async ({ port, host }: { port?: string; host?: string }) => {
      const { serve } = await import('../kernel/process/serve.ts')
      const environment = {
        ...env,
        ...(port !== undefined && { PORT: port }),
        ...(host !== undefined && { HOST: host }),
      }
      await serve(environment).catch((error: unknown) => {
        throw new CommandFailed(describeFailure(error), serviceExitCode(error))
      })
    })
  program
    .command('doctor')
    .description(
      'Check configuration, plugins, store, disk, port, identity provider and mail server, and suggest remedies.',
    )
    .option('--offline', 'leave out the checks of the identity provider, the clock and the mail server')
    .option('--repair', 'write what can be read of a damaged store into a new file beside it, and change nothing else')
    .action(async ({ offline = false, repair: isRepair }: { offline?: boolean; repair?: boolean }) => {
      if (isRepair === true) return (await import('./doctor/repair.ts')).repair(context(), config())
      const [{ doctor }, { withService }] = await Promise.all([
        import('./doctor/doctor.ts'),
        import('./transport/profiles.ts'),
      ])
      return doctor(context(), { service: withService(options, env), config, env, offline })
    })
  const place = async (running: RunningContext): Promise<BackupPlace> => {
    const { withService } = await import('./transport/profiles.ts')
    return { config, options: withService(options, env), signal: running.signal }
  }
  program
    .command('backup')
    .description('Copy everything in the store to a file, at one moment, while the service runs and is written to.')
    .argument('<file>', 'the file to write, or with --verify to read')
    .option('--verify', 'read a backup whole, and compare it with its manifest')
    .addHelpText('after', backupHelp)
    .action(async (file: string, { verify: isVerify = false }: { verify?: boolean }) => {
      const running = context()
      const { backup, verify } = await import('./store/backup.ts')
      return isVerify ? verify(running, file, running.signal) : backup(running, await place(running), file)
    })
  program
    .command('restore')
    .description('Fill the store of the configuration from a backup, while no service uses it. All or nothing.')
    .argument('<file>', 'a file that plinth backup wrote, from this or the other kind of store')
    .option('--replace', 'replace everything that is in the store')
    .addHelpText('after', restoreHelp)
    .action(async (file: string, given: { replace?: boolean }) => {
      const running = context()
      const { restore } = await import('./store/restore.ts')
      return restore(running, await place(running), file, given)
    })
  program
    .command('upgrade')
    .description(
      'Convert the store of the configuration from the format of an earlier version, while no service uses it.',
    )
    .option('--check', 'only print what would be done, how long it takes and how much room; change nothing')
    .option(
      '--force',
      'remove values that do not fit the types of their columns from the current versions of resources',
    )
    .action(async (given: { check?: boolean; force?: boolean }) => {
      const { upgrade } = await import('./store/upgrade.ts')
      return upgrade(context(), config(), given)
    })
  program
    .command('plugin')
    .description('Write plugins.')
    .command('new')
    .description('Create the package of a plugin in a folder here, with its configuration and tests.')
    .argument('<name>', 'its name: lower-case words joined with hyphens')
    .action(async (name: string) => (await import('./new-plugin.ts')).createPlugin(context(), name))
  program
    .command('login')
    .description('Store the address of a service and a token as a profile, in a file that only you can read.')
    .argument('[name]', 'name of the profile', 'default')
    .addHelpText('after', loginHelp)
    .action(async (name: string) => (await import('./login.ts')).login(context(), name, options, env))
  program
    .command('logout')
    .description('Delete a profile that plinth login stored.')
    .argument('[name]', 'name of the profile', 'default')
    .action(async (name: string) => (await import('./login.ts')).logout(context(), name, env))
  program
    .command('completion')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', completionHelp)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./completion.ts')
      context().stdout.write(completionScript(program, shell))
    })
}

/**
 * Add the commands of plugins. A plugin that fails to add its commands does not affect the others.
 * @param warn called with the name of a plugin that failed to add its commands, and the reason
 */
export async function addPluginCommands(
  program: Command,
  contributions: readonly PluginCommands[],
  context: () => RunningContext,
  warn: (line: string) => void,
): Promise<void> {
  for (const { plugin, contribute } of contributions) {
    const before = program.commands.length
    try {
      await contribute(program, context)
    } catch (error) {
      const half = program.commands.length === before ? '' : ', or not all of them'
      warn(`plugin "${plugin}": its commands are not there${half}: ${reasonOf(error)}`)
    }
  }
}
