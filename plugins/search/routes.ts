import type { FastifyInstance, FastifySchema } from 'fastify'
import { queryPairs, replyItems } from '../../kernel/index.ts'
import { readAcceptLanguage } from '../../lib/language/index.ts'
import {
  invalidParameter,
  quote,
  readBoolean,
  readInteger,
  readPerspective,
  readWords,
  requestDeadline,
} from '../../lib/query/index.ts'
import type { QueryPair } from '../../lib/query/index.ts'
import { dueOfAll } from './due.ts'
import type { DueRequest } from './due.ts'
import {
  dueAnswer,
  dueLimits,
  dueQuery,
  newestAnswer,
  newestLimits,
  newestQuery,
  searchAnswer,
  searchLimits,
  searchQuery,
} from './schemas.ts'
import { newestOfAll, searchAll } from './search.ts'
import type { NewestRequest, SearchParts, SearchRequest } from './search.ts'
import type { Caller } from '../../kernel/index.ts'

/** `GET /api/search`, `GET /api/search/newest`, `GET /api/search/due` */
export function searchRoutes(app: FastifyInstance, parts: SearchParts): void {
  const list = <Asked>(
    path: string,
    schema: FastifySchema,
    read: (pairs: readonly QueryPair[]) => Asked,
    find: (caller: Caller, asked: Asked & Pick<SearchRequest, 'deadline' | 'languages'>) => Promise<object[]>,
  ): unknown =>
    app.get(
      path,
      { config: { access: 'signed-in', tokenLimits: { types: false } }, schema },
      async (request, reply) => {
        const languages = readAcceptLanguage(request.headers['accept-language'])
        const asked = { ...read(queryPairs(request)), languages, deadline: requestDeadline() }
        const items = await find(request.caller, asked)
        reply.header('vary', 'Accept, Accept-Language, Cookie, Authorization')
        return replyItems(reply, { items })
      },
    )
  list(
    '/api/search',
    {
      summary: 'Find resources of all types by words',
      querystring: searchQuery,
      response: { 200: searchAnswer },
    },
    readRequest,
    async (caller, asked) => {
      const found = await searchAll(parts, caller, asked)
      return found.map(({ type_slug, resources, has_more }) => ({ type_slug, resources, has_more }))
    },
  )
  list(
    '/api/search/newest',
    { summary: 'The newest resources of each type', querystring: newestQuery, response: { 200: newestAnswer } },
    readNewest,
    (caller, asked) => newestOfAll(parts, caller, asked),
  )
  list(
    '/api/search/due',
    { summary: 'What is to be done, of each type', querystring: dueQuery, response: { 200: dueAnswer } },
    readDue,
    (caller, asked) => dueOfAll(parts, caller, asked),
  )
}

function readDue(pairs: readonly QueryPair[]): Omit<DueRequest, 'deadline' | 'languages'> {
  const textOf = textsIn(pairs)
  return {
    assignedTo: textOf('assigned_to'),
    notAssignedTo: textOf('not_assigned_to'),
    until: textOf('until'),
    limit: readCount('limit', textOf('limit') ?? String(dueLimits.usual), 1, dueLimits.most),
    perspective: readPerspective(textOf('perspective')),
    typeSlugs: typesIn(pairs),
  }
}

function readNewest(pairs: readonly QueryPair[]): Omit<NewestRequest, 'deadline' | 'languages'> {
  const textOf = textsIn(pairs)
  const by = textOf('by') ?? 'changed'
  if (by !== 'changed' && by !== 'created') {
    throw invalidParameter(`by must be changed or created, not ${quote(by)}`, 'by')
  }
  return {
    by,
    createdBy: textOf('created_by'),
    ids: readIds(pairs),
    limit: readCount('limit', textOf('limit') ?? String(newestLimits.usual), 1, newestLimits.most),
    perspective: readPerspective(textOf('perspective')),
    typeSlugs: typesIn(pairs),
  }
}

function readIds(pairs: readonly QueryPair[]): string[] {
  const ids = pairs.flatMap(([name, value]) => (name === 'id' ? [value] : []))
  if (ids.length <= newestLimits.most) return ids
  throw invalidParameter(`id can be given at most ${newestLimits.most} times`, 'id')
}

const textsIn =
  (pairs: readonly QueryPair[]) =>
  (parameter: string): string | undefined =>
    pairs.find(([name]) => name === parameter)?.[1]

const typesIn = (pairs: readonly QueryPair[]): string[] =>
  pairs.flatMap(([name, value]) => (name === 'type_slug' ? [value] : []))

function readRequest(pairs: readonly QueryPair[]): Omit<SearchRequest, 'deadline' | 'languages'> {
  const textOf = textsIn(pairs)
  const text = textOf('q') ?? ''
  return {
    text,
    words: readWords(text),
    limit: readCount('limit', textOf('limit') ?? String(searchLimits.usual), 1, searchLimits.most),
    offset: readCount('offset', textOf('offset') ?? '0', 0, searchLimits.mostBefore),
    perspective: readPerspective(textOf('perspective')),
    excerpts: readBoolean('excerpts', textOf('excerpts')),
    typeSlugs: typesIn(pairs),
  }
}

function readCount(name: string, text: string, least: number, most: number): number {
  const count = text === '0' && least === 0 ? 0 : readInteger(text, most)
  if (count !== undefined) return count
  throw invalidParameter(`${name} must be an integer from ${least} to ${most}, not ${quote(text)}`, name)
}
