import type { ApiClient, CommandContext, WholeList } from '../kernel/contracts/commands.ts'
import type { Config } from '../kernel/contracts/config.ts'
import type { Environment } from '../kernel/config/environment.ts'
import { isObject, jsonText } from '../lib/json/index.ts'
import type { Json } from '../lib/json/index.ts'
import { table, widthOfStream, writeText } from '../lib/terminal/index.ts'
import { parseFilter, readJsonObject } from './terminal/input.ts'
import type { GlobalOptions } from './options.ts'
import { createMessages, noMessages } from './terminal/progress.ts'

/** The context of the running command, and the resources to close after it. */
export interface RunningContext extends CommandContext {
  /** Aborted when the command is interrupted. */
  signal: AbortSignal
  close(): Promise<void>
}

/** The streams of the process, or replacements. */
export interface Streams {
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/**
 * @param config reads the configuration; called when the API is first used
 * @param env the environment, which may name the service
 * @param signal aborted when the command is interrupted
 */
export function createContext(
  options: GlobalOptions,
  config: () => Config,
  streams: Streams,
  env: Environment,
  signal: AbortSignal,
): RunningContext {
  const json = options.json === true
  const messages = json || options.quiet === true ? noMessages : createMessages(streams.stderr)
  const notice = (line: string): void => createMessages(streams.stderr).line(line)
  let connected: Promise<{ client: ApiClient; close(): Promise<void> }> | undefined
  const context: RunningContext = {
    signal,
    async api(adapt = same => same) {
      const adapted = (): Config => adapt(config())
      connected ??= import('./transport/connect.ts').then(({ connect }) =>
        connect(options, env, adapted, notice, signal),
      )
      return (await connected).client
    },
    json,
    print(value, text) {
      streams.stdout.write(`${json ? jsonText(value) : text()}\n`)
    },
    printRecords: (list, fields) => context.print(list, () => recordsTable(context, list, fields)),
    table: (columns, rows) => table(columns, rows, widthOfStream(streams.stdout)),
    write: text => writeText(streams.stdout, text),
    readObject: (given, option) => readJsonObject(given, streams.stdin, option),
    readFilter: parseFilter,
    report: line => messages.line(line),
    progress: label => messages.progress(label),
    async waitFor(answer, label) {
      const { location } = answer.headers
      if (answer.status !== 202 || location === undefined) return answer
      const { waitForRun } = await import('./transport/runs.ts')
      try {
        return await waitForRun(await context.api(), location, messages.progress(label), signal)
      } catch (error) {
        const id = decodeURIComponent(location.slice(location.lastIndexOf('/') + 1))
        if (signal.aborted)
          messages.line(`the run is not cancelled: plinth jobs list shows it, plinth jobs cancel ${id} ends it`)
        throw error
      }
    },
    stdin: streams.stdin,
    stdout: streams.stdout,
    async close() {
      if (connected === undefined) return
      const connection = await connected.catch(() => undefined) // the caller that requested it has received the error
      await connection?.close()
    },
  }
  return context
}

function recordsTable(context: CommandContext, list: WholeList, fields: readonly string[]): string {
  const rows = list.data.filter(isObject).map(record => fields.map(name => cellOf(record[name])))
  return context.table(
    fields.map(heading => ({ heading })),
    rows,
  )
}

function cellOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '–'
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every(item => typeof item === 'string')
    ? value.join(', ')
    : JSON.stringify(value)
}
