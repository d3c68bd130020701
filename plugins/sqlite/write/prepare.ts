import type { DocumentDraft, WriteOperation } from '../../../lib/store-kit/document-store.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { layoutWith } from '../schema/values.ts'
import type { PreparedOperation } from '../threads/messages.ts'
import type { Accounts } from './accounts.ts'
import { prepareDocument } from './rows.ts'
import type { PreparedDocument } from './rows.ts'

/** What writes are prepared with. */
export interface Preparation {
  catalogue: Catalogue
  accounts: Accounts
  /** Names of the collections that became known better and are to be written down. */
  changed: Set<string>
}

/**
 * Work out operations as far as that is possible without looking into the file.
 * @throws what is wrong with them
 */
export function prepareOperations(
  preparation: Preparation,
  operations: readonly WriteOperation[],
): PreparedOperation[] {
  const { catalogue, accounts } = preparation
  return operations.map((operation): PreparedOperation => {
    const { kind, collection } = operation
    switch (kind) {
      case 'insert':
        return { kind, collection, document: prepare(preparation, collection, operation.document) }
      case 'replace': {
        const { document, expected } = operation
        return { kind, collection, document: prepare(preparation, collection, document), expected }
      }
      case 'remove':
        if (catalogue.get(collection).layout.versions)
          throw new Error(`${collection} keeps versions: nothing is removed from it`)
        return { kind, collection, id: operation.id, expected: operation.expected }
      case 'check':
        return { kind, collection, id: operation.id, expected: operation.expected, status: operation.status }
      case 'absent':
        return { kind, operation, scopes: accounts.scopes(operation.account_id, 'active') }
    }
  })
}

/** What columns show is noted before the write: seen too wide it only makes filters look closer. */
function prepare({ catalogue, accounts, changed }: Preparation, name: string, draft: DocumentDraft): PreparedDocument {
  const { definition, layout: before } = catalogue.get(name)
  const layout = layoutWith(before, draft.data)
  if (layout !== before) {
    catalogue.set({ definition, layout })
    changed.add(name)
  }
  return prepareDocument(layout, draft, accounts.scopeOf(draft.meta))
}
