import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { MongoClient } from 'mongodb'
import t from 'tap'
import { packageRoot } from '../../kernel/index.ts'
import { createStore } from '../../kernel/store.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { checkStored } from '../operations/stored/check.ts'
import type { Content } from '../operations/stored/content.ts'
import { restore } from '../operations/stored/mongodb-dump.ts'
import type { Stored } from '../operations/stored/seed.ts'

/* Stores written to MongoDB by earlier versions (`stored/make-mongodb.ts`). The files are not changed. */

const read = async (name: string): Promise<string> =>
  String(gunzipSync(await readFile(join(packageRoot, 'test/fixtures/stored', `${name}.gz`))))

t.setTimeout(300_000)
const noServer = 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)'

/** The format that this version writes. */
const current = 4

void t.test('a store of release 0.2.0 on MongoDB', async t => {
  const url = await ownDatabase()
  if (url === undefined) {
    t.pass('left out', { skip: noServer })
    return
  }
  await restore(url, await read(`mongodb-${current}.ejson`))
  const stored = JSON.parse(await read(`mongodb-${current}.json`)) as Stored & { content: Content }
  await checkStored(t, stored, { kind: 'mongodb', url })
  const client = await new MongoClient(url).connect()
  t.teardown(() => client.close())
  const formats = client.db().collection<{ _id: string; number: number }>('_store')
  const refused = async (changes: object, message: RegExp): Promise<void> => {
    await formats.updateOne({ _id: 'format' }, { $set: { number: current, ...changes } })
    const store = await createStore({ kind: 'mongodb', url })
    t.teardown(() => store.close())
    await t.rejects(store.open(), { name: 'StoreFormatRefused', message })
  }
  await refused(
    { number: 3 },
    /format 3, and this version reads format 4: run `plinth upgrade` of release 0\.2\.0 first/,
  )
  await refused(
    { number: 99 },
    new RegExp(`was written by Plinth .*, format 99; this is .*, which knows format ${current}`),
  )
  await refused({ converting: { from: 3 } }, /format 3, and this version reads/)
})
