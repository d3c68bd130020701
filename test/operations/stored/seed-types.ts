import { expectStatus } from './ask.ts'
import type { Ask } from './ask.ts'

const text = { type: 'string' } as const

const writerSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: text, email: { ...text, 'x-unique': true } },
}

/** A column of every kind. */
const bookSchema = {
  type: 'object',
  required: ['title'],
  'x-display-property': 'title',
  properties: {
    title: { ...text, maxLength: 500 },
    isbn: { ...text, 'x-unique': true },
    pages: { type: ['integer', 'null'] },
    rating: { type: 'number' },
    available: { type: 'boolean' },
    genre: { enum: ['novel', 'essay', null] },
    mixed: { type: ['string', 'number', 'boolean', 'null'] },
    publishedOn: { ...text, format: 'date' },
    printedAt: { ...text, format: 'date-time' },
    status: { enum: ['draft', 'published'] },
    select: text,
    Select: { type: 'integer' },
    'größe "in" cm': { type: 'number' },
    unindexed: { ...text, 'x-index': false },
    tags: { type: 'array', items: text, 'x-index': true },
    scores: { type: 'array', items: { type: 'number' } },
    times: { type: 'array', items: { ...text, format: 'date-time' }, 'x-index': true },
    address: { type: 'object', properties: { city: { ...text, 'x-index': true }, zip: { type: 'integer' } } },
    chapters: {
      type: 'array',
      items: { type: 'object', properties: { name: text, author: { ...text, 'x-resource-type': 'writer' } } },
    },
    author: { ...text, 'x-resource-type': 'writer', 'x-on-archive': 'restrict' },
    related: { type: 'array', items: { ...text, 'x-resource-type': 'book' } },
  },
}

const readingSchema = (value: object, further: object = {}): object => ({
  type: 'object',
  properties: { value, ...further },
})

const toWriter = { ...text, 'x-resource-type': 'writer', 'x-on-archive': 'restrict' } as const

/** References where no path of property names leads. */
const planSchema = {
  type: 'object',
  properties: {
    name: text,
    parts: { type: 'object', additionalProperties: { ...text, 'x-resource-type': 'book' } },
    either: { anyOf: [toWriter, { type: 'integer' }] },
    pair: { type: 'array', prefixItems: [text, toWriter] },
    tree: { $ref: '#/$defs/node' },
  },
  $defs: {
    node: {
      type: 'object',
      properties: { writer: toWriter, nodes: { type: 'array', items: { $ref: '#/$defs/node' } } },
    },
  },
}

const books = (writer: string): Record<string, object> => ({
  changed: {
    title: 'Sea',
    isbn: '3-16',
    pages: 120,
    rating: 0.1,
    available: true,
    genre: 'novel',
    mixed: 5,
    publishedOn: '2026-02-28',
    printedAt: '2026-01-01T01:00:00.1234+01:00',
    status: 'published',
    select: 'star',
    Select: 3,
    'größe "in" cm': 21.5,
    unindexed: 'x',
    tags: ['sea', 'water'],
    scores: [1, 2.5],
    times: ['2026-01-01T00:00:00Z'],
    address: { city: 'Berlin', zip: 10115 },
    chapters: [{ name: 'One', author: writer }],
    author: writer,
  },
  archived: { title: 'Land', pages: 9_007_199_254_740_991, mixed: 'five', tags: ['land'], author: writer },
  restored: { title: 'Lange Straße 🚲', isbn: '3-17', pages: null, mixed: true, printedAt: '1969-12-31T23:59:59Z' },
  plain: { title: '\u0001 control', mixed: -0.5, address: { city: 'Bonn' }, undeclared: { kept: [true, null] } },
  undated: { title: 'Sea', mixed: null, rating: 1e300, pages: -7, tags: [] },
})

/** Types of all kinds, and resources of them in every state. @returns the ids of some, by their special feature */
export async function seedTypes(request: Ask): Promise<Record<string, string>> {
  const make = async (url: string, body: unknown): Promise<string> =>
    (await expectStatus(201, request('POST', url, body))).json<{ id: string }>().id
  const type = (slug: string, schema?: object, name = slug): Promise<string> =>
    make('/api/resource-types', { name, slug, ...(schema && { schema }) })
  const change = (url: string, body: unknown) => expectStatus(200, request('PUT', url, body))
  const bulk = (slug: string, rows: readonly object[]) =>
    expectStatus(200, request('POST', `/api/${slug}/_bulk`, { operations: rows.map(data => ({ op: 'create', data })) }))

  await make('/api/resource-types', {
    name: 'Writer',
    slug: 'writer',
    description: 'Somebody who writes',
    context: { '@vocab': 'https://schema.org/', '@type': 'Person' },
    schema: writerSchema,
  })
  await type('book', bookSchema, 'Book')
  const writer = await make('/api/writer', { name: 'Ada the writer', email: 'ada@example.org' })
  const ids: Record<string, string> = { writer }
  for (const [name, data] of Object.entries(books(writer))) ids[name] = await make('/api/book', data)
  const { changed = '', archived = '', restored = '', plain = '' } = ids
  await change(`/api/book/${changed}`, { ...books(writer)['changed'], title: 'Sea, revised', related: [plain] })
  const merge = { 'content-type': 'application/merge-patch+json' }
  await expectStatus(200, request('PATCH', `/api/book/${changed}`, { title: 'Sea', pages: 121 }, merge))
  await expectStatus(204, request('DELETE', `/api/book/${archived}`))
  await expectStatus(204, request('DELETE', `/api/book/${restored}`))
  await expectStatus(200, request('POST', `/api/book/${restored}/restore`))

  const planWriter = await make('/api/writer', { name: 'Only in plans' })
  await type('plan', planSchema)
  ids['plan'] = await make('/api/plan', {
    name: 'One',
    parts: { first: plain, second: changed },
    tree: { nodes: [{ nodes: [{ writer: planWriter }] }] },
  })
  await make('/api/plan', { name: 'Two', either: writer, pair: ['x', writer] })
  ids['planWriter'] = planWriter

  await type('note')
  await bulk('note', [{ colour: 5 }, { colour: '5', nested: { deep: [1, 'two'] } }, { text: 'plain' }])

  await type('old-thing', readingSchema(text))
  await make('/api/old-thing', { value: 'kept' })
  await expectStatus(204, request('DELETE', '/api/resource-types/old-thing'))

  await type('first-name', readingSchema(text), 'First name')
  await change('/api/resource-types/first-name', { slug: 'renamed', name: 'Renamed' })
  await make('/api/renamed', { value: 'after' })

  // values of earlier schemas: of another kind, and in place of an array
  await type('reading', readingSchema({ type: 'number' }, { list: { type: 'array', items: text } }))
  await bulk('reading', [{ value: 4 }, { value: 40, list: ['a'] }, {}])
  const second = readingSchema(text, { list: text })
  await change('/api/resource-types/reading?force=true', { schema: second })
  await bulk('reading', [{ value: '7', list: 'b' }, { value: 'x' }])

  // enough that the type is changed while it is in use
  await type('measure', readingSchema({ type: 'integer' }, { dropped: { type: 'number' } }))
  await bulk(
    'measure',
    Array.from({ length: 620 }, (_, i) => ({ value: i, dropped: i / 4 })),
  )
  const late = {
    even: { type: 'boolean' },
    late: { ...text, format: 'date-time' },
    marks: { type: 'array', items: text, 'x-index': true },
  }
  await change('/api/resource-types/measure', { schema: readingSchema({ type: 'integer' }, late) })
  await bulk('measure', [
    { value: 1000, even: true, late: '2026-05-01T12:00:00+02:00', marks: ['a', 'b'] },
    { value: 1001, even: false, late: '2026-05-01T11:00:00Z', marks: ['b'] },
  ])
  return ids
}
