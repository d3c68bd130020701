import t from 'tap'
import { loadConfig } from '../kernel/index.ts'
import { signedInApp } from '../testing/internal/signed-in.ts'

t.test('a page of another origin cannot use the session of its visitor', async t => {
  const service = await signedInApp(t)
  const root = await service.signIn('root')
  const evil = { origin: 'https://evil.example.org' }
  const own = { origin: service.frontendUrl }
  const writes: [string, string, unknown?][] = [
    ['POST', '/api/resource-types', { name: 'Forged', slug: 'forged' }],
    ['PUT', '/api/settings/roles', { roles: ['admin', 'member', 'forged'] }],
    ['PUT', `/api/users/${root.me.id}`, { name: 'Forged' }],
    ['POST', '/api/auth/tokens', { name: 'forged' }],
    ['POST', '/api/admin/stop-impersonation'],
    ['POST', '/api/auth/logout'],
    ['DELETE', '/api/nothing/at-all'],
  ]
  for (const [method, url, body] of writes) {
    for (const headers of [
      evil,
      { origin: 'null' },
      { origin: `${service.frontendUrl}.evil.example.org` },
      { origin: service.frontendUrl.replace('https', 'http') },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const { statusCode } = await root.request(method, url, body, headers)
      t.equal(statusCode, 403, `${method} ${url} ${JSON.stringify(headers)}`)
    }
  }
  t.equal((await root.request('GET', '/api/auth/me', undefined, evil)).statusCode, 200, 'reading changes nothing')
  t.equal((await root.request('GET', '/api/resource-types/forged')).statusCode, 404)
  for (const headers of [own, { ...own, 'sec-fetch-site': 'same-origin' }, {}, { 'sec-fetch-site': 'none' }]) {
    t.equal((await root.request('POST', '/api/admin/stop-impersonation', undefined, headers)).statusCode, 200)
  }
  const made = await root.request('POST', '/api/auth/tokens', { name: 'machine' }, own)
  t.equal(made.statusCode, 201)
  const authorization = `Bearer ${made.json<{ token: string }>().token}`
  const asMachine = await service.request(
    'POST',
    '/api/resource-types',
    { name: 'A', slug: 'a' },
    { authorization, ...evil },
  )
  t.equal(asMachine.statusCode, 201, 'a token is sent deliberately, from any origin')
  t.equal((await root.request('POST', '/api/auth/logout', undefined, own)).statusCode, 204)
})

t.test('sessions, tokens and anonymous clients each have a rate limit', async t => {
  const { http } = loadConfig({})
  const rateLimit = { requests: 6, signIns: 3, window: 600_000 }
  const service = await signedInApp(t, { config: { http: { ...http, rateLimit } } })
  const [one, other] = [await service.signIn('root'), await service.signIn('alice')]
  const made = await one.request('POST', '/api/auth/tokens', { name: 'machine' })
  const authorization = `Bearer ${made.json<{ token: string }>().token}`
  const last = async (ask: () => Promise<{ statusCode: number }>): Promise<number[]> => {
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1) statuses.push((await ask()).statusCode)
    return [...new Set(statuses)]
  }
  t.strictSame(await last(() => one.request('GET', '/api/auth/me')), [200, 429])
  t.equal((await other.request('GET', '/api/auth/me')).statusCode, 200, 'the other session')
  t.strictSame(await last(() => service.request('GET', '/api/auth/me', undefined, { authorization })), [200, 429])
  const wrong = () => `Bearer plinth_${Math.random().toString(36).slice(2)}`
  t.strictSame(
    await last(() => service.request('GET', '/api/auth/me', undefined, { authorization: wrong() })),
    [401, 429],
  )
  t.strictSame(await last(() => service.request('GET', '/api/auth/login')), [302, 429], 'two were used already')
  t.equal((await other.request('GET', '/api/auth/me')).statusCode, 200)
})
