import type { JsonObject } from '../json/types.ts'
import { pageOf } from '../query/index.ts'
import type { FlatField, FlatShape } from './shape.ts'

const status = { type: 'string', enum: ['active', 'archived'] }

/** Properties that are refused in every body. */
const never = { id: false, created_at: false }

const bodyField = ({ name, description, readOnly }: FlatField): [string, JsonObject | false] => [
  name,
  readOnly === true ? false : { type: 'string', description },
]

/** Body of POST. */
export const createBody = ({ fields }: FlatShape): object => ({
  type: 'object',
  additionalProperties: false,
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  properties: { ...Object.fromEntries(fields.map(bodyField)), ...never },
})

/** Body of PUT: the fields to change. */
export const updateBody = ({ fields }: FlatShape): object => ({
  type: 'object',
  additionalProperties: false,
  properties: { ...Object.fromEntries(fields.map(bodyField)), ...never, status },
})

/** A resource in its flat shape. */
export function flatAnswer({ fields }: FlatShape): object {
  const properties = {
    id: { type: 'string', description: 'URN' },
    ...Object.fromEntries(fields.map(({ name, description }) => [name, { type: 'string', description }])),
    status,
    created_at: { type: 'string', format: 'date-time' },
  }
  return { type: 'object', required: Object.keys(properties), properties }
}

/** A page of resources in their flat shape. */
export const flatPage = (shape: FlatShape): object => pageOf(flatAnswer(shape))

/** Parameters of archiving. */
export const archiveQuery = {
  type: 'object',
  properties: {
    dry_run: { type: 'boolean', description: 'Check everything, change nothing' },
    force: { type: 'boolean', description: 'Archive although others refer to it (administrators)' },
  },
} as const

/** Parameters of a change, which may archive. */
export const updateQuery = { type: 'object', properties: { force: archiveQuery.properties.force } } as const

/** Answer to a dry run of archiving: the resources that refer to this one. */
export const problemsAnswer = {
  type: 'object',
  required: ['problems'],
  properties: { problems: { type: 'array', items: { type: 'object' } } },
} as const
