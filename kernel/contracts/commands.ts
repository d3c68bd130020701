import type { Command } from 'commander'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { TableColumn } from '../../lib/terminal/index.ts'
import type { Config } from './config.ts'

/** An answer of the API, as a command sees it. */
export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  /** The parsed JSON body, or null when there is none. */
  body: Json
}

/** Parameters of a request by name, or as pairs where a name can occur more than once. Values that are undefined or false are left out. */
export type CommandQuery =
  readonly (readonly [string, string | boolean | undefined])[] | Readonly<Record<string, string | boolean | undefined>>

/** The API, reached in process (on the store) or over the network (`--url`). Commands do not see the difference. */
export interface ApiClient {
  /**
   * Send one request. `path` begins with `/api`.
   * @param options.isPatient send it again for up to two minutes while the service or its store is away: for reads in the middle of long work
   * @throws `CommandFailed` with the API's message and the matching exit code for any status of 400 and above, unless `accept` names it.
   */
  request(
    method: string,
    path: string,
    options?: {
      query?: CommandQuery
      body?: Json
      headers?: Record<string, string>
      accept?: readonly number[]
      isPatient?: boolean
    },
  ): Promise<ApiAnswer>

  /**
   * Send the bytes of a file (POST) as they are read, and yield the answer line by line as it arrives: NDJSON, or JSON as one line.
   * @param options.waitFor called when the work continues as a run (202): resolves with the answer at its end, whose lines are yielded
   * @throws `CommandFailed` as {@link request} does
   */
  upload(
    path: string,
    body: AsyncIterable<Uint8Array>,
    contentType: string,
    options?: { waitFor?: ((answer: ApiAnswer) => Promise<ApiAnswer>) | undefined },
  ): AsyncIterable<Json>

  /**
   * Read the bytes at an address as they arrive (GET). It is patient: while the service is away it waits for up to two minutes before the first byte.
   * @throws `CommandFailed` as {@link request} does
   */
  download(path: string): AsyncIterable<Uint8Array>

  /**
   * Read all pages of a list.
   * @param query parameters of the API; `limit` is then the size of a page (default: 200)
   */
  listAll(path: string, query?: CommandQuery): Promise<WholeList>
}

/** A whole list in the shape of one page. */
export interface WholeList {
  [key: string]: Json
  data: Json[]
  cursor: string
  has_more: boolean
}

/** Shows the progress of long work: a bar on a terminal, plain lines in a pipe, nothing with `--json`. Written to stderr. */
export interface Progress {
  update(done: number, total?: number): void
  finish(message?: string): void
}

/** The context in which a command runs. */
export interface CommandContext {
  /**
   * The API. Opens the store (or finds the service) on first use.
   * @param adapt changes the configuration that the application in this process is built from, on first use; a running service keeps its own
   */
  api(adapt?: (config: Config) => Config): Promise<ApiClient>
  /** Whether `--json` was given. */
  json: boolean
  /** Print a value to stdout: with `--json` the value itself, else the result of `text`. */
  print(value: Json, text: () => string): void
  /** Print a list of the API: with `--json` unchanged, else as a table of these fields. */
  printRecords(list: WholeList, fields: readonly string[]): void
  /** Aligned columns with a line of headings, no wider than the terminal. Control characters in cells are replaced. */
  table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string
  /**
   * Write to stdout and wait until it accepts more.
   * @returns false when the reader has closed the stream (`plinth export movie | head`), so that the command can stop
   */
  write(text: string): Promise<boolean>
  /**
   * Read a JSON object from an argument: literal (`{"a": 1}`), the path of a file, or `-` for standard input.
   * @param option the name of the argument, for messages
   * @throws `CommandFailed` when it cannot be read or is not a JSON object
   */
  readObject(given: string, option: string): Promise<JsonObject>
  /**
   * Convert a filter as users write it to a parameter of the API: `imdbRating gte 8` → `_filter[imdbRating][gte]`, `8`.
   * @throws `CommandFailed` (usage) when the text is not a filter
   */
  readFilter(text: string): [name: string, value: string]
  /** Print a line for people to stderr; nothing with `--json`. */
  report(line: string): void
  progress(label: string): Progress
  /**
   * Wait for the end of a change that takes long (202), and show its progress.
   * @param label of the progress
   * @returns the answer itself if it is another one; else one with the result of the change as its body
   * @throws `CommandFailed` when the change fails
   */
  waitFor(answer: ApiAnswer, label: string): Promise<ApiAnswer>
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream
}

/** Exit codes of `plinth`. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  /** The store cannot be reached, or another process uses it exclusively. */
  storeAway: 3,
  /** Completed, but some rows were refused. */
  refusedRows: 4,
  /** Only of the service: it cannot start with this configuration (`EX_CONFIG` of sysexits.h), so that a supervisor need not try again. */
  configuration: 78,
} as const

/**
 * Commands that a plugin adds, as `contributes.commands`. A service does not call it: what only commands need can be imported in it.
 * The action of a command gets its {@link CommandContext} from `context()`; it sets `process.exitCode` or throws `CommandFailed`.
 */
export type CommandContribution = (program: Command, context: () => CommandContext) => void | Promise<void>
