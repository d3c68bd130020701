import t from 'tap'
import type { Test } from 'tap'
import type { JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import { fixture, serveDocument, writeDocument } from './testing.ts'

/** The service of the library document: the requests of its tests, and its initial data. */
interface Library {
  app: TestApp
  /** Send a request, and return the body of the answer. */
  ask(status: number, method: string, url: string, body?: unknown): Promise<JsonObject>
  /** Create an item. @returns its entity id */
  create(path: string, body: JsonObject): Promise<string>
  ada: string
  bob: string
  /** The shelves 1 and 2. */
  shelves: string[]
}

/** Run a test on both stores, on a service that the library's document describes. */
function onLibrary(name: string, run: (t: Test, library: Library) => Promise<void>): void {
  void t.test(`${name} (SQLite)`, async t => run(t, await openLibrary(t, undefined)))
  void t.test(`${name} (MongoDB)`, async t => {
    const url = await ownDatabase()
    if (url === undefined)
      return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    await run(t, await openLibrary(t, url))
  })
}

async function openLibrary(t: Test, url: string | undefined): Promise<Library> {
  const app = await serveDocument(t, fixture('library.yaml'), { url })
  const ask: Library['ask'] = async (status, method, path, body) => {
    const answer = await app.request(method, path, body)
    t.equal(answer.statusCode, status, `${method} ${path} ${JSON.stringify(body)}: ${answer.body}`)
    return answer.body === '' ? {} : answer.json<JsonObject>()
  }
  const create: Library['create'] = async (path, body) => {
    const { headers, statusCode, body: text } = await app.request('POST', path, body)
    t.equal(statusCode, 201, text)
    return /^"(.*)\.1"$/.exec(String(headers.etag))?.[1] ?? ''
  }
  const ada = await create('/api/authors', { handle: 'ada', name: 'Ada' })
  const bob = await create('/api/authors', { handle: 'bob', name: 'Bob' })
  const shelves = [await create('/api/shelves', {}), await create('/api/shelves', { room: 'B' })]
  return { app, ask, create, ada, bob, shelves }
}

/** The data of a resource, as the API of its type shows it. */
const stored = async ({ ask }: Library, id: string): Promise<JsonObject> => {
  const answer = await ask(200, 'GET', `/api/${id.split(':')[1]}/${id}`)
  const { '@id': _id, '@type': _type, ...data } = (answer['data'] as { '@graph': JsonObject[] })['@graph'][0] ?? {}
  return data
}

onLibrary('references are stored as URNs and returned in the format in which they were sent', async (t, library) => {
  const { app, ask, create, ada, bob, shelves } = library
  const tag = await create('/api/tags', { name: 'new' })
  const tagId = String((await stored(library, tag))['id'])
  const place = await create('/api/places', { city: 'Oslo', street: 'Gata 1' })
  const { id: person } = await ask(201, 'POST', '/api/persons', { given_name: 'P', family_name: 'Q' })
  const book = {
    isbn: '1',
    title: 'One',
    author: 'ada',
    translator: ada,
    editors: ['bob', ada],
    shelf: 1,
    shelves: [2, 1],
    spare: '2',
    tag: tagId,
    place,
    owner: String(person),
    about: 'bob',
    mark: 1,
    quotes: [{ text: 'a', by: 'ada' }, { text: 'b', by: bob }, { text: 'c' }],
    first: { title: 'I', by: 'bob', chapters: [{ title: 'I.1', by: bob, chapters: [{ title: 'I.1.1', by: 'ada' }] }] },
  }
  const urns = {
    ...book,
    author: ada,
    editors: [bob, ada],
    shelf: shelves[0],
    shelves: [shelves[1], shelves[0]],
    spare: shelves[1],
    tag,
    about: bob,
    mark: shelves[0],
    quotes: [{ text: 'a', by: ada }, { text: 'b', by: bob }, { text: 'c' }],
    first: { title: 'I', by: bob, chapters: [{ title: 'I.1', by: bob, chapters: [{ title: 'I.1.1', by: ada }] }] },
  }
  const created = await app.request('POST', '/api/books', book)
  t.equal(created.statusCode, 201, created.body)
  t.strictSame(created.json(), book)
  const id = /^"(.*)\.1"$/.exec(String(created.headers.etag))?.[1] ?? ''
  t.strictSame(await stored(library, id), urns)
  t.strictSame(await ask(200, 'GET', '/api/books/1'), book)
  t.strictSame(await ask(200, 'GET', '/api/books'), [book])

  const patched = { ...book, title: 'Two', author: ada, quotes: [{ text: 'b', by: 'bob' }] }
  const patch = { title: 'Two', author: ada, quotes: [{ text: 'b', by: 'bob' }] }
  t.strictSame(await ask(200, 'PATCH', '/api/books/1', patch), patched, 'unchanged references keep their format')
  t.strictSame(await ask(200, 'PATCH', '/api/books/1', { title: 'Three' }), { ...patched, title: 'Three' })
  const whole = {
    isbn: '1',
    author: 'bob',
    translator: 'bob',
    editors: [ada, bob],
    about: { topic: 'x' },
    shelf: null,
    mark: 'left',
  }
  t.strictSame(await ask(200, 'PUT', '/api/books/1', whole), whole)
  for (const [version, form] of [book, patched, { ...patched, title: 'Three' }, whole].entries()) {
    t.strictSame(await ask(200, 'GET', `/api/books/1?sequence_no=${version + 1}`), form, `version ${version + 1}`)
  }

  // The API of the type only uses URNs. References that it leaves unchanged keep their form.
  await ask(200, 'PUT', `/api/book/${id}`, { isbn: '1', author: bob, translator: ada, shelf: shelves[0] })
  t.strictSame(await ask(200, 'GET', '/api/books/1'), { isbn: '1', author: 'bob', translator: ada, shelf: 1 })
  await ask(204, 'DELETE', `/api/book/${id}`)
  await ask(200, 'POST', `/api/book/${id}/restore`)
  t.strictSame(await ask(200, 'GET', '/api/books/1'), { isbn: '1', author: 'bob', translator: ada, shelf: 1 })
  t.strictSame(await ask(200, 'DELETE', '/api/books/1'), { isbn: '1', author: 'bob', translator: ada, shelf: 1 })
})

onLibrary('referenced items must exist', async (t, library) => {
  const { app, ask, create, ada } = library
  const gone = await create('/api/authors', { handle: 'gone' })
  await create('/api/books', { isbn: 'held', author: 'gone', translator: gone })
  await ask(204, 'DELETE', '/api/authors/gone')
  const messages = new Set<string>()
  for (const author of ['ghost', 'urn:author:ghost', 'gone', gone, 'ADA']) {
    const { message } = await ask(400, 'POST', '/api/books', { isbn: 'x', author })
    messages.add(String(message))
    t.same(await ask(422, 'PUT', '/api/books/held', { isbn: 'held', title: 'x', editors: [author] }), {
      message: String(message).replace('author:', 'editors:'),
    })
    const batch = [
      { isbn: 'y', author: 'ada' },
      { isbn: 'z', author },
    ]
    t.same(await ask(400, 'POST', '/api/books/_batch', batch), { message: `[1].${String(message)}` })
  }
  t.strictSame(
    [...messages],
    ['author: must be the entity id (URN) or the handle of an active author that you may read'],
  )
  t.same(await ask(400, 'POST', '/api/books', { isbn: 'x', shelf: 9, tag: '0b4a0c6e-2a6c-4c8e-9a7b-3d1f5f1f0a11' }), {
    message:
      'shelf: must be the id of an active shelf that you may read; tag: must be the id of an active tag that you may read',
  })
  await ask(400, 'POST', '/api/books', { isbn: 'x', shelf: ada })
  await ask(400, 'POST', '/api/books', { isbn: 'x', first: { title: 'I', chapters: [{ by: 'ada' }] } })
  await ask(400, 'POST', '/api/books', { isbn: 'x', first: { title: 'I', chapters: [{ title: 'a', by: 'ghost' }] } })
  await ask(400, 'POST', '/api/books', { isbn: 'x', place: 'Oslo' })

  // An item can keep the references that it has already, so that an answer can be sent back.
  const held = await ask(200, 'GET', '/api/books/held')
  t.strictSame(held, { isbn: 'held', author: 'gone', translator: gone })
  t.strictSame(await ask(200, 'PUT', '/api/books/held', { ...held, title: 'x' }), { ...held, title: 'x' })
  t.equal((await app.request('GET', '/api/books/x')).statusCode, 404)
})

onLibrary('referrers, labels, restrict, batches and lists', async (t, library) => {
  const { app, ask, ada, bob, shelves } = library
  const books = [
    { isbn: '1', author: 'ada', shelf: 1 },
    { isbn: '2', author: ada, shelf: 2 },
    { isbn: '3', author: 'bob', editors: ['ada', ada, bob].slice(0, 1) },
  ]
  t.strictSame(await ask(201, 'POST', '/api/books/_batch', books), books)
  t.strictSame(await ask(200, 'GET', '/api/books'), books)

  const referrers = await ask(200, 'GET', `/api/author/${ada}/referrers?type_slug=book`)
  t.equal((referrers['data'] as unknown[]).length, 3)
  const { labels } = await ask(200, 'GET', '/api/book?labels=true')
  t.match(labels, { [ada]: { label: 'Ada', status: 'active' }, [bob]: { label: 'Bob' }, [shelves[0] ?? '']: {} })
  t.match(await ask(200, 'GET', '/api/resource-types/book'), {
    schema: {
      properties: { shelf: { type: ['string', 'null'], 'x-resource-type': 'shelf', 'x-on-archive': 'restrict' } },
    },
  })
  const { message } = await ask(409, 'DELETE', '/api/shelves/1')
  t.match(message, /book/)
  await ask(200, 'PATCH', '/api/books/1', { shelf: null })
  await ask(204, 'DELETE', '/api/shelves/1')

  const isbns = async (url: string): Promise<string> => {
    const answer = await app.request('GET', url)
    t.equal(answer.statusCode, 200, answer.body)
    return answer
      .json<{ isbn: string }[]>()
      .map(({ isbn }) => isbn)
      .join('')
  }
  const filtered = (field: string, operator: string, value: string): Promise<string> =>
    isbns(`/api/books?filters[0][field]=${field}&filters[0][operator]=${operator}&filters[0][value]=${value}`)
  t.equal(await filtered('author', 'eq', 'ada'), '12')
  t.equal(await filtered('author', 'eq', ada), '12')
  t.equal(await filtered('author', 'in', `bob,${ada}`), '123')
  t.equal(await filtered('author', 'ne', 'ada'), '3')
  t.equal(await filtered('author', 'eq', 'ghost'), '')
  t.equal(await filtered('editors', 'eq', 'ada'), '3')
  t.equal(await filtered('shelf', 'eq', '2'), '2')
  t.equal(await filtered('editors', 'ne', 'ada'), '12', 'what has none is in the complement')
  t.equal(await filtered('shelf', 'ne', '2'), '13')
  t.equal(await filtered('shelf', 'nin', '2,9'), '13')
  t.equal((await app.request('GET', '/api/books?filters[0][field]=author.name&filters[0][value]=x')).statusCode, 400)
  t.equal(await isbns('/api/authors/ada/books'), '12')
  t.equal(await isbns(`/api/authors/${bob}/books`), '3')
  t.equal(await isbns('/api/books?query=author'), '', 'URNs are not among the words of an item')
})

onLibrary('references can be identifiers of an item', async (t, { ask, ada }) => {
  await ask(201, 'POST', '/api/books', { isbn: '1' })
  const review = { book: '1', author: ada, text: 'Fine' }
  t.strictSame(await ask(201, 'POST', '/api/reviews', review), review)
  await ask(409, 'POST', '/api/reviews', { book: '1', author: 'ada', text: 'Again' })
  t.strictSame(await ask(200, 'GET', '/api/books/1/reviews/ada'), review)
  t.strictSame(await ask(200, 'GET', `/api/books/1/reviews/${ada}`), review)
  const changed = { book: '1', author: 'ada', text: 'Not so fine' }
  t.strictSame(await ask(200, 'PUT', '/api/books/1/reviews/ada', changed), changed)
  await ask(404, 'GET', '/api/books/2/reviews/ada')
})

for (const where of ['SQLite', 'MongoDB']) {
  void t.test(`items that the caller cannot read are not disclosed (${where})`, async t => {
    const url = where === 'SQLite' ? undefined : await ownDatabase()
    if (where === 'MongoDB' && url === undefined) {
      return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    }
    const plugins = { openapi: { document: fixture('library.yaml') } }
    const { as } = await startPeopled(t, { root: { role: 'admin' }, mia: { role: 'member' } }, { url, plugins })
    const [root, mia] = [as('root'), as('mia')]
    await root('PUT', '/api/settings/role-access', { roles: { member: { book: ['odrl:read', 'odrl:modify'] } } })
    await root('POST', '/api/authors', { handle: 'ada' })
    await root('POST', '/api/shelves', {})
    const created = await root('POST', '/api/books', { isbn: '1', author: 'ada', shelf: 1 })
    t.strictSame(created.json(), { isbn: '1', author: 'ada', shelf: 1 })
    const seen = (await mia('GET', '/api/books/1')).json<JsonObject>()
    t.match(seen, { isbn: '1', author: /^urn:author:/ }, 'the URN, as everywhere, and not the identifier of the author')
    t.strictSame(Object.keys(seen), ['isbn', 'author'], 'and nothing if a URN is not allowed there')
    const unreadable = await mia('POST', '/api/books', { isbn: '2', author: 'ada' })
    const unknown = await mia('POST', '/api/books', { isbn: '2', author: 'ghost' })
    t.equal(unreadable.statusCode, 400)
    t.strictSame(unreadable.json(), unknown.json())
    const kept = await mia('PATCH', '/api/books/1', { title: 'One' })
    t.equal(kept.statusCode, 200, kept.body)
    t.strictSame((await root('GET', '/api/books/1')).json(), { isbn: '1', author: 'ada', shelf: 1, title: 'One' })
  })
}

t.test('a reference without a target stops startup, naming the position', async t => {
  const document = (reference: string): string => `openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /things:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '201': { description: ok } }
components:
  schemas:
    Unused: { type: object }
    Thing:
      type: object
      properties:
        other: ${reference}
`
  const cases: [string, RegExp][] = [
    [
      '{ type: string, x-resource-type: Nothing }',
      /line 14, .*properties\.other\.x-resource-type: "Nothing" is neither/,
    ],
    [
      '{ type: string, x-resource-type: Unused }',
      /"Unused" is neither a schema of this document that its operations store/,
    ],
    ['{ type: array, items: { type: string, x-resource-type: nothing } }', /other\.items\.x-resource-type/],
    ['{ type: string, x-resource-type: [Thing] }', /other\.x-resource-type: must be the name/],
    ['{ type: boolean, x-resource-type: Thing }', /properties\.other: refers to an item and must be a text/],
    ['{ type: integer, x-resource-type: Thing }', /is an integer, but no integer identifies those/],
  ]
  for (const [reference, message] of cases) {
    await t.rejects(serveDocument(t, writeDocument(t, document(reference))), { message }, reference)
  }
})
