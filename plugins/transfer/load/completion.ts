import { type ApiClient } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { positionOf } from '../formats/rows.ts'
import type { ReadyRow } from './batches.ts'
import type { Part } from './part.ts'
import type { BatchOutcome } from './pass.ts'
import { messageOf, persistently } from './persistently.ts'
import { bulkPath, reasonsOf, resultsOf } from './send.ts'
import { Spill } from './spill.ts'

/** A row of which something is left to do. */
export interface Unfinished extends JsonObject {
  part: number
  line: number
  number?: number
  id: string
  /** Whether it was created or changed just now, and not by an earlier import. */
  fresh: boolean
  /** Names of the properties to set. */
  names: string[]
  op: 'patch' | 'update'
  data: JsonObject
  row: JsonObject
}

const atOnce = 200

/** What is left to do when all rows are there: references to what came later, and what is to be archived. */
export class Completion {
  readonly #parts: Part[] = []
  readonly #references = new Spill<Unfinished>()
  readonly #archived = new Spill<Unfinished>()

  /** Note what is left to do of the rows that were just sent. Of those that were there, only what an interrupted import left undone. */
  async note(part: Part, { created, updated, alreadyThere }: BatchOutcome): Promise<void> {
    const number = this.#numberOf(part)
    const unfinished = (row: ReadyRow, fresh: boolean): Unfinished => ({
      part: number,
      ...positionOf(row),
      id: row.id,
      fresh,
      ...settingOf(row),
      row: row.row,
    })
    const fresh = [...created, ...updated].map(row => unfinished(row, true))
    const untouched = alreadyThere.filter(
      ({ row: { later = {} }, found }) =>
        found.sequence_no === 1 && !Object.keys(later).some(name => Object.hasOwn(found.data, name)),
    )
    const left = [...fresh, ...untouched.map(({ row }) => unfinished(row, false))]
    await this.#references.add(left.filter(({ names }) => names.length > 0))
    if (!part.archived) return
    const standing = alreadyThere.filter(
      ({ row, found }) => found.status === 'active' && found.sequence_no <= (row.later === undefined ? 1 : 2),
    )
    await this.#archived.add([...fresh, ...standing.map(({ row }) => unfinished(row, false))])
  }

  /** Set the references that were left out. A row for which that is refused stays without them, and is reported. */
  async references(api: ApiClient): Promise<void> {
    for await (const { part, rows } of this.#grouped(this.#references)) {
      const operations = rows.map(({ op, id, data }) => ({ op, id, data }))
      const answer = await persistently(api, 'POST', bulkPath(part.typeSlug, part.sending), {
        operations,
        atomic: false,
      })
      const whole = { status: answer.status, message: messageOf(answer) }
      const results = answer.status < 400 ? resultsOf(answer.body, rows.length) : rows.map(() => whole)
      for (const [index, row] of rows.entries()) {
        const { status, message } = results[index] ?? whole
        if (status >= 400) await this.#incomplete(part, row, message)
      }
    }
  }

  /** What is to be archived, in portions of one part. */
  toArchive(): AsyncIterable<{ part: Part; rows: Unfinished[] }> {
    return this.#grouped(this.#archived)
  }

  async remove(): Promise<void> {
    await this.#references.remove()
    await this.#archived.remove()
  }

  #incomplete(part: Part, unfinished: Unfinished, message: string): Promise<void> {
    const { row, fresh, names } = unfinished
    const reasons = [`is there without ${names.join(', ')}`, ...reasonsOf(message)]
    return part.tally.incomplete({ ...positionOf(unfinished), reasons, row }, fresh)
  }

  #numberOf(part: Part): number {
    const known = this.#parts.indexOf(part)
    return known === -1 ? this.#parts.push(part) - 1 : known
  }

  async *#grouped(spill: Spill<Unfinished>): AsyncIterable<{ part: Part; rows: Unfinished[] }> {
    for await (const portion of spill.portions(atOnce)) {
      const numbers = new Set(portion.map(({ part }) => part))
      for (const number of numbers) {
        const part = this.#parts[number]
        if (part !== undefined) yield { part, rows: portion.filter(one => one.part === number) }
      }
    }
  }
}

/** How the properties of a row that were left out are set. In a patch a null inside an object would say that there is nothing. */
function settingOf({ data, later = {}, changes }: ReadyRow): Pick<Unfinished, 'names' | 'op' | 'data'> {
  const names = Object.keys(later)
  if (changes !== undefined || !Object.values(later).some(holdsNull)) return { names, op: 'patch', data: later }
  return { names, op: 'update', data: { ...data, ...later } }
}

const holdsNull = (value: Json): boolean => value === null || (isObject(value) && Object.values(value).some(holdsNull))
