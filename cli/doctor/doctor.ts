import type { CommandContext } from '../../kernel/contracts/commands.ts'
import { exitCode } from '../../kernel/contracts/commands.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import { checkConfiguration, checkPlugins, checkService, checkStart, checkStore, type Check } from './checks.ts'

/**
 * `plinth doctor`: check everything that can be checked, even if a part is broken, and print the result. It creates nothing. Exit code 1 when
 * something is wrong, 3 when the store or the service is unreachable.
 * @param url the service to check, instead of the configured store
 */
export async function doctor(context: CommandContext, url: string | undefined, config: () => Config): Promise<void> {
  const checks = url === undefined ? await checkHere(config) : [await checkService(url)]
  const ok = checks.every(check => check.problems.length === 0)
  context.print(
    { ok, checks: checks.map(({ away: _away, ...check }) => ({ ...check, ok: check.problems.length === 0 })) },
    () => text(checks),
  )
  if (!ok) process.exitCode = checks.some(({ away }) => away === true) ? exitCode.storeAway : exitCode.failed
}

async function checkHere(config: () => Config): Promise<Check[]> {
  const { check, config: read } = checkConfiguration(config)
  if (read === undefined) return [check]
  const plugins = await checkPlugins(read)
  const { check: store, isFree } = await checkStore(read)
  const canStart = isFree && plugins.problems.length + store.problems.length === 0
  return [check, canStart ? await checkStart(read, plugins) : plugins, store]
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
