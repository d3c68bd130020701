import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import secureSession from '@fastify/secure-session'
import { DatabaseSync } from '@photostructure/sqlite'
import Fastify from 'fastify'
import type { FastifyRequest } from 'fastify'
import { article, randomFrom } from './sample.ts'

// What a get and a list cost at least with the packages of the service: its session cookie, rate limit and compression as their READMEs show
// them, and one statement for stored JSON, which is answered as it is. There are no types, rights, filters, cursors and entity tags.
const rows = Number(process.env['ROWS'] ?? 0)
const database = new DatabaseSync(process.env['SQLITE_PATH'] ?? '')
for (const setting of ['journal_mode = WAL', 'mmap_size = 268435456', 'cache_size = -131072'])
  database.exec(`PRAGMA ${setting}`)
database.exec('CREATE TABLE articles (number INTEGER PRIMARY KEY, id TEXT UNIQUE, created_at TEXT, data TEXT)')
database.exec('CREATE INDEX newest ON articles (created_at, id)')

const random = randomFrom(1)
const idOf = (number: number): string => `urn:article:${String(number).padStart(26, '0')}`
const timeOf = (number: number): string => new Date(number * 1_000).toISOString()
const insert = database.prepare('INSERT INTO articles VALUES (?, ?, ?, ?)')
database.exec('BEGIN')
for (let number = 0; number < rows; number++)
  insert.run(number, idOf(number), timeOf(number), JSON.stringify(article(random)))
database.exec('COMMIT')

const one = database.prepare('SELECT id, data FROM articles WHERE id = ?', { returnArrays: true })
const page = database.prepare(
  'SELECT id, data FROM articles WHERE created_at <= ? ORDER BY created_at DESC, id DESC LIMIT 20',
  { returnArrays: true },
)
const textOf = ([id, data]: readonly unknown[]): string => `{"id":"${String(id)}","data":${String(data)}}`

const app = Fastify({ logger: false })
await app.register(secureSession, { key: randomBytes(32), cookie: { path: '/', httpOnly: true } })
await app.register(rateLimit, { max: 1_000_000_000, timeWindow: '1 hour' })
await app.register(compress)
const json = 'application/json; charset=utf-8'
const checkSession = (request: FastifyRequest): void => {
  if (request.session.get('credential') === undefined) throw new Error('the request has no session')
}
app.get('/', () => 'ready')
app.get('/login', request => {
  request.session.set('credential', randomBytes(48).toString('base64url'))
  return 'signed in'
})
app.get('/positions', () =>
  Array.from({ length: 1_000 }, (_, at) => Math.floor((at * rows) / 1_000)).map(number => ({
    id: idOf(number),
    created_at: timeOf(number),
  })),
)
app.get<{ Params: { id: string } }>('/articles/:id', (request, reply) => {
  checkSession(request)
  return reply.type(json).send(textOf(one.get(request.params.id) ?? []))
})
app.get<{ Querystring: { before: string } }>('/articles', (request, reply) => {
  checkSession(request)
  return reply.type(json).send(`[${page.all(request.query.before).map(textOf).join(',')}]`)
})
await app.listen({ port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' })
process.on('SIGTERM', () => void app.close().then(() => database.close()))
