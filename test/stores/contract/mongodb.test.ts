import t from 'tap'
import { createStore } from '../../../kernel/store.ts'
import { startMongo } from '../../../testing/mongodb.ts'
import { testStore } from './test-store.ts'

const server = await startMongo({ isShared: true })
if (server === null) {
  t.comment('NO MONGODB: NOTHING WAS TESTED ON IT. Set MONGOD_BINARY or MONGODB_URL; see CONTRIBUTING.md.')
} else {
  t.teardown(() => server.stop())
  await testStore(t, async () => {
    const store = await createStore({ kind: 'mongodb', url: server.url() })
    await store.open()
    return store
  })
}
