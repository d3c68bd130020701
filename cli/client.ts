import { exitCode, type ApiAnswer, type ApiClient } from '../kernel/contracts/commands.ts'
import type { Json } from '../lib/json/types.ts'
import { CommandFailed } from '../kernel/errors.ts'
import { isObject } from '../lib/json/index.ts'
import { jsonText } from '../lib/json/stringify.ts'

/** A request as it travels. Header names are lower-case. */
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

/** How requests reach the API. Throws `CommandFailed` when they cannot. */
export type Transport = (request: RawRequest) => Promise<RawAnswer>

/**
 * A client over a transport.
 * @param account the account that it acts in, where the caller chooses it
 */
export function createClient(transport: Transport, account?: string): ApiClient {
  return {
    ...(account !== undefined && { account }),
    async request(method, path, { body, headers = {}, accept = [] } = {}) {
      const answer = await transport({
        method,
        path,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: jsonText(body) }),
      })
      const read: ApiAnswer = { status: answer.status, headers: answer.headers, body: parse(answer) }
      if (answer.status >= 300 && !accept.includes(answer.status)) throw failure(read)
      return read
    },
  }
}

function parse({ status, text }: RawAnswer): Json {
  if (text === '') return null
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new CommandFailed(
      `the answer (status ${status}) is no JSON: is this address a Plinth service?`,
      exitCode.failed,
    )
  }
}

/** What an answer that is a failure means to the command. */
function failure({ status, body }: ApiAnswer): CommandFailed {
  const message =
    isObject(body) && typeof body['message'] === 'string' ? body['message'] : `the service answered status ${status}`
  const hint = status === 401 ? ' (give a token with --token or PLINTH_TOKEN)' : ''
  return new CommandFailed(message + hint, status === 503 ? exitCode.storeAway : exitCode.failed)
}
