import t from 'tap'
import { pluginSuite } from '../../testing/index.ts'
import { withCoreTypes } from '../../testing/internal/core-types.ts'
import { testWithStore, testAllStores } from '../../testing/internal/each-store.ts'

interface Person {
  id: string
  name: string
}

const ada = { given_name: 'Ada', family_name: 'Lovelace' }

for (const { name, run } of pluginSuite({ key: 'persons', paths: ['/api/persons'] })) t.test(name, run)

testAllStores('a person is created, read, changed and archived', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  const created = await request('POST', '/api/persons', { ...ada, email: 'ada@example.org' })
  t.equal(created.statusCode, 201, created.body)
  const person = created.json()
  t.match(person.id, /^urn:person:[0-9A-Z]{26}$/)
  t.strictSame(
    { ...person, id: '', created_at: '' },
    {
      id: '',
      ...ada,
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      avatar_url: '',
      status: 'active',
      created_at: '',
    },
  )
  t.equal(created.headers.location, `/api/persons/${encodeURIComponent(person.id)}`)
  t.equal(created.headers.etag, `"${person.id}.1"`)
  for (const id of [person.id, encodeURIComponent(person.id), person.id.slice('urn:person:'.length)]) {
    t.strictSame((await request('GET', `/api/persons/${id}`)).json(), person, id)
  }
  const path = `/api/persons/${person.id}`
  const fresh = await request('GET', path, undefined, { 'if-none-match': String(created.headers.etag) })
  t.strictSame([fresh.statusCode, fresh.body], [304, ''])
  const picture = 'https://images.example/ada.png'
  const put = await request('PUT', path, { family_name: 'King', avatar_url: picture, email: '' })
  t.equal(put.statusCode, 200, put.body)
  t.strictSame(put.json(), { ...person, family_name: 'King', name: 'Ada King', avatar_url: picture, email: '' })
  t.equal(put.headers.etag, `"${person.id}.2"`)
  t.equal((await request('PUT', path, { email: 'a@b.org' }, { 'if-match': `"${person.id}.1"` })).statusCode, 412)
  t.equal((await request('DELETE', path, undefined, { 'if-match': `"${person.id}.1"` })).statusCode, 412)
  const same = await request('PUT', path, { status: 'active' }, { 'if-match': `"${person.id}.2"` })
  t.strictSame([same.statusCode, same.headers.etag], [200, `"${person.id}.2"`], 'nothing changes')
  const node = (await request('GET', `/api/person/${person.id}`)).json().data['@graph'][0]
  t.strictSame(node, {
    '@id': person.id,
    '@type': 'Person',
    givenName: 'Ada',
    familyName: 'King',
    name: 'Ada King',
    image: picture,
  })
  const badge = { type: 'string', 'x-resource-type': 'person', 'x-on-archive': 'restrict' }
  const badges = { name: 'Badge', slug: 'badge', schema: { type: 'object', properties: { of: badge } } }
  t.equal((await request('POST', '/api/resource-types', badges)).statusCode, 201)
  const held = (await request('POST', '/api/persons', ada)).json()
  t.equal((await request('POST', '/api/badge', { of: held.id })).statusCode, 201)
  const archiving = { status: 'archived' }
  t.equal((await request('PUT', `/api/persons/${held.id}`, archiving)).statusCode, 409)
  t.equal((await request('PUT', `/api/persons/${held.id}?force=maybe`, archiving)).statusCode, 400)
  t.match((await request('PUT', `/api/persons/${held.id}?force=true`, archiving)).json(), archiving)
  t.equal((await request('GET', `/api/persons/${held.id}`)).statusCode, 404)

  const tried = await request('DELETE', `${path}?dry_run=true`)
  t.strictSame([tried.statusCode, tried.json()], [200, { problems: [] }])
  t.equal((await request('DELETE', `${path}?dry_run=yes`)).statusCode, 400)
  const gone = await request('DELETE', `${path}?force=true`)
  t.strictSame([gone.statusCode, gone.body], [204, ''])
  for (const method of ['GET', 'PUT', 'DELETE']) {
    t.equal((await request(method, path, method === 'PUT' ? ada : undefined)).statusCode, 404, method)
  }
  t.equal((await request('PUT', path, { status: 'active' })).statusCode, 404, 'only restore activates it again')
  const restored = await request('POST', `/api/person/${person.id}/restore`)
  t.equal(restored.statusCode, 200, restored.body)
  const archived = await request('PUT', path, { given_name: 'Augusta', status: 'archived' })
  t.match(archived.json(), { name: 'Augusta King', status: 'archived' })
  t.equal((await request('GET', path)).statusCode, 404)
  const events = (await request('GET', `/api/events?subject=${person.id}`)).json().data
  t.strictSame(
    events.map(({ type, data }: { type: string; data: unknown }) => [type, data]),
    ['Deleted', 'Restored', 'Deleted', 'Updated', 'Created'].map((what, i) => [
      `Resource.${what}`,
      { actor: 'urn:user:admin', type_slug: 'person', sequence_no: 5 - i },
    ]),
  )
})

testWithStore('the name is computed by both routes, and can be set by neither', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  const made = await request('POST', '/api/person', { givenName: 'Grace', familyName: 'Hopper' })
  t.equal(made.statusCode, 201, made.body)
  t.equal(made.json().data['@graph'][0].name, 'Grace Hopper')
  const { id } = made.json()
  t.match((await request('GET', `/api/persons/${id}`)).json(), { given_name: 'Grace', name: 'Grace Hopper', email: '' })
  const patch = { 'content-type': 'application/merge-patch+json' }
  const patched = await request('PATCH', `/api/person/${id}`, { familyName: 'Murray' }, patch)
  t.equal(patched.json().data['@graph'][0].name, 'Grace Murray', patched.body)
  const put = await request('PUT', `/api/person/${id}`, { givenName: 'G', familyName: 'H' })
  t.equal(put.json().data['@graph'][0].name, 'G H', put.body)
  const refused: [string, string, unknown, Record<string, string>?][] = [
    ['POST', '/api/persons', { ...ada, name: 'Ada Lovelace' }],
    ['PUT', `/api/persons/${id}`, { name: 'x' }],
    ['POST', '/api/person', { givenName: 'A', familyName: 'B', name: 'A B' }],
    ['PUT', `/api/person/${id}`, { givenName: 'G', familyName: 'H', name: 'G H' }],
    ['PATCH', `/api/person/${id}`, { name: 'x' }, patch],
    ['PATCH', `/api/person/${id}`, { name: null }, patch],
  ]
  for (const [method, path, body, headers] of refused) {
    const answer = await request(method, path, body, headers)
    t.equal(answer.statusCode, 400, `${method} ${path} ${JSON.stringify(body)}`)
    t.match(answer.json().message, /name.*set by the service/)
  }
  const bulk = { operations: [{ op: 'create', data: { givenName: 'A', familyName: 'B', name: 'x' } }], atomic: false }
  t.equal((await request('POST', '/api/person/_bulk', bulk)).json().results[0].status, 400)
  const linked = { accept: 'application/ld+json' }
  const document = (await request('GET', `/api/person/${id}`, undefined, linked)).json()
  const sent = { 'content-type': 'application/ld+json' }
  const round = await request('PUT', `/api/person/${id}`, document, sent)
  t.equal(round.statusCode, 200, `a body from GET can be sent with PUT: ${round.body}`)
  t.equal((await request('PUT', `/api/person/${id}`, { ...document, name: 'x' }, sent)).statusCode, 400)
})

testWithStore('invalid values are refused, and named as they were sent', async (t, app) => {
  const { request } = app
  const exists = (await request('GET', '/api/resource-types/person')).statusCode === 200
  for (const [method, path] of exists
    ? []
    : [
        ['GET', ''],
        ['POST', ''],
        ['GET', '/x'],
        ['PUT', '/x'],
        ['DELETE', '/x'],
      ]) {
    const body = method === 'POST' || method === 'PUT' ? ada : undefined
    const answer = await request(String(method), `/api/persons${path}`, body)
    t.equal(answer.statusCode, 404, `${method} without the type`)
    t.match(answer.json().message, /no resource type person/)
  }
  await withCoreTypes(app)
  const { id } = (await request('POST', '/api/persons', ada)).json()
  const wrong: [unknown, RegExp][] = [
    [{}, /given_name is required.*family_name is required/],
    [{ ...ada, given_name: '' }, /given_name/],
    [{ ...ada, given_name: null }, /given_name/],
    [{ ...ada, family_name: 7 }, /family_name/],
    [{ ...ada, given_name: 'x'.repeat(201) }, /given_name/],
    [{ ...ada, email: 'nobody' }, /^email/],
    [{ ...ada, avatar_url: 'no address' }, /^avatar_url/],
    [{ ...ada, givenName: 'x' }, /givenName is not known/],
    [{ ...ada, status: 'active' }, /status/],
    [{ ...ada, id: 'urn:person:1' }, /id is set by the service/],
    [[], /body/],
  ]
  for (const [body, message] of wrong) {
    const answer = await request('POST', '/api/persons', body)
    t.equal(answer.statusCode, 400, JSON.stringify(body).slice(0, 80))
    t.match(answer.json().message, message)
  }
  for (const body of [
    { status: 'deleted' },
    { given_name: '' },
    { created_at: 'x' },
    { member_of: [] },
    { email: 'x' },
  ]) {
    t.equal((await request('PUT', `/api/persons/${id}`, body)).statusCode, 400, JSON.stringify(body))
  }
  t.strictSame((await request('PUT', `/api/persons/${id}`, {})).json().name, 'Ada Lovelace')
  for (const other of ['urn:organization:1', 'lost', 'urn:person:lost', '__proto__']) {
    t.equal((await request('GET', `/api/persons/${other}`)).statusCode, 404, other)
  }
  t.equal((await request('DELETE', `/api/persons/${id}?x=1`)).statusCode, 400)
})

testAllStores('the list is searched, filtered and sorted by the names of the flat shape', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  for (let i = 0; i < 5; i++)
    await request('POST', '/api/persons', {
      given_name: `P${i}`,
      family_name: i % 2 === 0 ? 'Even' : 'Odd',
      ...(i > 2 && { email: `p${i}@example.org` }),
    })
  const seen: string[] = []
  for (let query = '?limit=2&count=true'; query !== '';) {
    const page = (await request('GET', `/api/persons${query}`)).json()
    if (page.total !== undefined) t.equal(page.total, 5)
    seen.push(...page.data.map(({ name }: Person) => name))
    t.equal(page.has_more, page.cursor !== '')
    query = page.has_more ? `?limit=2&cursor=${page.cursor}` : ''
  }
  t.strictSame(seen, ['P4 Even', 'P3 Odd', 'P2 Even', 'P1 Odd', 'P0 Even'], 'newest first')
  const { cursor } = (await request('GET', '/api/persons?limit=1')).json()
  t.equal((await request('GET', `/api/person?cursor=${cursor}`)).statusCode, 400, 'a cursor is valid only for its list')

  const found = async (query: string): Promise<string> => {
    const answer = await request('GET', `/api/persons?${query}`)
    t.equal(answer.statusCode, 200, `${query}: ${answer.body}`)
    return answer
      .json()
      .data.map(({ name }: Person) => name.slice(0, 2))
      .join(' ')
  }
  const json = (filter: unknown): string => `_filter=${encodeURIComponent(JSON.stringify(filter))}`
  t.equal(await found('q=od'), 'P3 P1')
  t.equal(await found('_filter[family_name][eq]=Even&sort_by=given_name'), 'P0 P2 P4')
  t.equal(await found('sort_by=given_name&sort_order=desc&limit=2'), 'P4 P3')
  t.equal(await found('_filter[email][exists]=true'), 'P4 P3')
  t.equal(await found('_filter[email][like]=P3@'), 'P3')
  t.equal(await found(json({ given_name: { in: ['P0', 'P1'] }, family_name: { ne: 'Odd' } })), 'P0')
  t.equal(await found(json({ or: [{ name: { eq: 'P1 Odd' } }, { email: { exists: true } }] })), 'P4 P3 P1')
  t.equal(await found('filter_field=given_name&filter_value=P2'), 'P2')
  t.equal(await found('_filter[created_at][gte]=today-1d&_filter[status][eq]=active'), 'P4 P3 P2 P1 P0')
  const first = (await request('GET', '/api/persons?sort_by=family_name&limit=2&count=3')).json()
  t.equal(first.total_at_least, 3)
  t.equal(await found(`sort_by=family_name&limit=5&cursor=${first.cursor}`), 'P4 P1 P3')
  const asProblem = { accept: 'application/problem+json' }
  for (const [query, parameter] of [
    ['sort_by=familyName', 'sort_by'],
    ['_filter[familyName][eq]=x', '_filter[familyName][eq]'],
    ['_filter[family_name][is]=x', '_filter[family_name][is]'],
    ['_filter[memberOf.name][eq]=x', '_filter[memberOf.name][eq]'],
    [json({ image: { exists: true } }), '_filter[image][exists]'],
    [json({ name: 'x' }), '_filter'],
    ['q=', 'q'],
    ['include=memberOf', 'include'],
    ['status=archived', 'status'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['cursor=x', 'cursor'],
    [`cursor=${first.cursor}`, 'cursor'],
  ] as const) {
    const refused = await request('GET', `/api/persons?${query}`, undefined, asProblem)
    t.match(refused.json(), { status: 400, parameter }, query)
  }
})

testAllStores('a patch, and what was read sent back', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  const person = (await request('POST', '/api/persons', { ...ada, email: 'ada@example.org' })).json()
  const path = `/api/persons/${person.id}`
  for (const [type, family_name] of [
    ['application/merge-patch+json', 'King'],
    ['application/json', 'Byron'],
  ] as const) {
    const patched = await request('PATCH', path, { family_name, email: null }, { 'content-type': type })
    t.equal(patched.statusCode, 200, patched.body)
    t.strictSame(patched.json(), { ...person, family_name, name: `Ada ${family_name}`, email: '' })
  }
  const { headers } = await request('GET', path)
  t.equal((await request('PATCH', path, { given_name: 'A' }, { 'if-match': `"${person.id}.1"` })).statusCode, 412)
  t.equal((await request('PATCH', path, {}, { 'content-type': 'text/plain' })).statusCode, 415)
  const asProblem = { accept: 'application/problem+json' }
  for (const [body, pointer] of [
    [{ given_name: null }, '/given_name'],
    [{ email: 'nobody' }, '/email'],
    [{ status: null }, '/status'],
    [{ name: 'Ada Byron' }, '/name'],
    [{ id: person.id, name: 'Other' }, '/name'],
    [{ id: 'urn:person:1' }, '/id'],
    [{ givenName: 'x' }, '/givenName'],
    [[], ''],
  ] as const) {
    const refused = await request('PATCH', path, body, asProblem)
    t.match(refused.json(), { status: 400, problems: [{ pointer }] }, JSON.stringify(body))
  }
  const read = (await request('GET', path)).json()
  const put = await request('PUT', path, { ...read, given_name: 'Augusta' }, { 'if-match': String(headers.etag) })
  t.strictSame([put.statusCode, put.json().name], [200, 'Augusta Byron'], put.body)
  t.equal((await request('PUT', path, { ...read, created_at: 'x' })).statusCode, 400)
  const archived = await request('PATCH', path, { status: 'archived' })
  t.strictSame([archived.statusCode, archived.json().status], [200, 'archived'])
  t.equal((await request('PATCH', path, { given_name: 'x' })).statusCode, 404)
})
