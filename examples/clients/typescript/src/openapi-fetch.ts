import { randomUUID } from 'node:crypto'
import createClient from 'openapi-fetch'
import type { components, paths } from './generated/schema.js'
import { inParallel, losingFirstAnswer, rows, say, withRetries } from './rows.js'

type Schemas = components['schemas']

const { PLINTH_URL: baseUrl = 'http://localhost:8080', PLINTH_TOKEN: token } = process.env
const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
const client = createClient<paths>({ baseUrl, headers, fetch: losingFirstAnswer() })

/** The data of an answer, whose absence is an error that nothing here expects. */
function dataOf<Data>({ data, error }: { data?: Data; error?: Schemas['Problem'] }): Data {
  if (data === undefined) throw new Error(error?.detail ?? 'no answer')
  return data
}

const isProduct = (node: Schemas['ProductNode'] | Schemas['Node']): node is Schemas['ProductNode'] =>
  node['@type'] === 'Product'

// Keep the products in step with the rows: each is created, or replaced by its number.
let created = 0
await inParallel(rows, async row => {
  const answer = await client.PUT('/api/product', { params: { query: { key: 'sku' } }, body: row })
  dataOf(answer)
  if (answer.response.headers.has('location')) created += 1
})
say(`${rows.length} rows: ${created} products created, ${rows.length - created} replaced`)

// Filter, and read all pages.
const filter = JSON.stringify({ color: { eq: 'blue' }, sku: { like: 'lamp-' } })
const blue: Schemas['ProductItem'][] = []
let pages = 0
let cursor = ''
do {
  const query = { _filter: filter, sort_by: 'sku', sort_order: 'asc' as const, limit: 50 }
  const page = await client.GET('/api/product', { params: { query: cursor === '' ? query : { ...query, cursor } } })
  const { data, cursor: next } = dataOf(page)
  blue.push(...data)
  cursor = next
  pages += 1
} while (cursor !== '')
const [first, second] = blue
if (first === undefined || second === undefined) throw new Error('there are no blue lamps')
say(`${blue.length} blue products on ${pages} pages`)

// Relate two of them, then read one with the other, and with labels.
const path = { id: first.id }
dataOf(await client.PATCH('/api/product/{id}', { params: { path }, body: { isRelatedTo: [second.id] } }))
const query = { include: 'isRelatedTo', labels: true }
const read = dataOf(await client.GET('/api/product/{id}', { params: { path, query } }))
const [product, included] = read.data['@graph'].filter(isProduct)
say(`${product?.name} is related to ${included?.name}, labelled ${read.labels?.[second.id]?.label}`)

// Change what was read, if nobody has changed it since; the second time somebody has.
const { response } = await client.GET('/api/product/{id}', { params: { path } })
const header = { 'If-Match': response.headers.get('etag') ?? '' }
for (const material of ['steel', 'brass']) {
  const change = await client.PATCH('/api/product/{id}', { params: { path, header }, body: { material } })
  say(`If-Match: ${change.response.status} ${change.error?.code ?? 'changed'}`)
}

// A problem says what is wrong, and where.
const invalid = await client.POST('/api/product', { body: { name: 'Lamp', countryOfOrigin: 'pt' } })
for (const { pointer } of invalid.error?.problems ?? []) say(`${invalid.error?.code}: ${pointer}`)

// Create a product although the answer to the first attempt is lost: with the same key it is created once.
const lastEvent = dataOf(await client.GET('/api/events', { params: { query: { limit: 1 } } })).data[0]
const key = { 'Idempotency-Key': randomUUID() }
const creation = await withRetries(() =>
  client.POST('/api/product', { params: { header: key }, body: { name: 'Lantern' } }),
)
const lantern = dataOf(creation)
say(`created once, replayed: ${creation.response.headers.get('idempotency-replayed')}`)

// Follow events from the last one that is known: nothing is missed, and those before it can arrive again.
const stop = new AbortController()
const stream = await client.GET('/api/events/stream', {
  params: { header: { 'Last-Event-ID': lastEvent?.id ?? '' } },
  parseAs: 'stream',
  signal: stop.signal,
})
for await (const { type, subject } of eventsOf(stream.data ?? undefined)) {
  if (subject !== lantern.id) continue
  say(`event: ${type}`)
  break
}
stop.abort()

/** The events of a stream of Server-Sent Events. */
async function* eventsOf(bytes = new ReadableStream<Uint8Array>()): AsyncGenerator<Schemas['Event'], undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true })
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = message.split('\n').find(line => line.startsWith('data: '))
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length))
    }
  }
  return undefined
}
