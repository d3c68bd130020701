import { isRecord } from '../json/types.ts'
import type { WriteOperation } from './document-store.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Refuse invalid write operations before any of them reaches the store, so that an error of one caller does not affect others.
 * @throws `TypeError` that names the operation and the problem
 */
export function checkOperations(operations: readonly WriteOperation[]): void {
  if (!Array.isArray(operations)) throw new TypeError('operations must be an array')
  for (const [index, operation] of operations.entries()) {
    const problem = problemOf(operation)
    if (problem !== undefined) throw new TypeError(`operations[${index}]: ${problem}`)
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1
const isStatus = (value: unknown): boolean => value === 'active' || value === 'archived'

function problemOf(operation: unknown): string | undefined {
  if (!isRecord(operation)) return 'must be an object'
  const { kind, collection } = operation
  if (!isText(collection)) return 'collection must be a name'
  switch (kind) {
    case 'insert':
      return documentProblem(operation['document'])
    case 'replace':
      return isCount(operation['expected'])
        ? documentProblem(operation['document'])
        : 'expected must be a number from 1 on'
    case 'remove':
    case 'check':
      return referenceProblem(operation)
    case 'absent':
      if (operation['account_id'] !== null && !isText(operation['account_id']))
        return 'account_id must be a text or null'
      if (operation['status'] !== undefined && operation['status'] !== 'any' && !isStatus(operation['status']))
        return 'status must be active, archived or any'
      return Array.isArray(operation['conditions']) ? undefined : 'conditions must be an array'
    default:
      return `there is no kind ${JSON.stringify(kind)}`
  }
}

function referenceProblem({ id, expected, status }: Fields): string | undefined {
  if (typeof id !== 'string') return 'id must be a text'
  if (expected !== undefined && !isCount(expected)) return 'expected must be a number from 1 on'
  return status === undefined || isStatus(status) ? undefined : 'status must be active or archived'
}

const metaTexts = ['type_slug', 'created_by', 'account_id', 'created_at', 'updated_at'] as const

function documentProblem(document: unknown): string | undefined {
  if (!isRecord(document)) return 'document must be an object'
  const { id, meta, data, text } = document
  if (!isText(id) || String(id).includes('\0')) return 'document.id must be a text without U+0000'
  if (!isRecord(meta)) return 'document.meta must be an object'
  for (const name of metaTexts) if (typeof meta[name] !== 'string') return `document.meta.${name} must be a text`
  if (!isStatus(meta['status'])) return 'document.meta.status must be active or archived'
  if (!isCount(meta['sequence_no'])) return 'document.meta.sequence_no must be a number from 1 on'
  if (!isRecord(data)) return 'document.data must be an object'
  return text === undefined || typeof text === 'string' ? undefined : 'document.text must be a text'
}
