import { InvalidInput } from '../../errors/index.ts'
import type { Problem } from '../../errors/index.ts'

const maxNamed = 25
const maxPlaceLength = 200

/** The problems of a schema or context, collected so that its author gets all of them at once. */
export class Problems {
  readonly #found: Problem[] = []
  #more = 0
  readonly #subject: string

  /** @param subject what the messages are about: the member of the body that has the problems */
  constructor(subject: string) {
    this.#subject = subject
  }

  /**
   * @param pointer JSON Pointer to the keyword or schema concerned; empty for the root
   * @param message what is wrong, without the place: `must be a boolean`
   * @param code what is wrong, for programs
   */
  add(pointer: string, message: string, code = `invalid-${this.#subject}`): void {
    if (this.#found.length === maxNamed) this.#more++
    else this.#found.push({ pointer, code, message })
  }

  get any(): boolean {
    return this.#found.length > 0
  }

  /** @throws `InvalidInput` naming everything added */
  refuse(): void {
    if (!this.any) return
    const more = this.#more === 0 ? '' : `; and ${this.#more} more`
    const texts = this.#found.map(({ pointer, message }) => `${place(pointer)}: ${message}`)
    const problems = this.#found.map(one => ({ ...one, pointer: `/${this.#subject}${one.pointer}` }))
    throw new InvalidInput(`${this.#subject}: ${texts.join('; ')}${more}`, { problems })
  }
}

const place = (pointer: string): string => {
  if (pointer === '') return 'the root'
  return pointer.length <= maxPlaceLength ? pointer : `${pointer.slice(0, maxPlaceLength)}…`
}
