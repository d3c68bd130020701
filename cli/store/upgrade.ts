import type { CommandContext } from '../../kernel/contracts/commands.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import { release } from '../../kernel/package-root.ts'
import { createStore } from '../../kernel/store.ts'
import type { Conversion, DocumentStore, StoreFormat } from '../../lib/store-kit/document-store.ts'
import { checkFormat, releaseText } from '../../lib/store-kit/store-format.ts'
import { sizeText, thousands } from '../../lib/terminal/text.ts'
import { oldPatternsRemedy, oldPatternsText, readOldPatternsOfClosed } from './old-patterns.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { OldPatterns } from './old-patterns.ts'

/**
 * `plinth upgrade`: convert the store of the configuration from an earlier format.
 * @param isCheck only print what would be done; nothing is changed
 * @throws StoreFormatRefused when a later version wrote the store
 */
export async function upgrade(
  context: CommandContext,
  config: Config,
  { check: isCheck = false }: { check?: boolean },
): Promise<void> {
  const store = await createStore(config.store, config)
  try {
    const format = await store.format?.()
    if (format !== undefined) checkFormat('the store', format, release, true)
    const patterns = isCheck && format !== undefined ? await readOldPatternsOfClosed(store) : []
    if (format === undefined || format.number === format.current) {
      const text =
        format === undefined ? 'there is no store yet' : `the store is in the current format, ${format.current}`
      context.print(
        { conversion: null, ...(format !== undefined && { format: format.number }), ...oldPatterns(patterns) },
        () => [`Nothing to do: ${text}.`, ...linesOf(patterns)].join('\n'),
      )
    } else if (isCheck) showPlan(context, format, patterns)
    else await convert(context, store)
  } finally {
    await store.close()
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
      'Nothing was changed. Make a backup (plinth backup <file>), then run plinth upgrade while no service uses the store.',
      ...linesOf(patterns),
    ].join('\n'),
  )
}

async function convert(context: CommandContext, store: DocumentStore): Promise<void> {
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
  if (conversion === undefined) return
  const { from, to, rows, seconds } = conversion
  context.print(
    { conversion: { ...conversion } },
    () => `Converted the store from format ${from} to ${to}: ${thousands(rows)} documents in ${seconds} s.`,
  )
}
