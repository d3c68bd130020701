import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { MongoClient } from 'mongodb'
import t from 'tap'
import { packageRoot } from '../kernel/index.ts'
import { createStore } from '../kernel/store.ts'
import { callCli } from '../testing/index.ts'
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
