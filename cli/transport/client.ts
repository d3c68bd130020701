import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  exitCode,
  type ApiAnswer,
  type ApiClient,
  type CommandQuery,
  type WholeList,
} from '../../kernel/contracts/commands.ts'
import type { Json } from '../../lib/json/types.ts'
import { CommandFailed } from '../../kernel/errors.ts'
import { isObject } from '../../lib/json/index.ts'
import { jsonText } from '../../lib/json/stringify.ts'

/** A request to be sent. Header names are lower-case. */
export interface RawRequest {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body?: string
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** A request whose body is streamed. */
export interface UploadRequest extends Omit<RawRequest, 'body'> {
  body: Readable
}

/** An answer that is read as it arrives. */
export interface StreamedAnswer extends Omit<RawAnswer, 'text'> {
  body: AsyncIterable<Uint8Array>
}

/** Sends requests to the API. Throws `CommandFailed` when that fails. */
export type Transport = (request: RawRequest) => Promise<RawAnswer>

/** Sends files to the API. Throws `CommandFailed` when that fails. */
export type Upload = (request: UploadRequest) => Promise<StreamedAnswer>

/** How long a patient request waits for a service that is away. */
const maxAwayMs = 120_000
const betweenMs = 500

/** A client over a transport. */
export function createClient(transport: Transport, upload: Upload): ApiClient {
  const request: ApiClient['request'] = async (method, path, { query = [], body, headers = {}, accept = [] } = {}) => {
    const parameters = parametersOf(query).toString()
    const answer = await transport({
      method,
      path: parameters === '' ? path : `${path}?${parameters}`,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: jsonText(body) }),
    })
    const read: ApiAnswer = { status: answer.status, headers: answer.headers, body: parse(answer) }
    if (answer.status >= 300 && !accept.includes(answer.status)) throw failure(read, path)
    return read
  }
  const client: ApiClient = {
    request: (method, path, { isPatient = false, ...options } = {}) =>
      isPatient ? patiently(() => request(method, path, options)) : request(method, path, options),
    async *upload(path, body, contentType, { waitFor } = {}) {
      // Chunked, because the size of the input is not known.
      const headers = {
        accept: '*/*, application/problem+json',
        'content-type': contentType,
        'transfer-encoding': 'chunked',
        ...(waitFor !== undefined && { prefer: 'respond-async, wait=1' }),
      }
      const stream = Readable.from(body, { objectMode: false })
      try {
        const answer = await upload({ method: 'POST', path, headers, body: stream })
        if (answer.status === 202 && waitFor !== undefined) {
          const ended = await waitFor(await wholeAnswer(answer))
          yield* Array.isArray(ended.body) ? ended.body : []
          return
        }
        if (answer.status >= 300) throw failure(await wholeAnswer(answer), path)
        for await (const text of linesOf(answer.body)) yield parse({ ...answer, text })
      } finally {
        // An answer can be complete before the file is.
        stream.destroy()
      }
    },
    async *download(path) {
      const answer = await patiently(async () => {
        const opened = await upload({ method: 'GET', path, headers: { accept: '*/*' }, body: Readable.from([]) })
        if (opened.status < 300) return opened
        throw failure(await wholeAnswer(opened), path)
      })
      for await (const chunk of answer.body) yield Buffer.from(chunk)
    },
    listAll: (path, query = []) => listAll(client, path, query),
  }
  return client
}

/** Repeat a read for some time while the service or its store is away. */
async function patiently<Read>(read: () => Promise<Read>): Promise<Read> {
  for (const since = Date.now(); ;) {
    try {
      return await read()
    } catch (error) {
      const isAway = error instanceof CommandFailed && error.exitCode === exitCode.storeAway
      if (!isAway || Date.now() - since > maxAwayMs) throw error
    }
    await pause(betweenMs)
  }
}

function parametersOf(query: CommandQuery): URLSearchParams {
  const given = isList(query) ? query : Object.entries(query)
  return new URLSearchParams(
    given.flatMap(([name, value]): [string, string][] =>
      value === undefined || value === false ? [] : [[name, String(value)]],
    ),
  )
}

const isList = (query: CommandQuery): query is Extract<CommandQuery, readonly unknown[]> => Array.isArray(query)

async function listAll(api: ApiClient, path: string, query: CommandQuery): Promise<WholeList> {
  const whole: WholeList = { data: [], cursor: '', has_more: false }
  const parameters = parametersOf(query)
  if (!parameters.has('limit')) parameters.set('limit', '200')
  for (;;) {
    const { body } = await api.request('GET', path, { query: [...parameters] })
    const { data, cursor, total, total_at_least: atLeast } = isObject(body) ? body : {}
    if (!Array.isArray(data))
      throw new CommandFailed('the service answered a list in an unknown shape', exitCode.failed)
    for (const item of data) whole.data.push(item)
    if (total !== undefined) whole['total'] ??= total
    if (atLeast !== undefined) whole['total_at_least'] ??= atLeast
    if (typeof cursor !== 'string' || cursor === '') return whole
    parameters.set('cursor', cursor)
    parameters.delete('count')
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let unfinished = ''
  for await (const chunk of chunks) {
    const lines = (unfinished + decoder.decode(chunk, { stream: true })).split('\n')
    unfinished = lines.pop() ?? ''
    yield* lines
  }
  if (unfinished !== '') yield unfinished
}

/** An answer that arrives, read to its end. */
export const wholeAnswer = async ({ status, headers, body }: StreamedAnswer): Promise<ApiAnswer> => ({
  status,
  headers,
  body: parse({ status, text: (await buffer(body)).toString() }),
})

/** The JSON of an answer. @throws CommandFailed */
function parse({ status, text }: Pick<RawAnswer, 'status' | 'text'>): Json {
  if (text === '') return null
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives nothing else
    return JSON.parse(text) as Json
  } catch {
    throw new CommandFailed(
      `the answer (status ${status}) is no JSON: is this address a Plinth service?`,
      exitCode.failed,
    )
  }
}

/**
 * The error of a command for a failed answer.
 * @param path what was asked for
 */
export function failure({ status, body }: ApiAnswer, path = ''): CommandFailed {
  const { message, detail = message, code } = isObject(body) ? body : {}
  const text = typeof detail === 'string' ? detail : `the service answered status ${status}`
  const isUnserved = status === 404 && text === 'there is nothing at this address'
  const absent = isUnserved ? `: ${path.split('?', 1)[0]}; the plugin that serves it may be switched off` : ''
  const hint = status === 401 ? ' (give a token with --token or PLINTH_TOKEN)' : absent
  // A script may repeat what fails because the store is away; a change with an unknown outcome it may not.
  const isAway = status === 503 && code !== 'outcome-unknown'
  const exit = isAway ? exitCode.storeAway : exitCode.failed
  return new CommandFailed(text + hint, exit, typeof code === 'string' ? code : undefined)
}
