import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isNotModified, replyNotModified } from '../../kernel/index.ts'
import type { ServiceDocument } from './service-document.ts'

/** Serve the description of the running service at `/api/openapi.json`. */
export function descriptionRoutes(app: FastifyInstance, document: ServiceDocument): void {
  const schema = { summary: 'This description', tags: ['documentation'], response: { 200: { type: 'object' } } }
  const config = { access: 'signed-in', tokenLimits: { actions: false, types: false } } as const
  app.get('/api/openapi.json', { config, schema }, async (request, reply) => {
    const { texts, length, etag } = await document.current()
    if (isNotModified(request, etag)) return replyNotModified(reply, etag)
    return reply
      .header('etag', etag)
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-length', length)
      .send(Readable.from(texts, { objectMode: false }))
  })
}
