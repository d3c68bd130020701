import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { changeUser } from '../../../testing/internal/change-user.ts'
import { onAnyStore, ownDatabase } from '../../../testing/internal/each-store.ts'
import { interposedStore } from '../../../testing/internal/interposed-store.ts'
import { signInWith, signedInApp, signedInOnEachStore } from '../../../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../../../testing/internal/signed-in.ts'

interface Invitation {
  id: string
  email: string
  role: string
  account_id: string
  created_by: string
  created_at: string
  expires_at: string
  url: string
  mailed: boolean
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
    created_by: root.me.id,
    mailed: false,
    url: /^https:\/\/plinth\.test\/api\/auth\/login\?invitation=[A-Za-z0-9_-]{43}$/,
  })
  t.strictSame(Object.keys(invited), [
    'id',
    'email',
    'role',
    'account_id',
    'created_by',
    'created_at',
    'expires_at',
    'url',
    'mailed',
  ])
  t.equal(Date.parse(invited.expires_at) - Date.parse(invited.created_at) > 7 * 86_400_000 - 60_000, true)
  const { url: _url, mailed: _mailed, ...shown } = invited
  const list = async () => (await root.request('GET', `${path}?count=true`)).json()
  t.strictSame(await list(), { data: [shown], cursor: '', has_more: false, total: 1 }, 'the link is shown only once')

  const noticeOf = ({ browser }: Client): string | undefined => browser.jar.of(browser.origin).get('svc_invitation')
  const other = await comeBy(app, invited, 'bo')
  t.equal(noticeOf(other), 'unused', 'the admin can show that the invitation had no effect')
  t.match(other.me, { role: 'member', account_id: 'urn:account:default' }, 'another address signs in as usual')
  const unverified = await comeBy(app, invited, 'ada', claimsOf('ada', false))
  t.match(unverified.me, { role: 'member', account_id: 'urn:account:default' }, 'an unverified address')
  t.equal((await list()).total, 1, 'and the link remains unused')

  const ada = await comeBy(app, invited, 'ada2', claimsOf('ada'))
  t.match(ada.me, { role: 'editor', account_id })
  t.equal(noticeOf(ada), undefined)
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
  const asProblem = { accept: 'application/problem+json' }
  const unreadable = await root.request('POST', path, { email: 'nobody', role: 'member' }, asProblem)
  t.match(unreadable.json(), {
    detail: 'email: must be an e-mail address',
    problems: [{ pointer: '/email', code: 'format', message: 'must be an e-mail address' }],
  })
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

/** Addresses with a letter that becomes k, i or s in another case. */
const lookalikesOfKim = ['\u212Aim.s@example.org', 'k\u0130m.s@example.org', 'kim.\u017F@example.org']

signedInOnEachStore(
  'an address that only looks like another one is another address',
  async (t, app) => {
    const come = async (login: string, email: string, path?: string): Promise<Client> =>
      signInWith(app.browser(), app.provider, login, { email, name: login, email_verified: true }, path)
    for (const [index, email] of lookalikesOfKim.entries()) {
      t.match((await come(`lookalike ${index}`, email)).me, { role: 'member' }, `ADMIN_EMAIL: ${email}`)
    }
    const kim = await come('kim', 'Kim.S@Example.org')
    t.match(kim.me, { role: 'admin' })
    for (const email of lookalikesOfKim) {
      t.equal((await kim.request('POST', path, { email, role: 'admin' })).statusCode, 400, `invited: ${email}`)
      const found = await kim.request('GET', `/api/users/lookup?email=${encodeURIComponent(email)}`)
      t.equal(found.statusCode, 400, `lookup: ${email}`)
    }
    const { url } = await invite(kim, { email: 'KIM.S@example.org', role: 'admin' })
    for (const [index, email] of lookalikesOfKim.entries()) {
      const { me } = await come(`invited ${index}`, email, url.slice(app.frontendUrl.length))
      t.match(me, { role: 'member' }, `invitation: ${email}`)
    }
    t.match((await come('second', 'kim.s@example.org', url.slice(app.frontendUrl.length))).me, { role: 'admin' })
  },
  { signIn: { administratorEmail: 'kim.s@example.org' } },
)

signedInOnEachStore('an invitation ends with the rights of the administrator who created it', async (t, app) => {
  const root = await app.signIn('root')
  const open = async (): Promise<string[]> =>
    (await root.request('GET', path)).json().data.map(({ email }: Invitation) => email)
  const endings: object[] = [{ role: 'member' }, { status: 'disabled' }, { role: 'member', status: 'disabled' }]
  for (const [index, ending] of endings.entries()) {
    const admin = await app.signIn(`admin ${index}`)
    const user = `/api/users/${admin.me.id}`
    await root.request('PUT', user, { role: 'admin' })
    const own = await invite(admin, { email: `own${index}@example.org`, role: 'admin' })
    const friends = await invite(admin, { email: `friend${index}@example.org`, role: 'member' })
    t.strictSame(await open(), [`friend${index}@example.org`, `own${index}@example.org`])
    t.equal((await root.request('PUT', user, { name: 'Renamed' })).statusCode, 200)
    t.equal((await open()).length, 2, 'a new name ends nothing')
    t.equal((await root.request('PUT', user, ending)).statusCode, 200)
    t.strictSame(await open(), [], JSON.stringify(ending))
    const revoked = (await eventsOf(root, 'Invitation.Revoked')).slice(0, 2)
    t.strictSame(revoked.map(({ subject }) => subject).toSorted(), [own.id, friends.id].toSorted())
    t.match(revoked, [{ data: { actor: root.me.id } }, { data: { actor: root.me.id } }])
    t.equal((await root.request('PUT', user, { role: 'admin', status: 'active' })).statusCode, 200)
    const { me } = await comeBy(app, own, `own${index}`)
    t.match(me, { role: 'member' }, 'not even when the user is an administrator again')
    await invite(root, { email: `friend${index}@example.org`, role: 'member' })
    await root.request('DELETE', `${path}/${(await root.request('GET', path)).json().data[0].id}`)
  }
  const acting = await app.signIn('admin 0')
  await acting.request('POST', '/api/admin/impersonate', { agent_id: root.me.id })
  t.equal((await acting.request('POST', path, { email: 'x@example.org', role: 'admin' })).statusCode, 403)
})

for (const kind of ['SQLite', 'MongoDB'])
  t.test(`an invitation and the end of its administrator at the same time (${kind})`, async t => {
    const url = kind === 'SQLite' ? undefined : await ownDatabase()
    if (kind === 'MongoDB' && url === undefined)
      return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    const { store, beforeWriteTo } = await interposedStore(url)
    const app = await signedInApp(t, { store })
    const root = await app.signIn('root')
    const administrator = async (login: string): Promise<Client> => {
      const admin = await app.signIn(login)
      await root.request('PUT', `/api/users/${admin.me.id}`, { role: 'admin' })
      return admin
    }

    const first = await administrator('first')
    const accepted = await invite(first, { email: 'ada@example.org', role: 'admin' })
    beforeWriteTo('_invitations', other => changeUser(other, first.me.id, { role: 'member' }))
    t.match((await comeBy(app, accepted, 'ada')).me, { role: 'member' }, 'demoted while the invitation is accepted')
    const again = await root.request('POST', path, { email: 'ada@example.org', role: 'member' })
    t.equal(again.statusCode, 201, 'an invitation that cannot be used blocks no other')

    const second = await administrator('second')
    let late: Invitation | undefined
    beforeWriteTo('_users', async () => {
      late = await invite(second, { email: 'bo@example.org', role: 'admin' })
    })
    t.equal((await root.request('PUT', `/api/users/${second.me.id}`, { status: 'disabled' })).statusCode, 200)
    t.match(await eventsOf(root, 'Invitation.Revoked'), [{ subject: late?.id }], 'created while its user is disabled')

    const third = await administrator('third')
    beforeWriteTo('_invitations', other => changeUser(other, third.me.id, { role: 'member' }))
    t.equal((await third.request('POST', path, { email: 'cy@example.org', role: 'admin' })).statusCode, 403)
  })

onAnyStore('in development mode there are no invitations', async (t, { request }) => {
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
  t.equal(invited.mailed, true)
  const text = (await mail).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  t.match(text, 'MAIL FROM:<cms@example.org>')
  t.match(text, 'RCPT TO:<ada@example.org>')
  t.ok(text.includes(invited.url), text)
})

t.test('an invitation that cannot be mailed is created anyway', async t => {
  const app = await signedInApp(t, { config: { mail: { url: 'smtp://127.0.0.1:1', from: 'cms@example.org' } } })
  const invited = await invite(await app.signIn('root'), { email: 'ada@example.org', role: 'member' })
  t.match(invited, { role: 'member', mailed: false })
})
