import { WriteRefused } from '../../kernel/index.ts'
import type { WriteOperation } from '../../kernel/index.ts'
import type { AuthParts } from './parts.ts'

/** How old what is stored of the last use may become, ms. */
const interval = 60_000
const mostRemembered = 20_000

/** Notes when something was last used: written at most once a minute, and no answer waits for it. */
export class LastUse {
  readonly #parts: Pick<AuthParts, 'background' | 'store'>
  readonly #forget: (id: string) => void
  /** When the last use was last written, or tried to. */
  readonly #written = new Map<string, number>()

  /** @param forget what is remembered of this id is old */
  constructor(parts: Pick<AuthParts, 'background' | 'store'>, forget: (id: string) => void) {
    this.#parts = parts
    this.#forget = forget
  }

  /**
   * @param stored the last use as it is stored, ms since 1970
   * @param operation writes it
   */
  note(id: string, stored: number, operation: (now: number) => WriteOperation): void {
    const now = Date.now()
    if (now - Math.max(stored, this.#written.get(id) ?? 0) < interval) return
    if (this.#written.size >= mostRemembered) this.#written.clear()
    this.#written.set(id, now)
    this.#parts.background.run('the last use of something could not be written', () => this.#write(id, operation(now)))
  }

  async #write(id: string, operation: WriteOperation): Promise<void> {
    try {
      await this.#parts.store.write([operation])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      this.#written.delete(id) // it changed meanwhile: the next use tries again
    } finally {
      this.#forget(id)
    }
  }
}
