import type { SuiteTest } from '../suite-test.ts'
import type { DocumentStore, WriteOperation } from '../../lib/store-kit/document-store.ts'
import { account, collection, column, draft, fill, insert, outcome, replace, urn, where } from './fixtures.ts'

const absent = (name: string, path: string, ...operands: string[]) =>
  ({
    kind: 'absent',
    collection: name,
    account_id: account,
    conditions: [where(path, 'in', operands, 'text')],
  }) satisfies WriteOperation

/** Writes that require the absence of documents. */
export async function absenceTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  await t.test('absence is checked in the order of the operations', async t => {
    await store.define(collection('parts', [column('of', 'text'), column('also', 'text', { many: true })]))
    const without = (path: string, ...operands: string[]) => absent('parts', path, ...operands)
    const verdict = (...operations: WriteOperation[]) => outcome(store.write(operations))
    t.equal(await verdict(without('of', 'x')), 'done', 'nothing exists')
    await fill(store, 'parts', { one: { of: 'x', also: ['y', 'z'] } })
    await fill(store, 'parts', { gone: { of: 'w' } }, { status: 'archived' })
    t.equal(await verdict(without('of', 'w')), 'done', 'archived documents do not count')
    t.equal(await verdict({ ...without('of', 'w'), status: 'any' }), 'present at 0')
    t.equal(await verdict({ ...without('of', 'x'), status: 'archived' }), 'done')
    t.equal(await verdict(without('of', 'a', 'x')), 'present at 0')
    t.equal(await verdict(without('also', 'z')), 'present at 0')
    t.equal(await verdict({ ...without('of', 'x'), account_id: 'urn:account:other' }), 'done', 'of another account')
    const bring = insert('parts', draft('two', { of: 'b' }))
    t.equal(await verdict(bring, without('of', 'b')), 'present at 1')
    t.equal(await verdict(without('of', 'b'), bring), 'done')
    const away = replace('parts', draft('two', { of: 'b' }, { status: 'archived' }), 1)
    t.equal(await verdict(away, without('of', 'b'), without('of', 'x')), 'present at 2')
    t.equal(await verdict(away, without('of', 'b')), 'done')
  })

  await t.test('a check and a change of a document never miss each other', async t => {
    await store.define(collection('owners', []))
    await store.define(collection('owned', [column('by', 'text')]))
    const outcomes = new Set<string>()
    for (let round = 0; round < 15; round++) {
      const owner = `o${round}`
      await fill(store, 'owners', { [owner]: {} })
      const both = await Promise.all([
        outcome(
          store.write([
            insert('owned', draft(`p${round}`, { by: urn(owner) })),
            { kind: 'check', collection: 'owners', id: urn(owner), status: 'active' },
          ]),
        ),
        outcome(
          store.write([
            replace('owners', draft(owner, {}, { status: 'archived' }), 1),
            absent('owned', 'by', urn(owner)),
          ]),
        ),
      ])
      outcomes.add(both.join(', '))
    }
    for (const both of outcomes) t.ok(['done, present at 1', 'stale at 1, done'].includes(both), both)
  })
}
