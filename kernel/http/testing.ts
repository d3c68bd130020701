import type { FastifyBaseLogger } from 'fastify'
import type { Test } from 'tap'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../contracts/config.ts'
import { StoreUnavailable } from '../errors.ts'
import { noStore } from '../../testing/no-store.ts'

/** Routes of every kind, as a plugin outside the repository would write them. */
const probe = `export default {
  name: 'probe', version: '1.0.0', requires: [], provides: [],
  contributes: {
    segments: ['docs', 'resource-types'],
    jsonMediaTypes: ['application/ld+json'],
    routeTarget: ({ url }) => url.includes('/:typeSlug') ? ({ params: { typeSlug, id } }) => ({ type: typeSlug, id: id && 'urn:' + typeSlug + ':' + id }) : undefined,
  },
  register({ app }) {
    const open = { access: 'signed-in' }
    app.get('/api/things', { config: open, schema: { querystring: { type: 'object', properties: { limit: {}, tags: { type: 'array' } } } } }, request => request.query)
    app.post('/api/things', {
      config: open,
      schema: { body: { type: 'object', additionalProperties: false, required: ['name', 'size'], properties: { name: { type: 'string' }, size: { type: 'integer' } } } },
    }, request => request.body)
    app.put('/api/things/_all', { config: open, bodyLimit: 64 }, request => request.body ?? null)
    app.get('/api/:typeSlug/:id', { config: { access: 'odrl:read' } }, request => ({ ...request.params, caller: request.caller }))
    app.post('/api/:typeSlug', { config: { access: 'odrl:modify', consumes: ['application/json', 'application/ld+json'] } }, request => request.body ?? null)
    app.post('/api/:typeSlug/_bulk', { config: { access: 'odrl:modify' } }, () => 'bulk')
    app.get('/api/admin/thing', { config: { access: 'administrator', cacheControl: 'no-store' } }, () => 'secret')
    app.get('/api/page', { config: { access: 'public', produces: 'text/html' } }, (_request, reply) => reply.type('text/html').send('<p>'))
    app.get('/api/typed', {
      config: open,
      schema: { querystring: { type: 'object', required: ['limit'], properties: { limit: { type: 'integer', maximum: 9 }, deep: { type: 'boolean' } } } },
    }, request => request.query)
    app.post('/api/stream', { config: { ...open, consumes: ['application/json', 'text/csv'], streamsBody: true } }, async request => {
      let bytes = 0
      for await (const chunk of request.body) bytes += chunk.length
      return { bytes }
    })
    const words = { type: 'object', properties: { words: {} } }
    const tagged = (request, reply) => reply.header('etag', '"x.1"').send({ text: 'a text '.repeat(Number(request.query.words)) })
    app.get('/api/tagged', { config: open, schema: { querystring: words } }, tagged)
    app.get('/api/admin/tagged', { config: { ...open, cacheControl: 'no-store' }, schema: { querystring: words } }, tagged)
    app.get('/api/lines', { config: { ...open, produces: 'application/x-ndjson' } }, (_request, reply) => reply.type('application/x-ndjson').send('{}\\n'.repeat(9000)))
    app.get('/api/follow', { config: { ...open, produces: 'text/event-stream' } }, (_request, reply) => reply.type('text/event-stream').send('data: x\\n\\n'.repeat(9000)))
    const hangs = { config: { ...open, handlerTimeout: 50 } }
    app.get('/api/hangs', hangs, () => new Promise(() => {}))
    app.put('/api/hangs', hangs, () => new Promise(() => {}))
    app.post('/api/hangs', { config: { ...hangs.config, idempotency: false } }, () => new Promise(() => {}))
    const late = { config: { ...open, handlerTimeout: 50 }, schema: { querystring: { type: 'object', properties: { code: { type: 'string' } } } } }
    app.get('/api/late-value', late, async () => { await globalThis.released; return { late: true } })
    app.get('/api/late-send', late, (_request, reply) => void globalThis.released.then(() => reply.code(201).send('late')))
    app.get('/api/late-reply', late, async (_request, reply) => { await globalThis.released; return reply.header('x-late', '1').send('late') })
    app.get('/api/late-error', late, async () => { await globalThis.released; throw new Error('late') })
    app.get('/api/broken', { config: open }, (_request, reply) => { reply.header('etag', '"x"'); throw new Error('password=hunter2') })
    for (const method of ['get', 'post']) app[method]('/api/throws', { config: open }, () => { throw globalThis.thrown })
    app.get('/api/slow', { config: open }, () => new Promise(() => {}))
    return {}
  },
}`

/** Sign-in by header, rights by name: the tests check what routes do with them. */
const rights = `export default {
  name: 'rights', version: '1.0.0', requires: [], provides: ['identity', 'access'],
  register() {
    const forbid = () => { throw Object.assign(new globalThis.Forbidden('not you')) }
    return {
      identity: { identify: async request => request.headers.user && { id: 'urn:user:' + request.headers.user, account_id: 'urn:account:default' } },
      access: {
        isAdministrator: async caller => caller.id === 'urn:user:root',
        authorize: async (caller, action, slug, id) => { globalThis.asked = [action, slug, id]; if (caller.id === 'urn:user:mallory') forbid() },
        visibility: () => ({ all: true }),
      },
    }
  },
}`

/** Differences from the default configuration. */
export interface Changes extends Partial<Omit<Config, 'http'>> {
  http?: Partial<Config['http']>
  away?: boolean
  logger?: FastifyBaseLogger
}

/** The service with the routes of the probe, without a store. */
export async function start(t: Test, { http, away = false, logger, ...changes }: Changes = {}) {
  const directory = t.testdir({ 'probe.mjs': probe, 'rights.mjs': rights })
  const base = loadConfig({}, directory)
  const plugins = { health: true, './probe.mjs': true }
  const config: Config = {
    ...base,
    plugins,
    directory,
    ...changes,
    http: { ...base.http, port: 0, closeTimeout: 100, ...http },
  }
  const ping = away ? () => Promise.reject(new StoreUnavailable()) : undefined
  const app = await buildApp(config, { logger: logger ?? false, store: noStore(ping) })
  t.teardown(() => app.close())
  return app
}
