import { setTimeout as pause } from 'node:timers/promises'
import { CommandFailed, exitCode, isObject, type ApiAnswer, type ApiClient, type Json } from '../../../kernel/index.ts'
import type { RefusedRow } from '../formats/rows.ts'
import type { ReadyRow } from './batches.ts'

/** What became of the rows of a batch. */
export interface Outcome {
  created: number
  /** Rows whose id the service has already: a repeat. */
  alreadyThere: number
  refused: RefusedRow[]
}

const pauses = [500, 1000, 2000, 4000, 8000]
const longestPath = 6000

/** Sends rows to one type of the service. */
export class Sender {
  readonly #api: ApiClient
  readonly #path: string

  constructor(api: ApiClient, typeSlug: string) {
    this.#api = api
    this.#path = `/api/${encodeURIComponent(typeSlug)}`
  }

  /**
   * Create these rows, each for itself. Tries again while the service is away or busy: the rows have their ids, so none is doubled.
   * @throws `CommandFailed` when that lasts, or nothing may be written at all
   */
  async send(rows: readonly ReadyRow[]): Promise<Outcome> {
    if (rows.length === 0) return { created: 0, alreadyThere: 0, refused: [] }
    const operations = rows.map(({ id, data }) => ({ op: 'create', id, data }))
    const answer = await this.#persistently('POST', `${this.#path}/_bulk`, { operations, atomic: false })
    if (answer.status >= 400) return this.#refusedAsAWhole(rows, answer)
    const results = resultsOf(answer.body, rows.length)
    const taken = rows.filter((_, index) => results[index]?.status === 409)
    const there = taken.length === 0 ? new Set() : await this.#present(taken.map(row => row.id))
    const refused = rows.flatMap((row, index): RefusedRow[] => {
      const { status, message } = results[index] ?? { status: 500, message: 'no answer' }
      return status < 400 || there.has(row.id) ? [] : [{ line: row.line, reasons: reasonsOf(message), row: row.row }]
    })
    return { created: rows.length - refused.length - there.size, alreadyThere: there.size, refused }
  }

  /** One row among them spoils the request (its id, its size): find it by halving. */
  async #refusedAsAWhole(rows: readonly ReadyRow[], answer: ApiAnswer): Promise<Outcome> {
    const [only] = rows
    if (rows.length === 1 && only !== undefined) {
      const reasons = reasonsOf(messageOf(answer).replace(/^operations\[0\]:? ?/, ''))
      return { created: 0, alreadyThere: 0, refused: [{ line: only.line, reasons, row: only.row }] }
    }
    const middle = Math.ceil(rows.length / 2)
    const first = await this.send(rows.slice(0, middle))
    const second = await this.send(rows.slice(middle))
    return {
      created: first.created + second.created,
      alreadyThere: first.alreadyThere + second.alreadyThere,
      refused: [...first.refused, ...second.refused],
    }
  }

  /** Which of these ids the caller sees as active resources. */
  async #present(ids: readonly string[]): Promise<Set<string>> {
    const present = new Set<string>()
    for (let from = 0; from < ids.length;) {
      let until = from
      let list = ''
      while (until < ids.length && until - from < 100 && list.length < longestPath) {
        list += `${until === from ? '' : ','}${encodeURIComponent(ids[until] ?? '')}`
        until++
      }
      const answer = await this.#persistently('GET', `${this.#path}?limit=100&_filter%5Bmeta.id%5D%5Bin%5D=${list}`)
      if (answer.status >= 400) throw new CommandFailed(messageOf(answer), exitCode.failed)
      const data = isObject(answer.body) ? answer.body['data'] : undefined
      for (const item of Array.isArray(data) ? data : []) {
        if (isObject(item) && typeof item['id'] === 'string') present.add(item['id'])
      }
      from = until
    }
    return present
  }

  async #persistently(method: string, path: string, body?: Json): Promise<ApiAnswer> {
    const options = { accept: [400, 413, 429, 503], ...(body !== undefined && { body }) }
    for (const milliseconds of pauses) {
      try {
        const answer = await this.#api.request(method, path, options)
        if (answer.status !== 429 && answer.status !== 503) return answer
      } catch (error) {
        if (!(error instanceof CommandFailed && error.exitCode === exitCode.storeAway)) throw error
      }
      await pause(milliseconds)
    }
    return this.#api.request(method, path, { ...options, accept: [400, 413] })
  }
}

function resultsOf(body: Json, count: number): { status: number; message: string }[] {
  const results = isObject(body) ? body['results'] : undefined
  if (!Array.isArray(results) || results.length !== count) {
    throw new CommandFailed('the service answered a bulk request in an unknown shape', exitCode.failed)
  }
  return results.map(result => {
    const { status, message } = isObject(result) ? result : {}
    return { status: Number(status), message: typeof message === 'string' ? message : `status ${Number(status)}` }
  })
}

const messageOf = (answer: ApiAnswer): string =>
  isObject(answer.body) && typeof answer.body['message'] === 'string'
    ? answer.body['message']
    : `status ${answer.status}`

/** The API names every failing field in one message, joined with semicolons. */
const reasonsOf = (message: string): string[] => message.split(/; (?=[^;:]+: )/)
