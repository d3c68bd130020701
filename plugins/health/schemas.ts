import { pageOf } from '../../lib/query/index.ts'

export const statusSchema = {
  type: 'object',
  required: ['status'],
  properties: { status: { const: 'ok' } },
}

const status = { type: 'string', enum: ['ok', 'degraded', 'failing'] } as const

/** The result of all checks. */
export const reportSchema = {
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { ...status, description: 'The worst status of a check' },
    checks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'status', 'message'],
        properties: {
          name: { type: 'string', description: '`<part>:<thing>`, such as `store:log`' },
          status,
          message: { type: 'string' },
          code: { type: 'string', description: 'Which message it is' },
          params: {
            type: 'object',
            additionalProperties: { type: ['string', 'number'] },
            description: 'What the message contains; bytes under names that end with `bytes`',
          },
        },
      },
    },
  },
} as const

/** The last backup and the last conversion; null when there was none. */
export const historyAnswer = {
  type: 'object',
  required: ['last_backup', 'last_conversion', 'slow_lists'],
  properties: {
    slow_lists: {
      type: 'array',
      description: 'Lists that took more than a second in the last seven days, by their shapes, the last seen first',
      items: {
        type: 'object',
        required: ['type', 'filter', 'sort', 'times', 'refused', 'max_ms', 'last_seen_at', 'index'],
        properties: {
          type: { type: 'string', description: 'The slug of the type' },
          filter: { type: 'array', items: { type: 'string' }, description: 'Field and operator of each filter' },
          sort: { type: 'string', description: 'Field and direction of the order' },
          times: { type: 'integer', description: 'How often' },
          refused: { type: 'integer', description: 'How many of them ended with `query-too-slow`' },
          max_ms: { type: 'integer', description: 'The longest time' },
          last_seen_at: { type: 'string', format: 'date-time' },
          index: {
            type: 'array',
            items: { type: 'string' },
            description: 'The index that would serve them, as an item of `x-indexes`; empty if none is known',
          },
        },
      },
    },
    last_conversion: {
      type: ['object', 'null'],
      required: ['from', 'to', 'rows', 'seconds', 'at', 'version'],
      properties: {
        from: { type: 'integer' },
        to: { type: 'integer' },
        rows: { type: 'integer', description: 'Documents that were converted' },
        seconds: { type: 'number' },
        at: { type: 'string', format: 'date-time', description: 'When it ended' },
        version: { type: 'string', description: 'The release that converted it' },
        commit: { type: 'string' },
      },
    },
    last_backup: {
      type: ['object', 'null'],
      required: ['at', 'file', 'bytes', 'rows', 'seconds'],
      properties: {
        at: { type: 'string', format: 'date-time', description: 'When it ended' },
        file: { type: 'string', description: 'Name of the file, without its folder' },
        bytes: { type: 'integer' },
        rows: { type: 'integer', description: 'Documents in it' },
        seconds: { type: 'number' },
      },
    },
  },
} as const

/** A page of running instances. */
export const instancesAnswer = pageOf({
  type: 'object',
  required: ['id', 'host', 'pid', 'version', 'url', 'started_at', 'last_seen_at'],
  properties: {
    id: { type: 'string' },
    host: { type: 'string' },
    pid: { type: 'integer' },
    version: { type: 'string' },
    commit: { type: 'string', description: 'The commit that the service was built from, if the build knew it' },
    url: { type: 'string', description: 'Where the instance listens' },
    started_at: { type: 'string', format: 'date-time' },
    last_seen_at: { type: 'string', format: 'date-time' },
  },
})
