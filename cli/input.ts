import { readFile } from 'node:fs/promises'
import { exitCode } from '../kernel/contracts/commands.ts'
import type { Json, JsonObject } from '../lib/json/types.ts'
import { BadRequest, CommandFailed } from '../kernel/errors.ts'
import { isObject, parseJson } from '../lib/json/index.ts'

/**
 * A JSON object given to a command: as it is (`{"a": 1}`), as the path of a file, or as `-` for standard input.
 * @param option how the command names it, for messages
 * @throws `CommandFailed` when it cannot be read or is no JSON object
 */
export async function readJsonObject(given: string, stdin: NodeJS.ReadableStream, option: string): Promise<JsonObject> {
  const text = given.trimStart().startsWith('{') ? given : await readSource(given, stdin, option)
  const value = parse(text, given === '-' ? 'standard input' : option)
  if (isObject(value)) return value
  throw new CommandFailed(`${option}: must be a JSON object`, exitCode.failed)
}

async function readSource(given: string, stdin: NodeJS.ReadableStream, option: string): Promise<string> {
  if (given === '-') {
    const chunks: Buffer[] = []
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks).toString('utf8')
  }
  try {
    return await readFile(given, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = code === 'ENOENT' ? 'there is no such file' : code
    throw new CommandFailed(`${option}: cannot read ${given}: ${reason}`, exitCode.failed)
  }
}

function parse(text: string, where: string): Json {
  try {
    return parseJson(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    throw new CommandFailed(`${where}: ${error.message}`, exitCode.failed)
  }
}
