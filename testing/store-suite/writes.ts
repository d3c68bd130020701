import type { SuiteTest } from '../suite-test.ts'
import type { DocumentStore, WriteOperation } from '../../lib/store-kit/document-store.ts'
import { readData, readMeta } from '../../lib/store-kit/document-texts.ts'
import { collection, column, draft, fill, found, insert, outcome, replace, urn } from './fixtures.ts'

/** Writes of several operations, and concurrent writers. @param make returns another open store at a new, empty location */
export async function writeTests(
  t: SuiteTest,
  store: DocumentStore,
  make: () => Promise<DocumentStore>,
): Promise<void> {
  await store.define(collection('things', [column('n', 'number')]))
  await store.define(collection('kinds', [], { sharedChecks: true }))
  await store.define(collection('log', [], { versions: false }))

  const check = (id: string, further: { expected?: number; status?: 'active' | 'archived' } = {}, of = 'things') =>
    ({ kind: 'check', collection: of, id: urn(id), ...further }) satisfies WriteOperation

  await t.test('a write happens completely or not at all', async t => {
    await fill(store, 'things', { a: { n: 1 } })
    const operations = [
      insert('things', draft('b')),
      insert('log', draft('event-1')),
      replace('things', draft('a', { n: 2 }), 1),
    ]
    t.equal(await outcome(store.write([...operations, insert('things', draft('a'))])), 'exists at 3')
    t.equal(await outcome(store.write([...operations, replace('things', draft('a'), 1)])), 'stale at 3')
    t.equal(await outcome(store.write([...operations, check('nowhere')])), 'missing at 3')
    t.equal(await outcome(store.write([check('a', { expected: 2 }), ...operations])), 'stale at 0')
    t.equal(await store.get('things', urn('b')), undefined)
    t.equal(await store.get('log', urn('event-1')), undefined)
    t.equal((await store.get('things', urn('a')))?.data, '{"n":1}')
    t.equal((await store.versions('things', urn('a'), { limit: 5 })).length, 1)
    t.strictSame(await found(store, 'things'), ['a'])
    t.equal(await outcome(store.write(operations)), 'done')
    t.strictSame(await found(store, 'things'), ['a', 'b'])
    t.ok(await store.get('log', urn('event-1')))
    t.equal(await outcome(store.write([])), 'done', 'an empty write succeeds')
  })

  await t.test('outcomes of writes are reported to whoever opened the store', async t => {
    const observed = await make()
    t.teardown(() => observed.close())
    await observed.close()
    const outcomes: unknown[] = []
    await observed.open({ onWriteOutcome: failure => outcomes.push(failure) })
    await observed.define(collection('things'))
    t.strictSame(outcomes, [], 'a definition may have written nothing')
    await observed.write([insert('things', draft('one'))])
    t.strictSame(outcomes, [undefined])
    t.equal(await outcome(observed.write([insert('things', draft('one'))])), 'exists at 0')
    t.strictSame(outcomes, [undefined], 'a refused write is no failure of the store')
  })

  await t.test('operations see the previous ones', async t => {
    const operations = [
      insert('things', draft('row', { n: 1 })),
      check('row', { expected: 1, status: 'active' }),
      replace('things', draft('row', { n: 2 }), 1),
      replace('things', draft('row', { n: 3 }, { status: 'archived' }), 2),
      check('row', { expected: 3, status: 'archived' }),
      insert('log', draft('short')),
      { kind: 'remove', collection: 'log', id: urn('short') },
    ] satisfies WriteOperation[]
    t.equal(await outcome(store.write(operations)), 'done')
    t.equal((await store.get('things', urn('row')))?.data, '{"n":3}')
    const versions = await store.versions('things', urn('row'), { limit: 9 })
    t.strictSame(
      versions.map(version => readData(version)),
      [{ n: 3 }, { n: 2 }, { n: 1 }],
    )
    t.equal(await store.get('log', urn('short')), undefined)
    const again = [insert('things', draft('twice')), insert('things', draft('twice'))]
    t.equal(await outcome(store.write(again)), 'exists at 1')
  })

  await t.test('checks test what they state', async t => {
    await fill(store, 'things', { target: {} })
    await fill(store, 'things', { archived: {} }, { status: 'archived' })
    const verdict = (...operations: WriteOperation[]) => outcome(store.write(operations))
    t.equal(await verdict(check('target')), 'done')
    t.equal(await verdict(check('target', { expected: 1, status: 'active' })), 'done')
    t.equal(await verdict(check('target', { expected: 2 })), 'stale at 0')
    t.equal(await verdict(check('archived')), 'done', 'any status is accepted unless one is named')
    t.equal(await verdict(check('archived', { status: 'active' })), 'stale at 0', 'another status is stale')
    t.equal(await verdict(check('target', { status: 'archived' })), 'stale at 0')
    t.equal(await verdict(check('target'), check('nothing')), 'missing at 1')
    const after = await store.get('things', urn('target'))
    t.equal(after === undefined ? 0 : readMeta(after).sequence_no, 1, 'a check changes nothing')
    t.equal((await store.versions('things', urn('target'), { limit: 5 })).length, 1)
  })

  await t.test('of writers that expect the same version one succeeds', async t => {
    const contest = await Promise.all(
      Array.from({ length: 12 }, (_, n) => outcome(store.write([insert('things', draft('prize', { n }))]))),
    )
    t.strictSame(contest.toSorted(), ['done', ...Array.from({ length: 11 }, () => 'exists at 0')])
    const replaced = await Promise.all(
      Array.from({ length: 12 }, (_, n) => outcome(store.write([replace('things', draft('prize', { n }), 1)]))),
    )
    t.strictSame(replaced.toSorted(), ['done', ...Array.from({ length: 11 }, () => 'stale at 0')])
  })

  await t.test('a refused write does not affect concurrent ones', async t => {
    await fill(store, 'things', { taken: {} })
    const writes = Array.from({ length: 30 }, (_, i) =>
      outcome(
        store.write([
          insert('things', draft(`beside-${i}`)),
          insert('things', draft(i % 3 === 0 ? 'taken' : `pair-${i}`)),
        ]),
      ),
    )
    const outcomes = await Promise.all(writes)
    t.strictSame(
      outcomes,
      Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 'exists at 1' : 'done')),
    )
    for (let i = 0; i < 30; i++) {
      const [a, b] = [await store.get('things', urn(`beside-${i}`)), await store.get('things', urn(`pair-${i}`))]
      t.equal(a !== undefined, i % 3 !== 0)
      t.equal(b !== undefined, i % 3 !== 0)
    }
  })

  await t.test('no update is lost', async t => {
    await fill(store, 'things', { counter: { n: 0 } })
    const raise = async (): Promise<void> => {
      for (;;) {
        const now = await store.get('things', urn('counter'))
        if (now === undefined) throw new Error('the counter is gone')
        const n = Number(readData(now)['n'])
        const write = [replace('things', draft('counter', { n: n + 1 }), readMeta(now).sequence_no)]
        if ((await outcome(store.write(write))) === 'done') return
      }
    }
    const rounds = 5
    const writers = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < rounds; i++) await raise()
    })
    await Promise.all(writers)
    t.equal((await store.get('things', urn('counter')))?.data, `{"n":${8 * rounds}}`)
    t.equal((await store.versions('things', urn('counter'), { limit: 100 })).length, 8 * rounds + 1)
  })

  await t.test('two writes that each check what the other changes do not both succeed', async t => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [`skew-a${round}`, `skew-b${round}`]
      await fill(store, 'things', { [a]: {}, [b]: {} })
      const outcomes = await Promise.all([
        outcome(store.write([check(a, { expected: 1 }), replace('things', draft(b), 1)])),
        outcome(store.write([check(b, { expected: 1 }), replace('things', draft(a), 1)])),
      ])
      t.equal(outcomes.filter(result => result === 'done').length, 1, outcomes.join(', '))
    }
  })

  await t.test('shared checks prevent a change', async t => {
    await fill(store, 'kinds', { kind: {} })
    const inserts = Array.from({ length: 20 }, (_, i) =>
      outcome(store.write([check('kind', { expected: 1 }, 'kinds'), insert('things', draft(`of-kind-${i}`))])),
    )
    const change = outcome(store.write([replace('kinds', draft('kind', { changed: true }), 1)]))
    const outcomes = await Promise.all(inserts)
    t.equal(await change, 'done')
    t.ok(
      outcomes.every(result => result === 'done' || result === 'stale at 0'),
      outcomes.join(', '),
    )
    for (const [i, result] of outcomes.entries()) {
      t.equal((await store.get('things', urn(`of-kind-${i}`))) !== undefined, result === 'done')
    }
    const late = [check('kind', { expected: 1 }, 'kinds'), insert('things', draft('late'))]
    t.equal(await outcome(store.write(late)), 'stale at 0')
  })
}
