import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { decodeTime, encodeTime } from 'ulid'
import { loadConfig, systemCaller } from '../../kernel/index.ts'
import type { Change, DocumentStore, StoredDocument } from '../../kernel/index.ts'
import { createStore } from '../../kernel/store.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { testWithStore, testAllStores, onStoreOfRun } from '../../testing/internal/each-store.ts'
import { openStream } from '../../testing/internal/sse-client.ts'
import type { SseClient } from '../../testing/internal/sse-client.ts'
import { until } from '../../testing/internal/until.ts'
import { eventRecords, record } from './record.ts'
import { removeOldEvents } from './retention.ts'
import { Streams } from './streams.ts'
import { Subscriber } from './subscriber.ts'

interface Event {
  id: string
  type: string
  subject: string
  time: string
  data: { actor: string; sequence_no?: number }
}

async function withNotes({ request }: TestApp, count: number): Promise<string[]> {
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await request('POST', '/api/note', { i })).json().id)
  return ids
}

testAllStores('events are CloudEvents, newest first, with action and actor', async (t, app) => {
  const { request } = app
  const atStart = (await request('GET', '/api/events?limit=1000')).json().data.length
  const total = atStart + 5
  const [first = ''] = await withNotes(app, 3)
  await request('PUT', `/api/note/${first}`, { secret: 'never in an event' })
  const answer = await request('GET', '/api/events')
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['cache-control'], 'no-store')
  const { data, cursor, has_more } = answer.json() as { data: Event[]; cursor: string; has_more: boolean }
  t.strictSame([cursor, has_more], ['', false])
  t.strictSame(
    data.slice(0, 5).map(({ type }) => type),
    ['Resource.Updated', 'Resource.Created', 'Resource.Created', 'Resource.Created', 'ResourceType.Created'],
  )
  const [updated] = data
  t.strictSame(updated, {
    specversion: '1.0',
    id: updated?.id,
    source: '/api',
    type: 'Resource.Updated',
    subject: first,
    time: new Date(decodeTime(updated?.id ?? '')).toISOString(),
    datacontenttype: 'application/json',
    data: { actor: 'urn:user:admin', type_slug: 'note', sequence_no: 2 },
  })
  t.notMatch(answer.body, 'never in an event')

  const refused = await request('PUT', `/api/note/${first}`, { created_by: 'x' })
  t.equal(refused.statusCode, 400)
  t.equal((await request('GET', '/api/events?count=true&limit=1')).json().total, total, 'no event without its change')

  const types = async (query: string): Promise<string[]> =>
    (await request('GET', `/api/events?${query}`)).json().data.map(({ subject }: Event) => subject)
  t.strictSame(await types(`subject=${first}`), [first, first])
  t.equal((await types('type=ResourceType.Created'))[0], 'urn:type:note')
  t.strictSame(await types('type=Session.Revoked'), [])
  const middle = data[2]?.time ?? ''
  t.equal(
    (await types(`since=${middle}`)).length + (await types(`until=${middle}`)).length,
    total + data.filter(({ time }) => time === middle).length,
  )
  t.strictSame(await types('until=2001-01-01T00:00:00Z'), [])
  t.equal((await types('since=2001-01-01T01:00:00.5%2B01:00&limit=1000')).length, total)
  const page = (await request('GET', '/api/events?limit=2')).json()
  t.equal(page.has_more, true)
  const rest = (await request('GET', `/api/events?limit=50&cursor=${page.cursor}`)).json()
  t.strictSame([...page.data, ...rest.data], data)
  const wrong = [
    'since=yesterday',
    'until=2026-02-30T00:00:00Z',
    'since=2026-01-01',
    'type=x',
    'type=',
    'colour=1',
    'limit=0',
    'cursor=x',
  ]
  wrong.push(`type=Resource.Created&cursor=${page.cursor}`, 'sort_by=time')
  for (const query of wrong) t.equal((await request('GET', `/api/events?${query}`)).statusCode, 400, query)
})

const subjects = async (stream: SseClient, count: number): Promise<string[]> => {
  const seen: string[] = []
  while (seen.length < count) {
    const message = await stream.next()
    if (message === undefined) throw new Error('the stream ended')
    seen.push(JSON.parse(message.data).subject)
  }
  return seen
}

testAllStores('the stream delivers events in order and resumes', async (t, app) => {
  const { request } = app
  const start = (await request('GET', '/api/events?limit=1000')).json().data as Event[]
  const atStart = start.map(({ subject }) => subject).toReversed()
  const before = await withNotes(app, 1)
  const base = await app.listen()
  const stream = await openStream(`${base}/api/events/stream`)
  t.equal(stream.response.status, 200)
  t.match(stream.response.headers.get('content-type'), 'text/event-stream')
  t.equal(stream.response.headers.get('cache-control'), 'no-store')
  const [id = ''] = before
  for (let i = 0; i < 5; i++) await request('PUT', `/api/note/${id}`, { i })
  let last: string | undefined
  for (let i = 0; i < 5; i++) {
    const message = await stream.next()
    const event = JSON.parse(message?.data ?? '') as Event
    t.equal(message?.id, event.id)
    t.strictSame([event.type, event.data.sequence_no], ['Resource.Updated', i + 2])
    last = event.id
  }
  stream.close()
  const missed = await withNotes(app, 2)
  const resumed = await openStream(`${base}/api/events/stream`, { 'last-event-id': last ?? '' })
  const happened = [...atStart, 'urn:type:note', ...before, ...Array.from({ length: 5 }, () => id), ...missed]
  t.strictSame(await subjects(resumed, happened.length), happened, 'everything since 10 s before')
  const [next = ''] = await withNotes(app, 1)
  t.strictSame(await subjects(resumed, 1), [next], 'then new events')
  resumed.close()
  const lost = await openStream(`${base}/api/events/stream`, { 'last-event-id': '01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  t.match(await lost.next(), { event: 'reset', id: undefined })
  const [newest = ''] = await withNotes(app, 1)
  t.strictSame(await subjects(lost, 1), [newest])
})

testWithStore('a stream ends when the service closes', async (t, app) => {
  const base = await app.listen()
  const stream = await openStream(`${base}/api/events/stream`)
  const ended = stream.next()
  await app.app.close()
  t.equal(await ended, undefined)
})

testWithStore('a user has at most ten open streams', async (t, app) => {
  const base = await app.listen()
  const open = (address = 'admin@example.com'): Promise<SseClient> =>
    openStream(`${base}/api/events/stream`, { 'x-dev-agent': address })
  const streams = await Promise.all(Array.from({ length: 10 }, () => open()))
  t.strictSame(new Set(streams.map(({ response }) => response.status)), new Set([200]))
  const refused = await open()
  t.equal(refused.response.status, 429)
  t.strictSame(Object.keys((await refused.response.json()) as object), ['message'])
  const other = await open('member@example.com')
  t.equal(other.response.status, 200, 'those of others do not count')
  streams.pop()?.close()
  let again = await open()
  for (let tries = 0; again.response.status === 429 && tries < 500; tries++) {
    await again.response.text()
    again = await open()
  }
  t.equal(again.response.status, 200, 'one was closed')
  for (const stream of [...streams, other, again]) stream.close()
})

/** An event as another process recorded it. */
const recordedAt = (time: number, n: number) => ({
  ...record({ type: 'Test.Recorded', subject: `urn:test:${n}`, caller: systemCaller(), account_id: null }).document,
  id: encodeTime(time, 10) + String(n).padStart(16, '0'),
})

/** A service on a store in which somebody has recorded events at these times. */
async function withRecorded(t: Test, url: string | undefined, times: number[], options: JsonObject): Promise<TestApp> {
  const first = await buildTestApp(url === undefined ? {} : { url })
  const { store: location } = first.config
  const folder = await mkdtemp(join(tmpdir(), 'plinth-events-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const own = location.kind === 'sqlite' ? { kind: 'sqlite' as const, path: join(folder, 'plinth.db') } : location
  await first.close()
  const store = await createStore(own)
  await store.open()
  await store.define(eventRecords.definition)
  for (let at = 0; at < times.length; at += 500) {
    const some = times.slice(at, at + 500).map((time, n) => recordedAt(time, at + n))
    await store.write(some.map(document => ({ kind: 'insert', collection: eventRecords.name, document })))
  }
  await store.close()
  const plugins = { ...first.config.plugins, events: options }
  const app = await buildTestApp({ plugins, config: { store: own } })
  t.teardown(() => app.close())
  return app
}

onStoreOfRun('new events come after those that a faster clock recorded', async (t, url) => {
  const [soon, later] = [Date.now() + 3_600_000, Date.now() + 3 * 365 * 86_400_000]
  const { request } = await withRecorded(t, url, [soon, later, later, soon + 1], {})
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  const { data } = (await request('GET', '/api/events?limit=2')).json() as { data: Event[] }
  t.match(data, [{ type: 'ResourceType.Created' }, {}])
  t.ok(decodeTime(data[0]?.id ?? '') > later)
})

onStoreOfRun('old events are removed', async (t, url) => {
  const day = 86_400_000
  const old = Array.from({ length: 450 }, (_, n) => Date.now() - 40 * day + n)
  const kept = Array.from({ length: 5 }, (_, n) => Date.now() - 29 * day + n)
  const service = await withRecorded(t, url, [...old, ...kept], { retentionDays: 30 })
  const { request } = service
  const count = async (): Promise<number> =>
    (await request('GET', '/api/events?type=Test.Recorded&count=true&limit=1')).json().total
  await until(async () => (await count()) === kept.length)
  t.equal((await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })).statusCode, 201)
  const { data } = (await request('GET', '/api/events?type=Test.Recorded&limit=100')).json()
  t.equal(data.length, kept.length)
  const lastSeen = recordedAt(old[0] ?? 0, 0).id
  const stream = await openStream(`${await service.listen()}/api/events/stream`, { 'last-event-id': lastSeen })
  t.match(await stream.next(), { event: 'reset' }, 'a reader that was away for longer must load its data again')
  stream.close()
  const { app } = service
  const store = app.diContainer.resolve<DocumentStore>('documentStore')
  const again = await removeOldEvents({ store, log: app.log, retentionDays: 1 }, new AbortController().signal)
  t.equal(again, 0, 'another instance has just done it')
  t.equal(await count(), kept.length)
})

t.test('the number of days is checked', async t => {
  for (const retentionDays of [0, 1.5, '30', -1]) {
    const plugins = { ...loadConfig({}).plugins, events: { retentionDays } }
    await t.rejects(buildTestApp({ plugins }), /events.*retentionDays/)
  }
})

const caller = { id: 'urn:user:a', account_id: 'urn:account:one' }

/** A store that contains only events, whose change feed the test controls. */
function eventStore() {
  const events = new Map<string, StoredDocument>()
  let listener: { changed(change: Change): void; lost(): void } | undefined
  let closed = 0
  const store = {
    watch: (_names: readonly string[], given: typeof listener) => {
      listener = given
      return Promise.resolve({
        current: true,
        close: () => {
          closed += 1
        },
      })
    },
    getMany: (_name: string, ids: readonly string[]) =>
      Promise.resolve(ids.flatMap(id => events.get(id) ?? []).toReversed()),
  } as unknown as DocumentStore
  const happen = (account_id: string | null, subject: string): string => {
    const { document } = record({ type: 'Resource.Created', subject, caller, account_id })
    const { id, meta, data } = document
    events.set(id, { id, meta: JSON.stringify(meta), data: JSON.stringify(data) })
    listener?.changed({ collection: '_events', id, kind: 'insert' })
    return id
  }
  return { store, happen, lose: () => listener?.lost(), closed: () => closed }
}

/** A server that streams events to callers. */
async function serve(
  t: Test,
  streams: Streams,
  mayRead: () => boolean,
): Promise<{ url: string; port: number; open(): Promise<ServerResponse> }> {
  const opened: ServerResponse[] = []
  const server = createServer((_request, response) => {
    const subscriber = new Subscriber(caller.account_id, response)
    response.once('close', () => streams.remove(subscriber))
    void streams.add(subscriber, mayRead).then(() => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      subscriber.write(': connected\n\n')
      opened.push(response)
      server.emit('stream')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.closeAllConnections())
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<ServerResponse> => {
    if (opened.length === 0) await once(server, 'stream')
    return opened[0] as ServerResponse
  }
  return { url: `http://127.0.0.1:${port}`, port, open }
}

const noWarning = (error: unknown): void => {
  throw error
}

t.test('own and shared events are delivered in their order, those of other accounts are not', async t => {
  const { store, happen, closed } = eventStore()
  const streams = new Streams(store, noWarning)
  const { url } = await serve(t, streams, () => true)
  const response = await fetch(url)
  const expected = [happen(caller.account_id, 'urn:note:1'), happen(null, 'urn:type:note')]
  happen('urn:account:two', 'urn:note:2')
  expected.push(happen(caller.account_id, 'urn:note:3'))
  streams.endAll()
  await new Promise(resolve => setImmediate(resolve))
  const second = await fetch(url)
  const later = happen(null, 'urn:type:other')
  const reader = second.body?.getReader()
  let text = ''
  while (!text.includes(later)) text += new TextDecoder().decode((await reader?.read())?.value)
  streams.endAll()
  t.notMatch(await response.text(), 'urn:note:2')
  t.equal((await reader?.read())?.done, true)
  await new Promise(resolve => setImmediate(resolve))
  t.equal(closed(), 2, 'the feed is followed only while a stream is open')
  t.equal(expected.length, 3)
})

t.test('events arrive in the order in which they were announced', async t => {
  const { store, happen } = eventStore()
  const streams = new Streams(store, noWarning)
  const { url } = await serve(t, streams, () => true)
  const response = await fetch(url)
  const ids = Array.from({ length: 1200 }, (_, i) => happen(caller.account_id, `urn:note:${i}`))
  let text = ''
  const reader = response.body?.getReader()
  while (!text.includes(`id: ${ids.at(-1)}`)) text += new TextDecoder().decode((await reader?.read())?.value)
  t.strictSame(
    [...text.matchAll(/^id: (.*)$/gm)].map(match => match[1]),
    ids,
  )
  streams.endAll()
})

t.test('a stream ends when the user loses the right to it, or when events may have been missed', async t => {
  const { store, lose } = eventStore()
  const streams = new Streams(store, noWarning)
  let allowed = true
  const { url } = await serve(t, streams, () => allowed)
  const response = await fetch(url)
  allowed = false
  t.match(await response.text(), ': connected')
  allowed = true
  const other = await fetch(url)
  lose()
  t.match(await other.text(), ': connected')
})

t.test('a client that does not read is disconnected', async t => {
  const { store, happen } = eventStore()
  const streams = new Streams(store, noWarning)
  const { port, open } = await serve(t, streams, () => true)
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.on('error', () => socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const response = await open()
  const gone = once(response, 'close')
  while (!response.destroyed) {
    for (let i = 0; i < 100; i++) happen(caller.account_id, `urn:note:${'x'.repeat(2000)}`)
    await new Promise(resolve => setImmediate(resolve))
  }
  await gone
  t.ok(response.writableLength < 4 * 1024 * 1024, 'its queue is limited')
  socket.destroy()
})
