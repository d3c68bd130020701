import { readFileSync } from 'node:fs'
import t from 'tap'
import { collection, column, fill, query, sorted, where } from '../../../testing/store-suite/fixtures.ts'
import { newPaths, open } from '../../../plugins/sqlite/testing.ts'

const newPath = await newPaths(t)

/** Processor time of the main thread, ms: it does not grow when the machine is busy with something else. The system counts it in ns. */
const mainThreadMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

await t.test('large documents do not delay other requests', async t => {
  const store = await open(newPath())
  t.teardown(() => store.close())
  await store.define(collection('large', [column('n', 'number'), column('text', 'text')], { words: { except: [] } }))
  const text = 'Lorem ipsum '.repeat(70_000)
  for (let n = 0; n < 24; n++) await fill(store, 'large', { [`n${n}`]: { n, text, free: `${n}` } })
  const deadline = performance.now() + 200_000
  const nowhere = { conditions: [where('text', 'like', 'nowhere', 'text')], limit: 20, deadline }
  const questions: [string, () => Promise<unknown>][] = [
    ['a test of every document', () => store.list(query('large', nowhere))],
    ['counted', () => store.count(query('large', nowhere))],
    [
      'by a condition',
      () =>
        store.list(query('large', { ...nowhere, conditions: [...nowhere.conditions, where('n', 'gt', 9, 'number')] })),
    ],
    [
      'on what is no column',
      () => store.list(query('large', { deadline, conditions: [where('free', 'like', 'x', 'text')] })),
    ],
    [
      'in an order that no index has',
      () => store.list(query('large', { deadline, maxBytes: 2_000_000, sort: sorted({ column: 'status' }, 'text') })),
    ],
    [
      'ten at once',
      () =>
        Promise.allSettled(
          Array.from({ length: 10 }, (_, i) => store.list(query('large', { ...nowhere, limit: 30 + i }))),
        ),
    ],
  ]
  for (const [title, ask] of questions) {
    const before = mainThreadMs()
    const begun = performance.now()
    await ask()
    const held = mainThreadMs() - before
    const took = performance.now() - begun
    t.ok(held < 100 || held < took / 2, `${title}: held the event loop for ${held.toFixed()} of ${took.toFixed()} ms`)
  }
})

await t.test('types with thousands of properties do not slow down changes of other types', async t => {
  const store = await open(newPath())
  t.teardown(() => store.close())
  const changes = async (): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const begun = performance.now()
      await store.define(collection('small', [column(`property ${i}`, 'text')]))
      times.push(performance.now() - begun)
    }
    return times.sort((a, b) => a - b)[2] ?? 0
  }
  await store.define(collection('small'))
  await fill(store, 'small', { a: { 'property 1': 'x' } })
  const before = await changes()
  const columns = Array.from({ length: 800 }, (_, i) => column(`property ${i}`, 'text', { indexed: i < 40 }))
  const begun = performance.now()
  for (const name of ['first', 'second']) await store.define(collection(name, columns))
  const definitions = performance.now() - begun
  const added = (await changes()) - before
  t.ok(
    added < definitions,
    `${before.toFixed(1)} ms, ${added.toFixed(1)} ms more next to types of ${definitions.toFixed(1)} ms`,
  )
})
