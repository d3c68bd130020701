import type { DocumentDraft, WriteOperation } from '../../../lib/store-kit/document-store.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { layoutWith } from '../schema/values.ts'
import type { PreparedOperation } from '../threads/messages.ts'
import type { Accounts } from './accounts.ts'
import { prepareDocument } from './rows.ts'
import type { PreparedDocument } from './rows.ts'

/** The data that writes are prepared with. */
export interface Preparation {
  catalogue: Catalogue
  accounts: Accounts
  /** Names of the collections whose layout changed and must be recorded. */
  changed: Set<string>
}

/**
 * Prepare operations as far as possible without reading the file.
 * @throws the error in the operations
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

/** Shapes are recorded before the write: a shape that is too wide only makes filters read more. */
function prepare({ catalogue, accounts, changed }: Preparation, name: string, draft: DocumentDraft): PreparedDocument {
  const { definition, layout: before } = catalogue.get(name)
  const layout = layoutWith(before, draft.data)
  if (layout !== before) {
    catalogue.set({ definition, layout })
    changed.add(name)
  }
  return prepareDocument(layout, draft, accounts.scopeOf(draft.meta))
}
