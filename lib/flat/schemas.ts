import type { JsonObject } from '../json/types.ts'
import { filterPatterns, pageOf, pageProperties, selectionProperties } from '../query/index.ts'
import type { FlatField, FlatShape } from './shape.ts'

const status = { type: 'string', enum: ['active', 'archived'] }

/** Properties that are refused in the body of a new resource. */
const never = { id: false, created_at: false }

const bodyField = ({ name, description, readOnly }: FlatField): [string, JsonObject | false] => [
  name,
  readOnly === true ? false : { type: 'string', description },
]

const repeated = { type: 'string', description: 'Only as it was read, with `id` beside it' } as const

/** Body of POST. */
export const createBody = ({ fields }: FlatShape): object => ({
  type: 'object',
  additionalProperties: false,
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  properties: { ...Object.fromEntries(fields.map(bodyField)), ...never },
})

/** Body of PUT: the fields to change. What an answer shows besides can be repeated, see `checkRepeated`. */
export const updateBody = (shape: FlatShape): object => changesOf(shape, 'string')

/** Body of PATCH: the fields to change (JSON Merge Patch). Null removes a value, as the empty text does. */
export const patchBody = (shape: FlatShape): object => changesOf(shape, ['string', 'null'])

const changesOf = ({ fields }: FlatShape, type: string | string[]): object => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(
      fields.map(({ name, description, readOnly }) => [name, readOnly === true ? repeated : { type, description }]),
    ),
    id: repeated,
    created_at: repeated,
    status,
  },
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

/** Parameters of a list. */
export const flatQuery = {
  type: 'object',
  properties: { ...pageProperties, ...selectionProperties },
  patternProperties: filterPatterns,
} as const

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
