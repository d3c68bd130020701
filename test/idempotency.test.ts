import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OutcomeUnknown, packageRoot } from '../kernel/index.ts'
import type { Routes } from '../kernel/index.ts'
import { buildTestApp } from '../testing/index.ts'
import type { TestApp } from '../testing/index.ts'
import { expect, make, onStages } from '../plugins/rbac/testing.ts'
import { reachableStore } from '../testing/internal/change-user.ts'
import { movableClock } from '../testing/internal/clock.ts'
import { testAllStores, onStoreOfRun } from '../testing/internal/each-store.ts'
import { replaceMethods } from '../testing/internal/interposed-store.ts'
import { withMovies } from '../testing/internal/movies.ts'
import { signedInOnEachStore } from '../testing/internal/signed-in.ts'
import { sweepRequestKeys } from '../plugins/idempotency/records.ts'

const problem = { accept: 'application/problem+json' }

const keyed = (key: string, more: Record<string, string> = {}): Record<string, string> => ({
  'idempotency-key': key,
  ...problem,
  ...more,
})

/** Parts of an answer that a repeat has as well. */
const partsOf = ({ statusCode, headers, body }: Awaited<ReturnType<TestApp['request']>>): unknown[] => [
  statusCode,
  headers.location,
  headers.etag,
  headers['content-type'],
  body,
]

const totalOf = async ({ request }: TestApp, slug: string): Promise<number> =>
  (await request('GET', `/api/${slug}?count=true`)).json().total

testAllStores('a POST with an Idempotency-Key is done once', async (t, app) => {
  await withMovies(app)
  const clock = movableClock(t)
  const { request } = app
  const first = await request('POST', '/api/movie', { title: 'Mirror', year: 1975 }, keyed('one'))
  t.match([first.statusCode, first.headers['idempotency-replayed']], [201, undefined])
  const again = await request('POST', '/api/movie', { title: 'Mirror', year: 1975 }, keyed('one'))
  t.strictSame([again.headers['idempotency-replayed'], ...partsOf(again)], ['true', ...partsOf(first)])
  const spelled = await app.app.inject({
    method: 'POST',
    url: '/api/movie',
    headers: keyed('one', { 'content-type': 'application/json; charset=utf-8' }),
    payload: JSON.stringify({ title: 'Mirror', year: 1975 }),
  })
  t.strictSame(partsOf(spelled), partsOf(first), 'a parameter of the media type')
  await request('PATCH', `/api/movie/${first.json().id}`, { year: 1 })
  t.equal((await request('POST', '/api/movie', { title: 'Mirror', year: 1975 }, keyed('one'))).body, first.body)
  for (const [url, body] of [
    ['/api/movie', { title: 'Mirror', year: 1976 }],
    ['/api/movie', { year: 1975, title: 'Mirror' }],
    ['/api/movie', {}],
  ] as const) {
    const other = await request('POST', url, body, keyed('one'))
    t.match(other.json(), { status: 422, code: 'idempotency-key-reused' })
  }
  t.equal((await request('POST', '/api/note', { a: 1 }, keyed('one'))).statusCode, 201, 'another path')
  const other = { ...keyed('one'), 'x-dev-agent': 'member@example.com' }
  t.equal((await request('POST', '/api/movie', { title: 'x' }, other)).statusCode, 201, 'another caller')
  t.equal(await totalOf(app, 'movie'), 2)

  t.equal((await request('POST', '/api/movie', { year: 1 }, keyed('two'))).statusCode, 400)
  t.equal((await request('POST', '/api/movie', { title: 'Nostalghia' }, keyed('two'))).statusCode, 201, '4xx not kept')
  for (const key of ['', 'x'.repeat(256), 'tab\there', 'ü']) {
    const wrong = await request('POST', '/api/movie', { title: 'x' }, keyed(key))
    t.match([wrong.statusCode, wrong.json().detail], [400, /Idempotency-Key must have 1 to 255/], key.slice(0, 9))
  }
  t.equal((await request('POST', '/api/movie', { title: 'x' }, keyed('~'.repeat(255)))).statusCode, 201)

  const sent = () => request('POST', '/api/movie', { title: 'At once' }, keyed('three'))
  const answers = await Promise.all(Array.from({ length: 10 }, sent))
  const statuses = new Set(answers.map(({ statusCode }) => statusCode))
  statuses.delete(409)
  t.strictSame([...statuses], [201])
  t.match(answers.find(({ statusCode }) => statusCode === 409)?.json(), { code: 'idempotency-key-in-use' })
  t.equal(await totalOf(app, 'movie'), 5)

  clock.pass(24 * 3_600_000 + 1)
  const later = await request('POST', '/api/movie', { title: 'Another' }, keyed('one'))
  t.equal(later.statusCode, 201, 'kept for 24 hours')
  t.equal((await request('POST', '/api/movie', { title: 'Another' }, keyed('one'))).body, later.body)
})

testAllStores('every kind of creation and change takes a key', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const { id } = (await request('POST', '/api/movie', { title: 'Ivan' })).json()
  await request('DELETE', `/api/movie/${id}`)
  const operations = [
    { op: 'create', data: { title: 'a' } },
    { op: 'create', data: { title: 'b' } },
  ]
  const ld = { 'content-type': 'application/ld+json', accept: 'application/ld+json' }
  const organization = (await request('POST', '/api/organizations', { name: 'O', slug: 'o' })).json().id
  const person = (await request('POST', '/api/persons', { given_name: 'A', family_name: 'B' })).json().id
  const posts: [string, unknown, Record<string, string>?][] = [
    [`/api/movie/${id}/restore`, undefined],
    ['/api/movie', { title: 'LD' }, ld],
    ['/api/movie/_bulk', { operations }],
    ['/api/movie/_bulk', { operations: [...operations, { op: 'create', data: {} }], atomic: false }],
    ['/api/persons', { given_name: 'Ada', family_name: 'King' }],
    [`/api/organizations/${organization}/members`, { person_id: person }],
    ['/api/resource-types', { name: 'Song', slug: 'song' }],
    ['/api/resource-types/presets/tasks?samples=true', undefined],
    ['/api/accounts', { name: 'Other' }],
    ['/api/views', { type_slug: 'movie', name: 'Mine' }],
    [`/api/movie/${id}/permissions`, { agent_id: 'urn:user:member', actions: ['odrl:read'] }],
  ]
  for (const [index, [url, body, headers]] of posts.entries()) {
    const first = await request('POST', url, body, keyed(`key ${index}`, headers))
    t.match(first.statusCode, /^20[01]$/, `${url} ${first.body}`)
    const again = await request('POST', url, body, keyed(`key ${index}`, headers))
    t.strictSame([again.headers['idempotency-replayed'], ...partsOf(again)], ['true', ...partsOf(first)], url)
  }
  const schema = { type: 'object', properties: { code: { type: 'string', 'x-unique': true } } }
  await request('POST', '/api/resource-types', { name: 'Part', slug: 'part', schema })
  const { id: holder } = (await request('POST', '/api/part', { code: 'A' })).json<{ id: string }>()
  const taken = { operations: ['A', 'B'].map(code => ({ op: 'create', data: { code } })), atomic: false }
  const [named, repeated] = [
    await request('POST', '/api/part/_bulk', taken, keyed('taken')),
    await request('POST', '/api/part/_bulk', taken, keyed('taken')),
  ]
  t.match(named.json(), { results: [{ status: 409, resource: { id: holder } }, { status: 201 }] })
  t.match(repeated.json(), { results: [{ status: 409, code: 'not-unique' }, { status: 201 }] })
  t.notMatch(repeated.body, holder, 'whoever repeats it may not be allowed to read the holder any more')
  t.equal(await totalOf(app, 'movie'), 6)
  const tried = await request('POST', '/api/movie/_bulk?dry_run=true', { operations }, keyed('dry'))
  t.equal(tried.statusCode, 200)
  t.equal((await request('POST', '/api/movie/_bulk', { operations }, keyed('dry'))).statusCode, 200, 'nothing was kept')
  const csv = { ...keyed('file'), 'content-type': 'text/csv' }
  const file = () => app.app.inject({ method: 'POST', url: '/api/movie/_import', headers: csv, payload: 'title\nx\n' })
  t.match((await file()).body, /"loaded":1/)
  t.match((await file()).json(), { status: 409, code: 'idempotency-key-used' }, 'the lines of an import are not kept')
})

onStages('rights are checked before an answer is repeated', async (t, { root, as, policies, people }) => {
  await policies('editor', { note: ['odrl:modify', 'odrl:read'] })
  people['ed'] = { role: 'editor' }
  const ed = as('ed')
  const sent = () => ed('POST', '/api/note', { title: 'secret' }, keyed('a'))
  const operations = [{ op: 'create', data: { title: 'x' } }]
  const bulk = () => ed('POST', '/api/note/_bulk', { operations }, keyed('b'))
  const first = await expect(201, sent())
  await expect(200, bulk())
  t.equal((await expect(201, sent())).body, first.body)
  await policies('editor', { note: ['odrl:read'] })
  t.strictSame([(await sent()).statusCode, (await bulk()).statusCode], [403, 403])
  const note = await make(root, 'note', { title: 'of root' })
  t.ok(note)
  await policies('editor', { note: ['odrl:modify'] })
  const again = await sent()
  t.equal(again.statusCode, 201)
  const owner = await ed('GET', `/api/note/${first.json<{ id: string }>().id}`)
  t.equal(again.body, owner.statusCode === 200 ? first.body : `{"id":"${first.json<{ id: string }>().id}"}`)
  people['ed'] = { role: 'editor', status: 'disabled' }
  t.equal((await sent()).statusCode, 401)
})

signedInOnEachStore('answers with secrets are not kept; a token is a caller of its own', async (t, app) => {
  const root = await app.signIn('root')
  await root.request('POST', '/api/resource-types', { name: 'note', slug: 'note' })
  const body = { name: 'machine', actions: ['odrl:read', 'odrl:modify'] }
  const made = await root.request('POST', '/api/auth/tokens', body, keyed('t'))
  t.equal(made.statusCode, 201, made.body)
  const repeated = await root.request('POST', '/api/auth/tokens', body, keyed('t'))
  t.match(repeated.json(), { status: 409, code: 'idempotency-key-used' })
  t.notMatch(repeated.body, made.json().token)
  t.match((await root.request('POST', '/api/auth/tokens', { ...body, name: 'x' }, keyed('t'))).json(), { status: 422 })
  t.equal((await root.request('GET', '/api/auth/tokens?count=true')).json().total, 1)
  const invitation = { email: 'new@example.org', role: 'member' }
  const invited = () => root.request('POST', '/api/users/invitations', invitation, keyed('i'))
  t.equal((await invited()).statusCode, 201)
  t.match((await invited()).json(), { status: 409, code: 'idempotency-key-used' })
  const bearer = { authorization: `Bearer ${made.json().token}` }
  const note = (headers: Record<string, string>) => app.request('POST', '/api/note', { a: 1 }, keyed('n', headers))
  const byToken = await note(bearer)
  t.equal(byToken.statusCode, 201)
  t.equal((await note(bearer)).body, byToken.body)
  const bySession = await root.request('POST', '/api/note', { a: 1 }, keyed('n'))
  t.strictSame([bySession.statusCode, bySession.headers['idempotency-replayed']], [201, undefined])
})

onStoreOfRun('a change whose confirmation was lost is not made twice', async (t, url) => {
  const clock = movableClock(t)
  const inner = await reachableStore(url)
  let loses = false
  const app = await buildTestApp({
    store: replaceMethods(inner, {
      async write(operations) {
        await inner.write(operations)
        if (!loses || !operations.some(({ kind: one }) => one === 'insert')) return
        loses = false
        throw new OutcomeUnknown()
      },
    }),
  })
  t.teardown(() => app.close())
  await withMovies(app)
  const { request } = app
  const movie = () => request('POST', '/api/movie', { title: 'Lost' }, keyed('lost'))
  loses = true
  t.match((await movie()).json(), { status: 503, code: 'outcome-unknown' })
  const repeated = await movie()
  const { id } = repeated.json()
  t.match([repeated.statusCode, repeated.headers], [201, { 'idempotency-replayed': 'true', etag: `"${id}.1"` }])
  t.equal((await request('GET', `/api/movie/${id}`)).body, repeated.body)
  t.equal(await totalOf(app, 'movie'), 1)
  const operations = [
    { op: 'create', data: { title: 'Many' } },
    { op: 'delete', id },
  ]
  const bulk = () => request('POST', '/api/movie/_bulk', { operations }, keyed('bulk'))
  loses = true
  t.equal((await bulk()).statusCode, 503)
  const all = await bulk()
  t.match([all.statusCode, all.headers['idempotency-replayed']], [200, 'true'], all.body)
  const [made, gone] = all.json<{ results: { id: string; etag?: string }[] }>().results
  t.strictSame(
    [made, gone],
    [
      { status: 201, id: made?.id, etag: `"${made?.id}.1"` },
      { status: 204, id },
    ],
  )
  t.equal((await request('GET', `/api/movie/${made?.id}`)).statusCode, 200)
  // A route that says nothing of its answer beforehand.
  const type = () => request('POST', '/api/resource-types', { name: 'Song', slug: 'song' }, keyed('type'))
  loses = true
  t.equal((await type()).statusCode, 503)
  t.match((await type()).json(), { status: 409, code: 'idempotency-key-in-use' })
  clock.pass(6 * 60_000)
  t.match((await type()).json(), { status: 409, code: 'idempotency-key-used' })

  const kept = async (): Promise<number[]> => [
    await inner.count(everyOf('_idempotency_keys')),
    await inner.count(everyOf('_idempotency_answers')),
  ]
  t.strictSame(await kept(), [3, 2])
  clock.pass(24 * 3_600_000)
  const asked: string[] = []
  const watched = replaceMethods(inner, {
    list(query) {
      asked.push(query.collection)
      return inner.list(query)
    },
  })
  t.equal(await sweepRequestKeys(watched), 3)
  t.strictSame(asked, ['_idempotency_keys'], 'answers are not read')
  t.strictSame(await kept(), [0, 0])
  t.equal((await movie()).statusCode, 201)
})

const everyOf = (collection: string) =>
  ({
    collection,
    account_id: null,
    status: 'any',
    visibility: { all: true },
    conditions: [],
    words: [],
  }) as const

testAllStores(
  'a request that takes no key says so before anything is done; one that changes nothing ignores it',
  async (t, app) => {
    await withMovies(app)
    const { request } = app
    const refused = await request('POST', '/api/auth/logout', undefined, keyed('out'))
    t.match(refused.json(), { status: 400, code: 'idempotency-not-supported' })
    const { id } = (await request('POST', '/api/movie', { title: 'Stalker' })).json()
    const published = await request('POST', '/api/_publish', { items: [{ id, action: 'publish' }] }, keyed('public'))
    t.match(published.json(), { status: 400, code: 'idempotency-not-supported' })
    const ignored: ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, unknown?][] = [
      ['POST', '/api/movie/_query', {}],
      ['POST', '/api/movie/_check', { title: 'x' }],
      ['POST', '/api/movie/_bulk/_check', { operations: [{ op: 'create', data: { title: 'x' } }] }],
      ['GET', `/api/movie/${id}`],
      ['PUT', `/api/movie/${id}`, { title: 'y' }],
      ['PATCH', `/api/movie/${id}`, { title: 'z' }],
      ['DELETE', `/api/movie/${id}`],
    ]
    for (const [method, url, body] of ignored)
      t.match((await request(method, url, body, keyed('same'))).statusCode, /^20[04]$/, `${method} ${url}`)
    t.equal((await request('POST', '/api/movie', { title: 'x' }, keyed('same'))).statusCode, 201)
    t.equal(
      (await request('POST', '/api/persons', { family_name: '' }, keyed('same'))).statusCode,
      400,
      'checked as usual',
    )
    const unknown = await request('POST', '/api/nothing-here', { a: 1 }, keyed('same'))
    t.equal(unknown.statusCode, 404)
    t.equal((await request('POST', `/api/movie/${id}`, {}, keyed('same'))).statusCode, 405)
  },
)

testAllStores('the documentation lists the requests that take a key', async (t, { app }) => {
  const posts = app.diContainer
    .resolve<Routes>('routes')
    .list()
    .filter(({ method }) => method === 'post')
  const documented = readFileSync(join(packageRoot, 'docs/api.md'), 'utf8').split(
    '### Requests that can be repeated',
  )[1]
  const spelled = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')
  const taking = posts.filter(({ config }) => config.idempotency !== undefined && config.idempotency !== false)
  for (const { path } of taking) t.match(documented, `\`${spelled(path)}\``)
  t.ok(taking.length > 15)
  const others = posts.filter(({ config }) => config.idempotency === undefined)
  t.strictSame(
    others.map(({ path }) => path).sort(),
    [
      '/api/_publish',
      '/api/auth/logout',
      '/api/file',
      '/api/file/_uploads',
      '/api/file/{id}/purge',
      '/api/{typeSlug}/{id}/discard',
      '/api/{typeSlug}/{id}/publish',
      '/api/{typeSlug}/{id}/schedule',
      '/api/{typeSlug}/{id}/unpublish',
    ],
    'every other one declares it, or that it changes nothing',
  )
})
