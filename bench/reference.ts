import type { LoadRequest } from './load.ts'
import type { Scenarios } from './product.ts'
import { article, articleType, randomFrom } from './sample.ts'

type References = Record<keyof Scenarios, LoadRequest[]>

/** On SQLite every scenario is measured against the same fixed answer. */
export function fixedScenario(): References {
  const fixed = [{ path: '/' }]
  return { get: fixed, newest: fixed, filtered: fixed, anew: fixed, deep: fixed, create: fixed, update: fixed }
}

/** On MongoDB each scenario is measured against a server that does the same with the driver alone. */
export async function bareScenarios(url: string, rows: number): Promise<References> {
  const answer = await fetch(`${url}/seed`, {
    method: 'POST',
    body: JSON.stringify({ rows }),
    headers: { 'content-type': 'application/json' },
  })
  const { ids, middle } = (await answer.json()) as { ids: string[]; middle: { _id: string; created_at: string } }
  const random = randomFrom(2)
  const bodies = Array.from({ length: 500 }, () => article(random))
  const genres = articleType.schema.properties.genre.enum
  const byGenre = genres.map(genre => ({ path: `/articles?genre=${genre}` }))
  return {
    get: ids.map(id => ({ path: `/articles/${id}` })),
    newest: [{ path: '/articles' }],
    filtered: byGenre,
    anew: Array.from({ length: 2_000 }, (_, at) => ({
      path: `/articles?genre=${genres[at % genres.length] ?? ''}&rating=${at / 2_000}`,
    })),
    deep: [{ path: `/articles?before=${encodeURIComponent(middle.created_at)}&id=${middle._id}` }],
    create: bodies.map(body => ({ method: 'POST', path: '/articles', body })),
    update: bodies.map((body, at) => ({ method: 'PUT', path: `/articles/${ids[at] ?? ''}`, body })),
  }
}
