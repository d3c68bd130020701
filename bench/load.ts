import autocannon from 'autocannon'
import type { JsonObject } from '../lib/json/types.ts'

/** One request of a load; the connections share a list of them, each sends its part repeatedly. */
export interface LoadRequest {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: JsonObject
}

/**
 * Send requests over 50 connections for some seconds, and wait until the server has finished those that were cut off at the end.
 * @returns answers per second
 * @throws when any answer is not 2xx: a ratio of errors has no meaning
 */
export async function answersPerSecond(url: string, requests: LoadRequest[], seconds: number): Promise<number> {
  const connections = 50
  const sent = requests.map(({ method = 'GET', path, body }) => ({
    method,
    path,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }))
  let connected = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: sent.slice(0, 1), // each client would prepare all requests in this list
    setupClient: client => {
      const number = connected++
      const own = sent.filter((_, at) => at % connections === number)
      client.setRequests(own.length > 0 ? own : sent)
    },
  })
  await finishReading(url, requests)
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} requests to ${requests[0]?.path ?? url} failed`)
  return result.requests.total / result.duration
}

/** Requests are processed in order: the last one is answered last. */
async function finishReading(url: string, requests: readonly LoadRequest[]): Promise<void> {
  const last = requests.findLast(({ method = 'GET' }) => method === 'GET')
  if (last !== undefined) await (await fetch(url + last.path)).arrayBuffer()
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
