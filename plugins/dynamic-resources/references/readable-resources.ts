import { Forbidden, QueryTooSlow } from '../../../kernel/index.ts'
import type {
  Access,
  Action,
  Caller,
  DocumentMeta,
  DocumentStore,
  StoredDocument,
  Visibility,
} from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { groupBySlug } from './found-references.ts'

/** What reading across references needs. */
export interface ReferenceParts {
  store: DocumentStore
  registry: TypeRegistry
  access: Access
}

/** A type of which the caller is allowed to read something, and which resources. */
export interface ReadableType {
  type: ResourceType
  visibility: Visibility
}

/** An active type of which the caller is allowed to read something; undefined for any other. */
export async function readableType(
  { registry, access }: Pick<ReferenceParts, 'registry' | 'access'>,
  caller: Caller,
  slug: string,
): Promise<ReadableType | undefined> {
  const type = await registry.find(slug)
  if (type?.status !== 'active') return undefined
  const visibility = await visibilityOf(access, caller, slug)
  return visibility === undefined ? undefined : { type, visibility }
}

/** The resources of a type that the caller is allowed to read (or to do another action to); undefined when there are none. */
export async function visibilityOf(
  access: Access,
  caller: Caller,
  slug: string,
  action: Action = 'odrl:read',
): Promise<Visibility | undefined> {
  try {
    return await access.visibility(caller, action, slug)
  } catch (error) {
    if (error instanceof Forbidden) return undefined
    throw error
  }
}

const idSets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** The ids of a visibility as a set, as there can be thousands. */
function idsOf(ids: readonly string[]): ReadonlySet<string> {
  const known = idSets.get(ids) ?? new Set(ids)
  idSets.set(ids, known)
  return known
}

/** Whether the caller is allowed to read a resource. */
export function isVisible(visibility: Visibility | undefined, id: string, { created_by }: DocumentMeta): boolean {
  if (visibility === undefined) return false
  return visibility.all || visibility.owner === created_by || idsOf(visibility.ids).has(id)
}

/** A referenced resource. */
export interface Target {
  type: ResourceType
  document: StoredDocument
  meta: DocumentMeta
}

/**
 * Read referenced resources: those of the account, in any status, that the caller is allowed to read. One query per type, unless they are many.
 */
export async function readTargets(
  parts: ReferenceParts,
  caller: Caller,
  ids: Iterable<string>,
): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>()
  const read = async (slug: string, some: readonly string[]): Promise<void> => {
    for (let at = 0; at < some.length; at += maxPortion) {
      if (at > 0) await yieldIfLong()
      for (const target of await readOfType(parts, caller, slug, some.slice(at, at + maxPortion)))
        targets.set(target.document.id, target)
    }
  }
  await Promise.all([...groupBySlug(ids)].map(([slug, some]) => read(slug, some)))
  return targets
}

/** How many ids are looked up at once while the size of the resources is unknown. */
const firstPortion = 100
const maxPortion = 1_000
/** Intended maximum of bytes of resources in memory at once. */
const portionBytes = 4 * 1024 * 1024

/**
 * Like {@link readTargets}, in portions, so that many or large resources are not in memory together.
 * @param deadline see `SelectQuery.deadline`
 * @throws `QueryTooSlow` when the deadline has passed
 */
export async function* readTargetsInPortions(
  parts: ReferenceParts,
  caller: Caller,
  ids: Iterable<string>,
  deadline: number,
): AsyncGenerator<Target[], void> {
  let size = firstPortion
  for (const [slug, all] of groupBySlug(ids)) {
    for (let at = 0; at < all.length;) {
      if (performance.now() > deadline) throw new QueryTooSlow([])
      const portion = all.slice(at, at + size)
      const targets = await readOfType(parts, caller, slug, portion)
      at += portion.length
      const length = targets.reduce((sum, { document }) => sum + document.data.length, 1)
      size = Math.min(Math.max(Math.floor((portionBytes * portion.length) / length), 10), maxPortion)
      yield targets
    }
  }
}

async function readOfType(
  parts: ReferenceParts,
  caller: Caller,
  slug: string,
  ids: readonly string[],
): Promise<Target[]> {
  const readable = await readableType(parts, caller, slug)
  if (readable === undefined) return []
  const { type, visibility } = readable
  const documents = await parts.store.getMany(type.collection, ids)
  return documents
    .map(document => ({ type, document, meta: readMeta(document) }))
    .filter(({ document, meta }) => meta.account_id === caller.account_id && isVisible(visibility, document.id, meta))
}
