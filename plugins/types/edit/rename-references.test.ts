import { onEachStore } from '../../../testing/internal/each-store.ts'

const text = { type: 'string' }
const refersTo = (slug: string) => ({ ...text, 'x-resource-type': slug })
const schemaOf = (properties: object) => ({ type: 'object', properties })

onEachStore('a schema refers to existing types', async (t, { request }) => {
  const post = (slug: string, properties: object, query = '') =>
    request('POST', `/api/resource-types${query}`, { name: slug, slug, schema: schemaOf(properties) })
  const steps = { type: 'array', items: { type: 'object', properties: { by: refersTo('nobody') } } }
  for (const query of ['', '?dry_run=true']) {
    const refused = await post('task', { name: text, project: refersTo('project'), steps }, query)
    t.equal(refused.statusCode, 400)
    t.match(refused.json().message, /project: x-resource-type names project.*steps\.by: x-resource-type names nobody/)
  }
  t.equal((await post('task', { name: text, parent: refersTo('task') })).statusCode, 201, 'a type can name itself')
  t.equal((await post('project', {})).statusCode, 201)
  await request('DELETE', '/api/resource-types/project')
  const put = (properties: object) => request('PUT', '/api/resource-types/task', { schema: schemaOf(properties) })
  t.equal((await put({ project: refersTo('project') })).statusCode, 200, 'references to archived types are allowed')
  t.equal((await put({ project: refersTo('projects') })).statusCode, 400)
  t.equal((await put({ project: refersTo('constructor') })).statusCode, 400)
})

onEachStore('a dry run reports how references affect existing resources', async (t, { request }) => {
  const type = (slug: string, properties: object) =>
    request('POST', '/api/resource-types', { name: slug, slug, schema: schemaOf(properties) })
  await type('project', { name: text })
  await type('task', { project: text, tags: { type: 'array', items: text } })
  const create = async (slug: string, data: object): Promise<string> =>
    (await request('POST', `/api/${slug}`, data)).json().id
  const project = await create('project', { name: 'P' })
  const gone = await create('project', { name: 'gone' })
  await request('DELETE', `/api/project/${gone}`)
  await create('task', { project })
  await create('task', {})
  const wrong = [
    await create('task', { project: 'the first' }),
    await create('task', { project: gone, tags: [project, 'x'] }),
  ]
  const change = {
    schema: schemaOf({ project: refersTo('project'), tags: { type: 'array', items: refersTo('project') } }),
  }
  const tried = (await request('PUT', '/api/resource-types/task?dry_run=true', change)).json()
  t.equal(tried.compatible, true)
  t.match(tried.problems, [
    { kind: 'unknown-reference', property: 'project', count: 2 },
    { kind: 'unknown-reference', property: 'tags', count: 1, ids: wrong.slice(1) },
  ])
  t.strictSame(tried.problems[0].ids.toSorted(), wrong.toSorted())
  t.equal(tried.problems.length, 2)
  t.equal((await request('PUT', '/api/resource-types/task', change)).statusCode, 200)
  const again = { schema: { ...change.schema, description: 'the same' } }
  t.strictSame((await request('PUT', '/api/resource-types/task?dry_run=true', again)).json().problems, [])

  const archiving = await request('DELETE', '/api/resource-types/project?dry_run=true')
  t.match(archiving.json(), {
    problems: [
      { kind: 'referred-to', property: 'project', count: 2 },
      { kind: 'referred-to', property: 'tags', count: 1, ids: wrong.slice(1) },
    ],
  })
  t.equal(
    (await request('DELETE', '/api/resource-types/project')).statusCode,
    204,
    'the problem is reported, and does not prevent archiving',
  )
  t.equal((await request('POST', '/api/task', { project })).statusCode, 400, 'cannot refer to an archived type')
  t.equal((await request('PUT', '/api/resource-types/project', { status: 'active' })).statusCode, 200)
  t.equal((await request('POST', '/api/task', { project })).statusCode, 201)
})
