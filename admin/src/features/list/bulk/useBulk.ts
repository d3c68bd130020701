import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { ApiError, bulk } from '../../../api/index.ts'
import type { BulkOperation, Resource } from '../../../api/index.ts'

/** A resource that could not be changed, and why. */
export interface Failure {
  row: Resource
  message: string
}

/** A change of many resources, while it runs and after. */
export interface BulkRun {
  done: number
  /** Undefined while the number of resources is not known. */
  total: number | undefined
  failures: readonly Failure[]
  isRunning: boolean
  /** Why the run ended early. */
  stopped: 'asked' | ApiError | undefined
}

/** The operation on a resource, and the operation that undoes it. */
export interface BulkChange {
  make: (row: Resource) => BulkOperation
  inverse: (row: Resource) => BulkOperation
}

/** What useBulk returns. */
export interface Bulk {
  run: Readonly<ShallowRef<BulkRun | undefined>>
  /** @returns the operations that undo the change; empty when there is nothing to undo */
  start(rows: AsyncIterable<Resource[]>, change: BulkChange, total: number | undefined): Promise<BulkOperation[]>
  /** Send prepared operations. @returns how many resources were changed meanwhile and stay as they are */
  undo(operations: readonly BulkOperation[]): Promise<number>
  stop(): void
  dismiss(): void
}

/** Operations in one request: the API accepts 1,000 and 8 MiB; smaller requests show the progress. */
export const operationsPerRequest = 250

/** Change many resources of a type, in batches: each resource has its own result, and a failure does not stop the others. */
export function useBulk(slug: () => string): Bulk {
  const run = shallowRef<BulkRun>()
  let isStopped = false

  async function start(
    parts: AsyncIterable<Resource[]>,
    { make, inverse }: BulkChange,
    total: number | undefined,
  ): Promise<BulkOperation[]> {
    const undoing: BulkOperation[] = []
    const failures: Failure[] = []
    let done = 0
    let stopped: BulkRun['stopped']
    isStopped = false
    const tell = (isRunning: boolean): void => {
      run.value = { done, total, failures: [...failures], isRunning, stopped }
    }
    tell(true)
    try {
      for await (const rows of parts) {
        if (isStopped) {
          stopped = 'asked'
          break
        }
        const results = await bulk(slug(), rows.map(make))
        for (const [at, row] of rows.entries()) {
          const { status = 0, message = '' } = results[at] ?? {}
          if (status >= 200 && status < 300) undoing.push(inverse(row))
          else failures.push({ row, message })
        }
        done += rows.length
        tell(true)
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      stopped = error
    } finally {
      tell(false)
    }
    return undoing
  }

  return {
    run,
    start,
    undo: async operations => {
      let stale = 0
      for (let at = 0; at < operations.length; at += operationsPerRequest) {
        const results = await bulk(slug(), operations.slice(at, at + operationsPerRequest))
        stale += results.filter(({ status }) => status === 412).length
      }
      return stale
    },
    stop: () => (isStopped = true),
    dismiss: () => (run.value = undefined),
  }
}
