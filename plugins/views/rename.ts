import type { DocumentStore, WriteOperation } from '../../kernel/index.ts'
import { newestFirst } from '../../lib/query/index.ts'
import type { RenameFollower } from '../types/contract.ts'
import { isOneOf, viewsWith } from './list.ts'
import { readView, viewDraft, viewsCollection } from './record.ts'
import type { StoredView } from './record.ts'

/** Views of every account follow when their type is given another slug. */
export function followRename(store: DocumentStore): RenameFollower {
  return async ({ from, to }) => {
    const operations: WriteOperation[] = []
    for await (const view of viewsOf(store, from)) operations.push(moved(view, to))
    return operations
  }
}

async function* viewsOf(store: DocumentStore, typeSlug: string): AsyncIterable<StoredView> {
  const query = { ...viewsWith(null, [isOneOf('type_slug', [typeSlug])]), sort: newestFirst, limit: 1000 }
  let page = await store.list(query)
  for (;;) {
    yield* page.documents.map(readView)
    if (page.next === null) return
    page = await store.list({ ...query, after: page.next })
  }
}

function moved({ id, meta, content }: StoredView, type_slug: string): WriteOperation {
  const next = { ...meta, sequence_no: meta.sequence_no + 1, updated_at: new Date().toISOString() }
  const document = viewDraft({ id, meta: next, content: { ...content, type_slug } })
  return { kind: 'replace', collection: viewsCollection.name, document, expected: meta.sequence_no }
}
