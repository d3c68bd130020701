import type { Command } from 'commander'
import type { CommandContext } from '../../../kernel/index.ts'

const checkHelp = `
Says for every operation which controller it gets and why, or what each of the standard ones misses. Exit code 2 for a document that is not valid.

Example:
  plinth openapi check pets.yaml`

const ejectHelp = `
Writes an OpenAPI 3.0 document to standard output that describes existing types: started with it, a service has the same schemas and paths for them.

Example:
  plinth openapi eject task project > api.json`

/** `plinth openapi …`. */
export function openapiCommands(program: Command, context: () => CommandContext): void {
  const openapi = program.command('openapi').description('OpenAPI documents that the service is built from.')
  openapi
    .command('check')
    .description('Check a document and say what answers its operations.')
    .argument('<file>', 'an OpenAPI 3.0 document, YAML or JSON')
    .addHelpText('after', checkHelp)
    .action(async (file: string) => (await import('./check.ts')).check(context(), file))
  openapi
    .command('eject')
    .description('Write an OpenAPI document for existing types.')
    .argument('[types...]', 'slugs of types; all active ones when absent')
    .addHelpText('after', ejectHelp)
    .action(async (slugs: string[]) => (await import('./eject.ts')).eject(context(), slugs))
}
