import { MongoClient } from 'mongodb'
import type { Document } from 'mongodb'
import t from 'tap'
import type { DocumentStore } from '../../../lib/store-kit/document-store.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../../lib/errors/index.ts'
import { until } from '../../../testing/internal/until.ts'
import { startReplicaSet } from '../../../testing/mongodb.ts'
import type { TestReplicaSet, TestServer } from '../../../testing/mongodb.ts'
import { collection, column, draft, insert, replace, urn } from '../../../testing/store-suite/fixtures.ts'
import { createStore } from '../../../plugins/mongodb/testing/store.ts'

/* Behaviour when members of a replica set of three stop and return. */

const works = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Send a command to one member, whatever its role. */
async function ask({ port }: TestServer, command: Document): Promise<Document> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`)
  try {
    return await client.db('admin').command(command)
  } finally {
    await client.close()
  }
}

async function roles({ members }: TestReplicaSet): Promise<{ primary: TestServer; secondaries: TestServer[] }> {
  for (;;) {
    const answers = await Promise.all(members.map(member => ask(member, { hello: 1 }).catch(() => ({}) as Document)))
    const primary = members.find((_, i) => answers[i]?.['isWritablePrimary'] === true)
    const secondaries = members.filter((_, i) => answers[i]?.['secondary'] === true)
    if (primary !== undefined && secondaries.length === 2) return { primary, secondaries }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Eight writers that run until they are stopped; the names of the acknowledged documents. */
function writers(store: DocumentStore, prefix: string) {
  const acknowledged: string[] = []
  const state = { on: true }
  const done = Promise.all(
    Array.from({ length: 8 }, async (_, w) => {
      for (let i = 0; state.on; i++) {
        const name = `${prefix}${w}-${i}`
        await store.write([insert('things', draft(name)), insert('things', draft(`${name}-too`))]).then(
          () => acknowledged.push(name),
          (error: unknown) => {
            if (!(error instanceof StoreUnavailable || error instanceof OutcomeUnknown)) throw error
          },
        )
      }
    }),
  )
  const stop = async (): Promise<void> => {
    state.on = false
    await done
  }
  return { acknowledged, stop }
}

async function lost(store: DocumentStore, acknowledged: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for await (const portion of store.scan('things')) for (const { id } of portion) found.add(id)
  return acknowledged.filter(name => !found.has(urn(name)) || !found.has(urn(`${name}-too`)))
}

const set = await startReplicaSet()
if (typeof set === 'string') {
  void t.test('three members', { skip: set }, () => undefined)
} else {
  t.setTimeout(300_000)
  t.teardown(() => set.stop())
  await roles(set)
  const store = createStore({ kind: 'mongodb', url: set.url })
  t.teardown(() => store.close())
  await store.open()
  await store.define(collection('things', [column('n', 'number')]))
  const feed = await store.watch(['things'], { changed: () => undefined, lost: () => undefined })

  for (const [name, disturb] of [
    ['a step-down', (primary: TestServer) => ask(primary, { replSetStepDown: 20, force: true }).catch(() => undefined)],
    ['a primary that dies', (primary: TestServer) => primary.kill()],
  ] as const) {
    await t.test(`${name} under eight writers`, async t => {
      const { primary } = await roles(set)
      const { acknowledged, stop } = writers(store, name.slice(-4))
      await until(() => acknowledged.length > 100)
      await disturb(primary)
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 50)
      await stop()
      t.strictSame(await lost(store, acknowledged), [], 'nothing is lost or partly stored')
      await until(() => feed.current)
      if (name === 'a primary that dies') await primary.launch()
      await roles(set)
    })
  }

  await t.test('a type changes while one secondary is down', async t => {
    const { secondaries } = await roles(set)
    await secondaries[0]?.kill()
    await store.define(collection('things', [column('n', 'number'), column('late', 'text', { unique: true })]))
    await store.write([insert('things', draft('late', { late: 'x' }))])
    t.ok(await store.get('things', urn('late')))
    await secondaries[0]?.launch()
    await roles(set)
  })

  await t.test('both secondaries are down under eight writers', async t => {
    const { secondaries } = await roles(set)
    const { acknowledged, stop } = writers(store, 'both')
    await until(() => acknowledged.length > 100)
    await Promise.all(secondaries.map(secondary => secondary.kill()))
    const failed: unknown = await store.write([insert('things', draft('unconfirmed'))]).catch((error: unknown) => error)
    t.ok(failed instanceof OutcomeUnknown || failed instanceof StoreUnavailable, String(failed))
    for (const secondary of secondaries) await secondary.launch()
    await roles(set)
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 50)
    await stop()
    t.strictSame(await lost(store, acknowledged), [])
    await until(() => feed.current)
  })

  await t.test('an isolated primary returns no outdated results', async t => {
    const { primary } = await roles(set)
    await store.write([insert('things', draft('right', { n: 1 }))])
    const other = createStore({ kind: 'mongodb', url: set.url })
    t.teardown(() => other.close())
    await other.open()
    // It is paused, another one is elected, and it resumes in the belief that it is still the primary.
    primary.pause()
    await until(() => works(other.write([replace('things', draft('right', { n: 2 }), 1)])))
    primary.resume()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.get('things', urn('right')).then(
          document => document?.data,
          () => 'no answer',
        ),
      ),
    )
    t.strictSame(
      answers.filter(answer => answer !== '{"n":2}' && answer !== 'no answer'),
      [],
    )
  })

  feed.close()
}
