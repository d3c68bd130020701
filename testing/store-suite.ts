import type { SuiteTest } from './suite-test.ts'
import type { DocumentStore } from '../lib/store-kit/document-store.ts'
import { absenceTests } from './store-suite/absence.ts'
import { alternativeTests } from './store-suite/alternatives.ts'
import { boundTests } from './store-suite/bounds.ts'
import { conditionTests } from './store-suite/conditions.ts'
import { definitionTests } from './store-suite/definitions.ts'
import { documentTests } from './store-suite/documents.ts'
import { feedTests } from './store-suite/feed.ts'
import { operationTests } from './store-suite/operations.ts'
import { orderTests } from './store-suite/order.ts'
import { pathTests } from './store-suite/paths.ts'
import { selectionTests } from './store-suite/selection.ts'
import { snapshotTests } from './store-suite/snapshots.ts'
import { uniqueTests } from './store-suite/unique.ts'
import { writeTests } from './store-suite/writes.ts'

type Subject = (t: SuiteTest, store: DocumentStore, make: () => Promise<DocumentStore>) => Promise<void>

const subjects: readonly [string, Subject][] = [
  ['documents', documentTests],
  ['writes', writeTests],
  ['absence', absenceTests],
  ['unique values', uniqueTests],
  ['order', orderTests],
  ['conditions', conditionTests],
  ['alternatives', alternativeTests],
  ['paths', pathTests],
  ['selection', selectionTests],
  ['definitions', definitionTests],
  ['feed', feedTests],
  ['bounds', boundTests],
  ['operations', operationTests],
  ['snapshots', snapshotTests],
]

/**
 * Everything that the contract `documentStore` promises, as tests. A service can use an adapter that passes them.
 * @param t the test to add to (tap)
 * @param make returns an open store at a new, empty location; it is closed here
 */
export async function storeSuite(t: SuiteTest, make: () => Promise<DocumentStore>): Promise<void> {
  for (const [name, run] of subjects) {
    await t.test(name, async t => {
      const store = await make()
      t.teardown(() => store.close())
      await run(t, store, make)
    })
  }
}
