import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import type { Change, DocumentStore, StoredDocument } from '../../kernel/index.ts'
import { record } from './record.ts'
import { Streams } from './streams.ts'
import { Subscriber } from './subscriber.ts'

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
