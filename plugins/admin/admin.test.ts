import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
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

const script = `export const text = '${'long '.repeat(400)}'`

/** A built application, and next to it files that must not be served. */
const built = {
  'secret.js': 'secret',
  admin: {
    'index.html': '<!doctype html><title>Admin</title>',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.hidden.js': 'secret',
    'notes.md': 'secret',
    assets: {
      'index-abc123.js': script,
      'index-abc123.js.br': brotliCompressSync(script),
      'index-abc123.js.gz': gzipSync(script),
      'index-def456.css': 'body{}',
    },
  },
}

async function start(t: Test, plugins: Config['plugins'] = {}, config = {}): Promise<TestApp & { folder: string }> {
  const folder = t.testdir(built)
  const changes = { admin: { directory: join(folder, 'admin') }, ...plugins }
  const app = await buildTestApp({
    plugins: { ...loadConfig({}).plugins, ...changes },
    config: { directory: folder, ...config },
  })
  t.teardown(() => app.close())
  return { ...app, folder }
}

t.test('the page, for every possible address of the application', async t => {
  const { request } = await start(t)
  const page = await request('GET', '/', undefined, html)
  t.equal(page.statusCode, 200)
  t.match(page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    etag: /^"[\w-]{22}"$/,
    vary: 'Accept, Accept-Encoding',
  })
  for (const url of [
    '/types/movie?sort=name&_filter%5Ba%5D=1',
    '/index.html',
    '/assets',
    '/a/b/c/d/e',
    '/%E2%82%AC',
    '//x',
  ]) {
    const answer = await request('GET', url, undefined, html)
    t.equal(answer.statusCode, 200, url)
    t.equal(answer.body, page.body, url)
  }
  for (const accept of ['*/*', 'text/*', undefined]) {
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    t.equal((await request('GET', '/deep/link', undefined, headers)).statusCode, 200, String(accept))
  }
  for (const accept of ['application/json', 'image/png', 'text/html;q=0', 'text/html;q=0, */*', 'nonsense']) {
    const answer = await request('GET', '/deep/link', undefined, { accept })
    t.equal(answer.statusCode, 404, accept)
    t.strictSame(Object.keys(answer.json<object>()), ['message'])
  }
  const again = await request('GET', '/deep/link', undefined, { ...html, 'if-none-match': String(page.headers.etag) })
  t.equal(again.statusCode, 304)
  t.equal(again.body, '')
  t.equal(again.headers.vary, 'Accept, Accept-Encoding')
  const head = await request('HEAD', '/deep/link', undefined, html)
  t.equal(head.statusCode, 200)
  t.equal(head.body, '')
  t.equal(head.headers['content-length'], String(page.body.length))
  for (const url of ['/', '/index.html', '/deep/link', '/assets/index-abc123.js']) {
    const options = await request('OPTIONS', url)
    t.strictSame([options.statusCode, options.headers.allow, options.body], [204, 'GET, HEAD, OPTIONS', ''], url)
  }
  t.equal((await request('OPTIONS', '/api')).statusCode, 404)
  t.equal((await request('POST', '/deep/link', {})).statusCode, 404)
})

t.test('the page runs only code of the service', async t => {
  const { request } = await start(t)
  const policy = String((await request('GET', '/', undefined, html)).headers['content-security-policy'])
  const directives = new Map(policy.split(';').map(part => [part.trim().split(' ')[0], part.trim()]))
  t.notMatch(policy, /unsafe-(?:inline|eval)/)
  t.equal(directives.get('script-src'), "script-src 'self'")
  t.equal(directives.get('style-src'), "style-src 'self'")
  t.equal(directives.get('connect-src'), "connect-src 'self'")
  t.equal(directives.get('img-src'), "img-src 'self' https: data:")
  t.equal(directives.get('frame-ancestors'), "frame-ancestors 'none'")
})

t.test('files, in the preferred content coding', async t => {
  const { request } = await start(t)
  const url = '/assets/index-abc123.js'
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0.5', 'gzip'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['GZIP', 'gzip'],
    ['identity', undefined],
  ]
  const etags = new Map<string, unknown>()
  for (const [accepted, coding] of cases) {
    const answer = await request('GET', url, undefined, accepted === undefined ? {} : { 'accept-encoding': accepted })
    t.equal(answer.statusCode, 200)
    t.equal(answer.headers['content-encoding'], coding, String(accepted))
    t.match(answer.headers, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    if (coding === undefined) t.equal(answer.body, script)
    if (coding === 'br') t.equal(brotliDecompressSync(answer.rawPayload).toString(), script)
    etags.set(String(coding), answer.headers.etag)
  }
  t.equal(new Set(etags.values()).size, 3, 'each coding has its own tag')
  const notModified = await request('GET', url, undefined, {
    'accept-encoding': 'br',
    'if-none-match': String(etags.get('br')),
  })
  t.equal(notModified.statusCode, 304)
  t.equal(notModified.headers['content-encoding'], undefined)
  const plain = await request('GET', '/assets/index-def456.css', undefined, { 'accept-encoding': 'br' })
  t.equal(plain.headers['content-encoding'], undefined, 'a file without a compressed version is sent as it is')
  t.match(plain.headers['content-type'], /^text\/css/)
  const icon = await request('GET', '/favicon.svg', undefined, { accept: 'image/*' })
  t.match(icon.headers, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=2592000' })
})

t.test('a missing file is 404, and cached only briefly', async t => {
  const { request } = await start(t)
  const paths = [
    '/assets/none.js',
    '/assets/',
    '/assets/deep/link',
    '/assets/index-abc123.js/',
    '/assets/index-abc123.js.br',
    '/assets/..%2f..%2fsecret.js',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await request(method, path, undefined, html)
      t.equal(answer.statusCode, 404, `${method} ${path}`)
      t.match(answer.headers, { 'content-type': /^application\/json/, 'cache-control': /no-cache/ })
      t.equal(answer.headers.etag, undefined)
    }
  }
})

t.test('what probes and scanners ask for is no page', async t => {
  const { request } = await start(t, { 'site-renderer': false })
  const probes = ['/healthz', '/health', '/ready', '/readyz', '/readyness?full=1', '/livez', '/metrics', '/healthz/']
  const others = [
    '/.env',
    '/.git/config',
    '/a/.env',
    '/%2eenv',
    '/wp-login.php',
    '/a/b.PHP',
    '/robots.txt',
    '/sitemap.xml',
  ]
  for (const path of [...probes, ...others]) {
    for (const headers of [html, {}]) {
      const answer = await request('GET', path, undefined, headers)
      t.equal(answer.statusCode, 404, path)
      t.match(answer.headers, { 'content-type': /^application\/json/, 'cache-control': /no-cache/ })
      const { message } = answer.json<{ message: string }>()
      t.equal(/\/api\/health .*\/api\/health\/ready/.test(message), probes.includes(path), message)
      t.equal((await request('HEAD', path, undefined, headers)).statusCode, 404, `HEAD ${path}`)
    }
  }
  for (const path of ['/healthy', '/types/health', '/a/ready', '/metrics/a', '/a.php/b', '/a.b'])
    t.equal((await request('GET', path, undefined, html)).statusCode, 200, path)
})

t.test('no files outside the application, and no hidden files', async t => {
  const { request } = await start(t)
  const paths = [
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/%2e%2e%2fsecret.js',
    '/..%5csecret.js',
    '/assets/../../secret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/.hidden.js',
    '/%2ehidden.js',
    '/notes.md',
    '/assets/index-abc123.js%00',
    `/${'a'.repeat(2000)}.js`,
    '/constructor.js',
  ]
  for (const path of paths) {
    for (const headers of [html, { accept: 'application/javascript' }]) {
      const { body, statusCode } = await request('GET', path, undefined, headers)
      t.notMatch(body, /secret|long long/, path)
      t.ok([200, 400, 404].includes(statusCode), `${path} ${statusCode}`)
    }
  }
  t.equal((await request('GET', '/%zz', undefined, html)).statusCode, 200, 'what is no escape is meant literally')
  t.equal((await request('GET', '/api/%zz', undefined, html)).statusCode, 400)
})

t.test('the API keeps its own errors', async t => {
  const { request } = await start(t)
  const cases: [string, string, number][] = [
    ['GET', '/api', 404],
    ['GET', '/api/', 404],
    ['GET', '/api/none', 404],
    ['GET', '/api/none/a/b/c/d', 404],
    ['GET', '/%61pi/none/a/b/c/d', 404],
    ['HEAD', '/api/none/a/b/c/d', 404],
    ['GET', '/api/organizations/1/members/2', 405],
    ['POST', '/api/health', 405],
    ['POST', '/', 404],
    ['DELETE', '/types', 404],
    ['POST', '/index.html', 404],
  ]
  for (const [method, url, status] of cases) {
    const answer = await request(method, url, undefined, html)
    t.equal(answer.statusCode, status, `${method} ${url}`)
    t.match(answer.headers['content-type'], /^application\/json/, `${method} ${url}`)
  }
  t.equal((await request('GET', '/apis', undefined, html)).statusCode, 200, 'for everything below /api/')
  t.equal((await request('GET', '/api/docs', undefined, html)).statusCode, 200)
  const { paths } = (await request('GET', '/api/openapi.json')).json<{ paths: object }>()
  t.strictSame(
    Object.keys(paths).filter(path => !path.startsWith('/api/')),
    [],
  )
})

t.test('a new build is served without a restart', async t => {
  const { request, folder } = await start(t)
  const page = await request('GET', '/', undefined, html)
  writeFileSync(join(folder, 'admin', 'index.html'), '<!doctype html><title>Another</title>')
  const { body, headers } = await request('GET', '/', undefined, html)
  t.match(body, /Another/)
  t.not(headers.etag, page.headers.etag)
})

t.test('without a built application the service runs and explains how to build it', async t => {
  const { request, folder } = await start(t, { admin: { directory: 'not-there' } })
  const page = await request('GET', '/', undefined, html)
  t.equal(page.statusCode, 404)
  t.match(page.headers['content-type'], /^text\/html/)
  t.match(page.body, /npm run build/)
  t.match(page.headers['cache-control'], /no-cache/)
  t.equal((await request('GET', '/api/health')).statusCode, 200)
  mkdirSync(join(folder, 'not-there'))
  writeFileSync(join(folder, 'not-there', 'index.html'), '<!doctype html><title>Now</title>')
  t.equal((await request('GET', '/', undefined, html)).statusCode, 200, 'until it is built')
})

t.test('what a page may show of the HTML of a user', async t => {
  const { request } = await strictly(t)
  const clean = (html: string, headers: Record<string, string> = { user: 'eve' }) =>
    request('POST', '/api/admin/clean-html', { html }, headers)
  const cases = [
    ['<p onclick="x()" style="color: red">Opens at <b>eight</b>.</p>', '<p>Opens at <b>eight</b>.</p>'],
    ['<script>x()</script><style>p {}</style><form><input name="a">a</form>', 'a'],
    ['<a href="javascript:x()">a</a> <a href="urn:note:1">b</a>', '<a>a</a> <a href="urn:note:1">b</a>'],
    ['<img src="urn:file:1" alt="c" onerror="x()">', '<img src="urn:file:1" alt="c" />'],
    ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b><i>c</i>'],
    ['', ''],
  ] as const
  for (const [html, shown] of cases) t.strictSame((await clean(html)).json(), { html: shown }, html)
  t.equal((await clean('a', {})).statusCode, 401)
  t.match((await clean('<b>'.repeat(30_000))).json(), { message: /^html: is too long, has too many elements/ })
  t.match((await clean('<b>'.repeat(1_000))).json(), { message: /nested too deeply/ })
  t.equal((await clean('a'.repeat(200_001))).statusCode, 400)
})
