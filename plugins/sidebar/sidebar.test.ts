import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Agents } from '../users/contract.ts'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { testWithStore, testAllStores } from '../../testing/internal/each-store.ts'

const sidebar = '/api/settings/sidebar'
const roles = '/api/settings/roles'
const access = '/api/settings/role-access'

async function withTypes({ request }: TestApp, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) await request('POST', '/api/resource-types', { name: slug, slug })
}

for (const { name, run } of pluginSuite({ key: 'sidebar', paths: [sidebar] })) t.test(name, run)

testAllStores(
  'the sidebar of a role',
  async (t, app) => {
    const { request } = app
    await withTypes(app, 'note', 'song', 'film')
    await request('PUT', roles, { roles: ['editor'] })
    await request('PUT', sidebar, { hidden_slugs: ['film'], menu_groups: { Media: ['song', 'film'] } })
    await request('PUT', access, { roles: { editor: { note: ['odrl:read'], song: ['odrl:modify'] } } })
    const of = async (role: string): Promise<unknown> => (await request('GET', `${sidebar}?role=${role}`)).json()
    const menu_groups = { Media: ['song', 'film'] }
    t.strictSame(await of('editor'), { hidden_slugs: ['film', 'song'], menu_groups }, 'unreadable types are hidden')
    for (const role of ['admin', 'member']) t.strictSame(await of(role), { hidden_slugs: ['film'], menu_groups }, role)
    const own = { hidden_slugs: ['song', 'note'], menu_groups: { Mine: ['song', 'note'] } }
    const put = await request('PUT', `${sidebar}?role=editor`, own)
    t.strictSame(put.json(), { hidden_slugs: ['note'], menu_groups: { Mine: ['note'] } }, 'and not stored')
    t.strictSame(await of('editor'), { hidden_slugs: ['note', 'film', 'song'], menu_groups: { Mine: ['note'] } })
    t.strictSame(
      (await request('GET', sidebar)).json(),
      { hidden_slugs: ['film'], menu_groups },
      'the general one is unchanged',
    )
    await request('PUT', access, { roles: { editor: { '*': ['odrl:read'] } } })
    t.strictSame(await of('editor'), { hidden_slugs: ['note'], menu_groups: { Mine: ['note'] } })
  },
  ['files', 'presets'],
)

/** Replaces sign-in and rights: headers name the caller and the administrators. */
const stand = `export default {
  name: 'stand', version: '1.0.0', requires: [], provides: ['identity', 'access'],
  register: () => ({
    identity: { identify: ({ headers }) => ({ id: headers['x-user'], account_id: 'urn:account:default' }) },
    access: {
      isAdministrator: ({ id }) => id === 'urn:user:root', authorize() {},
      visibility: () => ({ all: true }), permissions: () => ({}),
    },
  }),
}`

t.test('the sidebar of another role is for administrators', async t => {
  const directory = t.testdir({ 'stand.mjs': stand })
  const plugins = { ...loadConfig({}).plugins, auth: false, rbac: false, './stand.mjs': true }
  const { app, request, close } = await buildTestApp({ plugins, config: { mode: 'production', directory } })
  t.teardown(close)
  const agents = app.diContainer.resolve<Agents>('agents')
  const ada = await agents.signIn({
    issuer: 'https://id.example.com',
    subject: '1',
    name: 'Ada',
    email: '',
    email_verified: false,
  })
  const see = async (user: string, role: string): Promise<number> =>
    (await request('GET', `${sidebar}${role}`, undefined, { 'x-user': user })).statusCode
  const expected: [string, number, number][] = [
    ['', 200, 200],
    ['?role=member', 200, 200],
    ['?role=admin', 403, 200],
    ['?role=lost', 403, 400],
    ['?role=', 403, 400],
  ]
  for (const [role, members, administrators] of expected) {
    t.equal(await see(ada.id, role), members, `${role} by a member`)
    t.equal(await see('urn:user:root', role), administrators, `${role} by an administrator`)
  }
  t.equal((await request('PUT', sidebar, { hidden_slugs: [] }, { 'x-user': ada.id })).statusCode, 403)
})

testWithStore(
  'groups have names in other languages',
  async (t, app) => {
    const { request } = app
    await withTypes(app, 'note', 'song')
    const given = {
      hidden_slugs: [],
      menu_groups: { Media: ['song'], Texts: ['note'] },
      group_titles: { Media: { de: 'Medien', 'pt-BR': 'Mídia' } },
    }
    t.strictSame((await request('PUT', sidebar, given)).json(), given)
    t.strictSame((await request('GET', sidebar)).json(), given)
    t.strictSame((await request('GET', `${sidebar}?role=member`)).json(), given)
    await request('PUT', `${sidebar}?role=member`, { ...given, group_titles: { Texts: { de: 'Texte' } } })
    t.strictSame((await request('GET', `${sidebar}?role=member`)).json().group_titles, { Texts: { de: 'Texte' } })
    const renamed = await request('PUT', '/api/resource-types/note', { slug: 'memo' })
    t.equal(renamed.statusCode, 200, renamed.body)
    t.strictSame((await request('GET', sidebar)).json().group_titles, given.group_titles)
    for (const group_titles of [
      { Other: { de: 'Andere' } },
      { Media: { 'no language': 'x' } },
      { Media: { de: ' ' } },
      { Media: {} },
      { Media: 'Medien' },
    ]) {
      const refused = await request('PUT', sidebar, { menu_groups: { Media: ['song'] }, group_titles })
      t.equal(refused.statusCode, 400, JSON.stringify(group_titles))
      t.match(refused.json().message, /group_titles/)
    }
    const { menu_groups } = given
    const without = { hidden_slugs: [], menu_groups: { ...menu_groups, Texts: ['memo'] } }
    for (const body of [without, { ...without, group_titles: {} }]) {
      t.strictSame((await request('PUT', sidebar, body)).json(), without)
      t.strictSame((await request('GET', sidebar)).json(), without, 'absent when there are none')
    }
  },
  ['files', 'presets'],
)
