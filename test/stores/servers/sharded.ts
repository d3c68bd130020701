import { deepStrictEqual, equal, ok, rejects } from 'node:assert/strict'
import type { Document } from 'mongodb'
import type { ColumnKind, DocumentStore, Position, Sort } from '../../../lib/store-kit/document-store.ts'
import type { JsonObject, Scalar } from '../../../lib/json/types.ts'
import { compareText, compareValues } from '../../../lib/store-kit/index.ts'
import { explain, openWatched } from '../../../plugins/mongodb/testing/commands.ts'
import type { WatchedStore } from '../../../plugins/mongodb/testing/commands.ts'
import {
  collection,
  column,
  draft,
  insert,
  query,
  replace,
  sorted,
  urn,
  where,
} from '../../../testing/store-suite/fixtures.ts'

/* The store on collections that are sharded as docs/operating/sharding.md says. */

/** A property of the books with the kind by which it is compared. */
const properties = { title: 'text', pages: 'number', printed: 'instant' } as const satisfies Record<string, ColumnKind>
const books = collection(
  'books',
  Object.entries(properties).map(([name, kind]) => column(name, kind)),
  { words: { except: [] } },
)
/** Without versions, so that documents can be removed. */
const notes = collection('notes', [column('title', 'text')], { versions: false })
const keys = { books: { _id: 'hashed' }, notes: { _id: 'hashed' }, _versions: { document: 'hashed' } } as const
const pageSize = 37
const half = 150
const writtenAtOnce = 50

/** Shards a collection of the database by a key. */
type ShardCollection = (store: WatchedStore, name: string, key: Document) => Promise<void>

/** By the commands of docs/operating/sharding.md. */
export const shardCollection: ShardCollection = async ({ connection: { database, client } }, name, key) => {
  await database.collection(name).createIndex(key as Record<string, 'hashed'>)
  await client.db('admin').command({ shardCollection: `${database.databaseName}.${name}`, key })
}

/**
 * Check what the store does on sharded collections, half of whose documents were there before.
 * @param shards how many there are
 * @throws when something differs
 */
export async function checkSharded(url: string, shard: ShardCollection, shards: number): Promise<void> {
  const watched = await openWatched(url)
  const { store } = watched
  const { store: other } = await openWatched(url)
  try {
    await store.define(books)
    await store.define(notes)
    const model = new Map<string, JsonObject>()
    await writeBooks(store, model, 0)
    for (const [name, key] of Object.entries(keys)) await shard(watched, name, key)
    await writeBooks(store, model, half)
    await replaceThirds(store, model)
    await checkLists(store, model)
    await checkRefusals(store)
    await writeTogether(store, other)
    await checkTargets(watched, shards)
    const changed = { ...books, columns: [...books.columns, column('note', 'text')] }
    await store.define(changed)
    equal(await other.count(query('books', { conditions: [where('note', 'exists', false, 'text')] })), model.size)
    if (shards > 1) {
      const unique = { ...changed, columns: [...changed.columns, column('isbn', 'text', { unique: true })] }
      await rejects(store.define(unique), { name: 'Conflict', message: /no unique ones in a sharded collection/ })
    }
    await checkLists(other, model)
  } finally {
    await store.close()
    await other.close()
  }
}

/** Insert half of the books. */
async function writeBooks(store: DocumentStore, model: Map<string, JsonObject>, first: number): Promise<void> {
  for (let done = first; done < first + half; done += writtenAtOnce) {
    const drafts = Array.from({ length: writtenAtOnce }, (_, at) => {
      const n = done + at
      const data: JsonObject = {
        title: `Book ${(n * 7) % 90}`,
        ...(n % 5 > 0 && { pages: (n * 31) % 400 }),
        ...(n % 7 > 0 && { printed: new Date(n * 1e9).toISOString() }),
      }
      return draft(`b${n}`, data)
    })
    await store.write(drafts.map(one => insert('books', one)))
    for (const { id, data } of drafts) model.set(id, data)
  }
}

/** Replace every third book, on all shards in one write, and look at the versions. */
async function replaceThirds(store: DocumentStore, model: Map<string, JsonObject>): Promise<void> {
  const thirds = [...model.keys()].filter((_, at) => at % 3 === 0)
  for (const sequenceNo of [1, 2]) {
    const drafts = thirds.map(id =>
      draft(id.slice(urn('').length), { title: `Changed ${sequenceNo}`, pages: sequenceNo }),
    )
    await store.write(drafts.map(one => replace('books', one, sequenceNo)))
    for (const { id, data } of drafts) model.set(id, data)
  }
  const versions = await store.versions('books', thirds[1] ?? '', { limit: 10 })
  deepStrictEqual(
    versions.map(({ meta }) => (JSON.parse(meta) as { sequence_no: number }).sequence_no),
    [3, 2, 1],
  )
  const first = await store.version('books', thirds[1] ?? '', 1)
  equal((JSON.parse(first?.data ?? '{}') as JsonObject)['title'], 'Book 21')
}

/** Pages in every order, counts, conditions and words, compared with what was written. */
async function checkLists(store: DocumentStore, model: ReadonlyMap<string, JsonObject>): Promise<void> {
  for (const [name, kind] of Object.entries(properties))
    for (const direction of ['asc', 'desc'] as const) {
      const sign = direction === 'asc' ? 1 : -1
      const valueOf = (data: JsonObject): Scalar => (data[name] ?? null) as Scalar
      const expected = [...model]
        .sort(([a, one], [b, two]) => sign * (compareValues(valueOf(one), valueOf(two), kind) || compareText(a, b)))
        .map(([id]) => id)
      deepStrictEqual(await walk(store, sorted(name, kind, direction)), expected, `${name} ${direction}`)
    }
  equal(await store.count(query('books')), model.size)
  const many = where('pages', 'gte', 200, 'number')
  const matches = [...model.values()].filter(({ pages }) => typeof pages === 'number' && pages >= 200)
  equal(await store.count(query('books', { conditions: [many] })), matches.length)
  const words = query('books', { words: ['changed'], limit: 1_000 })
  equal(
    (await store.list(words)).documents.length,
    [...model.values()].filter(({ title }) => title === 'Changed 2').length,
  )
  equal((await store.getMany('books', [...model.keys()])).length, model.size)
}

async function walk(store: DocumentStore, sort: Sort): Promise<string[]> {
  const ids: string[] = []
  for (let after: Position | null | undefined; after !== null;) {
    const { documents, next } = await store.list(
      query('books', { sort, limit: pageSize, ...(after !== undefined && { after }) }),
    )
    ids.push(...documents.map(({ id }) => id))
    after = next
  }
  return ids
}

/** An id is used once in the whole cluster, and a write of several documents is all or nothing. */
async function checkRefusals(store: DocumentStore): Promise<void> {
  const some = Array.from({ length: 20 }, (_, at) => draft(`n${at}`, { title: 'x' }))
  await store.write(some.map(one => insert('notes', one)))
  for (const one of some) await rejects(store.write([insert('notes', one)]), { reason: 'exists' })
  await store.write(some.map(({ id }) => ({ kind: 'remove', collection: 'notes', id, expected: 1 })))
  for (const one of some) await rejects(store.write([insert('notes', one)]), { reason: 'exists' })
  const stale = replace('books', draft('b1', { title: 'stale' }), 9)
  const fresh = Array.from({ length: 10 }, (_, at) => insert('notes', draft(`half${at}`)))
  await rejects(store.write([...fresh, stale]), { reason: 'stale' })
  equal(await store.count(query('notes')), 0)
}

/** Of two instances that replace the same version one succeeds, whatever else is in the write. */
async function writeTogether(store: DocumentStore, other: DocumentStore): Promise<void> {
  const shared = Array.from({ length: 10 }, (_, at) => draft(`shared${at}`, { title: 'x' }))
  await store.write(shared.map(one => insert('notes', one)))
  const attempts = shared.flatMap((one, at) =>
    [store, other].map((writer, of) =>
      writer.write([
        insert('notes', draft(`own${at}-${of}`)),
        replace('notes', { ...one, data: { title: `${of}` } }, 1),
      ]),
    ),
  )
  const outcomes = await Promise.allSettled(attempts)
  equal(outcomes.filter(({ status }) => status === 'fulfilled').length, shared.length)
  equal(await other.count(query('notes')), 2 * shared.length)
}

/** How many shards are asked for what. */
async function checkTargets({ store, connection, sent }: WatchedStore, shards: number): Promise<void> {
  const asked = async (work: () => Promise<unknown>): Promise<number> => {
    sent()
    await work()
    const finds = sent().filter(({ find }) => find === 'books' || find === '_versions')
    ok(finds.length > 0)
    const explained = await Promise.all(finds.map(find => explain(connection, find)))
    const numbers = explained.map(({ queryPlanner }) => {
      const { winningPlan } = queryPlanner as { winningPlan: { shards?: unknown[] } }
      return winningPlan.shards?.length ?? 1
    })
    return Math.max(...numbers)
  }
  equal(await asked(() => store.get('books', urn('b3'))), 1, 'a resource')
  equal(await asked(() => store.versions('books', urn('b3'), { limit: 10 })), 1, 'versions')
  equal(await asked(() => store.list(query('books', { sort: sorted('title', 'text') }))), shards, 'a list')
}
