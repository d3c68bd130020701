import { WriteRefused } from '../../kernel/index.ts'
import type { Condition, DocumentStore, KeptAnswer, Sort, WriteOperation } from '../../kernel/index.ts'
import { RecordCollection } from '../../lib/store-kit/index.ts'
import type { StoredRecord } from '../../lib/store-kit/index.ts'
import { insteadOf } from '../../lib/errors/index.ts'

/** What is kept of a request with an `Idempotency-Key`. */
export type KeyData = {
  /** Hash of the query, the media type and the bytes of the body. */
  fingerprint: string
  /** `answered`: the answer is kept. `done`: it is not: it contains a secret, is a stream or too large. Absent until the request was answered. */
  state?: 'answered' | 'done'
}

/** A key in the store. */
export type KeyRecord = StoredRecord<KeyData>

/** How long keys are kept, ms. */
export const keptMs = 24 * 60 * 60 * 1000
/** Number of keys that are kept of each caller. */
export const maxKeysPerCaller = 100_000

const sweepIntervalMs = 10 * 60 * 1000
const portionSize = 200
/** Maximum number of portions in one run; the rest waits for the next run. */
const maxPortions = 50

/** The keys, created by their caller. */
export const keyRecords = new RecordCollection<KeyData>('idempotency-key', {
  name: '_idempotency_keys',
  standardIndexes: ['created_at', 'created_by'],
  forgetsRemoved: true,
  transient: true,
})

/** The answers, apart from the keys, so that looking for keys does not read them. */
export const answerRecords = new RecordCollection<KeptAnswer>('idempotency-answer', {
  name: '_idempotency_answers',
  standardIndexes: [],
  forgetsRemoved: true,
  transient: true,
})

/** The id of the answer to a request with a key. */
export const answerId = (keyId: string): string => keyId.replace('urn:idempotency-key:', 'urn:idempotency-answer:')

const time: Condition['target'] & Sort['target'] = { column: 'created_at' }

/** How many keys of a caller are kept, up to the limit. */
export const countKeys = (store: DocumentStore, caller: string): Promise<number> =>
  store.count(
    keyRecords.query([
      { target: { column: 'created_by' }, kind: 'text', operator: 'eq', operands: [caller], field: 'created_by' },
    ]),
    { max: maxKeysPerCaller },
  )

/** Remove expired keys every ten minutes, the oldest first, by the index of their times. @returns a function that stops it */
export function sweepRegularly(store: DocumentStore, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void sweepRequestKeys(store).catch(onError), sweepIntervalMs).unref()
  return () => clearInterval(timer)
}

/** Remove the keys that have expired, with their answers, which are not read. @returns how many */
export async function sweepRequestKeys(store: DocumentStore): Promise<number> {
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
    const { documents } = await store.list({ ...keyRecords.query([expired]), sort, limit: portionSize })
    await removeKeys(
      store,
      documents.map(document => keyRecords.parse(document)),
    )
    swept += documents.length
    if (documents.length < portionSize) break
  }
  return swept
}

/** Remove keys and their answers. Another instance can be removing the same ones: the next run sees what is left. */
export async function removeKeys(store: DocumentStore, keys: readonly KeyRecord[]): Promise<void> {
  if (keys.length === 0) return
  await store.write(keys.flatMap(removal)).catch(insteadOf(WriteRefused, undefined))
}

/** The operations that remove a key and its answer. */
export const removal = (key: KeyRecord): WriteOperation[] => [
  keyRecords.remove(key),
  ...(key.data.state === 'answered'
    ? [{ kind: 'remove', collection: answerRecords.name, id: answerId(key.id) } as const]
    : []),
]
