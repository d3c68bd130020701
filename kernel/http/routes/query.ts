import type { FastifyRequest } from 'fastify'
import { ServiceError, attempt } from '../../errors.ts'
import { isRecord } from '../../../lib/json/index.ts'
import { checkNames, readBoolean, readQueryString } from '../../../lib/query/index.ts'
import type { QueryPair } from '../../../lib/query/index.ts'

/** The property of a query that keeps its decoded pairs, or the error in them. */
const read = Symbol('pairs')
type Query = Record<string, unknown> & { [read]?: QueryPair[] | ServiceError }

const emptyQuery = (): Query => Object.create(null)

const nothing: Query = Object.freeze(emptyQuery())

/**
 * Fastify's parser of query strings: names to texts, or to lists of texts where a name is repeated. It runs before any hook, so an error in
 * the query string is thrown later, by {@link queryPairs}.
 */
export function parseQuery(queryString: string): Record<string, unknown> {
  if (queryString === '') return nothing
  const query = emptyQuery()
  const pairs = attempt(
    () => readQueryString(queryString),
    error => {
      if (error instanceof ServiceError) return error
      throw error
    },
  )
  query[read] = pairs
  if (pairs instanceof ServiceError) return query
  for (const [name, value] of pairs) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return query
}

/**
 * The parameters of a request in their original order, decoded.
 * @throws BadRequest when the query string is malformed
 */
export function queryPairs(request: FastifyRequest): readonly QueryPair[] {
  const pairs = isQuery(request.query) ? (request.query[read] ?? []) : []
  if (pairs instanceof ServiceError) throw pairs
  return pairs
}

const isQuery = (query: unknown): query is Query => typeof query === 'object' && query !== null

/** The parameters that a route accepts: those that the schema of its query string declares. The route reads their values. */
interface QueryNames {
  names: ReadonlyMap<string, { repeatable: boolean }>
  patterns: readonly RegExp[]
}

/** Read the names from a JSON Schema of a query string; without one a route accepts no parameters. */
export function queryNames(schema: unknown): QueryNames {
  const { properties, patternProperties } = isRecord(schema) ? schema : {}
  const isArray = (property: unknown): boolean => isRecord(property) && property['type'] === 'array'
  return {
    names: new Map(
      Object.entries(properties ?? {}).map(([name, property]) => [name, { repeatable: isArray(property) }]),
    ),
    patterns: Object.keys(patternProperties ?? {}).map(pattern => new RegExp(pattern, 'u')),
  }
}

/** A parameter that occurs at most once; undefined when it is absent. */
export const queryParameter = (request: FastifyRequest, name: string): string | undefined =>
  queryPairs(request).find(([one]) => one === name)?.[1]

/**
 * A parameter that is `true` or `false`; false when it is absent.
 * @throws BadRequest for anything else
 */
export const queryFlag = (request: FastifyRequest, name: string): boolean =>
  readBoolean(name, queryParameter(request, name))

/** @throws BadRequest naming a parameter that the route does not accept, or that is repeated where it must not be */
export function checkQuery(request: FastifyRequest, { names, patterns }: QueryNames): void {
  if (request.query === nothing) return
  checkNames(queryPairs(request), name => {
    const declared = names.get(name)
    if (declared?.repeatable === false) return 'once'
    return declared !== undefined || patterns.some(pattern => pattern.test(name)) ? 'repeatedly' : undefined
  })
}
