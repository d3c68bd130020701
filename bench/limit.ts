import { join } from 'node:path'
import { measureLoad, median, type Load, type LoadRequest, type LoadedServer } from './load.ts'
import { startServer } from './processes.ts'

/**
 * Measure the limit of a service with these packages (`packages.ts`), compared with Fastify alone.
 * @param folder for the store
 * @returns a table for people
 */
export async function measureLimit(
  folder: string,
  { rows, seconds, rounds }: { rows: number; seconds: number; rounds: number },
): Promise<string> {
  const reference = await startServer('./bare.js', {})
  const server = await startServer('./packages.js', { SQLITE_PATH: join(folder, 'packages.db'), ROWS: String(rows) })
  try {
    const signedIn = await fetch(`${server.url}/login`)
    const [cookie = ''] = signedIn.headers.getSetCookie().map(one => one.split(';', 1).join())
    const positions: { id: string; created_at: string }[] = JSON.parse(
      await (await fetch(`${server.url}/positions`)).text(),
    )
    const member: LoadedServer = { ...server, headers: { cookie } }
    const scenarios: [name: string, server: LoadedServer, requests: LoadRequest[], loads: Load[]][] = [
      ['reference', reference, [{ path: '/' }], []],
      ['get', member, positions.map(({ id }) => ({ path: `/articles/${id}` })), []],
      ['newest-new', member, positions.map(({ created_at }) => ({ path: `/articles?before=${created_at}` })), []],
    ]
    for (const [, on, requests] of scenarios) await measureLoad(on, requests, 1)
    for (let round = 0; round < rounds; round++)
      for (const [, on, requests, loads] of scenarios) loads.push(await measureLoad(on, requests, seconds))
    const references = scenarios[0]?.[3] ?? []
    const lines = scenarios.map(([name, , , loads]) => {
      const ratio = median(loads.map(({ rate }, at) => rate / (references[at]?.rate ?? Number.NaN)))
      const [rate, us] = [median(loads.map(load => load.rate)), median(loads.map(load => load.processorUs))]
      return `| ${[name, Math.round(rate), Math.round(us), ratio.toFixed(2)].join(' | ')} |`
    })
    return ['| packages alone | answers/s | µs/answer | ratio |', '|---|---|---|---|', ...lines, ''].join('\n')
  } finally {
    await Promise.all([reference.stop(), server.stop()])
  }
}
