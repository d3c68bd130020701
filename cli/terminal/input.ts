import { readFile } from 'node:fs/promises'
import { exitCode } from '../../kernel/contracts/commands.ts'
import type { Json, JsonObject } from '../../lib/json/types.ts'
import { BadRequest, CommandFailed, reasonOf, systemCodeOf } from '../../kernel/errors.ts'
import { isObject, parseJson, utf8Text } from '../../lib/json/index.ts'
import { filterParameter } from '../../lib/query/filters/filter-parameter.ts'
import { operatorNames } from '../../lib/store-kit/document-query.ts'

/**
 * Read a JSON object from an argument: literal (`{"a": 1}`), the path of a file, or `-` for standard input.
 * @param option the name of the argument, for messages
 * @throws `CommandFailed` when it cannot be read or is not a JSON object
 */
export async function readJsonObject(given: string, stdin: NodeJS.ReadableStream, option: string): Promise<JsonObject> {
  const isLiteral = /^\s*[{[]/.test(given)
  const text = isLiteral ? given : await readSource(given, stdin, option)
  const value = parse(text, isLiteral ? option : given === '-' ? 'standard input' : given)
  if (isObject(value)) return value
  throw new CommandFailed(`${isLiteral || given === '-' ? option : given}: must be a JSON object`, exitCode.failed)
}

async function readSource(given: string, stdin: NodeJS.ReadableStream, option: string): Promise<string> {
  const text = utf8Text(await readBytes(given, stdin, option))
  if (text !== undefined) return text
  throw new CommandFailed(`${given === '-' ? 'standard input' : given}: is not UTF-8`, exitCode.failed)
}

async function readBytes(given: string, stdin: NodeJS.ReadableStream, option: string): Promise<Buffer> {
  if (given === '-') {
    const chunks: Buffer[] = []
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  }
  try {
    return await readFile(given)
  } catch (error) {
    const code = systemCodeOf(error) || reasonOf(error)
    const reason = code === 'ENOENT' ? 'there is no such file' : code
    throw new CommandFailed(`${option}: cannot read ${given}: ${reason}`, exitCode.failed)
  }
}

function parse(text: string, where: string): Json {
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    throw new CommandFailed(`${where}: ${error.message}`, exitCode.failed)
  }
}

const known = new RegExp(String.raw`^\s*(\S.*?)\s+(${operatorNames.join('|')})\s([^]*)$`)
const quoted = /^\s*"((?:[^"\\]|\\.)+)"\s+(\S+)\s([^]*)$/
const other = /^\s*(\S+)\s+(\S+)\s([^]*)$/

/**
 * Convert a filter as users write it on the command line to a parameter of the API: `imdbRating gte 8` → `_filter[imdbRating][gte]`, `8`.
 * Everything after the operator is the value. A name with spaces ends at the first operator, or is in double quotes. The API checks field and operator.
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
  return [filterParameter(field.replaceAll(/\\(.)/g, '$1'), operator), value]
}
