import type { Caller, Condition } from '../../../kernel/index.ts'
import type { PageParameters } from '../../../lib/query/index.ts'
import { idCondition, readCursorPage, textCondition } from '../../../lib/store-kit/index.ts'
import type { CursorPage, PageSource } from '../../../lib/store-kit/index.ts'
import { typeId } from './slugs.ts'
import { typeRecords } from './type-record.ts'
import type { StoredType } from './type-record.ts'

const listed: Condition = {
  target: { path: ['hidden'] },
  kind: 'boolean',
  operator: 'eq',
  operands: [false],
  field: 'hidden',
}

const inUse = textCondition('collection', 'exists', true)

/** The condition that an API token for some types puts on what its owner sees. */
function reachedBy({ token }: Caller): Condition[] {
  if (token === undefined || token.type_slugs === null) return []
  return [idCondition('in', ...token.type_slugs.map(typeId))]
}

/**
 * One page of the types, newest first: the active ones that lists show, or with `all` every one; of those that the caller's API token reaches.
 * @throws `BadRequest` when the cursor is not of this list
 */
export function listTypes(
  source: PageSource,
  caller: Caller,
  { all, ...page }: Pick<PageParameters, 'limit' | 'cursor' | 'count'> & { all: boolean },
): Promise<CursorPage<StoredType>> {
  const status = all ? 'any' : 'active'
  const query = typeRecords.query([all ? inUse : listed, ...reachedBy(caller)], { status })
  const list = { ...query, list: 'resource-types', further: [status] }
  return readCursorPage(source, list, page, document => typeRecords.parse(document))
}
