import type { CommandContext } from '../kernel/contracts/commands.ts'
import type { Json } from '../lib/json/types.ts'
import { isObject } from '../lib/json/index.ts'
import { widthOf } from './output.ts'
import type { WholeList } from './pages.ts'
import { table } from './table.ts'

/** Print a list of the API: with `--json` as it is, else as a table of these fields. */
export function printRecords(context: CommandContext, list: WholeList, fields: readonly string[]): void {
  context.print(list, () =>
    table(
      fields.map(heading => ({ heading })),
      list.data.filter(isObject).map(record => fields.map(name => cellOf(record[name]))),
      widthOf(context.stdout),
    ),
  )
}

function cellOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '–'
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every(item => typeof item === 'string')
    ? value.join(', ')
    : JSON.stringify(value)
}
