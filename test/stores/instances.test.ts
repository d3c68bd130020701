import fastify from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { create, withTasks } from '../../plugins/dynamic-resources/testing.ts'
import type { Item } from '../../plugins/dynamic-resources/testing.ts'
import { cast, expect, give, make, urn } from '../../plugins/rbac/testing.ts'
import type { Settings } from '../../plugins/settings/contract.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase, testApp } from '../../testing/internal/each-store.ts'
import { withMovies } from '../../testing/internal/movies.ts'
import { Browser } from '../../testing/internal/oidc/browser.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import { signedInApp } from '../../testing/internal/signed-in.ts'
import type { Client } from '../../testing/internal/signed-in.ts'
import { until } from '../../testing/internal/until.ts'

const problem = { accept: 'application/problem+json' }

const keyed = (key: string, more: Record<string, string> = {}): Record<string, string> => ({
  'idempotency-key': key,
  ...problem,
  ...more,
})

const totalOf = async ({ request }: TestApp, slug: string): Promise<number> =>
  (await request('GET', `/api/${slug}?count=true`)).json().total

void t.test('two instances on one MongoDB do a request once', async t => {
  const url = await ownDatabase()
  if (url === undefined) return t.pass('left out', { skip: 'there is no MongoDB here' })
  const instances = [await testApp(t, url), await testApp(t, url)]
  const [one, other] = instances as [TestApp, TestApp]
  await withMovies(one)
  await other.request('GET', '/api/movie')
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      instances.flatMap(({ request }) =>
        [0, 1].map(() => request('POST', '/api/movie', { title: 'x' }, keyed(`${round}`))),
      ),
    )
    const done = answers.filter(({ statusCode }) => statusCode === 201)
    t.ok(done.length >= 1)
    t.equal(new Set(done.map(({ body }) => body)).size, 1)
    t.strictSame(
      answers.filter(({ statusCode }) => statusCode !== 201 && statusCode !== 409),
      [],
    )
    for (const { request } of instances) {
      const again = await request('POST', '/api/movie', { title: 'x' }, keyed(`${round}`))
      t.strictSame([again.statusCode, again.body], [201, done[0]?.body])
    }
  }
  t.equal(await totalOf(one, 'movie'), 5)
  return undefined
})

t.test('applied on another instance', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const one = await startPeopled(t, cast(), { url })
  const two = await startPeopled(t, cast(), { url })
  const root = one.as('root')
  await expect(201, root('POST', '/api/resource-types', { name: 'Note', slug: 'note' }))
  await expect(200, root('PUT', '/api/settings/roles', { roles: ['none', 'viewer'] }))
  await expect(200, root('PUT', '/api/settings/role-access', { roles: { none: {} } }))
  const id = await make(root, 'note', {})
  const nil = two.as('nil')
  const within = async (status: number, what: string) => {
    await until(async () => (await nil('GET', `/api/note/${id}`)).statusCode === status)
    t.pass(what)
  }
  await within(403, 'policies')
  await give(root, id, 'nil', ['odrl:read'])
  await within(200, 'a grant')
  await expect(204, root('DELETE', `/api/note/${id}/permissions/${urn('nil')}`))
  await within(403, 'its revocation')
  await expect(200, root('PUT', '/api/settings/role-access', { roles: {} }))
  await within(200, 'policies again')
})

void t.test('archiving and a new reference at once, on two instances', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const one = await testApp(t, url)
  await withTasks(one)
  const other = await testApp(t, url)
  const seen = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const project = await create(one, 'project', { name: `${round}` })
    const answers = await Promise.all([
      one.request('POST', '/api/task', { project }),
      other.request('DELETE', `/api/project/${project}`),
    ])
    const statuses = answers.map(({ statusCode }) => statusCode).join(' ')
    seen.add(statuses)
    const { data } = (await one.request('GET', `/api/task?_filter[project][eq]=${project}`)).json()
    const isThere = (await one.request('GET', `/api/project/${project}`)).statusCode === 200
    t.equal(data.length === 1, isThere, `round ${round}: ${statuses}`)
  }
  for (const statuses of seen) t.ok(['201 409', '400 204'].includes(statuses), statuses)
})

const text = { type: 'string' }

const to = (further: object = {}) => ({ ...text, 'x-resource-type': 'movie', ...further })

const hold = { 'x-on-archive': 'restrict' }

const linking = (value: object): object => ({
  type: 'object',
  properties: { name: text, links: { type: 'object', additionalProperties: value } },
})

async function withLinks({ request }: TestApp, value: object = to(hold)): Promise<void> {
  for (const [slug, schema] of [
    ['movie', { type: 'object', properties: { name: text } }],
    ['note', linking(value)],
  ] as const) {
    const answer = await request('POST', '/api/resource-types', { name: slug, slug, schema })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}

/** Do two things at once, in either order, many times. At the end no active note refers to an archived movie. */
async function race(t: Test, one: TestApp, other: TestApp): Promise<void> {
  const seen = new Set<string>()
  for (let round = 0; round < 24; round++) {
    const movie = await create(one, 'movie', {})
    const note = await create(one, 'note', round % 3 === 0 ? {} : { links: { a: movie } })
    if (round % 3 === 1) await one.request('DELETE', `/api/note/${note}`)
    const refer = () =>
      round % 3 === 0
        ? one.request('PUT', `/api/note/${note}`, { links: { a: movie } })
        : round % 3 === 1
          ? one.request('POST', `/api/note/${note}/restore`)
          : one.request('POST', '/api/note', { links: { b: movie } })
    if (round % 3 === 2) await one.request('DELETE', `/api/note/${note}`)
    const archive = () => other.request('DELETE', `/api/movie/${movie}`)
    const answers = round % 2 === 0 ? [refer(), archive()] : [archive(), refer()]
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    seen.add(statuses.join(' '))
    const isThere = (await one.request('GET', `/api/movie/${movie}`)).statusCode === 200
    const list: Item[] = (await one.request('GET', '/api/note?limit=1000')).json().data
    const holds = list.some(({ data }) => Object.values(Object(data['@graph'][0]?.['links'])).includes(movie))
    t.equal(holds, isThere, `round ${round}: ${statuses.join(' ')}`)
    t.ok(!statuses.some(status => status >= 500), statuses.join(' '))
  }
  t.comment([...seen].join(', '))
}

void t.test('the same on two instances', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const one = await testApp(t, url)
  await withLinks(one)
  await race(t, one, await testApp(t, url))
})

interface Session {
  id: string
  created_at: string
  last_seen_at: string
  expires_at: string
  user_agent: string
  current: boolean
}

const sessionsPath = '/api/auth/sessions'

const sessionsOf = async (client: Pick<Client, 'request'>): Promise<Session[]> =>
  (await client.request('GET', sessionsPath)).json().data

const statusOf = async (client: Pick<Client, 'request'>): Promise<number> =>
  (await client.request('GET', '/api/auth/me')).statusCode

t.test('a session is valid on every instance, and ends on every instance', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([signedInApp(t, { url }), signedInApp(t, { url })])
  const begun = new Browser(one, one.frontendUrl)
  one.provider.accounts.set('ada', { name: 'Ada' })
  begun.jar.of(one.provider.issuer).set('test_login', 'ada')
  const { url: callback } = await begun.open('/api/auth/login', next => next.pathname === '/api/auth/callback')
  const finished = new Browser(other, other.frontendUrl, begun.jar)
  t.equal(
    (await finished.request('GET', callback.pathname + callback.search)).statusCode,
    302,
    'started on one instance, finished on another',
  )
  const here = new Browser(one, one.frontendUrl, begun.jar)
  t.strictSame([await statusOf(here), await statusOf(finished)], [200, 200])
  const [session] = await sessionsOf(here)
  t.equal((await here.request('DELETE', `${sessionsPath}/${session?.id}`)).statusCode, 204)
  t.equal(await statusOf(here), 401)
  await until(async () => (await statusOf(finished)) === 401)
  t.pass('ended on the other instance too')
})

const impersonatePath = '/api/admin/impersonate'

const stop = '/api/admin/stop-impersonation'

const status = '/api/admin/impersonation-status'

type Asking = Pick<Client, 'request'>

const me = async (client: Asking): Promise<{ id: string; impersonator: { id: string } | null }> =>
  (await client.request('GET', '/api/auth/me')).json()

const stateOf = async (client: Asking): Promise<unknown> => (await client.request('GET', status)).json()

t.test('it applies on every instance', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([signedInApp(t, { url }), signedInApp(t, { url })])
  const root = await one.signIn('root')
  const ada = await one.signIn('ada')
  const there = new Browser(other, other.frontendUrl, root.browser.jar)
  t.equal((await me(there)).id, root.me.id)
  for (const [path, body, id] of [
    [impersonatePath, { agent_id: ada.me.id }, ada.me.id],
    [stop, undefined, root.me.id],
  ] as const) {
    await root.request('POST', path, body)
    t.equal((await me(root)).id, id)
    await until(async () => (await me(there)).id === id)
    t.pass('known on the other instance')
  }
})

t.test('in development mode it applies on every instance', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([testApp(t, url), testApp(t, url)])
  await one.request('POST', impersonatePath, { agent_id: 'urn:user:member' })
  await until(async () => (await me(other)).id === 'urn:user:member')
  t.match(await stateOf(other), { active: true, agent: { id: 'urn:user:member' } })
})

const roles = '/api/settings/roles'

t.test('another instance caches nothing for longer than a second', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([testApp(t, url), testApp(t, url)])
  const settings = other.app.diContainer.resolve<Settings>('settings')
  await settings.current('roles')
  await one.request('PUT', roles, { roles: ['editor'] })
  const isNew = async (): Promise<boolean> => JSON.stringify(await settings.current('roles')).includes('editor')
  await until(isNew)
  t.pass('a setting of one instance is read on the other')
})

t.test('the log level of all instances on a store changes', async t => {
  const url = await ownDatabase()
  if (url === undefined) return void t.pass('left out', { skip: 'there is no MongoDB here' })
  const start = async (): Promise<TestApp> => {
    const app = await buildTestApp({ url, logger: fastify({ logger: { level: 'info' } }).log })
    t.teardown(() => app.close())
    return app
  }
  const [one, other] = [await start(), await start()]
  t.equal((await one.request('PUT', '/api/settings/log', { level: 'error' })).statusCode, 200)
  await until(() => other.app.log.level === 'error')
  t.equal((await start()).app.log.level, 'error', 'of one that starts later, too')
})

const as = (address: string): Record<string, string> => ({ 'x-dev-agent': address })

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

const tokensPath = '/api/auth/tokens'

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

interface MadeToken {
  id: string
  token: string
  expires_at: string | null
  created_at: string
}

const makeToken = async ({ request }: Pick<Client, 'request'>, body: object = {}): Promise<MadeToken> =>
  (await request('POST', tokensPath, { name: 'machine', ...body })).json()

t.test('a revoked token is revoked on every instance', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([signedInApp(t, { url }), signedInApp(t, { url })])
  const ada = await one.signIn('ada')
  const { id, token } = await makeToken(ada)
  const there = async (): Promise<number> =>
    (await other.request('GET', '/api/auth/me', undefined, bearer(token))).statusCode
  t.equal(await there(), 200)
  await ada.request('DELETE', `${tokensPath}/${id}`)
  await until(async () => (await there()) === 401)
  t.pass('revoked on the other instance too')
})

const member = '/api/users/urn:user:member'

const admin = '/api/users/urn:user:admin'

t.test('two instances never remove the last administrator together', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([testApp(t, url), testApp(t, url)])
  for (let round = 0; round < 3; round++) {
    for (const path of [admin, member])
      await one.request('PUT', path, { role: 'admin', status: 'active' }, as('m@x.org'))
    const answers = await Promise.all([
      one.request('PUT', admin, { status: 'disabled' }, as('m@x.org')),
      other.request('PUT', member, { role: 'member' }, as('m@x.org')),
    ])
    t.strictSame(answers.map(answer => answer.statusCode).toSorted(), [200, 409])
  }
  await one.request('PUT', admin, { role: 'admin', status: 'active' }, as('m@x.org'))
  await one.request('PUT', member, { role: 'member', status: 'disabled' })
  const stopped = async (): Promise<boolean> =>
    (await other.request('GET', '/api/auth/me', undefined, as('member@example.com'))).statusCode === 401
  await until(stopped)
  t.pass('a change applies on the other instance')
})
