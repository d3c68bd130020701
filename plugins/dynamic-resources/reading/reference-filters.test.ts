import { onEachStore } from '../../../test/each-store.ts'
import { create, names, withTasks } from '../testing.ts'

onEachStore('filters follow a reference', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const bo = await create(app, 'writer', { name: 'Bo' })
  const red = await create(app, 'project', { name: 'Red', code: 'x', lead: ada })
  const blue = await create(app, 'project', { name: 'Blue', lead: bo })
  const gone = await create(app, 'project', { name: 'Red too', lead: ada })
  const tasks = {
    a: { project: red },
    b: { project: blue, reviewers: [ada, bo] },
    c: { project: gone },
    d: { reviewers: [bo] },
  }
  for (const [name, data] of Object.entries(tasks)) await create(app, 'task', { name, ...data })
  await request('DELETE', `/api/project/${gone}?force=true`)
  const find = async (query: string): Promise<unknown[]> => {
    const answer = await request('GET', `/api/task?sort_by=name&count=true&${query}`)
    if (answer.statusCode !== 200) return [answer.statusCode, answer.json().message]
    t.equal(answer.json().total, answer.json().data.length, query)
    return names(answer.json())
  }
  const cases: [string, string[]][] = [
    ['_filter[project.name][like]=r', ['a']],
    ['_filter[project.name][eq]=Blue', ['b']],
    ['_filter[project.name][ne]=Blue', ['a']],
    ['_filter[project.name][nin]=Blue,Red', []],
    ['_filter[project.code][exists]=false', ['b']],
    ['_filter[project.code][exists]=true', ['a']],
    ['_filter[project.lead][eq]=' + ada, ['a']],
    ['_filter[project.status][eq]=active', ['a', 'b']],
    ['_filter[project.id][eq]=' + blue, ['b']],
    ['_filter[project.meta.sequence_no][gt]=1', []],
    ['_filter[reviewers.name][eq]=Bo', ['b', 'd']],
    ['_filter[reviewers.name][eq]=Ada&_filter[reviewers.name][like]=BO', ['b']],
    ['_filter[reviewers.name][ne]=Bo', ['b']],
    ['filter_field=project.name&filter_value=Red', ['a']],
    ['_filter[project.name][like]=e&_filter[name][gt]=a', ['b']],
  ]
  for (const [query, expected] of cases) t.strictSame(await find(query), expected, query)
  t.match(await find('_filter[project.nothing][eq]=x'), [400, /unknown field "nothing"/])
  t.match(await find('_filter[project.lead.name][eq]=x'), [400, /cannot be asked for from here/])
  t.match(await find('_filter[project.name][huh]=x'), [400, /unknown operator/])
  t.match(await find('_filter[project.meta.sequence_no][eq]=x'), [400, /integer/])
  t.equal((await request('GET', '/api/task?sort_by=project.name')).statusCode, 400)
  const first = (await request('GET', '/api/task?limit=1&_filter[project.status][eq]=active')).json()
  t.ok(first.has_more)
  const next = (filter: string) => request('GET', `/api/task?limit=1&${filter}&cursor=${first.cursor}`)
  t.strictSame(names((await next('_filter[project.status][eq]=active')).json()), ['a'])
  t.equal((await next('_filter[project.status][ne]=x')).statusCode, 400, 'the cursor belongs to its filters')
})

onEachStore('a list is scanned when many resources match', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const bulk = async (slug: string, datas: object[]): Promise<string[]> => {
    const ids: string[] = []
    for (let from = 0; from < datas.length; from += 225) {
      const operations = datas.slice(from, from + 225).map(data => ({ op: 'create', data }))
      const { results } = (await request('POST', `/api/${slug}/_bulk`, { operations })).json()
      ids.push(...results.map(({ id }: { id: string }) => id))
    }
    return ids
  }
  const numbers = (length: number, from = 0) => Array.from({ length }, (_, n) => n + from)
  const writers = [
    ...(await bulk(
      'writer',
      numbers(900).map(n => ({ name: `even ${n}` })),
    )),
    ...(await bulk(
      'writer',
      numbers(900).map(n => ({ name: n % 2 === 0 ? `even ${n}` : `odd ${n}` })),
    )),
  ]
  await bulk(
    'task',
    numbers(900).map(n => ({ name: String(n).padStart(4, '0'), author: writers[n + 900] })),
  )
  const seen: unknown[] = []
  let cursor = ''
  do {
    const query = `limit=37&count=true&sort_by=name&_filter[author.name][like]=EVEN${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page = (await request('GET', `/api/task?${query}`)).json()
    t.equal(page.total, 450)
    seen.push(...names(page))
    cursor = page.cursor
  } while (cursor !== '' && seen.length < 1000)
  t.strictSame(
    seen,
    numbers(450).map(n => String(n * 2).padStart(4, '0')),
  )
  t.equal((await request('GET', '/api/task?limit=450&_filter[author.name][like]=even')).json().has_more, false)
})
