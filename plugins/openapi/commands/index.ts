import { Option } from 'commander'
import type { Command } from 'commander'
import type { CommandContext } from '../../../kernel/index.ts'

const checkHelp = `
Prints for every operation which controller it gets and why, or what each of the standard ones misses. Exit code 2 for a document that is not valid.
With --store it also prints what the document would change of what is stored, and changes nothing; exit code 1 if a start with it would be refused.

Examples:
  plinth openapi check pets.yaml
  plinth openapi check pets.yaml --store --url https://cms.example.com`

const applyHelp = `
Creates and changes resource types as a start with the document would, all or none. With --force values of another type than the document
allows are converted where that loses nothing, and the others removed from the current versions of the items. Values that a new identifier shares cannot be forced: change or archive those items first.

Example:
  plinth openapi apply pets.yaml --force`

/** `plinth openapi …`. */
export function openapiCommands(program: Command, context: () => CommandContext): void {
  const openapi = program.command('openapi').description('Work with OpenAPI documents from which the service is built.')
  openapi
    .command('check')
    .description('Check a document and list the controllers of its operations.')
    .argument('<file>', 'an OpenAPI 3.0 document, YAML or JSON')
    .addOption(prefixOption())
    .option('--store', 'also compare with the store (with --url, with the store of the service)')
    .addHelpText('after', checkHelp)
    .action(async (file: string, options: { store?: boolean; prefix: string }) =>
      (await import('./check.ts')).check(context(), file, options),
    )
  openapi
    .command('apply')
    .description('Create and update the resource types that a document describes.')
    .argument('<file>', 'an OpenAPI 3.0 document, YAML or JSON')
    .addOption(prefixOption())
    .option(
      '--force',
      'convert values of another type; those that cannot be converted are removed from the current versions',
    )
    .addHelpText('after', applyHelp)
    .action(async (file: string, options: { force?: boolean; prefix: string }) =>
      (await import('./check.ts')).apply(context(), file, options),
    )
}

const prefixOption = (): Option =>
  new Option('--prefix <path>', 'under which the paths are to be mounted, as in the option of the plugin').default(
    '/api',
  )
