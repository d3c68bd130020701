import type { Caller } from '../../../kernel/index.ts'
import { readPageParameters, totalOf } from '../../../lib/query/index.ts'
import type { CursorScope, QueryPair } from '../../../lib/query/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ResourcePage } from './contract.ts'
import { maxTextBytes } from './list.ts'
import type { ListRoutes } from './list.ts'
import { shownDocuments } from './secrets.ts'

/**
 * A page of the states of an active resource, the current one included, newest first.
 * @throws `NotFound`, `BadRequest` for parameters that are wrong
 */
export async function listVersions(
  { service, store, cursors, maxPageBytes }: ListRoutes,
  caller: Caller,
  type: ResourceType,
  id: string,
  pairs: readonly QueryPair[],
): Promise<ResourcePage> {
  const { limit, cursor, count } = readPageParameters(pairs)
  const { meta } = await service.find(caller, type, id, 'active')
  const scope: CursorScope = {
    account_id: caller.account_id,
    list: `versions ${id}`,
    sort: bySequence,
    conditions: [],
    words: [],
  }
  const before = cursor === undefined ? {} : { before: Number(cursors.read(scope, cursor).key) }
  const maxBytes = maxTextBytes(maxPageBytes, 'json')
  const found = await store.versions(type.collection, id, { ...before, limit: limit + 1, maxBytes })
  const shown = await shownDocuments(type, found.slice(0, limit))
  const resources = shown.map(document => ({ type, document }))
  const last = resources.at(-1)
  const key = last === undefined ? 1 : readMeta(last.document).sequence_no
  const isOlder = async (): Promise<boolean> =>
    key > 1 && (await store.versions(type.collection, id, { before: key, limit: 1 })).length > 0
  const more = found.length > resources.length || (await isOlder())
  // Where a type keeps only the latest versions, a page that has all of them is counted.
  const stored = Math.min(meta.sequence_no, type.definition.keepVersions ?? Infinity)
  const known = cursor === undefined && !more ? resources.length : stored
  return {
    resources,
    cursor: more ? cursors.write(scope, { key, id }) : '',
    total: totalOf(count, known),
  }
}

const bySequence: CursorScope['sort'] = {
  target: { column: 'sequence_no' },
  kind: 'number',
  direction: 'desc',
  field: 'sequence_no',
}
