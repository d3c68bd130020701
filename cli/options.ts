import { Command, CommanderError } from 'commander'

/** The options of every command. */
export interface GlobalOptions {
  json?: boolean
  quiet?: boolean
  url?: string
  token?: string
  /** Name of a service that `plinth login` stored. */
  profile?: string
  /** E-mail address of the user to act as. */
  as?: string
  /** URN of the account. */
  account?: string
  config?: string
}

/** Add the options of every command. */
export const addGlobalOptions = (program: Command): Command =>
  program
    .option('--json', "print the API's own JSON, for scripts; nothing else goes to standard output")
    .option('-q, --quiet', 'no notes and no progress; errors are still printed')
    .option(
      '--url <service>',
      'use a running service, for example https://cms.example.com, instead of the store (also PLINTH_URL)',
    )
    .option('--token <token>', 'API token for a running service (also PLINTH_TOKEN, PLINTH_TOKEN_FILE)')
    .option('--profile <name>', 'use a service that plinth login stored (also PLINTH_PROFILE)')
    .option('--as <e-mail>', 'with --url, in development mode: the user to act as')
    .option('--account <urn>', 'on the store: the account to act in (default: urn:account:default)')
    .option('--config <file>', 'configuration file (also PLINTH_CONFIG)')

/**
 * Read these options, at any position, before the commands are known. Errors in them are reported later.
 * @returns the options, and the first other word, which names the command
 */
export function readGlobalOptions(args: readonly string[]): { options: GlobalOptions; command: string | undefined } {
  let command: string | undefined
  const scout = addGlobalOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  try {
    ;[command] = scout.parseOptions([...args]).operands
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
  }
  return { options: scout.opts<GlobalOptions>(), command }
}
