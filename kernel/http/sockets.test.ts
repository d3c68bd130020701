import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import fastify from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { start } from './testing.ts'
import type { Changes } from './testing.ts'

/** Send bytes unchanged; resolves with everything received until the other side ends. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}

/** Read nothing until every byte is sent. */
function sendThenRead(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => socket.on('data', (part: string) => (answer += part)))
    })
    socket
      .setEncoding('utf8')
      .on('end', () => resolve(answer))
      .on('error', reject)
  })
}

async function listen(t: Test, changes: Changes = {}): Promise<number> {
  const app = await start(t, changes)
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Parse a response that was read as text; the test fails unless it is one well-formed error. */
function readError(t: Test, answer: string): { status: number; message: string; head: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const parsed = JSON.parse(body) as { message: string }
  t.strictSame(Object.keys(parsed), ['message'])
  t.match(head, /^HTTP\/1\.1 \d{3} [A-Z][A-Za-z ]+\r\n/)
  t.match(head.toLowerCase(), /content-type: application\/json; charset=utf-8/)
  t.equal(Number(/content-length: (\d+)/i.exec(head)?.[1]), Buffer.byteLength(body))
  return { status: Number(head.slice(9, 12)), message: parsed.message, head }
}

t.test('data that is not HTTP is answered in the same format', async t => {
  const port = await listen(t, { http: { headersTimeout: 300, requestTimeout: 600 } })
  const ask = async (text: string) => readError(t, await raw(port, text))
  const host = 'Host: localhost\r\n'
  t.match(await ask('nonsense\r\n\r\n'), { status: 400 })
  t.match(await ask('GET /api/health HTTP/9.9\r\n\r\n'), { status: 400 })
  t.match(await ask('GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'), { status: 400, message: /Host/ })
  t.match(await raw(port, 'GET /api/health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /, 'older versions do not need Host')
  t.match(await ask(`GET /api/health HTTP/1.1\r\n${host}Bad Header: x\r\n\r\n`), { status: 400 })
  t.match(await ask(`POST /api/things HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`), {
    status: 400,
  })
  t.match(await ask(`POST /api/things HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`), {
    status: 400,
  })
  t.match(
    await ask(
      `POST /api/things HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    ),
    { status: 400 },
  )
  t.match(await ask(`GET /api/health HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`), { status: 431 })
  t.match(await ask(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`), { status: 431 })
  t.match(await ask(`CONNECT example.org:443 HTTP/1.1\r\n${host}\r\n`), { status: 405, head: /Allow: / })
  t.match(await ask(`GET /api/health HTTP/1.1\r\n${host}Expect: cake\r\nConnection: close\r\n\r\n`), { status: 417 })
  t.match(await ask(`TRACE /api/health HTTP/1.1\r\n${host}Connection: close\r\n\r\n`), { status: 405 })
  t.match(await ask(`GET /api/health HTTP/1.1\r\n${host}X-Slow: `), { status: 408 }, 'headers that never end')
  t.match(
    await ask(`POST /api/things HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`),
    { status: 408 },
  )
})

t.test('a body that is too large is refused while it is being sent', async t => {
  const port = await listen(t, { http: { bodyLimit: 100_000 } })
  const url = `http://127.0.0.1:${port}/api/things`
  for (const chunked of [false, true]) {
    const bytes = new TextEncoder().encode(JSON.stringify('x'.repeat(3_000_000)))
    const body = chunked ? new Blob([bytes]).stream() : bytes
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    })
    t.equal(answer.status, 413, chunked ? 'chunked' : 'with a length')
    t.match(await answer.json(), { message: 'the body is larger than 100000 bytes' })
  }
})

t.test('a client that reads only after sending everything gets the response', async t => {
  const port = await listen(t, { http: { bodyLimit: 100_000 } })
  const text = JSON.stringify('x'.repeat(20_000_000))
  const head = `POST /api/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`
  const bodies = [
    `Content-Length: ${text.length}\r\n\r\n${text}`,
    `Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
  ]
  for (const body of bodies) t.match(readError(t, await sendThenRead(port, head + body)), { status: 413 })
})

t.test('a client that disconnects while sending a body causes no server error', async t => {
  const lines: string[] = []
  const stream = new Writable({ write: (line: Buffer, _encoding, done) => done(void lines.push(line.toString())) })
  const { log: logger } = fastify({ logger: { level: 'debug', stream } })
  const app = await start(t, { logger })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const arrived = once(app.server, 'request')
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /api/things HTTP/1.1\r\nHost: localhost\r\n')
  socket.write('Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  const [, response] = (await arrived) as [unknown, ServerResponse]
  socket.destroy()
  await once(response, 'close')
  await app.close()
  t.match(lines.join(''), /Server listening/, 'the log is read')
  const ofRequests = lines.filter(line => line.includes('"reqId"'))
  t.notMatch(ofRequests.join(''), /"level":50/)
})

t.test('closing lets open requests finish and aborts those that do not end', async t => {
  const app = await start(t, { http: { closeTimeout: 200 } })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const arrived = new Promise<void>(resolve => app.server.once('request', () => resolve()))
  const slow = fetch(`${base}/api/slow`)
  const cut = t.rejects(slow)
  await arrived
  await app.close()
  await cut
  await t.rejects(fetch(`${base}/api/health`), 'the server no longer listens')
})

t.test('a body that a route reads as a stream can have any size and take any time', async t => {
  const port = await listen(t, { http: { requestTimeout: 300, bodyLimit: 1024, maxBodyBytesInFlight: 1024 } })
  for (const type of ['text/csv', 'application/json']) {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write(`POST /api/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nConnection: close\r\n`)
    socket.write(`Content-Length: 2000000\r\n\r\n${'x'.repeat(1_000_000)}`)
    let answer = ''
    socket.on('data', (part: string) => (answer += part))
    await new Promise(resolve => setTimeout(resolve, 2500)) // longer than the time limit of a request, and than the interval of the check
    t.equal(answer, '', 'it waits')
    socket.write('x'.repeat(1_000_000))
    await once(socket, 'end')
    t.match(answer, /"bytes":2000000/)
  }
})

t.test('bodies beyond the memory limit of the process are refused until memory is released', async t => {
  const port = await listen(t, { http: { maxBodyBytesInFlight: 10_000 } })
  const head = 'POST /api/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(`${head}Content-Length: 9000\r\n\r\n${' '.repeat(8999)}`)
  const large = `${head}Connection: close\r\nContent-Length: 5000\r\n\r\n${' '.repeat(5000)}`
  const refused = readError(t, await raw(port, large))
  t.match(refused, { status: 503, head: /retry-after: \d/i })
  socket.destroy()
  await once(socket, 'close')
  let status = 503
  while (status === 503) ({ status } = readError(t, await raw(port, large)))
  t.equal(status, 400, 'the connection is closed, and its memory is released')
})

t.test('a request target in absolute form is its path', async t => {
  const port = await listen(t)
  const ask = (target: string) => raw(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  t.match(await ask('http://evil.example/api/things?limit=1'), /"limit":"1"/)
  t.match(await ask('HTTP://evil.example/api/admin/thing'), /cache-control: no-store/i)
})
