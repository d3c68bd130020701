import t from 'tap'
import type { Test } from 'tap'
import { Forbidden } from '../../../kernel/index.ts'
import type { Caller, Visibility } from '../../../kernel/index.ts'
import { buildTestApp } from '../../../testing/index.ts'
import type { TestApp } from '../../../testing/index.ts'
import { countingStore } from '../../../testing/internal/counting-store.ts'
import { ownDatabase } from '../../../testing/internal/each-store.ts'
import { create, names, withTasks } from '../testing.ts'
import type { Item } from '../testing.ts'

/** What callers can see, for the plugin that this file defines. */
let visibility: (caller: Caller, typeSlug: string) => Visibility | 'nothing' = () => ({ all: true })

interface OwnApp {
  app: TestApp
  calls: string[]
}

const distFolder = new URL('../../../', import.meta.url).href

/** A plugin that shows tasks by rules of its own: of projects only those with the code `open`, and never their name. */
const shelf = `import { BadRequest } from '${distFolder}kernel/index.js'
  import { readListParameters } from '${distFolder}lib/query/index.js'
  const open = { target: { path: ['code'] }, kind: 'text', operator: 'eq', operands: ['open'], field: 'code' }
  const scope = {
    account_id: 'urn:account:default',
    visible: async ({ slug }) => ({ visibility: { all: true }, conditions: slug === 'project' ? [open] : [] }),
    checkField(type, field, parameter) {
      if (type.slug === 'project' && field === 'name') throw new BadRequest(parameter + ': is never shown')
    },
  }
  const parameter = { type: 'string' }
  export default {
    name: 'shelf', version: '1.0.0', requires: ['resourceReader', 'typeRegistry'], provides: [],
    register({ app, contracts: { resourceReader: reader, typeRegistry } }) {
      const schema = { querystring: { type: 'object', properties: { field: parameter, value: parameter } } }
      app.get('/api/shelf', { config: { access: 'public' }, schema }, async ({ query: { field, value } }) => {
        const query = field === undefined ? {} : readListParameters([['_filter[project.' + field + '][eq]', value]], (await typeRegistry.active('task')).compiled)
        const selection = await reader.select(scope, await typeRegistry.active('task'), query)
        const related = { include: ['project'], labels: true, languages: [] }
        const page = await selection.page({ limit: 3, count: true, related })
        const walked = []
        for await (const { documents, isLast } of selection.walk({ firstPortion: 7 })) walked.push(documents.length, isLast)
        const ids = ['One', 'Two'].map(name => globalThis.projectsInTest[name])
        return {
          total: page.total.total,
          included: page.resources.map(({ document }) => page.related.included(document).length),
          labelled: ids.map(id => page.related.labels.has(id)),
          found: [...(await reader.getMany(scope, ids)).keys()],
          slice: (await selection.slice({ skip: 2, limit: 1 })).documents[0]?.id === page.resources[2]?.document.id,
          walked,
        }
      })
      return {}
    },
  }`

/** A service whose rights are {@link visibility} and whose store notes its calls. */
async function ownApp(t: Test, url: string | undefined): Promise<OwnApp> {
  const text = `export default {
    name: 'rights', version: '1.0.0', requires: [], provides: ['access'],
    async register() {
      return { access: { isAdministrator: () => true, authorize() {}, visibility: (...asked) => globalThis.visibilityInTest(...asked) } }
    },
  }`
  const directory = t.testdir({ 'rights.mjs': text, 'shelf.mjs': shelf })
  const counting = await countingStore(url, `${directory}/own.db`)
  const plugins = { types: true, events: true, 'dynamic-resources': true, './rights.mjs': true, './shelf.mjs': true }
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
    Object.assign(globalThis, { projectsInTest: { One: one, Two: two } })
    await request('PUT', `/api/project/${one}`, { name: 'One', code: 'open' })
    const shown = async (query = ''): Promise<unknown> => (await request('GET', `/api/shelf${query}`)).json()
    t.strictSame(await shown(), {
      total: 201,
      included: [0, 0, 1],
      labelled: [true, false],
      found: [one],
      slice: true,
      walked: [7, false, 194, true],
    })
    t.match(await shown('?field=code&value=open'), { total: 100, included: [1, 1, 1], walked: [7, false, 93, true] })
    t.match(await shown('?field=code&value=shut'), { total: 0 })
    t.match(await shown('?field=name&value=One'), { message: '_filter[project.name][eq]: is never shown' })
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
    t.equal((await request('GET', '/api/task?count=true&_filter[project.name][eq]=Two')).json().total, 0)
    t.equal((await request('GET', '/api/task?count=true&_filter[project.name][ne]=Two')).json().total, 201)
    t.equal((await request('GET', '/api/task?count=true&_filter[project.name][exists]=false')).json().total, 101)
    t.equal((await request('GET', '/api/task?count=true&_filter[project.name][like]=o')).json().total, 100)
    t.equal((await request('POST', '/api/task', { project: one })).statusCode, 201)
    const messages = [two, 'urn:project:nothing'].map(
      async project => (await request('POST', '/api/task', { project })).json().message,
    )
    const [hidden, absent] = await Promise.all(messages)
    t.equal(hidden, absent, 'same message')
    visibility = (_caller, slug) => (slug === 'writer' ? 'nothing' : { all: true })
    t.strictSame(names((await request('GET', '/api/task?_filter[author.name][exists]=true')).json()), [])
    t.equal((await request('GET', '/api/task?count=true&_filter[author.name][ne]=Ada')).json().total, 202)
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
