import { thousands } from '../../../kernel/index.ts'

/** Rows of a file that have the same thing wrong with them. */
interface Group {
  file: string
  reason: string
  /** The places of the first rows. */
  first: string[]
  count: number
}

const maxGroups = 1000
const maxPlaces = 3

/** Gathers what is wrong with rows by reason, so that one thing that is wrong with every row is told once. */
export class ProblemGroups {
  readonly #groups = new Map<string, Group>()
  #ungrouped = 0

  add(file: string, place: string, reason: string): void {
    const key = `${file}\n${reason}`
    let group = this.#groups.get(key)
    if (group === undefined) {
      if (this.#groups.size === maxGroups) {
        this.#ungrouped++
        return
      }
      this.#groups.set(key, (group = { file, reason, first: [], count: 0 }))
    }
    if (group.first.length < maxPlaces) group.first.push(place)
    group.count++
  }

  /** For each reason its first rows, a line each, and how many more there are. */
  *lines(): Generator<string> {
    for (const { file, reason, first, count } of this.#groups.values()) {
      for (const place of first) yield `${file}: ${place}: ${reason}`
      if (count > first.length) yield `${file}: and ${thousands(count - first.length)} more rows: ${reason}`
    }
    if (this.#ungrouped > 0) yield `and ${thousands(this.#ungrouped)} rows with other reasons; --rejects keeps them all`
  }
}
