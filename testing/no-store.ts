import type { DocumentStore } from '../lib/store-kit/document-store.ts'

/**
 * A store for tests that need none: it opens, closes and answers, and every other call fails the test.
 * @param ping implementation of `ping`, for tests of an unreachable store
 */
export function noStore(ping: () => Promise<void> = () => Promise.resolve()): DocumentStore {
  const refuse = (): never => {
    throw new Error('this test has no store')
  }
  return {
    kind: 'sqlite',
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    ping,
    define: refuse,
    collections: refuse,
    drop: refuse,
    get: refuse,
    getMany: refuse,
    list: refuse,
    count: refuse,
    scan: refuse,
    version: refuse,
    versions: refuse,
    write: refuse,
    watch: refuse,
  }
}
