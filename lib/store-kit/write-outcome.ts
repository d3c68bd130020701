import { StoreUnavailable } from '../errors/index.ts'
import type { OpenOptions } from './document-store.ts'

type Listener = OpenOptions['onWriteOutcome']

/**
 * Wait for a write, and report how it ended.
 * @throws the errors of the write
 */
export async function reportWrite(write: Promise<void>, report: Listener): Promise<void> {
  await reportFailure(write, report)
  report?.()
}

/**
 * Wait for work that may write nothing, and report if it fails because of the store.
 * @throws the errors of the work
 */
export async function reportFailure(work: Promise<void>, report: Listener): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof StoreUnavailable) report?.(error)
    throw error
  }
}
