import t from 'tap'
import { pluginSuite } from '../../testing/index.ts'
import { onAnyStore, ownDatabase, testApp } from '../../testing/internal/each-store.ts'

interface Event {
  type: string
  subject: string
  data: { actor: string }
}

const as = (address: string): Record<string, string> => ({ 'x-dev-agent': address })

for (const { name, run } of pluginSuite({ key: 'auth', paths: ['/api/auth/me'] })) t.test(name, run)

onAnyStore('X-Dev-Agent selects the user', async (t, { request }) => {
  const me = async (headers = {}) => request('GET', '/api/auth/me', undefined, headers)
  const admin = await me()
  t.equal(admin.statusCode, 200, admin.body)
  t.equal(admin.headers['cache-control'], 'no-store')
  t.strictSame(
    { ...admin.json(), created_at: '' },
    {
      id: 'urn:user:admin',
      name: 'Admin',
      email: 'admin@example.com',
      role: 'admin',
      status: 'active',
      account_id: 'urn:account:default',
      created_at: '',
      mode: 'development',
      permissions: { '*': ['odrl:read', 'odrl:modify', 'odrl:delete'] },
      impersonator: null,
    },
  )
  t.strictSame((await me(as('admin@example.com'))).json(), admin.json())
  t.match((await me(as('member@example.com'))).json(), { id: 'urn:user:member', role: 'member' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => me(as('Ada@Example.org'))))
  const ids = new Set(answers.map(answer => answer.json().id))
  t.equal(ids.size, 1, 'one user for concurrent requests')
  const [id = ''] = ids
  const ada = (await me(as('ada@example.org'))).json()
  t.match(ada, { id, name: 'ada', email: 'ada@example.org', role: 'member', account_id: 'urn:account:default' })
  const created = (await request('GET', '/api/events?type=User.Created')).json().data as Event[]
  t.strictSame(
    created.map(({ subject, data }) => [subject, data.actor]),
    [
      [id, id],
      ['urn:user:member', 'urn:user:system'],
      ['urn:user:admin', 'urn:user:system'],
    ],
  )
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' }, as('ada@example.org'))
  const note = await request('POST', '/api/note', { a: 1 }, as('ada@example.org'))
  t.equal(note.json().created_by, id)
  const changed = await request('PUT', `/api/note/${note.json().id}`, { a: 2 }, as('bob@example.org'))
  t.equal(changed.json().created_by, id)
  const events = (await request('GET', `/api/events?subject=${note.json().id}`)).json().data as Event[]
  const bob = (await me(as('bob@example.org'))).json().id
  t.strictSame(
    events.map(({ data }) => data.actor),
    [bob, id],
  )
})

onAnyStore('an invalid address is refused, and there is no sign-in', async (t, { request }) => {
  const long = `${'a'.repeat(250)}@example.org`
  for (const header of [
    '',
    'admin',
    'a@b@c',
    'a b@example.org',
    '@example.org',
    'a@-b.org',
    'a@example.org, b@example.org',
    '\u212Aim@example.org',
    'k\u0130m@example.org',
    'ki\u017F@example.org',
    long,
  ]) {
    for (const path of ['/api/auth/me', '/api/resource-types', '/api/lost/1']) {
      const answer = await request('GET', path, undefined, as(header))
      t.equal(answer.statusCode, 400, `${header} ${path}`)
      t.strictSame(Object.keys(answer.json()), ['message'])
    }
  }
  t.equal((await request('GET', '/api/health', undefined, as('nobody'))).statusCode, 200, 'public routes need no user')
  for (const path of ['/api/auth/login', '/api/auth/callback', '/api/auth/callback?code=x&state=y', '/api/auth']) {
    t.equal((await request('GET', path)).statusCode, 404, path)
  }
  t.equal((await request('POST', '/api/auth/me', {})).statusCode, 405)
})

t.test('a second start and a second instance find the existing users', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([testApp(t, url), testApp(t, url)])
  const who = async (app: typeof one): Promise<string> =>
    (await app.request('GET', '/api/auth/me', undefined, as('eve@example.org'))).json().id
  const ids = await Promise.all([who(one), who(other), who(one), who(other)])
  t.equal(new Set(ids).size, 1)
  t.equal((await one.request('GET', '/api/events?type=User.Created&count=true')).json().total, 3)
})
