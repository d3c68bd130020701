import type { JsonObject } from '../lib/json/types.ts'
import type { LoadRequest } from './load.ts'
import { article, articleType, randomFrom } from './sample.ts'

const path = `/api/${articleType.slug}`

/** The measured requests by scenario, in the words of the product's API. */
export interface Scenarios {
  get: LoadRequest[]
  newest: LoadRequest[]
  filtered: LoadRequest[]
  anew: LoadRequest[]
  deep: LoadRequest[]
  create: LoadRequest[]
  update: LoadRequest[]
}

/** Fill a running service with articles through its own API and say what to ask of it. */
export async function prepareProduct(url: string, rows: number): Promise<Scenarios> {
  await call(url, 'POST', '/api/resource-types', articleType)
  const random = randomFrom(1)
  for (let done = 0; done < rows; done += 1_000) {
    const operations = Array.from({ length: 1_000 }, () => ({ op: 'create', data: article(random) }))
    await call(url, 'POST', `${path}/_bulk`, { operations })
  }
  const ids = (await page(url, 'limit=1000')).data.map(one => one.id)
  let cursor = ''
  for (let walked = 0; walked < rows / 2; walked += 1_000) {
    cursor = (await page(url, `limit=1000&cursor=${encodeURIComponent(cursor)}`.replace(/&cursor=$/, ''))).cursor
  }
  const bodies = Array.from({ length: 500 }, () => article(random))
  const genres = articleType.schema.properties.genre.enum
  const years = 'sort_by=year&sort_order=desc'
  return {
    get: ids.map(id => ({ path: `${path}/${id}` })),
    newest: [{ path }],
    filtered: genres.map(genre => ({
      path: `${path}?_filter[genre][eq]=${genre}&${years}`,
    })),
    anew: Array.from({ length: 2_000 }, (_, at) => ({
      path: `${path}?_filter[genre][eq]=${genres[at % genres.length] ?? ''}&_filter[rating][gte]=${at / 2_000}&${years}`,
    })),
    deep: [{ path: `${path}?cursor=${encodeURIComponent(cursor)}` }],
    create: bodies.map(body => ({ method: 'POST', path, body })),
    update: bodies.map((body, at) => ({ method: 'PUT', path: `${path}/${ids[at] ?? ''}`, body })),
  }
}

interface ListAnswer {
  data: { id: string }[]
  cursor: string
}

async function page(url: string, query: string): Promise<ListAnswer> {
  return (await call(url, 'GET', `${path}?${query}`)) as ListAnswer
}

/** Ask a running service for something. @throws Error when it refuses */
export async function call(url: string, method: string, at: string, body?: JsonObject): Promise<unknown> {
  const answer = await fetch(url + at, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
