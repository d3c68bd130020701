import { CommandFailed, exitCode, type ApiAnswer, type ApiClient, type CommandContext } from '../../../kernel/index.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json/index.ts'
import type { RefusedRow } from '../../../lib/tabular/index.ts'
import { thousands } from '../../../lib/terminal/index.ts'
import { countNames, type Report, type ReportedFile, type Summary } from './report.ts'

/** What is sent to the service, and how the lines of its answer are shown. */
export interface Sending {
  /** Path and query. */
  path: string
  body: AsyncIterable<Buffer>
  contentType: string
  /** The file that a line of the answer is about, by its name in a copy. */
  fileOf: (name: string) => ReportedFile
  /** The estimated number of rows of a file. @param rows how many are imported so far */
  estimate: (name: string, rows: number) => number | undefined
  /** Whether a run is to import it, which survives a restart of the service: large files, as long as the list of refused rows need not be whole. */
  isForRun: boolean
  /** Called with lines that are neither progress, a refused row nor the result. */
  onLine?: (line: JsonObject) => void
}

/**
 * Send an import, and show its progress and its refused rows.
 * @returns the result as the service answers it
 * @throws `CommandFailed` when the service ends the import without a result
 */
export async function sendImport(
  context: CommandContext,
  api: ApiClient,
  { path, body, contentType, fileOf, estimate, isForRun, onLine }: Sending,
  report: Report,
): Promise<JsonObject> {
  let result: JsonObject | undefined
  let shown: { name: string; progress: ReturnType<CommandContext['progress']> } | undefined
  /** The counts of each file so far: an interrupted import has no result. */
  const soFar = new Map<string, { rows: number; loaded: number; refused: number }>()
  try {
    const waitFor = isForRun ? (answer: ApiAnswer) => context.waitFor(answer, 'import') : undefined
    for await (const line of api.upload(path, body, contentType, { waitFor })) {
      const message = isObject(line) ? line : {}
      if (isObject(message['progress'])) {
        const { progress } = message
        const name = String(progress['file'] ?? '')
        const rows = countIn(progress, 'rows')
        if (rows === 0) continue
        soFar.set(name, { rows, loaded: countIn(progress, 'loaded'), refused: countIn(progress, 'refused') })
        if (shown?.name !== name) {
          shown?.progress.finish()
          shown = { name, progress: context.progress(fileOf(name).label) }
        }
        shown.progress.update(rows, estimate(name, rows))
      } else if (isObject(message['reject'])) {
        await report.add(fileOf(String(message['reject']['file'] ?? '')), readReject(message['reject']))
      } else if ('omitted_rejects' in message)
        context.say(`${thousands(countIn(message, 'omitted_rejects'))} more rows were refused`)
      else if (isObject(message['result'])) result = message['result']
      else onLine?.(message)
    }
  } finally {
    shown?.progress.finish()
    if (result === undefined)
      for (const [name, counts] of soFar) addCounts(report.summaryOf(fileOf(name).typeSlug), counts)
  }
  if (result === undefined) throw new CommandFailed('the service ended the import without a result', exitCode.failed)
  return result
}

/** Whether a file of this size (undefined: unknown) is to be imported by a run. */
export const isForRun = (
  bytes: number | undefined,
  { dryRun, rejects }: { dryRun: boolean; rejects: string | undefined },
): boolean => bytes !== undefined && bytes > minRunBytes && bytes <= maxRunBytes && !dryRun && rejects === undefined

/** Smaller files are imported as they arrive, and so are those that the service does not keep by default. */
const minRunBytes = 8 * 1024 * 1024
const maxRunBytes = 2 * 1024 ** 3

/** Put the counts of a result into a summary. */
export function readCounts(summary: Summary, result: JsonObject): void {
  for (const name of countNames) summary[name] = countIn(result, name)
  if (result['without_secrets'] !== undefined) summary.without_secrets = countIn(result, 'without_secrets')
  summary.rows = countNames.reduce((sum, name) => sum + summary[name], 0)
}

function addCounts(summary: Summary, { rows, loaded, refused }: Pick<Summary, 'rows' | 'loaded' | 'refused'>): void {
  summary.rows += rows
  summary.loaded += loaded
  summary.refused += refused
}

const countIn = (message: JsonObject, name: string): number => Number(message[name] ?? 0)

function readReject({ row, line, reasons, data }: JsonObject): RefusedRow {
  const sentences: Json[] = Array.isArray(reasons) ? reasons : []
  const problems = sentences.map(message => ({ field: '', message: String(message) }))
  return { number: Number(row), line: Number(line), problems, row: data ?? null }
}
