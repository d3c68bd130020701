import type { CommandContext } from '../contracts/commands.ts'
import { exitCode } from '../contracts/commands.ts'
import type { Config } from '../contracts/config.ts'
import { checkConfiguration, checkPlugins, checkService, checkStore, type Check } from './checks.ts'
import type { GlobalOptions } from './options.ts'
import { ownerOf } from './owner.ts'

/** What {@link doctor} looks at. */
export interface Patient {
  context: CommandContext
  options: GlobalOptions
  config: () => Config
}

/** `plinth doctor`: check everything that can be checked, also when a part is broken, and print it. Exit code 1 when something is wrong. */
export async function doctor({ context, options, config }: Patient): Promise<void> {
  const checks = options.url === undefined ? await checkHere(config) : [await checkService(options.url)]
  const ok = checks.every(check => check.problems.length === 0)
  context.print({ ok, checks: checks.map(check => ({ ...check, ok: check.problems.length === 0 })) }, () =>
    text(checks),
  )
  if (!ok) process.exitCode = exitCode.failed
}

async function checkHere(config: () => Config): Promise<Check[]> {
  const { check, config: read } = checkConfiguration(config)
  if (read === undefined) return [check]
  const plugins = await checkPlugins(read)
  const owner = await ownerOf(read)
  if (owner?.address !== undefined) return [check, plugins, await checkService(owner.address)]
  return [check, plugins, await checkStore(read, owner?.path, plugins.problems.length === 0)]
}

function text(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ name, detail, problems }) => [
    `${problems.length === 0 ? 'ok   ' : 'WRONG'}  ${name.padEnd(13)}  ${detail}`,
    ...problems.flatMap(({ message, remedy }) => [
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
