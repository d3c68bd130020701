import { onEachStore } from '../../../testing/internal/each-store.ts'
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
    ['_filter[project.name][ne]=Blue', ['a', 'c', 'd']],
    ['_filter[project.name][nin]=Blue,Red', ['c', 'd']],
    ['_filter[project.code][exists]=false', ['b', 'c', 'd']],
    ['_filter[project.code][exists]=true', ['a']],
    ['_filter[project.lead][eq]=' + ada, ['a']],
    ['_filter[project.status][eq]=active', ['a', 'b']],
    ['_filter[project.id][eq]=' + blue, ['b']],
    ['_filter[project.meta.sequence_no][gt]=1', []],
    ['_filter[reviewers.name][eq]=Bo', ['b', 'd']],
    ['_filter[reviewers.name][eq]=Ada&_filter[reviewers.name][like]=BO', ['b']],
    ['_filter[reviewers.name][ne]=Bo', ['a', 'c']],
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

/** Fields of every form, each with a value that some resources have. */
const fields: Record<string, string> = {
  name: 'a',
  rank: '2',
  late: 'true',
  'place.city': 'Bonn',
  tags: 'x',
  'meta.sequence_no': '1',
  owner: '',
  'owner.name': 'Ada',
  'owner.rank': '2',
  'owner.tags': 'x',
  'owner.meta.status': 'active',
  'owners.name': 'Bo',
  'place.keeper.name': 'Ada',
  'steps.by.tags': 'y',
  'either.name': 'Ada',
  'either.code': '7',
  'next.name': 'a',
}

onEachStore('negative operators are the complement of the positive ones, on fields of every form', async (t, app) => {
  const { request } = app
  const text = { type: 'string' }
  const worker = { ...text, 'x-resource-type': 'worker' }
  const own = {
    name: text,
    rank: { type: ['integer', 'null'] },
    late: { type: 'boolean' },
    tags: { type: 'array', items: text },
  }
  const types: Record<string, object> = {
    worker: own,
    crate: { code: { type: 'integer' } },
    duty: {
      ...own,
      place: { type: 'object', properties: { city: text, keeper: worker } },
      owner: worker,
      owners: { type: 'array', items: worker },
      steps: { type: 'array', items: { type: 'object', properties: { by: worker } } },
      either: { anyOf: [worker, { ...text, 'x-resource-type': 'crate' }] },
      next: { ...text, 'x-resource-type': 'duty' },
    },
  }
  for (const [slug, properties] of Object.entries(types))
    t.equal(
      (await request('POST', '/api/resource-types', { name: slug, slug, schema: { type: 'object', properties } }))
        .statusCode,
      201,
    )
  const ada = await create(app, 'worker', { name: 'Ada', rank: 2, tags: ['x', 'y'] })
  const bo = await create(app, 'worker', { name: 'Bo', rank: 3, tags: ['y'] })
  const nobody = await create(app, 'worker', {})
  const left = await create(app, 'worker', { name: 'Ada', rank: 2, tags: ['x'] })
  const box = await create(app, 'crate', { code: 7 })
  const first = await create(app, 'duty', { name: 'a', rank: 2, late: true, tags: ['x', 'z'], owner: ada, either: box })
  await create(app, 'duty', { name: 'b', rank: 3, tags: ['z'], owner: bo, owners: [ada, bo], either: ada, next: first })
  await create(app, 'duty', { name: 'c', tags: [], owner: nobody, owners: [bo], steps: [{ by: ada }, {}] })
  await create(app, 'duty', { owner: left, owners: [left, bo], place: { city: 'Bonn', keeper: ada } })
  await create(app, 'duty', { rank: null, place: { keeper: left }, steps: [{ by: left }, { by: bo }], either: bo })
  await create(app, 'duty', {})
  t.equal((await request('DELETE', `/api/worker/${left}?force=true`)).statusCode, 204)
  const find = async (condition: object): Promise<string[]> => {
    const _filter = { 'meta.type_slug': { eq: 'duty' }, ...condition }
    const { data, total } = (await request('POST', '/api/duty/_query', { _filter, count: true })).json()
    t.equal(total, data.length, JSON.stringify(condition))
    const ids = data.map(({ id }: { id: string }) => id).toSorted()
    const path = `/api/duty?_filter=${encodeURIComponent(JSON.stringify({ or: [_filter] }))}`
    t.strictSame(
      (await request('GET', path))
        .json()
        .data.map(({ id }: { id: string }) => id)
        .toSorted(),
      ids,
      'in a group as well',
    )
    return ids
  }
  const all = await find({})
  t.equal(all.length, 6)
  for (const [field, value] of Object.entries(fields)) {
    const pairs: [object, object][] = [
      [{ eq: value === '' ? ada : value }, { ne: value === '' ? ada : value }],
      [{ in: [value === '' ? ada : value] }, { nin: [value === '' ? ada : value] }],
      [{ exists: true }, { exists: false }],
    ]
    for (const [positive, negative] of pairs) {
      const found = await find({ [field]: positive })
      t.ok(found.length > 0, `${field} ${JSON.stringify(positive)}`)
      t.strictSame(
        await find({ [field]: negative }),
        all.filter(id => !found.includes(id)),
        `${field} ${JSON.stringify(negative)}`,
      )
    }
  }
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
  const total = async (filter: string): Promise<number> =>
    (await request('GET', `/api/task?limit=1&count=true&${filter}`)).json().total
  t.equal(await total('_filter[author.name][exists]=true'), 900)
  t.equal(await total('_filter[author.name][exists]=false'), 0)
  await create(app, 'task', { name: 'nobody’s' })
  t.equal(await total('_filter[author.name][exists]=false'), 1)
  t.equal(await total('_filter[author.meta.status][ne]=active'), 1)
  t.equal(await total('_filter[author.meta.status][nin]=active,archived'), 1)
  t.equal(await total('_filter[or][0][author.meta.status][ne]=active&_filter[or][1][author.name][eq]=even+0'), 2)
  t.equal(await total('_filter[author.meta.status][ne]=active&_filter[author.name][ne]=even+0'), 1)
})
