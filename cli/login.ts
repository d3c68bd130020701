import { exitCode, type CommandContext } from '../kernel/contracts/commands.ts'
import { secretVariable, type Environment } from '../kernel/config/environment.ts'
import { CommandFailed } from '../kernel/errors.ts'
import { isObject } from '../lib/json/index.ts'
import { createClient } from './transport/client.ts'
import type { GlobalOptions } from './options.ts'
import { profilesFile, readProfiles, writeProfiles } from './transport/profiles.ts'
import { urlTransport, urlUpload } from './transport/url-transport.ts'

const timeoutMs = 10_000

/** `plinth login`: store a service and a token under a name, after the service has accepted them. */
export async function login(
  context: CommandContext,
  name: string,
  options: GlobalOptions,
  env: Environment,
): Promise<void> {
  const url = options.url ?? env['PLINTH_URL']
  if (url === undefined) throw new CommandFailed('give the service with --url', exitCode.usage)
  const token =
    options.token ?? secretVariable(env, 'PLINTH_TOKEN', process.cwd()) ?? (await firstLineOf(context.stdin))
  if (token === '') throw new CommandFailed('give a token with --token, PLINTH_TOKEN or standard input', exitCode.usage)
  const signal = AbortSignal.timeout(timeoutMs)
  const client = createClient(urlTransport(url, { token }, signal), urlUpload(url, { token }, signal))
  const { body } = await client.request('GET', '/api/auth/me')
  const { id, name: user } = isObject(body) ? body : {}
  const file = profilesFile(env)
  writeProfiles(file, readProfiles(file).set(name, { url, token }))
  context.print({ profile: name, url, user: id ?? null }, () => `${name}: ${url} as ${String(user ?? id)}`)
  context.report(`use it with --profile ${name} or PLINTH_PROFILE=${name}`)
}

/** `plinth logout`: delete a profile. The token itself stays valid. */
export function logout(context: CommandContext, name: string, env: Environment): void {
  const file = profilesFile(env)
  const profiles = readProfiles(file)
  if (!profiles.delete(name)) throw new CommandFailed(`there is no profile ${name}`, exitCode.failed)
  writeProfiles(file, profiles)
  context.report(`${name} forgotten; plinth tokens revoke ends the token itself`)
}

async function firstLineOf(stdin: NodeJS.ReadableStream): Promise<string> {
  if ('isTTY' in stdin && stdin.isTTY === true) return ''
  let text = ''
  for await (const chunk of stdin) text += chunk.toString()
  return text.split('\n')[0]?.trim() ?? ''
}
