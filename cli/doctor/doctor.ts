import type { CommandContext } from '../../kernel/contracts/commands.ts'
import { exitCode } from '../../kernel/contracts/commands.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import type { Environment } from '../../kernel/config/environment.ts'
import type { GlobalOptions } from '../options.ts'
import type { Check } from './check.ts'
import { checkPlugins, checkService, checkStart, checkStore } from './checks.ts'
import { checkConfiguration } from './configuration.ts'
import { checkNetwork } from './network.ts'
import { checkDisk, checkPort } from './surroundings.ts'

/** What `doctor` examines. */
interface DoctorOptions {
  /** The service to check instead of the configured store, and the token for it. */
  service: Pick<GlobalOptions, 'url' | 'token' | 'as'>
  /** Reads the configuration. */
  config: () => Config
  /** The environment of the process. */
  env: Environment
  /** Leave out the checks of the identity provider, the clock and the mail server. */
  offline: boolean
}

/**
 * `plinth doctor`: check everything that can be checked, even if a part is broken, and print the result. It creates nothing. Exit code 1 when
 * something is wrong, 3 when the store or the service is unreachable.
 */
export async function doctor(context: CommandContext, options: DoctorOptions): Promise<void> {
  const { url, ...credentials } = options.service
  const checks = url === undefined ? await checkHere(options) : [await checkService(url, credentials)]
  const ok = checks.every(check => check.problems.length === 0)
  context.print(
    { ok, checks: checks.map(({ away: _away, ...check }) => ({ ...check, ok: check.problems.length === 0 })) },
    () => text(checks),
  )
  if (!ok) process.exitCode = checks.some(({ away }) => away === true) ? exitCode.storeAway : exitCode.failed
}

async function checkHere({ config: read, env, offline, service: { token } }: DoctorOptions): Promise<Check[]> {
  const { check, config } = checkConfiguration(read, env)
  if (config === undefined) return [check]
  const network = offline ? [] : checkNetwork(config)
  const [state, plugins] = await Promise.all([checkStore(config, token), checkPlugins(config)])
  const canStart = state.isFree && plugins.problems.length + state.check.problems.length === 0
  const [started, store, ...further] = canStart
    ? await checkStart(config, plugins, state.check)
    : [plugins, state.check]
  const disk = checkDisk(config.store)
  // A store that fails because of its disk does not come back by itself.
  const isDiskBad = disk.some(({ problems }) => problems.length > 0)
  const port = await checkPort(config, state.owner)
  return [check, started, isDiskBad ? { ...store, away: false } : store, ...further, ...disk, port, ...(await network)]
}

function text(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ name, detail, problems, warnings = [] }) => [
    `${problems.length === 0 ? 'ok   ' : 'WRONG'}  ${name.padEnd(13)}  ${detail}`,
    ...[...problems, ...warnings].flatMap(({ message, remedy }) => [
      `         ${message}`,
      ...(remedy === '' ? [] : [`         → ${remedy}`]),
    ]),
  ])
  const wrong = checks.reduce((sum, check) => sum + check.problems.length, 0)
  return [
    ...lines,
    '',
    wrong === 0 ? 'Everything is well.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`,
  ].join('\n')
}
