import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { buildApp, loadConfig } from '../../kernel/index.ts'
import { callCli, runCli } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { compare, file, key, movies, schema, type Movie } from './movies/expected.ts'
import { questions } from './movies/questions.ts'

/** A resource as the API returns it in a list. */
interface Listed {
  id: string
  created_at: string
  data: { '@graph': [Movie] }
}

async function check(t: Test, env: Record<string, string>): Promise<void> {
  const imported = await runCli(['import', 'movie', file, '--infer'], { env })
  t.equal(imported.code, 0, imported.stderr)
  t.match(imported.stdout, /IMDB Rating +imdbRating +number or null\n/)
  t.match(imported.stdout, /Title +title +string or null +9 +1776 → "1776"/)
  t.match(imported.stdout, /Release Date +releaseDate +string, date +yes +3,201 +"Jun 12 1998" → "1998-06-12"/)
  // on a very busy machine a batch is sent again, and exists already
  t.match(imported.stdout, /movie: 3,201 rows: (3,201 loaded|[0-9,]+ loaded, \d+ already there)\n$/)
  const again = await callCli(['import', 'movie', file, '--infer', '--json'], { env })
  t.match(
    JSON.parse(again.stdout),
    { rows: 3201, created: 0, already_there: 3201, refused: 0 },
    'repeating creates no duplicates',
  )

  const app = await buildApp(loadConfig({ ...env, LOG_LEVEL: 'silent' }, tmpdir()))
  t.teardown(() => app.close())
  const get = async (url: string): Promise<unknown> => {
    const answer = await app.inject({ url })
    t.equal(answer.statusCode, 200, `${url}: ${answer.payload.slice(0, 300)}`)
    return answer.json()
  }
  const { name, context, schema: inferred } = (await get('/api/resource-types/movie')) as Record<string, unknown>
  t.strictSame({ name, context }, { name: 'Movie', context: { '@vocab': 'https://schema.org/', '@type': 'Movie' } })
  t.strictSame(inferred, schema)
  const walk = async (query: string, limit: number): Promise<{ found: Listed[]; counted: Counted }> => {
    const found: Listed[] = []
    let counted: Counted = {}
    let cursor = ''
    do {
      const more = cursor === '' ? '&count=true' : `&cursor=${encodeURIComponent(cursor)}`
      const page = (await get(`/api/movie?limit=${limit}${more}${query === '' ? '' : `&${query}`}`)) as Page
      found.push(...page.data)
      if (cursor === '') counted = page
      cursor = page.cursor
      t.equal(page.has_more, cursor !== '')
    } while (cursor !== '' && found.length <= movies.length)
    return { found, counted }
  }
  const everything = await walk('', 1000)
  const ids = new Map(everything.found.map(({ id, data }) => [key(data['@graph'][0]), id]))
  t.equal(ids.size, movies.length)
  t.strictSame(movies.filter(movie => !ids.has(key(movie))).slice(0, 3), [], 'every movie exists, as mapped')
  t.same(
    everything.found.map(one => [one.created_at, one.id]),
    everything.found.map(one => [one.created_at, one.id]).sort((a, b) => (a.join(' ') < b.join(' ') ? 1 : -1)),
    'newest first',
  )
  for (const [index, question] of questions.entries()) {
    const { query, holds, sort, descending = false } = question
    const expected = movies
      .filter(holds)
      .map(movie => ({ id: ids.get(key(movie)) ?? '', value: movie[sort ?? ''] ?? null }))
    t.ok(expected.length > 0, `${query} has results`)
    const order = sort === undefined ? '' : `sort_by=${sort}&sort_order=${descending ? 'desc' : 'asc'}`
    const { found, counted } = await walk(
      [query, order].filter(part => part !== '').join('&'),
      Math.min(1000, 1 + Math.floor(expected.length / 4) + index),
    )
    expected.sort((a, b) => (sort === undefined ? 0 : compare(a.value, b.value)) || (a.id < b.id ? -1 : 1))
    if (descending) expected.reverse()
    const actual = found.map(({ id }) => id)
    if (sort === undefined) actual.sort()
    t.strictSame(
      actual,
      expected.map(({ id }) => id),
      `${query} ${order}`,
    )
    const { total, total_at_least: atLeast = total ?? -1 } = counted // a busy machine may not count all of them in time
    t.equal(total ?? expected.length, expected.length)
    t.ok(atLeast >= 0 && atLeast <= expected.length, `${atLeast} of ${expected.length}`)
  }
}

interface Counted {
  total?: number
  total_at_least?: number
}

interface Page extends Counted {
  data: Listed[]
  cursor: string
  has_more: boolean
}

t.test('a CSV file becomes a type and its resources, and lists of them are what the file says', async t => {
  const url = await ownDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'plinth-movies-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await check(t, url === undefined ? { SQLITE_PATH: join(folder, 'plinth.db') } : { MONGODB_URL: url })
})
