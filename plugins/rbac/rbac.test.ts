import t from 'tap'
import { ownDatabase } from '../../test/each-store.ts'
import { startPeopled } from '../../test/people.ts'
import { Policies } from './policies.ts'
import { cast, expect, give, idsIn, make, onStages, urn } from './testing.ts'

const unknown = 'urn:note:01ARZ3NDEKTSV4RRFFQ69G5FAV'

onStages('what roles allow', async (t, { as, root, policies, people }) => {
  const id = await make(root, 'note', { title: 'A' })
  const table = async (name: string) => {
    const ask = as(name)
    const requests = [
      ask('GET', '/api/note'),
      ask('GET', `/api/note/${id}`),
      ask('POST', '/api/note', { title: 'B' }),
      ask('PUT', `/api/note/${id}`, { title: 'A' }),
      ask('DELETE', `/api/note/${id}?dry_run=true`),
    ]
    return (await Promise.all(requests)).map(answer => answer.statusCode)
  }
  t.strictSame(await table('root'), [200, 200, 201, 200, 200])
  t.strictSame(await table('mia'), [200, 200, 201, 200, 403], 'a member reads and modifies')
  t.strictSame(await table('vic'), [200, 200, 403, 403, 403], 'a role without policies reads')
  t.strictSame(await table('nil'), [403, 403, 403, 403, 403], 'a role with none that allow anything')
  t.strictSame(await table('out'), [401, 401, 401, 401, 401], 'a disabled user')
  t.strictSame((await table('far')).slice(1), [404, 201, 404, 404], 'an administrator of another account')

  await policies('none', { note: ['odrl:delete'], '*': ['odrl:read'] })
  t.strictSame(await table('nil'), [200, 200, 403, 403, 200], 'what * and a slug say adds up, at once')
  await policies('none', { task: ['odrl:read', 'odrl:modify', 'odrl:delete'] })
  t.strictSame(await table('nil'), [403, 403, 403, 403, 403], 'another type')
  await policies('none', { note: [] })
  t.strictSame(await table('nil'), [403, 403, 403, 403, 403])
  await policies('none')
  t.strictSame(await table('nil'), [200, 200, 403, 403, 403], 'no policies any more')
  await policies('viewer', {})
  t.strictSame(await table('vic'), [403, 403, 403, 403, 403])
  people['nil'] = { role: 'none', account: 'urn:account:b' }
  t.strictSame((await table('nil')).slice(0, 2), [200, 404])

  for (const [method, path, body] of [
    ['POST', '/api/resource-types', { name: 'X', slug: 'x' }],
    ['PUT', '/api/settings/roles', { roles: [] }],
    ['GET', '/api/settings/role-access', undefined],
    ['POST', '/api/resource-types/presets/tasks', undefined],
    ['GET', '/api/events', undefined],
  ] as const) {
    t.equal((await as('mia')(method, path, body)).statusCode, 403, `${method} ${path}`)
  }
  t.equal((await as('vic')('GET', '/api/resource-types')).statusCode, 200, 'types are for everybody')
})

onStages('403 says nothing of what there is; 404 is the same for all', async (t, { as, root, policies }) => {
  const own = await make(as('mia'), 'note', { title: 'A' })
  const gone = await make(root, 'note', { title: 'gone' })
  await expect(204, root('DELETE', `/api/note/${gone}`))
  const foreign = await make(as('bea'), 'note', { title: 'B' })
  const ids = [own, gone, foreign, unknown, 'urn:task:1', 'no-such', '_', 'urn:note:', 'urn:user:root']
  const paths = ['', '/versions', '/referrers', '?sequence_no=1', '?include=x']
  const bodies = async (name: string, among: readonly string[]) => {
    const seen = new Set<string>()
    for (const id of among) {
      for (const path of paths) {
        const { statusCode, body } = await as(name)('GET', `/api/note/${id}${path}`)
        seen.add(`${statusCode} ${body}`)
      }
      for (const [method, path, body] of [
        ['PUT', '', {}],
        ['DELETE', '', undefined],
        ['POST', '/restore', undefined],
      ] as const) {
        const answer = await as(name)(method, `/api/note/${id}${path}`, body)
        seen.add(`${answer.statusCode} ${answer.body.replace(/odrl:\w+/, 'odrl:read')}`)
      }
    }
    return [...seen]
  }
  const forbidden = await bodies('nil', ids)
  t.equal(forbidden.length, 1, JSON.stringify(forbidden))
  t.match(forbidden[0], /^403/)
  const seen = new Set<string>()
  for (const id of [own, gone, unknown, 'no-such']) {
    for (const path of ['', '/versions', '/referrers', '?sequence_no=1']) {
      const { statusCode, body } = await as('far')('GET', `/api/note/${id}${path}`)
      seen.add(`${statusCode} ${body}`)
    }
  }
  t.strictSame([...seen], ['404 {"message":"there is no such resource"}'])
  t.equal((await as('nil')('GET', `/api/note/${own}?lost=1`)).statusCode, 403, 'before 400')
  t.equal((await as('nil')('PUT', `/api/note/${own}`, { lost: 1 })).statusCode, 403)
  t.equal((await as('nil')('GET', '/api/note?lost=1')).statusCode, 403)
  t.equal((await as('nil')('GET', '/api/lost')).statusCode, 403, 'nor of types')
})

onStages('owners and grantees', async (t, { as, root, policies, people }) => {
  const [mine, other, third] = [
    await make(as('mia'), 'note', { title: 'mine', size: 1 }),
    await make(as('max'), 'note', { title: 'other', size: 2 }),
    await make(as('max'), 'note', { title: 'third', size: 3 }),
  ]
  people['mia'] = { role: 'none' }
  const mia = as('mia')
  t.strictSame(idsIn(await mia('GET', '/api/note?count=true')), [mine], 'what they own')
  t.equal((await mia('GET', '/api/note?count=true')).json().total, 1)
  t.equal((await mia('PUT', `/api/note/${mine}`, { title: 'mine', size: 4 })).statusCode, 200)
  t.equal((await mia('GET', `/api/note/${other}`)).statusCode, 403)
  t.equal((await mia('POST', '/api/note', {})).statusCode, 403, 'creating asks for the role')
  t.equal((await mia('GET', '/api/task')).statusCode, 403, 'nothing at all')

  const gus = as('gus')
  t.equal((await gus('GET', '/api/note')).statusCode, 403)
  await give(as('max'), other, 'gus', ['odrl:read'])
  await give(root, third, 'gus', ['odrl:read', 'odrl:modify'])
  t.strictSame(idsIn(await gus('GET', '/api/note')), [third, other], 'at once')
  t.strictSame(idsIn(await gus('GET', '/api/note?_filter[size][gt]=2')), [third])
  t.strictSame(idsIn(await gus('GET', '/api/note?sort_by=title&sort_order=desc')), [third, other])
  t.strictSame(idsIn(await gus('GET', '/api/note?q=mine')), [])
  const first = (await gus('GET', '/api/note?limit=1')).json()
  t.strictSame(idsIn(await gus('GET', `/api/note?limit=1&cursor=${first.cursor}`)), [other], 'page by page')
  for (const path of ['', '/versions', '/referrers']) {
    t.equal((await gus('GET', `/api/note/${other}${path}`)).statusCode, 200, path)
  }
  t.equal((await gus('PUT', `/api/note/${other}`, {})).statusCode, 403)
  t.equal((await gus('PUT', `/api/note/${third}`, { size: 3 })).statusCode, 200)
  t.equal((await gus('DELETE', `/api/note/${third}`)).statusCode, 403)
  t.equal((await gus('GET', '/api/note?status=archived')).statusCode, 403)

  await give(root, third, 'gus', ['odrl:delete'])
  t.strictSame(idsIn(await gus('GET', '/api/note')), [other], 'what was granted before is replaced')
  t.equal((await gus('GET', `/api/note/${third}`)).statusCode, 403)
  t.equal((await gus('DELETE', `/api/note/${third}`)).statusCode, 204)
  t.strictSame(idsIn(await gus('GET', '/api/note?status=archived')), [third], 'grants survive archiving')
  t.equal((await gus('POST', `/api/note/${third}/restore`)).statusCode, 403)
  await expect(200, as('max')('POST', `/api/note/${third}/restore`))
  t.equal((await gus('DELETE', `/api/note/${third}?dry_run=true`)).statusCode, 200)
  await expect(204, root('DELETE', `/api/note/${other}/permissions/${urn('gus')}`))
  t.equal((await gus('GET', `/api/note/${other}`)).statusCode, 403, 'revoked at once')
  t.equal((await gus('GET', '/api/note')).statusCode, 403)

  people['gus'] = { role: 'none', account: 'urn:account:b' }
  t.equal((await gus('DELETE', `/api/note/${third}`)).statusCode, 403, 'grants hold in their account alone')
  await policies('none', { note: ['odrl:delete'] })
  people['gus'] = { role: 'none' }
  t.equal((await gus('GET', '/api/note?status=archived')).statusCode, 200, 'the archived ones ask odrl:delete alone')
  t.equal((await gus('GET', '/api/note')).statusCode, 403)
})

onStages('across references', async (t, { as, root, policies }) => {
  await policies('editor', { task: ['odrl:read', 'odrl:modify', 'odrl:delete'] })
  const open = await make(root, 'note', { title: 'open' })
  const secret = await make(root, 'note', { title: 'secret' })
  const tasks = [
    await make(root, 'task', { name: 'a', about: open }),
    await make(root, 'task', { name: 'b', about: secret, needs: secret }),
  ]
  await policies('none', { task: ['odrl:read', 'odrl:modify'], '*': [] })
  const gus = as('gus')
  t.strictSame(idsIn(await gus('GET', '/api/task?_filter[about.title][like]=e')), [], 'nothing of the type is readable')
  await give(root, open, 'gus', ['odrl:read', 'odrl:delete'])
  t.strictSame(idsIn(await gus('GET', '/api/task?_filter[about.title][like]=e')), [tasks[0]])
  t.equal((await gus('GET', '/api/task?_filter[about.title][eq]=secret&count=true')).json().total, 0)
  t.strictSame(idsIn(await gus('GET', '/api/task?_filter[about.title][ne]=open')), [])
  for (const query of ['include=about,needs', 'labels=true', 'include=about&labels=true']) {
    for (const path of ['/api/task', `/api/task/${tasks[1]}`]) {
      const { statusCode, body } = await gus('GET', `${path}?${query}`)
      t.equal(statusCode, 200)
      t.notMatch(body, /"secret"/, `${path}?${query}`)
    }
  }
  t.match((await gus('GET', '/api/task?include=about')).body, /"open"/)
  const wordings = await Promise.all(
    [secret, unknown, tasks[0]].map(async about => (await gus('POST', '/api/task', { name: 'c', about })).body),
  )
  t.equal(new Set(wordings).size, 1, 'what may not be read cannot be referred to, in one wording')
  t.match(wordings[0], /about: must be the URN/)
  t.equal((await gus('POST', '/api/task', { name: 'c', about: open })).statusCode, 201)
  t.equal((await gus('PUT', `/api/task/${tasks[1]}`, { name: 'B', about: secret })).statusCode, 200, 'it may stay')

  await policies('none', { note: ['odrl:read', 'odrl:delete'] })
  t.strictSame(idsIn(await as('nil')('GET', `/api/note/${secret}/referrers`)), [])
  t.equal((await as('nil')('GET', `/api/note/${secret}/referrers?count=true`)).json().total, 0)
  t.match(
    (await as('nil')('DELETE', `/api/note/${open}?force=true`)).statusCode,
    403,
    'forcing asks for administrators',
  )
  await expect(200, root('PUT', `/api/task/${tasks[1]}`, { name: 'b', needs: secret }))
  const refused = await as('nil')('DELETE', `/api/note/${secret}`)
  t.equal(refused.statusCode, 409)
  t.match(refused.json().message, /\(others: 1\)/)
  await give(root, tasks[1] ?? '', 'nil', ['odrl:read'])
  t.match((await as('nil')('DELETE', `/api/note/${secret}`)).json().message, /\(task: 1\)/)
  t.strictSame(idsIn(await as('nil')('GET', `/api/note/${secret}/referrers`)), [tasks[1]])
})

onStages('in bulk as one by one', async (t, { as, root, policies }) => {
  const ids = [await make(root, 'note', {}), await make(root, 'note', {}), await make(as('mia'), 'note', {})]
  const bulk = async (name: string, operations: object[], atomic = false) =>
    as(name)('POST', '/api/note/_bulk', { operations, atomic })
  const statuses = async (name: string, operations: object[]) =>
    (await bulk(name, operations)).json<{ results: { status: number }[] }>().results.map(({ status }) => status)
  const all = [
    { op: 'create', data: {} },
    { op: 'patch', id: ids[0], data: { size: 1 } },
    { op: 'update', id: unknown, data: {} },
    { op: 'update', id: 'urn:task:1', data: {} },
    { op: 'delete', id: ids[1] },
    { op: 'restore', id: ids[2] },
  ]
  t.strictSame(await statuses('nil', all), [403, 403, 403, 403, 403, 403])
  t.strictSame(await statuses('mia', all), [201, 200, 404, 404, 403, 409])
  await give(root, ids[0] ?? '', 'gus', ['odrl:modify'])
  t.strictSame(await statuses('gus', all), [403, 200, 403, 403, 403, 403])
  const whole = await bulk('gus', all.slice(1), true)
  t.equal(whole.statusCode, 403)
  t.match(whole.json().message, /^operations\[1\]: /)
  t.equal(
    (await bulk('mia', [{ op: 'create', id: unknown, data: {} }], true)).statusCode,
    403,
    'ids are chosen by administrators',
  )
  t.equal((await bulk('root', [{ op: 'create', id: unknown, data: {} }], true)).statusCode, 200)
  await policies('none', { note: ['odrl:delete'] })
  t.strictSame(await statuses('nil', [{ op: 'delete', id: ids[1] }]), [204], 'by the role')
  t.strictSame(await statuses('nil', [{ op: 'restore', id: ids[1] }]), [403])
  t.strictSame(
    await statuses('mia', [
      { op: 'delete', id: ids[2] },
      { op: 'create', data: {} },
    ]),
    [204, 201],
    'its owner',
  )
})

onStages('persons and organizations; archiving by whatever means', async (t, { as, root, policies }) => {
  const person = await make(root, 'persons', { given_name: 'Ada', family_name: 'King' })
  const organization = await make(root, 'organizations', { name: 'O', slug: 'o' })
  const nil = as('nil')
  t.equal((await nil('GET', '/api/persons')).statusCode, 403)
  await give(root, person, 'nil', ['odrl:read'])
  t.strictSame(idsIn(await nil('GET', '/api/persons')), [person])
  t.strictSame(idsIn(await nil('GET', '/api/person')), [person])
  t.equal((await nil('GET', `/api/persons/${person}`)).statusCode, 200)
  const put = async (name: string, body: object) => (await as(name)('PUT', `/api/persons/${person}`, body)).statusCode
  t.equal(await put('nil', { email: 'a@b.c' }), 403)
  t.equal(await put('mia', { status: 'archived' }), 403, 'modifying is not enough')
  t.equal(await put('mia', { status: 'gone' }), 400)
  await give(root, person, 'nil', ['odrl:delete'])
  t.equal(await put('nil', { status: 'active' }), 403)
  t.equal(await put('nil', { status: 'archived', email: 'a@b.c' }), 403, 'a change beside it asks for modifying too')
  t.equal(await put('nil', { lost: 1 }), 403, 'before 400')
  t.equal(await put('nil', { status: 'archived' }), 200, 'deleting is')
  await expect(200, root('POST', `/api/person/${person}/restore`))

  await policies('none', { organization: ['odrl:read'] })
  const members = `/api/organizations/${organization}/members`
  await give(root, person, 'nil', ['odrl:read'])
  t.equal((await nil('POST', members, { person_id: person })).statusCode, 403)
  t.equal((await nil('POST', members, { person_id: 'urn:person:none' })).statusCode, 403)
  await give(root, person, 'nil', ['odrl:read', 'odrl:modify'])
  t.equal((await nil('POST', members, { person_id: person })).statusCode, 201)
  t.strictSame(idsIn(await nil('GET', members)), [person])
  t.equal((await nil('DELETE', `${members}/${person}`)).statusCode, 204)
})

onStages('tokens take away, impersonation passes on', async (t, { as, root }) => {
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
  t.equal(await status(reading, 'POST', `/api/note/${note}/permissions`, granting), 403, 'it cannot widen itself')
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
  t.equal((await swapped('GET', `/api/note/${note}`)).statusCode, 403, 'the rights of the one who is impersonated')
  t.equal((await swapped('GET', '/api/events')).statusCode, 403)
  await expect(200, as('mia', { impersonator: urn('root') })('PUT', `/api/note/${note}`, {}))
  const [event] = (await root('GET', `/api/events?subject=${note}`)).json().data
  t.match(event.data, { actor: urn('mia'), impersonator: urn('root') })
})

t.test('in force on another instance within a second', async t => {
  const url = await ownDatabase()
  if (url === undefined) return t.comment('NOT RUN: there is no MongoDB here')
  const one = await startPeopled(t, cast(), { url })
  const two = await startPeopled(t, cast(), { url })
  const root = one.as('root')
  await expect(201, root('POST', '/api/resource-types', { name: 'Note', slug: 'note' }))
  await expect(200, root('PUT', '/api/settings/roles', { roles: ['none', 'viewer'] }))
  await expect(200, root('PUT', '/api/settings/role-access', { roles: { none: {} } }))
  const id = await make(root, 'note', {})
  const nil = two.as('nil')
  const within = async (status: number, what: string) => {
    const begun = performance.now()
    while ((await nil('GET', `/api/note/${id}`)).statusCode !== status) {
      if (performance.now() - begun > 1000) return t.fail(`${what} within a second`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
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

t.test('policies are compiled whatever roles and types are called', async t => {
  const all = ['odrl:read', 'odrl:modify', 'odrl:delete']
  const policies = new Policies({
    roles: {
      'a,b': { 'x/y': all, '*': [] },
      a: {},
      b: { '*': ['odrl:read', 'odrl:fly', 1] },
      hasown: 'x',
      list: [['odrl:read']],
    },
  })
  t.ok(policies.allow('a,b', 'x/y', 'odrl:delete'))
  t.notOk(policies.allow('a,b', '*', 'odrl:read'))
  t.notOk(policies.allow('a', 'x/y', 'odrl:read'))
  t.notOk(policies.allow('b', 'x/y', 'odrl:read'))
  t.ok(policies.allow('b', '*', 'odrl:read'))
  t.strictSame(policies.of('b'), { '*': ['odrl:read'] })
  for (const name of ['__proto__', 'constructor', 'toString', 'r0', 'lost', '']) {
    t.notOk(policies.has(name) || policies.allow(name, '*', 'odrl:read'), name)
    t.notOk(policies.allow('b', name, 'odrl:read'), name)
  }
  t.strictSame(policies.rolesThatAllow('x/y', 'odrl:read'), ['a,b', 'b'])
  t.notOk(new Policies({}).has('member'))
})
