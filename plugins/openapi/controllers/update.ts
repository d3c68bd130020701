import { BadRequest, preconditionsOf } from '../../../kernel/index.ts'
import { equalJson, isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Controller } from '../contract.ts'
import { hasValues, ofDocument, itemOf as storedItem } from '../items/items.ts'
import { UnprocessableContent, answerWritten, hasIdentifier, identifierIn, itemOf, requireItem } from './answers.ts'

/** PUT replaces an item, PATCH merges into it (RFC 7396). */
export const updateController: Controller = {
  name: 'UpdateController',
  access: { action: 'odrl:modify', of: 'item' },
  invalidBodyStatus: 422,
  methods: ['put', 'patch'],
  fits(operation) {
    if (operation.body !== 'item' || operation.item === undefined) return 'the body is no reference to a schema'
    return hasIdentifier(operation)
  },
  attach(operation, { resources, access, items, references }) {
    const item = itemOf(operation)
    const { slug, readOnly, writeOnly } = item
    const isPatch = operation.method === 'patch'
    return async context => {
      const { caller, request } = context
      const identifier = await references.resolve(caller, slug, identifierIn(item, context))
      const admitted = context.found
      const isStillMeant = admitted !== undefined && hasValues(admitted, identifier) // middleware can have changed the identifier
      const meant = isStillMeant ? admitted : await items.find(caller, item, identifier)
      const found = await requireItem(access, caller, 'odrl:modify', slug, meant)
      const changed = await asUnprocessable(async () => {
        const sent = isObject(context.body) ? context.body : {}
        const read = await references.read(caller, slug, sent, { before: found.data })
        const body = read.data
        checkIdentifier(identifier, body)
        let before = found.data
        const edit = (data: JsonObject, { compiled }: ResourceType) => {
          before = data
          checkReadOnly(data, body, readOnly)
          if (isPatch) return { data: compiled.merge(data, body) }
          return { data: replaced(data, writeOnly.keep(data, body), identifier, readOnly) }
        }
        return resources.writeOne(
          caller,
          { op: 'edit', type: slug, id: found.id, read: found.document, ...preconditionsOf(request), edit },
          { ...ofDocument, extraOperations: documents => references.note(slug, documents, [read], before) },
        )
      })
      return answerWritten(access, caller, item, await references.show(caller, slug, storedItem(changed.document)))
    }
  },
}

/** A replacing body keeps the identifier, and the properties that a body cannot set; what is never shown was kept before. */
function replaced(
  before: JsonObject,
  body: JsonObject,
  identifier: JsonObject,
  readOnly: readonly string[],
): JsonObject {
  const kept = readOnly.filter(name => before[name] !== undefined).map(name => [name, before[name] ?? null] as const)
  return { ...body, ...identifier, ...Object.fromEntries(kept) }
}

/** Read-only properties can be sent back unchanged, so that a read item can be sent. */
function checkReadOnly(before: JsonObject, body: JsonObject, readOnly: readonly string[]): void {
  const changed = readOnly.find(name => body[name] !== undefined && !equalJson(body[name], before[name] ?? null))
  if (changed !== undefined) throw new UnprocessableContent(`${changed}: is read-only: the service sets it`)
}

function checkIdentifier(identifier: JsonObject, body: JsonObject): void {
  const different = Object.entries(identifier).find(([name, value]) => body[name] !== undefined && body[name] !== value)
  if (different !== undefined)
    throw new UnprocessableContent(`${different[0]}: the body names another item than the address`)
}

/** An error in an existing item is 422 here, not 400. */
async function asUnprocessable<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof BadRequest) throw new UnprocessableContent(error.message, error)
    throw error
  }
}
