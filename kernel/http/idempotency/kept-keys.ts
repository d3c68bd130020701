import { WriteRefused } from '../../../lib/errors/index.ts'
import { RecordCollection } from '../../../lib/store-kit/index.ts'
import type { Condition, DocumentStore, Sort } from '../../../lib/store-kit/index.ts'

/** The answer to a request, as it is sent again when the request is repeated. */
export type KeptAnswer = {
  status: number
  headers: { location?: string; etag?: string; 'content-type'?: string }
  body: string
  /** The resource that the body shows, and the body for a caller who is no longer allowed to read it. */
  shows?: { type: string; id: string; otherwise: string }
}

/** What is kept of a request with an `Idempotency-Key`. */
export type KeptKey = {
  /** Hash of the query, the media type and the body. */
  fingerprint: string
  /** Absent until the request was answered, and where the key alone is kept. */
  answer?: KeptAnswer
  /** The answer is not kept: it contains a secret, is a stream or too large. */
  keyOnly?: true
}

/** How long keys are kept, ms. */
export const keptMs = 24 * 60 * 60 * 1000
/** Number of keys that are kept of each caller. */
export const maxKeysPerCaller = 100_000
/** Largest body of an answer that is kept, characters; of a larger one the key alone is kept. */
export const maxAnswerLength = 256 * 1024

const sweepIntervalMs = 10 * 60 * 1000
const portionSize = 200
/** Maximum number of portions in one run; the rest waits for the next run. */
const maxPortions = 50

/** The keys, created by their caller. */
export const keptKeys = new RecordCollection<KeptKey>('idempotency-key', {
  name: '_idempotency_keys',
  standardIndexes: ['created_at', 'created_by'],
  forgetsRemoved: true,
  transient: true,
})

const time: Condition['target'] & Sort['target'] = { column: 'created_at' }

/** How many keys of a caller are kept, up to the limit. */
export const countKeys = (store: DocumentStore, caller: string): Promise<number> =>
  store.count(
    keptKeys.query([
      { target: { column: 'created_by' }, kind: 'text', operator: 'eq', operands: [caller], field: 'created_by' },
    ]),
    { max: maxKeysPerCaller },
  )

/** Remove expired keys every ten minutes, the oldest first, by the index of their times. @returns a function that stops it */
export function sweepRegularly(store: DocumentStore, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void sweep(store).catch(onError), sweepIntervalMs).unref()
  return () => clearInterval(timer)
}

/** Remove the keys that have expired. @returns how many */
export async function sweep(store: DocumentStore): Promise<number> {
  if (!(await store.collections()).some(({ name }) => name === keptKeys.name)) return 0
  let swept = 0
  for (let portion = 0; portion < maxPortions; portion++) {
    const expired: Condition = {
      target: time,
      kind: 'instant',
      operator: 'lt',
      operands: [new Date(Date.now() - keptMs).toISOString()],
      field: 'created_at',
    }
    const sort: Sort = { target: time, kind: 'instant', direction: 'asc', field: 'created_at' }
    const { documents } = await store.list({ ...keptKeys.query([expired]), sort, limit: portionSize })
    if (documents.length > 0)
      await remove(
        store,
        documents.map(document => keptKeys.parse(document)),
      )
    swept += documents.length
    if (documents.length < portionSize) break
  }
  return swept
}

/** Another instance can be removing the same ones, or a key can be in use again: the next run sees what is left. */
async function remove(store: DocumentStore, records: readonly ReturnType<typeof keptKeys.parse>[]): Promise<void> {
  try {
    await store.write(records.map(record => keptKeys.remove(record)))
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
  }
}
