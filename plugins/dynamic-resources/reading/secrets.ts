import type { StoredDocument } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { jsonText } from '../../../lib/json/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { presented } from '../publishing/sets.ts'
import type { ShownSecrets } from './contract.ts'

/*
 * What is secret in a resource (`writeOnly`, `format: password`) leaves the store only here: the contracts `resources` and `resourceReader` return what
 * these functions return. Writing alone reads the stored document.
 */

/**
 * A stored document as a caller sees it: without what is secret, except what is requested by name.
 * @param onLeftOut called with the number of values that are left out
 */
export function shownDocument(
  { compiled: { secrets }, set }: Pick<ResourceType, 'compiled' | 'set'>,
  stored: StoredDocument,
  shown: ShownSecrets = [],
  onLeftOut?: (count: number) => void,
): StoredDocument {
  const document = presented({ set }, stored)
  if (secrets.isEmpty || shown === 'all') return document
  const data = readData(document)
  onLeftOut?.(secrets.count(data))
  return { ...document, data: jsonText(secrets.remove(data, shown)) }
}

/** The same for many, in turns of the event loop. */
export async function shownDocuments(
  type: ResourceType,
  documents: readonly StoredDocument[],
  shown?: ShownSecrets,
  onLeftOut?: (count: number) => void,
): Promise<readonly StoredDocument[]> {
  if (type.set === undefined && (type.compiled.secrets.isEmpty || shown === 'all')) return documents
  const found: StoredDocument[] = []
  for (const document of documents) {
    found.push(shownDocument(type, document, shown, onLeftOut))
    await yieldIfLong()
  }
  return found
}
