import { pageOf, pageProperties } from '../../lib/query/index.ts'
import { states } from './records.ts'

const moment = { type: ['string', 'null'], format: 'date-time' } as const

/** A run in a list. */
export const runAnswer = {
  type: 'object',
  title: 'JobRun',
  required: [
    'id',
    'name',
    'state',
    'attempt',
    'max_attempts',
    'error',
    'progress',
    'href',
    'started_by',
    'created_at',
    'due_at',
    'started_at',
    'ended_at',
  ],
  properties: {
    id: { type: 'string', description: '`urn:job-run:<id>`' },
    name: { type: 'string', description: '`<plugin>:<job>`' },
    state: { type: 'string', enum: states, description: '`dead`: it failed for good, or was cancelled' },
    attempt: { type: 'integer', minimum: 0, description: 'Attempts so far, the present one included' },
    max_attempts: { type: 'integer', minimum: 1 },
    error: {
      type: ['object', 'null'],
      description: 'Why the last attempt failed, or why the run waits: a problem (RFC 9457)',
      required: ['type', 'title', 'status', 'detail', 'code'],
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string', description: 'What is wrong, in a sentence' },
        code: { type: 'string' },
      },
    },
    progress: {
      type: ['object', 'null'],
      required: ['done', 'total'],
      properties: {
        done: { type: 'number' },
        total: { type: ['number', 'null'], description: 'null while it is not known' },
      },
    },
    href: {
      type: ['string', 'null'],
      description: 'The `href` of the result: the address at which what the run has made is read',
    },
    started_by: { type: 'string', description: 'URN of the user who started it' },
    created_at: { type: 'string', format: 'date-time' },
    due_at: { ...moment, description: 'When a waiting run is tried next' },
    started_at: { ...moment, description: 'When the last attempt began' },
    ended_at: moment,
    result: {
      description:
        'Of a run that is done, in the answer for it alone, for who started it: what the request would have been answered',
    },
  },
} as const

export const runsAnswer = pageOf(runAnswer)

export const runsQuery = {
  type: 'object',
  properties: {
    state: { type: 'string', enum: states, description: 'Only runs in this state' },
    name: { type: 'string', description: 'Only runs of this job, `<plugin>:<job>`' },
    ...pageProperties,
  },
} as const
