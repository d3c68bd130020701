const bytes = { type: ['integer', 'null'], minimum: 0 } as const

/** Answer of the statistics: `StoreStatistics` of the store. */
export const statistics = {
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
export const compaction = {
  type: 'object',
  required: ['freed_bytes', 'seconds'],
  properties: { freed_bytes: { type: 'integer', minimum: 0 }, seconds: { type: 'number', minimum: 0 } },
} as const
