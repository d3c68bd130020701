import { movableClock } from '../../../testing/internal/clock.ts'
import { signedInOnAnyStore, signedInOnEachStore } from '../../../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../../../testing/internal/signed-in.ts'
import { until } from '../../../testing/internal/until.ts'

interface Session {
  id: string
  created_at: string
  last_seen_at: string
  expires_at: string
  user_agent: string
  current: boolean
}

const minute = 60_000
const hour = 60 * minute

const sessionsOf = async (client: Pick<Client, 'request'>): Promise<Session[]> =>
  (await client.request('GET', '/api/auth/sessions')).json().data

const statusOf = async (client: Pick<Client, 'request'>): Promise<number> =>
  (await client.request('GET', '/api/auth/me')).statusCode

const signInAs = (app: SignedInApp, login: string): Promise<Client> => app.signIn(login)

signedInOnEachStore('disabling a user ends sessions and tokens permanently', async (t, app) => {
  const root = await signInAs(app, 'root')
  const ada = await signInAs(app, 'ada')
  const other = await signInAs(app, 'ada')
  const { token } = (await ada.request('POST', '/api/auth/tokens', { name: 'x' })).json()
  const withToken = async (): Promise<number> =>
    (await app.request('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })).statusCode
  const states = async (): Promise<number[]> => [await statusOf(ada), await statusOf(other), await withToken()]
  t.strictSame(await states(), [200, 200, 200])
  const set = async (status: string): Promise<void> => {
    t.equal((await root.request('PUT', `/api/users/${ada.me.id}`, { status })).statusCode, 200, status)
  }
  await set('disabled')
  t.strictSame(await states(), [401, 401, 401])
  await set('active')
  t.strictSame(await states(), [401, 401, 401], 'nothing is restored')
  for (const kind of ['sessions', 'tokens']) {
    t.strictSame((await root.request('GET', `/api/users/${ada.me.id}/${kind}`)).json().data, [], kind)
  }
  const total = async (type: string): Promise<number> =>
    (await root.request('GET', `/api/events?type=${type}&count=true`)).json().total
  t.strictSame([await total('Session.Revoked'), await total('Token.Revoked')], [2, 1])
  t.equal(await statusOf(await signInAs(app, 'ada')), 200)
})

signedInOnEachStore('administrators see and end the sessions and tokens of others', async (t, app) => {
  const root = await signInAs(app, 'root')
  const ada = await signInAs(app, 'ada')
  const second = await signInAs(app, 'ada')
  const made = (await ada.request('POST', '/api/auth/tokens', { name: 'x' })).json()
  const { token, ...shown } = made
  const of = `/api/users/${ada.me.id}`
  const answer = await root.request('GET', `${of}/sessions?limit=1&count=true`)
  t.equal(answer.headers['cache-control'], 'no-store')
  t.match(answer.json(), { data: [{ current: false }], has_more: true, total: 2 })
  const sessions = (await root.request('GET', `${of}/sessions`)).json().data as Session[]
  t.strictSame(
    sessions.map(session => ({ ...session, current: session.id === sessions[1]?.id })),
    (await sessionsOf(ada)).map(session => session),
    'as the users see them, except which one is current',
  )
  const mine = (await root.request('GET', `/api/users/${root.me.id}/sessions`)).json().data
  t.match(mine, [{ current: true }])
  t.strictSame((await root.request('GET', `${of}/tokens`)).json(), { data: [shown], cursor: '', has_more: false })
  t.equal((await root.request('GET', `/api/users/${root.me.id}/tokens/x`)).statusCode, 405)

  const first = sessions[1]?.id ?? ''
  for (const path of [`${of}/sessions/${mine[0].id}`, `${of}/sessions/x`, `${of}/tokens/x`, '/api/users/x/tokens/x']) {
    t.equal((await root.request('DELETE', path)).statusCode, 404, path)
  }
  for (const path of ['/api/users/x/sessions', '/api/users/x/tokens']) {
    t.equal((await root.request('GET', path)).statusCode, 404, path)
  }
  for (const path of [`${of}/sessions`, `${of}/tokens`]) {
    t.equal((await ada.request('GET', path)).statusCode, 403, path)
    t.equal((await ada.request('DELETE', `${path}/x`)).statusCode, 403, path)
    t.equal((await app.request('GET', path)).statusCode, 401, path)
  }
  const own = (await root.request('POST', '/api/auth/tokens', { name: 'x' })).json().token
  const bearer = { authorization: `Bearer ${own}` }
  t.equal((await app.request('GET', `${of}/sessions`, undefined, bearer)).statusCode, 403, 'never with a token')

  t.equal((await root.request('DELETE', `${of}/sessions/${first}`)).statusCode, 204)
  t.strictSame([await statusOf(ada), await statusOf(second)], [401, 200])
  t.equal((await root.request('DELETE', `${of}/sessions/${first}`)).statusCode, 404, 'it has ended')
  t.equal((await root.request('DELETE', `${of}/tokens/${shown.id}`)).statusCode, 204)
  t.equal((await root.request('DELETE', `${of}/tokens/${shown.id}`)).statusCode, 404)
  const used = await app.request('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })
  t.equal(used.statusCode, 401)
  t.match((await root.request('GET', '/api/events?type=Session.Revoked')).json().data, [
    { subject: first, data: { actor: root.me.id } },
  ])
})

signedInOnAnyStore('a user has at most 20 sessions', async (t, app) => {
  const clients: Client[] = []
  for (let count = 0; count < 21; count++) clients.push(await signInAs(app, 'ada'))
  const [first, second, ...others] = await Promise.all(clients.map(statusOf))
  t.strictSame([first, second, new Set(others)], [401, 200, new Set([200])], 'the oldest one ended')
  const [client] = clients.slice(-1)
  if (client === undefined) throw new Error('nobody signed in')
  t.equal((await sessionsOf(client)).length, 20)
})

signedInOnAnyStore('an event stream does not keep a session alive', async (t, app) => {
  const clock = movableClock(t)
  const root = await signInAs(app, 'root')
  clock.pass(8 * hour - 5 * minute)
  const ada = await signInAs(app, 'ada')
  clock.pass(4 * minute)
  const now = Date.now()
  t.equal(
    (await root.request('GET', '/api/events/stream?lost=1')).statusCode,
    400,
    'authenticated, and refused as malformed',
  )
  await statusOf(ada)
  await until(async () => Date.parse((await sessionsOf(ada))[0]?.last_seen_at ?? '') >= now)
  clock.pass(2 * minute)
  t.equal(await statusOf(root), 401, 'while the use of another one was recorded')
})
