import { Forbidden } from '../../../kernel/index.ts'
import type { Action, StoredDocument } from '../../../kernel/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import { actionOf } from './bulk-operation.ts'
import type { Item } from './bulk-operation.ts'
import { fail } from './bulk-write.ts'
import type { Bulk } from './bulk-write.ts'
import { isVisible, visibilityOf } from '../references/readable-resources.ts'

/**
 * The operations that the caller may do; the others are noted as failed. Rights come first, for all operations, so that a forbidden one is found
 * before a faulty one. What an action may be done to is asked once, however many operations there are.
 * @param read the resources that operations name
 */
export async function authorizeAll(
  bulk: Bulk,
  items: readonly Item[],
  read: () => Promise<ReadonlyMap<string, StoredDocument>>,
): Promise<Item[]> {
  const { access } = bulk.service
  const mayChooseIds = bulk.ownIds || (await access.isAdministrator(bulk.caller))
  const reaching = new Map<Action, Reach>()
  const allowed: Item[] = []
  for (const item of items) {
    const action = actionOf(item.operation)
    try {
      if (item.operation.op === 'create') {
        await access.authorize(bulk.caller, action, bulk.type.slug)
        if (item.id !== undefined && !mayChooseIds) {
          throw new Forbidden('id: only an administrator may choose the id of a new resource')
        }
      } else {
        const reach = reaching.get(action) ?? (await reachOf(bulk, action, read))
        reaching.set(action, reach)
        await reach(item.id ?? '')
      }
      allowed.push(item)
    } catch (error) {
      fail(bulk, item, error)
    }
  }
  return allowed
}

/** Throws `Forbidden` for resources that an action may not be done to. */
type Reach = (id: string) => void | Promise<void>

async function reachOf(
  { service, caller, type }: Bulk,
  action: Action,
  read: () => Promise<ReadonlyMap<string, StoredDocument>>,
): Promise<Reach> {
  const { access } = service
  const visibility = await visibilityOf(access, caller, type.slug, action)
  if (visibility?.all === true) return () => undefined
  const stored = visibility === undefined ? new Map<string, StoredDocument>() : await read()
  let refusal: Forbidden | undefined
  return async id => {
    const document = stored.get(id)
    const meta = document === undefined ? undefined : readMeta(document)
    if (meta?.account_id === caller.account_id && isVisible(visibility, id, meta)) return
    if (refusal !== undefined) throw refusal
    try {
      await access.authorize(caller, action, type.slug, id)
    } catch (error) {
      if (error instanceof Forbidden) refusal = error // the same for all of them
      throw error
    }
  }
}
