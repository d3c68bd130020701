import fc from 'fast-check'
import type { Test } from 'tap'
import type { DocumentStore, WriteOperation } from '../../../lib/store-kit/document-store.ts'
import { collection, column, insert, outcome, urn, walk } from '../../../testing/store-suite/fixtures.ts'
import { scenarios } from './arbitraries.ts'
import { ModelStore } from './model.ts'
import { writePlans } from './write-arbitraries.ts'

/** Number of runs. A failure prints the seed and path to reproduce it: `PLINTH_TEST_SEED=… PLINTH_TEST_PATH=…`. */
const options = (seconds: number): fc.Parameters<unknown> => ({
  seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120),
  ...(process.env['PLINTH_TEST_PATH'] === undefined ? {} : { path: process.env['PLINTH_TEST_PATH'] }),
  numRuns: Number(process.env['PLINTH_TEST_RUNS'] ?? 40),
  interruptAfterTimeLimit: seconds * 1000,
  markInterruptAsFailure: false,
})

/** The store and a simple model in memory give the same results. */
export async function storeProperties(t: Test, make: () => Promise<DocumentStore>): Promise<void> {
  const store = await make()
  t.teardown(() => store.close())
  let round = 0

  await t.test('random lists', async t => {
    await fc.assert(
      fc.asyncProperty(scenarios('random'), async scenario => {
        round += 1
        const name = `lists_${round}`
        const model = new ModelStore()
        for (const each of [store, model]) {
          await each.define(collection(name, scenario.columns, { words: { except: ['x'] } }))
          await each.write(scenario.documents.map(document => insert(name, document)))
        }
        for (const asked of scenario.queries) {
          const query = { ...asked, collection: name }
          const [theirs, expected] = [await walk(store, query), await walk(model, { ...query, limit: 1000 })]
          if (theirs.join() !== expected.join()) {
            throw new Error(`${JSON.stringify(query)}\nfinds ${theirs.join()}\ninstead of ${expected.join()}`)
          }
          if ((await store.count(query)) !== expected.length) throw new Error(`count of ${JSON.stringify(query)}`)
        }
      }),
      options(5),
    )
    t.pass(`${round} collections`)
  })

  await t.test('random writes', async t => {
    await fc.assert(
      fc.asyncProperty(writePlans('versioned', 'unversioned'), async plan => {
        round += 1
        const names = [`versioned_${round}`, `unversioned_${round}`]
        const own = (write: readonly WriteOperation[]): WriteOperation[] =>
          write.map(operation => ({ ...operation, collection: `${operation.collection}_${round}` }))
        await define(store, names)
        let models = [new ModelStore()]
        for (const model of models) await define(model, names)
        for (const step of plan) {
          const writes = step.map(own)
          const results = await Promise.all(writes.map(write => outcome(store.write(write))))
          const state = await snapshot(store, names)
          const allowed = await outcomes(models, writes, names)
          const fitting = allowed.filter(each => each.results.join() === results.join() && each.state === state)
          if (fitting.length === 0) {
            const theirs = JSON.stringify({ results, state })
            const others = allowed.map(each => JSON.stringify({ results: each.results, state: each.state })).join('\n')
            throw new Error(`${JSON.stringify(writes)}\ngives ${theirs}\ninstead of ${others}`)
          }
          models = fitting.slice(0, 1).map(({ model }) => model)
        }
      }),
      options(5),
    )
    t.pass('all results agree with the model')
  })
}

async function define(store: DocumentStore, [versioned = '', unversioned = '']: readonly string[]): Promise<void> {
  await store.define(collection(versioned, [column('u', 'text', { unique: true }), column('n', 'number')]))
  await store.define(collection(unversioned, [column('n', 'number')], { versions: false }))
}

/** What may come of writes made at once: what comes of them in some order. */
async function outcomes(models: readonly ModelStore[], writes: readonly WriteOperation[][], names: readonly string[]) {
  const orders =
    writes.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [[0]]
  const allowed = []
  for (const before of models) {
    for (const order of orders) {
      const model = before.copy()
      const results: string[] = []
      for (const i of order) results[i] = await outcome(model.write(writes[i] ?? []))
      allowed.push({ model, results, state: await snapshot(model, names) })
    }
  }
  return allowed
}

/** Everything that is in two collections, as one text. */
async function snapshot(store: DocumentStore, [versioned = '', unversioned = '']: readonly string[]): Promise<string> {
  const parts: unknown[] = []
  for (const name of [versioned, unversioned]) {
    for await (const portion of store.scan(name)) parts.push(portion)
  }
  for (const name of ['a', 'b', 'c']) parts.push(await store.versions(versioned, urn(name), { limit: 10 }))
  return JSON.stringify(parts)
}
