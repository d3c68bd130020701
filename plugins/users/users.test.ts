import t from 'tap'
import { pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'

interface Event {
  type: string
  subject: string
  data: { actor: string; sequence_no: number }
}

const member = '/api/users/urn:user:member'
const as = (address: string): Record<string, string> => ({ 'x-dev-agent': address })

/** The id of the user with an address; the user is created if there is none. */
const idAt = async ({ request }: TestApp, address: string): Promise<string> =>
  (await request('GET', '/api/auth/me', undefined, as(address))).json().id

for (const { name, run } of pluginSuite({ key: 'users', paths: ['/api/users', '/api/accounts', '/api/users/lookup'] }))
  t.test(name, run)

onEachStore('users are listed, shown and changed', async (t, app) => {
  const { request } = app
  const shown = await request('GET', member)
  t.equal(shown.statusCode, 200, shown.body)
  t.strictSame(
    { ...shown.json(), created_at: '' },
    {
      id: 'urn:user:member',
      name: 'Member',
      email: 'member@example.com',
      role: 'member',
      status: 'active',
      account_id: 'urn:account:default',
      created_at: '',
    },
  )
  t.match(shown.headers, { etag: '"urn:user:member.1"', 'cache-control': 'no-store' })
  for (const id of ['member', 'urn%3Auser%3Amember'])
    t.strictSame((await request('GET', `/api/users/${id}`)).json(), shown.json(), id)
  t.equal(
    (await request('GET', member, undefined, { 'if-none-match': '"urn:user:member.1"' })).statusCode,
    304,
    'nothing new',
  )
  for (const id of ['lost', 'urn:user:lost', 'urn:account:default', 'urn:user:system', '__proto__'])
    t.equal((await request('GET', `/api/users/${id}`)).statusCode, 404, id)

  for (const address of ['ada@example.org', 'bob@example.org', 'eve@example.org']) await idAt(app, address)
  const whole = (await request('GET', '/api/users?count=true')).json()
  t.match(whole, { cursor: '', has_more: false, total: 5 })
  t.equal(whole.data[0].email, 'eve@example.org', 'newest first')
  const first = (await request('GET', '/api/users?limit=2')).json()
  const rest = (await request('GET', `/api/users?limit=9&cursor=${first.cursor}`)).json()
  t.strictSame([...first.data, ...rest.data], whole.data)
  for (const query of ['limit=0', 'limit=1001', 'cursor=x', 'role=admin', 'sort_by=name', 'count=0'])
    t.equal((await request('GET', `/api/users?${query}`)).statusCode, 400, query)
  t.equal((await request('GET', `/api/accounts?cursor=${first.cursor}`)).statusCode, 400, 'of another list')

  const put = await request('PUT', member, { name: 'Mem Ber' }, { 'if-match': 'W/"urn:user:member.1"' })
  t.equal(put.statusCode, 200, put.body)
  t.strictSame(put.json(), { ...shown.json(), name: 'Mem Ber' })
  t.equal(put.headers.etag, '"urn:user:member.2"')
  t.equal((await request('PUT', member, { name: 'X' }, { 'if-match': '"urn:user:member.1"' })).statusCode, 412)
  await request('PUT', '/api/settings/roles', { roles: ['editor'] })
  t.equal((await request('PUT', member, { role: 'editor', name: 'Ed' })).json().role, 'editor')
  t.equal((await request('PUT', member, { role: 'admin' })).json().role, 'admin')
  t.equal((await request('PUT', member, { role: 'admin' })).headers.etag, '"urn:user:member.4"', 'nothing to change')
  t.equal((await request('PUT', member, {})).headers.etag, '"urn:user:member.4"')
  const events = (await request('GET', '/api/events?subject=urn:user:member')).json().data as Event[]
  t.strictSame(
    events.map(({ type, data }) => [type, data.actor, data.sequence_no]),
    [
      ['User.RoleChanged', 'urn:user:admin', 4],
      ['User.RoleChanged', 'urn:user:admin', 3],
      ['User.Updated', 'urn:user:admin', 3],
      ['User.Updated', 'urn:user:admin', 2],
      ['User.Created', 'urn:user:system', 1],
    ],
  )
  t.match(
    events.filter(({ type }) => type === 'User.RoleChanged'),
    [{ data: { from: 'editor', to: 'admin' } }, { data: { from: 'member', to: 'editor' } }],
  )
  for (const method of ['POST', 'DELETE', 'PATCH'])
    t.equal((await request(method, '/api/users')).statusCode, 405, method)
})

onAnyStore('an invalid change is named, and changes nothing', async (t, { request }) => {
  const wrong: [unknown, RegExp][] = [
    [{ role: 'editor' }, /role: there is no role "editor"/],
    [{ role: 'constructor' }, /constructor/],
    [{ role: 1 }, /role/],
    [{ status: 'archived' }, /status.*active.*disabled/],
    [{ status: null }, /status/],
    [{ name: '' }, /name/],
    [{ name: '  ' }, /name/],
    [{ name: 'x'.repeat(201) }, /name/],
    [{ account_id: 'urn:account:lost' }, /account_id: there is no account "urn:account:lost"/],
    [{ account_id: 'default' }, /account_id/],
    [{ account_id: 'urn:user:admin', role: 'lost' }, /role.*lost.*account_id.*urn:user:admin/],
    [{ email: 'x@example.org' }, /email is set by the service/],
    [{ id: 'urn:user:x', created_at: '' }, /id.*created_at/],
    [{ lost: 1 }, /lost is not known/],
    [{ dev_address: null }, /dev_address is not known/],
    [[], /object/],
  ]
  for (const [body, message] of wrong) {
    const answer = await request('PUT', member, body)
    t.equal(answer.statusCode, 400, JSON.stringify(body))
    t.match(answer.json().message, message)
  }
  t.equal((await request('PUT', '/api/users/lost', { name: 'x' })).statusCode, 404)
  t.equal((await request('GET', member)).headers.etag, '"urn:user:member.1"')
})

onEachStore('a disabled user loses access immediately, and can be enabled again', async (t, app) => {
  const { request } = app
  const eve = await idAt(app, 'eve@example.org')
  const tries = async (): Promise<number> =>
    (await request('GET', '/api/resource-types', undefined, as('eve@example.org'))).statusCode
  for (let round = 0; round < 3; round++) {
    t.equal((await request('PUT', `/api/users/${eve}`, { status: 'disabled' })).json().status, 'disabled')
    t.equal(await tries(), 401)
    t.equal((await request('PUT', `/api/users/${eve}`, { status: 'active' })).statusCode, 200)
    t.equal(await tries(), 200)
  }
})

onEachStore('an assigned role exists, and cannot be removed', async (t, { request }) => {
  for (let round = 0; round < 3; round++) {
    await request('PUT', member, { role: 'member' })
    await request('PUT', '/api/settings/roles', { roles: ['editor'] })
    const [given, removed] = await Promise.all([
      request('PUT', member, { role: 'editor' }),
      request('PUT', '/api/settings/roles', { roles: [] }),
    ])
    t.ok([200, 400].includes(given.statusCode), given.body)
    t.equal(removed.statusCode, given.statusCode === 200 ? 409 : 200, 'either of the two')
    const { roles } = (await request('GET', '/api/settings/roles')).json()
    t.ok(roles.includes((await request('GET', member)).json().role))
  }
})

onEachStore('users are found by address, within the account', async (t, app) => {
  const { request } = app
  const ada = await idAt(app, 'ada@example.org')
  const lookup = async (email: string, headers = {}): Promise<[number, unknown]> => {
    const answer = await request('GET', `/api/users/lookup?email=${encodeURIComponent(email)}`, undefined, headers)
    t.equal(answer.headers['cache-control'], 'no-store')
    return [answer.statusCode, answer.statusCode === 200 ? answer.json() : Object.keys(answer.json())]
  }
  for (const email of ['ada@example.org', 'ADA@Example.ORG'])
    t.strictSame(await lookup(email, as('bob@example.org')), [200, { id: ada, name: 'ada' }])
  t.strictSame(await lookup('nobody@example.org'), [404, ['message']])
  for (const email of ['', 'ada', '*', 'ada@', '%', 'a@b@c', 'ada@example.org,bob@example.org'])
    t.strictSame(await lookup(email), [400, ['message']], email)
  for (const query of ['', '?mail=x', '?email=a@x.org&email=b@x.org', '?email=a@x.org&limit=1'])
    t.equal((await request('GET', `/api/users/lookup${query}`)).statusCode, 400, query)
  await request('PUT', `/api/users/${ada}`, { status: 'disabled' })
  t.strictSame(await lookup('ada@example.org'), [404, ['message']], 'a disabled user')
  const account = (await request('POST', '/api/accounts', { name: 'Other' })).json().id
  await request('PUT', `/api/users/${ada}`, { status: 'active', account_id: account })
  t.strictSame(await lookup('ada@example.org'), [404, ['message']], 'of another account')
  t.strictSame(await lookup('ada@example.org', as('ada@example.org')), [200, { id: ada, name: 'ada' }])
})

onAnyStore('everyone can read the names of users of their account', async (t, app) => {
  const { request } = app
  const ada = await idAt(app, 'ada@example.org')
  const eve = await idAt(app, 'eve@example.org')
  await request('PUT', `/api/users/${ada}`, { name: 'Ada King', status: 'disabled' })
  const { id: other } = (await request('POST', '/api/accounts', { name: 'Other' })).json()
  await request('PUT', `/api/users/${eve}`, { account_id: other })
  const names = (query: string) => request('GET', `/api/users/names?${query}`, undefined, as('member@example.com'))
  const ids = [ada, 'urn:user:nobody', 'member', eve, 'urn:user:system', ada, '__proto__']
  const found = await names(ids.map(id => `id=${encodeURIComponent(id)}`).join('&'))
  t.equal(found.statusCode, 200, found.body)
  t.equal(found.headers['cache-control'], 'no-store')
  t.strictSame(found.json(), {
    data: [
      { id: ada, name: 'Ada King' },
      { id: 'urn:user:member', name: 'Member' },
      { id: 'urn:user:system', name: 'System' },
    ],
    cursor: '',
    has_more: false,
  })
  t.strictSame((await names('id=urn:user:nobody')).json(), { data: [], cursor: '', has_more: false })
  const many = (count: number) => Array.from({ length: count }, () => 'id=member').join('&')
  t.equal((await names(many(100))).statusCode, 200)
  for (const query of ['', many(101), 'limit=5&id=member', 'name=x'])
    t.equal((await names(query)).statusCode, 400, query)
})
