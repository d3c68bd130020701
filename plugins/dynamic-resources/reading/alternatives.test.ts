import { onEachStore } from '../../../testing/internal/each-store.ts'
import type { TestApp } from '../../../testing/index.ts'
import { create, names, withTasks } from '../testing.ts'

const or = (...groups: string[][]): string =>
  groups.flatMap((group, index) => group.map(one => `_filter[or][${index}]${one}`)).join('&')

onEachStore('a list can have alternatives, across references too', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const bo = await create(app, 'writer', { name: 'Bo' })
  const one = await create(app, 'project', { name: 'One', code: 'x', lead: ada })
  const two = await create(app, 'project', { name: 'Two', code: 'y', lead: bo })
  const tasks: [string, object][] = [
    ['A', { author: ada, project: one }],
    ['B', { author: bo, project: two }],
    ['C', { author: ada, project: two }],
    ['D', { reviewers: [ada, bo] }],
    ['E', {}],
  ]
  for (const [name, data] of tasks) await create(app, 'task', { name, ...data })
  const found = async (query: string): Promise<unknown[]> => {
    const answer = await request('GET', `/api/task?sort_by=name&count=true&${query}`)
    t.equal(answer.statusCode, 200, answer.body)
    t.equal(answer.json().total, answer.json().data.length)
    return names(answer.json())
  }
  const cases: [string, string[]][] = [
    [or(['[name][eq]=A'], ['[name][eq]=E']), ['A', 'E']],
    [or(['[name][gt]=A', '[name][lt]=C'], ['[reviewers][exists]=true']), ['B', 'D']],
    [`${or(['[name][eq]=A'], ['[name][eq]=B'])}&_filter[author][eq]=${ada}`, ['A']],
    [or(['[author.name][eq]=Bo'], ['[project.code][eq]=x']), ['A', 'B']],
    [or(['[author.name][eq]=Ada', '[project.name][eq]=Two'], ['[name][like]=e']), ['C', 'E']],
    [`${or(['[project][exists]=false'], ['[project.code][eq]=y'])}&_filter[author.name][eq]=Ada`, ['C']],
    [`${or(['[name][eq]=A'], ['[name][eq]=B'])}&filter_field=name&filter_value=B`, ['B']],
    [or(['[name][eq]=none']), []],
    [`${or(['[name][in]=A,B'], ['[name][in]=B,C'])}&q=c`, ['C']],
  ]
  for (const [query, expected] of cases) t.strictSame(await found(query), expected, query)

  const refused: [string, RegExp][] = [
    ['_filter[or][eq]=x', /filter_field/],
    ['_filter[or][10][name][eq]=x', /from 0 to 9/],
    ['_filter[or][0][colour][eq]=x', /"colour"/],
    ['_filter[or][0][author.colour][eq]=x', /"colour"/],
    ['_filter[or][0][name][near]=x', /"near"/],
    [or(...Array.from({ length: 7 }, () => ['[name][eq]=1', '[name][ne]=1', '[name][gt]=1'])), /at most 20/],
  ]
  for (const [query, message] of refused) {
    const answer = await request('GET', `/api/task?${query}`)
    t.equal(answer.statusCode, 400, query)
    t.match(answer.json().message, message)
  }
})

/** Every name of a list, read page by page. */
async function walked({ request }: Pick<TestApp, 'request'>, path: string): Promise<unknown[]> {
  const seen: unknown[] = []
  let cursor = ''
  do {
    const page = (await request('GET', `${path}${cursor && `&cursor=${cursor}`}`)).json()
    seen.push(...names(page))
    cursor = page.cursor
  } while (cursor !== '')
  return seen
}

onEachStore('alternatives that many resources match, page by page', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const make = async (slug: string, all: object[]): Promise<string[]> => {
    const ids: string[] = []
    for (let at = 0; at < all.length; at += 500) {
      const operations = all.slice(at, at + 500).map(data => ({ op: 'create', data }))
      const { results } = (await request('POST', `/api/${slug}/_bulk`, { operations })).json()
      ids.push(...results.map(({ id }: { id: string }) => id))
    }
    return ids
  }
  const writers = await make(
    'writer',
    Array.from({ length: 1200 }, (_, i) => ({ name: i % 2 === 0 ? 'even' : 'odd' })),
  )
  const writers3 = await make(
    'writer',
    Array.from({ length: 1200 }, () => ({ name: 'even' })),
  )
  const all = Array.from({ length: 90 }, (_, i) => ({
    name: `${100 + i}`,
    ...(i % 3 === 0 ? {} : { author: i % 3 === 1 ? writers[i] : writers3[i] }),
  }))
  await make('task', all)
  const path = `/api/task?sort_by=name&limit=7&${or(['[author.name][eq]=even'], ['[name][in]=100,103'])}`
  const fits = (i: number): boolean => i === 0 || i === 3 || i % 3 === 2 || (i % 3 === 1 && i % 2 === 0)
  t.strictSame(
    await walked(app, path),
    all.flatMap(({ name }, i) => (fits(i) ? [name] : [])),
    'more than a thousand writers fit',
  )
  const first = (await request('GET', path)).json()
  for (const other of [
    or(['[author.name][eq]=odd'], ['[name][in]=100,103']),
    or(['[author.name][eq]=even'], ['[name][in]=100']),
    or(['[author.name][eq]=even', '[name][in]=100,103']),
    '',
  ]) {
    const refused = await request('GET', `/api/task?sort_by=name&limit=7&${other}&cursor=${first.cursor}`)
    t.equal(refused.statusCode, 400, other)
  }
  const reordered = or(['[name][in]=100,103'], ['[author.name][eq]=even'])
  t.equal((await request('GET', `/api/task?sort_by=name&limit=9&${reordered}&cursor=${first.cursor}`)).statusCode, 200)
})
