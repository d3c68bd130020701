import { useMutation } from '@pinia/colada'
import { computed, shallowRef } from 'vue'
import { ApiError, bulk } from '../../../api/index.ts'
import type { BulkOperation, BulkResult, Resource, ResourceType } from '../../../api/index.ts'
import { useTypes } from '../../../stores/types.ts'
import { refusalOfWrite } from '../../form/lazyResourceForm.ts'

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

/** What to change: the resources of a type in batches, the change, and their number as far as it is known. */
interface BulkRequest {
  slug: string
  rows: AsyncIterable<Resource[]>
  change: BulkChange
  total: number | undefined
}

/** Operations in one request: the API accepts 1,000 and 8 MiB; smaller requests show the progress. */
export const operationsPerRequest = 250

const wordsOf = ({ status, message = '', code = '', problems = [] }: BulkResult, type: ResourceType | undefined) =>
  refusalOfWrite(new ApiError(status, message, { code, problems }), type?.schema)

/** Change many resources, in batches: each resource has its own result, and a failure does not stop the others. */
export function useBulk() {
  const types = useTypes()
  const progress = shallowRef<Omit<BulkRun, 'isRunning'>>()
  let isStopped = false

  const { mutateAsync: start, isLoading } = useMutation({
    mutation: async ({ slug, rows: batches, change, total }: BulkRequest) => {
      const undoing: BulkOperation[] = []
      const failures: Failure[] = []
      let done = 0
      isStopped = false
      const report = (stopped?: BulkRun['stopped']): void => {
        progress.value = { done, total, failures: [...failures], stopped }
      }
      report()
      try {
        for await (const rows of batches) {
          if (isStopped) {
            report('asked')
            break
          }
          const results = await bulk(slug, rows.map(change.make))
          for (const [at, row] of rows.entries()) {
            const result = results[at] ?? { status: 500 }
            if (result.status < 300) undoing.push(change.inverse(row))
            else failures.push({ row, message: await wordsOf(result, types.get(slug)) })
          }
          done += rows.length
          report()
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        report(error)
      }
      return undoing
    },
  })
  const { mutateAsync: undo } = useMutation({
    mutation: async ({ slug, operations }: { slug: string; operations: readonly BulkOperation[] }) => {
      let stale = 0
      const failures: string[] = []
      for (let at = 0; at < operations.length; at += operationsPerRequest) {
        for (const result of await bulk(slug, operations.slice(at, at + operationsPerRequest))) {
          if (result.status === 412) stale++
          else if (result.status >= 300) failures.push(await wordsOf(result, types.get(slug)))
        }
      }
      return { stale, failures }
    },
  })

  return {
    run: computed(() => progress.value && { ...progress.value, isRunning: isLoading.value }),
    /** @returns the operations that undo the change; empty when there is nothing to undo */
    start,
    /** Send prepared operations. @returns how many resources were changed meanwhile and stay as they are, and why others do */
    undo,
    stop: () => (isStopped = true),
    dismiss: () => (progress.value = undefined),
  }
}

export type Bulk = ReturnType<typeof useBulk>
