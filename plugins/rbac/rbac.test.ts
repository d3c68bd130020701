import { expect, give, idsIn, make, onStages, urn } from './testing.ts'

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
