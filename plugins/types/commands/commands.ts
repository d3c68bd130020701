import type { Command } from 'commander'
import { type CommandContext } from '../../../kernel/index.ts'
import type { ChangeFlags, TypeFlags } from './command-actions.ts'

const createHelp = `
Examples:
  plinth types create --name Movie --slug movie --schema movie.schema.json
  plinth types create type.json --dry-run
  plinth types create type.json --unknown drop`

const updateHelp = `
Only what is given changes. --dry-run says what the change would mean for the resources that exist.

Examples:
  plinth types update movie --schema movie.schema.json --dry-run
  plinth types update movie --status active`

const describeFlags = (command: Command): Command =>
  command
    .option('--name <name>', 'name')
    .option('--slug <slug>', 'slug: lower-case words joined with hyphens, used in URLs')
    .option('--description <text>', 'description')
    .option('--schema <json>', 'JSON Schema: a file, - for standard input, or the JSON itself')
    .option('--context <json>', 'JSON-LD context: a file, - for standard input, or the JSON itself')
    .option('--dry-run', 'check only; nothing is written')
    .option(
      '--unknown <what>',
      'drop: take a schema that was written for other tools (unknown keywords and formats are left out, older drafts rewritten)',
    )

/** `plinth types …`. */
export function typeCommands(program: Command, context: () => CommandContext): void {
  const types = program.command('types').description('Manage resource types.')
  const actions = () => import('./command-actions.ts')
  types
    .command('list')
    .description('List the types.')
    .option('--all', 'include archived, abstract and value-object types')
    .action(async (options: { all?: boolean }) => (await actions()).list(context(), options.all === true))
  types
    .command('get')
    .description('Show one type.')
    .argument('<slug>', 'slug or id of the type')
    .action(async (slug: string) => (await actions()).get(context(), slug))
  describeFlags(
    types
      .command('create')
      .description('Create a type from a JSON file, from options, or both (options take precedence).'),
  )
    .argument(
      '[file]',
      'JSON file with name, slug, description, context, schema (with --unknown also the schema alone); - for standard input',
    )
    .addHelpText('after', createHelp)
    .action(async (file: string | undefined, flags: TypeFlags) => (await actions()).create(context(), file, flags))
  describeFlags(types.command('update').description('Change a type.'))
    .argument('<slug>', 'slug or id of the type')
    .argument('[file]', 'JSON file with the changes; - for standard input')
    .option('--status <status>', 'active or archived')
    .option('--convert', 'write values of a column whose type changes as the new type, if none loses anything')
    .option('--force', 'the same; values that cannot be converted are removed from the current versions')
    .addHelpText('after', updateHelp)
    .action(async (slug: string, file: string | undefined, flags: ChangeFlags) =>
      (await actions()).update(context(), slug, file, flags),
    )
  types
    .command('delete')
    .description('Archive a type. Its resources are kept; plinth types update <slug> --status active restores it.')
    .argument('<slug>', 'slug or id of the type')
    .option('--dry-run', 'check only; nothing is written')
    .action(async (slug: string, flags: { dryRun?: boolean }) =>
      (await actions()).remove(context(), slug, flags.dryRun === true),
    )
}
