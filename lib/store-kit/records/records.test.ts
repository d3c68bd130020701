import t from 'tap'
import type { Test } from 'tap'
import { countingStore } from '../../../testing/internal/counting-store.ts'
import { ownDatabase } from '../../../testing/internal/each-store.ts'
import { createCursors, readCursorPage } from '../../query/index.ts'
import { WriteRefused } from '../../errors/index.ts'
import type { DocumentStore } from '../document-store.ts'
import { FeedCache, RecordCollection, retryOnConflict, textColumn, textCondition } from '../index.ts'

interface Note extends Record<string, string> {
  text: string
  colour: string
}

const notes = new RecordCollection<Note>('note', { name: '_notes', columns: [textColumn('colour')] })
const author = { created_by: 'urn:user:system' }

function onEachStore(name: string, run: (t: Test, store: DocumentStore, calls: string[]) => Promise<void>): void {
  const runOn = async (t: Test, url: string | undefined): Promise<void> => {
    const { store, calls } = await countingStore(url, ':memory:')
    await store.open()
    t.teardown(() => store.close())
    await store.define(notes.definition)
    await run(t, store, calls)
  }
  void t.test(`${name} (SQLite)`, t => runOn(t, undefined))
  void t.test(`${name} (MongoDB)`, async t => {
    const url = await ownDatabase()
    if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    else await runOn(t, url)
  })
}

const save = (store: DocumentStore, id: string, colour: string): Promise<boolean> =>
  notes.insertIfAbsent(store, notes.draft(id, { text: id, colour }, author))

onEachStore('records', async (t, store) => {
  t.equal(await save(store, 'urn:note:1', 'red'), true)
  t.equal(await save(store, 'urn:note:1', 'blue'), false, 'an id is used once')
  const first = await notes.find(store, 'urn:note:1')
  if (first === undefined) throw new Error('the note is not there')
  t.match(first, { id: 'urn:note:1', meta: { sequence_no: 1, status: 'active' }, data: { colour: 'red' } })
  const next = notes.next(first, { colour: 'green' })
  await store.write([notes.checkVersion(first), notes.replace(next)])
  t.strictSame(await notes.find(store, 'urn:note:1'), next)
  await t.rejects(store.write([notes.replace(next)]), WriteRefused)
  await t.rejects(store.write([notes.remove(first)]), WriteRefused)
  await save(store, 'urn:note:2', 'green')
  const green = [textCondition('colour', 'eq', 'green')]
  t.strictSame((await notes.findAll(store, green)).map(({ id }) => id).toSorted(), ['urn:note:1', 'urn:note:2'])
  await store.write([notes.checkExists('urn:note:1', 'active'), notes.remove(next)])
  t.match(await notes.findFirst(store, green), { id: 'urn:note:2' })
  for (const colour of ['red', 'blue']) {
    const draft = notes.draft('urn:note:3', { text: 'saved', colour }, author)
    await store.write([notes.save(draft, await notes.find(store, draft.id))])
  }
  t.match(await notes.find(store, 'urn:note:3'), { meta: { sequence_no: 2 }, data: { colour: 'blue' } })
})

onEachStore('pages', async (t, store) => {
  const source = { store, cursors: createCursors(Buffer.alloc(32)) }
  for (let number = 1; number <= 5; number++) await save(store, `urn:note:${number}`, 'red')
  const list = { ...notes.query([textCondition('colour', 'eq', 'red')]), list: 'notes' }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await readCursorPage(source, list, { limit: 2, cursor, count: true }, one => notes.parse(one).id)
    t.strictSame(page.total, { total: 5 })
    seen.push(...page.items)
    cursor = page.cursor === '' ? undefined : page.cursor
  } while (cursor !== undefined)
  t.equal(new Set(seen).size, 5)
  const { cursor: token } = await readCursorPage(source, list, { limit: 2, cursor, count: false }, one => one.id)
  const other = { ...list, list: 'others' }
  await t.rejects(
    readCursorPage(source, other, { limit: 2, cursor: token, count: false }, one => one.id),
    /cursor/,
  )
})

onEachStore('a cache that the change feed keeps current', async (t, store, calls) => {
  const cache = new FeedCache({
    store,
    collection: notes.name,
    load: async id => (await notes.find(store, id))?.data.colour,
  })
  let changes = 0
  const all = new FeedCache({
    store,
    changed: () => (changes += 1),
    collection: notes.name,
    load: colour => store.count(notes.query([textCondition('colour', 'eq', colour)])),
    staleAfter: 'everything',
    maxWeight: 2,
  })
  const heavy = new FeedCache({
    store,
    collection: notes.name,
    load: async id => (await notes.find(store, id))?.id,
    weightOf: () => 5,
    maxWeight: 2,
  })
  for (const one of [cache, all, heavy]) {
    await one.start()
    t.teardown(() => one.close())
  }
  t.equal(await cache.get('urn:note:1'), undefined)
  for (let number = 1; number <= 3; number++) await save(store, `urn:note:${number}`, 'red')
  t.equal(await cache.get('urn:note:1'), 'red', 'missing records are not cached')
  t.strictSame([await all.get('red'), await all.get('blue')], [3, 0])
  let answeredWithoutStore = false
  for (let tries = 0; tries < 100 && !answeredWithoutStore; tries++) {
    calls.length = 0
    t.strictSame([await cache.get('urn:note:1'), await all.get('red')], ['red', 3])
    t.equal(await heavy.get('urn:note:2'), 'urn:note:2', 'kept alone')
    answeredWithoutStore = calls.length === 0 // on a busy machine the feed can be late for a moment
  }
  t.ok(answeredWithoutStore)
  for (const colour of ['blue', 'green', 'blue']) {
    const before = changes
    await retryOnConflict('this note', async () => {
      const note = await notes.find(store, 'urn:note:1')
      if (note !== undefined) await store.write([notes.replace(notes.next(note, { colour }))])
    })
    t.equal(await cache.get('urn:note:1'), colour, 'an own write is visible once it is answered')
    t.ok(changes > before, 'and reported')
    t.equal(await all.get(colour), 1)
  }
  t.strictSame([await all.get('red'), await all.get('blue'), await all.get('green')], [2, 1, 0])
})

t.test('a change is retried while others change the same record', async t => {
  let attempts = 0
  const result = await retryOnConflict('this', async attempt => {
    attempts += 1
    if (attempt < 3) throw new WriteRefused('stale', 0)
    return attempt
  })
  t.strictSame([result, attempts], [3, 4])
  const refuse = (): Promise<never> => Promise.reject(new WriteRefused('stale', 0))
  await t.rejects(retryOnConflict('this note', refuse), {
    message: 'others keep changing this note at the same time; try again',
  })
  await t.rejects(
    retryOnConflict('this', () => Promise.reject(new TypeError('other'))),
    TypeError,
  )
})
