import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../kernel/index.ts'
import type { TestApp } from '../testing/index.ts'
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
  const type = /^\/api\/(:typeSlug|resource-types\/:id)/.test(address) ? 'note' : undefined
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
    case 'odrl:read':
    case 'odrl:modify':
    case 'odrl:delete': {
      const creates = ['POST', 'PUT'].includes(method) && !address.includes('/:id') && asks !== 'odrl:read'
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
  const kind = /^\/api\/(persons|organizations|resource-types|:typeSlug|resources)\//.exec(address)?.[1] ?? ''
  const url = address
    .replace('*', '/')
    .replace(':typeSlug', 'note')
    .replace(':personId', ids['persons'] ?? '')
    .replace(/:(?:agentId|name|file|entry)/, 'urn:user:none')
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
  for (const kind of ['resources', 'persons', 'organizations']) {
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
  const types = ['note', 'person', 'organization']
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
