import { Binary, Decimal128, Long, MongoClient, ObjectId } from 'mongodb'
import type { Document } from 'mongodb'
import t from 'tap'
import { buildTestApp } from '../../testing/index.ts'
import { startMongo } from '../../testing/mongodb.ts'

t.setTimeout(120_000)
const server = await startMongo()
if (server === null) t.comment('NO MONGODB FOUND: the form of its documents was not looked at')
else {
  const url = server.url()
  const client = await new MongoClient(url).connect()
  const service = await buildTestApp({ url })
  const { request } = service
  t.teardown(async () => {
    await service.close()
    await client.close()
    await server.stop()
  })
  const books = client.db().collection<{ _id: string }>('books')
  const properties = {
    title: { type: 'string', 'x-index': true },
    pages: { type: 'integer', 'x-index': true },
    tags: { type: 'array', items: { type: 'string' }, 'x-index': true },
    published: { type: 'string', format: 'date-time', 'x-index': true },
    code: { type: ['string', 'number'], 'x-index': true },
  }
  await request('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema: { type: 'object', properties } })
  const create = async (data: object): Promise<string> => {
    const answer = await request('POST', '/api/book', data)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return (answer.json() as { id: string }).id
  }
  const list = async (query: string): Promise<unknown[]> => {
    const answer = await request('GET', `/api/book?${query}`)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return (answer.json() as { data: { data: Graph }[] }).data.map(({ data }) => propertiesOf(data)['title'])
  }
  /** The data of an answer, without what makes it linked data. */
  interface Graph {
    '@graph': Record<string, unknown>[]
  }
  const propertiesOf = ({ '@graph': [node = {}] }: Graph): Record<string, unknown> => {
    const { '@id': _id, '@type': _type, ...properties } = node
    return properties
  }
  const read = async (id: string): Promise<Record<string, unknown>> => {
    const answer = await request('GET', `/api/book/${id}`)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return propertiesOf((answer.json() as { data: Graph }).data)
  }
  const stored = async (_id: string): Promise<Document> => (await books.findOne({ _id })) as Document

  await t.test('a document is plain, and small', async t => {
    const id = await create({
      title: 'The Dispossessed',
      pages: 341,
      tags: ['novel', 'utopia'],
      published: '1974-05-01T09:00:00+02:00',
    })
    const found = await stored(id)
    t.strictSame(Object.keys(found).toSorted(), [
      '_id',
      'account_id',
      'created_at',
      'created_by',
      'data',
      'keys',
      'sequence_no',
      'status',
      'type_slug',
      'updated_at',
      'words',
    ])
    t.strictSame(found['data'], {
      title: 'The Dispossessed',
      pages: 341,
      tags: ['novel', 'utopia'],
      published: '1974-05-01T09:00:00+02:00',
    })
    t.strictSame(found['keys'], { published: new Date('1974-05-01T07:00:00Z') })
    t.ok(found['created_at'] instanceof Date)
    const [size] = await books
      .aggregate([{ $match: { _id: id } }, { $project: { bytes: { $bsonSize: '$$ROOT' } } }])
      .toArray()
    t.ok(size?.['bytes'] <= 600, `${size?.['bytes']} bytes`)
    await request('PUT', `/api/book/${id}`, { title: 'The Dispossessed', pages: 342 })
    t.strictSame((await stored(id))['keys'], undefined)
    const version = await client.db().collection('_versions').findOne({ document: id })
    t.match(version, { sequence_no: 1, data: { pages: 341 }, created_at: Date })
    for (const { name } of await client.db().listCollections().toArray()) {
      const texts = await client
        .db()
        .collection(name)
        .find({ $or: [{ text: { $exists: true } }, { definition: { $type: 'string' } }] })
        .toArray()
      t.strictSame(texts, [], name)
    }
  })

  await t.test('names, order and numbers are kept', async t => {
    const data = {
      z: 1,
      title: 'odd',
      $ref: '#/a',
      $id: 'b',
      'a.b': { 'c.d': [1.5, -0.25, 9007199254740991, 1e300] },
      _bsontype: 'ObjectId',
      toBSON: null,
      '': [],
      nested: { $ref: 'x', $id: 'y', more: [{ $id: 1, $ref: 'z' }] },
      quote: '"\\\n\u0001é😀\u2028',
    }
    const id = await create(data)
    t.equal(JSON.stringify(await read(id)), JSON.stringify(data))
    const [first] = await books.find({ _id: id }, { raw: true }).toArray()
    t.ok(Buffer.from(first as never).includes('_bsontype'))
  })

  await t.test('changes by other tools are answered at once', async t => {
    const ids = [
      await create({ title: 'Left Hand', pages: 1, published: '2001-01-01T00:00:00Z' }),
      await create({ title: 'Right Hand', pages: 2, published: '2002-01-01T00:00:00Z' }),
    ]
    const [id = ''] = ids
    await books.updateOne({ _id: id }, { $set: { 'data.title': 'zzz', 'data.published': '2003-01-01T00:00:00Z' } })
    t.equal((await read(id))['title'], 'zzz')
    t.strictSame(await list('_filter[title][eq]=zzz'), ['zzz'])
    t.equal((await list('sort_by=title&sort_order=desc'))[0], 'zzz')
    t.strictSame(await list('_filter[published][gt]=2002-06-01T00:00:00Z'), [], 'keys and words are made by reindexing')
    t.strictSame(await list('q=zzz'), [])
    t.match((await request('POST', '/api/admin/store/reindex/book')).json(), { type: 'book', resources: 4 })
    t.strictSame(await list('_filter[published][gt]=2002-06-01T00:00:00Z'), ['zzz'])
    t.strictSame(await list('q=zzz'), ['zzz'])
  })

  await t.test('values that JSON does not have are answered as JSON', async t => {
    const id = await create({ title: 'foreign' })
    const data = {
      title: 'foreign',
      date: new Date('2020-01-01T00:00:00Z'),
      bad: new Date(NaN),
      long: Long.fromString('42'),
      longer: Long.fromString('9223372036854775807'),
      price: Decimal128.fromString('9.90'),
      nan: NaN,
      id: new ObjectId('0123456789abcdef01234567'),
      bytes: new Binary(Buffer.from('hello')),
      pattern: /a+/i,
      nothing: undefined,
    }
    await books.updateOne({ _id: id }, { $set: { data } }, { ignoreUndefined: false })
    const shown = await read(id)
    t.strictSame(shown, {
      title: 'foreign',
      date: '2020-01-01T00:00:00.000Z',
      bad: shown['bad'],
      long: 42,
      longer: 2 ** 63,
      price: 9.9,
      nan: null,
      id: '0123456789abcdef01234567',
      bytes: 'aGVsbG8=',
      pattern: '/a+/i',
      nothing: null,
    })
    for (const sort of ['title', 'pages', 'published', 'code'])
      t.ok((await list(`sort_by=${sort}`)).includes('foreign'))
  })
}
