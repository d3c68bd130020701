import { CommandFailed, exitCode, type ApiClient, type CommandContext } from '../../../kernel/index.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json/index.ts'
import type { RefusedRow } from '../../../lib/tabular/index.ts'
import { countNames, type Report, type ReportedFile, type Summary } from './report.ts'

/** What is sent to the service, and how the lines of its report are shown. */
export interface Sending {
  /** Path and query. */
  path: string
  body: AsyncIterable<Buffer>
  contentType: string
  /** How the progress is labelled. */
  label: string
  /** The file that a line of the report is about, by its name in a copy. */
  fileOf: (name: string) => ReportedFile
  /** Called with lines that are neither a refused row nor the result. */
  onLine?: (line: JsonObject) => void
}

/**
 * Upload a file, follow the run that imports it, and show the rows that it reports.
 * @returns the result as the service answers it
 * @throws `CommandFailed` with the error of a run that has failed
 */
export async function sendImport(
  context: CommandContext,
  api: ApiClient,
  { path, body, contentType, label, fileOf, onLine }: Sending,
  report: Report,
): Promise<JsonObject> {
  let result: JsonObject | undefined
  for await (const line of api.upload(path, body, contentType, { waitFor: answer => context.waitFor(answer, label) })) {
    const message = isObject(line) ? line : {}
    if (isObject(message['reject']))
      await report.add(fileOf(String(message['reject']['file'] ?? '')), readReject(message['reject']))
    else if ('omitted_rejects' in message) report.omit(countIn(message, 'omitted_rejects'))
    else if (isObject(message['result'])) result = message['result']
    else onLine?.(message)
  }
  if (result === undefined) throw new CommandFailed('the service ended the import without a result', exitCode.failed)
  return result
}

/** Put the counts of a result into a summary. */
export function readCounts(summary: Summary, result: JsonObject): void {
  for (const name of countNames) summary[name] = countIn(result, name)
  if (result['without_secrets'] !== undefined) summary.without_secrets = countIn(result, 'without_secrets')
  summary.rows = countNames.reduce((sum, name) => sum + summary[name], 0)
}

const countIn = (message: JsonObject, name: string): number => Number(message[name] ?? 0)

/** A row with its problems, as the service answers it. */
export function readReject({ row, line, reasons, data }: JsonObject): RefusedRow {
  const sentences: Json[] = Array.isArray(reasons) ? reasons : []
  const problems = sentences.map(message => ({ field: '', message: String(message) }))
  return { number: Number(row), line: Number(line), problems, row: data ?? null }
}
