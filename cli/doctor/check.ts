import { codesOfError, reasonOf } from '../../kernel/errors.ts'

/** Something to correct. */
export type Finding = {
  message: string
  remedy: string
}

/** One check of `doctor`. */
export interface Check {
  name: string
  /** What was found. */
  detail: string
  problems: Finding[]
  /** Settings that work but could be improved. */
  warnings?: Finding[]
  /** The store or the service cannot be reached. */
  away?: boolean
}

/** A check that failed with an error. */
export function failedCheck(name: string, error: unknown, remedy: string): Check {
  return { name, detail: '', problems: [{ message: reasonOf(error), remedy }], ...(isAway(error) && { away: true }) }
}

/** Unlike a store that is full, read-only or damaged, a store that cannot be reached or is in use can come back by itself. */
function isAway(error: unknown): boolean {
  const [code] = codesOfError(error)
  return code === 'store-unavailable' || codesOfError(error).includes('store-owned')
}

/** Why a connection failed, and the code of the system or of TLS if there is one, also where nodemailer replaced it. */
export function reasonOfConnection(error: unknown): { code: string; reason: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  if (first instanceof Error && first.name === 'TimeoutError') return { code: 'ETIMEDOUT', reason: 'no answer in time' }
  const hasCode = first instanceof Error && 'code' in first
  const code = hasCode ? String('originalCode' in first ? first.originalCode : first.code) : ''
  const message = reasonOf(first)
  return { code, reason: code === '' || message.includes(code) ? message : `${message} (${code})` }
}
