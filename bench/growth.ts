import { join } from 'node:path'
import type { JsonObject } from '../lib/json/types.ts'
import { measureLoad, median, processorTimeUs } from './load.ts'
import type { Client, Load, LoadRequest } from './load.ts'
import { article, articleType, randomFrom, spreadOver } from './sample.ts'
import { call, startService, type Service } from './service.ts'

/** The articles of the other scenarios, each with one of the writers. */
const storyType = {
  ...articleType,
  name: 'Bench story',
  slug: 'bench-story',
  schema: {
    ...articleType.schema,
    properties: { ...articleType.schema.properties, writer: { type: 'string', 'x-resource-type': 'bench-writer' } },
  },
} satisfies JsonObject

const writerType = {
  name: 'Bench writer',
  slug: 'bench-writer',
  schema: { type: 'object', properties: { name: { type: 'string' }, country: { type: 'string' } } },
} satisfies JsonObject

const path = `/api/${storyType.slug}`
const writers = 500
const countries = 50
/** How many different requests a scenario has. */
const variety = 500
const writtenAtOnce = 1_000
/** Few, because 50 slow searches at once would not all be answered within the time limit of a list. */
const connections = 5
const pageSize = 1_000

/** What a scenario costs with some number of rows: µs of processor time of each answer, of the service alone. */
type Costs = ReadonlyMap<string, number>

/**
 * Measure what lists and exports cost with a tenth of the rows and with all of them, in one service on one store.
 * @param folder for the file of SQLite
 * @param mongoUrl of a database, else SQLite
 * @returns a table for people
 */
export async function compareSizes(
  folder: string,
  mongoUrl: string | undefined,
  { rows, seconds, rounds }: { rows: number; seconds: number; rounds: number },
): Promise<string> {
  const server = await startService(
    folder,
    mongoUrl === undefined ? { SQLITE_PATH: join(folder, 'growth.db'), MONGODB_URL: '' } : { MONGODB_URL: mongoUrl },
  )
  try {
    const { administrator } = server
    const random = randomFrom(3)
    await call(administrator, 'POST', '/api/resource-types', writerType)
    await call(administrator, 'POST', '/api/resource-types', storyType)
    const people = await createMany(administrator, writerType.slug, writers, at => ({
      name: `Writer ${at}`,
      country: `country-${at % countries}`,
    }))
    const story = (at: number): JsonObject => {
      const { articleBody, ...others } = article(random)
      const text = `${String(articleBody)} ${wordsOf(at, rows)}`
      return { ...others, articleBody: text, writer: people[at % writers] ?? '' }
    }
    const few = Math.max(writtenAtOnce, Math.round(rows / 10))
    await createMany(administrator, storyType.slug, few, story)
    const before = await measure(server, seconds, rounds)
    await createMany(administrator, storyType.slug, rows - few, story)
    return table(few, before, rows, await measure(server, seconds, rounds))
  } finally {
    await server.stop()
  }
}

/** Words of which it is known how many of all stories have them. */
function wordsOf(at: number, rows: number): string {
  const rare = Object.entries({ tenth: 10, hundredth: 100, thousandth: 1_000, twenty: rows / 20 })
  const found = rare.flatMap(([word, n]) => (at % n === n / 2 ? [word] : []))
  return [at % 2 === 0 ? 'even' : 'odd', ...(at % 100 === 99 ? [] : ['common']), ...found].join(' ')
}

/** @returns the ids of the first ones */
async function createMany(
  client: Client,
  slug: string,
  count: number,
  make: (at: number) => JsonObject,
): Promise<string[]> {
  const ids: string[] = []
  for (let done = 0; done < count; done += writtenAtOnce) {
    const operations = Array.from({ length: Math.min(writtenAtOnce, count - done) }, (_, at) => ({
      op: 'create',
      data: make(done + at),
    }))
    const { results } = await call<{ results: { id: string }[] }>(client, 'POST', `/api/${slug}/_bulk`, { operations })
    if (ids.length < writtenAtOnce) ids.push(...results.map(({ id }) => id))
  }
  return ids
}

async function measure(server: Service, seconds: number, rounds: number): Promise<Costs> {
  const { costOfRow, ids, cursors } = await exportAll(server)
  const costs = new Map<string, number>()
  for (const [name, requests] of Object.entries(scenariosOf(ids, cursors))) {
    await measureLoad(server, requests, 1, connections)
    const loads: Load[] = []
    for (let round = 0; round < rounds; round++) loads.push(await measureLoad(server, requests, seconds, connections))
    costs.set(name, median(loads.map(({ processorUs }) => processorUs)))
  }
  return costs.set('export, each row', costOfRow)
}

/** The measured requests. Each asks for twenty resources, or for one. */
function scenariosOf(ids: readonly string[], cursors: readonly string[]): Record<string, LoadRequest[]> {
  const genres = articleType.schema.properties.genre.enum
  const some = (query: (at: number) => string): LoadRequest[] =>
    Array.from({ length: variety }, (_, at) => ({ path: `${path}?${query(at)}` }))
  const genre = (at: number): string => `_filter[genre][eq]=${genres[at % genres.length] ?? ''}`
  const share = (at: number): string => (at / variety).toFixed(3)
  return {
    get: ids.map(id => ({ path: `${path}/${id}` })),
    newest: [{ path }],
    filtered: some(at => `${genre(at)}&_filter[rating][gte]=${share(at)}&sort_by=year&sort_order=desc`),
    'filtered, with total': some(at => `${genre(at)}&_filter[rating][gte]=${share(at)}&count=true`),
    'filtered, counted to 10,000': some(at => `${genre(at)}&_filter[rating][gte]=${share(at)}&count=10000`),
    deep: cursors.map(cursor => ({ path: `${path}?cursor=${encodeURIComponent(cursor)}` })),
    alternatives: some(at => `_filter[or][0][author][eq]=paper&_filter[or][1][year][eq]=${1_950 + (at % 70)}`),
    'behind a reference': some(at => `_filter[writer.country][eq]=country-${at % countries}`),
    include: some(at => `${genre(at)}&include=writer`),
    ...Object.fromEntries(
      Object.entries({
        'q, a word of 20 rows': 'twenty',
        'q, of one in 1,000': 'thousandth',
        'q, of one in 100': 'hundredth',
        'q, of one in 10': 'tenth',
        'q, of 99 %': 'common',
        'q, a letter': 'g',
        'q, two common words': 'common even',
        'q, two that never meet': 'even odd',
      }).map(([name, words]) => [name, [{ path: `${path}?q=${encodeURIComponent(words)}` }]]),
    ),
    'q, one word': some(at => `q=garden${at % 40}`),
    'q, two words and a filter': some(at => `q=garden${at % 40}%20river${(at * 7) % 40}&${genre(at)}`),
  }
}

interface ListAnswer {
  data: { id: string }[]
  cursor: string
}

/** Read everything in pages, as `plinth export` does. @returns the µs of processor time of each row; ids and cursors from all parts of the list */
async function exportAll(service: Service): Promise<{ costOfRow: number; ids: string[]; cursors: string[] }> {
  const before = processorTimeUs(service.pid)
  const ids: string[] = []
  const cursors: string[] = []
  for (let cursor: string | undefined; cursor !== '';) {
    const from: string = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: ListAnswer = await call<ListAnswer>(service, 'GET', `${path}?limit=${pageSize}${from}`)
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.cursor
    if (cursor !== '') cursors.push(cursor)
  }
  const costOfRow = (processorTimeUs(service.pid) - before) / ids.length
  return { costOfRow, ids: spreadOver(ids, variety), cursors: spreadOver(cursors, variety) }
}

function table(few: number, before: Costs, many: number, after: Costs): string {
  const lines = [...after].map(([name, cost]) => {
    const first = before.get(name) ?? Number.NaN
    const figures = [microseconds(first), microseconds(cost), (cost / first).toFixed(2)]
    return `| ${[name, ...figures].join(' | ')} |`
  })
  const heading = `| scenario | µs/answer with ${few.toLocaleString('en')} | with ${many.toLocaleString('en')} | ratio |`
  return [heading, '|---|---|---|---|', ...lines, ''].join('\n')
}

/** No answer may have come in the time of the measurement. */
const microseconds = (cost: number): string => (Number.isFinite(cost) ? cost.toFixed(0) : 'no answer')
