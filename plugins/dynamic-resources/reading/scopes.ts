import { Forbidden } from '../../../kernel/index.ts'
import type {
  Access,
  Action,
  Caller,
  DocumentMeta,
  DocumentStatus,
  StoredDocument,
  Visibility,
} from '../../../kernel/index.ts'
import { holds, readData } from '../../../lib/store-kit/index.ts'
import type { Perspective } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { setOf } from '../publishing/sets.ts'
import type { ReadScope, VisibleResources } from './contract.ts'
import { memoizeByObject } from '../../../lib/json/index.ts'
import { insteadOf } from '../../../lib/errors/index.ts'

const readActions: readonly Action[] = ['odrl:read']
const archiveActions: readonly Action[] = ['odrl:read', 'odrl:delete']

/** See `ResourceReader.callerScope`. */
export const callerScope = (access: Access, caller: Caller, perspective: Perspective = 'published'): ReadScope => ({
  account_id: caller.account_id,
  perspective,
  async visible({ slug, set }: ResourceType, status: DocumentStatus): Promise<VisibleResources> {
    const actions = status === 'archived' ? archiveActions : readActions
    const all = await Promise.all(actions.map(async action => access.visibility(caller, action, slug)))
    if (set?.perspective === 'draft') all.push((await visibilityOf(access, caller, slug, 'odrl:modify')) ?? nothing)
    return { visibility: all.reduce(intersect) }
  },
})

const nothing: Visibility = { all: false, owner: '', ids: [] }

/** The intersection of two visibilities. The owner is the caller in both, or there is none. */
function intersect(one: Visibility, other: Visibility): Visibility {
  if (one.all) return other
  if (other.all) return one
  const ids = new Set(other.ids)
  return { all: false, owner: one.owner === other.owner ? one.owner : '', ids: one.ids.filter(id => ids.has(id)) }
}

/** See `ResourceReader.accountScope`. */
export const accountScope = (account_id: string): ReadScope => ({
  account_id,
  visible: async () => ({ visibility: { all: true } }),
})

/** A type of which a scope can see something, and what. */
export interface VisibleType {
  type: ResourceType
  visible: VisibleResources
}

/**
 * An active type of which the scope can see something, with the rows that it sees; empty for any other. An editor sees drafts of what they may modify, and the
 * rest as it is public.
 */
export async function visibleTypes(registry: TypeRegistry, scope: ReadScope, slug: string): Promise<VisibleType[]> {
  const type = await registry.find(slug)
  if (type?.status !== 'active') return []
  try {
    const set = setOf(type, scope.perspective)
    const visible = await scope.visible(set, 'active')
    const isWhole = set.set?.perspective !== 'draft' || visible.visibility.all
    if (isWhole) return [{ type: set, visible }]
    const published = setOf(type)
    const rest = { ...(await scope.visible(published, 'active')), except: visible.visibility }
    return [
      { type: set, visible },
      { type: published, visible: rest },
    ]
  } catch (error) {
    if (error instanceof Forbidden) return []
    throw error
  }
}

/** Whether a document of the scope's account can be seen. */
export function isVisibleDocument(
  { visibility, conditions = [], except }: VisibleResources,
  document: StoredDocument,
  meta: DocumentMeta,
): boolean {
  if (!isVisible(visibility, document.id, meta) || isVisible(except, document.id, meta)) return false
  if (conditions.length === 0) return true
  const data = readData(document)
  return conditions.every(condition => holds(condition, meta, document.id, data))
}

/** The ids of a visibility as a set, as there can be thousands. */
const idsOf = memoizeByObject((ids: readonly string[]): ReadonlySet<string> => new Set(ids))

/** Whether a visibility includes a resource; undefined includes none. */
export function isVisible(visibility: Visibility | undefined, id: string, { created_by }: DocumentMeta): boolean {
  if (visibility === undefined) return false
  return visibility.all || visibility.owner === created_by || idsOf(visibility.ids).has(id)
}

/** The resources of a type that the caller is allowed to read (or to do another action to); undefined when there are none. */
export function visibilityOf(
  access: Access,
  caller: Caller,
  slug: string,
  action: Action = 'odrl:read',
): Promise<Visibility | undefined> {
  const ask = async (): Promise<Visibility> => access.visibility(caller, action, slug) // a plugin of others can throw or return at once
  return ask().catch(insteadOf(Forbidden, undefined))
}
