import t from 'tap'
import { buildTestApp, callCli, pluginSuite } from '../../testing/index.ts'
import { onStoreOfRun } from '../../testing/internal/each-store.ts'

for (const { name, run } of pluginSuite({ key: 'maintenance', paths: ['/api/admin/store/stats'] })) t.test(name, run)

const operations = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, n) => ({
    op: 'create',
    data: { name: `note ${from + n}`, text: 'x'.repeat(8_000) },
  }))

onStoreOfRun('the store of a running service', async (t, url) => {
  const kind = url === undefined ? 'sqlite' : 'mongodb'
  const service = await buildTestApp(url === undefined ? {} : { url })
  t.teardown(() => service.close())
  const { request } = service
  const properties = { name: { type: 'string', 'x-index': true }, text: { type: 'string' } }
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note', schema: { type: 'object', properties } })
  for (let i = 0; i < 4; i++) await request('POST', '/api/note/_bulk', { operations: operations(i * 100, 100) })
  const read = async () => (await request('GET', '/api/admin/store/stats')).json()
  const stats = await read()
  t.match(stats, { kind, bytes: Number, free_bytes: Number, collections: Array })
  const notes = stats.collections.find(({ name }: { name: string }) => name === 'notes')
  t.match(notes, { rows: 400, bytes: Number, index_bytes: Number })
  t.ok(notes.bytes > 400 * 8_000 * (url === undefined ? 1 : 0.01))
  t.ok(stats.collections.some(({ name, rows }: { name: string; rows: number }) => name === '_events' && rows > 400))
  const writing = Array.from({ length: 20 }, (_, n) => request('POST', '/api/note', { name: `during ${n}` }))
  const compacted = await request('POST', '/api/admin/store/compact')
  t.equal(compacted.statusCode, 200)
  t.match(compacted.json(), { freed_bytes: Number, seconds: Number })
  for (const answer of await Promise.all(writing)) t.equal(answer.statusCode, 201)
  t.equal((await request('GET', '/api/note?count=true&limit=1')).json().total, 420)
  t.equal((await read()).free_bytes, 0)
  const base = await service.listen()
  const shown = await callCli(['store', 'stats', '--url', base])
  t.equal(shown.code, 0, shown.stderr)
  t.match(shown.stdout, /^COLLECTION +ROWS +BYTES +INDEXES\n/)
  t.match(shown.stdout, /notes +420 /)
  t.match(JSON.parse((await callCli(['store', 'stats', '--url', base, '--json'])).stdout), { kind })
  t.match((await callCli(['store', 'compact', '--url', base])).stdout, /were given back in/)
  const reindexed = await callCli(['store', 'reindex', 'note', '--url', base])
  if (url === undefined) t.match([reindexed.code, reindexed.stderr], [1, /nothing is changed by other tools/])
  else t.match(reindexed.stdout, /^420 resources were read in/)
  t.equal((await request('POST', '/api/admin/store/reindex/nothing')).statusCode, 404)
})
