import { CommandFailed, exitCode, type ApiAnswer, type ApiClient } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { RefusedRow } from '../formats/rows.ts'
import { refusal, type ReadyRow } from './batches.ts'
import { differencesOf, hasOwnId } from './differences.ts'
import { find, type Found } from './find.ts'
import { messageOf, persistently } from './persistently.ts'

/** What became of the rows of a batch. */
export interface Outcome {
  created: ReadyRow[]
  updated: ReadyRow[]
  /** Rows whose id the service has already: a repeat. */
  alreadyThere: { row: ReadyRow; found: Found }[]
  /** Rows whose id the service has already, with other content: the names of the properties that differ. */
  differing: { row: ReadyRow; names: string[] }[]
  refused: RefusedRow[]
}

/** How rows are sent. */
export interface Sending {
  /** Only try: nothing is written. */
  dryRun?: boolean
  /** An archived resource counts as there, too. */
  archivedToo?: boolean
  /** Change resources that have the id of a row and other content, instead of telling that they differ. */
  update?: boolean
  /** Properties that the service sets; those of the rows must be what it sets. */
  readOnly?: readonly string[]
  /** The rows are those of another service: no behaviours, values that the service sets are kept. */
  copy?: boolean
}

/** Where rows of a type are sent to. */
export function bulkPath(typeSlug: string, { dryRun, copy, readOnly = [] }: Sending): string {
  const query = new URLSearchParams({
    ...(dryRun === true && { dry_run: 'true' }),
    ...(copy === true ? { copy: 'true' } : readOnly.length > 0 && { check_read_only: 'true' }),
  })
  return `/api/${encodeURIComponent(typeSlug)}/_bulk${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** What becomes of no rows. */
export const emptyOutcome = (): Outcome => ({ created: [], updated: [], alreadyThere: [], differing: [], refused: [] })

/** Sends rows to one type of the service. */
export class Sender {
  readonly #api: ApiClient
  readonly #typeSlug: string
  readonly #sending: Sending
  readonly #path: string

  constructor(api: ApiClient, typeSlug: string, sending: Sending = {}) {
    this.#api = api
    this.#typeSlug = typeSlug
    this.#sending = sending
    this.#path = bulkPath(typeSlug, sending)
  }

  /**
   * Write these rows, each for itself: create what they are, or change what they change. Tries again while the service is away or busy:
   * the rows have their ids, so none is doubled.
   * @throws `CommandFailed` when that lasts, or nothing may be written at all
   */
  async send(rows: readonly ReadyRow[]): Promise<Outcome> {
    if (rows.length === 0) return emptyOutcome()
    const operations = rows.map(({ id, data, changes }) => ({
      op: changes === undefined ? 'create' : 'patch',
      id,
      data,
    }))
    const answer = await persistently(this.#api, 'POST', this.#path, { operations, atomic: false })
    if (answer.status >= 400) return this.#refusedAsAWhole(rows, answer)
    const results = resultsOf(answer.body, rows.length)
    const taken = rows.filter(
      (row, index) => row.changes === undefined && this.#mayBeThere(row, results[index]?.status),
    )
    const there = await this.#present(taken.map(row => row.id))
    const outcome = emptyOutcome()
    const changed: ReadyRow[] = []
    for (const [index, row] of rows.entries()) {
      const { status, message } = results[index] ?? { status: 500, message: 'no answer' }
      const found = there.get(row.id)
      if (status < 400) (row.changes === undefined ? outcome.created : outcome.updated).push(row)
      else if (found === undefined) outcome.refused.push(refusal(row, reasonsOf(message)))
      else if (this.#compare(row, found, outcome)) changed.push({ ...row, changes: found })
    }
    return changed.length === 0 ? outcome : joined(outcome, await this.send(changed))
  }

  /** Whether the id of a refused row may be in use. A read-only value may be refused first: it was set for what is there. */
  #mayBeThere({ data }: ReadyRow, status: number | undefined): boolean {
    const { readOnly = [] } = this.#sending
    return status === 409 || (status === 400 && readOnly.some(name => Object.hasOwn(data, name)))
  }

  /** Compare a row with the resource that has its id. @returns whether it is to be changed to what the row says */
  #compare(row: ReadyRow, found: Found, outcome: Outcome): boolean {
    const { readOnly = [], copy, update = false } = this.#sending
    const names = hasOwnId(row) ? differencesOf(row, found) : []
    const set = copy === true ? [] : names.filter(name => readOnly.includes(name))
    if (names.length === 0) outcome.alreadyThere.push({ row, found })
    else if (set.length === names.length) {
      outcome.refused.push(
        refusal(
          row,
          set.map(name => `${name}: must not differ from what the service sets`),
        ),
      )
    } else if (update) return true
    else outcome.differing.push({ row, names })
    return false
  }

  /** One row among them spoils the request (its id, its size): find it by halving. */
  async #refusedAsAWhole(rows: readonly ReadyRow[], answer: ApiAnswer): Promise<Outcome> {
    const [only] = rows
    if (rows.length === 1 && only !== undefined) {
      const reasons = reasonsOf(messageOf(answer).replace(/^operations\[0\]:? ?/, ''))
      return { ...emptyOutcome(), refused: [refusal(only, reasons)] }
    }
    const middle = Math.ceil(rows.length / 2)
    const first = await this.send(rows.slice(0, middle))
    const second = await this.send(rows.slice(middle))
    return joined(first, second)
  }

  /** Those among these ids that the caller sees. */
  async #present(ids: readonly string[]): Promise<Map<string, Found>> {
    const { archivedToo, copy = false } = this.#sending
    const found = await find(this.#api, this.#typeSlug, 'meta.id', ids, { copy })
    if (archivedToo === true) {
      const active = new Set(found.map(({ id }) => id))
      const others = ids.filter(id => !active.has(id))
      found.push(...(await find(this.#api, this.#typeSlug, 'meta.id', others, { status: 'archived', copy })))
    }
    return new Map(found.map(one => [one.id, one]))
  }
}

const joined = (first: Outcome, second: Outcome): Outcome => ({
  created: [...first.created, ...second.created],
  updated: [...first.updated, ...second.updated],
  alreadyThere: [...first.alreadyThere, ...second.alreadyThere],
  differing: [...first.differing, ...second.differing],
  refused: [...first.refused, ...second.refused],
})

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
