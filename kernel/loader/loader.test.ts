import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { Test } from 'tap'
import { noStore } from '../../testing/no-store.ts'
import { buildApp } from '../app.ts'
import { secretVariables } from '../config/environment.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config, Mode } from '../contracts/config.ts'
import { ConfigurationError } from '../errors.ts'
import { answerHeaders } from '../http/security-headers.ts'
import { checkContributions } from './contributions.ts'
import { definePlugin, readManifest } from './manifest.ts'
import { order } from './order.ts'
import type { Orderable } from './order.ts'
import { ownPluginKeys, resolvePlugin } from './resolve.ts'

t.test('manifests and contributions of the plugins of the service are valid, which a start does not check', async t => {
  const plugins = []
  for (const key of ownPluginKeys()) {
    const module = await import(resolvePlugin(key, t.testdirName))
    plugins.push({ key, manifest: readManifest(key, module.default, false), options: {}, isOwn: false })
  }
  t.ok(plugins.length > 20)
  await checkContributions(plugins, (async function* () {})())
})

t.test('mail is sent if the server and the sender are configured', async t => {
  const directory = t.testdir({})
  const mailOf = (environment: Record<string, string>) => loadConfig(environment, directory).mail
  const [SMTP_URL, MAIL_FROM] = ['smtps://user:word@mail.example.org', 'cms@example.org']
  t.strictSame(mailOf({ SMTP_URL, MAIL_FROM }), { url: SMTP_URL, from: MAIL_FROM })
  for (const environment of [{}, { SMTP_URL }, { MAIL_FROM }, { SMTP_URL: '', MAIL_FROM }]) t.notOk(mailOf(environment))
  t.throws(() => mailOf({ SMTP_URL: 'mail.example.org', MAIL_FROM }), { message: /^SMTP_URL must be/ })
  t.match(mailOf({ SMTP_URL, MAIL_FROM: 'CMS <cms@example.org>' }), { from: 'CMS <cms@example.org>' })
  t.throws(() => mailOf({ SMTP_URL, MAIL_FROM: 'cms' }), { message: /^MAIL_FROM must be .*, not "cms"/ })
})

t.test('settings of earlier versions do nothing, and are named with what replaces them', async t => {
  const http = { minBodyBytesPerSecond: 1, maxUnsentAnswerBytes: 2048 }
  const directory = t.testdir({ 'plinth.json': JSON.stringify({ http }) })
  const noticesOf = (environment: Record<string, string>) => loadConfig(environment, directory).notices
  t.equal(noticesOf({}), undefined)
  t.match(noticesOf({ PLINTH_CONFIG: 'plinth.json', PLINTH_WORKERS: '1' }), [
    /^PLINTH_WORKERS does nothing; .*several instances on MongoDB/,
    /^http\.minBodyBytesPerSecond does nothing; http\.requestTimeout/,
    /^http\.maxUnsentAnswerBytes does nothing; a proxy/,
  ])
  for (const PLINTH_WORKERS of ['2', '0', 'x'])
    t.throws(() => loadConfig({ PLINTH_WORKERS }, directory), { message: /several instances on MongoDB/ })
})

t.test('configuration: default, file, environment', async t => {
  const directory = t.testdir({
    'plinth.json': JSON.stringify({
      http: { port: 1, bodyLimit: 4096 },
      plugins: { health: false, './own.mjs': { a: 1 } },
    }),
    'bad.json': JSON.stringify({ http: { prot: 1, port: 'x' }, store: { kind: 'mongodb', path: 'x' }, colour: 1 }),
    'broken.json': '{',
    'proto.json': '{"plugins":{"__proto__":{"x":1}}}',
    '.env': 'PORT=3000\nLOG_LEVEL=warn\n',
  })
  const file = join(directory, 'plinth.json')
  const config = loadConfig({ PLINTH_CONFIG: 'plinth.json', PORT: '2', LOG_LEVEL: '' }, directory)
  t.match(config, {
    mode: 'development',
    http: { port: 2, host: '127.0.0.1', bodyLimit: 4096, closeTimeout: 10_000 },
    store: { kind: 'sqlite', path: join(directory, 'data/plinth.db') },
    log: { level: 'warn' },
    directory,
  })
  t.equal(config.plugins['health'], false)
  t.strictSame(config.plugins['./own.mjs'], { a: 1 })
  t.equal(config.plugins['api-description'], true)
  const settingOf = (plugins: object): unknown => {
    writeFileSync(join(directory, 'plugins.json'), JSON.stringify({ plugins }))
    return loadConfig({ PLINTH_CONFIG: 'plugins.json' }, directory).plugins['api-description']
  }
  t.equal(settingOf({ openapi: { prefix: '/api/v1' } }), true, 'on with the plugin on which it depends by default')
  t.equal(settingOf({ openapi: false }), false, 'off with it')
  t.equal(settingOf({ openapi: false, 'api-description': true }), true, 'its own setting goes first')
  t.equal(settingOf({ 'api-description': false }), false)
  t.equal(loadConfig({}, directory).http.port, 3000, '.env is read')
  t.strictSame(loadConfig({ MONGODB_URL: 'mongodb://x', SQLITE_PATH: 'y' }, directory).store, {
    kind: 'mongodb',
    url: 'mongodb://x',
  })
  t.strictSame(loadConfig({ SQLITE_PATH: 'y.db' }, directory).store, { kind: 'sqlite', path: join(directory, 'y.db') })

  const wrong = (environment: Record<string, string>, message: RegExp) =>
    t.throws(() => loadConfig(environment, directory), { name: 'ConfigurationError', message }, String(message))
  wrong(
    { PLINTH_CONFIG: 'bad.json' },
    /bad\.json is not valid: .*http\.prot is not known.*http\.port must be an integer.*store\.url is required/,
  )
  wrong({ PLINTH_CONFIG: 'broken.json' }, /broken\.json cannot be read: /)
  writeFileSync(join(directory, 'beside.json'), '{"pluginDefaults": {"api-description": "opnapi"}}')
  wrong({ PLINTH_CONFIG: 'beside.json' }, /^pluginDefaults\.api-description must be a key of "plugins", not "opnapi"$/)
  wrong({ PLINTH_CONFIG: 'proto.json' }, /__proto__/)
  writeFileSync(join(directory, 'twice.json'), '{"plugins":{"files":false},"http":{},"plugins":{}}')
  wrong({ PLINTH_CONFIG: 'twice.json' }, /twice\.json cannot be read: duplicate key.*\/plugins/)
  writeFileSync(join(directory, 'latin1.json'), '{"log":{"x":"ü"}}', 'latin1')
  wrong({ PLINTH_CONFIG: 'latin1.json' }, /latin1\.json cannot be read: it is not UTF-8/)
  wrong({ SQLITE_PATH: 'file:///srv/y.db' }, /^SQLITE_PATH must be the path of a file, not the address "file:/)
  wrong({ PLINTH_CONFIG: 'none.json' }, /none\.json cannot be read: /)
  wrong({ PORT: 'x' }, /^PORT must be a whole number from 0 to 65535, not "x"$/)
  wrong({ PORT: '70000' }, /^PORT /)
  wrong({ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of /)
  wrong({ PLINTH_MODE: 'test' }, /^PLINTH_MODE must be development or production/)
  const other = { store: { kind: 'mongodb', url: 'mongodb://y' }, mode: 'development' }
  writeFileSync(file, `\ufeff${JSON.stringify(other)}`)
  t.strictSame(loadConfig({ PLINTH_CONFIG: file }, directory).store, { kind: 'mongodb', url: 'mongodb://y' })
  writeFileSync(join(directory, '.env'), '\ufeffPORT=3001\r\n')
  t.equal(loadConfig({}, directory).http.port, 3001, 'as editors of Windows save it')
  writeFileSync(join(directory, '.env'), '\ufeffPORT=3002\r\n', 'utf16le')
  wrong({}, /\.env is not UTF-8/)
})

t.test('secrets can come from files', async t => {
  const directory = t.testdir({
    secret: `${'s3cret '.repeat(8)}\r\n`,
    url: 'mongodb://one\n\n',
    empty: '\n',
    elsewhere: { '.env': 'SESSION_SECRET_FILE=secret\n', secret: 'from the file that .env names, by its folder' },
  })
  const provider = { IDP_CLIENT_ID: 'i', FRONTEND_URL: 'https://example.org', IDP_CLIENT_SECRET: 'hunter2' }
  const load = (environment: Record<string, string>, folder = directory) => loadConfig(environment, folder)
  t.strictSame(load({ ...provider, SESSION_SECRET_FILE: 'secret' }).signIn?.secrets, ['s3cret '.repeat(8)])
  t.strictSame(load({ MONGODB_URL_FILE: join(directory, 'url') }).store, { kind: 'mongodb', url: 'mongodb://one\n' })
  const { signIn } = load(provider, join(directory, 'elsewhere'))
  t.strictSame(signIn?.secrets, ['from the file that .env names, by its folder'])
  for (const name of secretVariables) {
    const wrong = (environment: Record<string, string>, message: RegExp) =>
      t.throws(() => load({ ...provider, ...environment }), { name: 'ConfigurationError', message }, name)
    wrong({ [name]: 'x', [`${name}_FILE`]: 'secret' }, new RegExp(`^${name} and ${name}_FILE are both set`))
    if (name === 'IDP_CLIENT_SECRET') continue
    wrong(
      { [`${name}_FILE`]: 'none' },
      new RegExp(`^${name}_FILE: the file ${directory}/none cannot be read \\(ENOENT`),
    )
    wrong({ [`${name}_FILE`]: '.' }, new RegExp(`^${name}_FILE: the file ${directory} cannot be read \\(EISDIR`))
    wrong({ [`${name}_FILE`]: 'empty' }, new RegExp(`^${name}_FILE: the file ${directory}/empty is empty`))
  }
})

t.test('Strict-Transport-Security is one year, and can be set or switched off', async t => {
  const directory = t.testdir({})
  const load = (hsts?: unknown) => {
    writeFileSync(join(directory, 'plinth.json'), JSON.stringify({ http: { hsts } }))
    return loadConfig({ PLINTH_CONFIG: 'plinth.json' }, directory)
  }
  const header = (hsts?: unknown, mode: Mode = 'production') =>
    answerHeaders({ ...load(hsts), mode })['strict-transport-security']
  t.equal(header(), 'max-age=31536000; includeSubDomains')
  t.equal(header(undefined, 'development'), undefined)
  t.equal(header(false), undefined)
  t.equal(header({ maxAgeSeconds: 0, includeSubDomains: false }), 'max-age=0')
  t.equal(header({ preload: true }), 'max-age=31536000; includeSubDomains; preload')
  for (const hsts of [
    { preload: true, maxAgeSeconds: 300 },
    { preload: true, includeSubDomains: false },
  ])
    t.throws(() => load(hsts), { name: 'ConfigurationError', message: /^http\.hsts\.preload requires/ })
  t.throws(() => load(true), { message: /http\.hsts must be false$/ })
  t.throws(() => load({ maxAge: 1 }), { message: /http\.hsts\.maxAge is not known/ })
})

t.test('limits, proxies and other origins are checked before anything starts', async t => {
  const directory = t.testdir({})
  const load = (http: object) => {
    writeFileSync(join(directory, 'plinth.json'), JSON.stringify({ http }))
    return loadConfig({ PLINTH_CONFIG: 'plinth.json' }, directory).http
  }
  t.strictSame(load({}).rateLimit, { requests: 1000, signIns: 100, window: 60_000 })
  t.strictSame(load({ rateLimit: { signIns: 5 } }).rateLimit, { requests: 1000, signIns: 5, window: 60_000 })
  t.equal(load({ rateLimit: false }).rateLimit, false)
  const well = {
    trustProxy: ['10.0.0.1', '192.168.0.0/16', '2001:db8::/32', '::1'],
    cors: { origins: ['http://localhost:5173'] },
  }
  t.match(load(well), well)
  const cases: [object, RegExp][] = [
    [{ rateLimit: true }, /plinth\.json is not valid: http\.rateLimit must be false$/],
    [{ rateLimit: { requests: 0 } }, /http\.rateLimit\.requests must be at least 1/],
    [{ rateLimit: { perMinute: 1 } }, /http\.rateLimit\.perMinute is not known/],
    [{ trustProxy: true }, /http\.trustProxy must be an array/],
    [{ trustProxy: [] }, /http\.trustProxy must/],
    ...['x', '10.0.0.0/33', '10.0.0.0/0', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', 'loopback', ''].map(
      (proxy): [object, RegExp] => [{ trustProxy: [proxy] }, /http\.trustProxy/],
    ),
    [{ cors: {} }, /http\.cors\.origins is required/],
    [{ cors: { origins: [] } }, /http\.cors\.origins must/],
    ...[
      '*',
      'null',
      'https://*.example.org',
      'https://a.org/',
      'https://a.org/x',
      'https://A.org',
      'https://a.org:443',
      'ftp://a.org',
      'a.org',
    ].map((origin): [object, RegExp] => [{ cors: { origins: [origin] } }, /http\.cors\.origins must contain origins/]),
  ]
  for (const [http, message] of cases) {
    t.throws(() => load(http), { name: 'ConfigurationError', message }, JSON.stringify(http))
  }
})

t.test(
  'the mode is development without sign-in, production with sign-in, and incomplete settings are refused',
  async t => {
    const provider = { IDP_CLIENT_ID: 'i', IDP_CLIENT_SECRET: 's', FRONTEND_URL: 'https://example.org' }
    const signIn = { ...provider, SESSION_SECRET: 'correct horse battery staple and so on' }
    const directory = t.testdir({
      'file.json': JSON.stringify({ signIn: { clientId: 'f', issuer: 'https://f.example' } }),
    })
    const load = (environment: Record<string, string>) => loadConfig(environment, directory)
    t.match(load({}), { mode: 'development', http: { host: '127.0.0.1' } })
    t.equal(load({ NODE_ENV: 'production', SESSION_SECRET: signIn.SESSION_SECRET }).mode, 'development')
    t.match(load({ NODE_ENV: 'development', ...signIn }), { mode: 'production', http: { host: '0.0.0.0' } })
    t.match(load({ ...signIn, PLINTH_MODE: 'production' }), { mode: 'production' })
    t.match(load({ HOST: '::1' }), { http: { host: '::1' } })
    t.match(load({ HOST: '0.0.0.0', PLINTH_MODE: 'development' }), { http: { host: '0.0.0.0' } })
    t.throws(() => load({ HOST: '0.0.0.0' }), /to bind to 0\.0\.0\.0 anyway, set PLINTH_MODE=development/)
    t.throws(() => load({ HOST: 'localhost.example.org' }), ConfigurationError)
    t.throws(() => load({ ...signIn, PLINTH_MODE: 'development' }), /PLINTH_MODE is development, but IDP_CLIENT_ID/)
    t.throws(
      () => load({ PLINTH_MODE: 'production' }),
      /production mode needs an identity provider: set IDP_CLIENT_ID, IDP_CLIENT_SECRET, FRONTEND_URL, SESSION_SECRET/,
    )
    t.throws(() => load({ ...signIn, IDP_CLIENT_SECRET: '' }), /only half configured: .* IDP_CLIENT_SECRET missing/)
    t.throws(() => load({ IDP_ISSUER: 'https://a' }), /only half configured/)
    t.throws(() => load({ PLINTH_CONFIG: 'file.json' }), /only half configured/)
    t.match(load({ ...signIn, PLINTH_CONFIG: 'file.json' }).signIn, { clientId: 'i', issuer: 'https://f.example' })
    const config = { ...load(signIn), plugins: {} }
    await t.rejects(buildApp(config, { logger: false, store: noStore() }), {
      name: 'ConfigurationError',
      message: /^production mode needs sign-in and rights, but no plugin provides the contract "identity" or "access"/,
    })
  },
)

t.test('sign-in: every setting is checked, and no secret appears in messages', async t => {
  const directory = t.testdir({})
  const base = {
    IDP_CLIENT_ID: 'i',
    IDP_CLIENT_SECRET: 'hunter2',
    FRONTEND_URL: 'https://CMS.example.org:443/',
    SESSION_SECRET: 'correct horse battery staple and so on',
  }
  const load = (changes: Record<string, string> = {}) => loadConfig({ ...base, ...changes }, directory).signIn
  t.strictSame(load(), {
    issuer: 'https://accounts.google.com',
    clientId: 'i',
    clientSecret: 'hunter2',
    frontendUrl: 'https://cms.example.org',
    secrets: [base.SESSION_SECRET],
  })
  const SESSION_SECRET_PREVIOUS = 'the one before this, thirty-two or more'
  t.strictSame(load({ SESSION_SECRET_PREVIOUS })?.secrets, [base.SESSION_SECRET, SESSION_SECRET_PREVIOUS])
  t.equal(load({ ADMIN_EMAIL: 'Ada@Example.org' })?.administratorEmail, 'ada@example.org')
  for (const [FRONTEND_URL, expected] of [
    ['http://localhost:5173/', 'http://localhost:5173'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ] as const) {
    t.equal(load({ FRONTEND_URL })?.frontendUrl, expected)
  }
  t.equal(load({ IDP_ISSUER: 'https://id.example.org/' })?.issuer, 'https://id.example.org/', 'to the letter')
  t.equal(load({ IDP_ISSUER: 'http://127.0.0.1:9' })?.issuer, 'http://127.0.0.1:9')
  const cases: [string, string, RegExp][] = [
    ['SESSION_SECRET', '', /must be set in production mode/],
    ['SESSION_SECRET', 'x'.repeat(31), /must have 32 characters or more; it has 31/],
    ['SESSION_SECRET_PREVIOUS', 'short', /must have 32 characters or more/],
    ['FRONTEND_URL', 'http://cms.example.org', /must begin with https/],
    ['FRONTEND_URL', 'cms.example.org', /must be an absolute address/],
    ['FRONTEND_URL', 'javascript:alert(1)', /must be an absolute address/],
    ['FRONTEND_URL', 'https:example.org', /must be an absolute address/],
    ['FRONTEND_URL', 'https://user:hunter2@example.org', /must not contain a user name/],
    ['FRONTEND_URL', 'https://example.org/cms/', /must not have a path, .*: https:\/\/example\.org, not/],
    ['FRONTEND_URL', 'https://example.org//', /must not have a path/],
    ['FRONTEND_URL', 'https://example.org/?a', /neither a query nor a fragment/],
    ['IDP_ISSUER', 'http://id.example.org', /must begin with https/],
    ['IDP_ISSUER', 'http://localhost.example.org', /must begin with https/],
    ['IDP_ISSUER', 'https://id.example.org#', /neither a query nor a fragment/],
    ['IDP_ISSUER', 'accounts.google.com', /must be an absolute address/],
    ['IDP_CLIENT_ID', ' i', /visible ASCII/],
    ['IDP_CLIENT_SECRET', 'hunter2\n', /visible ASCII/],
    ['ADMIN_EMAIL', 'ada', /must be an e-mail address, not "ada"/],
    ['ADMIN_EMAIL', 'a@example.org,b@example.org', /must be an e-mail address/],
    ['ADMIN_EMAIL', '\u212Aim@example.org', /must be an e-mail address/],
  ]
  for (const [name, value, message] of cases) {
    const error = t.throws(() => load({ [name]: value }), { name: 'ConfigurationError', message }, `${name}=${value}`)
    t.match(error, { message: new RegExp(`^${name} `) })
    t.notMatch(String(error), /hunter2|xxx/)
  }
})

/** A plugin outside the repository whose handlers take what they need from the scope of their request. */
const scoped = `import { asFunction } from 'awilix'
export default {
  name: 'scoped', version: '1.0.0', requires: [], provides: [], requestScopes: true,
  register({ app, onClose }) {
    app.get('/api/mine', { config: { access: 'signed-in' } }, request => {
      const { caller, log, config } = request.diScope.cradle
      return { caller, isOwnLog: log === request.log, mode: config.mode }
    })
    app.get('/api/open', { config: { access: 'public' } }, request => request.diScope.resolve('caller'))
    app.get('/api/helper', { config: { access: 'signed-in' } }, request => {
      const dispose = helper => globalThis.happened.push('disposed of ' + helper.user)
      request.diScope.register('helper', asFunction(({ caller }) => ({ user: caller.id })).scoped().disposer(dispose))
      return [request.diScope.resolve('helper'), request.diScope.resolve('helper') === request.diScope.cradle.helper]
    })
    onClose(() => { globalThis.happened.push('plugin closed') })
    return {}
  },
}`

t.test('handlers get the caller, the log and contracts from the scope of their request', async t => {
  const happened: string[] = []
  Object.assign(globalThis, { happened })
  const directory = t.testdir({ 'scoped.mjs': scoped })
  const store = noStore()
  const close = t.capture(store, 'close', async () => void happened.push('store closed'))
  const config = { ...loadConfig({}, directory), directory, plugins: { './scoped.mjs': true } }
  const app = await buildApp(config, { logger: false, store })
  const admin = 'urn:user:admin'
  t.match((await app.inject('/api/mine')).json(), { caller: { id: admin }, isOwnLog: true, mode: 'development' })
  t.equal((await app.inject('/api/open')).statusCode, 500, 'no caller is identified on a public route')
  t.strictSame((await app.inject('/api/helper')).json(), [{ user: admin }, true])
  await app.close()
  t.strictSame(happened, [`disposed of ${admin}`, 'plugin closed', 'store closed'])
  t.equal(close().length, 1)
})

// A fixed seed, unless one is given.
fc.configureGlobal({ seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120) })

/** The module of a plugin as a text. */
function source(parts: {
  name: string
  requires?: string[]
  provides?: string[]
  more?: string
  register?: string
}): string {
  const { name, requires = [], provides = [], more = '', register = 'return {}' } = parts
  const head = JSON.stringify({ name, version: '1.0.0', requires, provides }).slice(1, -1)
  return `export default { ${head}, ${more} async register(context) { ${register} } }`
}

let starts = 0

/**
 * Start the service with these modules as its plugins, `./<name>.mjs` each, in a new folder so that no module is cached.
 * @param pluginTimeout ms; short only where a plugin is to run into it, since the first start also loads the plugins that come with Plinth
 */
async function start(t: Test, modules: Record<string, string>, plugins?: Config['plugins'], pluginTimeout?: number) {
  starts += 1
  const files = Object.fromEntries(Object.entries(modules).map(([name, text]) => [`${name}.mjs`, text]))
  const directory = join(t.testdir({ [String(starts)]: files }), String(starts))
  const all = Object.fromEntries(Object.keys(modules).map(name => [`./${name}.mjs`, true]))
  const config: Config = { ...loadConfig({}, directory), directory, plugins: plugins ?? all }
  const app = await buildApp(config, {
    logger: false,
    store: noStore(),
    ...(pluginTimeout !== undefined && { pluginTimeout }),
  })
  t.teardown(() => app.close())
  return app
}

const refused = (t: Test, modules: Record<string, string>, message: RegExp, plugins?: Config['plugins']) =>
  t.rejects(start(t, modules, plugins), { name: 'ConfigurationError', message }, String(message))

const runsOutOfTime = (t: Test, modules: Record<string, string>, message: RegExp) =>
  t.rejects(start(t, modules, undefined, 500), { name: 'ConfigurationError', message }, String(message))

t.test('plugins start after the plugins that provide what they require, in any order of the file', async t => {
  const note = (name: string) => `globalThis.started.push('${name}')`
  const modules = {
    a: source({ name: 'a', requires: ['deep'], register: `${note('a')}; return {}` }),
    b: source({ name: 'b', requires: ['middle'], provides: ['deep'], register: `${note('b')}; return { deep: 1 }` }),
    c: source({ name: 'c', provides: ['middle'], register: `${note('c')}; return { middle: context.contracts }` }),
  }
  const started: string[] = []
  Object.assign(globalThis, { started })
  await start(t, modules)
  await start(t, modules, { './c.mjs': true, './b.mjs': {}, './a.mjs': true })
  t.strictSame(started, ['c', 'b', 'a', 'c', 'b', 'a'])
})

t.test('the order is topological and depends only on names and contracts', async t => {
  const graph = fc.array(fc.record({ needs: fc.array(fc.nat(20), { maxLength: 4 }) }), { maxLength: 12 }).map(nodes =>
    nodes.map(({ needs }, index): Orderable => {
      const requires = [...new Set(needs.filter(need => need < index))].map(need => `c${need}`)
      return {
        name: `p${(index * 7) % 13}-${index}`,
        requires: requires as never[],
        provides: [`c${index}`] as never[],
      }
    }),
  )
  const sortedTheSame = fc.property(graph, fc.infiniteStream(fc.boolean()), (plugins, random) => {
    const shuffled = [...plugins].sort(() => (random.next().value === true ? 1 : -1))
    const sorted = order(plugins, [], [])
    const places = new Map(sorted.flatMap(({ provides }, place) => provides.map(name => [name as string, place])))
    const names = (list: readonly Orderable[]): string => list.map(({ name }) => name).join()
    return (
      names(order(shuffled, [], [])) === names(sorted) &&
      sorted.every(({ requires }, place) => requires.every(contract => (places.get(contract) ?? Infinity) < place))
    )
  })
  t.doesNotThrow(() => fc.assert(sortedTheSame))
})

t.test('an impossible configuration stops startup with one line that names plugins and contract', async t => {
  await refused(
    t,
    { a: source({ name: 'a', requires: ['gone'] }) },
    /^plugin "a" requires the contract "gone", which no plugin provides; switch on one that does, or switch off "a"$/,
  )
  await refused(
    t,
    {
      a: source({ name: 'a', requires: ['gone'], provides: ['x'] }),
      b: source({ name: 'b', requires: ['x'], provides: ['y'] }),
      c: source({ name: 'c', requires: ['gone', 'y'] }),
      d: source({ name: 'd', provides: ['z'] }),
      e: source({ name: 'e', requires: ['x'] }),
      f: source({ name: 'f', requires: ['z'], more: 'optional: ["y"],' }),
    },
    /^plugin "a" requires .* or switch off "a", "b", "c", "e"$/,
  )
  await refused(
    t,
    { a: source({ name: 'a', provides: ['x'] }), b: source({ name: 'b', provides: ['x'] }) },
    /^the contract "x" is provided twice, by plugin "a" and by plugin "b"/,
  )
  await refused(
    t,
    { a: source({ name: 'a', provides: ['documentStore'] }) },
    /"documentStore" is provided twice, by the kernel and by plugin "a"/,
  )
  await refused(
    t,
    {
      a: source({ name: 'a', requires: ['y'], provides: ['x'] }),
      b: source({ name: 'b', requires: ['x'], provides: ['y'] }),
    },
    /circle: plugin "a" requires "y", which plugin "b" provides; plugin "b" requires "x", which plugin "a" provides$/,
  )
  await refused(t, { a: source({ name: 'same' }), b: source({ name: 'same' }) }, /^two plugins are named "same"/)
  await refused(
    t,
    { a: source({ name: 'a', provides: ['x'] }) },
    /^plugin "a" declares "x" in provides, but does not return it$/,
  )
})

t.test('a broken plugin is named', async t => {
  await refused(
    t,
    { a: 'export default {' },
    /^plugin "\.\/a\.mjs" failed to load: .+ \(`node \/.+a\.mjs` shows where\)$/,
  )
  await refused(t, { a: 'throw new Error("no luck")' }, /^plugin "\.\/a\.mjs" failed to load: no luck$/)
  await runsOutOfTime(
    t,
    { a: 'await new Promise(() => setTimeout(() => {}, 60_000).unref())' },
    /^plugin "\.\/a\.mjs" did not load within 0\.5 s$/,
  )
  await refused(t, { a: 'export const name = 1' }, /^plugin "\.\/a\.mjs": its manifest is not valid: /)
  await refused(t, { a: source({ name: 'A b' }) }, /manifest is not valid: name must match the pattern/)
  await refused(t, { a: source({ name: 'a', more: 'colour: 1,' }) }, /manifest is not valid: colour is not known/)
  for (const wrong of ['screen', 'behaviors', 'command']) {
    await refused(
      t,
      { a: source({ name: 'a', more: `contributes: { ${wrong}: [] },` }) },
      new RegExp(
        `^plugin "./a.mjs": its manifest is not valid: contributes.${wrong} is not known; known are .*\\bcommands, .*screens`,
      ),
    )
  }
  await refused(
    t,
    { a: source({ name: 'a', register: 'throw new Error("no luck")' }) },
    /^plugin "a" failed to start: no luck$/,
  )
  await runsOutOfTime(
    t,
    { a: source({ name: 'a', register: 'await new Promise(() => {})' }) },
    /^plugin "a" did not start within 0\.5 s$/,
  )
  await runsOutOfTime(
    t,
    { a: source({ name: 'a', register: 'context.onReady(() => new Promise(() => {})); return {}' }) },
    /^plugin "a" did not get ready within 0\.5 s$/,
  )
  await refused(
    t,
    { a: source({ name: 'a', register: 'context.app.get("/api/open", () => 1); return {}' }) },
    /^plugin "a" failed to start: the route GET \/api\/open does not declare its config\.access$/,
  )
})

t.test(
  'a plugin contributes only to extension points that a plugin declares, and what that plugin accepts',
  async t => {
    const contributing = (name: string, value: string) => ({
      a: source({ name: 'a', more: `contributes: { ${name}: ${value} },` }),
    })
    const readers = {
      list: source({
        name: 'list',
        more: 'extensionPoints: { shelves: { type: "array", items: { type: "string" } } },',
      }),
      check: source({
        name: 'check',
        more: 'extensionPoints: { rooms: value => value === 1 ? undefined : "rooms must be 1" },',
      }),
    }
    const off = { './a.mjs': true, './list.mjs': false, './check.mjs': false }
    await start(t, { ...contributing('shelves', '["a"]'), ...readers })
    await start(t, { ...contributing('rooms', '1'), ...readers })
    await refused(
      t,
      { ...contributing('shelves', '["a", 1]'), ...readers },
      /^plugin "a": its shelves are not valid: \[1\] must be /,
    )
    await refused(t, { ...contributing('rooms', '2'), ...readers }, /^plugin "a": rooms must be 1$/)
    await refused(
      t,
      { ...contributing('gardens', '[]'), ...readers },
      /^plugin "\.\/a\.mjs": its manifest is not valid: contributes\.gardens is not known; known are .*rooms, .*shelves/,
    )
    await start(t, { ...contributing('shelves', '7'), ...readers }, off)
    await start(t, contributing('openapiControllers', '7'))
    await refused(t, { ...contributing('shelve', '[]'), ...readers }, /shelve is not known; known are .*shelves/, off)
    await refused(
      t,
      { ...readers, other: source({ name: 'other', more: 'extensionPoints: { rooms: {} },' }) },
      /^the extension point "rooms" is declared twice, by plugin "check" and by plugin "other"/,
    )
    const shared = { name: 'a', version: '1.0.0', requires: [], provides: [], register: () => ({}) } as const
    // @ts-expect-error -- no contract declares this extension point
    t.ok(definePlugin({ ...shared, contributes: { shelves: [] } }))
  },
)

t.test('options are validated against the schema of the manifest', async t => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['size'],
    properties: { size: { type: 'integer' } },
  }
  const a = source({
    name: 'a',
    more: `options: ${JSON.stringify(schema)},`,
    register: 'globalThis.size = context.options.size; return {}',
  })
  await start(t, { a }, { './a.mjs': { size: 3 } })
  t.equal((globalThis as { size?: number }).size, 3)
  await refused(t, { a }, /^plugin "\.\/a\.mjs": its options are not valid: size is required$/)
  await refused(
    t,
    { a },
    /: size must be an integer; colour is not known$|: colour is not known; size must be an integer$/,
    {
      './a.mjs': { size: 'x', colour: 1 },
    },
  )
  await refused(t, { b: source({ name: 'b' }) }, /options are not valid: anything is not known$/, {
    './b.mjs': { anything: 1 },
  })
  await refused(
    t,
    { c: source({ name: 'c', more: 'options: { type: "nothing" },' }) },
    /^plugin "\.\/c\.mjs": the schema of its options is not valid/,
  )
})

t.test('an invalid schema of a route stops the start', async t => {
  const route = (schema: object): string =>
    `context.app.post('/api/a', { config: { access: 'public' }, schema: { body: ${JSON.stringify(schema)} } }, () => 1); return {}`
  await start(t, { a: source({ name: 'a', register: route({ type: 'object' }) }) })
  for (const schema of [{ type: 'nothing' }, { maximum: '5' }, { unknown: true }])
    await t.rejects(start(t, { a: source({ name: 'a', register: route(schema) }) }), {
      name: 'ConfigurationError',
      message: /POST: \/api\/a, due to .* \(plugin "a"\)$/,
    })
})

t.test('keys locate a plugin and cannot point outside', async t => {
  const odd = [
    '../a',
    './../a',
    './a/../../b',
    '/etc/passwd',
    'a/b',
    '.',
    './',
    'file:///a',
    'C:\\a',
    'Health',
    '__proto__x',
    'node:fs',
    './.hidden',
  ]
  for (const key of odd) await refused(t, {}, /the key is neither a plugin's name, nor an npm package/, { [key]: true })
  await refused(t, {}, /^plugin "no-such": there is no module at /, { 'no-such': true })
  await refused(t, {}, /^plugin "@nobody\/none": the npm package is not installed/, { '@nobody/none': true })
  await refused(t, {}, /^plugin "\.\/none\.mjs": there is no module at /, { './none.mjs': true })
  await refused(t, {}, /the key is neither a plugin's name/, { '../a': false })
  await refused(t, {}, /^plugin "no-such": there is no module at /, { 'no-such': false })
  await refused(t, {}, /^plugin "meal-plannin": .*; the service has .*meal-planning, /, { 'meal-plannin': false })
  await refused(t, {}, /^plugin "\.\/none\.mjs": there is no module at /, { './none.mjs': false })
  await start(t, {}, { 'meal-planning': false, persons: false })

  const directory = t.testdir({
    node_modules: {
      'plinth-plugin-shop': { 'package.json': '{"exports":"./main.mjs"}', 'main.mjs': source({ name: 'shop' }) },
    },
    folder: { 'index.mjs': source({ name: 'folder' }) },
  })
  const config = {
    ...loadConfig({}, directory),
    directory,
    plugins: { 'plinth-plugin-shop': true, './folder': true, health: true },
  }
  const app = await buildApp(config, { logger: false, store: noStore() })
  t.equal((await app.inject('/api/health')).statusCode, 200)
  await app.close()
})

t.test('a plugin has its own scope, and its contributions are known at startup', async t => {
  const app = await start(t, {
    a: source({
      name: 'a',
      requires: ['x'],
      more: 'contributes: { colours: ["red"] },',
      register: `
        context.app.get('/api/a', { config: { access: 'public' } }, request => ({ decorated: request.colour ?? null }))
        return {}`,
    }),
    b: source({
      name: 'b',
      provides: ['x'],
      more: 'contributes: { colours: ["blue"] }, extensionPoints: { colours: { type: "array", items: { type: "string" } } },',
      register: `
        context.app.decorateRequest('colour', 'blue')
        context.app.addHook('onRequest', async request => { if (request.headers.fail) throw new Error('secret reason') })
        context.app.get('/api/b', { config: { access: 'public' } }, request => [request.colour, context.contributions('colours'), context.contributions('none')])
        return { x: {} }`,
    }),
  })
  t.strictSame((await app.inject('/api/a')).json(), { decorated: null })
  t.strictSame((await app.inject({ url: '/api/a', headers: { fail: '1' } })).statusCode, 200, 'hooks are scoped')
  t.strictSame((await app.inject('/api/b')).json(), [
    'blue',
    [
      { plugin: 'b', value: ['blue'] },
      { plugin: 'a', value: ['red'] },
    ],
    [],
  ])
  const failed = await app.inject({ url: '/api/b', headers: { fail: '1' } })
  t.strictSame(
    [failed.statusCode, failed.json()],
    [500, { message: 'internal server error' }],
    'an error affects only its own request',
  )
})

t.test('a plugin prepares the whole application before the hooks of the service', async t => {
  const prepare = `prepare({ app, config }) {
    app.addHook('onRequest', async request => { request.headers['x-mode'] = config.mode })
  },`
  const app = await start(t, {
    b: source({ name: 'b', more: prepare }),
    a: source({
      name: 'a',
      register: `
        context.app.get('/api/a', { config: { access: 'public' } }, request => request.headers['x-mode'])
        return {}`,
    }),
  })
  t.equal((await app.inject('/api/a')).body, 'development', 'also on routes of plugins that start earlier')
  await refused(
    t,
    { a: source({ name: 'a', more: 'prepare() { throw new Error("no luck") },' }) },
    /^plugin "a" failed to prepare: no luck$/,
  )
})

t.test('plugins close in reverse order, and one that fails does not prevent the others from closing', async t => {
  const closed: string[] = []
  Object.assign(globalThis, { closed })
  const app = await start(t, {
    a: source({
      name: 'a',
      provides: ['x'],
      register: 'context.onClose(() => { globalThis.closed.push("a") }); return { x: 1 }',
    }),
    b: source({
      name: 'b',
      requires: ['x'],
      register: 'context.onClose(() => { globalThis.closed.push("b"); throw new Error("no") }); return {}',
    }),
  })
  await app.close()
  t.strictSame(closed, ['b', 'a'])
})
