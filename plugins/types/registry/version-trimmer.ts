import { setTimeout as delay } from 'node:timers/promises'
import type { DocumentStore } from '../../../kernel/index.ts'
import type { ResourceType } from '../contract.ts'

const portionSize = 200
/** Between portions, so that requests go first. */
const pauseMs = 20

/**
 * Removes, in the background, the versions from before a type got `x-keep-versions`, or a smaller number. Those of a resource that is written are removed
 * with the write. Run after each change of such a type and at each start, because it can be interrupted; several instances can do it at once.
 */
export class VersionTrimmer {
  readonly #store: DocumentStore
  readonly #warn: (error: unknown, message: string) => void
  readonly #waiting = new Map<string, { slug: string; keep: number }>()
  #running: Promise<void> | undefined
  #isClosed = false

  /** @param warn called for a type whose versions could not be removed; the next start tries it again */
  constructor(store: DocumentStore, warn: (error: unknown, message: string) => void) {
    this.#store = store
    this.#warn = warn
  }

  /** Trim the versions of a type soon, if it limits them. */
  schedule({ slug, collection, definition: { keepVersions } }: ResourceType): void {
    if (keepVersions === undefined) this.#waiting.delete(collection)
    else this.#waiting.set(collection, { slug, keep: keepVersions })
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
  }

  async #run(): Promise<void> {
    for (;;) {
      await delay(pauseMs)
      const [next] = this.#waiting
      if (next === undefined || this.#isClosed) return
      const [collection, { slug, keep }] = next
      this.#waiting.delete(collection)
      try {
        await this.#trim(collection, keep)
      } catch (error) {
        if (!this.#isClosed) this.#warn(error, `old versions of the resource type ${slug} could not be removed`)
      }
    }
  }

  async #trim(collection: string, keep: number): Promise<void> {
    for await (const portion of this.#store.scan(collection, { size: portionSize })) {
      if (this.#isClosed || this.#waiting.has(collection)) return // closing, or changed again
      const ids = portion.map(({ id }) => id)
      await this.#store.operations?.trimVersions?.(collection, ids, keep)
      await delay(pauseMs)
    }
  }
}
