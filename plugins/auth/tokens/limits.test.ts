import { signedInOnAnyStore } from '../../../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../../../testing/internal/signed-in.ts'

const path = '/api/auth/tokens'

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

const make = async ({ request }: Pick<Client, 'request'>, body: object = {}): Promise<{ id: string; token: string }> =>
  (await request('POST', path, { name: 'machine', ...body })).json()

async function withTypes(app: SignedInApp, ...slugs: string[]): Promise<Client> {
  const root = await app.signIn('root')
  for (const slug of slugs) await root.request('POST', '/api/resource-types', { name: slug, slug })
  return root
}

signedInOnAnyStore('a token for some types gives no access to others', async (t, app) => {
  const root = await withTypes(app, 'note', 'task')
  const slugs = ['note', 'task']
  const views: Record<string, string> = {}
  for (const type_slug of slugs) {
    const view = await root.request('POST', '/api/views', { type_slug, name: type_slug, shared: true })
    views[type_slug] = `/api/views/${view.json().id}`
  }
  const { token } = await make(root, { type_slugs: ['note'] })
  const ask = (method: string, url: string, body?: unknown): ReturnType<SignedInApp['request']> =>
    app.request(method, url, body, bearer(token))
  const statusOf = async (method: string, url: string, body?: unknown): Promise<number> =>
    (await ask(method, url, body)).statusCode

  for (const query of ['', '&includeAll=true']) {
    const list = (await ask('GET', `/api/resource-types?count=true${query}`)).json()
    t.match(list, { data: [{ slug: 'note' }], total: 1 })
    t.equal(list.data.length, 1)
  }
  t.equal(await statusOf('GET', '/api/resource-types/note'), 200)
  t.equal(await statusOf('GET', '/api/resource-types/urn:type:task'), 403)
  t.match((await ask('GET', '/api/views?count=true')).json(), { data: [{ type_slug: 'note' }], total: 1 })
  t.equal(await statusOf('GET', '/api/views?type_slug=task'), 403)
  t.strictSame(await Promise.all(slugs.map(slug => statusOf('GET', views[slug] ?? ''))), [200, 403])
  t.equal(await statusOf('POST', '/api/views', { type_slug: 'task', name: 'mine' }), 403)
  const own = (await ask('POST', '/api/views', { type_slug: 'note', name: 'mine' })).json().id as string
  t.equal(await statusOf('PUT', `/api/views/${own}`, { type_slug: 'task' }), 403)
  t.equal(await statusOf('DELETE', views['task'] ?? ''), 403)
  t.equal(await statusOf('DELETE', `/api/views/${own}`), 204)

  t.equal(
    await statusOf('PUT', '/api/resource-types/note', { description: 'd' }),
    200,
    'an administrator’s token, for the type itself',
  )
  t.equal(await statusOf('PUT', '/api/resource-types/task', { description: 'd' }), 403)
  t.equal(await statusOf('POST', '/api/resource-types', { name: 'New', slug: 'new' }), 403)
  for (const url of ['/api/users', '/api/accounts', '/api/events', '/api/users/lookup?email=root@example.org']) {
    t.equal(await statusOf('GET', url), 403, url)
  }
  t.equal(await statusOf('POST', '/api/resource-types/presets/tasks'), 403)
  for (const url of ['/api/auth/me', '/api/openapi.json', '/api/docs', '/api/health']) {
    t.equal(await statusOf('GET', url), 200, url)
  }
})

signedInOnAnyStore('a token without an action cannot perform it by any route', async (t, app) => {
  const root = await withTypes(app, 'note')
  const person = (await root.request('POST', '/api/persons', { given_name: 'A', family_name: 'B' })).json().id as string
  const note = (await root.request('POST', '/api/note', { a: 1 })).json().id as string
  const view = (await root.request('POST', '/api/views', { type_slug: 'note', name: 'v' })).json().id as string
  const bulk = (op: string): unknown => ({ operations: [{ op, id: note, ...(op === 'patch' && { data: { a: 2 } }) }] })
  const modifies: [string, string, unknown][] = [
    ['POST', '/api/note', { a: 1 }],
    ['PUT', `/api/note/${note}`, { a: 1 }],
    ['POST', '/api/note/_bulk', bulk('patch')],
    ['PUT', `/api/persons/${person}`, { given_name: 'X' }],
    ['POST', '/api/views', { type_slug: 'note', name: 'w' }],
    ['PUT', `/api/views/${view}`, { name: 'w' }],
  ]
  const deletes: [string, string, unknown][] = [
    ['DELETE', `/api/views/${view}`, undefined],
    ['DELETE', `/api/note/${note}`, undefined],
    ['POST', '/api/note/_bulk', bulk('delete')],
    ['PUT', `/api/persons/${person}`, { status: 'archived' }],
  ]
  const outcomes = async (actions: string[], requests: [string, string, unknown][]): Promise<Set<boolean>> => {
    const { token } = await make(root, { actions })
    const asked = requests.map(async ([method, url, body]) => app.request(method, url, body, bearer(token)))
    return new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode === 403))
  }
  t.strictSame(await outcomes(['odrl:read'], [...modifies, ...deletes]), new Set([true]))
  t.strictSame(await outcomes(['odrl:read', 'odrl:modify'], deletes), new Set([true]))
  t.strictSame(await outcomes(['odrl:delete'], modifies), new Set([true]))
  t.strictSame(await outcomes(['odrl:modify'], modifies), new Set([false]))
  t.strictSame(await outcomes(['odrl:delete'], deletes.slice(2)), new Set([false]))
})
