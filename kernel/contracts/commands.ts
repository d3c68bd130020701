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

/** Parameters of a request by name, or as pairs where a name may occur more than once. What is undefined or false is left out. */
export type CommandQuery =
  readonly (readonly [string, string | boolean | undefined])[] | Readonly<Record<string, string | boolean | undefined>>

/** The API, reached in process (on the store) or over the network (`--url`): commands cannot tell. */
export interface ApiClient {
  /** URN of the account that it acts in, where the command line chose it (on the store); at a service it is that of the user. */
  readonly account?: string

  /**
   * Send one request. `path` begins with `/api`.
   * @throws `CommandFailed` with the API's message and the fitting exit code for any status of 400 and above, unless `accept` names it.
   */
  request(
    method: string,
    path: string,
    options?: { query?: CommandQuery; body?: Json; headers?: Record<string, string>; accept?: readonly number[] },
  ): Promise<ApiAnswer>

  /**
   * Send the bytes of a file (POST) as they are read, and get the answer line by line as it comes: NDJSON, or JSON as one line.
   * @throws `CommandFailed` as {@link request} does
   */
  upload(path: string, body: AsyncIterable<Uint8Array>, contentType: string): AsyncIterable<Json>

  /**
   * Read all pages of a list.
   * @param query parameters of the API; `limit` is then the size of a page (default: 200)
   */
  listAll(path: string, query?: CommandQuery): Promise<WholeList>
}

/** A whole list in the shape of one page of it. */
export interface WholeList {
  [key: string]: Json
  data: Json[]
  cursor: string
  has_more: boolean
}

/** Shows how far long work is: a bar on a terminal, plain lines in a pipe, nothing with `--json`. Written to stderr. */
export interface Progress {
  update(done: number, total?: number): void
  finish(message?: string): void
}

/** What a command runs with. */
export interface CommandContext {
  /**
   * The API. Opens the store (or finds the service) on first use.
   * @param adapt changes the configuration that the application in this process is built from, on first use; a running service keeps its own
   */
  api(adapt?: (config: Config) => Config): Promise<ApiClient>
  /** Whether `--json` was given. */
  json: boolean
  /** Print a value: with `--json` as it is, else as `text` says. To stdout. */
  print(value: Json, text: () => string): void
  /** Print a list of the API: with `--json` as it is, else as a table of these fields. */
  printRecords(list: WholeList, fields: readonly string[]): void
  /** Aligned columns with a line of headings, no wider than the terminal. Control characters in cells are made harmless. */
  table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string
  /**
   * Write to stdout and wait until it takes more.
   * @returns false when nobody reads it any more (`plinth export movie | head`), so that there is no use in going on
   */
  write(text: string): Promise<boolean>
  /**
   * A JSON object given to the command: as it is (`{"a": 1}`), as the path of a file, or as `-` for standard input.
   * @param option how the command names it, for messages
   * @throws `CommandFailed` when it cannot be read or is no JSON object
   */
  readObject(given: string, option: string): Promise<JsonObject>
  /**
   * A filter as people write it, as a parameter of the API: `imdbRating gte 8` → `_filter[imdbRating][gte]`, `8`.
   * @throws `CommandFailed` (usage) for what is no filter
   */
  readFilter(text: string): [name: string, value: string]
  /** A line for people, to stderr; silent with `--json`. */
  say(line: string): void
  progress(label: string): Progress
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream
}

/** Exit codes of `plinth`. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  /** The store cannot be reached, or another process owns it. */
  storeAway: 3,
  /** Done, but rows were refused. */
  refusedRows: 4,
} as const

/**
 * Commands that a plugin brings, as `contributes.commands`.
 * The action of a command gets its {@link CommandContext} from `context()`; it sets `process.exitCode` or throws `CommandFailed`.
 */
export type CommandContribution = (program: Command, context: () => CommandContext) => void
