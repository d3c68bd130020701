import t from 'tap'
import type { Test } from 'tap'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { changeUser } from '../../testing/internal/change-user.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { interposedStore } from '../../testing/internal/interposed-store.ts'
import type { InterposedStore } from '../../testing/internal/interposed-store.ts'
import { signedInApp } from '../../testing/internal/signed-in.ts'
import type { SignedInApp } from '../../testing/internal/signed-in.ts'

type Happening = (store: DocumentStore) => Promise<void>

const demoted =
  (id: string): Happening =>
  store =>
    changeUser(store, id, { role: 'member' })
const disabled =
  (id: string): Happening =>
  store =>
    changeUser(store, id, { role: 'member', status: 'disabled' })

/** End a session, like sign-out in another browser. */
const signedOut =
  (id: string): Happening =>
  async store => {
    const document = await store.get('_sessions', id)
    if (document === undefined) throw new Error(`there is no session ${id}`)
    const meta = readMeta(document)
    const next = { ...meta, status: 'archived' as const, sequence_no: meta.sequence_no + 1 }
    const ended = { id, meta: next, data: readData(document) }
    await store.write([{ kind: 'replace', collection: '_sessions', document: ended, expected: meta.sequence_no }])
  }

const revoked =
  (id: string): Happening =>
  store =>
    store.write([{ kind: 'remove', collection: '_tokens', id }])

function onStores(name: string, run: (t: Test, app: SignedInApp, interposed: InterposedStore) => Promise<void>): void {
  for (const kind of ['SQLite', 'MongoDB']) {
    void t.test(`${name} (${kind})`, async t => {
      const url = kind === 'SQLite' ? undefined : await ownDatabase()
      if (kind === 'MongoDB' && url === undefined)
        return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
      const interposed = await interposedStore(url)
      await run(t, await signedInApp(t, { store: interposed.store }), interposed)
    })
  }
}

onStores('a write is refused if the right to it ends meanwhile', async (t, app, { store, beforeWriteTo }) => {
  const root = await app.signIn('root')
  await root.request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  const ada = await app.signIn('ada')
  let administrators = 0
  const administrator = async (): Promise<typeof root> => {
    const one = await app.signIn(`admin ${++administrators}`)
    t.equal((await root.request('PUT', `/api/users/${one.me.id}`, { role: 'admin' })).statusCode, 200)
    return one
  }
  const userOf = async (id: string): Promise<unknown> => (await root.request('GET', `/api/users/${id}`)).json()
  const settingOf = async (name: string): Promise<unknown> =>
    (await root.request('GET', `/api/settings/${name}`)).json()

  for (const happening of [demoted, disabled]) {
    const second = await administrator()
    beforeWriteTo('_users', happening(second.me.id))
    const body = { role: 'admin', status: 'active', name: 'Me again' }
    const answer = await second.request('PUT', `/api/users/${second.me.id}`, body)
    t.equal(answer.statusCode, 403, `${happening.name}: ${answer.body}`)
    t.match(await userOf(second.me.id), { role: 'member', name: second.me.name }, 'nothing was written')
  }
  for (const [path, body] of [
    ['/api/settings/roles', { roles: ['thief'] }],
    ['/api/settings/role-access', { roles: { member: { '*': ['odrl:delete'] } } }],
    ['/api/settings/sidebar', { hidden_slugs: ['note'] }],
  ] as const) {
    const before = await settingOf(path.slice('/api/settings/'.length))
    for (const happening of [demoted, disabled]) {
      const second = await administrator()
      beforeWriteTo('_settings', happening(second.me.id))
      t.equal((await second.request('PUT', path, body)).statusCode, 403, `${happening.name}: PUT ${path}`)
    }
    t.strictSame(await settingOf(path.slice('/api/settings/'.length)), before, `${path} is unchanged`)
  }

  const second = await administrator()
  const session = (await second.request('GET', '/api/auth/sessions')).json().data[0].id as string
  beforeWriteTo('_users', signedOut(session))
  t.equal((await second.request('PUT', `/api/users/${ada.me.id}`, { role: 'admin' })).statusCode, 403, 'signed out')
  t.match(await userOf(ada.me.id), { role: 'member' })
  t.equal((await second.request('GET', '/api/auth/me')).statusCode, 401)

  const third = await administrator()
  const { id, token } = (await third.request('POST', '/api/auth/tokens', { name: 'x' })).json()
  beforeWriteTo('_users', revoked(id))
  const headers = { authorization: `Bearer ${token}` }
  const withToken = await app.request('PUT', `/api/users/${ada.me.id}`, { role: 'admin' }, headers)
  t.equal(withToken.statusCode, 403, 'the token was revoked')
  t.match(await userOf(ada.me.id), { role: 'member' })

  for (const happening of ['signed out', 'disabled']) {
    const bob = await app.signIn(`bob ${happening}`)
    const own = (await bob.request('GET', '/api/auth/sessions')).json().data[0].id as string
    beforeWriteTo('_tokens', happening === 'disabled' ? disabled(bob.me.id) : signedOut(own))
    t.equal((await bob.request('POST', '/api/auth/tokens', { name: 'late' })).statusCode, 403, happening)
    const tokens = (await root.request('GET', `/api/users/${bob.me.id}/tokens`)).json().data
    t.strictSame(tokens, [], `${happening}: no token outlives it`)
  }

  const eve = await app.signIn('eve')
  const note = (await eve.request('POST', '/api/note', { a: 1 })).json().id as string
  beforeWriteTo('_grants', disabled(eve.me.id))
  const body = { agent_id: ada.me.id, actions: ['odrl:read'] }
  t.equal((await eve.request('POST', `/api/note/${note}/permissions`, body)).statusCode, 403, 'a grant')
  t.strictSame((await root.request('GET', `/api/note/${note}/permissions`)).json().data, [])

  const fourth = await administrator()
  const fifth = await administrator()
  t.equal((await fourth.request('POST', '/api/admin/impersonate', { agent_id: fifth.me.id })).statusCode, 200)
  beforeWriteTo('_users', demoted(fourth.me.id))
  const acting = await fourth.request('PUT', `/api/users/${ada.me.id}`, { role: 'admin' })
  t.equal(acting.statusCode, 403, 'the impersonator is no longer an administrator')
  t.match(await userOf(ada.me.id), { role: 'member' })

  // Changes of a user that end nothing do not conflict.
  beforeWriteTo('_users', async () => changeUser(store, root.me.id, { name: 'Renamed meanwhile' }))
  t.equal((await root.request('PUT', `/api/users/${ada.me.id}`, { name: 'Ada' })).statusCode, 200)
})
