import { Forbidden } from '../../../kernel/index.ts'
import type { StoredDocument } from '../../../kernel/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { CallerRights } from '../behaviours/caller-rights.ts'
import { actionOf } from './bulk-operation.ts'
import type { Item } from './bulk-operation.ts'
import { fail } from './bulk-write.ts'
import type { Bulk } from './bulk-write.ts'

/**
 * The operations that the caller may do; the others are noted as failed. Rights come first, for all operations, so that a forbidden one is found
 * before a faulty one.
 * @param stored the resources that operations name
 */
export async function authorizeAll(
  bulk: Bulk,
  rights: CallerRights,
  items: readonly Item[],
  stored: ReadonlyMap<string, StoredDocument>,
): Promise<Item[]> {
  const { service, caller, type } = bulk
  const mayChooseIds = bulk.ownIds || (await service.access.isAdministrator(caller))
  const allowed: Item[] = []
  for (const item of items) {
    const { operation, id = '' } = item
    try {
      if (operation.op === 'create') {
        await rights.requireCreate(type)
        if (item.id !== undefined && !mayChooseIds) {
          throw new Forbidden('id: only an administrator may choose the id of a new resource')
        }
      } else {
        const document = stored.get(id)
        const meta = document === undefined ? undefined : readMeta(document)
        await rights.require(actionOf(operation), type, id, meta?.account_id === caller.account_id ? meta : undefined)
      }
      allowed.push(item)
    } catch (error) {
      fail(bulk, item, error)
    }
  }
  return allowed
}
