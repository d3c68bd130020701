import { canRead, preconditionsOf } from '../../../kernel/index.ts'
import type { Controller } from '../contract.ts'
import { hasIdentifier, identifierIn, itemOf, requireItem } from './answers.ts'

/** DELETE archives an item; its identifier can be used again. */
export const deleteController: Controller = {
  name: 'DeleteController',
  access: { action: 'odrl:delete', of: 'item' },
  methods: ['delete'],
  fits(operation) {
    if (operation.item === undefined)
      return 'no schema is named: in the body, x-schema, the answer, or by GET or PUT of the path'
    return hasIdentifier(operation)
  },
  attach(operation, { resources, access, items, references }) {
    const item = itemOf(operation)
    const { slug, writeOnly } = item
    return async context => {
      const { caller, request } = context
      const stored = await items.find(caller, item, await references.resolve(caller, slug, identifierIn(item, context)))
      const found = await requireItem(access, caller, 'odrl:delete', slug, stored)
      const isShown = operation.answer === 'item' && (await canRead(access, caller, slug, found.id))
      await resources.writeOne(caller, { op: 'archive', type: slug, id: found.id, ...preconditionsOf(request) })
      if (operation.answer !== 'item') return {}
      if (!isShown) return { body: { id: found.id }, isPartial: true }
      return { body: writeOnly.remove((await references.show(caller, slug, found)).data) }
    }
  },
}
