import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig, packageRoot } from '../kernel/index.ts'
import { multipart } from '../plugins/files/testing.ts'
import { callCli } from '../testing/index.ts'
import type { CliResult, TestApp } from '../testing/index.ts'
import { testAllStores } from '../testing/internal/each-store.ts'
import { signedInApp } from '../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../testing/internal/signed-in.ts'

type Ask = TestApp['request']

/** One row of the table in the documentation. */
interface Policy {
  method: string
  address: string
  asks: string
}

/** The result of the rights check in a response: not signed in, forbidden, or allowed (even if the request has other errors). */
type Outcome = 'who?' | 'no' | 'yes'

/** Actions on resources of the tested types. */
type Rights = Readonly<Record<'odrl:read' | 'odrl:modify' | 'odrl:delete', Outcome>>

/** A kind of caller that the table distinguishes. */
interface Actor {
  ask: Ask
  administrator?: boolean
  /** An administrator whose token is for some types. */
  administers?: boolean
  /** The caller uses an API token with these limits. */
  token?: { actions?: readonly string[]; type_slugs?: readonly string[] }
  impersonating?: boolean
  owns?: boolean
  /** The user whose rights are explained. */
  asked?: boolean
  /** By ownership or grants: on single resources, and therefore in lists. */
  single?: Rights
  /** By the role. */
  role: Rights
}

const all: Rights = { 'odrl:read': 'yes', 'odrl:modify': 'yes', 'odrl:delete': 'yes' }
const none: Rights = { 'odrl:read': 'no', 'odrl:modify': 'no', 'odrl:delete': 'no' }
const member: Rights = { ...all, 'odrl:delete': 'no' }
const reader: Rights = { ...none, 'odrl:read': 'yes' }

const table = readTable(readFileSync(join(packageRoot, 'docs/policies.md'), 'utf8'))

t.test('every address is in the table, with the documented policy', async t => {
  const app = await signedInApp(t)
  const routes = await routesOf(app)
  const key = ({ method, address }: Pick<Policy, 'method' | 'address'>): string => `${method} ${address}`
  t.strictSame(routes.map(key).toSorted(), table.map(key).toSorted(), 'the table and the routes')

  const { actors, ids } = await setTheStage(app)
  for (const policy of table.toSorted((a, b) => order(a) - order(b))) {
    const { method } = policy
    const body = method === 'GET' || method === 'DELETE' ? undefined : bodyOf(policy, ids)
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
    for (const [name, actor] of actors) {
      const url = addressOf(policy, ids)
      const answer = await actor.ask(method, url, body, headers)
      t.equal(
        outcomeOf(answer.statusCode),
        expected(policy, actor),
        `${name}: ${method} ${url} (${policy.asks}): ${answer.statusCode} ${answer.body.slice(0, 200)}`,
      )
      t.ok(answer.statusCode < 500, `${name}: ${method} ${url}: ${answer.statusCode}`)
    }
  }
})

/** What the table promises someone. */
function expected({ asks, method, address }: Policy, actor: Actor | undefined): Outcome {
  if (asks === 'public') return address === '/api/auth/logout' && actor?.token !== undefined ? 'no' : 'yes'
  if (actor === undefined || actor.role['odrl:read'] === 'who?') return 'who?'
  const { administrator = false, token, impersonating = false, owns = false, asked = false, single } = actor
  const when = (allowed: boolean): Outcome => (allowed ? 'yes' : 'no')
  const isAmong = (limit: readonly string[] | undefined, wanted: string): boolean =>
    limit === undefined || limit.includes(wanted)
  const type = /^\/api\/(:typeSlug|resource-types\/:id)/.test(address)
    ? 'note'
    : address.startsWith('/api/file')
      ? 'file'
      : undefined
  const withinActions = isAmong(token?.actions, actionOf(method))
  const withinTypes = type === undefined || isAmong(token?.type_slugs, type)
  switch (asks) {
    case 'any token':
      return 'yes'
    case 'signed in':
      return when(withinActions && token?.type_slugs === undefined)
    case 'by type':
      return when(withinActions && withinTypes)
    case 'by operation':
      return when(withinTypes)
    case 'admin by type':
      return when(administrator || (actor.administers === true && withinTypes))
    case 'admin person':
      return when(administrator && token === undefined)
    case 'own session':
      return when(token === undefined && !impersonating)
    case 'admin':
      return when(administrator)
    case 'self':
      return when(administrator || asked)
    case 'admin session':
      return when(impersonating || (administrator && token === undefined)) // 409 while impersonating
    case 'owner':
      return when(administrator || owns)
    case 'odrl:distribute':
      return when(actor.role === all) // neither owners nor grantees of the other actions
    case 'odrl:read':
    case 'odrl:modify':
    case 'odrl:delete': {
      const creates =
        /\/_(?:uploads|pending)/.test(address) ||
        (['POST', 'PUT'].includes(method) && !address.includes('/:id') && asks !== 'odrl:read')
      const members = address.includes('/members') && method !== 'GET'
      const rights = (creates ? undefined : single) ?? actor.role
      return members ? rights['odrl:modify'] : rights[asks]
    }
    default:
      throw new Error(`what is ${asks}?`)
  }
}

const actionOf = (method: string): string => ({ GET: 'odrl:read', DELETE: 'odrl:delete' })[method] ?? 'odrl:modify'

const outcomeOf = (status: number): Outcome => (status === 401 ? 'who?' : status === 403 ? 'no' : 'yes')

/** What ends sessions and impersonation comes last. */
const order = ({ address }: Policy): number => ['/api/admin/stop-impersonation', '/api/auth/logout'].indexOf(address)

/** An address to ask, without harm to what others ask about. */
function addressOf({ method, address }: Policy, ids: Readonly<Record<string, string>>): string {
  const special = ids[`${method} ${address}`]
  if (special !== undefined) return special
  const kind = /^\/api\/(persons|organizations|resource-types|:typeSlug|resources|file)\//.exec(address)?.[1] ?? ''
  const url = address
    .replace('*', '/')
    .replace(':typeSlug', 'note')
    .replace(':personId', ids['persons'] ?? '')
    .replace(/:(?:agentId|name|file|entry|upload|sha256)/, 'urn:user:none')
    .replace(':id', ids[kind] ?? 'urn:user:none')
  const archives = method === 'DELETE' && kind !== '' && url.split('/').length === 4
  return archives ? `${url}?dry_run=true` : url
}

/** What is sent where the rights depend on it; elsewhere it is enough that it is not what is wanted. */
const bodyOf = ({ address }: Policy, { persons }: Readonly<Record<string, string>>): object =>
  address.endsWith('/members') ? { person_id: persons } : {}

async function setTheStage(app: SignedInApp) {
  const root = await app.signIn('root')
  const must = async (asked: ReturnType<Ask>): Promise<{ id: string }> => {
    const answer = await asked
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json()
  }
  await must(root.request('POST', '/api/resource-types', { name: 'Note', slug: 'note' }))
  await must(root.request('POST', '/api/resource-types', { name: 'Other', slug: 'other' }))
  await must(root.request('PUT', '/api/settings/roles', { roles: ['viewer', 'none'] }))
  const account = (await must(root.request('POST', '/api/accounts', { name: 'B' }))).id
  const client = async (name: string, change: object, before?: (one: Client) => Promise<void>): Promise<Client> => {
    const one = await app.signIn(name)
    await before?.(one)
    await must(root.request('PUT', `/api/users/${one.me.id}`, change))
    return one
  }
  const ids: Record<string, string> = {}
  const owner = await client('owner', { role: 'none' }, async ({ request }) => {
    ids[':typeSlug'] = (await must(request('POST', '/api/note', { a: 1 }))).id
    ids['resources'] = ids[':typeSlug']
    const { payload, headers } = multipart([{ name: 'file', content: 'a', filename: 'a.txt' }])
    ids['file'] = (await must(request('POST', '/api/file', payload, headers))).id
    ids['persons'] = (await must(request('POST', '/api/persons', { given_name: 'A', family_name: 'B' }))).id
    ids['organizations'] = (await must(request('POST', '/api/organizations', { name: 'O', slug: 'o' }))).id
  })
  ids['resource-types'] = 'urn:type:note'
  ids['GET /api/access/explain'] = `/api/access/explain?agent=${root.me.id}&action=odrl:read&resource=note`
  ids['GET /api/events/stream'] = '/api/events/stream?lost=1' // 400 for those who may: it would never end
  const { roles } = (await root.request('GET', '/api/settings/role-access')).json<{ roles: object }>()
  await must(root.request('PUT', '/api/settings/role-access', { roles: { ...roles, none: {} } }))
  const plain = await client('member', { role: 'member' })
  const grantee = await client('grantee', { role: 'none' })
  for (const kind of ['resources', 'persons', 'organizations', 'file']) {
    const body = { agent_id: grantee.me.id, actions: ['odrl:read', 'odrl:modify', 'odrl:delete'] }
    await must(root.request('POST', `/api/resources/${ids[kind]}/permissions`, body))
  }
  const nobody = await client('nobody', { role: 'none' })
  const impersonator = await client('impersonator', { role: 'admin' })
  await must(impersonator.request('POST', '/api/admin/impersonate', { agent_id: nobody.me.id }))
  const withToken = async (of: Client, scope: object): Promise<Ask> => {
    const answer = await of.request('POST', '/api/auth/tokens', { name: 't', ...scope })
    const { token } = answer.json<{ token: string }>()
    return (method, url, body, headers) =>
      app.request(method, url, body, { authorization: `Bearer ${token}`, ...headers })
  }
  const types = ['note', 'person', 'organization', 'file']
  const limited = async (
    name: string,
    of: Client,
    token: NonNullable<Actor['token']>,
    actor: Omit<Actor, 'ask' | 'token'>,
  ): Promise<[string, Actor]> => [name, { ...actor, token, ask: await withToken(of, token) }]
  const elsewhere = await client('elsewhere', { role: 'admin', account_id: account })
  const actors = new Map<string, Actor>([
    ['anonymous', { ask: app.request, role: { 'odrl:read': 'who?', 'odrl:modify': 'who?', 'odrl:delete': 'who?' } }],
    ['member', { ask: plain.request, role: member }],
    ['viewer without policies', { ask: (await client('viewer', { role: 'viewer' })).request, role: reader }],
    ['role that may nothing', { ask: nobody.request, role: none }],
    ['grantee', { ask: grantee.request, role: none, single: all }],
    ['owner', { ask: owner.request, role: none, single: all, owns: true }],
    ['admin', { ask: root.request, role: all, administrator: true }],
    ['admin of another account', { ask: elsewhere.request, role: all, administrator: true }],
    ['impersonator of one who may nothing', { ask: impersonator.request, role: none, impersonating: true }],
    ["an admin's token", { ask: await withToken(root, {}), role: all, administrator: true, token: {} }],
    ["a member's token", { ask: await withToken(plain, {}), role: member, token: {} }],
    await limited("an admin's token to read", root, { actions: ['odrl:read'] }, { role: reader, asked: true }),
    await limited(
      'a token to read and modify',
      root,
      { actions: ['odrl:read', 'odrl:modify'] },
      { role: member, asked: true },
    ),
    await limited('a token to delete', root, { actions: ['odrl:delete'] }, { role: { ...none, 'odrl:delete': 'yes' } }),
    await limited(
      "an admin's token for another type",
      root,
      { type_slugs: ['other'] },
      { role: none, administers: true },
    ),
    await limited("a member's token for another type", plain, { type_slugs: ['other'] }, { role: none }),
    await limited(
      "an admin's token for the types",
      root,
      { type_slugs: types },
      { role: all, asked: true, administers: true },
    ),
    await limited(
      'one to read them',
      root,
      { type_slugs: types, actions: ['odrl:read'] },
      { role: reader, asked: true },
    ),
  ])
  return { actors, ids }
}

/** The lines of the table that begin with a method. */
function readTable(text: string): Policy[] {
  return text.split('\n').flatMap(line => {
    const [, method, address, asks] =
      /^\| (GET|POST|PUT|PATCH|DELETE)\s+\| `([^`]+)`\s+\| `([^`]+)`\s+\|/.exec(line) ?? []
    return method === undefined || address === undefined || asks === undefined ? [] : [{ method, address, asks }]
  })
}

/** Every route that there is: the addresses from Fastify's tree, the methods of each from its answer to `OPTIONS`. */
async function routesOf(app: SignedInApp): Promise<Pick<Policy, 'method' | 'address'>[]> {
  const { request } = await app.signIn('root')
  const routes: Pick<Policy, 'method' | 'address'>[] = []
  for (const address of addressesIn(app.app.printRoutes({ commonPrefix: false }))) {
    const answer = await request('OPTIONS', address.replace('*', '/x').replaceAll(/:\w+/g, 'x'))
    if (answer.statusCode !== 204) throw new Error(`${address}: ${answer.statusCode} ${answer.body}`)
    const allowed = String(answer.headers.allow).split(', ')
    for (const method of allowed.filter(one => one !== 'HEAD' && one !== 'OPTIONS')) routes.push({ method, address })
  }
  return routes
}

function addressesIn(tree: string): Set<string> {
  const parents: string[] = []
  const addresses = tree.split('\n').flatMap(line => {
    if (line.trim() === '') return []
    const found = /^([│ ]*)(?:├──|└──) (\S+)(?: \(([^)]*)\))?$/u.exec(line)
    if (found === null) throw new Error(`what is ${line}?`)
    const [, indent = '', segment = '', methods = ''] = found
    const depth = indent.length / 4
    const address = (parents[depth - 1] ?? '') + segment
    parents[depth] = address
    return methods === '' ? [] : [address]
  })
  return new Set(addresses)
}

type Headers = Record<string, string>
interface Listed {
  data: { id: string; subject: string; type_slug: string }[]
  cursor: string
  total?: number
}

const ada: Headers = { 'x-dev-agent': 'ada@example.org' }
const bob: Headers = { 'x-dev-agent': 'bob@example.org' }

const bookSchema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    isbn: { type: 'string', 'x-unique': true },
    author: { type: 'string', 'x-resource-type': 'writer' },
  },
}

/** Ada works in the default account, Bob in one of his own; both have a writer and a book with the same number. */
async function twoAccounts(t: Test, { request }: TestApp): Promise<Record<string, string>> {
  await request('POST', '/api/resource-types', { name: 'Writer', slug: 'writer' })
  await request('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema: bookSchema })
  const account = (await request('POST', '/api/accounts', { name: 'Bob & Co.' })).json().id as string
  const bobId = (await request('GET', '/api/auth/me', undefined, bob)).json().id as string
  await request('GET', '/api/auth/me', undefined, ada)
  t.equal((await request('PUT', `/api/users/${bobId}`, { account_id: account })).statusCode, 200)
  const ids: Record<string, string> = { account, bobId }
  for (const [name, headers] of Object.entries({ ada, bob })) {
    const writer = await request('POST', '/api/writer', { name: `${name} the writer` }, headers)
    const draft = { title: `Secret of ${name}`, isbn: '1', author: writer.json().id }
    const book = await request('POST', '/api/book', draft, headers)
    t.equal(book.statusCode, 201, `unique within the account only: ${book.body}`)
    ids[`${name}Writer`] = writer.json().id
    ids[`${name}Book`] = book.json().id
  }
  return ids
}

testAllStores('accounts are created, renamed and listed', async (t, { request }) => {
  const first = (await request('GET', '/api/accounts?count=true')).json()
  t.match(first, { data: [{ id: 'urn:account:default', name: 'Default' }], cursor: '', has_more: false, total: 1 })
  const made = await request('POST', '/api/accounts', { name: 'Other' })
  t.equal(made.statusCode, 201, made.body)
  const { id } = made.json()
  t.match(id, /^urn:account:[0-9A-Z]{26}$/)
  t.strictSame(Object.keys(made.json()), ['id', 'name', 'created_at'])
  t.match(made.headers, { location: `/api/accounts/${encodeURIComponent(id)}`, etag: `"${id}.1"` })
  for (const path of [String(made.headers.location), `/api/accounts/${id}`, `/api/accounts/${id.slice(12)}`])
    t.strictSame((await request('GET', path)).json(), made.json(), path)
  const renamed = await request('PUT', `/api/accounts/${id}`, { name: 'Another' }, { 'if-match': `"${id}.1"` })
  t.strictSame(renamed.json(), { ...made.json(), name: 'Another' })
  t.equal((await request('PUT', `/api/accounts/${id}`, { name: 'X' }, { 'if-match': `"${id}.1"` })).statusCode, 412)
  t.equal((await request('PUT', '/api/accounts/default', { name: 'Main' })).json().name, 'Main')
  const pages: string[] = []
  for (let cursor = ''; ;) {
    const page: Listed = (await request('GET', `/api/accounts?limit=1${cursor && `&cursor=${cursor}`}`)).json()
    pages.push(...page.data.map(account => account.id))
    if (page.cursor === '') break
    cursor = page.cursor
  }
  t.strictSame(pages, [id, 'urn:account:default'])
  const wrong: [string, string, unknown, number][] = [
    ['POST', '', {}, 400],
    ['POST', '', { name: ' ' }, 400],
    ['POST', '', { name: 'x', id: 'urn:account:x' }, 400],
    ['PUT', `/${id}`, { created_at: '' }, 400],
    ['PUT', `/${id}`, { lost: 1 }, 400],
    ['PUT', '/lost', { name: 'x' }, 404],
    ['GET', '/urn:user:admin', undefined, 404],
    ['GET', '?sort_by=name', undefined, 400],
    ['DELETE', `/${id}`, undefined, 405],
  ]
  for (const [method, path, body, status] of wrong)
    t.equal((await request(method, `/api/accounts${path}`, body)).statusCode, status, `${method} ${path}`)
  const events: Listed = (await request('GET', `/api/events?subject=${id}`)).json()
  t.equal(events.data.length, 2)
})

testAllStores(
  'resources of another account are invisible: single ones, lists, counts, references, referrers',
  async (t, app) => {
    const { request } = app
    const { adaBook = '', adaWriter = '', bobBook = '', bobWriter = '' } = await twoAccounts(t, app)
    const absent = (await request('GET', '/api/book/urn:book:01ARZ3NDEKTSV4RRFFQ69G5FAV', undefined, bob)).body
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '?sequence_no=1'],
      ['GET', '?include=author'],
      ['PUT', '', { title: 'x' }],
      ['DELETE', ''],
      ['GET', '/versions'],
      ['GET', '/referrers'],
      ['POST', '/restore'],
    ]
    for (const [method, path, body] of calls) {
      const answer = await request(method, `/api/book/${adaBook}${path}`, body, bob)
      t.equal(answer.statusCode, 404, `${method} ${path}`)
      t.equal(answer.body, absent, 'the same response as for a resource that never existed')
    }
    for (const query of ['', '?q=secret', '?_filter[title][like]=secret', '?filter_field=isbn&filter_value=1']) {
      const list: Listed = (
        await request('GET', `/api/book${query}${query ? '&' : '?'}count=true`, undefined, bob)
      ).json()
      t.strictSame([list.data.map(({ id }) => id), list.total], [[bobBook], 1], query)
    }
    for (const query of [
      '_filter[author.name][eq]=ada%20the%20writer',
      `_filter[author][eq]=${adaWriter}`,
      '_filter[id][exists]=false',
    ])
      t.equal((await request('GET', `/api/book?count=true&${query}`, undefined, bob)).json().total, 0, query)
    const stranger = await request('POST', '/api/book', { title: 'x', author: adaWriter }, bob)
    const never = await request(
      'POST',
      '/api/book',
      { title: 'x', author: 'urn:writer:01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      bob,
    )
    t.equal(stranger.statusCode, 400)
    t.equal(
      stranger.json().message.replaceAll(adaWriter, ''),
      never.json().message.replaceAll('urn:writer:01ARZ3NDEKTSV4RRFFQ69G5FAV', ''),
      'the same message',
    )
    t.equal((await request('GET', `/api/writer/${bobWriter}/referrers?count=true`, undefined, bob)).json().total, 1)
    t.equal((await request('GET', `/api/writer/${adaWriter}/referrers`, undefined, bob)).statusCode, 404)
    const taken = await request('POST', '/api/book', { title: 'x', isbn: '1' }, bob)
    t.equal(taken.statusCode, 409)
    t.notMatch(taken.body, /ada|Secret/)
    await request('POST', '/api/book', { title: 'Only here', isbn: '2' }, ada)
    t.equal((await request('POST', '/api/book', { title: 'Mine', isbn: '2' }, bob)).statusCode, 201)
    const bulk = { operations: [{ op: 'delete', id: adaBook }], atomic: false }
    t.equal((await request('POST', '/api/book/_bulk', bulk, bob)).json().results[0].status, 404)
    t.equal((await request('GET', `/api/book/${adaBook}`, undefined, ada)).statusCode, 200, 'it still exists')
  },
)

testAllStores('a user who moves to another account takes nothing along', async (t, app) => {
  const { request } = app
  const { account, bobId, adaBook = '', adaWriter = '', bobBook = '' } = await twoAccounts(t, app)
  const person = await request('POST', '/api/persons', { given_name: 'Ada', family_name: 'King' }, ada)
  const organization = await request('POST', '/api/organizations', { name: 'A', slug: 'a' }, ada)
  t.equal((await request('POST', '/api/organizations', { name: 'B', slug: 'a' }, bob)).statusCode, 201)
  t.equal((await request('GET', `/api/persons/${person.json().id}`, undefined, bob)).statusCode, 404)
  t.equal(
    (await request('GET', `/api/organizations/${organization.json().id}/members`, undefined, bob)).statusCode,
    404,
  )
  t.strictSame((await request('GET', '/api/persons', undefined, bob)).json().data, [])
  for (let i = 0; i < 3; i++) await request('POST', '/api/book', { title: `Volume ${i}` }, bob)
  const page: Listed = (await request('GET', '/api/book?limit=2', undefined, bob)).json()
  t.equal((await request('GET', `/api/book?limit=2&cursor=${page.cursor}`, undefined, bob)).statusCode, 200)
  t.equal((await request('GET', `/api/book?limit=2&cursor=${page.cursor}`, undefined, ada)).statusCode, 400, 'a cursor')

  const subjects = async (headers: Headers): Promise<string[]> =>
    ((await request('GET', '/api/events?limit=1000', undefined, headers)).json() as Listed).data.map(one => one.subject)
  const [adaSees, bobSees] = [await subjects(ada), await subjects(bob)]
  for (const id of [adaBook, adaWriter, person.json().id]) {
    t.ok(adaSees.includes(id))
    t.notOk(bobSees.includes(id), 'events of another account')
  }
  t.ok(bobSees.includes(bobBook) && !adaSees.includes(bobBook))
  for (const shared of ['urn:type:book', account, bobId])
    t.ok(
      [adaSees, bobSees].every(seen => seen.includes(shared ?? '')),
      'shared events are visible to everyone',
    )
  t.strictSame((await request('GET', `/api/events?subject=${adaBook}`, undefined, bob)).json().data, [])

  t.equal((await request('GET', `/api/book/${bobBook}`, undefined, bob)).statusCode, 200)
  await request('PUT', `/api/users/${bobId}`, { account_id: 'urn:account:default' })
  t.equal(
    (await request('GET', `/api/book/${bobBook}`, undefined, bob)).statusCode,
    404,
    'immediately, although it is his own',
  )
  t.equal((await request('GET', `/api/book?cursor=${page.cursor}`, undefined, bob)).statusCode, 400)
  t.equal((await request('GET', `/api/book/${adaBook}`, undefined, bob)).statusCode, 200)
  t.equal((await request('GET', '/api/auth/me', undefined, bob)).json().account_id, 'urn:account:default')
  t.notOk((await subjects(bob)).includes(bobBook))
})

t.test('an export contains the resources of the account', async t => {
  const folder = t.testdir({ 'a.json': '[{"title":"Of A"}]', 'b.json': '[{"title":"Of B"}]' })
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  await plinth('types', 'create', '--name', 'Book', '--slug', 'book')
  const { stdout } = await plinth('accounts', 'create', 'B', '--json')
  const { id: account } = JSON.parse(stdout) as { id: string }
  t.equal((await plinth('import', 'book', 'a.json')).code, 0)
  t.equal((await plinth('import', 'book', 'b.json', '--account', account)).code, 0)
  for (const [mine, other, options] of [
    ['Of A', 'Of B', []],
    ['Of B', 'Of A', ['--account', account]],
  ] as const) {
    t.equal((await plinth('export', 'book', 'out.json', ...options)).code, 0)
    const text = await readFile(join(folder, 'out.json'), 'utf8')
    t.match(text, mine)
    t.notMatch(text, other)
    await rm(join(folder, 'out.json'))
  }
})

t.test('a page of another origin cannot use the session of its visitor', async t => {
  const service = await signedInApp(t)
  const root = await service.signIn('root')
  const evil = { origin: 'https://evil.example.org' }
  const own = { origin: service.frontendUrl }
  const writes: [string, string, unknown?][] = [
    ['POST', '/api/resource-types', { name: 'Forged', slug: 'forged' }],
    ['PUT', '/api/settings/roles', { roles: ['admin', 'member', 'forged'] }],
    ['PUT', `/api/users/${root.me.id}`, { name: 'Forged' }],
    ['POST', '/api/auth/tokens', { name: 'forged' }],
    ['POST', '/api/admin/stop-impersonation'],
    ['POST', '/api/auth/logout'],
    ['DELETE', '/api/nothing/at-all'],
  ]
  for (const [method, url, body] of writes) {
    for (const headers of [
      evil,
      { origin: 'null' },
      { origin: `${service.frontendUrl}.evil.example.org` },
      { origin: service.frontendUrl.replace('https', 'http') },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const { statusCode } = await root.request(method, url, body, headers)
      t.equal(statusCode, 403, `${method} ${url} ${JSON.stringify(headers)}`)
    }
  }
  t.equal((await root.request('GET', '/api/auth/me', undefined, evil)).statusCode, 200, 'reading changes nothing')
  t.equal((await root.request('GET', '/api/resource-types/forged')).statusCode, 404)
  for (const headers of [own, { ...own, 'sec-fetch-site': 'same-origin' }, {}, { 'sec-fetch-site': 'none' }]) {
    t.equal((await root.request('POST', '/api/admin/stop-impersonation', undefined, headers)).statusCode, 200)
  }
  const made = await root.request('POST', '/api/auth/tokens', { name: 'machine' }, own)
  t.equal(made.statusCode, 201)
  const authorization = `Bearer ${made.json<{ token: string }>().token}`
  const asMachine = await service.request(
    'POST',
    '/api/resource-types',
    { name: 'A', slug: 'a' },
    { authorization, ...evil },
  )
  t.equal(asMachine.statusCode, 201, 'a token is sent deliberately, from any origin')
  t.equal((await root.request('POST', '/api/auth/logout', undefined, own)).statusCode, 204)
})

t.test('sessions, tokens and anonymous clients each have a rate limit', async t => {
  const { http } = loadConfig({})
  const rateLimit = { requests: 6, signIns: 3, window: 600_000 }
  const service = await signedInApp(t, { config: { http: { ...http, rateLimit } } })
  const [one, other] = [await service.signIn('root'), await service.signIn('alice')]
  const made = await one.request('POST', '/api/auth/tokens', { name: 'machine' })
  const authorization = `Bearer ${made.json<{ token: string }>().token}`
  const last = async (ask: () => Promise<{ statusCode: number }>): Promise<number[]> => {
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1) statuses.push((await ask()).statusCode)
    return [...new Set(statuses)]
  }
  t.strictSame(await last(() => one.request('GET', '/api/auth/me')), [200, 429])
  t.equal((await other.request('GET', '/api/auth/me')).statusCode, 200, 'the other session')
  t.strictSame(await last(() => service.request('GET', '/api/auth/me', undefined, { authorization })), [200, 429])
  const wrong = () => `Bearer plinth_${Math.random().toString(36).slice(2)}`
  t.strictSame(
    await last(() => service.request('GET', '/api/auth/me', undefined, { authorization: wrong() })),
    [401, 429],
  )
  t.strictSame(await last(() => service.request('GET', '/api/auth/login')), [302, 429], 'two were used already')
  t.equal((await other.request('GET', '/api/auth/me')).statusCode, 200)
})
