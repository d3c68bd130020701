import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { pluginSuite } from '../../testing/index.ts'
import { testApp } from '../../testing/internal/each-store.ts'
import { expect, give, make, onStages, urn } from './testing.ts'

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
