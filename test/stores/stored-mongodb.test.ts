import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { MongoClient } from 'mongodb'
import type { Document } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import { packageRoot } from '../../kernel/index.ts'
import { createStore } from '../../kernel/store.ts'
import type { DocumentMeta } from '../../lib/store-kit/document-store.ts'
import { callCli, runCli } from '../../testing/index.ts'
import {
  collection,
  column,
  draft,
  found,
  otherAccount,
  query,
  urn,
  where,
} from '../../testing/store-suite/fixtures.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { checkStored } from '../operations/stored/check.ts'
import type { Content } from '../operations/stored/content.ts'
import { restore } from '../operations/stored/mongodb-dump.ts'
import type { Stored } from '../operations/stored/seed.ts'
import { until } from '../../testing/internal/until.ts'

/* Stores written to MongoDB by earlier versions. Those of each format were created by its code (`stored/make-mongodb.ts`) and are not changed. */

const read = async (name: string): Promise<string> =>
  String(gunzipSync(await readFile(join(packageRoot, 'test/fixtures/stored', `${name}.gz`))))

t.setTimeout(300_000)
const noServer = 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)'

/** The format that this version writes. */
const current = 4

for (const format of [2, 3, 4])
  void t.test(`a store in MongoDB's format ${format}`, async t => {
    const url = await ownDatabase()
    if (url === undefined) {
      t.pass('left out', { skip: noServer })
      return
    }
    await restore(url, await read(`mongodb-${format}.ejson`))
    if (format < current) {
      for (const command of [
        ['types', 'list'],
        ['users', 'list'],
      ]) {
        const { code, stderr } = await callCli(command, { env: { MONGODB_URL: url } })
        t.equal(code, 1, command.join(' '))
        t.match(
          stderr,
          `needs a conversion of its format (${format} → ${current}); make a backup, then \`plinth upgrade\``,
        )
      }
    }
    const stored = JSON.parse(await read(`mongodb-${format}.json`)) as Stored & { content: Content }
    await checkStored(t, stored, { kind: 'mongodb', url }, format < 4)
    const client = await new MongoClient(url).connect()
    t.teardown(() => client.close())
    const formats = client.db().collection<{ _id: string; number: number }>('_store')
    t.match(await formats.findOne({ _id: 'format' }), { number: current })
    await formats.updateOne({ _id: 'format' }, { $set: { number: 1 } })
    const older = await createStore({ kind: 'mongodb', url })
    t.teardown(() => older.close())
    await t.rejects(older.open({ convert: true }), {
      name: 'StoreFormatRefused',
      message: /is in format 1, and this version converts formats from 2 on/,
    })
    await formats.updateOne({ _id: 'format' }, { $set: { number: 99 } })
    const newer = await createStore({ kind: 'mongodb', url })
    t.teardown(() => newer.close())
    await t.rejects(
      newer.open(),
      {
        name: 'StoreFormatRefused',
        message: new RegExp(`was written by Plinth .*, format 99; this is .*, which knows format ${current}`),
      },
      'a newer format is refused',
    )
  })

const books = collection('books', [
  column('title', 'text', { types: ['string'] }),
  column('pages', 'number', { types: ['integer'] }),
  column('printed', 'instant', { unique: true, types: ['string'] }),
])

/** A document as formats 2 and 3 stored it, as far as the conversion can see it. */
function earlierForm(name: string, second: string, fraction: string, further: Partial<DocumentMeta> = {}): Document {
  const content = { title: `Title ${name}`, pages: 5, printed: `${second}.${fraction}Z` }
  const { id, meta, data } = draft(name, content, further)
  const seconds = String(Date.parse(`${second}Z`) / 1000 + 62_167_305_600).padStart(12, '0')
  return {
    _id: id,
    ...meta,
    data,
    instants: { printed: `${seconds}.${fraction}` },
    keys: { title: `4Title ${name}`, pages: '2c014000000000000', printed: `4${second}.${fraction}Z` },
    moments: { title: `4Title ${name}`, pages: '2c014000000000000', printed: `3${seconds}.${fraction}` },
    words: [],
    text: { meta: JSON.stringify(meta), data: JSON.stringify(data) },
  }
}

/** A database of format 3 with these documents. */
async function earlierDatabase(t: Test, documents: readonly Document[]) {
  const url = await ownDatabase()
  if (url === undefined) {
    t.pass('left out', { skip: noServer })
    return undefined
  }
  const client = await new MongoClient(url).connect()
  t.teardown(() => client.close())
  const database = client.db()
  await database
    .collection<{ _id: string }>('_store')
    .insertOne({ _id: 'format', number: 3, version: '0.1.0' } as never)
  const definition = JSON.stringify(books)
  await database.collection<{ _id: string }>('_collections').insertOne({ _id: 'books', definition } as never)
  const index = { account_id: 1, 'moments.printed': 1 } as const
  const partialFilterExpression = { 'moments.printed': { $gt: '0' } }
  await database
    .collection('books')
    .createIndex(index, { name: 'unique_earlier', unique: true, partialFilterExpression })
  for (let i = 0; i < documents.length; i += 10_000)
    await database.collection('books').insertMany(documents.slice(i, i + 10_000), { ordered: false })
  return { url, database, books: database.collection<{ _id: string }>('books') }
}

void t.test('5,000 documents are converted, also when the process is killed', async t => {
  const count = 5_000
  const nameOf = (i: number): string => String(i).padStart(5, '0')
  const documents = Array.from({ length: count }, (_, i) =>
    earlierForm(nameOf(i), new Date(i * 1000).toISOString().slice(0, 19), '1234'),
  )
  const made = await earlierDatabase(t, documents)
  if (made === undefined) return
  const { url, database, books: stored } = made
  const versions = documents.slice(0, 2_000).map(({ _id, text }) => {
    const document = String(_id)
    return { _id: `books/${document}/0000000000000001`, collection: 'books', document, text: text as unknown }
  })
  await database.collection<{ _id: string }>('_versions').insertMany(versions)
  const environment = { env: { MONGODB_URL: url } }
  const upgrade = () => callCli(['upgrade', '--json'], environment)
  const left = (): Promise<number> => stored.countDocuments({ text: { $exists: true } })
  const isConverted = async (i: number): Promise<boolean> =>
    (await stored.findOne({ _id: urn(nameOf(i)), text: { $exists: false } })) !== null

  const killed = await new Promise<number>((resolve, reject) => {
    const started = (child: ChildProcess): void => {
      const interrupt = async (): Promise<void> => {
        await until(() => isConverted(0))
        child.kill('SIGSTOP')
        const before = await left()
        t.match(await upgrade(), { code: 1, stderr: /is being converted by another process; wait/ })
        t.match(await callCli(['types', 'list'], environment), { code: 1, stderr: /needs a conversion/ })
        child.kill('SIGKILL')
        const now = await left()
        t.ok(before - now <= 500, 'the others leave it alone: at most the last portion was on its way')
        resolve(now)
      }
      interrupt().catch(reject)
    }
    runCli(['upgrade'], { ...environment, started }).catch(reject)
  })
  t.ok(killed > 0 && killed < count, `${killed} were left`)
  const leased = /is being converted by another process; wait until 20\d\d-[\d-]+T[\d:.]+Z: if that process was ended/
  t.match(await upgrade(), { code: 1, stderr: leased })
  const restored = await createStore({ kind: 'mongodb', url })
  const refused = restored.operations?.restore?.(Readable.from([]), { replace: true })
  await t.rejects(Promise.resolve(refused), { message: leased }, 'a restore says the same')
  await restored.close()
  const lease = { $set: { 'converting.at': new Date(Date.now() - 16_000) } }
  await database.collection<{ _id: string }>('_store').updateOne({ _id: 'format' }, lease)
  const remaining = (await left()) + versions.length
  const { code, stdout, stderr } = await upgrade()
  t.equal(code, 0, stderr)
  const { conversion } = JSON.parse(stdout) as { conversion: { from: number; to: number; rows: number } }
  t.match(conversion, { from: 3, to: current })
  t.ok(
    conversion.rows <= remaining && conversion.rows >= remaining - 500,
    'the last portion may still have been on its way',
  )
  t.equal(await left(), 0)
  t.equal(await database.collection('_versions').countDocuments({ 'data.pages': 5, text: { $exists: false } }), 2_000)
  const { meta, data } = draft(nameOf(7), { title: 'Title 00007', pages: 5, printed: '1970-01-01T00:00:07.1234Z' })
  t.strictSame(await stored.findOne({ _id: urn(nameOf(7)) }), {
    _id: urn(nameOf(7)),
    ...meta,
    created_at: new Date(meta.created_at),
    updated_at: new Date(meta.updated_at),
    data,
    keys: { printed: new Date(7_123) },
  })
  const store = await createStore({ kind: 'mongodb', url })
  t.teardown(() => store.close())
  await store.open()
  const deadline = performance.now() + 300_000
  t.equal(await store.count(query('books', { deadline })), count)
  const late = where('printed', 'gte', new Date((count - 1) * 1000).toISOString(), 'instant')
  t.strictSame(await found(store, 'books', { conditions: [late], deadline }), [nameOf(count - 1)])
})

void t.test('unique date-times that are equal to the millisecond are refused before anything is converted', async t => {
  const second = '2026-01-01T00:00:00'
  const documents = [
    earlierForm('a', second, '1231'),
    earlierForm('b', second, '1239'),
    earlierForm('c', second, '124'),
    earlierForm('d', second, '123', { account_id: otherAccount }),
    earlierForm('e', '2027-01-01T00:00:00', '1'),
    earlierForm('f', '2027-01-01T00:00:00', '1001'),
  ]
  const made = await earlierDatabase(t, documents)
  if (made === undefined) return
  const environment = { env: { MONGODB_URL: made.url } }
  const { code, stderr } = await callCli(['upgrade'], environment)
  t.equal(code, 1)
  t.match(stderr, /the store is not converted: .* with the version of Plinth that wrote them, then convert again: /)
  for (const equal of [`thing, printed: ${urn('a')}, ${urn('b')}`, `thing, printed: ${urn('e')}, ${urn('f')}`])
    t.ok(stderr.includes(equal), stderr)
  t.notMatch(stderr, /urn:thing:[cd]/)
  t.strictSame(await made.books.find().sort({ _id: 1 }).toArray(), documents, 'nothing was changed')
  t.match(await made.database.collection('_store').find().toArray(), [{ number: 3, converting: undefined }])
  await made.books.deleteMany({ _id: { $in: [urn('b'), urn('f')] } })
  const again = await callCli(['upgrade'], environment)
  t.match(again, { code: 0, stdout: /from format 3 to 4: 4 documents/ }, again.stderr)
})
