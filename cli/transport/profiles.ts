import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { exitCode } from '../../kernel/contracts/commands.ts'
import { CommandFailed, reasonOf } from '../../kernel/errors.ts'
import { secretVariable, type Environment } from '../../kernel/config/environment.ts'
import type { GlobalOptions } from '../options.ts'

/** A service that `plinth login` stored. */
interface Profile {
  url: string
  token: string
}

/** The file of profiles: in the user's configuration folder (XDG Base Directory). */
export const profilesFile = (env: Environment): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'plinth', 'profiles.json')

/** The profiles in a file, by name. Throws `CommandFailed` when it cannot be read. */
export function readProfiles(file: string): Map<string, Profile> {
  if (!existsSync(file)) return new Map()
  try {
    const profiles = JSON.parse(readFileSync(file, 'utf8')) as unknown
    if (typeof profiles !== 'object' || profiles === null) throw new Error('is no object')
    return new Map(Object.entries(profiles).map(([name, profile]) => [name, checked(profile)]))
  } catch (error) {
    throw new CommandFailed(`cannot read ${file}: ${reasonOf(error)}`, exitCode.failed)
  }
}

function checked(value: unknown): Profile {
  const { url, token }: { url?: unknown; token?: unknown } = Object(value)
  if (typeof url === 'string' && typeof token === 'string') return { url, token }
  throw new Error('a profile has url and token')
}

/** Write all profiles; other users cannot read the file. */
export function writeProfiles(file: string, profiles: ReadonlyMap<string, Profile>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, `${JSON.stringify(Object.fromEntries(profiles), null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(unfinished, file)
}

/**
 * The options, completed by the environment: `PLINTH_URL` and `PLINTH_TOKEN` (or the file that `PLINTH_TOKEN_FILE` names), or the profile of `--profile` or
 * `PLINTH_PROFILE`. An option takes precedence over a variable, and a profile's token is only sent to its own service.
 * @throws CommandFailed for an unknown profile, and for a profile together with `--url`
 */
export function withService(options: GlobalOptions, env: Environment): GlobalOptions {
  const name = options.profile ?? (options.url === undefined ? env['PLINTH_PROFILE'] || undefined : undefined)
  if (name === undefined) {
    const url = options.url ?? (env['PLINTH_URL'] || undefined)
    const token = options.token ?? secretVariable(env, 'PLINTH_TOKEN', process.cwd())
    return { ...options, ...(url !== undefined && { url }), ...(token !== undefined && { token }) }
  }
  if (options.url !== undefined) throw new CommandFailed('--profile does not go with --url', exitCode.usage)
  const profile = readProfiles(profilesFile(env)).get(name)
  if (profile === undefined) {
    throw new CommandFailed(
      `there is no profile ${name}; plinth login ${name} --url <service> makes it`,
      exitCode.usage,
    )
  }
  return { ...options, url: profile.url, token: options.token ?? profile.token }
}
