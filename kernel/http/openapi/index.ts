import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { TypeRegistry } from '../../contracts/type-registry.ts'
import { isNotModified, replyJson, replyNotModified } from '../conventions.ts'
import { openApiDocument } from './document.ts'
import { describeRoute } from './routes.ts'
import type { DescribedRoute } from './routes.ts'

interface Description {
  revision: number
  text: string
  etag: string
}

/**
 * Serve the description of the running service at `/api/openapi.json`: every route registered from now on, and every active type. It is
 * made when it is asked for, and again only when a type has changed.
 * @param typeRegistry the registry, once there is one
 */
export function describeApi(app: FastifyInstance, typeRegistry: () => TypeRegistry | undefined): void {
  const routes: DescribedRoute[] = []
  let latest: Description | undefined
  app.addHook('onRoute', route => {
    routes.push(...describeRoute(route))
  })
  const current = async (): Promise<Description> => {
    const registry = typeRegistry()
    const revision = registry?.revision ?? 0
    if (latest?.revision === revision) return latest
    const types = (await registry?.all()) ?? []
    const active = types.filter(({ status }) => status === 'active')
    latest = describe(revision, JSON.stringify(openApiDocument(routes, active)))
    return latest
  }
  const schema = { summary: 'This description', tags: ['documentation'], response: { 200: { type: 'object' } } }
  const config = { access: 'signed-in', tokenLimits: { actions: false, types: false } } as const
  app.get('/api/openapi.json', { config, schema }, async (request, reply) => {
    const { text, etag } = await current()
    if (isNotModified(request, etag)) return replyNotModified(reply, etag)
    return replyJson(reply.header('etag', etag), text)
  })
}

const describe = (revision: number, text: string): Description => ({
  revision,
  text,
  etag: `"openapi.${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
})
