import { InvalidInput } from '../../errors/index.ts'

const maxNamed = 25
const maxPlaceLength = 200

/** The problems of a schema or context, collected so that its author gets all of them at once. */
export class Problems {
  readonly #found: string[] = []
  #more = 0
  readonly #subject: string

  /** @param subject what the messages are about */
  constructor(subject: string) {
    this.#subject = subject
  }

  /**
   * @param pointer JSON Pointer to the keyword or schema concerned; empty for the root
   * @param message what is wrong, without the place: `must be a boolean`
   */
  add(pointer: string, message: string): void {
    if (this.#found.length === maxNamed) this.#more++
    else this.#found.push(`${place(pointer)}: ${message}`)
  }

  get any(): boolean {
    return this.#found.length > 0
  }

  /** @throws `InvalidInput` naming everything added */
  refuse(): void {
    if (!this.any) return
    const more = this.#more === 0 ? '' : `; and ${this.#more} more`
    throw new InvalidInput(`${this.#subject}: ${this.#found.join('; ')}${more}`)
  }
}

const place = (pointer: string): string => {
  if (pointer === '') return 'the root'
  return pointer.length <= maxPlaceLength ? pointer : `${pointer.slice(0, maxPlaceLength)}…`
}
