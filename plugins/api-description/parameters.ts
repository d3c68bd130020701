import type { RouteDescription } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { ResourceType } from '../types/contract.ts'
import { schemaEntries } from './typed-schemas.ts'

const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'like', 'exists']
const standardColumns = ['id', 'status', 'created_by', 'sequence_no', 'created_at', 'updated_at']

/** Every parameter of an operation. */
export function parametersOf(route: RouteDescription, type: ResourceType | undefined): JsonObject[] {
  const filters = type !== undefined && route.config.typed?.filters === true ? filterParameters(type) : []
  const described = new Set(filters.map(({ name }) => name))
  const plain = queryParameters(route).filter(({ name }) => !described.has(name))
  return [...pathParameters(route.path, type), ...plain, ...filters]
}

function pathParameters(path: string, type: ResourceType | undefined): JsonObject[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  return names
    .filter(name => type === undefined || name !== 'typeSlug')
    .map(name => ({ name, in: 'path', required: true, schema: { type: 'string' }, ...pathHelp(name) }))
}

const pathHelp = (name: string): JsonObject => (name === 'id' ? { description: 'The full URN, or its last part' } : {})

function queryParameters({ query }: RouteDescription): JsonObject[] {
  const required = Array.isArray(query['required']) ? query['required'] : []
  return schemaEntries(query, 'properties').map(([name, schema]) => {
    const { description, ...rest } = isObject(schema) ? schema : {}
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }
  })
}

/** The filter and sort parameters of a list of this type. */
function filterParameters({ compiled }: ResourceType): JsonObject[] {
  const columns = compiled.columns.filter(({ kind }) => kind !== 'json')
  const fields = [...new Set([...columns.map(({ path }) => path.join('.')), ...standardColumns])]
  const sortable = columns.filter(({ indexed, many }) => indexed && !many).map(({ path }) => path.join('.'))
  const tests: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(operators.map(operator => [operator, { type: 'string' }])),
    additionalProperties: false,
  }
  return [
    {
      name: 'sort_by',
      in: 'query',
      schema: { type: 'string', examples: [...new Set([...sortable, ...standardColumns])] },
    },
    { name: 'filter_field', in: 'query', schema: { type: 'string', examples: fields } },
    {
      name: '_filter',
      in: 'query',
      description:
        'Conditions, all of which must hold: `_filter[field][operator]=value`; dots reach into objects and across one reference. ' +
        'Of groups, `_filter[or][0][field][operator]=value` (0 to 9), at least one must hold besides',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', properties: Object.fromEntries(fields.map(field => [field, tests])) },
    },
  ]
}
