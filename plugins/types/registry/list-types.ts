import { readCursorPage } from '../../../lib/query/index.ts'
import type { Caller, Condition } from '../../../kernel/index.ts'
import type { CursorPage, PageParameters, PageSource } from '../../../lib/query/index.ts'
import { idCondition, textCondition } from '../../../lib/store-kit/index.ts'
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

/** The condition by which an API token for some types limits the types that its owner sees. */
function reachedBy({ token }: Caller): Condition[] {
  if (token === undefined || token.type_slugs === null) return []
  return [idCondition('in', ...token.type_slugs.map(typeId))]
}

/**
 * A page of the types that the caller's API token allows, newest first: the active ones that lists show, or with `all` every type.
 * @throws `BadRequest` when the cursor belongs to another list
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
