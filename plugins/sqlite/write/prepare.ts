import type { DocumentDraft, WriteOperation } from '../../../lib/store-kit/document-store.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import type { PreparedOperation } from '../threads/messages.ts'
import type { Accounts } from './accounts.ts'
import { findAllWords, prepareDocument } from './rows.ts'
import type { PreparedDocument } from './rows.ts'

/** The data that writes are prepared with. */
interface Preparation {
  catalogue: Catalogue
  accounts: Accounts
}

/**
 * Prepare operations as far as possible without reading the file. Other requests are answered meanwhile when that takes long.
 * @throws the error in the operations
 */
export async function prepareOperations(
  preparation: Preparation,
  operations: readonly WriteOperation[],
): Promise<PreparedOperation[]> {
  const prepared: PreparedOperation[] = []
  for (const operation of operations) {
    const turn = yieldIfLong()
    if (turn !== undefined) await turn
    const isLarge = 'document' in operation && (operation.document.text?.length ?? 0) > maxQuickLength
    const words = isLarge
      ? await findAllWords(preparation.catalogue.get(operation.collection).layout, operation.document.data)
      : undefined
    prepared.push(prepareOperation(preparation, operation, words))
  }
  return prepared
}

function prepareOperation(
  preparation: Preparation,
  operation: WriteOperation,
  words: string[] | undefined,
): PreparedOperation {
  const { catalogue, accounts } = preparation
  const { kind, collection } = operation
  switch (kind) {
    case 'insert':
      return { kind, collection, document: prepare(preparation, collection, operation.document, words) }
    case 'replace': {
      const { document, expected } = operation
      return { kind, collection, document: prepare(preparation, collection, document, words), expected }
    }
    case 'remove':
      if (catalogue.get(collection).layout.versions)
        throw new Error(`${collection} keeps versions: nothing is removed from it`)
      return { kind, collection, id: operation.id, expected: operation.expected }
    case 'check':
      return { kind, collection, id: operation.id, expected: operation.expected, status: operation.status }
    case 'absent':
      return { kind, operation, scopes: accounts.scopes(operation.account_id, operation.status ?? 'active') }
  }
}

/** The words of texts up to this length are found in one step. */
const maxQuickLength = 16 * 1024

const prepare = (
  { catalogue, accounts }: Preparation,
  name: string,
  draft: DocumentDraft,
  words: string[] | undefined,
): PreparedDocument => prepareDocument(catalogue.get(name).layout, draft, accounts.scopeOf(draft.meta), words)
