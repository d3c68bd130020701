import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { buildApp } from '../app.ts'
import type { Mode } from '../contracts/config.ts'
import { secretVariables } from './environment.ts'
import { loadConfig } from './load-config.ts'
import { ConfigurationError } from '../errors.ts'
import { answerHeaders } from '../http/security-headers.ts'
import { noStore } from '../../testing/no-store.ts'

t.test('mail is sent if the server and the sender are configured', async t => {
  const directory = t.testdir({})
  const mailOf = (environment: Record<string, string>) => loadConfig(environment, directory).mail
  const [SMTP_URL, MAIL_FROM] = ['smtps://user:word@mail.example.org', 'cms@example.org']
  t.strictSame(mailOf({ SMTP_URL, MAIL_FROM }), { url: SMTP_URL, from: MAIL_FROM })
  for (const environment of [{}, { SMTP_URL }, { MAIL_FROM }, { SMTP_URL: '', MAIL_FROM }]) t.notOk(mailOf(environment))
  t.throws(() => mailOf({ SMTP_URL: 'mail.example.org', MAIL_FROM }), { message: /^SMTP_URL must be/ })
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
  wrong({ PLINTH_CONFIG: 'proto.json' }, /__proto__/)
  wrong({ PLINTH_CONFIG: 'none.json' }, /none\.json cannot be read: /)
  wrong({ PORT: 'x' }, /^PORT must be a whole number from 0 to 65535, not "x"$/)
  wrong({ PORT: '70000' }, /^PORT /)
  wrong({ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of /)
  wrong({ PLINTH_MODE: 'test' }, /^PLINTH_MODE must be development or production/)
  writeFileSync(file, JSON.stringify({ store: { kind: 'mongodb', url: 'mongodb://y' }, mode: 'development' }))
  t.strictSame(loadConfig({ PLINTH_CONFIG: file }, directory).store, { kind: 'mongodb', url: 'mongodb://y' })
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
  t.throws(() => load(true), { message: /http\.hsts must/ })
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
    [{ rateLimit: true }, /http\.rateLimit must/],
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
    ].map((origin): [object, RegExp] => [{ cors: { origins: [origin] } }, /http\.cors\.origins must hold origins/]),
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
    t.throws(() => load({ HOST: '0.0.0.0' }), /to bind to 0\.0\.0\.0 all the same, set PLINTH_MODE=development/)
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
    ['FRONTEND_URL', 'https://user:hunter2@example.org', /must not hold a user name/],
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
