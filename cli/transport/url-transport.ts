import { exitCode } from '../../kernel/contracts/commands.ts'
import { CommandFailed, reasonOf, systemCodeOf } from '../../kernel/errors.ts'
import { failure, wholeAnswer, type StreamedAnswer, type Transport, type Upload } from './client.ts'

const patience = 60_000

/** The credentials for a service. */
export interface Credentials {
  token?: string | undefined
  /** E-mail address for `X-Dev-Agent`; honoured in development mode only. */
  as?: string | undefined
}

/**
 * Requests to a running service over the network.
 * @param url its address, or that of its API; a path in it is kept, for services behind a proxy
 * @throws `CommandFailed` (usage) when it is not an http(s) address
 */
export function urlTransport(url: string, { token, as }: Credentials, signal: AbortSignal): Transport {
  const base = baseOf(url)
  const identity = identityOf({ token, as })
  return async ({ method, path, headers, body }) => {
    try {
      const answer = await fetch(base + path, {
        method,
        headers: { ...headers, ...identity },
        // A redirect would send the token to its target.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
        ...(body !== undefined && { body }),
      })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
    } catch (error) {
      return rethrow(signal, unreachable(base))(error)
    }
  }
}

/** Send files to a running service over the network, without a time limit; see {@link urlTransport}. */
export function urlUpload(url: string, credentials: Credentials, signal: AbortSignal): Upload {
  const open = opener(url, credentials, signal)
  return async ({ method, path, headers: { 'transfer-encoding': _chunked, ...headers }, body }) =>
    open(path, headers, {
      method,
      redirect: 'error', // with another value fetch keeps all that was sent, to send it again
      ...(method !== 'GET' && { body, duplex: 'half' }),
    })
}

/** Ask a running service for bytes (POST), and read them as they arrive, without a time limit; see {@link urlTransport}. */
export function urlDownload(
  url: string,
  credentials: Credentials,
  signal: AbortSignal,
): (path: string) => Promise<AsyncIterable<Uint8Array>> {
  const open = opener(url, credentials, signal)
  return async path => {
    const headers = { accept: '*/*, application/problem+json' }
    const answer = await open(path, headers, { method: 'POST', redirect: 'manual' })
    if (answer.status >= 300) throw failure(await wholeAnswer(answer), path)
    return answer.body
  }
}

type Open = (path: string, headers: Record<string, string>, init: RequestInit) => Promise<StreamedAnswer>

/** Sends requests whose answers are read as they arrive. */
function opener(url: string, credentials: Credentials, signal: AbortSignal): Open {
  const base = baseOf(url)
  return async (path, headers, init) => {
    const options = { ...init, headers: { ...headers, ...identityOf(credentials) }, signal }
    const answer = await fetch(base + path, options).catch(rethrow(signal, unreachable(base)))
    async function* bytes(): AsyncIterable<Uint8Array> {
      try {
        if (answer.body !== null) yield* answer.body
      } catch (error) {
        rethrow(signal, brokenOff(base))(error)
      }
    }
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: bytes() }
  }
}

/** @throws CommandFailed (usage) for both: the service would act as the owner of the token */
function identityOf({ token, as }: Credentials): Record<string, string> {
  if (token === undefined) return as === undefined ? {} : { 'x-dev-agent': as }
  if (as === undefined) return { authorization: `Bearer ${token}` }
  throw new CommandFailed('--as does not go with an API token, whose owner commands act as', exitCode.usage)
}

function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '') {
    throw new CommandFailed(
      `--url must be the address of a service, for example http://localhost:8080, not ${url}`,
      exitCode.usage,
    )
  }
  return parsed.origin + parsed.pathname.replace(/\/+$/, '').replace(/\/api$/, '')
}

const unreachable = (base: string): string => `cannot reach the service at ${base}`
const brokenOff = (base: string): string => `the service at ${base} broke off its answer; its log says why`

/** Handles an error of `fetch`. @param what has happened, unless the command was stopped */
const rethrow =
  (signal: AbortSignal, what: string) =>
  (error: unknown): never => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = systemCodeOf(cause) || reasonOf(cause)
    throw signal.aborted ? signal.reason : new CommandFailed(`${what} (${reason})`, exitCode.storeAway)
  }
