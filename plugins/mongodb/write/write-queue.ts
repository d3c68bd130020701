import { StoreUnavailable } from '../../../lib/errors/index.ts'
import type { PreparedWrite } from './prepared-write.ts'

/** A write that waits for its answer. */
export interface QueuedWrite {
  write: PreparedWrite
  /** When it must be answered, by `performance.now()`. */
  deadline: number
  resolve: () => void
  reject: (error: unknown) => void
}

const maxWrites = 100
const maxBytes = 4 * 1024 * 1024
/** A write that waited so long that less time is left is not begun. */
const minTimeMs = 200

/** Writes in the order in which they came. */
export class WriteQueue {
  #writes: QueuedWrite[] = []

  get isEmpty(): boolean {
    return this.#writes.length === 0
  }

  add(write: QueuedWrite): void {
    this.#writes.push(write)
  }

  /**
   * The next writes that can share a transaction, taken out of the queue: none touches a document that another one changes, and all keep their order on a document.
   * @param busy documents of the transactions under way, which a transaction beside them must not even check: a check writes too
   */
  take(busy: ReadonlySet<string>): QueuedWrite[] {
    const batch: QueuedWrite[] = []
    const rest: QueuedWrite[] = []
    const changed = new Set<string>()
    const checked = new Set<string>()
    let size = 0
    for (const queued of this.#writes) {
      const { write, deadline } = queued
      if (deadline - performance.now() < minTimeMs) {
        queued.reject(new StoreUnavailable())
        continue
      }
      const isDisjoint =
        !some(write.changed, key => changed.has(key) || checked.has(key) || busy.has(key)) &&
        !some(write.checked, key => changed.has(key) || busy.has(key))
      const fits = batch.length === 0 || (batch.length < maxWrites && size + write.size <= maxBytes)
      if (isDisjoint && fits) {
        batch.push(queued)
        size += write.size
      } else {
        rest.push(queued)
      }
      for (const key of write.changed) changed.add(key)
      for (const key of write.checked) checked.add(key)
    }
    this.#writes = rest
    return batch
  }
}

/** The documents that writes change or check. */
export const documentsOf = (writes: readonly QueuedWrite[]): Set<string> =>
  new Set(writes.flatMap(({ write }) => [...write.changed, ...write.checked]))

const some = <T>(values: Iterable<T>, test: (value: T) => boolean): boolean => {
  for (const value of values) if (test(value)) return true
  return false
}
