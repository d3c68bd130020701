import { Option, type Command } from 'commander'
import { CommandFailed, exitCode, type CommandContext } from '../../../kernel/index.ts'
import type { ExportOptions } from './export.ts'
import { formats, isDelimiter } from '../../../lib/tabular/index.ts'
import type { ImportOptions } from './import.ts'

const format = (): Option =>
  new Option('--format <format>', 'the format, when the file name does not show it').choices(formats)

const importHelp = `
Rows with an @id keep it; the others get one that follows from their content, so that a repeat makes no doubles.
Rows that do not fit are refused and reported with their line; the others are loaded, and the exit code is 4.

Examples:
  plinth import movie movies.json --infer
  plinth import movie more.csv --rejects refused.ndjson
  plinth import movie preise.csv --decimal ,
  plinth import movie more.json --mapping titles
  plinth import blog-post posts.json --mapping listed --mapping title=headline --mapping html=articleBody
  plinth import task tasks.csv --match name --dry-run
  plinth import web-page pages.csv --key slug
  plinth import --all content
  plinth import movie movies.ndjson.gz`

const exportHelp = `
Writes flat properties and @id, oldest first. JSON and NDJSON come back exactly by import; in CSV an empty cell is an absent property.

Examples:
  plinth export movie movies.ndjson
  plinth export movie --format csv --filter 'imdbRating gte 8' > best.csv
  plinth export movie movies.ndjson.gz
  plinth export --all content

--all carries content only: types, resources and which presets are installed. Users, roles, settings, views, grants, versions and events
are in a backup (plinth backup), not here. manifest.json in the folder has the SHA-256 of each file; import --all checks it first.`

type ImportArguments = ImportOptions & { all?: string }
type ExportArguments = Omit<ExportOptions, 'filters'> & { all?: string; filter: string[] }

/** `plinth import` and `plinth export`. */
export function transferCommands(program: Command, context: () => CommandContext): void {
  program
    .command('import')
    .summary('import a file into a type, or everything that was exported')
    .description(
      'Import a JSON array, NDJSON or CSV file (- for standard input) into a type, or a folder that export --all wrote, or the file of GET /api/_export.',
    )
    .argument('[type]', 'slug of the type')
    .argument('[file]', 'the file, or - for standard input')
    .addOption(format())
    .option('--all <folder>', 'import everything from this folder, or from the file of GET /api/_export')
    .option('--infer', 'derive the type from the data and create it: names, JSON types, nullable, dates, required')
    .addOption(
      new Option(
        '--delimiter <character>',
        'CSV: what separates the cells (default: found in the first line)',
      ).argParser(readDelimiter),
    )
    .addOption(
      new Option(
        '--decimal <character>',
        'CSV: the character before the decimals of numbers (default: a point)',
      ).choices(['.', ',']),
    )
    .option(
      '--mapping <column=property>',
      "the property that a column goes to, its values converted; nothing after = leaves the column out; can be repeated. 'titles': columns go to the property with their name as title, as --infer makes them; 'listed': other columns are left out",
      collect,
    )
    .option('--match <property>', 'references contain the value of this property instead of an id')
    .option('--key <property>', 'update the resource with the same value of this property; create one if there is none')
    .option('--restore', 'with --key: restore an archived resource with the same value, instead of refusing the row')
    .option('--publish', 'of a type with drafts: publish what is written')
    .option('--update', 'update resources whose @id exists with other content (merge)')
    .option('--dry-run', 'check only: write nothing, report all problems')
    .option('--rejects <file>', 'write refused rows to this file (NDJSON: line, reasons, row)')
    .addHelpText('after', importHelp)
    .action(async (type: string | undefined, file: string | undefined, { all, ...options }: ImportArguments) => {
      if (all !== undefined) {
        refuseBeside({
          type,
          file,
          '--format': options.format,
          '--delimiter': options.delimiter,
          '--decimal': options.decimal,
          '--infer': options.infer,
          '--mapping': options.mapping,
          '--match': options.match,
          '--key': options.key,
          '--restore': options.restore,
          '--publish': options.publish,
        })
        return (await import('./all/import-all.ts')).importAll(context(), all, options)
      }
      const chosen = required('type', type)
      return (await import('./import.ts')).importFile(context(), chosen, required('file', file), options)
    })
  program
    .command('export')
    .summary('export the resources of a type to a file, or everything to a folder')
    .description(
      'Export the resources of a type as a JSON array, NDJSON or CSV, or all types and resources to a folder.',
    )
    .argument('[type]', 'slug of the type')
    .argument('[file]', 'the file, or - for standard output')
    .addOption(format())
    .option('--all <folder>', 'export all types and resources, including archived ones, to a new folder')
    .option('--status <status>', 'active or archived (default: active)')
    .addOption(
      new Option(
        '--perspective <perspective>',
        'of a type with drafts: what is published, or what editors see (default: published)',
      ).choices(['published', 'draft']),
    )
    .option('--filter <filter>', "filter: 'field operator value'; can be repeated", collect, [])
    .option(
      '--escape-formulas',
      'CSV for spreadsheets: with a byte order mark, and an apostrophe before cells that would run as a formula',
    )
    .addHelpText('after', exportHelp)
    .action(async (type: string | undefined, file: string | undefined, { all, filter, ...rest }: ExportArguments) => {
      if (all !== undefined) {
        const filters = filter.length > 0 ? filter : undefined
        refuseBeside({
          type,
          file,
          '--status': rest.status,
          '--perspective': rest.perspective,
          '--filter': filters,
          '--escape-formulas': rest.escapeFormulas,
        })
        return (await import('./all/export-all.ts')).exportAll(context(), all, rest.format ?? 'ndjson')
      }
      const options = { ...rest, filters: filter.map(text => context().readFilter(text)) }
      return (await import('./export.ts')).exportRows(context(), required('type', type), file ?? '-', options)
    })
}

function readDelimiter(text: string): string {
  const delimiter = text === 'tab' || text === '\\t' ? '\t' : text
  if (isDelimiter(delimiter)) return delimiter
  throw new CommandFailed("--delimiter is one character, or 'tab'", exitCode.usage)
}

const collect = (value: string, before: string[] = []): string[] => [...before, value]

function required(name: string, value: string | undefined): string {
  if (value !== undefined) return value
  throw new CommandFailed(`missing argument '${name}', or --all <folder>`, exitCode.usage)
}

/** Options that select resources do not work together with `--all`. */
function refuseBeside(words: Record<string, unknown>): void {
  const given = Object.keys(words).filter(name => words[name] !== undefined)
  if (given.length > 0) throw new CommandFailed(`--all does not go with ${given.join(', ')}`, exitCode.usage)
}
