import type { FastifyInstance } from 'fastify'
import { Conflict } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import * as schemas from './schemas.ts'

/** Statistics and compacting of the store, for administrators. Both can take minutes. */
export function addRoutes(app: FastifyInstance, store: DocumentStore): void {
  let isCompacting = false
  app.get(
    '/api/admin/store/stats',
    {
      config: { access: 'administrator', handlerTimeout: false },
      schema: { summary: 'What the store takes, by collection', response: { 200: schemas.statistics } },
    },
    async () => {
      if (store.statistics === undefined) throw new Conflict('this store does not know what it takes')
      return store.statistics()
    },
  )
  app.post(
    '/api/admin/store/compact',
    {
      config: { access: 'administrator', handlerTimeout: false },
      schema: {
        summary: 'Give the empty space of the store back to the system',
        response: { 200: schemas.compaction },
      },
    },
    async () => {
      if (store.compact === undefined) throw new Conflict('this store cannot be compacted while it is used')
      if (isCompacting) throw new Conflict('the store is being compacted already')
      isCompacting = true
      const began = performance.now()
      try {
        return { freed_bytes: await store.compact(), seconds: Math.round(performance.now() - began) / 1000 }
      } finally {
        isCompacting = false
      }
    },
  )
}
