import t from 'tap'
import type { Test } from 'tap'
import { Forbidden } from '../../../kernel/index.ts'
import type { Caller, Visibility } from '../../../kernel/index.ts'
import { buildTestApp } from '../../../testing/index.ts'
import type { TestApp } from '../../../testing/index.ts'
import { countingStore } from '../../../test/counting-store.ts'
import { ownDatabase } from '../../../test/each-store.ts'
import { create, names, withTasks } from '../testing.ts'
import type { Item } from '../testing.ts'

/** What callers can see, for the plugin that this file defines. */
let visibility: (caller: Caller, typeSlug: string) => Visibility | 'nothing' = () => ({ all: true })

interface OwnApp {
  app: TestApp
  calls: string[]
}

/** A service whose rights are {@link visibility} and whose store notes its calls. */
async function ownApp(t: Test, url: string | undefined): Promise<OwnApp> {
  const text = `export default {
    name: 'rights', version: '1.0.0', requires: [], provides: ['access'],
    async register() {
      return { access: { isAdministrator: () => true, authorize() {}, visibility: (...asked) => globalThis.visibilityInTest(...asked) } }
    },
  }`
  const directory = t.testdir({ 'rights.mjs': text })
  const counting = await countingStore(url, `${directory}/own.db`)
  const plugins = { types: true, events: true, 'dynamic-resources': true, './rights.mjs': true }
  const app = await buildTestApp({ plugins, config: { directory }, store: counting.store })
  t.teardown(() => app.close())
  return { app, calls: counting.calls }
}

for (const kind of ['SQLite', 'MongoDB']) {
  void t.test(`few queries, and nothing that may not be read (${kind})`, async t => {
    const url = kind === 'SQLite' ? undefined : await ownDatabase()
    if (kind === 'MongoDB' && url === undefined)
      return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    Object.assign(globalThis, {
      visibilityInTest: (caller: Caller, _action: string, slug: string) => {
        const seen = visibility(caller, slug)
        if (seen === 'nothing') throw new Forbidden('nothing of it')
        return seen
      },
    })
    const { app, calls } = await ownApp(t, url)
    const { request } = app
    await withTasks(app)
    const writers: string[] = []
    for (const name of ['Ada', 'Bo', 'Cy']) writers.push(await create(app, 'writer', { name }))
    const projects: string[] = []
    for (const name of ['One', 'Two']) projects.push(await create(app, 'project', { name, lead: writers[0] }))
    const reads = () => calls.filter(call => !/ _(types|keys)$/.test(call)).toSorted()
    const counted = async (method: string, path: string, body?: object) => {
      calls.length = 0
      const answer = await request(method, path, body)
      return { answer, calls: reads() }
    }
    const data = (n: number) => ({
      name: `t${n}`,
      author: writers[n % 3],
      reviewers: writers,
      project: projects[n % 2],
    })
    const operations = Array.from({ length: 200 }, (_, n) => ({ op: 'create', data: data(n) }))
    const made = await counted('POST', '/api/task/_bulk', { operations })
    t.equal(made.answer.statusCode, 200)
    t.strictSame(made.calls, ['getMany projects', 'getMany writers', 'write'])
    t.strictSame((await counted('POST', '/api/task', data(1))).calls, ['getMany projects', 'getMany writers', 'write'])
    t.strictSame((await counted('POST', '/api/writer', { name: 'Di' })).calls, ['write'])
    const all = await counted('GET', '/api/task?limit=100&include=author,reviewers,project&labels=true')
    t.strictSame(all.calls, ['getMany projects', 'getMany writers', 'list tasks'])
    t.strictSame((await counted('GET', '/api/task?limit=100')).calls, ['list tasks'])
    t.strictSame((await counted('GET', '/api/task?_filter[project.name][eq]=One')).calls, [
      'list projects',
      'list tasks',
    ])

    const [one = '', two = ''] = projects
    visibility = (_caller, slug) =>
      slug === 'project' ? { all: false, owner: 'urn:user:nobody', ids: [one] } : { all: true }
    const odd = (await request('GET', '/api/task?sort_by=name&limit=2&include=project&labels=true')).json()
    t.strictSame(
      odd.data.map((item: Item) => item.data['@graph'].length),
      [2, 1],
      'the second project is not shown',
    )
    t.ok(one in odd.labels)
    t.notOk(two in odd.labels)
    t.strictSame(names((await request('GET', '/api/task?count=true&_filter[project.name][ne]=One')).json()), [])
    t.equal((await request('GET', '/api/task?count=true&_filter[project.name][like]=o')).json().total, 100)
    t.equal((await request('POST', '/api/task', { project: one })).statusCode, 201)
    const messages = [two, 'urn:project:nothing'].map(
      async project => (await request('POST', '/api/task', { project })).json().message,
    )
    const [hidden, absent] = await Promise.all(messages)
    t.equal(hidden, absent, 'same message')
    visibility = (_caller, slug) => (slug === 'writer' ? 'nothing' : { all: true })
    t.strictSame(names((await request('GET', '/api/task?_filter[author.name][ne]=x')).json()), [])
    t.equal((await request('GET', '/api/task?include=author')).json().data[0].data['@graph'].length, 1)
    t.equal((await request('POST', '/api/task', { author: writers[0] })).statusCode, 400)

    visibility = (_caller, slug) =>
      slug === 'task' ? { all: false, owner: 'urn:user:nobody', ids: [] } : { all: true }
    const refused = await request('DELETE', `/api/project/${two}`)
    t.match(refused.json().message, /\(others: 101\)/)
    t.match((await request('DELETE', `/api/project/${two}?dry_run=true`)).json(), {
      problems: [{ count: 101, ids: [] }],
    })
    t.strictSame((await request('GET', `/api/project/${two}/referrers?count=true`)).json(), {
      data: [],
      cursor: '',
      has_more: false,
      total: 0,
    })
    visibility = (_caller, slug) => (slug === 'task' ? 'nothing' : { all: true })
    t.match((await request('DELETE', `/api/project/${two}`)).json().message, /\(others: 101\)/)
    t.strictSame((await request('GET', `/api/project/${two}/referrers`)).json().data, [])
    visibility = () => ({ all: true })
    const gone = await counted('POST', '/api/task/_bulk', {
      operations: (await request('GET', '/api/task?limit=50'))
        .json()
        .data.map(({ id }: Item) => ({ op: 'delete', id })),
    })
    t.equal(gone.answer.statusCode, 200)
    t.strictSame(gone.calls, ['getMany tasks', 'list tasks', 'write'])
  })
}
