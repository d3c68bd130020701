import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { MongoServerError, MongoServerSelectionError } from 'mongodb'
import type { TopologyDescription } from 'mongodb'
import t from 'tap'
import { ConfigurationError, StoreUnavailable } from '../../../lib/errors/index.ts'
import { failure } from '../../../plugins/mongodb/server/errors.ts'
import { missingActions, neededActions } from '../../../plugins/mongodb/server/privileges.ts'
import type { Privilege } from '../../../plugins/mongodb/server/privileges.ts'
import { Connection } from '../../../plugins/mongodb/server/connection.ts'
import { MongoStore } from '../../../plugins/mongodb/store.ts'
import { buildTestApp } from '../../../testing/index.ts'
import { startMongo } from '../../../testing/mongodb.ts'

/* What the adapter makes of the driver and the server: their errors, the rights that it needs, and how little it asks of them. */

await t.test('errors of the server are translated to errors of the store', async t => {
  const refusal = (code: number, message = 'no', errorLabels: string[] = []) =>
    failure(new MongoServerError({ message, code, errorLabels }))
  for (const code of [18, 8000]) t.ok(refusal(code, 'bad auth : authentication failed') instanceof ConfigurationError)
  for (const code of [43, 50, 64, 133, 134, 202, 237, 264, 290, 365, 11600, 11601])
    t.ok(refusal(code) instanceof StoreUnavailable, String(code))
  for (const label of ['SystemOverloadedError', 'RetryableError'])
    t.ok(refusal(462, 'busy', [label]) instanceof StoreUnavailable)
  for (const code of ['ESERVFAIL', 'ETIMEOUT', 'EAI_AGAIN'])
    t.ok(failure(Object.assign(new Error('querySrv'), { code })) instanceof StoreUnavailable)
  const forbidden = refusal(13, 'not authorized on x to execute command { collMod: "secret" }')
  t.ok(forbidden instanceof ConfigurationError)
  t.match(forbidden.message, /\(collMod was refused\).*readWrite and dbAdmin/)
  t.notMatch(forbidden.message, 'secret')
  t.notOk(refusal(8000, 'other') instanceof ConfigurationError)
  for (const error of [refusal(14031), refusal(8000, 'you are over your space quota, using 513 MB of 512 MB')])
    t.match(error, { name: 'StoreFull', message: /nothing was changed/ })
  const tooLarge = refusal(0, 'Transaction is too large and will not fit in the storage engine cache')
  t.match(tooLarge, { code: 'payload-too-large', message: /nothing was changed, make it in smaller parts/ })
  const readOnly = [
    refusal(13, 'not authorized on x to execute command { insert: "things" }'),
    refusal(371, 'User writes blocked'),
    refusal(8000, 'disk use threshold exceeded'),
  ]
  for (const error of readOnly) t.match(error, { name: 'StoreReadOnly', message: /nothing was changed/ })
  const server = { type: 'RSSecondary' }
  const selection = (type: string, ...found: object[]): Error => {
    const reason = { type, servers: new Map(found.map((one, n) => [String(n), one])) }
    return failure(new MongoServerSelectionError('no', reason as unknown as TopologyDescription))
  }
  t.match(selection('ReplicaSetNoPrimary', server), { name: 'StoreReadOnly', message: /no primary/ })
  t.match(selection('ReplicaSetNoPrimary', { type: 'Unknown' }), { name: 'StoreUnavailable' })
})

await t.test('missing rights of the database user are determined from its privileges', async t => {
  const status = (...authenticatedUserPrivileges: Privilege[]) => ({
    authInfo: { authenticatedUsers: [{ user: 'plinth', db: 'x' }], authenticatedUserPrivileges },
  })
  const on = (db: string, actions: readonly string[]) => ({ resource: { db, collection: '' }, actions })
  const most = neededActions.filter(action => action !== 'collMod')
  t.strictSame(missingActions(status(on('x', neededActions)), 'x'), [])
  t.strictSame(missingActions(status(on('', neededActions)), 'x'), [])
  t.strictSame(missingActions(status(on('x', most), on('y', ['collMod'])), 'x'), ['collMod'])
  t.strictSame(missingActions(status(on('x', most), on('x', ['collMod'])), 'x'), [])
  t.strictSame(missingActions(status({ resource: { anyResource: true }, actions: ['anyAction'] }), 'x'), [])
  t.strictSame(missingActions({ authInfo: { authenticatedUsers: [] } }, 'x'), [], 'no access control')
  t.strictSame(missingActions({}, 'x'), [], 'the server does not report privileges')
})

await t.test('the role that the documentation names is what the service needs', async t => {
  const root = new URL('../../../../', import.meta.url)
  const role: unknown = JSON.parse(await readFile(new URL('plugins/mongodb/role.json', root), 'utf8'))
  t.strictSame(role, {
    role: 'plinth',
    roles: [],
    privileges: [{ resource: { db: 'plinth', collection: '' }, actions: neededActions }],
  })
  const readme = await readFile(new URL('plugins/mongodb/README.md', root), 'utf8')
  for (const action of neededActions) t.match(readme, `\`${action}\``)
})

const mongo = await startMongo({ isShared: true })
t.teardown(() => mongo?.stop())

await t.test('an instance that nobody uses asks little of the server', async t => {
  if (mongo === null) return t.comment('NO MONGODB FOUND: commands were not counted')
  const url = mongo.url()
  const connection = new Connection(`${url}${url.includes('?') ? '&' : '?'}monitorCommands=true`)
  const store = new MongoStore(connection)
  await store.open()
  const service = await buildTestApp({ store })
  t.teardown(() => service.close())
  const writes = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'])
  let counting = false
  const sent: string[] = []
  let beats = 0
  const enough = new Promise<void>(resolve => {
    connection.client.on('commandStarted', ({ commandName, command }) => {
      if (command[commandName] === '_heartbeats') {
        beats += 1
        if (counting && beats > 2) resolve()
      }
      if (counting) sent.push(commandName)
    })
  })
  await wait(6_000) // the start counts as use
  counting = true
  beats = 0
  const began = performance.now()
  await enough
  const perMinute = (count: number): number => Math.round((count * 60_000) / (performance.now() - began))
  const written = sent.filter(name => writes.has(name)).length
  const all = perMinute(sent.length)
  t.ok(all <= 120, `${all} commands a minute: ${sent.join(' ').slice(0, 600)}`)
  t.ok(perMinute(written) <= 20, `${perMinute(written)} of them are writes`)
  t.match((await service.request('GET', '/api/resource-types')).statusCode, 200)
})
