import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { onEachStore } from '../../../test/each-store.ts'
import { signInWith, signedInApp, signedInOnEachStore } from '../../../test/signed-in.ts'
import type { Client, SignedInApp } from '../../../test/signed-in.ts'

interface Invitation {
  id: string
  email: string
  role: string
  account_id: string
  created_at: string
  expires_at: string
  url: string
}

const path = '/api/users/invitations'
const claimsOf = (login: string, verified = true) => ({
  email: `${login}@example.org`,
  name: login,
  email_verified: verified,
})

async function invite(root: Client, body: object): Promise<Invitation> {
  const answer = await root.request('POST', path, body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}

/** Sign in through the link of an invitation. */
const comeBy = ({ browser, provider }: SignedInApp, { url }: Invitation, login: string, claims = claimsOf(login)) =>
  signInWith(browser(), provider, login, claims, url.slice(new URL(url).origin.length))

const eventsOf = async (root: Client, type: string): Promise<{ subject: string; data: { actor: string } }[]> =>
  (await root.request('GET', `/api/events?type=${type}`)).json().data

signedInOnEachStore('a user who accepts an invitation gets its role and account', async (t, app) => {
  const root = await app.signIn('root')
  await root.request('PUT', '/api/settings/roles', { roles: ['editor'] })
  const { id: account_id } = (await root.request('POST', '/api/accounts', { name: 'Other' })).json()
  const invited = await invite(root, { email: 'Ada@Example.org', role: 'editor', account_id })
  t.match(invited, {
    id: /^urn:invitation:[0-9A-Z]{26}$/,
    email: 'Ada@Example.org',
    role: 'editor',
    account_id,
    url: /^https:\/\/plinth\.test\/api\/auth\/login\?invitation=[A-Za-z0-9_-]{43}$/,
  })
  t.strictSame(Object.keys(invited), ['id', 'email', 'role', 'account_id', 'created_at', 'expires_at', 'url'])
  t.equal(Date.parse(invited.expires_at) - Date.parse(invited.created_at) > 7 * 86_400_000 - 60_000, true)
  const { url: _url, ...shown } = invited
  const list = async () => (await root.request('GET', `${path}?count=true`)).json()
  t.strictSame(await list(), { data: [shown], cursor: '', has_more: false, total: 1 }, 'the link is shown only once')

  const other = await comeBy(app, invited, 'bo')
  t.match(other.me, { role: 'member', account_id: 'urn:account:default' }, 'another address signs in as usual')
  const unverified = await comeBy(app, invited, 'ada', claimsOf('ada', false))
  t.match(unverified.me, { role: 'member', account_id: 'urn:account:default' }, 'an unverified address')
  t.equal((await list()).total, 1, 'and the link remains unused')

  const ada = await comeBy(app, invited, 'ada2', claimsOf('ada'))
  t.match(ada.me, { role: 'editor', account_id })
  t.equal((await list()).total, 0)
  t.match(await eventsOf(root, 'Invitation.Accepted'), [{ subject: invited.id, data: { actor: ada.me.id } }])
  t.match(await eventsOf(root, 'Invitation.Created'), [{ subject: invited.id, data: { actor: root.me.id } }])
  const again = await comeBy(app, invited, 'ada3', claimsOf('ada'))
  t.match(again.me, { role: 'member' }, 'it works once')

  const second = await invite(root, { email: 'ada@example.org', role: 'editor' })
  const known = await comeBy(app, second, 'ada')
  t.equal(known.me.id, unverified.me.id)
  t.match(known.me, { role: 'editor', account_id: 'urn:account:default' }, 'an existing user')
  t.match(await eventsOf(root, 'User.RoleChanged'), [{ subject: known.me.id }])

  const demoting = await invite(root, { email: 'root@example.org', role: 'member' })
  t.match((await comeBy(app, demoting, 'root')).me, { id: root.me.id, role: 'admin' }, 'no role is lowered')
  t.equal((await list()).total, 0)

  const gone = await invite(root, { email: 'cy@example.org', role: 'editor' })
  t.equal((await root.request('PUT', `/api/users/${ada.me.id}`, { role: 'member' })).statusCode, 200)
  t.equal((await root.request('PUT', `/api/users/${known.me.id}`, { role: 'member' })).statusCode, 200)
  t.equal((await root.request('PUT', '/api/settings/roles', { roles: [] })).statusCode, 200)
  t.match((await comeBy(app, gone, 'cy')).me, { role: 'member' }, 'a removed role is not assigned')
})

signedInOnEachStore('administrators invite, with one invitation per address', async (t, app) => {
  const root = await app.signIn('root')
  const member = await app.signIn('mia')
  const first = await invite(root, { email: 'ada@example.org', role: 'member' })
  t.equal((await root.request('POST', path, { email: 'ADA@example.org', role: 'admin' })).statusCode, 409)
  const refused: [object, RegExp][] = [
    [{ role: 'member' }, /email/],
    [{ email: 'bo@example.org' }, /role/],
    [{ email: 'nobody', role: 'member' }, /email/],
    [{ email: 'bo@example.org', role: 'none' }, /"none"/],
    [{ email: 'bo@example.org', role: 'member', account_id: 'urn:account:none' }, /urn:account:none/],
    [{ email: 'bo@example.org', role: 'member', url: 'x' }, /url/],
  ]
  for (const [body, message] of refused) {
    const answer = await root.request('POST', path, body)
    t.equal(answer.statusCode, 400, answer.body)
    t.match(answer.json().message, message)
  }
  for (const [method, url] of [
    ['POST', path],
    ['GET', path],
    ['DELETE', `${path}/${first.id}`],
  ] as const) {
    const body = method === 'POST' ? { email: 'x@example.org', role: 'member' } : undefined
    t.equal((await member.request(method, url, body)).statusCode, 403, method)
    t.equal((await app.browser().request(method, url, body)).statusCode, 401, method)
  }
  const together = await Promise.all(
    [1, 2, 3].map(() => root.request('POST', path, { email: 'eve@example.org', role: 'member' })),
  )
  t.strictSame(together.map(({ statusCode }) => statusCode).toSorted(), [201, 409, 409], 'several concurrently')

  t.equal((await root.request('DELETE', `${path}/${first.id}`)).statusCode, 204)
  t.equal((await root.request('DELETE', `${path}/${first.id}`)).statusCode, 404)
  t.match(await eventsOf(root, 'Invitation.Revoked'), [{ subject: first.id }])
  t.match((await comeBy(app, first, 'ada')).me, { role: 'member' })
  const second = await invite(root, { email: 'ada@example.org', role: 'admin' })
  t.match((await comeBy(app, second, 'ada')).me, { role: 'admin' })
  for (const code of ['x', 'no code', '']) {
    const url = `${app.frontendUrl}/api/auth/login?invitation=${encodeURIComponent(code)}`
    t.match((await comeBy(app, { ...first, url }, 'dot')).me, { role: 'member' }, 'an invalid code')
  }
})

onEachStore('in development mode there are no invitations', async (t, { request }) => {
  t.equal((await request('POST', path, { email: 'ada@example.org', role: 'member' })).statusCode, 404)
  t.equal((await request('GET', path)).statusCode, 404)
  t.equal((await request('DELETE', `${path}/x`)).statusCode, 404)
})

/** A mail server that accepts one message. */
async function mailServer(t: Test): Promise<{ url: string; mail: Promise<string> }> {
  let resolve: (text: string) => void = () => undefined
  const mail = new Promise<string>(taken => (resolve = taken))
  const server = createServer(socket => {
    let text = ''
    let inData = false
    socket.write('220 ready\r\n')
    socket.on('data', chunk => {
      text += chunk.toString()
      if (inData) {
        if (!text.endsWith('\r\n.\r\n')) return
        inData = false
        resolve(text)
        socket.write('250 taken\r\n')
        return
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        inData = line === 'DATA'
        socket.write(inData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
      }
    })
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mail }
}

t.test('an invitation is mailed if there is a mail server', async t => {
  const { url, mail } = await mailServer(t)
  const app = await signedInApp(t, { config: { mail: { url, from: 'cms@example.org' } } })
  const invited = await invite(await app.signIn('root'), { email: 'ada@example.org', role: 'member' })
  const text = (await mail).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  t.match(text, 'MAIL FROM:<cms@example.org>')
  t.match(text, 'RCPT TO:<ada@example.org>')
  t.ok(text.includes(invited.url), text)
})

t.test('an invitation that cannot be mailed is created anyway', async t => {
  const app = await signedInApp(t, { config: { mail: { url: 'smtp://127.0.0.1:1', from: 'cms@example.org' } } })
  t.match(await invite(await app.signIn('root'), { email: 'ada@example.org', role: 'member' }), { role: 'member' })
})
