import { BadRequest, HttpError, NotFound, canRead, etagOf } from '../../../kernel/index.ts'
import type { Access, Action, Caller, ServiceError } from '../../../kernel/index.ts'
import type { MarkedMembers } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { Item, Operation, OperationAnswer, OperationContext, OperationItem } from '../contract.ts'
import { identifierValue } from '../items/identifier-value.ts'

/** The content is understood but cannot be processed (RFC 9110, 15.5.21). */
export class UnprocessableContent extends HttpError {
  static override readonly code: string = 'unprocessable-content'
  readonly statusCode = 422

  /** @param cause the error whose problems are copied */
  constructor(message: string, cause?: ServiceError) {
    super(message, cause === undefined ? {} : { problems: cause.problems, cause })
  }
}

/** Answer with an item as the document shows it, and its entity tag. */
export function answerItem(item: Item, { writeOnly }: OperationItem): OperationAnswer {
  return { headers: { etag: etagOf(item.id, item.sequence_no) }, text: shownText(item, writeOnly) }
}

/** JSON text of an item as the document shows it. */
export const shownText = (item: Item, writeOnly: MarkedMembers): string =>
  writeOnly.isEmpty && item.text !== undefined ? item.text : JSON.stringify(writeOnly.remove(item.data))

/** Answer with the written item; a caller who cannot read it gets only its id. */
export async function answerWritten(
  access: Access,
  caller: Caller,
  written: OperationItem,
  item: Item,
): Promise<OperationAnswer> {
  const answer = answerItem(item, written)
  if (await canRead(access, caller, written.slug, item.id)) return answer
  return { headers: answer.headers ?? {}, body: { id: item.id }, isPartial: true }
}

/** The item of an operation that requires one. @throws Error for the message of the start */
export function itemOf(operation: Operation): OperationItem {
  if (operation.item !== undefined) return operation.item
  throw new Error('needs a schema of components.schemas: in the body, the answer or x-schema')
}

/** @returns true, or the parts of the identifier that no parameter contains */
export function hasIdentifier({ item }: Operation): true | string {
  const missing = item?.identifier.filter(({ valueName }) => valueName === undefined) ?? []
  if (missing.length === 0) return true
  const names = missing.map(({ property }) => `"${property}"`).join(', ')
  return `no parameter has the name (or x-context-name) of the identifier's part ${names} of ${item?.schema ?? ''}`
}

/** The values of the identifier of a request, by property. @throws BadRequest when one is missing */
export function identifierIn({ identifier }: OperationItem, { values }: Pick<OperationContext, 'values'>): JsonObject {
  return Object.fromEntries(
    identifier.map(part => {
      const value = identifierValue(part, values)
      if (value === undefined) throw new BadRequest(`${part.property} is required: it identifies the item`)
      return [part.property, value]
    }),
  )
}

/** @throws Forbidden unless the caller has the right on the item; NotFound for a missing item when the caller has the right on every item of the type */
export async function requireItem(
  access: Access,
  caller: Caller,
  action: Action,
  slug: string,
  item: Item | undefined,
): Promise<Item> {
  await access.authorize(caller, action, slug, item?.id ?? toUrn(slug, 'none'))
  if (item === undefined) throw new NotFound('there is no such item')
  return item
}
