import { BadRequest, Forbidden, HttpError } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import type { ResourceType } from '../types/contract.ts'
import type { BulkOptions, BulkResult } from './contract.ts'
import { statusOf } from './bulk-operation.ts'
import type { Item } from './bulk-operation.ts'
import type { Plan } from './plan.ts'
import type { ResourceService } from './service.ts'

/** A bulk write on its way. */
export interface Bulk {
  service: ResourceService
  type: ResourceType
  caller: Caller
  /** All or nothing; else each operation stands for itself. */
  atomic: boolean
  /** Archive what others refer to all the same. */
  force: boolean
  beside: BulkOptions['beside']
  /** By the index of the operation. */
  results: BulkResult[]
}

/** An operation that nothing stands against so far. */
export interface PlannedItem {
  item: Item
  plan: Plan
}

/** Note that an operation is done. A create that was only tried has no id. */
export function succeed({ results }: Bulk, { index, operation }: Item, id: string | undefined): void {
  results[index] = { status: statusOf(operation), ...(id === undefined ? {} : { id }) }
}

/**
 * Note why an operation cannot be done. Where all or nothing was asked for that is the answer to the whole, and thrown:
 * `Forbidden` or `BadRequest`, naming the operation.
 */
export function fail({ atomic, results }: Bulk, { index, id }: Item, error: unknown): void {
  if (!(error instanceof HttpError) || error.statusCode >= 500) throw error
  if (atomic) {
    const message = `operations[${index}]: ${error.message}`
    const { code } = error
    const problems = error.problems.map(problem => ({
      ...problem,
      pointer: `/operations/${index}/data${problem.pointer}`,
    }))
    throw error instanceof Forbidden ? new Forbidden(message, { code }) : new BadRequest(message, { code, problems })
  }
  results[index] = { status: error.statusCode, ...(id === undefined ? {} : { id }), message: error.message }
}
