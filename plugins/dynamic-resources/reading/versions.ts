import type { Caller, StoredDocument } from '../../../kernel/index.ts'
import { readPageParameters, totalOf, readPerspective } from '../../../lib/query/index.ts'
import type { CursorScope, QueryPair } from '../../../lib/query/index.ts'
import { presentVersion, readMeta } from '../../../lib/store-kit/index.ts'
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
  const { limit, cursor, count, others } = readPageParameters(pairs, ['perspective'])
  const perspective = readPerspective(others.get('perspective'))
  const { document, meta, numbers } = await service.find(caller, type, id, 'active', perspective)
  const scope: CursorScope = {
    account_id: caller.account_id,
    list: `${numbers === undefined ? 'versions' : 'public versions'} ${id}`,
    sort: bySequence,
    conditions: [],
    words: [],
  }
  const before = cursor === undefined ? {} : { before: Number(cursors.read(scope, cursor).key) }
  const maxBytes = maxTextBytes(maxPageBytes, 'json')
  const read = (options: { before?: number; limit: number }): Promise<StoredDocument[]> =>
    numbers === undefined
      ? store.versions(type.collection, id, { ...options, maxBytes })
      : readVersions(store, type, document, { ...options, maxBytes, numbers })
  const found = await read({ ...before, limit: limit + 1 })
  const shown = await shownDocuments(type, found.slice(0, limit))
  const resources = shown.map(document => ({ type, document }))
  const last = resources.at(-1)
  const key = last === undefined ? 1 : readMeta(last.document).sequence_no
  const more = found.length > resources.length || (key > 1 && (await read({ before: key, limit: 1 })).length > 0)
  // Where a type keeps only the latest versions, a page that has all of them is counted.
  const stored = numbers?.length ?? Math.min(meta.sequence_no, type.definition.keepVersions ?? Infinity)
  const known = cursor === undefined && !more ? resources.length : stored
  return {
    resources,
    cursor: more ? cursors.write(scope, { key, id }) : '',
    total: totalOf(count, known),
  }
}

/**
 * Those of some versions that are kept, the newest first, in the same portions as the store reads versions.
 * @param shown what is public, as readers see it. It is there although the type can keep later versions alone
 */
async function readVersions(
  store: ListRoutes['store'],
  { collection }: ResourceType,
  shown: StoredDocument,
  {
    numbers,
    limit,
    maxBytes,
    before,
  }: { numbers: readonly number[]; limit: number; maxBytes: number; before?: number },
): Promise<StoredDocument[]> {
  const wanted = new Set(numbers)
  const { sequence_no: published } = readMeta(shown)
  const found: StoredDocument[] = []
  let bytes = 0
  for (let next = before; ;) {
    const options = { limit: 1_000, maxBytes, ...(next !== undefined && { before: next }) }
    const portion = await store.versions(collection, shown.id, options)
    for (const version of portion) {
      if (!wanted.has(readMeta(version).sequence_no)) continue
      bytes += version.data.length
      if (found.length === limit || (bytes > maxBytes && found.length > 0)) return found
      found.push(presentVersion(shown, version))
    }
    const last = portion.at(-1)
    if (last !== undefined && readMeta(last).sequence_no > 1) next = readMeta(last).sequence_no
    else {
      const isIn = found.some(version => readMeta(version).sequence_no <= published)
      return isIn || published >= (before ?? Infinity) ? found : [...found, shown].slice(0, limit)
    }
  }
}

const bySequence: CursorScope['sort'] = {
  target: { column: 'sequence_no' },
  kind: 'number',
  direction: 'desc',
  field: 'sequence_no',
}
