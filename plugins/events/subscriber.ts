import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { StoredDocument } from '../../kernel/index.ts'

/** A slow reader is disconnected when this many bytes wait for it; it reconnects with the id of the last event that it received. */
const maxWaitingBytes = 1024 * 1024
const maxHeldBackEvents = 10_000

/** One open stream of Server-Sent Events. */
export class Subscriber {
  readonly account_id: string
  readonly #response: ServerResponse
  /** Events that arrived during the replay of older ones. */
  #heldBack: StoredDocument[] | undefined
  #sentAgain = new Set<string>()

  constructor(account_id: string, response: ServerResponse) {
    this.account_id = account_id
    this.#response = response
  }

  get closed(): boolean {
    return this.#response.writableEnded || this.#response.destroyed
  }

  /** Hold back new events until {@link release}. */
  hold(): void {
    this.#heldBack = []
  }

  /** Send the held-back events, except those that were replayed meanwhile. */
  release(): void {
    const waiting = this.#heldBack ?? []
    this.#heldBack = undefined
    for (const event of waiting) if (!this.#sentAgain.has(event.id)) this.send(event)
    this.#sentAgain = new Set()
  }

  /** Send an event from before the beginning of the stream; resolves when there is room for more. */
  async sendAgain(event: StoredDocument, remember: boolean): Promise<void> {
    if (remember) this.#sentAgain.add(event.id)
    if (this.closed || this.#response.write(eventText(event))) return
    const gone = new AbortController()
    const close = (): void => gone.abort()
    this.#response.once('close', close)
    try {
      await once(this.#response, 'drain', { signal: gone.signal })
    } catch (error) {
      if (!gone.signal.aborted) throw error
    } finally {
      this.#response.off('close', close)
    }
  }

  /** Send a new event. */
  send(event: StoredDocument): void {
    if (this.#heldBack === undefined) return this.write(eventText(event))
    this.#heldBack.push(event)
    if (this.#heldBack.length > maxHeldBackEvents) this.cut()
  }

  write(text: string): void {
    if (this.closed) return
    this.#response.write(text)
    if (this.#response.writableLength > maxWaitingBytes) this.cut()
  }

  /** End the stream; a reader that accepts no more data is disconnected. */
  end(): void {
    this.#response.end()
    if (this.#response.writableLength > 0) setTimeout(() => this.cut(), 300).unref()
  }

  cut(): void {
    this.#response.destroy()
  }
}

const eventText = ({ id, data }: StoredDocument): string => `id: ${id}\ndata: ${data}\n\n`
