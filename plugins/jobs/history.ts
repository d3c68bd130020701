import { WriteRefused } from '../../kernel/index.ts'
import type { Condition, DocumentStore, StoredDocument, WriteOperation } from '../../kernel/index.ts'
import { newestFirst, readMeta } from '../../lib/store-kit/index.ts'
import { dueBy, inState, named, runRecords } from './records.ts'

/** How many runs that have ended are kept. */
export interface HistoryLimits {
  maxAgeMs: number
  /** Of each job and of who started them. */
  maxRuns: number
}

const portionSize = 100
/** Results can be large; of a run only its columns are read here. */
const maxPageBytes = 2 * 1024 * 1024

/** Remove the runs that ended too long ago, and of these jobs all but the latest ones of each user. */
export async function removeOldRuns(
  store: DocumentStore,
  jobs: readonly string[],
  { maxRuns }: HistoryLimits,
): Promise<void> {
  await removeWhere(store, [inState('done', 'dead'), dueBy(Date.now())], () => true)
  for (const name of jobs) {
    const conditions = [inState('done', 'dead'), named(name)]
    if ((await store.count(runRecords.query(conditions, { account_id: null }))) <= maxRuns) continue
    const kept = new Map<string, number>()
    await removeWhere(store, conditions, document => {
      const { created_by: user } = readMeta(document)
      const newer = kept.get(user) ?? 0
      kept.set(user, newer + 1)
      return newer >= maxRuns
    })
  }
}

/** Remove the runs that match and for which `isOld` is true, newest first. */
async function removeWhere(
  store: DocumentStore,
  conditions: readonly Condition[],
  isOld: (document: StoredDocument) => boolean,
): Promise<void> {
  const query = { ...runRecords.query(conditions, { account_id: null }), sort: newestFirst, maxBytes: maxPageBytes }
  let page = await store.list({ ...query, limit: portionSize })
  for (;;) {
    const removals = page.documents.filter(isOld).map((document): WriteOperation => {
      return {
        kind: 'remove',
        collection: runRecords.name,
        id: document.id,
        expected: readMeta(document).sequence_no,
      }
    })
    try {
      if (removals.length > 0) await store.write(removals)
    } catch (error) {
      if (error instanceof WriteRefused) return // another instance removes them
      throw error
    }
    if (page.next === null) return
    page = await store.list({ ...query, limit: portionSize, after: page.next })
  }
}
