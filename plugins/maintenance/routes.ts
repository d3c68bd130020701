import type { FastifyInstance } from 'fastify'
import { Conflict } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'

const bytes = { type: ['integer', 'null'], minimum: 0 } as const

/** Answer of the statistics: `StoreStatistics` of the store. */
const statistics = {
  type: 'object',
  required: ['kind', 'bytes', 'free_bytes', 'log_bytes', 'collections'],
  properties: {
    kind: { type: 'string' },
    bytes: { ...bytes, description: 'What the store takes' },
    free_bytes: { ...bytes, description: 'The part of it that contains nothing, which compacting gives back' },
    log_bytes: { ...bytes, description: 'The log of writes beside the store (SQLite)' },
    collections: {
      type: 'array',
      description: 'The largest first; `_versions` are the earlier states of the resources of all types',
      items: {
        type: 'object',
        required: ['name', 'rows', 'bytes', 'index_bytes'],
        properties: { name: { type: 'string' }, rows: bytes, bytes, index_bytes: bytes },
      },
    },
  },
} as const

/** Answer of compacting. */
const compaction = {
  type: 'object',
  required: ['freed_bytes', 'seconds'],
  properties: { freed_bytes: { type: 'integer', minimum: 0 }, seconds: { type: 'number', minimum: 0 } },
} as const

/** Statistics and compacting of the store, for administrators. Both can take minutes. */
export function addRoutes(app: FastifyInstance, store: DocumentStore): void {
  let isCompacting = false
  app.get(
    '/api/admin/store/stats',
    {
      config: { access: 'administrator', handlerTimeout: false },
      schema: { summary: 'What the store takes, by collection', response: { 200: statistics } },
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
        response: { 200: compaction },
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
