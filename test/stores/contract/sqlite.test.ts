import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createStore } from '../../../kernel/store.ts'
import { testStore } from './test-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'plinth-store-'))
t.teardown(() => rm(folder, { recursive: true }))
let made = 0

await testStore(t, async () => {
  made += 1
  const store = await createStore({ kind: 'sqlite', path: join(folder, `${made}.db`) })
  await store.open()
  return store
})
