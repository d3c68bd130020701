import { BadRequest, ifMatch, isObject, mergePatch, readData, readMeta } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../kernel/index.ts'
import type { Controller } from '../contract.ts'
import { UnprocessableContent, answerItem, hasIdentifier, identifierIn, itemOf, requireItem } from './answers.ts'

/** PUT replaces an item, PATCH merges into it (RFC 7396). */
export const updateController: Controller = {
  name: 'UpdateController',
  invalidBodyStatus: 422,
  fits(operation) {
    if (operation.method !== 'put' && operation.method !== 'patch') return 'the method is neither PUT nor PATCH'
    if (operation.body !== 'item' || operation.item === undefined) return 'the body is no reference to a schema'
    return hasIdentifier(operation)
  },
  attach(operation, { resources, access, items }) {
    const item = itemOf(operation)
    const { slug, readOnly } = item
    return async context => {
      const { caller, request } = context
      const body = isObject(context.body) ? context.body : {}
      const identifier = identifierIn(item, context)
      const found = await requireItem(
        access,
        caller,
        'odrl:modify',
        slug,
        await items.find(caller, await items.type(slug), identifier),
      )
      checkIdentifier(identifier, body)
      const changed = await asUnprocessable(() =>
        resources.change(
          caller,
          slug,
          found.id,
          data => ({
            data: operation.method === 'patch' ? mergePatch(data, body) : replaced(data, body, identifier, readOnly),
          }),
          { ifMatch: ifMatch(request) },
        ),
      )
      const { sequence_no } = readMeta(changed)
      return answerItem({ id: changed.id, sequence_no, data: readData(changed) }, item.hidden)
    }
  },
}

/** What a body replaces keeps its identifier, and what a body cannot set. */
function replaced(
  before: JsonObject,
  body: JsonObject,
  identifier: JsonObject,
  readOnly: readonly string[],
): JsonObject {
  const kept = readOnly.filter(name => before[name] !== undefined).map(name => [name, before[name] ?? null] as const)
  return { ...body, ...identifier, ...Object.fromEntries(kept) }
}

function checkIdentifier(identifier: JsonObject, body: JsonObject): void {
  const different = Object.entries(identifier).find(([name, value]) => body[name] !== undefined && body[name] !== value)
  if (different !== undefined)
    throw new UnprocessableContent(`${different[0]}: the body names another item than the address`)
}

/** What is wrong with an item that exists is 422 here, not 400. */
async function asUnprocessable<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof BadRequest) throw new UnprocessableContent(error.message)
    throw error
  }
}
