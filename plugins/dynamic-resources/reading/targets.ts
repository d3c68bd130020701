import { QueryTooSlow } from '../../../kernel/index.ts'
import type { DocumentMeta, DocumentStatus, DocumentStore } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { groupBySlug } from '../references/found-references.ts'
import type { ReadScope, TypedDocument } from './contract.ts'
import { isVisibleDocument, visibleTypes } from './scopes.ts'
import { shownDocuments } from './secrets.ts'

/** What reading across references needs. */
export interface ReadingParts {
  store: DocumentStore
  registry: TypeRegistry
}

/** A resource that was read by its id. */
export interface ReferenceTarget extends TypedDocument {
  meta: DocumentMeta
}

/** How many ids are looked up at once while the size of the resources is unknown. */
const firstPortion = 100
const maxPortion = 1_000
/** Intended maximum of bytes of resources in memory at once. */
const portionBytes = 4 * 1024 * 1024

/** Those of these resources that the scope can see, see `ResourceReader.getMany`. One query per type, unless they are many. */
export async function readTargets(
  parts: ReadingParts,
  scope: ReadScope,
  ids: Iterable<string>,
  { status = 'active', maxBytes }: { status?: DocumentStatus | 'any'; maxBytes?: number } = {},
): Promise<Map<string, ReferenceTarget>> {
  const targets = new Map<string, ReferenceTarget>()
  const read = async (slug: string, some: readonly string[]): Promise<void> => {
    let bytes = 0
    const first = maxBytes === undefined ? maxPortion : firstPortion
    for await (const portion of readOfType(parts, scope, slug, some, first)) {
      for (const target of portion) {
        bytes += target.document.data.length
        if (status === 'any' || target.meta.status === status) targets.set(target.document.id, target)
      }
      if (bytes > (maxBytes ?? Infinity)) return
      await yieldIfLong()
    }
  }
  await Promise.all([...groupBySlug(ids)].map(([slug, some]) => read(slug, some)))
  return targets
}

/**
 * Resources of any status that the scope can see, in portions, so that many or large resources are not in memory together.
 * @param deadline see `SelectQuery.deadline`
 * @throws `QueryTooSlow` when the deadline has passed
 */
export async function* readTargetsInPortions(
  parts: ReadingParts,
  scope: ReadScope,
  ids: Iterable<string>,
  deadline: number,
): AsyncGenerator<ReferenceTarget[], void> {
  for (const [slug, some] of groupBySlug(ids)) {
    if (performance.now() > deadline) throw new QueryTooSlow([])
    for await (const portion of readOfType(parts, scope, slug, some, firstPortion)) {
      yield portion
      if (performance.now() > deadline) throw new QueryTooSlow([])
    }
  }
}

async function* readOfType(
  { store, registry }: ReadingParts,
  scope: ReadScope,
  slug: string,
  ids: readonly string[],
  first: number,
): AsyncGenerator<ReferenceTarget[], void> {
  for (const { type, visible } of await visibleTypes(registry, scope, slug)) {
    let size = first
    for (let at = 0; at < ids.length;) {
      const portion = ids.slice(at, at + size)
      const documents = await store.getMany(type.collection, portion)
      at += portion.length
      const length = documents.reduce((sum, { data }) => sum + data.length, 1)
      size = Math.min(Math.max(Math.floor((portionBytes * portion.length) / length), 10), maxPortion)
      const seen = documents
        .map(document => ({ type, document, meta: readMeta(document) }))
        .filter(({ document, meta }) => {
          if (isEndOfPublication(type, meta)) return false
          return meta.account_id === scope.account_id && isVisibleDocument(visible, document, meta)
        })
      const stored = seen.map(({ document }) => document)
      const shown = await shownDocuments(type, stored, scope.secrets)
      yield shown === stored ? seen : shown.map(document => ({ type, document, meta: readMeta(document) }))
    }
  }
}

/** Whether a row only records that its resource was public once. */
const isEndOfPublication = ({ set }: ResourceType, { status }: DocumentMeta): boolean =>
  set?.perspective === 'published' && status !== 'active'
