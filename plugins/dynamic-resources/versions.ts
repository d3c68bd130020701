import { BadRequest, NotFound } from '../../kernel/index.ts'
import type { Caller, StoredDocument } from '../../kernel/index.ts'
import { readPageParameters, totalOf } from '../../lib/query/index.ts'
import type { CursorScope, QueryPair, Total } from '../../lib/query/index.ts'
import type { ResourceType } from '../types/contract.ts'
import { fitDocuments } from './list.ts'
import type { ListParts } from './list.ts'
import type { ResourceService } from './service.ts'
import type { TypedDocument } from './text.ts'

export interface VersionPage {
  resources: TypedDocument[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
  /** Bytes of its text, at most. */
  bytes: number
}

/**
 * A page of the states of an active resource, the current one included, newest first.
 * @throws `NotFound`, `BadRequest` for parameters that are wrong
 */
export async function listVersions(
  { service, cursors }: ListParts,
  caller: Caller,
  type: ResourceType,
  id: string,
  pairs: readonly QueryPair[],
): Promise<VersionPage> {
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
  const { store, maxPageBytes: maxBytes } = service.parts
  const found = await store.versions(type.collection, id, { ...before, limit: limit + 1, maxBytes })
  const all = found.slice(0, limit).map(document => ({ type, document }))
  const fitting = fitDocuments(all, { form: 'json', maxBytes })
  const resources = all.slice(0, fitting.count)
  const last = resources.at(-1)
  const key = last === undefined ? 1 : sequenceNo(last.document)
  const isOlder = async (): Promise<boolean> =>
    key > 1 && (await store.versions(type.collection, id, { before: key, limit: 1 })).length > 0
  const more = found.length > resources.length || (await isOlder())
  return {
    resources,
    cursor: more ? cursors.write(scope, { key, id }) : '',
    total: totalOf(count, meta.sequence_no),
    bytes: fitting.bytes,
  }
}

const bySequence: CursorScope['sort'] = {
  target: { column: 'sequence_no' },
  kind: 'number',
  direction: 'desc',
  field: 'sequence_no',
}

/**
 * One state of an active resource.
 * @param text the parameter `sequence_no`
 */
export async function findVersion(
  service: ResourceService,
  caller: Caller,
  type: ResourceType,
  id: string,
  text: string,
): Promise<StoredDocument> {
  const wanted = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(wanted)) throw new BadRequest('sequence_no must be a positive integer')
  const { document, meta } = await service.find(caller, type, id, 'active')
  if (wanted === meta.sequence_no) return document
  const version = wanted > meta.sequence_no ? undefined : await service.parts.store.version(type.collection, id, wanted)
  if (version === undefined) throw new NotFound('the resource has no such version')
  return version
}

/** The sequence number of a stored document, read without parsing the rest. In its JSON text no quote within a value is without a backslash. */
export function sequenceNo({ meta }: StoredDocument): number {
  const start = meta.lastIndexOf(',"sequence_no":') + ',"sequence_no":'.length
  return Number.parseInt(meta.slice(start, start + 20), 10)
}
