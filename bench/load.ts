import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { JsonObject } from '../lib/json/types.ts'

/** One request of a load; the connections share a list of them, each sends its part repeatedly. */
export interface LoadRequest {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: JsonObject
  /** `Accept` */
  accept?: string
}

/** Who sends requests to a server. */
export interface Client {
  url: string
  /** Headers of all its requests. */
  headers?: Record<string, string>
}

/** A server under load; without `pid` its processor time is not measured. */
export type LoadedServer = Client & { pid?: number }

/** What a server did under load. */
export interface Load {
  /** Answers per second. */
  rate: number
  /** Processor time of all threads of its process for each answer, µs: other load on the machine hardly changes it. NaN where the system is not Linux. */
  processorUs: number
}

/** Send requests over 50 connections for some seconds. @returns answers per second; see {@link measureLoad} */
export async function answersPerSecond(
  server: LoadedServer,
  requests: LoadRequest[],
  seconds: number,
): Promise<number> {
  return (await measureLoad(server, requests, seconds)).rate
}

/**
 * Send requests for some seconds, and wait until the server has finished those that were cut off at the end.
 * @param connections how many requests are sent at once
 * @throws when any answer is not 2xx: a ratio of errors has no meaning
 */
export async function measureLoad(
  { url, headers: common = {}, pid = Number.NaN }: LoadedServer,
  requests: LoadRequest[],
  seconds: number,
  connections = 50,
): Promise<Load> {
  const sent = requests.map(({ method = 'GET', path, body, accept }) => ({
    method,
    path,
    headers: {
      ...common,
      ...(accept !== undefined && { accept }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }))
  let connected = 0
  let isLoading = true
  // A generator that never sleeps does not have to be woken by each answer, which the server would pay for.
  const stayAwake = (): void => void (isLoading && setImmediate(stayAwake))
  stayAwake()
  const before = processorTimeUs(pid)
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
  await finishReading(url, common, requests)
  isLoading = false
  const processorUs = (processorTimeUs(pid) - before) / result.requests.total
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) {
    const { errors, timeouts, statusCodeStats } = result
    const details = JSON.stringify({ errors, timeouts, statuses: statusCodeStats })
    throw new Error(`${failed} of ${result.requests.total} requests to ${requests[0]?.path ?? url} failed: ${details}`)
  }
  return { rate: result.requests.total / result.duration, processorUs }
}

/**
 * Processor time of a process until now, µs: `utime` and `stime` of proc(5), in ticks of 10 ms; NaN where the system is not Linux.
 * @param of the process, or those of its children that have ended
 */
export function processorTimeUs(pid: number, of: 'itself' | 'children' = 'itself'): number {
  if (process.platform !== 'linux' || Number.isNaN(pid)) return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const [user, system] = of === 'itself' ? [fields[11], fields[12]] : [fields[13], fields[14]]
  return (Number(user) + Number(system)) * 10_000
}

/** The processes that a process started, as Linux tells them. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Requests are processed in order: the last one is answered last. */
async function finishReading(
  url: string,
  headers: Record<string, string>,
  requests: readonly LoadRequest[],
): Promise<void> {
  const last = requests.findLast(({ method = 'GET' }) => method === 'GET')
  if (last !== undefined) await (await fetch(url + last.path, { headers })).arrayBuffer()
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
