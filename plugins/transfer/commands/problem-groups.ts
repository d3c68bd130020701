import { thousands } from '../../../lib/terminal/index.ts'

const maxReasons = 1000
const maxTold = 3

/** Prints refused rows. Rows with the same reasons are printed a few times, then counted. */
export class ProblemGroups {
  readonly #say: (line: string) => void
  /** How many rows of a file have the same reasons, by file and reasons. */
  readonly #counts = new Map<string, number>()
  #others = 0

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  add(file: string, place: string, reasons: string): void {
    const key = `${file}: ${reasons}`
    const count = (this.#counts.get(key) ?? 0) + 1
    if (count === 1 && this.#counts.size === maxReasons) this.#others++
    else {
      this.#counts.set(key, count)
      if (count <= maxTold) this.#say(`${file}: ${place}: ${reasons}`)
    }
  }

  /** Print how many more rows there are. */
  finish(): void {
    for (const [key, count] of this.#counts) {
      if (count > maxTold) this.#say(`${thousands(count - maxTold)} more rows of ${key}`)
    }
    if (this.#others > 0) this.#say(`${thousands(this.#others)} more rows for other reasons`)
  }
}
