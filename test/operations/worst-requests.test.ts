import { connect } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { gzipSync } from 'node:zlib'
import { startMeasured } from '../../testing/internal/measured.ts'
import type { Measured } from '../../testing/internal/measured.ts'

/*
 * No request delays the others, neither alone nor four times at once: the processor time that one turn of the event loop takes is measured in
 * the service's own process, and does not grow when the machine is busy with something else.
 */

/** Maximum time that requests with bodies up to 1 MiB can block the event loop, ms; four times the target, for slow machines. */
const maxHoldMs = 400
const atOnce = 4
const mebibyte = 1024 * 1024

/** Minimum cost of a JSON text: parsing it once, ms. */
function parseTime(text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now()
    JSON.parse(text)
    return performance.now() - start
  })
  return Math.min(...times)
}

/** Send a request four times at once. @returns the status, or the first that is not among these */
async function sendAtOnce(statuses: readonly number[], send: () => Promise<number>): Promise<number> {
  const sent = await Promise.all(Array.from({ length: atOnce }, send))
  return sent.find(status => !statuses.includes(status)) ?? sent[0] ?? 0
}

/**
 * A request alone, and four times at once: both block the event loop no longer than allowed. Other work on the machine makes processor time longer, too,
 * so what is sent together may take three times as long as the request alone.
 * @returns how long the request alone blocked it, ms
 */
async function holdsLittleAtOnce(
  t: Test,
  service: Measured,
  name: string,
  statuses: readonly number[],
  send: () => Promise<number>,
  limit = maxHoldMs,
): Promise<number> {
  const alone = await holdsLittle(t, service, name, statuses, send, limit)
  const together = Math.max(limit, 3 * alone)
  await holdsLittle(t, service, `${name}, four at once`, statuses, () => sendAtOnce(statuses, send), together)
  return alone
}

/** Send requests, at most twice, until they block the event loop no longer than allowed. @returns how long they blocked it, ms */
async function holdsLittle(
  t: Test,
  service: Measured,
  name: string,
  statuses: readonly number[],
  send: () => Promise<number>,
  limit = maxHoldMs,
): Promise<number> {
  await service.held()
  let status = await send()
  let held = await service.held()
  if (held > limit) {
    status = await send()
    held = await service.held()
  }
  t.ok(statuses.includes(status), `${name}: ${status}`)
  t.ok(held <= limit, `${name}: held the event loop for ${Math.round(held)} ms of ${Math.round(limit)}`)
  return held
}

const text = { type: 'string' }
const branch = { type: 'object', properties: { a: { type: 'array', items: { $ref: '#/$defs/node' } } } }

/** Types of which resources may be as bad as their schemas allow. */
const schemas: Record<string, object> = {
  article: { type: 'object', properties: { title: text, tags: { type: 'array', items: text, uniqueItems: true } } },
  ambiguous: {
    type: 'object',
    properties: { a: { $ref: '#/$defs/node' } },
    $defs: { node: { anyOf: [branch, branch, branch] } },
  },
  patterned: { type: 'object', properties: { a: { ...text, pattern: '^([a-z]+ ?)*$' } } },
  counter: {
    type: 'object',
    properties: { n: { type: 'integer' }, dates: { type: 'array', items: { ...text, format: 'date-time' } } },
  },
  numbers: { type: 'object', properties: { all: { type: 'array', items: { type: 'integer', maximum: 5 } } } },
  writer: { type: 'object', properties: { name: text, biography: text } },
  task: {
    type: 'object',
    properties: {
      name: text,
      writers: { type: 'array', items: { ...text, 'x-resource-type': 'writer' } },
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [
          `writer${i}`,
          { ...text, 'x-resource-type': 'writer', 'x-index': false },
        ]),
      ),
    },
  },
}

async function prepare(t: Test): Promise<Measured> {
  const service = await startMeasured(t)
  for (const [slug, schema] of Object.entries(schemas)) {
    const context = { '@vocab': `https://${slug}.example/` }
    t.equal(await service.post('/api/resource-types', { name: slug, slug, context, schema }), 201, slug)
  }
  return service
}

const nested = (depth: number): string => `${'{"a":['.repeat(depth)}{"a":5}${']}'.repeat(depth)}`

const members = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i]))

t.test('bodies', { timeout: 280_000 }, async t => {
  const service = await prepare(t)
  const marks = JSON.stringify({ title: `a${'\u0316\u0301'.repeat(260_000)}` })
  const ambiguous = `{"a":${nested(25)}}`
  const bodies: [string, string, readonly number[]][] = [
    ['marks', marks, [201]],
    ['ligatures', JSON.stringify({ title: '\ufdfa'.repeat(340_000) }), [201]],
    ['words', JSON.stringify({ title: Array.from({ length: 170_000 }, (_, i) => i.toString(36)).join(' ') }), [201]],
    ['ideographs', JSON.stringify({ title: '一二三四五六七八九十'.repeat(34_000) }), [201]],
    ['many members', JSON.stringify(members(60_000)), [400]],
    ['many objects', JSON.stringify({ a: Array.from({ length: 12 }, () => members(4800)) }), [201]],
    ['many empty arrays', `{"a":[${'[],'.repeat(340_000)}[]]}`, [201]],
    ['nesting', `{"a":${'['.repeat(500_000)}`, [400]],
    ['a duplicate at the end', `{${'"a":[],"b":[],'.repeat(2)}${' '.repeat(1_000_000)}"a":1}`, [400]],
    ['a long number', `{"a":1${'0'.repeat(1_000_000)}.5}`, [400]],
    ['different tags', JSON.stringify({ tags: Array.from({ length: 90_000 }, (_, i) => `${i}`) }), [201, 400]],
  ]
  for (const [name, body, statuses] of bodies) {
    const limit = Math.max(maxHoldMs, 3 * parseTimeOf(body))
    const isRepeated = statuses.includes(400) // what is stored takes the thread that writes long
    const holds = isRepeated ? holdsLittleAtOnce : holdsLittle
    await holds(t, service, name, statuses, () => service.postText('/api/article', body), limit)
  }
  const checked: [string, string, string, readonly number[]][] = [
    ['alternatives', 'ambiguous', ambiguous, [400]],
    ['a pattern', 'patterned', JSON.stringify({ a: 'ab '.repeat(340_000) }), [400]],
    ['many failures', 'numbers', JSON.stringify({ all: Array.from({ length: 300_000 }, () => 7) }), [400]],
  ]
  let longest = 0
  for (const [name, slug, body, statuses] of checked) {
    const alone = await holdsLittleAtOnce(t, service, name, statuses, () => service.postText(`/api/${slug}`, body))
    longest = Math.max(longest, alone)
  }
  for (const atomic of [true, false]) {
    const operations = Array.from({ length: 20 }, () => `{"op":"create","data":${ambiguous}}`)
    const bulk = `{"atomic":${atomic},"operations":[${operations.join(',')}]}`
    const send = (): Promise<number> => service.postText('/api/ambiguous/_bulk', bulk)
    await holdsLittle(t, service, 'alternatives in bulk', [200, 400], send, Math.max(maxHoldMs, 3 * longest))
  }
  const values = Object.fromEntries(Array.from({ length: 2400 }, (_, i) => [`s:p${i}`, { '@value': 'x' }]))
  const linked = JSON.stringify({ '@context': { s: 'https://article.example/' }, ...values })
  await holdsLittle(t, service, 'a foreign context', [201, 400], () =>
    service.postText('/api/article', linked, 'application/ld+json'),
  )
  for (const query of ['q=a', 'q=%E4%B8%80', 'q=a&count=true', '_filter[title][like]=a', `q=${'a'.repeat(1000)}`]) {
    await holdsLittle(t, service, query.slice(0, 30), [200, 503], () => service.get(`/api/article?limit=1&${query}`))
  }
})

/** Parse time, or 0 for a text that cannot be parsed. */
function parseTimeOf(body: string): number {
  try {
    return parseTime(body)
  } catch {
    return 0
  }
}

t.test('imports', { timeout: 280_000 }, async t => {
  const service = await startMeasured(t, { transfer: { maxImportsPerUser: atOnce } })
  const schema = { type: 'object', properties: { title: text } }
  t.equal(await service.post('/api/resource-types', { name: 'Article', slug: 'article', schema }), 201)
  const names = Array.from({ length: 1000 }, (_, i) => `c${i}`).join(',')
  const wide = Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',')
  const cells = Array.from({ length: 1000 }, (_, i) => i).join(',')
  const gzip = { 'content-encoding': 'gzip' }
  const files: [
    name: string,
    type: string,
    body: string | Buffer,
    headers: Record<string, string>,
    statuses: number[],
  ][] = [
    ['too many columns', 'text/csv', `${wide}\n${`${wide}\n`.repeat(20)}`, {}, [400]],
    ['many columns', 'text/csv', `${names}\n${`${cells}\n`.repeat(100)}`, {}, [200]],
    ['bad rows of CSV', 'text/csv', gzipSync(`a,b\n${'1\n'.repeat(5_000)}`), gzip, [200]],
    ['rows of too many members', 'application/x-ndjson', `${JSON.stringify(members(80_000))}\n`.repeat(8), {}, [400]],
    ['members inside', 'application/x-ndjson', `${JSON.stringify({ o: members(5000) })}\n`.repeat(20), {}, [200]],
    ['bad rows', 'application/x-ndjson', gzipSync('1\n'.repeat(5_000)), gzip, [200]],
    ['bad items', 'application/json', gzipSync(`[${'1,'.repeat(5_000)}1]`), gzip, [200]],
  ]
  for (const [name, type, body, headers, statuses] of files) {
    const path = '/api/article/_import?dry_run=true&rejects=true'
    await holdsLittleAtOnce(t, service, name, statuses, () => service.postText(path, body, type, headers))
  }
})

t.test('answers', { timeout: 280_000 }, async t => {
  const service = await prepare(t)
  const large = Array.from({ length: 200 }, (_, i) => ({ name: `${i}`, biography: 'x'.repeat(20_000) }))
  const writers = await service.createMany('writer', large)
  const tasks = Array.from({ length: 500 }, (_, i) => ({
    name: `${i}`,
    writers,
    ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`writer${n}`, writers[(i + n) % 200]])),
  }))
  await service.createMany('task', tasks)
  const bodies = Array.from({ length: 20 }, (_, i) => ({ title: `${i}${'x'.repeat(900_000)}` }))
  await service.createMany('article', bodies)
  const dates = ['2025-01-01T00:00:00Z']
  await service.createMany(
    'counter',
    Array.from({ length: 5_000 }, (_, n) => ({ n, dates })),
  )
  const filters = Array.from({ length: 20 }, (_, n) => `_filter[writer${n}.biography][like]=${'x'.repeat(n + 1)}`)
  const queries: [string, readonly number[]][] = [
    ['/api/task?limit=1000&include=writers', [400, 503]],
    ['/api/task?limit=3&include=writers', [200]],
    ['/api/task?limit=3&include=writers&labels=true', [200]],
    ['/api/task?limit=1000&labels=true', [200, 503]],
    [`/api/task?limit=1000&${filters.join('&')}`, [200, 503]],
    [`/api/task?limit=1&count=true&${filters.join('&')}`, [200, 503]],
    ['/api/article?limit=1000', [200]],
    ['/api/article?limit=1000&_filter[title][like]=y', [200, 503]],
    [`/api/article?limit=1000&_filter[title][like]=${'x'.repeat(499)}y${'x'.repeat(499)}`, [200, 503]],
    [`/api/writer/${writers[0]}/referrers?limit=1000`, [200]],
    [`/api/task?_filter[name][in]=${Array.from({ length: 1000 }, (_, i) => i).join(',')}`, [200]],
    [`/api/task?_filter[name][in]=${Array.from({ length: 2500 }, (_, i) => i).join(',')}`, [400]],
    [`/api/counter?_filter[n][in]=${Array.from({ length: 1000 }, (_, i) => i * 7).join(',')}`, [200]],
    [`/api/counter?_filter[n][nin]=${Array.from({ length: 1000 }, (_, i) => i * 7).join(',')}`, [200]],
    [`/api/counter?_filter[n][in]=${'7,'.repeat(999)}7`, [200]],
    [
      `/api/counter?_filter[dates][in]=${Array.from({ length: 500 }, (_, i) => `2026-01-01T00:00:00.${i}Z`).join(',')}`,
      [200, 503],
    ],
  ]
  for (const [path, statuses] of queries) {
    let bytes = 0
    let elapsed = 0
    await holdsLittle(t, service, path.slice(0, 90), statuses, async () => {
      const start = performance.now()
      const answer = await fetch(`${service.base}${path}`)
      bytes = (await answer.arrayBuffer()).byteLength
      elapsed = performance.now() - start
      return answer.status
    })
    t.ok(bytes <= 16 * mebibyte, `${path.slice(0, 90)}: ${bytes} bytes`)
    t.ok(elapsed < 10_000, `${path.slice(0, 90)}: one limit of time for all of it, took ${Math.round(elapsed)} ms`)
    if (path.startsWith('/api/counter?_filter[n][in]='))
      await holdsLittle(t, service, `${path.slice(0, 30)}, four at once`, [200, 503], () =>
        sendAtOnce([200, 503], () => service.get(path)),
      )
  }
  const types = Array.from({ length: 30 }, (_, i) => ({
    name: `Type ${i}`,
    slug: `type-${i}`,
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 100 }, (_, n) => [`p${n}`, { ...text, description: 'x'.repeat(100) }]),
      ),
    },
  }))
  for (const type of types) t.equal(await service.post('/api/resource-types', type), 201)
  await holdsLittle(t, service, 'openapi.json', [200], async () => {
    await service.post('/api/resource-types', { name: 'New', slug: `new-${process.hrtime.bigint()}` })
    return service.get('/api/openapi.json')
  })
})

t.test('unread responses do not fill the memory', async t => {
  const filled = await prepare(t)
  const large = Array.from({ length: 200 }, (_, i) => ({ name: `${i}`, biography: 'x'.repeat(20_000) }))
  const writers = await filled.createMany('writer', large)
  await filled.createMany(
    'task',
    Array.from({ length: 1000 }, (_, i) => ({ name: `${i}`, writers })),
  )
  const service = await filled.restart()
  await service.held()
  const { hostname, port } = new URL(service.base)
  const sockets = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.pause()
      socket.write('GET /api/task?limit=3&include=writers HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await new Promise(resolve => socket.once('connect', resolve))
      return socket
    }),
  )
  t.teardown(() => sockets.forEach(socket => socket.destroy()))
  let peak = 0
  // As long as the service works on them.
  for (let idle = 0; idle < 20;) {
    const { memory, cpu } = await service.usage()
    peak = Math.max(peak, memory)
    idle = cpu < 20 ? idle + 1 : 0
  }
  t.ok(peak < 370_000_000, `held: ${Math.round(peak / mebibyte)} MiB`)
  t.ok((await service.held()) <= 2 * maxHoldMs)
  t.equal(await service.get('/api/health'), 200)
})
