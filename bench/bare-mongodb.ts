import Fastify from 'fastify'
import { MongoClient } from 'mongodb'
import { ulid } from 'ulid'
import { article, randomFrom } from './sample.ts'

// The reference on MongoDB: Fastify and the driver doing the same work without Plinth. Reads are of the documents of the service itself, by the same
// conditions, with the same fields and JSON at the end. A write is resource, event and, if it replaces something, the state before it, in one durable transaction, as Plinth guarantees it.
interface Article {
  _id: string
  type_slug: string
  account_id: string
  status: string
  created_by: string
  sequence_no: number
  created_at: Date
  updated_at: Date
  data: Record<string, unknown>
}

const client = await new MongoClient(process.env['MONGODB_URL'] ?? '', { w: 'majority', journal: true }).connect()
const resources = client.db().collection<Article>('bench_articles')
const database = client.db(`${process.env['BENCH_DATABASE'] ?? 'plinth_bench'}_bare`)
const articles = database.collection<Article>('articles')
const versions = database.collection('versions')
const events = database.collection('events')
const scope = { account_id: 'urn:account:default', status: 'active' }
/** What an answer contains. */
const projection = {
  type_slug: 1,
  status: 1,
  created_by: 1,
  account_id: 1,
  sequence_no: 1,
  created_at: 1,
  updated_at: 1,
  data: 1,
}

async function seed(rows: number): Promise<void> {
  await database.dropDatabase()
  const indexed = ['headline', 'genre', 'year', 'rating', 'publishedAt', 'available', 'author'].map(
    name => `data.${name}`,
  )
  for (const key of ['created_at', 'updated_at', ...indexed]) {
    await articles.createIndex({ account_id: 1, status: 1, [key]: 1, _id: 1 })
  }
  await events.createIndex({ subject: 1 })
  await versions.createIndex({ id: 1, sequence_no: 1 })
  const random = randomFrom(1)
  for (let done = 0; done < rows; done += 1_000) {
    await articles.insertMany(Array.from({ length: 1_000 }, () => draft(article(random))))
  }
}

function draft(data: Record<string, unknown>): Article {
  const now = new Date()
  return {
    _id: `urn:bench-article:${ulid()}`,
    type_slug: 'bench-article',
    ...scope,
    created_by: 'urn:user:admin',
    sequence_no: 1,
    created_at: now,
    updated_at: now,
    data,
  }
}

const app = Fastify({ logger: false })
app.post<{ Body: { rows: number } }>('/seed', async request => {
  await seed(request.body.rows)
  // In the order of the service's lists: what a list costs can depend on how many documents are behind its position.
  const newestFirst = { projection: { created_at: 1 }, sort: { created_at: -1, _id: -1 } } as const
  const positions = await resources.find({}, newestFirst).toArray()
  const own = await articles.find({}, { projection: { _id: 1 } }).toArray()
  return {
    positions: positions.map(({ _id, created_at }) => ({ id: _id, created_at })),
    own: own.map(({ _id }) => _id),
  }
})
app.get<{ Params: { id: string } }>('/articles/:id', async ({ params }) => {
  const found = await resources.findOne({ _id: params.id }, { projection })
  return found?.account_id === scope.account_id && found.status === scope.status ? found : null
})
app.get<{ Querystring: { genre?: string; rating?: string; before?: string; id?: string } }>(
  '/articles',
  ({ query }) => {
    const { genre, rating, before, id } = query
    if (genre !== undefined) {
      return resources
        .find(
          {
            ...scope,
            'data.genre': genre,
            ...(rating !== undefined && { 'data.rating': { $gte: Number(rating) } }),
          },
          { projection },
        )
        .sort({ 'data.year': -1, _id: -1 })
        .limit(21)
        .toArray()
    }
    const filter =
      before === undefined || id === undefined
        ? scope
        : {
            ...scope,
            created_at: { $lte: new Date(before) },
            $or: [{ created_at: { $lt: new Date(before) } }, { _id: { $lt: id } }],
          }
    return resources.find(filter, { projection }).sort({ created_at: -1, _id: -1 }).limit(21).toArray()
  },
)
app.post<{ Body: Record<string, unknown> }>('/articles', async request => {
  const document = draft(request.body)
  await client.withSession(session =>
    session.withTransaction(async () => {
      await articles.insertOne(document, { session })
      await events.insertOne({ subject: document._id, type: 'Resource.Created', time: new Date() }, { session })
    }),
  )
  return document
})
app.put<{ Params: { id: string }; Body: Record<string, unknown> }>('/articles/:id', async ({ params, body }) => {
  await client.withSession(session =>
    session.withTransaction(async () => {
      const changed = await articles.findOneAndUpdate(
        { _id: params.id, ...scope },
        { $set: { data: body, updated_at: new Date() }, $inc: { sequence_no: 1 } },
        { session, returnDocument: 'before' },
      )
      if (changed === null) throw new Error('not found')
      await versions.insertOne({ id: params.id, sequence_no: changed.sequence_no, data: changed.data }, { session })
      await events.insertOne({ subject: params.id, type: 'Resource.Updated', time: new Date() }, { session })
    }),
  )
  return { _id: params.id }
})
await app.listen({ port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' })
process.on('SIGTERM', () => void app.close().then(() => client.close()))
