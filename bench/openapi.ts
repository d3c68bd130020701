import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../lib/json/types.ts'
import { answersPerSecond, median } from './load.ts'
import type { Client, LoadRequest } from './load.ts'
import { article, articleType, randomFrom } from './sample.ts'
import { call, startService, type Service } from './service.ts'

const operations = '/api/articles'
const byType = '/api/article'

/** One task, as an operation of the document and as a request to the API of its type. */
interface Comparison {
  name: string
  operation: LoadRequest[]
  typed: LoadRequest[]
}

/**
 * Compare operations of an OpenAPI document with the same requests to the API of the document's type, in one service on one store.
 * @param folder folder for document and store
 * @returns a table for people: answers per second and their ratio, the median of interleaved rounds
 */
export async function compareOperations(
  folder: string,
  { rows, seconds, rounds }: { rows: number; seconds: number; rounds: number },
): Promise<string> {
  const document = join(folder, 'articles.json')
  writeFileSync(document, JSON.stringify(articleDocument()))
  const store = { SQLITE_PATH: join(folder, 'openapi.db'), MONGODB_URL: '' }
  const service = await startService(folder, store, { openapi: { document } })
  try {
    return table(await measure(service, await prepare(service.administrator, rows), seconds, rounds))
  } finally {
    await service.stop()
  }
}

/** The measured article as a document describes it: the same properties, identified by a generated id. */
export function articleDocument(): JsonObject {
  const { rating, ...properties } = articleType.schema.properties
  const reference = { $ref: '#/components/schemas/Article' }
  const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
  const answers = (status: string, schema: JsonObject): JsonObject => ({
    responses: { [status]: { description: 'done', ...content(schema) } },
  })
  const requestBody = { required: true, ...content(reference) }
  const page = {
    type: 'object',
    properties: { total: { type: 'integer' }, page: { type: 'integer' }, items: { type: 'array', items: reference } },
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Articles', version: '1' },
    paths: {
      '/articles': {
        get: answers('200', { type: 'array', items: reference }),
        post: { requestBody, ...answers('201', reference) },
      },
      '/articles/pages': { get: answers('200', page) },
      '/articles/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: answers('200', reference),
        put: { requestBody, ...answers('200', reference) },
      },
    },
    components: {
      schemas: {
        Article: {
          ...articleType.schema,
          properties: {
            id: { type: 'string' },
            ...properties,
            rating: { type: 'number', nullable: true, minimum: rating.minimum, maximum: rating.maximum },
          },
        },
      },
    },
  }
}

export async function prepare(client: Client, rows: number): Promise<Comparison[]> {
  const random = randomFrom(1)
  for (let done = 0; done < rows; done += 1_000) {
    const created = Array.from({ length: 1_000 }, (): JsonObject => ({ op: 'create', data: article(random) }))
    await call(client, 'POST', `${byType}/_bulk`, { operations: created })
  }
  interface ListAnswer {
    data: { id: string; data: { '@graph': [{ id: string }] } }[]
  }
  const { data } = await call<ListAnswer>(client, 'GET', `${byType}?limit=1000`)
  const known = data.map(resource => ({ urn: resource.id, id: resource.data['@graph'][0].id }))
  const bodies = Array.from({ length: 500 }, () => article(random))
  const put = (path: (at: number) => string, own: (at: number) => JsonObject): LoadRequest[] =>
    bodies.map((body, at) => ({ method: 'PUT', path: path(at), body: { ...body, ...own(at) } }))
  const idAt = (at: number): string => known[at]?.id ?? ''
  return [
    {
      name: 'get',
      operation: known.map(({ id }) => ({ path: `${operations}/${id}` })),
      typed: known.map(({ urn }) => ({ path: `${byType}/${urn}` })),
    },
    {
      name: 'list',
      operation: [{ path: operations }],
      typed: [{ path: `${byType}?sort_by=id&sort_order=asc` }],
    },
    {
      name: 'list with total',
      operation: [{ path: `${operations}/pages` }],
      typed: [{ path: `${byType}?sort_by=id&sort_order=asc&count=true` }],
    },
    {
      name: 'create',
      operation: bodies.map(body => ({ method: 'POST', path: operations, body })),
      typed: bodies.map(body => ({ method: 'POST', path: byType, body })),
    },
    {
      name: 'update',
      operation: put(
        at => `${operations}/${idAt(at)}`,
        () => ({}),
      ),
      typed: put(
        at => `${byType}/${known[at]?.urn ?? ''}`,
        at => ({ id: idAt(at) }),
      ),
    },
  ]
}

interface Measurement {
  name: string
  operation: number[]
  typed: number[]
}

async function measure(
  service: Service,
  comparisons: readonly Comparison[],
  seconds: number,
  rounds: number,
): Promise<Measurement[]> {
  const measurements = comparisons.map(({ name }): Measurement => ({ name, operation: [], typed: [] }))
  for (const { operation, typed } of comparisons) {
    for (const requests of [operation, typed]) await answersPerSecond(service, requests, 1)
  }
  for (let round = 0; round < rounds; round++) {
    for (const [at, { operation, typed }] of comparisons.entries()) {
      measurements[at]?.typed.push(await answersPerSecond(service, typed, seconds))
      measurements[at]?.operation.push(await answersPerSecond(service, operation, seconds))
    }
  }
  return measurements
}

function table(measurements: readonly Measurement[]): string {
  const lines = measurements.map(({ name, operation, typed }) => {
    const ratio = median(operation.map((value, at) => value / (typed[at] ?? Number.NaN)))
    return `| ${name} | ${Math.round(median(operation))} | ${Math.round(median(typed))} | ${ratio.toFixed(3)} |`
  })
  return ['| scenario | operation/s | type API/s | ratio |', '|---|---|---|---|', ...lines, ''].join('\n')
}
