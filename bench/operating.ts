import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from './processes.ts'
import { article, articleType, randomFrom } from './sample.ts'
import { call } from './service.ts'

/*
 * npm run bench:operating -- [--minutes 20] [--rows 50000]
 *
 * The service on SQLite under a mixed load for a long time: what it holds before, at most, at the end, and ten seconds after the end. Before that, the
 * time of a backup without other requests, and while resources are created all the time, and the longest write-ahead log meanwhile.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, rows: { type: 'string', default: '50000' } },
})
const minutes = Number(values.minutes)
const rows = Number(values.rows)
const path = `/api/${articleType.slug}`
const random = randomFrom(7)
const bulkSize = 100
const sampleEveryMs = 1_000

/** What the process and its files take, by name. */
type Sample = ReadonlyMap<string, number>

const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
const store = join(folder, 'bench.db')
const service = await startServer('../kernel/main.js', {
  SQLITE_PATH: store,
  MONGODB_URL: '',
  PLINTH_CONFIG: '',
  LOG_LEVEL: 'warn',
})
try {
  await call(service, 'POST', '/api/resource-types', articleType)
  const ids: string[] = []
  for (let done = 0; done < rows; done += 1_000) ids.push(...(await createMany(1_000)))
  process.stdout.write(await backups())
  const before = sample()
  const { end, most, answers, failures } = await loadFor(minutes * 60_000, ids)
  await pause(10_000)
  process.stdout.write(table({ before, most, end, 'ten seconds later': sample() }))
  process.stdout.write(`\n${answers} answers in ${minutes} minutes; failed: ${JSON.stringify(failures)}\n`)
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}

async function createMany(count: number): Promise<string[]> {
  const operations = Array.from({ length: count }, () => ({ op: 'create', data: article(random) }))
  const answer = await call<{ results: { id: string }[] }>(service, 'POST', `${path}/_bulk`, { operations })
  return answer.results.map(({ id }) => id)
}

/** Makes a backup through the service. @returns the seconds that it took */
async function backUp(): Promise<number> {
  const command = fileURLToPath(new URL('../../bin/plinth.mjs', import.meta.url))
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [command, 'backup', join(folder, 'copy.plinth'), '--url', service.url, '--quiet'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`the backup ended with exit code ${child.exitCode}`)
  await rm(join(folder, 'copy.plinth'))
  return (performance.now() - started) / 1_000
}

async function backups(): Promise<string> {
  const size = sample().get('file, MB') ?? 0
  const idle = await backUp()
  const state = { isWriting: true, created: 0, log: 0 }
  const writers = Array.from({ length: 4 }, async () => {
    while (state.isWriting) {
      state.created += (await createMany(bulkSize)).length
      state.log = Math.max(state.log, sample().get('log, MB') ?? 0)
    }
  })
  const busy = await backUp()
  state.isWriting = false
  await Promise.all(writers)
  const [mb, log] = [Math.round(size), Math.round(state.log)]
  return (
    `backup of ${mb} MB: ${idle.toFixed(1)} s; while ${state.created} resources were created: ${busy.toFixed(1)} s ` +
    `(ratio ${(busy / idle).toFixed(2)}), log ${log} MB\n\n`
  )
}

/** Run all clients for some time. */
async function loadFor(
  milliseconds: number,
  ids: readonly string[],
): Promise<{ end: Sample; most: Sample; answers: number; failures: Record<string, number> }> {
  const endsAt = performance.now() + milliseconds
  const failures: Record<string, number> = {}
  let answers = 0
  const oneOf = (): string => ids[Math.floor(random() * ids.length)] ?? ''
  const word = (): string => String(article(random)['headline']).split(' ')[0] ?? ''
  /** How many clients send which request, each again and again. */
  const requests: [clients: number, request: () => Promise<unknown>][] = [
    [4, () => call(service, 'GET', `/api/search?q=${word()}`)],
    [4, () => call(service, 'GET', `${path}?_filter[rating][gte]=${random() * 10}&sort_by=year&limit=100`)],
    [4, () => call(service, 'GET', `${path}/${oneOf()}`)],
    [2, () => call(service, 'POST', path, article(random))],
    [2, () => call(service, 'PUT', `${path}/${oneOf()}`, article(random))],
    [1, () => createMany(bulkSize)],
  ]
  const client = async (request: () => Promise<unknown>): Promise<void> => {
    while (performance.now() < endsAt) {
      try {
        await request()
        answers += 1
      } catch (error) {
        const reason =
          error instanceof Error ? error.message.replace(/\?.*?:|\/urn\S+/, '').slice(0, 120) : String(error)
        failures[reason] = (failures[reason] ?? 0) + 1
      }
    }
  }
  const running = requests.flatMap(([clients, request]) => Array.from({ length: clients }, () => client(request)))
  let most = sample()
  const watching = (async (): Promise<void> => {
    while (performance.now() < endsAt) {
      most = largest(most, sample())
      await pause(sampleEveryMs)
    }
  })()
  await Promise.all([...running, watching])
  return { end: sample(), most, answers, failures }
}

function sample(): Sample {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8')
  // Without the memory maps of the store's file, which the resident set counts once for each connection.
  const memory = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1_000
  const size = (file: string): number => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1e6
  return new Map([
    ['memory, MB', memory],
    ['descriptors', readdirSync(`/proc/${service.pid}/fd`).length],
    ['file, MB', size(store)],
    ['log, MB', size(`${store}-wal`)],
  ])
}

function largest(one: Sample, other: Sample): Sample {
  return new Map([...one].map(([name, value]) => [name, Math.max(value, other.get(name) ?? 0)]))
}

function table(columns: Record<string, Sample>): string {
  const samples = Object.values(columns)
  const names = [...(samples[0]?.keys() ?? [])]
  const lines = names.map(
    name => `| ${name} | ${samples.map(one => Math.round(one.get(name) ?? Number.NaN)).join(' | ')} |`,
  )
  const heads = Object.keys(columns)
  return [`| | ${heads.join(' | ')} |`, `|---|${heads.map(() => '---|').join('')}`, ...lines, ''].join('\n')
}
