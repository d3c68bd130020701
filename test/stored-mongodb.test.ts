import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { MongoClient } from 'mongodb'
import t from 'tap'
import { packageRoot } from '../kernel/index.ts'
import { createStore } from '../kernel/store.ts'
import { ownDatabase } from './each-store.ts'
import { checkStored } from './stored/check.ts'
import type { Content } from './stored/content.ts'
import { restore } from './stored/mongodb-dump.ts'
import type { Stored } from './stored/seed.ts'

/* Stores written to MongoDB by earlier versions. Those of each format were created by its code (`stored/make-mongodb.ts`) and are not changed. */

const read = async (name: string): Promise<string> =>
  String(gunzipSync(await readFile(join(packageRoot, 'test/fixtures/stored', `${name}.gz`))))

t.setTimeout(120_000)
const noServer = 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)'

void t.test('a store in the first format for MongoDB', async t => {
  const url = await ownDatabase()
  if (url === undefined) {
    t.pass('left out', { skip: noServer })
    return
  }
  await restore(url, await read('mongodb-1.ejson'))
  const stored = JSON.parse(await read('mongodb-1.json')) as Stored & { content: Content }
  await checkStored(t, stored, { kind: 'mongodb', url })
  const client = await new MongoClient(url).connect()
  t.teardown(() => client.close())
  const format = client.db().collection<{ _id: string; number: number }>('_store')
  t.match(await format.findOne({ _id: 'format' }), { number: 2 })
  await format.updateOne({ _id: 'format' }, { $set: { number: 99 } })
  const newer = await createStore({ kind: 'mongodb', url })
  t.teardown(() => newer.close())
  await t.rejects(
    newer.open(),
    { name: 'StoreFormatRefused', message: /was written by Plinth .*, format 99; this is .*, which knows format 2/ },
    'a newer format is refused',
  )
})
