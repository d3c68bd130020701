import { answersPerSecond, childrenOf, measureLoad, median, processorTimeUs } from './load.ts'
import type { LoadRequest } from './load.ts'
import { prepareProduct } from './product.ts'
import { startServer } from './processes.ts'
import type { ServerProcess } from './processes.ts'

const counts = [1, 2, 3]
const scenarioNames = ['get', 'newest-new', 'filtered-new', 'create'] as const
const maxWarmUps = 60

/**
 * Compare the service with one, two and three processes behind one port (`PLINTH_WORKERS`) on one database of MongoDB; interleaved rounds.
 * @returns a table for people
 */
export async function compareWorkers(
  mongoUrl: string,
  { rows, seconds, rounds }: { rows: number; seconds: number; rounds: number },
): Promise<string> {
  const servers: ServerProcess[] = []
  try {
    for (const count of counts)
      servers.push(
        await startServer('../kernel/main.js', {
          MONGODB_URL: mongoUrl,
          PLINTH_WORKERS: String(count),
          PLINTH_CONFIG: '',
          LOG_LEVEL: 'warn',
        }),
      )
    const scenarios = await prepareProduct({ url: servers[0]?.url ?? '' }, rows)
    for (const [at, count] of counts.entries()) await untilAllAnswer(servers[at], count, scenarios.newest)
    const lines: string[] = []
    for (const name of scenarioNames) {
      const rates = servers.map((): number[] => [])
      for (let round = 0; round < rounds; round++)
        for (const [at, server] of servers.entries())
          rates[at]?.push((await measureLoad(server, scenarios[name], seconds)).rate)
      const medians = rates.map(median)
      const ratios = medians.slice(1).map(rate => (rate / (medians[0] ?? Number.NaN)).toFixed(2))
      lines.push(`| ${[name, ...medians.map(Math.round), ...ratios].join(' | ')} |`)
    }
    const heading = '| scenario | answers/s of 1 process | of 2 | of 3 | 2 to 1 | 3 to 1 |'
    return [heading, '|---|---|---|---|---|---|', ...lines, ''].join('\n')
  } finally {
    await Promise.all(servers.map(server => server.stop()))
  }
}

/** Wait until each of the processes answers requests: the others start when the first one listens. */
async function untilAllAnswer(
  server: ServerProcess | undefined,
  count: number,
  requests: LoadRequest[],
): Promise<void> {
  if (server === undefined || count === 1) return
  for (let attempt = 0; attempt < maxWarmUps; attempt++) {
    const before = new Map(childrenOf(server.pid).map(pid => [pid, processorTimeUs(pid)]))
    await answersPerSecond(server, requests, 1)
    const busy = [...before].filter(([pid, time]) => processorTimeUs(pid) > time)
    if (busy.length === count && attempt > 0) return
  }
  throw new Error(`not all of ${count} processes answer`)
}
