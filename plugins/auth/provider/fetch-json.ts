import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { ProviderUnavailable } from './unavailable.ts'

/** For a request and its whole answer, ms. */
export const patience = 4000
/** Of an answer, bytes: a set of keys has a few thousand. */
export const mostBytes = 256 * 1024

/**
 * Fetch a JSON object. Redirects are not followed: they could lead anywhere.
 * @throws `ProviderUnavailable` when there is none in time, or a larger one than any that is right
 */
export async function fetchJson(url: URL, headers: Record<string, string> = {}): Promise<JsonObject> {
  try {
    const value = JSON.parse(await fetchText(url, { accept: 'application/json', ...headers })) as Json
    if (!isObject(value)) throw new Error(`${url.origin}${url.pathname} answered no JSON object`)
    return value
  } catch (error) {
    throw new ProviderUnavailable(error)
  }
}

async function fetchText(url: URL, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patience) })
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel()
    throw new Error(`${url.origin}${url.pathname} answered status ${answer.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > mostBytes) throw new Error(`${url.origin}${url.pathname} answered more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
