import type { DocumentProblem } from '../document/problem.ts'
import type { DescribedOperation } from './read-operations.ts'

const writes: ReadonlySet<string> = new Set(['post', 'put', 'patch'])

/**
 * Operations that store items which no operation reads, although their path is about others: documents that are generated from code often have a schema
 * for what is sent, and another one for what is stored.
 */
export function findUnreadItems(operations: readonly DescribedOperation[]): DocumentProblem[] {
  const reads = operations.flatMap(({ method, path, item }) => (method === 'get' && item ? [{ path, item }] : []))
  const read = new Set(reads.map(({ item }) => item.schema))
  return operations.flatMap(({ method, path, pointer, item, body, controllerName }) => {
    const isStored = writes.has(method) && (body === 'item' || body === 'items') && controllerName === undefined
    if (!isStored || item === undefined || read.has(item.schema)) return []
    const beside = reads.find(one => one.path === path || one.path.replace(/\/\{[^{}]+\}$/, '') === path)
    if (beside === undefined) return []
    const { schema } = beside.item
    const message = `${item.schema}, which it stores, is read by no operation: GET ${beside.path} is about ${schema}. With x-schema: ${schema} it stores that`
    return [{ pointer, message }]
  })
}
