import { randomUUID } from 'node:crypto'
import { client } from './generated/sdk/client.gen.js'
import {
  createProduct,
  getEventStream,
  getProduct,
  listEvents,
  listProducts,
  updateProduct,
  upsertProduct,
} from './generated/sdk/index.js'
import type { Node, Problem, ProductItem, ProductNode } from './generated/sdk/index.js'
import { inParallel, losingFirstAnswer, rows, say, withRetries } from './rows.js'

const { PLINTH_URL: baseUrl = 'http://localhost:8080', PLINTH_TOKEN: token = '' } = process.env
client.setConfig({ baseUrl, auth: token, fetch: losingFirstAnswer() })

/** The data of an answer, whose absence is an error that nothing here expects. */
function dataOf<Data>({ data, error }: { data?: Data; error?: Problem }): Data {
  if (data === undefined) throw new Error(error?.detail ?? 'no answer')
  return data
}

const isProduct = (node: ProductNode | Node): node is ProductNode => node['@type'] === 'Product'

// Keep the products in step with the rows: each is created, or replaced by its number.
let created = 0
await inParallel(rows, async row => {
  const answer = await upsertProduct({ query: { key: 'sku' }, body: row })
  dataOf(answer)
  if (answer.response?.headers.has('location')) created += 1
})
say(`${rows.length} rows: ${created} products created, ${rows.length - created} replaced`)

// Filter, and read all pages.
const filter = JSON.stringify({ color: { eq: 'blue' }, sku: { like: 'lamp-' } })
const blue: ProductItem[] = []
let pages = 0
let cursor = ''
do {
  const query = { _filter: filter, sort_by: 'sku', sort_order: 'asc' as const, limit: 50 }
  const { data, cursor: next } = dataOf(await listProducts({ query: cursor === '' ? query : { ...query, cursor } }))
  blue.push(...data)
  cursor = next
  pages += 1
} while (cursor !== '')
const [first, second] = blue
if (first === undefined || second === undefined) throw new Error('there are no blue lamps')
say(`${blue.length} blue products on ${pages} pages`)

// Relate two of them, then read one with the other, and with labels.
const path = { id: first.id }
dataOf(await updateProduct({ path, body: { isRelatedTo: [second.id] } }))
const read = dataOf(await getProduct({ path, query: { include: 'isRelatedTo', labels: true } }))
const [product, included] = read.data['@graph'].filter(isProduct)
say(`${product?.name} is related to ${included?.name}, labelled ${read.labels?.[second.id]?.label}`)

// Change what was read, if nobody has changed it since; the second time somebody has.
const { response } = await getProduct({ path })
const headers = { 'If-Match': response?.headers.get('etag') ?? '' }
for (const material of ['steel', 'brass']) {
  const change = await updateProduct({ path, headers, body: { material } })
  say(`If-Match: ${change.response?.status} ${change.error?.code ?? 'changed'}`)
}

// A problem says what is wrong, and where.
const invalid = await createProduct({ body: { name: 'Lamp', countryOfOrigin: 'pt' } })
for (const { pointer } of invalid.error?.problems ?? []) say(`${invalid.error?.code}: ${pointer}`)

// Create a product although the answer to the first attempt is lost: with the same key it is created once.
const lastEvent = dataOf(await listEvents({ query: { limit: 1 } })).data[0]
const key = { 'Idempotency-Key': randomUUID() }
const creation = await withRetries(() => createProduct({ headers: key, body: { name: 'Lantern' }, throwOnError: true }))
say(`created once, replayed: ${creation.response.headers.get('idempotency-replayed')}`)

// Follow events from the last one that is known: nothing is missed, and those before it can arrive again.
const stop = new AbortController()
const { stream } = await getEventStream({ headers: { 'Last-Event-ID': lastEvent?.id ?? '' }, signal: stop.signal })
for await (const { type, subject } of stream) {
  if (subject !== creation.data.id) continue
  say(`event: ${type}`)
  stop.abort() // while the stream is read: afterwards it may abort nothing, and the connection stays open
  break
}
