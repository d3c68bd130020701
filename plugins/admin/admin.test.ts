import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Sign-in by a header, and one administrator. */
const strict = `export default {
  name: 'strict', version: '1.0.0', requires: [], provides: ['identity', 'access'],
  register() {
    return {
      identity: { identify: ({ headers: { user } }) => user && { id: 'urn:user:' + user, account_id: 'urn:account:default' } },
      access: { isAdministrator: ({ id }) => id === 'urn:user:root', authorize() {}, visibility: () => ({ all: true }), permissions: () => ({}) },
    }
  },
}`

/** A plugin that contributes screens, and fails. */
const guest = (screens: string): string => `export default {
  name: 'guest', version: '3.2.1', requires: ['plugins'], provides: [], contributes: { screens: ${screens} },
  register({ app }) {
    app.get('/api/guest', { config: { access: 'public' } }, () => { throw new Error('password=hunter2') })
    app.get('/api/guest/none', { config: { access: 'public' } }, () => { throw Object.assign(new Error('no'), { statusCode: 404, code: 'FST_NO' }) })
    return {}
  },
}`

const place = { name: 'guests', path: '/guests', title: 'Guests', icon: 'users', section: 'people' }
const columns = [{ name: 'name', title: 'Name' }]
const listed = { ...place, list: { url: '/api/guests', columns } }

let starts = 0

/** Only the admin and these two plugins, from files that were never loaded before. */
async function strictly(t: Test, screens: readonly object[] = [listed], pages?: readonly string[]): Promise<TestApp> {
  starts += 1
  const name = `guest-${starts}.mjs`
  const built = pages === undefined ? {} : { '.pages.json': JSON.stringify(pages) }
  const folder = t.testdir({ 'strict.mjs': strict, [name]: guest(JSON.stringify(screens)), built })
  const plugins = { admin: { directory: 'built' }, './strict.mjs': true, [`./${name}`]: true } as const
  const app = await buildTestApp({ plugins, config: { directory: folder } })
  t.teardown(() => app.close())
  return app
}

t.test('visitors who are not signed in get the page, but no data of the API', async t => {
  const { request } = await strictly(t)
  t.equal((await request('GET', '/deep/link', undefined, html)).statusCode === 401, false)
  for (const url of ['/api/none/a/b/c/d', '/api', '/api/admin/plugins', '/api/admin/screens']) {
    t.equal((await request('GET', url, undefined, html)).statusCode, 401, url)
  }
  t.equal((await request('GET', '/api/none/a/b/c/d', undefined, { user: 'eve' })).statusCode, 404)
})

t.test('the enabled plugins', async t => {
  const { request } = await strictly(t)
  const root = { user: 'root' }
  t.equal((await request('GET', '/api/admin/plugins', undefined, { user: 'eve' })).statusCode, 403)
  t.equal((await request('GET', '/api/guest', undefined, { 'x-request-id': 'request-1234' })).statusCode, 500)
  t.equal((await request('GET', '/api/guest/none')).statusCode, 404)
  const answer = await request('GET', '/api/admin/plugins?count=true', undefined, root)
  t.match(answer.json(), {
    data: [
      {
        key: 'admin',
        name: 'admin',
        version: '1.0.0',
        requires: ['access', 'config', 'documentStore', 'plugins'],
        provides: [],
        contributes: ['screens', 'segments'],
        errors: [],
      },
      {
        key: /^\.\/guest-\d+\.mjs$/,
        name: 'guest',
        version: '3.2.1',
        contributes: ['screens'],
        errors: [{ request_id: 'request-1234', method: 'GET', route: '/api/guest', time: /Z$/ }],
      },
      { key: 'sqlite', name: 'sqlite', requires: [], provides: ['documentStore'], errors: [] },
      { name: 'strict', provides: ['identity', 'access'] },
    ],
    cursor: '',
    has_more: false,
    total: 4,
  })
  const { data } = answer.json<{ data: { startup_ms: number; errors: object[] }[] }>()
  t.ok(data.every(({ startup_ms }) => startup_ms >= 0 && startup_ms < 10_000))
  t.equal(data[1]?.errors.length, 1, 'refusals do not count as failures')
  t.notMatch(answer.body, /hunter2/)
  const first = (await request('GET', '/api/admin/plugins?limit=2', undefined, root)).json<{ cursor: string }>()
  t.match(first, { data: [{ name: 'admin' }, { name: 'guest' }], has_more: true })
  const second = await request('GET', `/api/admin/plugins?limit=2&cursor=${first.cursor}`, undefined, root)
  t.match(second.json(), { data: [{ name: 'sqlite' }, { name: 'strict' }], cursor: '', has_more: false })
  t.equal((await request('GET', `/api/admin/screens?cursor=${first.cursor}`, undefined, root)).statusCode, 400)
  t.equal((await request('GET', '/api/admin/plugins?limit=0', undefined, root)).statusCode, 400)
})

t.test('the screens that plugins contribute, for users who can see them', async t => {
  const screens = [listed, { ...place, name: 'keys', path: '/keys', access: 'administrator', component: 'KeysPage' }]
  const { request } = await strictly(t, screens)
  const seen = async (user: string): Promise<string[]> =>
    (await request('GET', '/api/admin/screens', undefined, { user }))
      .json<{ data: { name: string }[] }>()
      .data.map(({ name }) => name)
  t.strictSame(await seen('root'), ['guests', 'keys', 'plugins'])
  t.strictSame(await seen('eve'), ['guests'])
  const answer = await request('GET', '/api/admin/screens', undefined, { user: 'eve' })
  t.strictSame(answer.json<{ data: object[] }>().data, [{ ...listed, plugin: 'guest', access: 'signed-in' }])
})

t.test('a screen that the built admin cannot show stops the start', async t => {
  const keys = { ...place, name: 'keys', path: '/keys', component: 'KeysPage' }
  const pages = ['admin/PluginsPage.vue']
  await t.rejects(strictly(t, [listed, keys], pages), {
    message: /cannot show the screen "keys" of the plugin "guest" \(component "KeysPage"\): /,
    plugin: 'guest',
  })
  await t.rejects(strictly(t, [keys], []), {
    message: /the screen "keys" of .*, the screen "plugins" of the plugin "admin"/,
  })
  const { request } = await strictly(
    t,
    [listed, keys, { ...place, name: 'sub', path: '/sub', component: 'sub/Own.vue' }],
    [...pages, 'guest/KeysPage.vue', 'guest/sub/Own.vue'],
  )
  t.equal((await request('GET', '/.pages.json')).statusCode, 404, 'the list of pages is not served')
  t.equal((await request('GET', '/api/admin/screens?count=true', undefined, { user: 'root' })).json().total, 4)
})

t.test('invalid screens stop startup, naming the plugin', async t => {
  const cases: [readonly object[], RegExp][] = [
    [[{ ...listed, path: 'guests' }], /plugin "guest": its screens are not valid: \[0\]\.path/],
    [[place], /plugin "guest": its screens are not valid/],
    [[{ ...listed, component: 'Both' }], /plugin "guest": its screens are not valid/],
    [[{ ...listed, path: '/plugins' }], /the path "\/plugins" is that of a screen of the plugin/],
    [[listed, { ...listed, path: '/other' }], /the name "guests" is that of a screen of the plugin "guest"/],
  ]
  for (const [screens, message] of cases) await t.rejects(strictly(t, screens), { message })
})

for (const { name, run } of pluginSuite({
  key: 'admin',
  paths: ['/api/admin/plugins', '/api/admin/screens'],
  app: { plugins: { ...loadConfig({}).plugins, admin: true } },
}))
  t.test(name, run)
