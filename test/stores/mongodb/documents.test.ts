import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Binary, Decimal128, Long, MongoClient, ObjectId } from 'mongodb'
import type { Document } from 'mongodb'
import t from 'tap'
import { packageRoot } from '../../../kernel/package-root.ts'
import { keptLog } from '../../../testing/internal/bad-plugins.ts'
import { buildTestApp } from '../../../testing/index.ts'
import { startMongo } from '../../../testing/mongodb.ts'
import { query, sorted, where } from '../../../testing/store-suite/fixtures.ts'
import { Connection } from '../../../plugins/mongodb/server/connection.ts'
import { MongoStore } from '../../../plugins/mongodb/store.ts'

t.setTimeout(120_000)
const server = await startMongo({ isShared: true })
if (server === null) t.comment('NO MONGODB FOUND: the form of its documents was not looked at')
else {
  const url = server.url()
  const client = await new MongoClient(url).connect()
  const { logger, lines } = keptLog('trace')
  const service = await buildTestApp({ url, logger })
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
    for (const sort of ['title', 'pages', 'published']) t.ok((await list(`sort_by=${sort}`)).includes('foreign'))
  })

  /**
   * Commands that are sent from time to time, when a list took long, as on a busy machine, and when resources were written in the last seconds before the
   * change of a column, which requires that they stay as they are.
   */
  const isOccasional = (command: string): boolean =>
    /^\w+ (?:_slow_lists|_job_runs)\b|^find books \{status: \{\$in\}, updated_at.* limit|^update books \[\{_id\} → \{\$inc: \{guard/.test(
      command,
    )

  /** The commands that were traced, each with the keys of the index that serves it. */
  const tracedCommands = async (): Promise<string[]> => {
    const keys = new Map<string, Map<string, string[]>>()
    const indexesOf = async (collection: string): Promise<Map<string, string[]>> => {
      const known = keys.get(collection)
      if (known !== undefined) return known
      const listed = await client.db().collection(collection).indexes()
      const found = new Map(listed.map(({ name = '', key }) => [name, Object.keys(key)]))
      keys.set(collection, found)
      return found
    }
    const shapes = new Set(lines.flatMap(({ msg, command }) => (msg === 'MongoDB' ? [String(command)] : [])))
    // Of the collections of other plugins the documents alone.
    const isOfOthers = /^(?:create|createIndexes|dropIndexes|collMod|listIndexes) (?!books$|books )/
    const described = [...shapes]
      .filter(shape => !isOfOthers.test(shape) && !isOccasional(shape))
      .map(async shape => {
        const [, command = '', hint] = /^(.*?)(?: hint (\S+))?$/.exec(shape) ?? []
        const [, collection = '', filter = ''] =
          /^(?:find|aggregate|update|delete|findAndModify) (\w\S*) (?:\[\{\$match: |\[)?(\{.*)$/.exec(command) ?? []
        if (filter === '') return command
        const indexes = await indexesOf(collection)
        // Without a hint at most one index begins with one of the fields, or has the order.
        const starts = /^\{\}.* sort (\{.*)$/.exec(filter)?.[1] ?? filter
        const served = [...indexes.values()].find(([field = '']) => starts.startsWith(`{${field}`))
        const found = hint === undefined ? served : indexes.get(hint)
        return `${command}\n    ${found === undefined ? 'no index' : found.join(', ')}`
      })
    return [...new Set(await Promise.all(described))].sort()
  }

  await t.test('every command is listed with its index, without values', async t => {
    const asked = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
      const answer = await request(method, path, body)
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
      return answer.body === '' ? {} : (answer.json() as Record<string, unknown>)
    }
    const text = { type: 'string', 'x-index': true }
    const author = { ...text, 'x-resource-type': 'writer', 'x-on-archive': 'restrict' }
    const further = {
      ...properties,
      isbn: { type: 'string', 'x-unique': true },
      author,
      note: { type: 'string', 'x-index': false },
    }
    await asked('POST', '/api/resource-types', {
      name: 'Writer',
      slug: 'writer',
      schema: { type: 'object', properties: { name: text } },
    })
    await asked('PUT', '/api/resource-types/book?force=true', { schema: { type: 'object', properties: further } })
    const { id: writer } = await asked('POST', '/api/writer', { name: 'secretName' })
    const made: string[] = []
    for (let i = 0; i < 3; i++) {
      const data = {
        title: 'secretTitle',
        pages: i,
        isbn: `secret ${i}`,
        author: writer,
        published: '2020-01-01T00:00:00Z',
        code: i,
      }
      made.push(await create({ ...data, note: 'secretNote', tags: ['secretTag'] }))
    }
    const [first = '', second = ''] = made
    // The commands of a page depend on whether documents share a date: all but the first do.
    const books = client.db().collection<{ _id: string }>('books')
    await books.updateMany({ _id: { $ne: first } }, { $set: { created_at: new Date() } })
    const filters = [
      '[title][eq]=secretTitle',
      '[title][in]=secretTitle,x',
      '[title][ne]=x',
      '[title][nin]=x,y',
      '[title][like]=secret',
      '[title][exists]=true',
      '[title][exists]=false',
      '[title][gte]=a',
      '[pages][gt]=1',
      '[pages][lte]=1',
      '[tags][eq]=secretTag',
      '[tags][ne]=x',
      '[published][gt]=2019-01-01T00:00:00Z',
      '[published][eq]=2020-01-01T00:00:00Z',
      '[published][exists]=false',
      '[note][eq]=secretNote',
      '[isbn][eq]=secret 1',
      '[author.name][eq]=secretName',
      `[author][eq]=${String(writer)}`,
      `[id][in]=${first},${second}`,
      '[created_at][gt]=2020-01-01T00:00:00Z',
      '[updated_at][lt]=now',
      '[sequence_no][eq]=1',
      '[created_by][ne]=x',
      '[or][0][title][eq]=secretTitle&_filter[or][1][pages][eq]=1',
      '[or][0][title][eq]=secretTitle&_filter[or][1][note][eq]=secretNote',
      '[tags][eq]=secretTag&_filter[pages][gte]=0',
      '[title][eq]=secretTitle&_filter[note][eq]=secretNote',
    ].map(filter => `_filter${filter}`)
    const orders = ['', 'sort_by=title&sort_order=desc', 'sort_by=published', 'count=true']
    for (const filter of ['', 'q=secretTi', 'q=secretTitle secretNote', 'status=archived', ...filters])
      for (const order of filter === '' ? orders : ['', 'sort_by=pages&count=true']) {
        const path = `/api/book?limit=1&${[filter, order].filter(Boolean).join('&')}`
        let page = await asked('GET', path)
        while (page['has_more'] === true) page = await asked('GET', `${path}&cursor=${String(page['cursor'])}`)
      }
    await asked('GET', '/api/book?include=author&labels=true')
    await asked('GET', '/api/search?q=secretTitle')
    await asked('GET', `/api/writer/${String(writer)}`)
    await asked('PATCH', `/api/book/${first}`, { title: 'secretOther' })
    await asked('PUT', `/api/book/${first}`, { title: 'secretOther', isbn: 'secret 7' })
    await asked('GET', `/api/book/${first}/versions`)
    await asked('GET', `/api/book/${first}?sequence_no=1`)
    await asked('DELETE', `/api/book/${second}`)
    await asked('POST', '/api/book/_bulk', {
      operations: [
        { op: 'create', data: { title: 'secretBulk' } },
        { op: 'create', data: { title: 'secretMore' } },
      ],
    })
    await asked('GET', '/api/events?limit=2')
    await asked('DELETE', '/api/resource-types/book')
    const store = new MongoStore(new Connection(url, logger))
    await store.open()
    const few = { all: false, owner: 'urn:user:few', ids: [first] } as const
    for (const sort of [sorted({ column: 'created_at' }, 'instant', 'desc'), sorted('title', 'text')])
      for (const visibility of [few, { ...few, ids: [] }])
        for (const words of [[], ['secret']]) {
          await store.list(query('books', { account_id: 'urn:account:default', visibility, sort, words }))
          await store.count(
            query('books', {
              account_id: 'urn:account:default',
              visibility,
              words,
              conditions: [where('title', 'eq', 'secretTitle', 'text')],
            }),
          )
        }
    await store.list(query('books', { account_id: null }))
    for await (const portion of store.scan('books')) t.ok(portion.length > 0)
    await store.trimVersions?.('books', [first], 1)
    await store.close()
    const file = join(packageRoot, 'plugins/mongodb/commands.txt')
    const found = await tracedCommands()
    t.notMatch(found.join('\n'), /secret|urn:|2020/, 'no values')
    if (process.env['PLINTH_LIST_COMMANDS'] !== undefined) await writeFile(file, `${found.join('\n')}\n`)
    const listed = (await readFile(file, 'utf8')).trimEnd().split(/\n(?! )/)
    t.strictSame(
      found,
      listed.filter(command => !isOccasional(command)),
      'look at the difference, then update it: see README.md',
    )
  })

  await t.test('no collection has JSON texts, or a second copy of the data', async t => {
    /** The texts of a value that are JSON objects or arrays, with their fields. */
    const jsonTexts = (value: unknown, path: string): string[] => {
      if (typeof value === 'string') return /^\s*[[{].*[\]}]\s*$/s.test(value) ? [`${path}: ${value.slice(0, 80)}`] : []
      if (Array.isArray(value)) return value.flatMap(item => jsonTexts(item, path))
      if (typeof value !== 'object' || value === null || value instanceof Date) return []
      return Object.entries(value).flatMap(([name, inner]) => jsonTexts(inner, `${path}.${name}`))
    }
    const fields = new Set<string>()
    for (const { name } of await client.db().listCollections().toArray())
      for await (const document of client.db().collection(name).find()) {
        t.strictSame(jsonTexts(document, name), [])
        if (document['data'] !== undefined) for (const field of Object.keys(document)) fields.add(field)
      }
    const meta = ['_id', 'type_slug', 'status', 'created_by', 'account_id', 'sequence_no', 'created_at', 'updated_at']
    const others = ['data', 'keys', 'words', 'references', 'guard', 'collection', 'document']
    t.strictSame([...fields].sort(), [...meta, ...others].sort())
  })
}
