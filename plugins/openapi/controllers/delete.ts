import { ifMatch } from '../../../kernel/index.ts'
import type { Controller } from '../contract.ts'
import { hasIdentifier, identifierIn, itemOf, requireItem, shown } from './answers.ts'

/** DELETE archives an item; its identifier can be used again. */
export const deleteController: Controller = {
  name: 'DeleteController',
  fits(operation) {
    if (operation.method !== 'delete') return 'the method is not DELETE'
    if (operation.item === undefined)
      return 'no schema is named: in the body, x-schema, the answer, or by GET or PUT of the path'
    return hasIdentifier(operation)
  },
  attach(operation, { resources, access, items }) {
    const item = itemOf(operation)
    return async context => {
      const { caller, request } = context
      const type = await items.type(item.slug)
      const stored = await items.find(caller, type, identifierIn(item, context))
      const found = await requireItem(access, caller, 'odrl:delete', item.slug, stored)
      await resources.archive(caller, item.slug, found.id, { ifMatch: ifMatch(request) })
      return { body: operation.answer === 'item' ? shown(found.data, item.hidden) : undefined }
    }
  },
}
