import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { pluginSuite } from '../../testing/index.ts'
import { countingStore } from '../../testing/internal/counting-store.ts'
import { testApp } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import { Policies } from './policies.ts'
import { cast, expect, give, idsIn, make, onStages, urn } from './testing.ts'

const unknown = 'urn:note:01ARZ3NDEKTSV4RRFFQ69G5FAV'

onStages('the rights of roles', async (t, { as, root, policies, people }) => {
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
  t.strictSame(await table('nil'), [403, 403, 403, 403, 403], 'a role without allowing policies')
  t.strictSame(await table('out'), [401, 401, 401, 401, 401], 'a disabled user')
  t.strictSame((await table('far')).slice(1), [404, 201, 404, 404], 'an administrator of another account')

  await policies('none', { note: ['odrl:delete'], '*': ['odrl:read'] })
  t.strictSame(await table('nil'), [200, 200, 403, 403, 200], 'policies for * and for a slug are combined, immediately')
  await policies('none', { task: ['odrl:read', 'odrl:modify', 'odrl:delete'] })
  t.strictSame(await table('nil'), [403, 403, 403, 403, 403], 'another type')
  await policies('none', { note: [] })
  t.strictSame(await table('nil'), [403, 403, 403, 403, 403])
  await policies('none')
  t.strictSame(await table('nil'), [200, 200, 403, 403, 403], 'no policies any longer')
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
  t.equal((await as('vic')('GET', '/api/resource-types')).statusCode, 200, 'everyone can read types')
})

onStages('403 does not disclose existence; 404 is the same for all', async (t, { as, root }) => {
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
  t.equal((await as('nil')('GET', '/api/lost')).statusCode, 403, 'nor the existence of types')
})

onStages('owners and grantees', async (t, { as, root, policies, people }) => {
  const [mine, other, third] = [
    await make(as('mia'), 'note', { title: 'mine', size: 1 }),
    await make(as('max'), 'note', { title: 'other', size: 2 }),
    await make(as('max'), 'note', { title: 'third', size: 3 }),
  ]
  people['mia'] = { role: 'none' }
  const mia = as('mia')
  t.strictSame(idsIn(await mia('GET', '/api/note?count=true')), [mine], 'their own resources')
  t.equal((await mia('GET', '/api/note?count=true')).json().total, 1)
  t.equal((await mia('PUT', `/api/note/${mine}`, { title: 'mine', size: 4 })).statusCode, 200)
  t.equal((await mia('GET', `/api/note/${other}`)).statusCode, 403)
  t.equal((await mia('POST', '/api/note', {})).statusCode, 403, 'creating requires the right by role')
  t.equal((await mia('GET', '/api/task')).statusCode, 403, 'nothing at all')

  const gus = as('gus')
  t.equal((await gus('GET', '/api/note')).statusCode, 403)
  await give(as('max'), other, 'gus', ['odrl:read'])
  await give(root, third, 'gus', ['odrl:read', 'odrl:modify'])
  t.strictSame(idsIn(await gus('GET', '/api/note')), [third, other], 'immediately')
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
  t.strictSame(idsIn(await gus('GET', '/api/note')), [other], 'earlier grants are replaced')
  t.equal((await gus('GET', `/api/note/${third}`)).statusCode, 403)
  t.equal((await gus('DELETE', `/api/note/${third}`)).statusCode, 204)
  t.strictSame(idsIn(await gus('GET', '/api/note?status=archived')), [], 'archived ones require odrl:read too')
  t.equal((await gus('POST', `/api/note/${third}/restore`)).statusCode, 403)
  await expect(200, as('max')('POST', `/api/note/${third}/restore`))
  await give(root, third, 'gus', ['odrl:read', 'odrl:delete'])
  t.equal((await gus('DELETE', `/api/note/${third}`)).statusCode, 204)
  t.strictSame(idsIn(await gus('GET', '/api/note?status=archived')), [third], 'grants survive archiving')
  await expect(200, as('max')('POST', `/api/note/${third}/restore`))
  await give(root, third, 'gus', ['odrl:delete'])
  t.equal((await gus('DELETE', `/api/note/${third}?dry_run=true`)).statusCode, 200)
  await expect(204, root('DELETE', `/api/note/${other}/permissions/${urn('gus')}`))
  t.equal((await gus('GET', `/api/note/${other}`)).statusCode, 403, 'revoked immediately')
  t.equal((await gus('GET', '/api/note')).statusCode, 403)

  people['gus'] = { role: 'none', account: 'urn:account:b' }
  t.equal((await gus('DELETE', `/api/note/${third}`)).statusCode, 403, 'grants apply only within their account')
  await policies('none', { note: ['odrl:delete'] })
  people['gus'] = { role: 'none' }
  t.equal((await gus('GET', '/api/note?status=archived')).statusCode, 403, 'archived ones require odrl:read too')
  t.equal((await gus('GET', '/api/note')).statusCode, 403)
  await policies('none', { note: ['odrl:read'] })
  t.equal((await as('nil')('GET', '/api/note?status=archived')).statusCode, 403, 'and odrl:delete')
  await policies('none', { note: ['odrl:read', 'odrl:delete'] })
  await expect(204, root('DELETE', `/api/note/${other}`))
  t.strictSame(idsIn(await gus('GET', '/api/note?status=archived')), [other])
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
  for (const filter of ['[ne]=open', '[ne]=secret', '[exists]=false']) {
    const found = idsIn(await gus('GET', `/api/task?sort_by=created_at&_filter[about.title]${filter}`))
    t.strictSame(found, filter === '[ne]=secret' ? tasks : [tasks[1]], `${filter}: what is hidden has no value`)
  }
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
  t.equal(new Set(wordings).size, 1, 'unreadable resources cannot be referred to, with the same message')
  t.match(wordings[0], /about: must be the URN/)
  t.equal((await gus('POST', '/api/task', { name: 'c', about: open })).statusCode, 201)
  t.equal(
    (await gus('PUT', `/api/task/${tasks[1]}`, { name: 'B', about: secret })).statusCode,
    200,
    'an existing reference can stay',
  )

  await policies('none', { note: ['odrl:read', 'odrl:delete'] })
  t.strictSame(idsIn(await as('nil')('GET', `/api/note/${secret}/referrers`)), [])
  t.equal((await as('nil')('GET', `/api/note/${secret}/referrers?count=true`)).json().total, 0)
  t.match(
    (await as('nil')('DELETE', `/api/note/${open}?force=true`)).statusCode,
    403,
    'force requires an administrator',
  )
  await expect(200, root('PUT', `/api/task/${tasks[1]}`, { name: 'b', needs: secret }))
  const refused = await as('nil')('DELETE', `/api/note/${secret}`)
  t.equal(refused.statusCode, 409)
  t.match(refused.json().message, /\(others: 1\)/)
  await give(root, tasks[1] ?? '', 'nil', ['odrl:read'])
  t.match((await as('nil')('DELETE', `/api/note/${secret}`)).json().message, /\(task: 1\)/)
  t.strictSame(idsIn(await as('nil')('GET', `/api/note/${secret}/referrers`)), [tasks[1]])
})

onStages('in bulk the same as individually', async (t, { as, root, policies }) => {
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
    'only administrators choose ids',
  )
  t.equal((await bulk('root', [{ op: 'create', id: unknown, data: {} }], true)).statusCode, 200)
  const copied = await as('mia')('POST', '/api/note/_bulk?copy=true', { operations: [{ op: 'create', data: {} }] })
  t.equal(copied.statusCode, 403, 'and copies of another service')
  t.equal((await as('mia')('GET', '/api/note?copy=true')).statusCode, 403)
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
  const next = { type: 'string', 'x-resource-type': 'note' }
  await expect(200, root('PATCH', '/api/resource-types/urn:type:note', { schema: { properties: { next } } }))
  const [first, second] = [await make(root, 'note', {}), await make(root, 'note', {})]
  const link = (changed: object): object[] => [changed, { op: 'patch', id: second, data: { next: first } }]
  const change = link({ op: 'patch', id: first, data: { size: 1 } })
  await policies('none', { note: ['odrl:modify'] })
  t.strictSame(await statuses('nil', change), [200, 400], 'what only may be changed is no target')
  await policies('none', { note: ['odrl:modify', 'odrl:read'] })
  t.strictSame(await statuses('nil', change), [200, 200])
  await expect(204, root('DELETE', `/api/note/${first}`))
  await expect(200, root('PATCH', `/api/note/${second}`, { next: null }))
  t.strictSame(await statuses('nil', link({ op: 'restore', id: first })), [200, 200], 'restored by the same request')
})

onStages('persons and organizations; archiving by every route', async (t, { as, root, policies }) => {
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
  t.equal(await put('mia', { status: 'archived' }), 403, 'modify is not sufficient')
  t.equal(await put('mia', { status: 'gone' }), 400)
  await give(root, person, 'nil', ['odrl:delete'])
  t.equal(await put('nil', { status: 'active' }), 403)
  t.equal(await put('nil', { status: 'archived', email: 'a@b.c' }), 403, 'an additional change requires modify too')
  t.equal(await put('nil', { lost: 1 }), 403, 'before 400')
  t.equal(await put('nil', { status: 'archived' }), 200, 'delete is sufficient')
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

interface Grant {
  agent_id: string
  actions: string[]
}

interface Event {
  type: string
  subject: string
  data: object
}

for (const { name, run } of pluginSuite({
  key: 'rbac',
  paths: ['/api/access/explain'],
  app: { plugins: { ...loadConfig({}).plugins } },
}))
  t.test(name, run)

const addresses = (id: string): string[] => [
  `/api/note/${id}/permissions`,
  `/api/note/${encodeURIComponent(id)}/permissions`,
  `/api/note/${id.slice('urn:note:'.length)}/permissions`,
  `/api/resources/${id}/permissions`,
  `/api/resources/${encodeURIComponent(id)}/permissions`,
  `/api/resources/${id.slice('urn:note:'.length)}/permissions`,
]

const granted = (name: string, actions: string[]) => ({ agent_id: urn(name), actions })

onStages('owners and administrators manage grants', async (t, { as, root }) => {
  const id = await make(as('mia'), 'note', { title: 'A' })
  const list = async (path = addresses(id)[0] ?? '') =>
    (await expect(200, as('mia')('GET', path))).json<{ data: Grant[]; cursor: string; has_more: boolean }>()
  t.strictSame(await list(), { data: [], cursor: '', has_more: false })
  for (const [index, path] of addresses(id).entries()) {
    const actions = index % 2 === 0 ? ['odrl:read'] : ['odrl:delete', 'odrl:modify']
    const answer = await as(index < 3 ? 'mia' : 'root')('POST', path, granted('gus', actions))
    t.equal(answer.statusCode, 201, path)
    t.equal(
      answer.headers.location,
      `/api/note/${encodeURIComponent(id)}/permissions/${encodeURIComponent(urn('gus'))}`,
    )
    const { granted_at, ...grant } = answer.json()
    t.strictSame(grant, {
      resource_id: id,
      ...granted('gus', actions),
      granted_by: urn(index < 3 ? 'mia' : 'root'),
    })
    t.match(granted_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    t.strictSame((await list(path)).data, [answer.json()], 'the same grant under every address')
  }
  for (const name of ['vic', 'max', 'nil']) await give(root, id, name, ['odrl:read'])
  const names = (page: { data: Grant[] }): string[] => page.data.map(({ agent_id }) => agent_id)
  t.strictSame(names(await list()), ['nil', 'max', 'vic', 'gus'].map(urn), 'newest first')
  const first = await list(`${addresses(id)[0]}?limit=3&count=true`)
  t.match(first, { has_more: true, total: 4 })
  t.strictSame(names(await list(`${addresses(id)[5]}?limit=3&cursor=${first.cursor}`)), [urn('gus')])
  const other = await make(as('mia'), 'note', {})
  t.equal((await as('mia')('GET', `/api/note/${other}/permissions?cursor=${first.cursor}`)).statusCode, 400)
  for (const [name, path] of [
    [urn('gus'), addresses(id)[0]],
    ['vic', addresses(id)[3]],
    [encodeURIComponent(urn('max')), addresses(id)[5]],
  ] as const) {
    const removed = await as('mia')('DELETE', `${path}/${name}`)
    t.equal(removed.statusCode, 204, name)
    t.equal(removed.body, '')
    t.equal((await as('mia')('DELETE', `${path}/${name}`)).statusCode, 404)
  }
  t.strictSame(names(await list()), [urn('nil')])
  await give(as('mia'), id, 'gus', ['odrl:read'])
  t.strictSame(names(await list()), ['gus', 'nil'].map(urn), 'a revoked grant can be granted again')
  const events = (await root('GET', `/api/events?subject=${id}&limit=100`)).json<{ data: Event[] }>().data
  t.strictSame([...new Set(events.map(({ type }) => type))].toSorted(), [
    'Permission.Granted',
    'Permission.Revoked',
    'Resource.Created',
  ])
  t.strictSame(events[0]?.data, { actor: urn('mia'), type_slug: 'note' })
  t.equal(events.filter(({ type }) => type === 'Permission.Revoked').length, 3)
  t.equal((await root('GET', `/api/note/${id}`)).json().sequence_no, 1, 'grants give no role')
})

onStages('other users cannot, and get no information', async (t, { as, root, policies }) => {
  const id = await make(as('mia'), 'note', {})
  await give(root, id, 'gus', ['odrl:read', 'odrl:modify', 'odrl:delete'])
  const gone = await make(as('mia'), 'note', {})
  await expect(204, root('DELETE', `/api/note/${gone}`))
  const foreign = await make(as('bea'), 'note', {})
  const ask = async (name: string, of: string): Promise<string[]> => {
    const seen = new Set<string>()
    for (const path of addresses(of)) {
      for (const [method, further, body] of [
        ['GET', '', undefined],
        ['GET', '?lost=1', undefined],
        ['POST', '', granted('gus', ['odrl:fly'])],
        ['POST', '', { lost: 1 }],
        ['DELETE', `/${urn('gus')}`, undefined],
      ] as const) {
        const answer = await as(name)(method, path + further, body)
        seen.add(`${answer.statusCode} ${answer.body}`)
      }
    }
    return [...seen]
  }
  const forbidden = '403 {"message":"only the owner of a resource and administrators manage its permissions"}'
  const missing = '404 {"message":"there is no such resource"}'
  const never = 'urn:note:01ARZ3NDEKTSV4RRFFQ69G5FAV'
  for (const one of [id, gone, foreign, never]) t.strictSame(await ask('nil', one), [forbidden], one)
  t.strictSame(await ask('gus', id), [forbidden], 'a user with all grants')
  t.strictSame(await ask('max', id), [forbidden], 'a member')
  for (const one of [gone, foreign, never, 'urn:task:1']) t.strictSame(await ask('max', one), [missing], one)
  t.strictSame(await ask('far', id), [missing], 'an administrator of another account')
  t.strictSame(await ask('root', gone), [missing])
  t.strictSame(await ask('mia', gone), [missing], 'its owner')
  await policies('none', { task: ['odrl:read'] })
  for (const one of [id, gone, never]) t.strictSame(await ask('nil', one), [forbidden], one)
  await policies('none', { note: ['odrl:read'] })
  t.strictSame(await ask('nil', id), [forbidden])
  for (const one of [gone, foreign]) t.strictSame(await ask('nil', one), await ask('nil', never), one)
})

onStages('a draft that is not public is not there for readers', async (t, { as, root, policies }) => {
  await expect(201, root('POST', '/api/resource-types', { name: 'Post', slug: 'post', schema: { 'x-drafts': true } }))
  const id = await make(root, 'post', { title: 'Draft' })
  const never = 'urn:post:never'
  for (const entries of [{ post: ['odrl:read'] }, { post: ['odrl:read', 'odrl:delete'] }, { '*': ['odrl:read'] }]) {
    await policies('none', entries)
    for (const [method, path, body] of [
      ['GET', '/api/post/ID', undefined],
      ['GET', '/api/post/ID/permissions', undefined],
      ['GET', '/api/resources/ID/permissions', undefined],
      ['POST', '/api/resources/ID/permissions', granted('gus', ['odrl:read'])],
      ['DELETE', `/api/post/ID/permissions/${urn('gus')}`, undefined],
      ['GET', `/api/access/explain?agent=${urn('nil')}&action=odrl:read&resource=ID`, undefined],
    ] as const) {
      const ask = async (one: string) => {
        const { statusCode, body: text } = await as('nil')(method, path.replace('ID', one), body)
        return [statusCode, text.replaceAll(one, 'ID')]
      }
      t.strictSame(await ask(id), await ask(never), `${method} ${path}`)
      const last = (one: string): string => one.slice('urn:post:'.length)
      if (!path.includes('explain')) t.strictSame(await ask(last(id)), await ask(last(never)), `${path}, short`)
    }
  }
  await policies('none', { post: ['odrl:read', 'odrl:modify'] })
  t.equal((await as('nil')('GET', `/api/post/${id}/permissions`)).statusCode, 403, 'an editor knows it')
  await policies('none', { post: ['odrl:read'] })
  await expect(200, root('POST', `/api/post/${id}/publish`))
  t.equal((await as('nil')('GET', `/api/post/${id}/permissions`)).statusCode, 403, 'and everybody what is public')
})

onStages(
  'invalid input is refused and the problem is named; concurrent grants are both kept',
  async (t, { as, root }) => {
    const id = await make(root, 'note', {})
    const path = `/api/note/${id}/permissions`
    const wrong: [unknown, RegExp][] = [
      [{}, /agent_id is required.*actions is required/],
      [{ agent_id: urn('gus') }, /actions is required/],
      [{ ...granted('gus', ['odrl:read']), granted_by: urn('mia') }, /granted_by/],
      [granted('gus', []), /actions/],
      [granted('gus', ['odrl:read', 'odrl:read']), /actions/],
      [granted('gus', ['odrl:fly', 'read', 'odrl:read']), /no action "odrl:fly".*no action "read"/],
      [granted('lost', ['odrl:read']), /agent_id: there is no user "urn:user:lost"/],
      [{ agent_id: 'gus', actions: ['odrl:read'] }, /agent_id/],
      [{ agent_id: 'urn:note:gus', actions: ['odrl:read'] }, /agent_id/],
      [granted('bea', ['odrl:read']), /agent_id: there is no user "urn:user:bea" in the account/],
      [granted('__proto__', ['odrl:read']), /agent_id/],
      [{ agent_id: 1, actions: 'odrl:read' }, /agent_id.*actions/],
      [[], /object/],
    ]
    for (const [body, message] of wrong) {
      const answer = await root('POST', path, body)
      t.equal(answer.statusCode, 400, JSON.stringify(body))
      t.match(answer.json().message, message)
    }
    t.equal((await root('GET', `${path}?lost=1`)).statusCode, 400)
    t.equal((await root('GET', `${path}?limit=0`)).statusCode, 400)
    t.equal((await root('PUT', path, {})).statusCode, 405)
    t.equal((await root('GET', `${path}/${urn('gus')}`)).statusCode, 405)
    t.equal((await root('POST', '/api/lost/1/permissions', granted('gus', ['odrl:read']))).statusCode, 404)
    t.equal((await root('POST', '/api/resources/urn:lost/permissions', granted('gus', ['odrl:read']))).statusCode, 404)
    t.equal((await root('GET', '/api/resources')).statusCode, 404)
    t.strictSame((await root('GET', path)).json().data, [])

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        root('POST', path, granted(n % 2 === 0 ? 'gus' : 'vic', n % 3 === 0 ? ['odrl:read'] : ['odrl:modify'])),
      ),
    )
    for (const answer of answers) t.equal(answer.statusCode, 201, answer.body)
    t.equal((await root('GET', `${path}?count=true`)).json().total, 2, 'one grant for each')
    t.equal((await as('out')('GET', path)).statusCode, 401)
  },
)

onStages('an ambiguous short id is not accepted', async (t, { as, root }) => {
  for (const slug of ['note', 'task']) {
    const operations = [{ op: 'create', id: `urn:${slug}:same`, data: {} }]
    await expect(200, root('POST', `/api/${slug}/_bulk`, { operations }))
  }
  t.equal((await root('GET', '/api/resources/same/permissions')).statusCode, 400)
  t.equal((await as('mia')('GET', '/api/resources/same/permissions')).statusCode, 404)
  t.equal((await root('GET', '/api/resources/urn:task:same/permissions')).statusCode, 200)
})

onStages('explanations of access', async (t, stage) => {
  const { as, root, policies, people } = stage
  const id = await make(as('mia'), 'note', {})
  const foreign = await make(as('bea'), 'note', {})
  const gone = await make(as('mia'), 'note', {})
  await expect(204, root('DELETE', `/api/note/${gone}`))
  await give(root, id, 'gus', ['odrl:modify'])
  const asked = (agent: string, action: string, resource: string): string =>
    `/api/access/explain?agent=${urn(agent)}&action=odrl:${action}&resource=${encodeURIComponent(resource)}`
  const kinds = async (...[agent, action, resource]: [string, string, string]) => {
    const { allowed, rules, remedies, ...question } = (
      await expect(200, root('GET', asked(agent, action, resource)))
    ).json()
    t.strictSame(question, { agent: urn(agent), action: `odrl:${action}`, resource })
    t.equal(allowed, rules.length > 0)
    t.equal(remedies.length === 0, allowed)
    const path = resource.startsWith('urn:') ? `/api/note/${resource}` : '/api/note'
    if (action === 'read' && agent !== 'out') {
      t.equal((await as(agent)('GET', path)).statusCode === 200, allowed, 'the explanation agrees with the result')
    }
    return rules.map(({ kind, detail }: { kind: string; detail: string }) => (t.ok(detail.length > 10), kind))
  }
  t.strictSame(await kinds('root', 'delete', id), ['admin'])
  t.strictSame(await kinds('mia', 'modify', id), ['wildcard', 'ownership'])
  t.strictSame(await kinds('mia', 'delete', id), ['ownership'])
  t.strictSame(await kinds('max', 'delete', id), [])
  t.strictSame(await kinds('mia', 'delete', 'note'), [], 'for the type as a whole the role decides')
  t.strictSame(await kinds('vic', 'read', id), ['default'])
  t.strictSame(await kinds('vic', 'modify', id), [])
  t.strictSame(await kinds('gus', 'modify', id), ['grant'])
  t.strictSame(await kinds('gus', 'read', id), [])
  t.strictSame(await kinds('gus', 'read', 'note'), [])
  t.strictSame(await kinds('out', 'read', id), [])
  await give(root, id, 'gus', ['odrl:modify', 'odrl:read'])
  t.strictSame(await kinds('gus', 'read', 'note'), ['grant'])
  await policies('none', { note: ['odrl:read'], '*': ['odrl:read'] })
  t.strictSame(await kinds('gus', 'read', id), ['role', 'wildcard', 'grant'])
  await policies('none', {})
  const { remedies } = (await root('GET', asked('vic', 'modify', id))).json<{ remedies: string[] }>()
  t.match(remedies[0], /the role viewer odrl:modify on note/)
  t.match(remedies[1], new RegExp(`grant urn:user:vic odrl:modify on ${id}`))
  t.match(remedies[2], /admin, member/)
  t.match((await root('GET', asked('out', 'read', id))).json().remedies, [/disabled/])

  const own = (await expect(200, as('vic')('GET', asked('vic', 'modify', id)))).json<{ remedies: string[] }>()
  t.equal(own.remedies.length, 2, 'only administrators see what other roles can do')
  people['nil'] = { role: 'none' }
  const blind = await Promise.all(
    [id, gone, foreign, 'urn:note:never'].map(async one => {
      const answer = await as('nil')('GET', asked('nil', 'read', one))
      return `${answer.statusCode} ${answer.body.replaceAll(one, '')}`
    }),
  )
  t.equal(new Set(blind).size, 1, JSON.stringify(blind))
  for (const one of [gone, foreign, 'urn:note:never']) {
    t.equal((await as('max')('GET', asked('max', 'read', one))).statusCode, 404, one)
  }
  t.equal((await root('GET', asked('mia', 'modify', gone))).statusCode, 200, 'who can see archived resources')
  t.equal((await root('GET', asked('mia', 'modify', foreign))).statusCode, 404)
  t.match((await root('GET', asked('bea', 'modify', id))).json(), { allowed: false, remedies: [/another account/] })
  t.strictSame(
    (await root('GET', asked('bea', 'modify', 'note'))).json().rules.map(({ kind }: { kind: string }) => kind),
    ['wildcard'],
  )
  for (const [name, path, status] of [
    ['mia', asked('gus', 'read', id), 403],
    ['mia', asked('lost', 'fly', 'x'), 403],
    ['root', asked('lost', 'read', id), 404],
    ['root', asked('mia', 'fly', id), 400],
    ['root', asked('mia', 'read', 'urn:note'), 400],
    ['root', asked('mia', 'read', 'urn:note:'), 400],
    ['root', asked('mia', 'read', 'lost'), 404],
    ['root', asked('mia', 'read', 'urn:lost:1'), 404],
    ['root', asked('mia', 'read', '__proto__'), 404],
    ['root', '/api/access/explain', 400],
    ['root', `${asked('mia', 'read', id)}&lost=1`, 400],
  ] as const) {
    const answer = await as(name)('GET', path)
    t.equal(answer.statusCode, status, path)
    t.strictSame(Object.keys(answer.json()), ['message'])
  }
})

t.test('in development mode no request is refused', async t => {
  const app = await testApp(t, undefined)
  const { request } = app
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  const id = (await request('POST', '/api/note', {})).json<{ id: string }>().id
  const member = { 'x-dev-agent': 'member@example.com' }
  t.equal((await request('DELETE', `/api/note/${id}?dry_run=true&force=true`, undefined, member)).statusCode, 200)
  const path = `/api/note/${id}/permissions`
  t.equal((await request('POST', path, granted('member', ['odrl:read']), member)).statusCode, 201)
  t.equal((await request('GET', path, undefined, member)).json().data.length, 1)
  const question = `agent=${urn('member')}&action=odrl:delete&resource=${id}`
  const explained = (await request('GET', `/api/access/explain?${question}`, undefined, member)).json()
  t.match(explained, { allowed: true, rules: [{ kind: 'default', detail: /development mode/ }], remedies: [] })
  t.equal((await request('DELETE', `${path}/member`, undefined, member)).statusCode, 204)
})

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
    permissions: { '*': ['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute'] },
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
  t.strictSame(await counted('mia', 'DELETE', `/api/note/${id}?dry_run=true`), ['getMany notes'], 'its owner')
  t.strictSame(await counted('nil', 'GET', `/api/note/${id}`), [], 'the owner, and the grants')
  t.strictSame(await counted('nil', 'GET', '/api/note'), ['list notes'], 'whether they own any')
})

const text = { type: 'string' }

const refersTo = (slug: string) => ({ ...text, 'x-resource-type': slug })

onStages('a label leaves out values that the caller cannot read', async (t, { root, as, policies }) => {
  const type = (slug: string, properties: object, label: string) =>
    root('POST', '/api/resource-types', {
      name: slug,
      slug,
      schema: { type: 'object', properties, 'x-label': label },
    })
  await type('secret', { name: text }, '{name}')
  await type('part', { name: text, secret: refersTo('secret') }, '{secret} {name} {secret.name}')
  await type('whole', { part: refersTo('part') }, '{part}')
  await policies('viewer', { part: ['odrl:read'], whole: ['odrl:read'] })
  const make = async (slug: string, data: object): Promise<string> =>
    (await root('POST', `/api/${slug}`, data)).json().id
  const secret = await make('secret', { name: 'S' })
  const part = await make('part', { name: 'P', secret })
  const whole = await make('whole', { part })
  const label = async (name: string) => (await as(name)('GET', `/api/whole/${whole}?labels=true`)).json().labels[part]
  t.strictSame(await label('root'), { label: 'S P S', status: 'active' })
  t.strictSame(await label('vic'), { label: 'P', status: 'active' })
})

onStages('or-groups return nothing that the caller cannot read', async (t, { root, as, policies }) => {
  const note = (await root('POST', '/api/note', { title: 'hidden', size: 1 })).json().id
  await root('POST', '/api/task', { name: 'A', about: note })
  await root('POST', '/api/task', { name: 'B' })
  const found = async (name: string, query: string): Promise<unknown[]> => {
    const answer = await expect(200, as(name)('GET', `/api/task?sort_by=name&${query}`))
    const { data } = answer.json<{ data: { data: { '@graph': { name: string }[] } }[] }>()
    return data.map(one => one.data['@graph'][0]?.name)
  }
  const query = '_filter[or][0][about.title][eq]=hidden&_filter[or][1][name][eq]=B'
  t.strictSame(await found('root', query), ['A', 'B'])
  await policies('viewer', { task: ['odrl:read'] })
  t.strictSame(await found('vic', query), ['B'])
  await as('mia')('POST', '/api/task', { name: 'C' })
  await policies('member', {})
  t.strictSame(
    await found('mia', '_filter[or][0][name][eq]=B&_filter[or][1][name][exists]=true'),
    ['C'],
    'only their own resources',
  )
})

onStages('a user who can change but not read a resource sees none of its data', async (t, { as, root, policies }) => {
  const secret = 'what nobody else should see'
  const note = await make(root, 'note', { title: secret })
  const person = await make(root, 'persons', { given_name: 'Ada', family_name: 'King', email: 'ada@example.org' })
  const organization = await make(root, 'organizations', { name: 'O', slug: 'o', description: secret })
  const linked = { accept: 'application/ld+json' }
  const merge = { 'content-type': 'application/merge-patch+json' }
  const told = (answer: Awaited<ReturnType<typeof root>>, id: string, what: string, name = 'id'): void => {
    t.ok(answer.statusCode < 300, `${what}: ${answer.body}`)
    t.strictSame(answer.json(), { [name]: id }, what)
    t.match(answer.headers.etag, new RegExp(`^"${id}`), what)
  }

  await policies('none', { note: ['odrl:modify'], person: ['odrl:modify', 'odrl:delete'] })
  await give(root, organization, 'gus', ['odrl:modify', 'odrl:delete'])
  const gus = as('gus')
  for (const [name, headers] of [
    ['id', {}],
    ['@id', linked],
  ] as const) {
    told(await gus('PATCH', `/api/note/${note}`, {}, { ...headers, ...merge }), note, 'PATCH', name)
    told(await gus('PUT', `/api/note/${note}`, { title: secret }, headers), note, 'PUT', name)
    await expect(204, root('DELETE', `/api/note/${note}`))
    told(await gus('POST', `/api/note/${note}/restore`, undefined, headers), note, 'restore', name)
  }
  told(await gus('PUT', `/api/persons/${person}`, {}), person, 'PUT of a person')
  told(await gus('PUT', `/api/organizations/${organization}`, {}), organization, 'PUT of an organization')
  told(await gus('PUT', `/api/organizations/${organization}`, { status: 'archived' }), organization, 'archiving it')
  await expect(200, root('POST', `/api/organization/${organization}/restore`))
  await policies('none', { organization: ['odrl:read'], person: ['odrl:modify', 'odrl:delete'] })
  told(await gus('POST', `/api/organizations/${organization}/members`, { person_id: person }), person, 'a member')
  told(await gus('POST', `/api/organizations/${organization}/members`, { person_id: person }), person, 'again')
  told(await gus('PUT', `/api/persons/${person}`, { status: 'archived' }), person, 'archiving a person')

  const blind = as('mia', { token: { id: 'urn:token:1', type_slugs: null, actions: ['odrl:modify'] } })
  for (const [path, body] of [
    ['/api/note', { title: secret }],
    ['/api/persons', { given_name: 'A', family_name: 'B' }],
    ['/api/organizations', { name: 'P', slug: 'p' }],
  ] as const) {
    const made = await blind('POST', path, body)
    t.equal(made.statusCode, 201)
    t.strictSame(Object.keys(made.json()), ['id'], `POST ${path} with a token that cannot read`)
    t.ok(made.headers.location)
  }

  await expect(
    200,
    root('PATCH', '/api/resource-types/note', {
      schema: { properties: { code: { type: 'string', 'x-unique': true } } },
    }),
  )
  const coded = await make(root, 'note', { code: 'a' })
  const asProblem = { accept: 'application/problem+json' }
  const holderFor = async (ask: typeof root): Promise<unknown[]> => {
    const operations = [{ op: 'create', data: { code: 'a' } }]
    const { results } = (await ask('POST', '/api/note/_bulk', { operations, atomic: false })).json()
    const answers = [
      await ask('POST', '/api/note', { code: 'a' }, asProblem),
      await ask('POST', '/api/note/_bulk', { operations }, asProblem),
    ]
    return [results[0].resource, ...answers.map(answer => answer.json().resource)]
  }
  const holder = { id: coded, status: 'active' }
  t.strictSame(await holderFor(as('mia')), [holder, holder, holder])
  t.strictSame(
    await holderFor(blind),
    [undefined, undefined, undefined],
    'who may not read is not told who has a value',
  )

  const ada = await make(root, 'persons', { given_name: 'Ada', family_name: 'King' })
  const shown = (await root('GET', `/api/persons/${ada}`)).json()
  const [node] = (await root('GET', `/api/person/${ada}`)).json().data['@graph']
  await policies('none', { note: ['odrl:modify', 'odrl:delete'], person: ['odrl:modify'] })
  const refusals: unknown[] = []
  for (const [name, created_at] of [
    ['Ada King', shown.created_at],
    ['Ada Smith', '2020-01-01T00:00:00.000Z'],
  ]) {
    const { givenName, familyName } = node
    const data = { '@id': ada, givenName, familyName, name, created_at }
    const bulk = await gus('POST', '/api/person/_bulk', { operations: [{ op: 'update', id: ada, data }] })
    const answers = [
      await gus('PUT', `/api/persons/${ada}`, { id: ada, given_name: 'Eve', name }),
      await gus('PATCH', `/api/persons/${ada}`, { id: ada, email: 'wrong', created_at }),
      await gus('PUT', `/api/person/${ada}`, data),
      await gus('PATCH', `/api/person/${ada}`, { '@id': ada, givenName: 7, created_at }, merge),
      bulk,
    ]
    t.ok(
      answers.every(({ statusCode }) => statusCode === 400),
      'who may not read cannot repeat what was read',
    )
    refusals.push(answers.map(answer => answer.body))
  }
  t.strictSame(refusals[0], refusals[1], 'a right guess is answered like a wrong one')
  t.equal((await root('GET', `/api/persons/${ada}`)).body, JSON.stringify(shown))
  told(await gus('PUT', `/api/persons/${ada}`, { id: ada, family_name: 'King' }), ada, 'the id can be repeated')
  await make(root, 'task', { needs: note })
  const stale = { 'if-match': `"${note}.1"` }
  for (const [method, status, headers] of [
    ['PUT', 412, stale],
    ['DELETE', 412, stale],
    ['DELETE', 409, {}],
  ] as const) {
    const body = method === 'PUT' ? { title: 'x' } : undefined
    const answer = await gus(method, `/api/note/${note}`, body, headers)
    t.equal(answer.statusCode, status)
    t.notMatch(answer.json().message, /\d/, `${status} contains no version number: ${answer.body}`)
  }
  const operations = [{ op: 'delete', id: note, if_match: `"${note}.1"` }]
  const { results } = (await gus('POST', '/api/note/_bulk', { operations, atomic: false })).json()
  t.match(results, [{ status: 412 }])
  t.notMatch(results[0].message, /\d/)
})
