import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'

/** Options of `plinth events`. */
export interface EventFlags {
  type?: string
  subject?: string
  since?: string
  until?: string
  limit?: string
  all?: boolean
  follow?: boolean
}

const help = `
With --json --follow each event is a line (NDJSON).

Examples:
  plinth events --type Resource.Deleted --since 2026-01-01T00:00:00Z
  plinth events --subject urn:movie:01J9… --all
  plinth events --follow --url https://cms.example.com`

/** `plinth events`. */
export function eventCommands(program: Command, context: () => CommandContext): void {
  program
    .command('events')
    .description('List events, newest first; with --follow, print new events as they happen.')
    .option('--type <type>', 'only events of this type, such as Resource.Created')
    .option('--subject <urn>', 'only events about this resource, type or user')
    .option('--since <date-time>', 'only events at or after this time')
    .option('--until <date-time>', 'only events at or before this time')
    .option('--limit <number>', 'items per page (default: 20)')
    .option('--all', 'all pages')
    .option('--follow', 'print new events until Ctrl-C')
    .addHelpText('after', help)
    .action(async (flags: EventFlags) => {
      const { follow, list } = await import('./command-actions.ts')
      await (flags.follow === true ? follow(context(), flags) : list(context(), flags))
    })
}
