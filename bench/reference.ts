import type { LoadRequest } from './load.ts'
import { variety } from './product.ts'
import type { Scenarios } from './product.ts'
import { article, articleType, randomFrom, spreadOver } from './sample.ts'

/** On SQLite every scenario is measured against the same fixed answer. */
export function fixedScenario(): Scenarios {
  const fixed: LoadRequest[] = [{ path: '/' }]
  return {
    get: fixed,
    newest: fixed,
    'newest-new': fixed,
    filtered: fixed,
    'filtered-new': fixed,
    deep: fixed,
    'deep-new': fixed,
    create: fixed,
    update: fixed,
    related: fixed,
    'json-ld': fixed,
  }
}

/** On MongoDB each scenario is measured against a server that does the same with only the driver. */
export async function bareScenarios(url: string, rows: number): Promise<Scenarios> {
  const answer = await fetch(`${url}/seed`, {
    method: 'POST',
    body: JSON.stringify({ rows }),
    headers: { 'content-type': 'application/json' },
  })
  const { positions, own }: { positions: { id: string; created_at: string }[]; own: string[] } = JSON.parse(
    await answer.text(),
  )
  const changed = spreadOver(own, variety)
  const random = randomFrom(2)
  const genres = articleType.schema.properties.genre.enum
  const genreOf = (at: number): string => `genre=${genres[at % genres.length] ?? ''}`
  const some = spreadOver(positions, variety)
  const before = ({ id, created_at }: { id: string; created_at: string }): LoadRequest => ({
    path: `/articles?before=${encodeURIComponent(created_at)}&id=${id}`,
  })
  const newest = some.map(before)
  return {
    get: positions.slice(0, 1_000).map(({ id }) => ({ path: `/articles/${id}` })),
    newest: [{ path: '/articles' }],
    'newest-new': newest,
    filtered: genres.map((_, at) => ({ path: `/articles?${genreOf(at)}` })),
    'filtered-new': Array.from({ length: variety }, (_, at) => ({
      path: `/articles?${genreOf(at)}&rating=${at / variety}`,
    })),
    deep: positions.slice(rows / 2, rows / 2 + 1).map(before),
    'deep-new': spreadOver(positions.slice(rows / 2), variety / 2).map(before),
    create: Array.from({ length: 500 }, () => ({ method: 'POST', path: '/articles', body: article(random) })),
    update: [...changed, ...changed].map(id => ({ method: 'PUT', path: `/articles/${id}`, body: article(random) })),
    // The driver reads no references: both are compared with the same list of articles.
    related: newest,
    'json-ld': newest,
  }
}
