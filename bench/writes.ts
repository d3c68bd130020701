import { join } from 'node:path'
import { packageRoot } from '../kernel/package-root.ts'
import type { JsonObject } from '../lib/json/types.ts'
import { median, processorTimeUs } from './load.ts'
import { article, articleType, randomFrom } from './sample.ts'
import { call, startService } from './service.ts'
import { measureProcess } from './start.ts'

const bulkRequests = 10
const rowsOfBulk = 1_000

/**
 * Measure what writes many rows: bulk creates one after another, and the import of 3,201 films as a whole command on a new store.
 * @param folder folder for the stores
 * @returns lines for people
 */
export async function measureManyWrites(folder: string, rounds: number): Promise<string> {
  return `${await bulkCreates(folder, rounds)}\n${imports(folder, rounds)}\n`
}

async function bulkCreates(folder: string, rounds: number): Promise<string> {
  const store = { SQLITE_PATH: join(folder, 'bulk.db'), MONGODB_URL: '' }
  const service = await startService(folder, store)
  try {
    await call(service.administrator, 'POST', '/api/resource-types', articleType)
    const random = randomFrom(3)
    const create = (): JsonObject => ({ op: 'create', data: article(random) })
    const bodies = Array.from({ length: bulkRequests }, () => ({
      operations: Array.from({ length: rowsOfBulk }, create),
    }))
    const rows = bulkRequests * rowsOfBulk
    const rates: number[] = []
    const costs: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const [begun, before] = [performance.now(), processorTimeUs(service.pid)]
      for (const body of bodies) await call(service, 'POST', `/api/${articleType.slug}/_bulk`, body)
      if (round === 0) continue // the code is not compiled yet
      rates.push((rows / (performance.now() - begun)) * 1_000)
      costs.push((processorTimeUs(service.pid) - before) / rows)
    }
    return `bulk create: ${Math.round(median(rates))} rows/s, ${Math.round(median(costs))} µs of processor time for a row`
  } finally {
    await service.stop()
  }
}

function imports(folder: string, rounds: number): string {
  const films = join(packageRoot, 'node_modules/vega-datasets/data/movies.json')
  const command = [join(packageRoot, 'bin/plinth.mjs'), 'import', 'movie', films, '--infer']
  const times = Array.from({ length: rounds }, (_, round) => {
    const store = { SQLITE_PATH: join(folder, `import-${round}.db`), MONGODB_URL: '' }
    return measureProcess(command, { ...store, PLINTH_CONFIG: '', LOG_LEVEL: 'warn' })
  })
  const [ms, processorMs] = [median(times.map(time => time.ms)), median(times.map(time => time.processorMs))].map(
    Math.round,
  )
  return `import of 3,201 films: ${ms} ms, ${processorMs} ms of processor time`
}
