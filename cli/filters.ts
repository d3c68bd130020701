import { exitCode } from '../kernel/contracts/commands.ts'
import { CommandFailed } from '../kernel/errors.ts'

const known = /^\s*(\S.*?)\s+(eq|ne|gt|gte|lt|lte|in|nin|like|exists)\s([^]*)$/
const quoted = /^\s*"((?:[^"\\]|\\.)+)"\s+(\S+)\s([^]*)$/
const other = /^\s*(\S+)\s+(\S+)\s([^]*)$/

/**
 * A filter as people write it on the command line, as a parameter of the API: `imdbRating gte 8` → `_filter[imdbRating][gte]`, `8`.
 * Everything behind the operator is the value. A name with spaces is one up to the first operator, or stands in double quotes. Whether field and operator exist is for the API to say.
 * @throws `CommandFailed` (usage)
 */
export function parseFilter(text: string): [name: string, value: string] {
  const [, field, operator, value] = quoted.exec(text) ?? known.exec(text) ?? other.exec(text) ?? []
  if (field === undefined || operator === undefined || value === undefined) {
    throw new CommandFailed(
      `a filter is 'field operator value', for example 'year gte 1990', not '${text}'`,
      exitCode.usage,
    )
  }
  return [`_filter[${field.replaceAll(/\\(.)/g, '$1')}][${operator}]`, value]
}
