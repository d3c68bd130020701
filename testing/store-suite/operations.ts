import type { SuiteTest } from '../suite-test.ts'
import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import { collection, draft, fill, insert, replace, urn } from './fixtures.ts'

/** What operators can do with a store, apart from its snapshots; a store has what it can do. */
export async function operationTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  const { operations } = store
  if (operations === undefined) {
    t.pass('this store has no operations')
    return
  }

  await t.test('a report', async t => {
    const report = await operations.report?.()
    if (report === undefined) return t.comment('this store reports nothing')
    t.equal(report.kind, store.kind)
    t.strictSame(report.problems, [])
    t.match(report.version, /\d/)
    return undefined
  })

  await t.test('only the latest states are kept, if the definition limits them', async t => {
    const trim = operations.trimVersions?.bind(operations)
    if (trim === undefined) return t.comment('this store keeps all states')
    const short = (keepVersions?: number) =>
      collection('drafts', [], keepVersions === undefined ? {} : { keepVersions })
    const kept = async (name: string): Promise<unknown[]> =>
      (await store.versions('drafts', urn(name), { limit: 20 })).map(({ data }) => JSON.parse(data) as unknown)
    const change = async (name: string, from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n++) await store.write([replace('drafts', draft(name, { n: n + 1 }), n)])
    }
    await store.define(short())
    for (const name of ['long', 'idle', 'other']) await store.write([insert('drafts', draft(name, { n: 1 }))])
    for (const name of ['long', 'idle', 'other']) await change(name, 1, 5)
    await store.define(short(2))
    t.equal((await kept('idle')).length, 5, 'a new definition alone removes nothing')
    t.equal(await trim('drafts', [urn('long'), urn('idle'), urn('absent')], 2), 6)
    t.strictSame(await kept('idle'), [{ n: 5 }, { n: 4 }], 'the current one is one of them')
    t.equal((await kept('other')).length, 5)
    t.equal(await trim('drafts', [urn('long'), urn('idle')], 2), 0)
    await change('long', 5, 8)
    t.strictSame(await kept('long'), [{ n: 8 }, { n: 7 }])
    t.equal(await store.version('drafts', urn('long'), 6), undefined)
    await store.define(short(1))
    await change('long', 8, 9)
    await trim('drafts', [urn('long')], 1)
    t.strictSame(await kept('long'), [{ n: 9 }])
    await store.define(short())
    await change('long', 9, 12)
    t.equal((await kept('long')).length, 4, 'without a limit all of them are kept again')
    return undefined
  })

  await t.test('what the store takes', async t => {
    await store.define(collection('taken'))
    await fill(store, 'taken', { a: { n: 1 }, b: { n: 1 } })
    await store.write([replace('taken', draft('a', { n: 2 }), 1)])
    const { collections = [], bytes } = (await operations.statistics?.()) ?? {}
    if (bytes === undefined) return t.comment('this store does not know it')
    t.match(
      collections.find(({ name }) => name === 'taken'),
      { rows: 2, bytes: Number, index_bytes: Number },
    )
    t.ok(collections.some(({ name, rows }) => name === '_versions' && Number(rows) > 0))
    t.ok(((await operations.compact?.()) ?? 0) >= 0)
    t.ok(await store.get('taken', urn('a')))
    return undefined
  })
}
