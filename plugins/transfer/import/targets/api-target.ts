import { CommandFailed, exitCode, type ApiAnswer, type ApiClient } from '../../../../kernel/index.ts'
import { isObject, type Json } from '../../../../lib/json/index.ts'
import {
  bulkOperation,
  valueLists,
  wholeRow,
  withRetries,
  writeHalving,
  type ExistingResource,
  type ImportTarget,
  type RowOperation,
  type RowResult,
} from './import-target.ts'

/** A service reached by its API, which accepts copies of the resources of another service (administrators). */
export class ApiTarget implements ImportTarget {
  readonly #api: ApiClient
  readonly #statuses: readonly string[]

  /** @param statuses the statuses of resources to find */
  constructor(api: ApiClient, statuses: readonly string[]) {
    this.#api = api
    this.#statuses = statuses
  }

  async find(typeSlug: string, values: readonly string[], property = 'meta.id'): Promise<ExistingResource[]> {
    const found: ExistingResource[] = []
    for (const list of valueLists(values)) {
      const filter = { [`_filter[${property}][in]`]: list.join(',') }
      for (const status of this.#statuses) found.push(...(await this.#list(typeSlug, { ...filter, status })))
    }
    return found
  }

  write(typeSlug: string, operations: readonly RowOperation[]): Promise<RowResult[]> {
    const path = `/api/${encodeURIComponent(typeSlug)}/_bulk?copy=true`
    const write = async (some: readonly RowOperation[]): Promise<RowResult[]> => {
      const body = { operations: some.map(bulkOperation), atomic: false }
      const answer = await this.#send('POST', path, [400, 413], body)
      if (answer.status >= 400) throw new RefusedAsWhole(answer)
      return resultsOf(answer.body, some.length)
    }
    return writeHalving(operations, write, error => (error instanceof RefusedAsWhole ? error.result : undefined))
  }

  async #list(typeSlug: string, selection: Record<string, string>): Promise<ExistingResource[]> {
    const found: ExistingResource[] = []
    const query = new URLSearchParams({ limit: '1000', copy: 'true', ...selection })
    for (;;) {
      const path = `/api/${encodeURIComponent(typeSlug)}?${query.toString()}`
      const answer = await this.#send('GET', path, [403, 404])
      // If the type does not exist, or the caller cannot read its resources, nothing is found.
      if (answer.status >= 400) return []
      const { data, cursor } = isObject(answer.body) ? answer.body : {}
      for (const item of Array.isArray(data) ? data : []) found.push(readFound(item))
      if (typeof cursor !== 'string' || cursor === '') return found
      query.set('cursor', cursor)
    }
  }

  /** Send a request, and retry while the service is unavailable or busy: the ids of the operations prevent duplicates. */
  #send(method: string, path: string, accept: readonly number[], body?: Json): Promise<ApiAnswer> {
    const options = { accept: [...accept, 429], ...(body !== undefined && { body }) }
    const attempt = async (): Promise<ApiAnswer> => {
      const answer = await this.#api.request(method, path, options)
      if (answer.status === 429) throw new Busy('the service takes no more requests for now', exitCode.failed)
      if (hasUnwrittenRows(answer.body)) throw new Busy('the store of the service failed', exitCode.storeAway)
      return answer
    }
    return withRetries(
      attempt,
      error =>
        error instanceof Busy ||
        (error instanceof CommandFailed &&
          (error.exitCode === exitCode.storeAway || error.answerCode === 'outcome-unknown')),
    )
  }
}

class Busy extends CommandFailed {}

/** The error of a bulk request that was refused as a whole. */
class RefusedAsWhole extends Error {
  readonly result: RowResult

  constructor({ status, body }: ApiAnswer) {
    super('the request was refused')
    const message = isObject(body) ? body['message'] : undefined
    const text = typeof message === 'string' ? message : `status ${status}`
    // The message begins with the name of the only operation.
    this.result = { status, problems: wholeRow(text.replace(/^operations\[0\]: /, '')) }
  }
}

/** Whether the store failed during a bulk request: some rows were written, others not, or nobody knows. */
function hasUnwrittenRows(body: Json): boolean {
  const results = isObject(body) ? body['results'] : undefined
  return Array.isArray(results) && results.some(result => isObject(result) && result['status'] === 503)
}

function resultsOf(body: Json, count: number): RowResult[] {
  const results = isObject(body) ? body['results'] : undefined
  if (!Array.isArray(results) || results.length !== count) throw unknownShape('a bulk request')
  return results.map(result => {
    const { status, message } = isObject(result) ? result : {}
    return {
      status: Number(status),
      problems: wholeRow(typeof message === 'string' ? message : `status ${Number(status)}`),
    }
  })
}

function readFound(item: Json): ExistingResource {
  const { id, sequence_no, status, data } = isObject(item) ? item : {}
  const graph = isObject(data) ? data['@graph'] : undefined
  const node = Array.isArray(graph) ? graph[0] : undefined
  if (typeof id !== 'string' || typeof sequence_no !== 'number' || typeof status !== 'string' || !isObject(node))
    throw unknownShape('a list')
  const { '@id': _id, '@type': _type, ...properties } = node
  return { id, sequence_no, status, data: properties }
}

const unknownShape = (what: string): CommandFailed =>
  new CommandFailed(`the service answered ${what} in an unknown shape`, exitCode.failed)
