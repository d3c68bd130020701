import { exitCode } from '../contracts/commands.ts'
import { CommandFailed } from '../errors.ts'

const shape = /^\s*(\S+)\s+(\S+)\s([^]*)$/

/**
 * A filter as people write it on the command line, as a parameter of the API: `imdbRating gte 8` → `_filter[imdbRating][gte]`, `8`.
 * Everything behind the operator is the value. Whether field and operator exist is for the API to say.
 * @throws `CommandFailed` (usage)
 */
export function parseFilter(text: string): [name: string, value: string] {
  const [, field, operator, value] = shape.exec(text) ?? []
  if (field === undefined || operator === undefined || value === undefined) {
    throw new CommandFailed(
      `a filter is 'field operator value', for example 'year gte 1990', not '${text}'`,
      exitCode.usage,
    )
  }
  return [`_filter[${field}][${operator}]`, value]
}
