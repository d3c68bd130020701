import { BadRequest, Forbidden, checkPreconditions, namesState } from '../../../../kernel/index.ts'
import type { Action, ServiceError, StoredDocument } from '../../../../kernel/index.ts'
import type { ValidationBudget } from '../../../../lib/json-schema/index.ts'
import { isUrnOf, readData, readMeta, toUrn } from '../../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../../types/contract.ts'
import type { BulkOperation, ScopedResource } from '../../contract.ts'
import { readChange } from '../write.ts'
import type { CompleteChange, Write } from '../write.ts'
import { idInUse, notFound, stateOf } from '../conflicts.ts'

/** One operation of a bulk write, with its id in full. */
export interface Item {
  index: number
  operation: BulkOperation
  /** URN of the resource; undefined for a create that leaves it to the service. */
  id: string | undefined
}

/** The action that an operation requires. */
export const actionOf = ({ op }: BulkOperation): Action => (op === 'delete' ? 'odrl:delete' : 'odrl:modify')

/** The error that refuses the whole bulk write because of one operation: its problems point into the body of the bulk write. */
export function refusalOf(index: number, error: ServiceError): BadRequest | Forbidden {
  const { message, code, resource } = error
  const data = `/operations/${index}/data`
  const problems = error.problems.map(problem => ({ ...problem, pointer: data + problem.pointer }))
  const options = { code, problems, resource, part: index }
  return error instanceof Forbidden ? new Forbidden(message, options) : new BadRequest(message, options)
}

/**
 * Read the operations of a bulk write.
 * @throws {@link refusalOf} an operation that is malformed, or that has the id of an earlier one
 */
export function readItems(typeSlug: string, operations: readonly BulkOperation[]): Item[] {
  const seen = new Set<string>()
  return operations.map((operation, index) => {
    const id = idOf(typeSlug, operation)
    const fault =
      malformation(operation) ?? (id !== undefined && seen.has(id) ? 'id: occurs more than once' : undefined)
    if (fault !== undefined) throw refusalOf(index, new BadRequest(fault))
    if (id !== undefined) seen.add(id)
    return { index, operation, id }
  })
}

/** A new resource gets the id as sent; existing resources can be named by the last part of the id. */
function idOf(typeSlug: string, { op, id }: BulkOperation): string | undefined {
  return id === undefined || op === 'create' ? id : toUrn(typeSlug, id)
}

function malformation({ op, id, data, if_match }: BulkOperation): string | undefined {
  const takesData = op === 'create' || op === 'update' || op === 'patch'
  if (takesData && data === undefined) return `data: is required for ${op}`
  if (!takesData && data !== undefined) return `data: is not for ${op}`
  if (op !== 'create' && id === undefined) return `id: is required for ${op}`
  if ((op === 'create' || op === 'restore') && if_match !== undefined) return `if_match: is not for ${op}`
  return undefined
}

/** What {@link planItem} needs in addition to the operation. */
export interface PlanContext {
  type: ResourceType
  /** The resources that the operations name, by id. */
  stored: ReadonlyMap<string, StoredDocument>
  /** Archive resources although others refer to them. */
  force: boolean
  /** What checking one operation may take. */
  budgetOf: () => ValidationBudget
  /** The write that they are part of, each seeing those before it. */
  write: Write
}

/** Plan one operation. Throws the error that the single request would be refused with. */
export async function planItem(context: PlanContext, { operation, id }: Item): Promise<CompleteChange> {
  const { type, write, force, budgetOf } = context
  const { op, if_match: ifMatch, restore = op === 'restore' } = operation
  const current = op === 'create' ? undefined : currentOf(context, id, restore)
  if (current === undefined) checkChosenId(context, id)
  else checkPreconditions({ ifMatch }, stateOf(type, current))
  const changed = current && (await write.changedBy(operation.data, type, current))
  const wanted = readChange(type, write.parts.mode, operation, changed, budgetOf())
  return write.plan({ ...wanted, type, current, id, force, conditional: namesState({ ifMatch }) })
}

/** @throws `BadRequest` for an id that no resource of the type can have */
export function checkWellFormed({ slug }: ResourceType, id: string): void {
  if (isUrnOf(slug, id)) return
  throw new BadRequest(
    `id: is no id of the type; write urn:${slug}:… with 1 to 128 letters, digits, - . _ ~, not beginning with - . _`,
  )
}

function checkChosenId({ type, stored }: PlanContext, id: string | undefined): void {
  if (id === undefined) return
  checkWellFormed(type, id)
  if (stored.has(id)) throw idInUse()
}

function currentOf(context: PlanContext, id: string | undefined, archivedToo: boolean): ScopedResource {
  const current =
    id === undefined ? undefined : (context.write.rules.changes.get(id) ?? readCurrent(context.stored.get(id)))
  if (current === undefined || current.meta.account_id !== context.write.caller.account_id) throw notFound()
  if (current.meta.status !== 'active' && !archivedToo) throw notFound()
  return current
}

const readCurrent = (document: StoredDocument | undefined): ScopedResource | undefined =>
  document === undefined ? undefined : { id: document.id, meta: readMeta(document), data: readData(document) }
