import { join } from 'node:path'
import { median } from './load.ts'
import { startServer } from './processes.ts'

/**
 * The time from the start of the service to its first answer, on a new store, compared with the reference; interleaved rounds.
 * @param folder folder for the stores
 * @returns a line for people, in ms
 */
export async function startTimes(folder: string, rounds: number): Promise<string> {
  const product: number[] = []
  const reference: number[] = []
  for (let round = 0; round < rounds; round++) {
    reference.push(await startTime('./bare.js', {}))
    const store = { SQLITE_PATH: join(folder, `start-${round}.db`), MONGODB_URL: '' }
    product.push(await startTime('../kernel/main.js', { ...store, PLINTH_CONFIG: '', LOG_LEVEL: 'warn' }))
  }
  const ratio = median(product.map((time, at) => time / (reference[at] ?? Number.NaN)))
  const [ours, theirs] = [median(product), median(reference)].map(Math.round)
  return `start to first answer: ${ours} ms, reference ${theirs} ms, ratio ${ratio.toFixed(1)}\n`
}

async function startTime(file: string, environment: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const server = await startServer(file, environment)
  const time = performance.now() - begun
  await server.stop()
  return time
}
