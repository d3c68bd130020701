import type { DocumentStore } from '../../kernel/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { onEachStore } from '../../testing/internal/each-store.ts'
import type { TypeEditor } from './contract.ts'
import { nextState, typeRecords } from './registry/type-record.ts'

const object = (properties: JsonObject, further: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...further,
})
const text = { type: 'string' }

onEachStore('a column changes its type: values are converted or removed, all or none', async (t, { request, app }) => {
  const store = app.diContainer.resolve<DocumentStore>('documentStore')
  const put = (schema: JsonObject, query = '') => request('PUT', `/api/resource-types/thing${query}`, { schema })
  const first = object({ n: text, flag: text, tags: text, list: { type: 'array', items: text }, free: {}, rest: text })
  await request('POST', '/api/resource-types', { name: 'Thing', slug: 'thing', schema: first })
  const create = async (data: JsonObject): Promise<string> =>
    (await request('POST', '/api/thing', data)).json<{ id: string }>().id
  const fine = await create({ n: '-0.5', flag: 'true', tags: 'a', list: ['b'], free: 5, rest: 'x' })
  const empty = await create({ rest: 'y' })
  const archived = await create({ n: '7' })
  await request('DELETE', `/api/thing/${archived}`)
  const second = object({
    n: { type: ['number', 'null'] },
    flag: { type: 'boolean' },
    tags: { type: 'array', items: text },
    list: text,
    free: text,
    rest: {},
  })
  const data = async (id: string): Promise<JsonObject> => {
    const found = await store.get('things', id)
    return found === undefined ? {} : readData(found)
  }
  const problem = (property: string, converted: number, lost: number) => ({
    kind: 'type-changed',
    property,
    count: converted + lost,
    converted,
    lost,
  })
  const all = ['n', 'flag', 'tags', 'list', 'free'].map(name => problem(name, name === 'n' ? 2 : 1, 0))

  t.equal((await put(second)).statusCode, 409)
  const changed = async (schema: JsonObject): Promise<JsonObject[]> => {
    const planned = (await put(schema, '?dry_run=true')).json<{ compatible: boolean; problems: JsonObject[] }>()
    t.equal(planned.compatible, false)
    return planned.problems.filter(({ kind }) => kind === 'type-changed')
  }
  t.match(await changed(second), all)
  t.match((await put(second, '?dry_run=true&convert=true')).json(), { compatible: true, converted: 6, removed: 0 })
  const made = await put(second, '?convert=true')
  t.equal(made.statusCode, 200, made.body)
  t.match(made.json(), { slug: 'thing', converted: 6, removed: 0 })
  t.strictSame(await data(fine), { n: -0.5, flag: true, tags: ['a'], list: 'b', free: '5', rest: 'x' })
  t.strictSame(await data(empty), { rest: 'y' })
  t.strictSame(await data(archived), { n: 7 })
  const versions = (await request('GET', `/api/thing/${fine}/versions`)).json<{ data: object[] }>().data
  t.equal(versions.length, 2, 'a new version')
  t.equal((await request('GET', '/api/thing?_filter[n][lt]=0&sort_by=n')).json<{ data: object[] }>().data.length, 1)

  const other = await create({ n: 5, tags: ['a', 'b'], free: 'word' })
  const third = object({ n: text, tags: text, free: { type: 'number' } })
  t.match(await changed(third), [problem('n', 3, 0), problem('tags', 1, 1), problem('free', 1, 1)])
  const refused = await put(third, '?convert=true')
  t.equal(refused.statusCode, 409)
  t.match(refused.json().message, /tags: 2 resources.*1 can be converted.*1 would be lost/)
  t.strictSame(await data(other), { n: 5, tags: ['a', 'b'], free: 'word' }, 'nothing was written')
  t.match((await put(third, '?dry_run=true&convert=true')).json(), { compatible: false })
  t.match((await put(third, '?force=true')).json(), { converted: 5, removed: 2 })
  t.strictSame(await data(other), { n: '5' })
  t.match((await request('GET', `/api/thing/${other}?sequence_no=1`)).body, /"word"/, 'the earlier version keeps it')
  t.equal((await put(object({ n: {}, tags: text, free: {} }))).statusCode, 200, 'what becomes no column loses nothing')
})

onEachStore('a store of version 0.2.0: values that fit are converted, others only with force', async (t, app) => {
  const { request } = app
  const store = app.app.diContainer.resolve<DocumentStore>('documentStore')
  const editor = app.app.diContainer.resolve<TypeEditor>('typeEditor')
  await request('POST', '/api/resource-types', { name: 'Old', slug: 'old', schema: object({ a: {}, b: {} }) })
  const create = async (data: JsonObject): Promise<string> =>
    (await request('POST', '/api/old', data)).json<{ id: string }>().id
  const fine = await create({ a: 5, b: 'x' })
  const lost = await create({ a: ['x', 'y'], b: 1 })
  t.strictSame(await editor.planUpgrades(), [])

  const record = await typeRecords.find(store, 'urn:type:old')
  t.ok(record)
  if (record === undefined) return
  const b = { type: ['string', 'integer'], 'x-unique': true }
  const schema = object({ a: text, b }, { 'x-display-property': 'b' })
  await store.write([typeRecords.replace(nextState(record, { ...record.data, schema, mixed: [['a']] }))])
  t.match(await editor.planUpgrades(), [
    { description: /loses \/properties\/b\/x-unique/, rows: 1 },
    { description: /loses \/x-display-property/, rows: 1 },
    { description: /old\.a: 1 can be converted.*1 would be removed/, rows: 2 },
  ])
  await t.rejects(editor.runUpgrades({ force: false }), /old\.a: 1.*plinth upgrade --force/)
  const unchanged = await store.get('olds', fine)
  t.equal(unchanged && readMeta(unchanged).sequence_no, 1)
  await editor.runUpgrades({ force: true })
  t.strictSame(await editor.planUpgrades(), [])
  const [one, two] = await Promise.all([fine, lost].map(id => store.get('olds', id)))
  t.strictSame(one && readData(one), { a: '5', b: 'x' })
  t.strictSame(two && readData(two), { b: 1 })
  t.match((await request('GET', '/api/resource-types/old')).json(), { schema: { properties: { b: { type: b.type } } } })
  t.notMatch((await request('GET', '/api/resource-types/old')).body, /x-unique|x-display-property/)
})
