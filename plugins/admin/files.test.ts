import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { Config } from '../../kernel/index.ts'
import type { TestApp } from '../../testing/index.ts'

const script = `export const text = '${'long '.repeat(400)}'`
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

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
  t.equal((await request('GET', '/%zz', undefined, html)).statusCode, 400)
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
