import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Test } from 'tap'
import { signedInOnEachStore } from '../../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../../testing/internal/signed-in.ts'

/** A route that changes something, with a request body. */
interface Write {
  name: string
  method: string
  url: string
  type: string
  body: string
}

/** A request whose last byte is held back. */
interface Held {
  write: Write
  socket: Socket
  /** The response so far. */
  answer: string
}

interface Operation {
  requestBody?: { content: Record<string, unknown> }
}

/** Every route that changes something and requires a caller, from the description of the service. */
async function writesOf(root: Client, id: string): Promise<Write[]> {
  const { paths } = (await root.request('GET', '/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  const bulk = { operations: [{ op: 'create', data: { title: 'late' } }] }
  const bodies: Record<string, unknown> = {
    '/api/_publish': { items: [{ id, action: 'publish' }] },
    '/api/file/_bulk': bulk,
    '/api/file/_bulk/_check': bulk,
    '/api/note/_bulk': bulk,
    '/api/note/_bulk/_check': bulk,
    '/api/note': { title: 'late' },
    '/api/persons': { name: 'late' },
    '/api/auth/tokens': { name: 'late' },
    '/api/views': { type_slug: 'note', name: 'late' },
    '/api/site/preview': { type_slug: 'note', data: { title: 'late' } },
    '/api/accounts': { name: 'late' },
    '/api/resource-types': { name: 'Late', slug: 'late' },
    [`/api/users/${root.me.id}`]: { name: 'late' },
    [`/api/note/${id}`]: { title: 'late' },
  }
  return Object.entries(paths)
    .filter(([path]) => path !== '/api/auth/logout' && !/^\/api\/(?:person|organization|note)(?:\/|$)/.test(path))
    .flatMap(([path, operations]) => {
      const url = path
        .replace('{typeSlug}', 'note')
        .replace('/users/{id}', `/users/${root.me.id}`)
        .replace('{id}', id)
        .replace(/\{\w+\}/g, root.me.id)
      return Object.entries(operations)
        .filter(([method]) => method !== 'get')
        .map(([method, { requestBody }]) => ({
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          url,
          type: Object.keys(requestBody?.content ?? { 'application/json': {} })[0] ?? 'application/json',
          body: JSON.stringify(bodies[url] ?? {}),
        }))
    })
}

/** Send all but the last byte of every request; those that are refused already are left out. */
async function hold(
  service: SignedInApp,
  port: number,
  writes: Write[],
  headers: Record<string, string>,
): Promise<Held[]> {
  const begun = new Promise<void>(resolve => {
    let missing = writes.length
    service.app.server.on('request', () => {
      missing -= 1
      if (missing === 0) resolve()
    })
  })
  const all = writes.map(write => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    const held: Held = { write, socket, answer: '' }
    socket.on('data', (part: string) => (held.answer += part))
    const lines = Object.entries({
      host: 'plinth.test',
      'content-type': write.type,
      'content-length': write.body.length,
      connection: 'close',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${write.method} ${write.url} HTTP/1.1\r\n${lines.join('')}\r\n${write.body.slice(0, -1)}`)
    return held
  })
  await begun
  // once later requests over the network are answered, the refusals of held ones have arrived too
  for (let count = 0; count < 5; count += 1) await fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers })
  return all.filter(({ answer, socket }) => answer === '' || !socket.destroy())
}

/** Send the last byte of each. @returns the statuses */
async function finish(held: Held[]): Promise<[name: string, status: number][]> {
  return await Promise.all(
    held.map(async ({ write, socket, ...rest }) => {
      const one = { answer: rest.answer }
      socket.on('data', (part: string) => (one.answer += part))
      const ended = once(socket, 'end')
      socket.write(write.body.slice(-1))
      await ended
      return [write.name, Number(one.answer.slice(9, 12))] as [string, number]
    }),
  )
}

/** The id of the last write. The end of an impersonation is not written by a request but when the service detects it. */
async function latestEvent(root: Client): Promise<string | undefined> {
  const { data } = (await root.request('GET', '/api/events')).json<{ data: { id: string; type: string }[] }>()
  return data.find(({ type }) => !['Impersonation.Stopped', 'Token.Refused'].includes(type))?.id
}

const must = async (t: Test, answer: Promise<{ statusCode: number; body: string }>): Promise<void> => {
  const { statusCode, body } = await answer
  t.ok(statusCode < 300, `${statusCode} ${body}`)
}

signedInOnEachStore('a user who loses the right while the body arrives changes nothing', async (t, service) => {
  const root = await service.signIn('root')
  const port = Number(new URL(await service.listen()).port)
  const everything = ['odrl:read', 'odrl:modify', 'odrl:delete']
  await must(t, root.request('POST', '/api/resource-types', { name: 'Note', slug: 'note' }))
  await must(t, root.request('PUT', '/api/settings/roles', { roles: ['admin', 'member', 'editor', 'blind'] }))
  const setAccess = (editor: object) =>
    must(t, root.request('PUT', '/api/settings/role-access', { roles: { editor, blind: {} } }))
  await setAccess({ '*': everything })
  const made = await root.request('POST', '/api/note', { title: 'a note' })
  const { id } = made.json<{ id: string }>()
  const writes = await writesOf(root, id)
  t.ok(writes.length > 30, 'there are routes')
  const setRole = (user: Client, role: string) => must(t, root.request('PUT', `/api/users/${user.me.id}`, { role }))
  const person = async (login: string, role: string): Promise<Client> => {
    const client = await service.signIn(login)
    await setRole(client, role)
    return client
  }
  const cookie = ({ browser }: Client) => browser.jar.header(browser.origin)

  /** Hold every write of a user, revoke the right, and let the writes continue. */
  async function check(
    name: string,
    headers: Record<string, string>,
    revoke: () => Promise<void>,
    { expected, only = () => true, atLeast }: { expected: number[]; only?: (name: string) => boolean; atLeast: number },
  ): Promise<void> {
    const held = await hold(
      service,
      port,
      writes.filter(write => only(write.name)),
      headers,
    )
    t.ok(held.length >= atLeast, `${name}: ${held.length} are accepted`)
    await revoke()
    const before = await latestEvent(root)
    for (const [route, status] of await finish(held)) t.ok(expected.includes(status), `${name}: ${route} ${status}`)
    t.equal(await latestEvent(root), before, `${name}: nothing was written`)
  }

  /** Whether a route asks for more than that somebody is signed in. */
  const asksForRights = (name: string): boolean =>
    !/ \/api\/(?:views|auth|admin)/.test(name) && !name.includes('/permissions')

  const signedOut = await person('signed-out', 'admin')
  await check('signed out', cookie(signedOut), () => must(t, signedOut.browser.request('POST', '/api/auth/logout')), {
    expected: [401],
    atLeast: 30,
  })

  const machine = await person('machine', 'admin')
  const token = (await machine.request('POST', '/api/auth/tokens', { name: 'machine' })).json<{
    id: string
    token: string
  }>()
  await check(
    'token revoked',
    { authorization: `Bearer ${token.token}` },
    () => must(t, machine.request('DELETE', `/api/auth/tokens/${token.id}`)),
    { expected: [401], atLeast: 20 },
  )

  const disabled = await person('disabled', 'admin')
  await check(
    'user disabled',
    cookie(disabled),
    () => must(t, root.request('PUT', `/api/users/${disabled.me.id}`, { status: 'disabled' })),
    { expected: [401], atLeast: 30 },
  )

  const demoted = await person('demoted', 'admin')
  await check('demoted', cookie(demoted), () => setRole(demoted, 'blind'), {
    expected: [403],
    only: asksForRights,
    atLeast: 20,
  })

  const editor = await person('editor', 'editor')
  await check('role without the right', cookie(editor), () => setAccess({}), {
    expected: [403],
    only: asksForRights,
    atLeast: 8,
  })
  await setAccess({ '*': everything })

  const guest = await person('guest', 'blind')
  const grant = { agent_id: guest.me.id, actions: everything }
  await must(t, root.request('POST', `/api/note/${id}/permissions`, grant))
  await check(
    'grant revoked',
    cookie(guest),
    () => must(t, root.request('DELETE', `/api/note/${id}/permissions/${guest.me.id}`)),
    { expected: [403], only: name => / \/api\/{typeSlug}\/{id}(?:\/restore)?$/.test(name), atLeast: 3 },
  )

  const impersonator = await person('impersonator', 'admin')
  await must(t, impersonator.request('POST', '/api/admin/impersonate', { agent_id: editor.me.id }))
  await check('impersonator demoted', cookie(impersonator), () => setRole(impersonator, 'member'), {
    expected: [401, 403],
    only: name => !name.includes('/admin/'),
    atLeast: 8,
  })

  const same = (await root.request('GET', `/api/note/${id}`)).json<{ sequence_no: number }>()
  t.equal(same.sequence_no, 1)
})
