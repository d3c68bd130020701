import type { CommandContext } from '../../kernel/contracts/commands.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import type { PendingUpgrade } from '../../kernel/contracts/plugin.ts'
import { release } from '../../kernel/package-root.ts'
import { createStore } from '../../kernel/store.ts'
import type { Conversion, DocumentStore, StoreFormat } from '../../lib/store-kit/document-store.ts'
import { checkFormat, releaseText } from '../../lib/store-kit/store-format.ts'
import { ownerIn } from '../transport/owner.ts'
import { countText, sizeText, thousands } from '../../lib/terminal/text.ts'
import { oldPatternsRemedy, oldPatternsText, readOldPatternsOfClosed } from './old-patterns.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { OldPatterns } from './old-patterns.ts'

/**
 * `plinth upgrade`: convert the store of the configuration from an earlier format.
 * @param options.check only print what would be done; nothing is changed
 * @param options.force remove values that cannot be converted from the current versions of resources
 * @throws StoreFormatRefused when a later version wrote the store
 */
export async function upgrade(
  context: CommandContext,
  config: Config,
  { check: isCheck = false, force = false }: { check?: boolean; force?: boolean },
): Promise<void> {
  const format = await upgradeFormat(context, config, isCheck)
  if (format === undefined) return
  const data = await upgradeData(config, isCheck ? 'plan' : force ? 'force' : 'run')
  const { result, text, patterns } = format
  const isDone = data?.every(({ rows }) => rows === 0) === true && result['conversion'] === null
  context.print(
    { ...result, ...(data !== undefined && { data: data.map(one => ({ ...one })) }), ...oldPatterns(patterns) },
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
    : `${isCheck ? 'To be changed' : 'Changed'} (${thousands(rows)}): ${description}.`

/** What was done to the format. */
interface FormatResult {
  result: JsonObject
  text: string
  patterns: OldPatterns[]
}

/** @returns undefined when that was printed, and the data cannot be looked at: there is no store, or it is of an earlier format */
async function upgradeFormat(
  context: CommandContext,
  config: Config,
  isCheck: boolean,
): Promise<FormatResult | undefined> {
  const store = await createStore(config.store, config)
  try {
    const format = await store.operations?.format?.()
    if (format !== undefined) checkFormat('the store', format, release, true)
    if (format === undefined) {
      context.print({ conversion: null }, () => 'Nothing to do: there is no store yet.')
      return undefined
    }
    const patterns = isCheck ? await readOldPatternsOfClosed(store) : []
    if (format.number === format.current) {
      const text = `the store is in the current format, ${format.current}`
      return { result: { conversion: null, format: format.number }, text, patterns }
    }
    if (!isCheck) return { ...(await convert(context, store)), patterns }
    showPlan(context, format, patterns)
    return undefined
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

function showPlan(
  context: CommandContext,
  { number: from, current: to, writtenBy, pending }: StoreFormat,
  patterns: OldPatterns[],
): void {
  const { rows = 0, seconds = 0, bytes = 0 } = pending ?? {}
  const plan = { from, to, rows, estimated_seconds: seconds, free_bytes: bytes }
  const writer = writtenBy !== undefined && { written_by: { ...writtenBy } }
  context.print({ conversion: plan, ...writer, ...oldPatterns(patterns) }, () =>
    [
      `The store needs a conversion of its format (${from} → ${to})${writtenBy === undefined ? '' : `; it was written by Plinth ${releaseText(writtenBy)}`}.`,
      `  documents    ${thousands(rows)}`,
      `  time         about ${thousands(seconds)} s, estimated from the size of the store and the speed of an ordinary machine`,
      `  free space   ${sizeText(bytes)} at most, while it is converted`,
      'Changes to the data of earlier versions are counted when it is converted.',
      'Nothing was changed. Make a backup (plinth backup <file>), then run plinth upgrade while no service uses the store.',
      ...linesOf(patterns),
    ].join('\n'),
  )
}

async function convert(context: CommandContext, store: DocumentStore): Promise<Pick<FormatResult, 'result' | 'text'>> {
  const progress = context.progress('convert')
  let conversion: Conversion | undefined
  try {
    await store.open({
      convert: true,
      onProgress: (done, total) => progress.update(done, total),
      onConverted: made => (conversion = made),
    })
  } finally {
    progress.finish()
  }
  if (conversion === undefined) return { result: { conversion: null }, text: 'another process converted the store' }
  const { from, to, rows, seconds } = conversion
  return {
    result: { conversion: { ...conversion } },
    text: `Converted the store from format ${from} to ${to}: ${countText(rows, 'document')} in ${seconds} s`,
  }
}
