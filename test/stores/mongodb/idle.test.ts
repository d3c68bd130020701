import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { buildTestApp } from '../../../testing/index.ts'
import { startMongo } from '../../../testing/mongodb.ts'
import { Connection } from '../../../plugins/mongodb/server/connection.ts'
import { MongoStore } from '../../../plugins/mongodb/store.ts'

const mongo = await startMongo()
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
