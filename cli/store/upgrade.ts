import type { CommandContext } from '../../kernel/contracts/commands.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import type { PendingUpgrade } from '../../kernel/contracts/plugin.ts'
import { release } from '../../kernel/package-root.ts'
import { createStore } from '../../kernel/store.ts'
import { checkFormat } from '../../lib/store-kit/store-format.ts'
import { ownerIn } from '../transport/owner.ts'
import { thousands } from '../../lib/terminal/text.ts'
import { oldPatternsRemedy, oldPatternsText, readOldPatternsOfClosed } from './old-patterns.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { OldPatterns } from './old-patterns.ts'

/**
 * `plinth upgrade`: change data of earlier versions in the store of the configuration.
 * @param options.check only print what would be done; nothing is changed
 * @param options.force remove values that cannot be converted from the current versions of resources
 * @throws StoreFormatRefused when the store has another format
 */
export async function upgrade(
  context: CommandContext,
  config: Config,
  { check: isCheck = false, force = false }: { check?: boolean; force?: boolean },
): Promise<void> {
  const found = await readFormat(config, isCheck)
  if (found === undefined) {
    context.print({ format: null }, () => 'Nothing to do: there is no store yet.')
    return
  }
  const { format, patterns } = found
  const data = await upgradeData(config, isCheck ? 'plan' : force ? 'force' : 'run')
  const isDone = data?.every(({ rows }) => rows === 0) === true
  const text = `the store is in the current format, ${format}`
  context.print(
    { format, ...(data !== undefined && { data: data.map(one => ({ ...one })) }), ...oldPatterns(patterns) },
    () =>
      [
        isDone ? `Nothing to do: ${text}.` : `${text}.`,
        ...(data?.map(one => dataText(one, isCheck)) ?? [inUse]),
        ...linesOf(patterns),
      ].join('\n'),
  )
}

const inUse = 'A service uses the store: whether data are to be changed can be found out when it has ended.'

const dataText = ({ description, rows }: PendingUpgrade, isCheck: boolean): string =>
  rows === 0
    ? `To be looked at: ${description}.`
    : `${isCheck ? 'To be changed' : 'Changed'}: ${thousands(rows)} documents (${description}).`

/** @returns undefined when there is no store */
async function readFormat(
  config: Config,
  isCheck: boolean,
): Promise<{ format: number; patterns: OldPatterns[] } | undefined> {
  const store = await createStore(config.store, config)
  try {
    const format = await store.operations?.format?.()
    if (format === undefined) return undefined
    checkFormat('the store', format, release)
    return { format: format.number, patterns: isCheck ? await readOldPatternsOfClosed(store) : [] }
  } finally {
    await store.close()
  }
}

/** Change the data of earlier versions, or only find out what is to be changed. @returns undefined when a running service prevents that */
async function upgradeData(config: Config, upgrade: 'plan' | 'run' | 'force'): Promise<PendingUpgrade[] | undefined> {
  const { buildApp } = await import('../../kernel/app.ts')
  const found: PendingUpgrade[] = []
  try {
    const app = await buildApp(
      { ...config, modeIsDefault: false },
      { logger: false, upgrade, onUpgrade: one => found.push(one) },
    )
    await app.close()
    return found
  } catch (error) {
    if (upgrade === 'plan' && ownerIn(error) !== undefined) return undefined
    throw error
  }
}

const oldPatterns = (patterns: OldPatterns[]): JsonObject => (patterns.length === 0 ? {} : { old_patterns: patterns })

const linesOf = (patterns: readonly OldPatterns[]): string[] =>
  patterns.length === 0
    ? []
    : ['To do afterwards:', ...patterns.map(one => `  ${oldPatternsText(one)}`), `  → ${oldPatternsRemedy}`]
