import { CommandFailed, exitCode, isObject, type ApiAnswer, type ApiClient, type Json } from '../../../kernel/index.ts'
import type { RefusedRow } from '../formats/rows.ts'
import type { ReadyRow } from './batches.ts'
import { find, type Found } from './find.ts'
import { messageOf, persistently } from './persistently.ts'

/** What became of the rows of a batch. */
export interface Outcome {
  created: ReadyRow[]
  updated: ReadyRow[]
  /** Rows whose id the service has already: a repeat. */
  alreadyThere: { row: ReadyRow; found: Found }[]
  refused: RefusedRow[]
}

/** How rows are sent. */
export interface Sending {
  /** Only try: nothing is written. */
  dryRun?: boolean
  /** An archived resource counts as there, too. */
  archivedToo?: boolean
}

/** Sends rows to one type of the service. */
export class Sender {
  readonly #api: ApiClient
  readonly #typeSlug: string
  readonly #archivedToo: boolean
  readonly #path: string

  constructor(api: ApiClient, typeSlug: string, { dryRun = false, archivedToo = false }: Sending = {}) {
    this.#api = api
    this.#typeSlug = typeSlug
    this.#archivedToo = archivedToo
    this.#path = `/api/${encodeURIComponent(typeSlug)}/_bulk${dryRun ? '?dry_run=true' : ''}`
  }

  /**
   * Write these rows, each for itself: create what they are, or change what they change. Tries again while the service is away or busy:
   * the rows have their ids, so none is doubled.
   * @throws `CommandFailed` when that lasts, or nothing may be written at all
   */
  async send(rows: readonly ReadyRow[]): Promise<Outcome> {
    if (rows.length === 0) return { created: [], updated: [], alreadyThere: [], refused: [] }
    const operations = rows.map(({ id, data, changes }) => ({
      op: changes === undefined ? 'create' : 'patch',
      id,
      data,
    }))
    const answer = await persistently(this.#api, 'POST', this.#path, { operations, atomic: false })
    if (answer.status >= 400) return this.#refusedAsAWhole(rows, answer)
    const results = resultsOf(answer.body, rows.length)
    const taken = rows.filter((row, index) => row.changes === undefined && results[index]?.status === 409)
    const there = await this.#present(taken.map(row => row.id))
    const outcome: Outcome = { created: [], updated: [], alreadyThere: [], refused: [] }
    for (const [index, row] of rows.entries()) {
      const { status, message } = results[index] ?? { status: 500, message: 'no answer' }
      const found = there.get(row.id)
      if (status < 400) (row.changes === undefined ? outcome.created : outcome.updated).push(row)
      else if (found !== undefined) outcome.alreadyThere.push({ row, found })
      else outcome.refused.push({ line: row.line, reasons: reasonsOf(message), row: row.row, id: row.id })
    }
    return outcome
  }

  /** One row among them spoils the request (its id, its size): find it by halving. */
  async #refusedAsAWhole(rows: readonly ReadyRow[], answer: ApiAnswer): Promise<Outcome> {
    const [only] = rows
    if (rows.length === 1 && only !== undefined) {
      const reasons = reasonsOf(messageOf(answer).replace(/^operations\[0\]:? ?/, ''))
      const refused = [{ line: only.line, reasons, row: only.row, id: only.id }]
      return { created: [], updated: [], alreadyThere: [], refused }
    }
    const middle = Math.ceil(rows.length / 2)
    const first = await this.send(rows.slice(0, middle))
    const second = await this.send(rows.slice(middle))
    return {
      created: [...first.created, ...second.created],
      updated: [...first.updated, ...second.updated],
      alreadyThere: [...first.alreadyThere, ...second.alreadyThere],
      refused: [...first.refused, ...second.refused],
    }
  }

  /** Those among these ids that the caller sees. */
  async #present(ids: readonly string[]): Promise<Map<string, Found>> {
    const found = await find(this.#api, this.#typeSlug, 'meta.id', ids)
    if (this.#archivedToo) {
      const active = new Set(found.map(({ id }) => id))
      const others = ids.filter(id => !active.has(id))
      found.push(...(await find(this.#api, this.#typeSlug, 'meta.id', others, 'archived')))
    }
    return new Map(found.map(one => [one.id, one]))
  }
}

/** The results of a bulk request, one for each operation. */
export function resultsOf(body: Json, count: number): { status: number; message: string }[] {
  const results = isObject(body) ? body['results'] : undefined
  if (!Array.isArray(results) || results.length !== count) {
    throw new CommandFailed('the service answered a bulk request in an unknown shape', exitCode.failed)
  }
  return results.map(result => {
    const { status, message } = isObject(result) ? result : {}
    return { status: Number(status), message: typeof message === 'string' ? message : `status ${Number(status)}` }
  })
}

/** The API names every failing field in one message, joined with semicolons. */
export const reasonsOf = (message: string): string[] => message.split(/; (?=[^;:]+: )/)
