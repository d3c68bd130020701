import t from 'tap'
import { loadConfig } from '../../../kernel/index.ts'
import { buildTestApp } from '../../../testing/index.ts'

const guard = `
import { Conflict } from ${JSON.stringify(import.meta.resolve('../../../kernel/index.js'))}

export default {
  name: 'guard',
  version: '1.0.0',
  requires: ['resources'],
  provides: [],
  register({ contracts }) {
    contracts.resources.addBehaviour({ name: 'guard', types: ['page'], before({ action, before, force }) {
      if (action === 'archive' && before.kept && !force) throw new Conflict('menu items link to it')
    } })
    return {}
  },
}`

t.test('trying to archive runs the behaviours, which see force', async t => {
  const directory = t.testdir({ 'guard.mjs': guard })
  const { plugins } = loadConfig({})
  const { request, close } = await buildTestApp({
    plugins: { ...plugins, './guard.mjs': true },
    config: { directory },
  })
  t.teardown(close)
  const schema = {
    type: 'object',
    properties: { parent: { type: 'string', 'x-resource-type': 'page', 'x-on-archive': 'restrict' } },
  }
  const made = await request('POST', '/api/resource-types', { name: 'Page', slug: 'page', schema })
  t.equal(made.statusCode, 201, made.body)
  const { id } = (await request('POST', '/api/page', { kept: true })).json()
  const child = (await request('POST', '/api/page', { parent: id })).json()
  const refused = [409, { message: 'menu items link to it' }]
  const ways = [
    ['DELETE', `/api/page/${id}?`],
    ['DELETE', `/api/page/${id}?dry_run=true`],
    ['POST', `/api/page/${id}/_check?action=archive`],
  ] as const
  for (const [method, url] of ways) {
    const answer = await request(method, url)
    t.match([answer.statusCode, answer.json()], refused, `${method} ${url}`)
    if (url.endsWith('?')) continue
    const forced = await request(method, `${url}&force=true`)
    const problems = [{ kind: 'referred-to', property: 'parent', count: 1, ids: [child.id] }]
    t.match([forced.statusCode, forced.json()], [200, { problems }], 'only the references are left')
  }
  t.equal((await request('GET', `/api/page/${id}`)).json().sequence_no, 1, 'nothing was changed')
  const operations = [{ op: 'delete', id }]
  const bulk = await request('POST', '/api/page/_bulk', { operations })
  t.match([bulk.statusCode, bulk.json()], [400, { message: 'operations[0]: menu items link to it' }])
  t.equal((await request('POST', '/api/page/_bulk?force=true', { operations })).statusCode, 200)
  t.equal((await request('GET', `/api/page/${id}`)).statusCode, 404)
  const { data } = (await request('GET', '/api/admin/plugins?limit=100')).json<{ data: { name: string }[] }>()
  t.match(
    data.find(({ name }) => name === 'guard'),
    { behaviours: ['guard'] },
    'the page of plugins lists what was added',
  )
})
