import { Conflict, WriteRefused } from '../../kernel/index.ts'
import type { DocumentStore, KeptAnswer, RequestKey, WriteOperation } from '../../kernel/index.ts'
import { answerId, answerRecords, keyRecords, removal } from './records.ts'
import type { KeyData, KeyRecord } from './records.ts'

/** Largest body of an answer that is kept, characters; of a larger one the key alone is kept. */
const maxAnswerLength = 256 * 1024

/** A request with a key that is being done. */
export class KeyedRequest implements RequestKey {
  readonly #store: DocumentStore
  readonly #draft: KeyRecord
  /** Whether the answer may be kept, not the key alone. */
  readonly #keepsAnswers: boolean
  /** The key in the store, once a write has recorded it. */
  #recorded: KeyRecord | undefined
  /** What the next write records besides. */
  #next: { state?: KeyData['state']; answer?: KeptAnswer } = {}
  /** Writes of one request happen one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  /** @param draft the key, not in the store */
  constructor(store: DocumentStore, draft: KeyRecord, keepsAnswers: boolean) {
    this.#store = store
    this.#draft = draft
    this.#keepsAnswers = keepsAnswers
  }

  expect(answer: KeptAnswer): void {
    if (this.#keepsAnswers && answer.body.length <= maxAnswerLength) this.#next = { state: 'answered', answer }
  }

  write(store: Pick<DocumentStore, 'write'>, operations: readonly WriteOperation[]): Promise<void> {
    if (!operations.some(({ kind }) => kind !== 'check' && kind !== 'absent')) return store.write(operations)
    return this.#inTurn(() => this.#write(store, operations))
  }

  /** The answer was sent, and is kept. What is refused with a 4xx can be sent again with the same key. */
  async sent(status: number, headers: KeptAnswer['headers'], payload: unknown): Promise<void> {
    const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : undefined
    const isStream = body === undefined && payload !== undefined && payload !== null
    if (isStream) this.#next = { state: 'done' } // what is written while it is sent records the key
    await this.#inTurn(async () => {
      const recorded = this.#recorded
      if (recorded === undefined || recorded.data.state !== undefined || status >= 500) return
      if (status >= 400) return this.#store.write(removal(recorded))
      if (this.#next.state === undefined) this.expect({ status, headers, body: body ?? '' })
      if (this.#next.state === undefined) this.#next = { state: 'done' }
      await this.#write(this.#store, [])
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const own = this.#last.then(work, work)
    this.#last = own
    return own
  }

  /** The key comes first: another request that has been done with it refuses the write, whatever other errors there are. */
  async #write(store: Pick<DocumentStore, 'write'>, operations: readonly WriteOperation[]): Promise<void> {
    const { state, answer } = this.#next
    const before = this.#recorded
    if (before !== undefined && state === undefined) return store.write(operations)
    const data: KeyData = { ...this.#draft.data, ...(state !== undefined && { state }) }
    const key = before === undefined ? { ...this.#draft, data } : keyRecords.next(before, data)
    const { created_by } = key.meta
    const own = [
      before === undefined ? keyRecords.insert(key) : keyRecords.replace(key),
      ...(answer === undefined
        ? []
        : [answerRecords.insert(answerRecords.draft(answerId(key.id), answer, { created_by }))]),
    ]
    try {
      await store.write([...own, ...operations])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      const index = error.index - own.length
      throw index < 0 ? keyInUse() : new WriteRefused(error.reason, index, error.property)
    }
    this.#recorded = key
    this.#next = {}
  }
}

/** The answer while the first request is being done. */
export const keyInUse = (): Conflict =>
  new Conflict('the first request with this Idempotency-Key is not answered yet; repeat this one later', {
    code: 'idempotency-key-in-use',
  })
