import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { packageRoot } from '../../../kernel/index.ts'
import { buildTestApp } from '../../../testing/index.ts'
import { startMongo } from '../../../testing/mongodb.ts'
import { signedInApp } from '../../../testing/internal/signed-in.ts'
import { contentOf } from './content.ts'
import { dump } from './mongodb-dump.ts'
import { seed, seedDevelopment, storedSecret } from './seed.ts'

/*
 * Creates the fixture of the current store format: `node dist/test/stored/make-mongodb.js <format>`. It is created once, by the code
 * that wrote that format, and not changed.
 */

const [, , format] = process.argv
const target = join(packageRoot, 'test/fixtures/stored')

void t.test('a stored fixture for MongoDB', async t => {
  const server = await startMongo()
  if (server === null) throw new Error('there is no MongoDB: set MONGODB_URL or MONGOD_BINARY')
  const url = server.url()
  try {
    const config = { store: { kind: 'mongodb', url } } as const
    const development = await buildTestApp({ config })
    await seedDevelopment(development.request)
    await development.close()
    const app = await signedInApp(t, { config, signIn: { secrets: [storedSecret] } })
    const stored = await seed(app)
    await app.close()
    const content = await contentOf(config.store)
    await mkdir(target, { recursive: true })
    const name = join(target, `mongodb-${format ?? 'next'}`)
    await writeFile(`${name}.ejson.gz`, gzipSync(await dump(url), { level: 9 }))
    await writeFile(`${name}.json.gz`, gzipSync(JSON.stringify({ ...stored, content }), { level: 9 }))
  } finally {
    await server.stop()
  }
})
