import type { DocumentStore } from '../lib/store-kit/document-store.ts'

/**
 * A store for tests of what needs none: it opens, closes and answers, and everything else fails the test that calls it.
 * @param ping what `ping` does, for tests of a store that is away
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
    report: refuse,
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
