import type {
  CollectionDefinition,
  Column,
  ColumnKind,
  Condition,
  ConditionTarget,
  DocumentDraft,
  DocumentMeta,
  DocumentStore,
  ListQuery,
  Operator,
  Page,
  Sort,
  StandardColumn,
  StoredDocument,
  WriteOperation,
} from '../../lib/store-kit/document-store.ts'
import type { JsonObject, Scalar } from '../../lib/json/types.ts'
import { WriteRefused } from '../../kernel/errors.ts'

export const account = 'urn:account:one'
export const otherAccount = 'urn:account:two'
const owner = 'urn:user:owner'

/**
 * A column at a root property, or at a path; indexed unless it is `json`. It allows values of every type, because values from before
 * a schema change can have any; their kind decides how they compare.
 */
export function column(name: string | readonly string[], kind: ColumnKind, further: Partial<Column> = {}): Column {
  const path = typeof name === 'string' ? [name] : name
  return { path, kind, many: false, indexed: kind !== 'json', unique: false, types: [], ...further }
}

/** A collection with these columns, with versions and without words by default. */
export function collection(
  name: string,
  columns: readonly Column[] = [],
  further: Partial<CollectionDefinition> = {},
): CollectionDefinition {
  return { name, columns, versions: true, words: false, ...further }
}

/** The URN for a short name. */
export const urn = (name: string): string => `urn:thing:${name}`

/** A document to be written; its standard columns are constant by default. */
export function draft(name: string, data: JsonObject = {}, meta: Partial<DocumentMeta> = {}): DocumentDraft {
  return {
    id: urn(name),
    meta: {
      type_slug: 'thing',
      status: 'active',
      created_by: owner,
      account_id: account,
      sequence_no: 1,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      ...meta,
    },
    data,
  }
}

export const insert = (collectionName: string, document: DocumentDraft): WriteOperation => ({
  kind: 'insert',
  collection: collectionName,
  document,
})

/** Replace the version `expected` by this document, with the next number. */
export function replace(collectionName: string, document: DocumentDraft, expected: number): WriteOperation {
  const meta = { ...document.meta, sequence_no: expected + 1 }
  return { kind: 'replace', collection: collectionName, document: { ...document, meta }, expected }
}

/** Write documents named by the keys, in one write. */
export async function fill(
  store: DocumentStore,
  collectionName: string,
  documents: Readonly<Record<string, JsonObject>>,
  meta: Partial<DocumentMeta> = {},
): Promise<void> {
  await store.write(Object.entries(documents).map(([name, data]) => insert(collectionName, draft(name, data, meta))))
}

/** A target: a property name, a path or a standard column. */
function target(of: string | readonly string[] | { column: StandardColumn }): ConditionTarget {
  if (typeof of === 'string') return { path: [of] }
  return 'column' in of ? of : { path: of }
}

export function where(
  of: string | readonly string[] | { column: StandardColumn },
  operator: Operator,
  operands: Scalar | readonly Scalar[],
  kind: ColumnKind,
): Condition {
  const list = Array.isArray(operands) ? (operands as readonly Scalar[]) : [operands as Scalar]
  return { target: target(of), kind, operator, operands: list, field: JSON.stringify(of) }
}

export function sorted(
  of: string | readonly string[] | { column: StandardColumn },
  kind: ColumnKind,
  direction: 'asc' | 'desc' = 'asc',
): Sort {
  return { target: target(of), kind, direction, field: JSON.stringify(of) }
}

/** A query for the active documents of the account, by id by default. */
export function query(collectionName: string, further: Partial<ListQuery> = {}): ListQuery {
  return {
    collection: collectionName,
    account_id: account,
    status: 'active',
    visibility: { all: true },
    conditions: [],
    words: [],
    sort: sorted({ column: 'id' }, 'text'),
    limit: 1000,
    ...further,
  }
}

/** The short names of documents. */
export const names = (documents: readonly StoredDocument[]): string[] =>
  documents.map(({ id }) => id.slice(urn('').length))

/** The short names of the results of a query, in its order; `count` must give the same number. */
export async function found(
  store: DocumentStore,
  collectionName: string,
  further: Partial<ListQuery> = {},
): Promise<string[]> {
  const list = query(collectionName, further)
  const [page, count] = await Promise.all([store.list(list), store.count(list)])
  const result = names(page.documents)
  return count === result.length ? result : [...result, `but the count is ${count}`]
}

/** Read a list to its end, page by page. `between` runs after each page. */
export async function walk(
  store: Pick<DocumentStore, 'list'>,
  list: ListQuery,
  between: (page: Page) => Promise<void> | void = () => undefined,
): Promise<string[]> {
  const result: string[] = []
  let after = list.after
  for (let pages = 0; pages < 2000; pages++) {
    const page = await store.list(after === undefined ? list : { ...list, after })
    result.push(...names(page.documents))
    if (page.next === null) return result
    // As a cursor returns it.
    after = JSON.parse(JSON.stringify(page.next)) as typeof page.next
    await between(page)
  }
  throw new Error('the list has no end')
}

/** Why a write was refused, in a form to compare; `done` when it was not. */
export async function outcome(writing: Promise<void>): Promise<string> {
  try {
    await writing
    return 'done'
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    const { reason, index, property } = error
    return property === undefined ? `${reason} at ${index}` : `${reason} at ${index}: ${property}`
  }
}
