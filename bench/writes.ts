import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../lib/json/types.ts'
import { median, processorTimeUs } from './load.ts'
import { startServer } from './processes.ts'
import { call } from './product.ts'
import { article, articleType, randomFrom } from './sample.ts'

const bulkRequests = 10
const rowsOfBulk = 1_000

/**
 * Measure what writes many rows: bulk creates one after another, and the import of 3,201 films as a whole command on a new store.
 * @param folder folder for the stores
 * @returns lines for people
 */
export async function measureManyWrites(folder: string, rounds: number): Promise<string> {
  return `${await bulkCreates(folder, rounds)}\n${await imports(folder, rounds)}\n`
}

async function bulkCreates(folder: string, rounds: number): Promise<string> {
  const store = { SQLITE_PATH: join(folder, 'bulk.db'), MONGODB_URL: '' }
  const { url, pid, stop } = await startServer('../kernel/main.js', { ...store, PLINTH_CONFIG: '', LOG_LEVEL: 'warn' })
  try {
    await call(url, 'POST', '/api/resource-types', articleType)
    const random = randomFrom(3)
    const create = (): JsonObject => ({ op: 'create', data: article(random) })
    const bodies = Array.from({ length: bulkRequests }, () => ({
      operations: Array.from({ length: rowsOfBulk }, create),
    }))
    const rows = bulkRequests * rowsOfBulk
    const rates: number[] = []
    const costs: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const [begun, before] = [performance.now(), processorTimeUs(pid)]
      for (const body of bodies) await call(url, 'POST', `/api/${articleType.slug}/_bulk`, body)
      if (round === 0) continue // the code is not compiled yet
      rates.push((rows / (performance.now() - begun)) * 1_000)
      costs.push((processorTimeUs(pid) - before) / rows)
    }
    return `bulk create: ${Math.round(median(rates))} rows/s, ${Math.round(median(costs))} µs of processor time for a row`
  } finally {
    await stop()
  }
}

async function imports(folder: string, rounds: number): Promise<string> {
  const films = fileURLToPath(new URL('../../node_modules/vega-datasets/data/movies.json', import.meta.url))
  const times: number[] = []
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [begun, before] = [performance.now(), processorTimeOfChildrenMs()]
    await runCommand(['import', 'movie', films, '--infer'], join(folder, `import-${round}.db`))
    times.push(performance.now() - begun)
    costs.push(processorTimeOfChildrenMs() - before)
  }
  return `import of 3,201 films: ${Math.round(median(times))} ms, ${Math.round(median(costs))} ms of processor time`
}

async function runCommand(command: readonly string[], store: string): Promise<void> {
  const plinth = fileURLToPath(new URL('../../bin/plinth.mjs', import.meta.url))
  const env = { ...process.env, SQLITE_PATH: store, MONGODB_URL: '', PLINTH_CONFIG: '', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [plinth, ...command], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new Error(`plinth ${command.join(' ')} ended with exit code ${String(code)}`)
}

/** Processor time of the ended children of this process, ms: `cutime` and `cstime` of proc(5). NaN where the system is not Linux. */
function processorTimeOfChildrenMs(): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * 10
}
