import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { CollectionDefinition, DocumentStore, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import type { Item } from '../contract.ts'
import type { PlacedReference } from './placed-references.ts'

/**
 * Records in which form the references of items were given, if the document allows both: one document for each item with a reference by identifier. It
 * has the item's id, is written together with the item, and has versions. Records about values that the item no longer contains
 * have no effect, so changes by other ways than the document's operations can ignore it.
 */
export const givenFormsCollection: CollectionDefinition = {
  name: '_openapi_references',
  columns: [],
  versions: true,
  words: false,
  standardIndexes: [],
}

/** A reference, and for each of its occurrences in the item whether it was given by identifier. */
type NotedReference = [name: string, id: string, byIdentifier: boolean[]]

/** The record of an item, valid from one of its versions on. */
export interface GivenForms {
  /** `sequence_no` of the item. */
  since: number
  references: readonly NotedReference[]
}

/** The default without a record: all references were given by entity id. */
export const noForms: GivenForms = { since: 0, references: [] }
const portionSize = 100

/** Reads and writes the forms of references. */
export class GivenFormsStore {
  readonly #store: DocumentStore

  constructor(store: DocumentStore) {
    this.#store = store
  }

  /** The records for items in their current versions, by their ids. One query, and more for versions before the last change of forms. */
  async of(items: readonly Pick<Item, 'id' | 'sequence_no'>[]): Promise<Map<string, GivenForms>> {
    if (items.length === 0) return new Map()
    const ids = items.map(({ id }) => id)
    const documents = await this.#store.getMany(givenFormsCollection.name, ids)
    const records = new Map(documents.map(document => [document.id, document]))
    const forms = new Map<string, GivenForms>()
    for (const { id, sequence_no } of items) {
      const record = records.get(id)
      if (record === undefined) continue
      const latest = readForms(record)
      forms.set(id, latest.since <= sequence_no ? latest : await this.#before(record, sequence_no))
    }
    return forms
  }

  async #before(record: StoredDocument, sequenceNo: number): Promise<GivenForms> {
    let before = readMeta(record).sequence_no
    for (;;) {
      const states = await this.#store.versions(givenFormsCollection.name, record.id, { before, limit: portionSize })
      for (const state of states) {
        const forms = readForms(state)
        if (forms.since <= sequenceNo) return forms
        before = readMeta(state).sequence_no
      }
      if (states.length < portionSize) return noForms
    }
  }

  /**
   * The operations that record the forms of an item's references, for the write of the item.
   * @param document the new state of the item
   * @param isNew whether there cannot be a record yet
   * @param decide returns for references that can have either form whether they were given by identifier
   */
  async note(
    document: StoredDocument,
    isNew: boolean,
    decide: (before: GivenForms) => readonly FormedReference[],
  ): Promise<WriteOperation[]> {
    const record = isNew ? undefined : await this.#store.get(givenFormsCollection.name, document.id)
    const before = record === undefined ? noForms : readForms(record)
    const noted = noteReferences(decide(before))
    if (JSON.stringify(noted) === JSON.stringify(before.references)) return []
    const meta = readMeta(document)
    const expected = record === undefined ? 0 : readMeta(record).sequence_no
    const data: JsonObject = { since: meta.sequence_no, references: noted }
    const draft = { id: document.id, meta: { ...meta, sequence_no: expected + 1 }, data }
    const { name: collection } = givenFormsCollection
    return [
      record === undefined
        ? { kind: 'insert', collection, document: draft }
        : { kind: 'replace', collection, document: draft, expected },
    ]
  }
}

/** A reference, and whether it was given by identifier. */
type FormedReference = readonly [reference: PlacedReference, isByIdentifier: boolean]

/** Whether each of an item's references, in their order, was given by identifier. */
export function formsOf({ references: noted }: GivenForms, references: readonly PlacedReference[]): boolean[] {
  if (noted.length === 0) return references.map(() => false)
  const known = new Map(noted.map(([name, id, byIdentifier]) => [keyOf({ name, id }), byIdentifier]))
  const seen = new Map<string, number>()
  return references.map(reference => {
    const key = keyOf(reference)
    const occurrence = seen.get(key) ?? 0
    seen.set(key, occurrence + 1)
    const forms = known.get(key) ?? []
    return forms[Math.min(occurrence, forms.length - 1)] ?? false
  })
}

function noteReferences(references: readonly FormedReference[]): NotedReference[] {
  const noted = new Map<string, NotedReference>()
  for (const [reference, isByIdentifier] of references) {
    const { name, id } = reference
    const known = noted.get(keyOf(reference))
    if (known === undefined) noted.set(keyOf(reference), [name, id, [isByIdentifier]])
    else known[2].push(isByIdentifier)
  }
  return [...noted.values()].filter(([, , byIdentifier]) => byIdentifier.includes(true))
}

const keyOf = ({ name, id }: Pick<PlacedReference, 'name' | 'id'>): string => JSON.stringify([name, id])

function readForms(document: StoredDocument): GivenForms {
  const { since, references } = readData(document)
  return {
    since: typeof since === 'number' ? since : 0,
    references: Array.isArray(references) ? references.filter(isNoted) : [],
  }
}

const isNoted = (value: Json): value is NotedReference =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string' && Array.isArray(value[2])
