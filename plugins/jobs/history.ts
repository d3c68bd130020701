import { WriteRefused } from '../../kernel/index.ts'
import type { Condition, DocumentStore } from '../../kernel/index.ts'
import { newestFirst } from '../../lib/store-kit/index.ts'
import type { Sort } from '../../lib/store-kit/index.ts'
import { dueBy, inState, named, runRecords, soonestFirst } from './records.ts'

/** How many runs that have ended are kept. */
export interface HistoryLimits {
  maxAgeMs: number
  /** Of each job. */
  maxRuns: number
}

const portionSize = 100
const maxPageBytes = 16 * 1024 * 1024

/** Remove the runs that ended too long ago, and of these jobs all but the latest ones. */
export async function removeOldRuns(
  store: DocumentStore,
  jobs: readonly string[],
  { maxRuns }: HistoryLimits,
): Promise<void> {
  await remove(store, [inState('done', 'dead'), dueBy(Date.now())], soonestFirst, Infinity)
  for (const name of jobs) {
    const conditions = [inState('done', 'dead'), named(name)]
    const count = await store.count(runRecords.query(conditions, { account_id: null }))
    if (count > maxRuns) await remove(store, conditions, { ...newestFirst, direction: 'asc' }, count - maxRuns)
  }
}

async function remove(
  store: DocumentStore,
  conditions: readonly Condition[],
  sort: Sort,
  count: number,
): Promise<void> {
  for (let left = count; left > 0;) {
    const query = { ...runRecords.query(conditions, { account_id: null }), sort, maxBytes: maxPageBytes }
    const { documents } = await store.list({ ...query, limit: Math.min(left, portionSize) })
    if (documents.length === 0) return
    try {
      await store.write(documents.map(document => runRecords.remove(runRecords.parse(document))))
    } catch (error) {
      if (error instanceof WriteRefused) return // another instance removes them
      throw error
    }
    left -= documents.length
  }
}
