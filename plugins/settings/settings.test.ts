import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import t from 'tap'
import { buildTestApp, callCli, pluginSuite } from '../../testing/index.ts'
import type { CliResult, TestApp } from '../../testing/index.ts'
import { changeUser, reachableStore } from '../../testing/internal/change-user.ts'
import { testWithStore, testAllStores, onStoreOfRun } from '../../testing/internal/each-store.ts'
import { until } from '../../testing/internal/until.ts'
import type { Settings } from './contract.ts'

const sidebar = '/api/settings/sidebar'

const roles = '/api/settings/roles'

const access = '/api/settings/role-access'

async function withTypes({ request }: TestApp, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) await request('POST', '/api/resource-types', { name: slug, slug })
}

const updates = async ({ request }: TestApp): Promise<string[]> =>
  (await request('GET', '/api/events?type=Settings.Updated')).json().data.map((one: { subject: string }) => one.subject)

for (const { name, run } of pluginSuite({ key: 'settings', paths: [roles, access] })) t.test(name, run)

testAllStores(
  'the first start has defaults, and changes are stored',
  async (t, app) => {
    const { request } = app
    await withTypes(app, 'note', 'song')
    const got = async (path: string): Promise<unknown> => {
      const answer = await request('GET', path)
      t.strictSame([answer.statusCode, answer.headers['cache-control']], [200, 'no-store'], path)
      return answer.json()
    }
    t.strictSame(await got(sidebar), { hidden_slugs: [], menu_groups: {} })
    t.strictSame(await got(roles), { roles: ['admin', 'member'] })
    t.strictSame(await got(access), { roles: { member: { '*': ['odrl:read', 'odrl:modify'] } } })
    const groups = '{"Z":["song"],"A":["note"],"constructor":[]}'
    const puts: [string, unknown, unknown][] = [
      [sidebar, { hidden_slugs: ['song'] }, { hidden_slugs: ['song'], menu_groups: {} }],
      [sidebar, { menu_groups: JSON.parse(groups) }, { hidden_slugs: [], menu_groups: JSON.parse(groups) }],
      [roles, { roles: ['editor'] }, { roles: ['admin', 'member', 'editor'] }],
      [roles, { roles: ['editor', 'member', 'admin'] }, { roles: ['editor', 'member', 'admin'] }],
      [
        access,
        { roles: { editor: { note: ['odrl:delete'], '*': [] }, member: {} } },
        { roles: { editor: { note: ['odrl:delete'], '*': [] }, member: {} } },
      ],
    ]
    for (const [path, body, stored] of puts) {
      const answer = await request('PUT', path, body)
      t.equal(answer.statusCode, 200, answer.body)
      t.equal(answer.body, JSON.stringify(stored))
      t.equal((await request('GET', path)).body, answer.body)
    }
    t.equal((await request('PUT', roles, { roles: ['editor', 'member', 'admin'] })).statusCode, 200, 'the same again')
    t.strictSame(
      await updates(app),
      ['role-access', 'roles', 'roles', 'sidebar', 'sidebar'].map(name => `urn:settings:${name}`),
    )
  },
  ['presets'],
)

testWithStore(
  'invalid input is refused and the problem is named',
  async (t, app) => {
    const { request } = app
    await withTypes(app, 'note')
    await request('DELETE', '/api/resource-types/note')
    const wrong: [string, unknown, RegExp][] = [
      [sidebar, {}, /body/],
      [sidebar, { hidden_slugs: 'note' }, /hidden_slugs must be an array/],
      [sidebar, { hidden_slugs: [], lost: 1 }, /lost is not known/],
      [sidebar, { hidden_slugs: ['note', 'song', 'film'] }, /hidden_slugs\[1\].*song.*hidden_slugs\[2\].*film/],
      [sidebar, { menu_groups: { '': [] } }, /menu_groups/],
      [sidebar, { menu_groups: { A: ['__proto__'] } }, /menu_groups\.A\[0\].*__proto__/],
      [`${sidebar}?role=lost`, { hidden_slugs: [] }, /role.*lost/],
      [`${sidebar}?role=`, { hidden_slugs: [] }, /role/],
      [roles, {}, /roles is required/],
      [roles, { roles: ['Editor', 'ok', '_x'] }, /roles\[0\].*Editor.*roles\[2\].*_x/],
      [roles, { roles: ['constructor'] }, /constructor.*reserved/],
      [roles, { roles: ['toString'] }, /toString/],
      [roles, { roles: ['a', 'a'] }, /roles/],
      [roles, { roles: [1] }, /roles\[0\]/],
      [access, { roles: { lost: {} } }, /lost/],
      [access, { roles: { admin: {} } }, /admin/],
      [access, { roles: { constructor: {} } }, /constructor/],
      [access, { roles: { member: { song: [] } } }, /roles\.member\.song.*song/],
      [access, { roles: { member: { note: ['odrl:fly'] } } }, /roles\.member\.note.*odrl:fly/],
      [access, { roles: { member: { note: 'odrl:read' } } }, /roles\.member\.note/],
      [access, { roles: [] }, /roles/],
      [access, {}, /roles is required/],
    ]
    for (const [path, body, message] of wrong) {
      const answer = await request('PUT', path, body)
      t.equal(answer.statusCode, 400, `${path} ${JSON.stringify(body)}`)
      t.match(answer.json().message, message)
    }
    t.equal((await request('GET', `${sidebar}?role=lost`)).statusCode, 400)
    t.equal((await request('GET', `${roles}?role=member`)).statusCode, 400)
    t.equal((await request('POST', roles, {})).statusCode, 405)
    t.strictSame(await updates(app), [])
    t.equal((await request('PUT', access, { roles: { member: { note: ['odrl:read'] } } })).statusCode, 200, 'archived')
  },
  ['presets'],
)

testAllStores('settings follow removed roles and changed slugs', async (t, app) => {
  const { request } = app
  await withTypes(app, 'note', 'song')
  await request('PUT', roles, { roles: ['editor'] })
  await request('PUT', sidebar, { hidden_slugs: ['note'], menu_groups: { A: ['song', 'note'] } })
  await request('PUT', `${sidebar}?role=editor`, { hidden_slugs: ['note'] })
  await request('PUT', access, { roles: { editor: { note: ['odrl:read'], '*': ['odrl:read'] } } })
  t.equal((await request('PUT', '/api/resource-types/note', { slug: 'memo' })).statusCode, 200)
  const renamed = { hidden_slugs: ['memo'], menu_groups: { A: ['song', 'memo'] } }
  t.strictSame((await request('GET', sidebar)).json(), renamed)
  t.strictSame((await request('GET', `${sidebar}?role=editor`)).json(), { hidden_slugs: ['memo'], menu_groups: {} })
  t.strictSame((await request('GET', access)).json(), {
    roles: { editor: { memo: ['odrl:read'], '*': ['odrl:read'] } },
  })
  t.equal((await request('PUT', sidebar, { hidden_slugs: ['note'] })).statusCode, 400, 'the old slug is not known')
  const before = (await updates(app)).length
  await request('PUT', roles, { roles: [] })
  t.strictSame((await request('GET', access)).json(), { roles: {} })
  t.equal((await updates(app)).length, before + 3, 'an event for each setting that changed')
  await request('PUT', roles, { roles: ['editor'] })
  t.strictSame(
    (await request('GET', `${sidebar}?role=editor`)).json(),
    renamed,
    'a role that is added again starts without settings',
  )
  const many = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      request('PUT', `${sidebar}?role=${i % 2 ? 'editor' : 'member'}`, { hidden_slugs: i > 5 ? ['song'] : [] }),
    ),
  )
  for (const answer of many) t.equal(answer.statusCode, 200, 'immediately')
})

testAllStores(
  'frequently read settings are cached, and current once a change is answered',
  async (t, { app, request }) => {
    const settings = app.diContainer.resolve<Settings>('settings')
    const seen = await settings.current('roles')
    t.strictSame(seen, { roles: ['admin', 'member'] })
    t.throws(() => Object.assign(seen, { roles: [] }), TypeError, 'frozen')
    for (let i = 0; i < 3; i++) t.equal(await settings.current('roles'), seen, 'the same object')
    for (let i = 0; i < 10; i++) {
      await request('PUT', roles, { roles: [`role${i}`] })
      t.strictSame(await settings.current('roles'), { roles: ['admin', 'member', `role${i}`] })
    }
    await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
    await request('PUT', access, { roles: { member: { note: ['odrl:read'] } } })
    t.strictSame(await settings.current('role-access'), { roles: { member: { note: ['odrl:read'] } } })
    await request('PUT', '/api/resource-types/note', { slug: 'memo' })
    t.strictSame(
      await settings.current('role-access'),
      { roles: { member: { memo: ['odrl:read'] } } },
      'on the other instance too',
    )
    await t.rejects(settings.current('lost'), /no setting lost/)
  },
)

onStoreOfRun('a role that users have cannot be removed, and a disabled user is not identified', async (t, url) => {
  const store = await reachableStore(url)
  const { request, close } = await buildTestApp({ store })
  t.teardown(close)
  await request('PUT', roles, { roles: ['editor', 'guest'] })
  await changeUser(store, 'urn:user:member', { role: 'editor' })
  const refused = await request('PUT', roles, { roles: ['guest'] })
  t.equal(refused.statusCode, 409)
  t.match(refused.json().message, /editor.*a user has/)
  t.equal((await request('PUT', roles, { roles: ['editor'] })).statusCode, 200, 'others can be removed')
  const member = { 'x-dev-agent': 'member@example.com' }
  t.equal((await request('GET', '/api/auth/me', undefined, member)).json().role, 'editor')
  await changeUser(store, 'urn:user:member', { status: 'disabled' })
  await until(async () => (await request('GET', roles, undefined, member)).statusCode === 401)
  t.pass('the disabled user is not identified')
})

t.test('the log level changes at run time, until null returns it to the configuration', async t => {
  const { app, config, request, close } = await buildTestApp({ logger: fastify({ logger: { level: 'info' } }).log })
  t.teardown(close)
  const path = '/api/settings/log'
  t.strictSame((await request('GET', path)).json(), { level: null })
  t.strictSame((await request('PUT', path, { level: 'error' })).json(), { level: 'error' })
  await until(() => app.log.level === 'error')
  t.strictSame((await request('GET', path)).json(), { level: 'error' })
  for (const body of [{ level: 'loud' }, {}, { level: 'debug', more: 1 }])
    t.equal((await request('PUT', path, body)).statusCode, 400, JSON.stringify(body))
  t.strictSame((await request('PUT', path, { level: null })).json(), { level: null })
  await until(() => app.log.level === config.log.level)
  const { data } = (await request('GET', '/api/events?type=Settings.Updated')).json<{ data: unknown[] }>()
  t.match(data, [
    { subject: 'urn:settings:log', data: { from: { level: 'error' }, to: { level: null } } },
    { subject: 'urn:settings:log', data: { from: { level: null }, to: { level: 'error' } } },
  ])
})

t.test('roles on the command line', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-commands-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  const first = await plinth('roles')
  t.equal(first.code, 0, first.stderr)
  t.match(first.stdout, /admin +\* +everything\nmember +\* +read, modify/)
  t.match((await plinth('roles', 'add', 'editor')).stdout, /editor +\* +read \(it has no policies\)/)
  t.match((await plinth('roles', 'set', 'editor', 'person', 'read', 'odrl:delete')).stdout, /person +read, delete/)
  t.match((await plinth('roles', 'set', 'editor', '*')).stdout, /editor +\* +nothing/)
  const whole = JSON.parse((await plinth('roles', 'list', '--json')).stdout)
  t.strictSame(whole, {
    roles: ['admin', 'member', 'editor'],
    role_access: {
      roles: {
        member: { '*': ['odrl:read', 'odrl:modify'] },
        editor: { person: ['odrl:read', 'odrl:delete'], '*': [] },
      },
    },
  })
  t.match((await plinth('roles', 'reset', 'editor')).stdout, /editor +\* +read \(it has no policies\)/)
  t.equal((await plinth('users', 'set-role', 'member', 'editor')).code, 0)
  const failures: [string[], number, RegExp][] = [
    [['remove', 'editor'], 1, /editor cannot be removed, a user has it/],
    [['remove', 'member'], 1, /member always exists/],
    [['remove', 'lost'], 1, /there is no role lost/],
    [['reset', 'lost'], 1, /there is no role lost/],
    [['add', 'Editor'], 1, /"Editor" is no name of a role/],
    [['set', 'editor', 'lost', 'read'], 1, /there is no resource type "lost"/],
    [['set', 'editor', 'person', 'fly'], 1, /there is no action "odrl:fly"/],
    [['set', 'admin', '*', 'read'], 1, /admin may do everything/],
    [['set', 'editor'], 2, /missing required argument/],
  ]
  for (const [args, code, message] of failures) {
    const result = await plinth('roles', ...args)
    t.match([result.code, result.stderr], [code, message], args.join(' '))
  }
  t.match(await plinth('settings', 'get', 'colours'), {
    code: 2,
    stderr: /choices are log, roles, role-access, sidebar/,
  })
  t.match(await plinth('settings', 'set', 'log', '["debug"]'), {
    code: 1,
    stderr: /the setting: must be a JSON object/,
  })
  await plinth('users', 'set-role', 'member', 'member')
  const removed = await plinth('roles', 'remove', 'editor', '--json')
  t.strictSame(JSON.parse(removed.stdout).roles, ['admin', 'member'])
})
