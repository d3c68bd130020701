import autocannon from 'autocannon'
import type { JsonObject } from '../kernel/contracts/json.ts'

/** One request of a load; a list of them is sent in turn by every connection. */
export interface LoadRequest {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: JsonObject
}

/**
 * Send requests over 50 connections for some seconds.
 * @returns answers per second
 * @throws when any answer is not 2xx: a ratio of errors says nothing
 */
export async function answersPerSecond(url: string, requests: LoadRequest[], seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 50,
    duration: seconds,
    requests: requests.map(({ method = 'GET', path, body }) => ({
      method,
      path,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })),
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} requests to ${requests[0]?.path ?? url} failed`)
  return result.requests.total / result.duration
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
