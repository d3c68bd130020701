import type { SuiteTest } from '../suite-test.ts'
import type { DocumentStore, SnapshotPart } from '../../lib/store-kit/document-store.ts'
import { collection, column, draft, fill, insert, outcome, query, replace, urn, walk, where } from './fixtures.ts'

/** Snapshots and restoring, for stores that have them. @param make returns another open store at a new, empty location */
export async function snapshotTests(
  t: SuiteTest,
  store: DocumentStore,
  make: () => Promise<DocumentStore>,
): Promise<void> {
  if (store.operations?.snapshot === undefined || store.operations.restore === undefined) {
    t.pass('this store has no snapshots')
    return
  }
  const things = collection(
    'things',
    [column('name', 'text', { unique: true }), column('tags', 'text', { many: true })],
    {
      words: { except: [] },
    },
  )
  await store.define(things)
  await store.define(collection('_plain', [column('n', 'number')], { versions: false }))
  await store.define(collection('_passing', [], { versions: false, transient: true }))
  await store.define(collection('empty'))
  // The order of ids is not that of the keys in which a store may keep their versions.
  const ids = ['a', 'a-b', 'a.b', 'a0', 'B', 'é', '\u{1f600}', '\ue000']
  await fill(store, 'things', Object.fromEntries(ids.map(id => [id, { name: id, tags: [id, 'all'], n: 1.5 }])))
  for (let version = 1; version < 12; version++) {
    await store.write(['a', 'a-b'].map(id => replace('things', draft(id, { name: id, version }), version)))
  }
  await store.write([insert('_plain', draft('gone')), insert('_plain', draft('kept', { n: 1 }))])
  await store.write([{ kind: 'remove', collection: '_plain', id: urn('gone') }])
  await store.write([insert('_passing', draft('session'))])

  const snapshot = await store.operations.snapshot()
  await store.write([replace('things', draft('B', { name: 'later' }), 1), insert('things', draft('later'))])
  const parts = await collect(snapshot.parts())
  await snapshot.close()
  t.strictSame(
    parts.flatMap(part => (part.kind === 'collection' ? [part.definition.name] : [])),
    ['_plain', 'empty', 'things'],
    'collections in order, without passing ones',
  )
  const documents = parts.flatMap(part => (part.kind === 'documents' ? part.documents : []))
  t.strictSame(
    documents.map(({ id }) => id),
    [urn('kept'), ...['B', 'a', 'a-b', 'a.b', 'a0', 'é', '\ue000', '\u{1f600}'].map(urn)],
    'one moment, in the order of ids',
  )
  t.match(documents[1]?.data, /"B"/)
  const versions = parts.flatMap(part => (part.kind === 'versions' ? part.documents : []))
  t.strictSame(
    versions.map(({ id, meta }) => `${id} ${String(JSON.parse(meta).sequence_no)}`),
    ['a', 'a-b'].flatMap(id => Array.from({ length: 11 }, (_, i) => `${urn(id)} ${i + 1}`)),
  )
  t.strictSame(
    parts.flatMap(part => (part.kind === 'removed' ? part.ids : [])),
    [urn('gone')],
  )

  const other = await make()
  t.teardown(() => other.close())
  await fill(other, ...(await defineOld(other)))
  await other.close()
  await t.rejects(
    other.operations?.restore?.(stream(parts)) ?? Promise.resolve(),
    /not empty/,
    'nothing is replaced by accident',
  )
  await t.rejects(other.operations?.restore?.(failing(parts), { replace: true }) ?? Promise.resolve(), /broken off/)
  await other.open()
  t.strictSame(await walk(other, query('old')), ['x'], 'a restore that fails changes nothing')
  t.equal(await other.get('things', urn('a')), undefined)
  await other.close()
  await other.operations?.restore?.(stream(parts), { replace: true })
  const again = await other.operations?.snapshot?.()
  t.strictSame(merged(await collect(again?.parts() ?? [])), merged(parts), 'a snapshot of it is the same')
  await again?.close()
  await other.open()
  t.same(
    (await other.collections()).find(({ name }) => name === 'things'),
    things,
  )
  t.strictSame(await walk(other, query('old')), [])
  t.strictSame(await walk(other, query('things', { conditions: [where('name', 'eq', 'a.b', 'text')] })), ['a.b'])
  t.strictSame(
    (await walk(other, query('things', { words: ['all'] }))).toSorted(),
    ['B', 'a.b', 'a0', 'é', '\u{1f600}', '\ue000'].toSorted(),
  )
  t.equal((await other.versions('things', urn('a'), { limit: 100 })).length, 12)
  t.equal(await outcome(other.write([insert('_plain', draft('gone'))])), 'exists at 0', 'removed ids stay reserved')
  t.equal(await outcome(other.write([insert('things', draft('new', { name: 'a0' }))])), 'unique at 0: name')
  await other.write([insert('things', draft('new', { name: 'new' })), replace('things', draft('a', { name: 'a' }), 12)])
}

async function defineOld(store: DocumentStore): Promise<['old', Record<string, Record<string, never>>]> {
  await store.define(collection('old'))
  return ['old', { x: {} }]
}

async function collect(parts: AsyncIterable<SnapshotPart> | Iterable<SnapshotPart>): Promise<SnapshotPart[]> {
  const all: SnapshotPart[] = []
  for await (const part of parts) all.push(part)
  return all
}

async function* stream(parts: readonly SnapshotPart[]): AsyncGenerator<SnapshotPart> {
  yield* parts
}

async function* failing(parts: readonly SnapshotPart[]): AsyncGenerator<SnapshotPart> {
  yield* parts
  throw new Error('broken off')
}

/** The content, however it was divided into portions. */
const merged = (parts: readonly SnapshotPart[]): unknown[] =>
  parts.flatMap((part): unknown[] => {
    if (part.kind === 'collection') return [part.definition]
    if (part.kind === 'removed') return part.ids
    return part.documents.map(document => [part.kind, document])
  })
