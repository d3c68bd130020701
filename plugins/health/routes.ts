import type { FastifyInstance } from 'fastify'
import type { DocumentStore } from '../../kernel/index.ts'
import { statusSchema } from './schemas.ts'

/** Liveness (the process answers) and readiness (the store answers too). Public, because load balancers do not sign in. */
export function addRoutes(app: FastifyInstance, store: DocumentStore): void {
  const config = { access: 'public', rateLimit: { groupId: 'probe' } } as const
  app.get(
    '/api/health',
    { config, schema: { summary: 'Whether the process is alive', tags: ['health'], response: { 200: statusSchema } } },
    () => ({ status: 'ok' }),
  )
  app.get(
    '/api/health/ready',
    {
      config,
      schema: { summary: 'Whether the store can be reached', tags: ['health'], response: { 200: statusSchema } },
    },
    async () => {
      await store.ping()
      return { status: 'ok' }
    },
  )
}
