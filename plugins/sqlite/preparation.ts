import type { DocumentDraft, WriteOperation } from '../../lib/store-kit/document-store.ts'
import { jsonText } from '../../lib/json/stringify.ts'
import { metaText } from '../../lib/store-kit/documents.ts'
import { wordsText } from '../../lib/store-kit/words.ts'
import type { Accounts } from './accounts.ts'
import type { Catalogue, Collection } from './catalogue.ts'
import { columnValues } from './column-values.ts'
import { rowColumns } from './columns.ts'
import { valueColumns } from './layout.ts'
import type { PreparedDocument, PreparedOperation } from './prepared.ts'
import { noteShapes } from './shapes.ts'
import { keysOf } from './tasks.ts'

/** Works out writes as far as that is possible without looking into the file. */
export class Preparation {
  readonly #catalogue: Catalogue
  readonly #accounts: Accounts

  constructor(catalogue: Catalogue, accounts: Accounts) {
    this.#catalogue = catalogue
    this.#accounts = accounts
  }

  /** @throws what is wrong with the operations themselves */
  prepare(operations: readonly WriteOperation[]): PreparedOperation[] {
    return operations.map(operation => this.#prepared(operation))
  }

  #prepared(operation: WriteOperation): PreparedOperation {
    const { collection } = operation
    switch (operation.kind) {
      case 'insert':
        return { kind: 'insert', collection, document: this.#document(operation.document, collection) }
      case 'replace': {
        const { document, expected } = operation
        return { kind: 'replace', collection, document: this.#document(document, collection), expected }
      }
      case 'remove':
        this.#noteRemoval(this.#collection(collection))
        return { kind: 'remove', collection, id: operation.id, expected: operation.expected }
      case 'check':
        return { kind: 'check', collection, id: operation.id, expected: operation.expected, status: operation.status }
      case 'absent':
        this.#collection(collection)
        return { kind: 'absent', operation, scopes: this.#accounts.scopes(operation.account_id, 'active') }
    }
  }

  #collection(name: string): Collection {
    const collection = this.#catalogue.find(name)
    if (collection === undefined) throw new Error(`there is no collection ${JSON.stringify(name)}: define it first`)
    return collection
  }

  /** What columns show is noted before the write: seen too wide it only makes filters look closer. */
  #document(draft: DocumentDraft, name: string): PreparedDocument {
    const { id, meta, data, text = jsonText(data) } = draft
    if (id.includes('\0')) throw new Error('an id has no U+0000')
    const collection = this.#collection(name)
    const { layout } = collection
    if (noteShapes(layout, data)) this.#catalogue.noteChange(collection)
    const { binds, casts } = columnValues(layout, data)
    return {
      row: [
        this.#accounts.scopeOf(meta),
        id,
        meta.type_slug,
        meta.status,
        meta.created_by,
        meta.account_id,
        meta.sequence_no,
        meta.created_at,
        meta.updated_at,
        metaText(meta),
        text,
        ...binds,
      ],
      casts: casts.map(place => rowColumns.length + place),
      words: layout.words.map(({ except }) => wordsText(data, except)),
      keys: valueColumns(layout).map(column => [...keysOf(data, column)]),
    }
  }

  /** The ids of what is removed must be looked up from now on. */
  #noteRemoval(collection: Collection): void {
    const { definition, layout } = collection
    if (layout.versions) throw new Error(`${definition.name} keeps versions: nothing is removed from it`)
    if (layout.removed) return
    layout.removed = true
    this.#catalogue.noteChange(collection)
  }
}
