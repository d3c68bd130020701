import type { FastifyInstance } from 'fastify'
import { Conflict, NotFound } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import type { JobContext, Jobs } from '../jobs/contract.ts'
import type { TypeRegistry } from '../types/contract.ts'

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

/** Answer of reindexing. */
const reindexing = {
  type: 'object',
  required: ['type', 'resources', 'seconds'],
  properties: {
    type: { type: 'string' },
    resources: { type: 'integer', minimum: 0, description: 'How many resources were read' },
    seconds: { type: 'number', minimum: 0 },
  },
} as const

/** Statistics, compacting and reindexing of the store, for administrators. They can take minutes. */
export function addMaintenanceRoutes(
  app: FastifyInstance,
  store: DocumentStore,
  types: TypeRegistry | undefined,
  jobs: Jobs | undefined,
): void {
  let isCompacting = false
  const compact = async (_input: object, options?: Pick<JobContext, 'signal'>) => {
    if (store.operations?.compact === undefined) throw new Conflict('this store cannot be compacted while it is used')
    if (isCompacting) throw new Conflict('the store is being compacted already')
    isCompacting = true
    const began = performance.now()
    try {
      return {
        freed_bytes: await store.operations.compact(options),
        seconds: Math.round(performance.now() - began) / 1000,
      }
    } finally {
      isCompacting = false
    }
  }
  const compactJob = jobs?.define({ name: 'compact', right: () => 'administrator', run: compact })
  const reindex = async ({ slug }: { slug: string }, options?: Pick<JobContext, 'signal'>) => {
    const type = await types?.find(slug)
    if (type === undefined) throw new NotFound(`there is no resource type ${slug}`)
    if (store.operations?.reindex === undefined)
      throw new Conflict('in this store nothing is changed by other tools, so nothing is outdated')
    const began = performance.now()
    const resources = await store.operations.reindex(type.collection, options)
    return { type: type.slug, resources, seconds: Math.round(performance.now() - began) / 1000 }
  }
  const reindexJob = jobs?.define({ name: 'reindex', right: () => 'administrator', run: reindex })
  app.get(
    '/api/admin/store/stats',
    {
      config: { access: 'administrator', handlerTimeout: false },
      schema: { summary: 'What the store takes, by collection', response: { 200: statistics } },
    },
    async () => {
      if (store.operations?.statistics === undefined) throw new Conflict('this store does not know what it takes')
      return store.operations.statistics()
    },
  )
  app.post(
    '/api/admin/store/compact',
    {
      config: { access: 'administrator', handlerTimeout: false, deferrable: true, idempotency: 'answer' },
      schema: {
        summary: 'Give the empty space of the store back to the system',
        response: { 200: compaction },
      },
    },
    async (request, reply) => {
      if (compactJob === undefined) return compact({})
      return compactJob.answer(request, reply, {}, { key: 'store', answer: result => reply.send(result) })
    },
  )
  app.post<{ Params: { type: string } }>(
    '/api/admin/store/reindex/:type',
    {
      config: { access: 'administrator', handlerTimeout: false, deferrable: true, idempotency: 'answer' },
      schema: {
        summary: 'Make what is derived from the resources of a type, after changes by other tools',
        params: { type: 'object', required: ['type'], properties: { type: { type: 'string' } } },
        response: { 200: reindexing },
      },
    },
    async (request, reply) => {
      const slug = request.params.type
      if (reindexJob === undefined) return reindex({ slug })
      return reindexJob.answer(request, reply, { slug }, { key: slug, answer: result => reply.send(result) })
    },
  )
}
