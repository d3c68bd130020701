import type { JsonObject } from '../lib/json/index.ts'
import type { Client, LoadRequest } from './load.ts'
import { article, articleType, randomFrom, reviewType, spreadOver } from './sample.ts'
import { call } from './service.ts'

const path = `/api/${articleType.slug}`

/** The scenarios in the order in which they are measured. Those that are `new` send another request each time. */
export const scenarioNames = [
  'get',
  'newest',
  'newest-new',
  'filtered',
  'filtered-new',
  'deep',
  'deep-new',
  'create',
  'update',
  'related',
  'json-ld',
] as const

/** The measured requests by scenario, for the API of a server. */
export type Scenarios = Record<(typeof scenarioNames)[number], LoadRequest[]>

/** How many different requests a `new` scenario has. */
export const variety = 2_000
const pageSize = 1_000

/** Fill a running service with articles through its own API and return the requests to measure. */
export async function prepareProduct(client: Client, rows: number): Promise<Scenarios> {
  await call(client, 'POST', '/api/resource-types', articleType)
  const random = randomFrom(1)
  for (let done = 0; done < rows; done += 1_000) {
    const operations = Array.from({ length: 1_000 }, () => ({ op: 'create', data: article(random) }))
    await call(client, 'POST', `${path}/_bulk`, { operations })
  }
  const { all, cursors, middle } = await walk(client, rows)
  const genres = articleType.schema.properties.genre.enum
  const genreOf = (at: number): string => `_filter[genre][eq]=${genres[at % genres.length] ?? ''}`
  const inOrder = 'sort_by=year&sort_order=desc'
  const some = spreadOver(all, variety)
  const newest = some.map(({ created_at }, at) => ({
    path: `${path}?_filter[meta.created_at][lte]=${created_at.replace('Z', `${at}Z`)}`,
  }))
  return {
    get: all.slice(0, 1_000).map(({ id }) => ({ path: `${path}/${id}` })),
    newest: [{ path }],
    'newest-new': newest,
    filtered: genres.map((_, at) => ({ path: `${path}?${genreOf(at)}&${inOrder}` })),
    'filtered-new': Array.from({ length: variety }, (_, at) => ({
      path: `${path}?${genreOf(at)}&_filter[rating][gte]=${at / variety}&${inOrder}`,
    })),
    deep: [{ path: `${path}?cursor=${encodeURIComponent(middle)}` }],
    'deep-new': cursors.map(cursor => ({ path: `${path}?cursor=${encodeURIComponent(cursor)}` })),
    create: Array.from({ length: 500 }, () => ({ method: 'POST', path, body: article(random) })),
    // each id twice with another body, so that every value changes each time
    update: [...some, ...some].map(({ id }) => ({ method: 'PUT', path: `${path}/${id}`, body: article(random) })),
    related: await prepareReviews(
      client,
      some.map(({ id }) => id),
    ),
    'json-ld': newest.map(request => ({ ...request, accept: 'application/ld+json' })),
  }
}

/** One review of each article. @returns requests for twenty of them, each with its article and the labels of both */
async function prepareReviews(client: Client, articles: readonly string[]): Promise<LoadRequest[]> {
  const reviews = `/api/${reviewType.slug}`
  await call(client, 'POST', '/api/resource-types', reviewType)
  for (let done = 0; done < articles.length; done += 1_000) {
    const operations = articles.slice(done, done + 1_000).map((id, at): JsonObject => {
      return { op: 'create', data: { name: `Review ${done + at}`, stars: at % 5, article: id } }
    })
    await call(client, 'POST', `${reviews}/_bulk`, { operations })
  }
  const cursors: string[] = []
  for (let cursor = '', isLast = false; !isLast; isLast = cursor === '') {
    const after = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    cursor = (await call<ListAnswer>(client, 'GET', reviews + after)).cursor
    if (cursor !== '') cursors.push(cursor)
  }
  return cursors.map(cursor => ({
    path: `${reviews}?include=article&labels=true&cursor=${encodeURIComponent(cursor)}`,
  }))
}

interface ListAnswer {
  data: { id: string; created_at: string }[]
  cursor: string
}

/** Read the whole list; from the middle on some pages are short, so that there are many cursors. */
async function walk(
  client: Client,
  rows: number,
): Promise<{ all: ListAnswer['data']; cursors: string[]; middle: string }> {
  const page = (limit: number, cursor: string): Promise<ListAnswer> => {
    const query = `limit=${limit}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    return call<ListAnswer>(client, 'GET', `${path}?${query}`)
  }
  const all: ListAnswer['data'] = []
  const cursors: string[] = []
  let middle = ''
  for (let cursor = '', isLast = false; !isLast; isLast = cursor === '') {
    const isBehindMiddle = all.length >= rows / 2
    if (isBehindMiddle && middle === '') middle = cursor
    const isShort = isBehindMiddle && cursors.length < variety / 2
    const { data, cursor: next } = await page(isShort ? 20 : pageSize, cursor)
    all.push(...data)
    if (isShort && next !== '') cursors.push(next)
    cursor = next
  }
  return { all, cursors, middle }
}
