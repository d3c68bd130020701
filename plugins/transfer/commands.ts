import { Option, type Command } from 'commander'
import { parseFilter, type CommandContext } from '../../kernel/index.ts'
import { formats } from './formats/format.ts'
import type { ExportOptions } from './export.ts'
import type { ImportOptions } from './import.ts'

const format = (): Option =>
  new Option('--format <format>', 'the format, when the file name does not tell it').choices(formats)

const importHelp = `
Rows with an @id keep it; the others get one that follows from their content, so that a repeat makes no doubles.
Rows that do not fit are refused and reported with their line; the others are loaded, and the exit code is 4.

Examples:
  plinth import movie movies.json --infer
  plinth import movie more.csv --rejects refused.ndjson
  zcat movies.ndjson.gz | plinth import movie - --format ndjson`

const exportHelp = `
Writes flat properties and @id, oldest first. JSON and NDJSON come back exactly by import; in CSV an empty cell is an absent property.

Examples:
  plinth export movie movies.ndjson
  plinth export movie --format csv --filter 'imdbRating gte 8' > best.csv`

/** `plinth import` and `plinth export`. */
export function transferCommands(program: Command, context: () => CommandContext): void {
  program
    .command('import')
    .summary('load a file into a type')
    .description('Load a JSON array, NDJSON or CSV file (- is standard input) into a type.')
    .argument('<type>', 'slug of the type')
    .argument('<file>', 'the file, or - for standard input')
    .addOption(format())
    .option('--infer', 'derive the type from the data and create it: names, JSON types, nullable, dates, required')
    .option('--match <property>', 'references name what they refer to by this property, not by id')
    .option('--key <property>', 'rows whose key a resource has change it, the others create one')
    .option('--dry-run', 'write nothing; tell every problem of every row')
    .option('--rejects <file>', 'write refused rows there (NDJSON: line, reasons, row)')
    .addHelpText('after', importHelp)
    .action(async (type: string, file: string, options: ImportOptions) => {
      await (await import('./import.ts')).importRows(context(), type, file, options)
    })
  program
    .command('export')
    .summary('write the resources of a type to a file')
    .description('Write the resources of a type as a JSON array, NDJSON or CSV.')
    .argument('<type>', 'slug of the type')
    .argument('[file]', 'the file, or - for standard output', '-')
    .addOption(format())
    .option('--status <status>', 'active or archived (default: active)')
    .option('--filter <filter>', "only those that fit: 'field operator value'; may be repeated", collect, [])
    .option('--escape-formulas', "CSV for a spreadsheet: put ' before cells that it would run as a formula")
    .addHelpText('after', exportHelp)
    .action(async (type: string, file: string, options: Omit<ExportOptions, 'filters'> & { filter: string[] }) => {
      const { filter, ...rest } = options
      await (
        await import('./export.ts')
      ).exportRows(context(), type, file, { ...rest, filters: filter.map(parseFilter) })
    })
}

const collect = (value: string, before: string[]): string[] => [...before, value]
