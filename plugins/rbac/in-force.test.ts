import t from 'tap'
import { countingStore } from '../../testing/internal/counting-store.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import { until } from '../../testing/internal/until.ts'
import { Policies } from './policies.ts'
import { cast, expect, give, make, onStages, urn } from './testing.ts'

onStages('tokens restrict rights, impersonation transfers them', async (t, { as, root }) => {
  const note = await make(as('mia'), 'note', {})
  const task = await make(as('mia'), 'task', {})
  const scope = (type_slugs: string[] | null, actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[] | null) => ({
    token: { id: 'urn:token:1', type_slugs, actions },
  })
  const read = ['odrl:read'] as const
  const status = async (
    further: ReturnType<typeof scope>,
    method: string,
    path: string,
    body?: unknown,
    name = 'mia',
  ) => (await as(name, further)(method, path, body)).statusCode
  const all = scope(null, null)
  t.equal(await status(all, 'GET', `/api/note/${note}`), 200)
  t.equal(await status(all, 'DELETE', `/api/note/${note}?dry_run=true`), 200, 'as the owner')
  t.equal(await status(all, 'GET', '/api/events', undefined, 'root'), 200)
  const reading = scope(null, [...read])
  t.equal(await status(reading, 'PUT', `/api/note/${note}`, {}), 403)
  t.equal(await status(reading, 'DELETE', `/api/note/${note}`), 403, 'ownership too')
  t.equal(await status(reading, 'GET', '/api/events', undefined, 'root'), 403, 'never an administrator')
  t.equal(await status(reading, 'GET', '/api/resource-types'), 200)
  t.equal(await status(reading, 'GET', `/api/note/${note}/permissions`), 200)
  const granting = { agent_id: urn('gus'), actions: ['odrl:delete'] }
  t.equal(
    await status(reading, 'POST', `/api/note/${note}/permissions`, granting),
    403,
    'it cannot extend its own rights',
  )
  t.equal(await status(reading, 'POST', `/api/note/${note}/permissions`, granting, 'root'), 403)
  const notes = scope(['note'], null)
  t.equal(await status(notes, 'GET', `/api/note/${note}`), 200)
  t.equal(await status(notes, 'POST', `/api/note/${note}/permissions`, granting), 201)
  t.equal(await status(notes, 'GET', `/api/task/${task}`), 403)
  t.equal(await status(notes, 'GET', '/api/task'), 403)
  t.equal(await status(notes, 'GET', `/api/task/${task}/permissions`), 403)
  t.equal(await status(notes, 'POST', '/api/task/_bulk', { operations: [{ op: 'create', data: {} }] }), 403)
  t.equal(await status(scope([], null), 'GET', `/api/note/${note}`), 403)
  const allowed = async (name: string, further = {}) => (await as(name, further)('GET', '/api/allowed')).json()
  t.strictSame(await allowed('root'), {
    administrator: true,
    permissions: { '*': ['odrl:read', 'odrl:modify', 'odrl:delete'] },
  })
  t.strictSame(await allowed('mia'), { administrator: false, permissions: { '*': ['odrl:read', 'odrl:modify'] } })
  t.strictSame(await allowed('vic'), { administrator: false, permissions: { '*': ['odrl:read'] } })
  t.strictSame(await allowed('nil'), { administrator: false, permissions: {} })
  t.strictSame(await allowed('mia', notes), {
    administrator: false,
    permissions: { note: ['odrl:read', 'odrl:modify'] },
  })
  t.strictSame(await allowed('root', reading), { administrator: false, permissions: { '*': ['odrl:read'] } })

  const swapped = as('nil', { impersonator: urn('root') })
  t.equal((await swapped('GET', `/api/note/${note}`)).statusCode, 403, 'the rights of the impersonated user')
  t.equal((await swapped('GET', '/api/events')).statusCode, 403)
  await expect(200, as('mia', { impersonator: urn('root') })('PUT', `/api/note/${note}`, {}))
  const [event] = (await root('GET', `/api/events?subject=${note}`)).json().data
  t.match(event.data, { actor: urn('mia'), impersonator: urn('root') })
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

t.test('policies compile for any stored setting', async t => {
  const all = ['odrl:read', 'odrl:modify', 'odrl:delete']
  const policies = new Policies({
    roles: {
      a: { 'note-x': all, '*': [] },
      b: { '*': ['odrl:read', 'odrl:fly', 1] },
      c: {},
      hasown: 'x',
      list: [['odrl:read']],
      'a,b': { note: all },
      constructor: { note: all },
      admin: {},
    },
  })
  t.ok(policies.allows('a', 'note-x', 'odrl:delete'))
  t.notOk(policies.allows('a', '*', 'odrl:read'))
  t.notOk(policies.allows('c', 'note-x', 'odrl:read'))
  t.notOk(policies.allows('b', 'note-x', 'odrl:read'), 'not by its own name')
  t.ok(policies.allowsOnType('b', 'note-x', 'odrl:read'))
  t.notOk(policies.allowsOnType('b', 'note-x', 'odrl:modify'))
  t.strictSame(policies.permissionsOf('b'), { '*': ['odrl:read'] })
  t.ok(policies.allowsOnType('admin', 'anything', 'odrl:delete'))
  for (const name of ['__proto__', 'constructor', 'toString', 'a,b', 'lost', '']) {
    t.notOk(policies.has(name), name)
    t.notOk(policies.allowsOnType(name, 'note-x', 'odrl:modify'), name)
    t.notOk(policies.allows('b', name, 'odrl:read'), name)
  }
  t.strictSame(policies.rolesThatAllow('note-x', 'odrl:read'), ['a', 'b'])
  t.notOk(new Policies({}).has('member'))
})

t.test('rights are cached: no request reads unchanged rights from the store', async t => {
  const { store, calls } = await countingStore(undefined, `${t.testdir({})}/own.db`)
  const { as } = await startPeopled(t, cast(), { store })
  const root = as('root')
  await expect(201, root('POST', '/api/resource-types', { name: 'Note', slug: 'note' }))
  await expect(200, root('PUT', '/api/settings/roles', { roles: ['none'] }))
  await expect(
    200,
    root('PUT', '/api/settings/role-access', { roles: { none: {}, member: { '*': ['odrl:read', 'odrl:modify'] } } }),
  )
  const id = await make(as('mia'), 'note', {})
  await give(root, id, 'gus', ['odrl:read'])
  const counted = async (name: string, method: string, path: string) => {
    await as(name)(method, path)
    calls.length = 0
    await as(name)(method, path)
    return calls
  }
  for (const name of ['root', 'mia', 'gus']) {
    t.strictSame(await counted(name, 'GET', `/api/note/${id}`), ['get notes'], name)
    t.strictSame(await counted(name, 'GET', '/api/note'), ['list notes'], name)
  }
  t.strictSame(await counted('mia', 'DELETE', `/api/note/${id}?dry_run=true`), ['get notes'], 'its owner')
  t.strictSame(await counted('nil', 'GET', `/api/note/${id}`), [], 'the owner, and the grants')
  t.strictSame(await counted('nil', 'GET', '/api/note'), ['list notes'], 'whether they own any')
})
