import { checkPreconditions, preconditionsOf } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { Controller } from '../contract.ts'
import { valuesOf } from '../items/identifiers.ts'
import { ofDocument, itemOf as storedItem } from '../items/items.ts'
import { identifierValue } from '../items/identifier-value.ts'
import { UnprocessableContent, answerWritten, itemOf } from './answers.ts'

/** POST with one item in the body. */
export const createController: Controller = {
  name: 'CreateController',
  access: { action: 'odrl:modify', of: 'type' },
  defaultStatus: 201,
  methods: ['post'],
  fits({ body, item }) {
    return body === 'item' && item !== undefined ? true : 'the body is no reference to a schema'
  },
  attach(operation, { resources, access, items, references }) {
    const item = itemOf(operation)
    return async context => {
      const { caller, values, body, request } = context
      const data: JsonObject = { ...(isObject(body) ? body : {}) }
      for (const part of item.identifier) {
        const value = identifierValue(part, values)
        if (value === undefined) continue
        if (data[part.property] !== undefined && data[part.property] !== value) {
          throw new UnprocessableContent(`${part.property}: the body and the parameter differ`)
        }
        data[part.property] = value
      }
      const read = await references.read(caller, item.slug, data)
      const { ifNoneMatch } = preconditionsOf(request)
      if (ifNoneMatch !== undefined) {
        const values = valuesOf(item.identifier, read.data)
        const isGenerated = Object.values(values).includes(null)
        const there = isGenerated ? undefined : await items.find(caller, item, values)
        checkPreconditions({ ifNoneMatch }, there && { id: there.id, sequenceNo: there.sequence_no })
      }
      const { document } = await resources.writeOne(
        caller,
        { op: 'create', type: item.slug, data: read.data },
        { ...ofDocument, extraOperations: created => references.note(item.slug, created, [read]) },
      )
      return answerWritten(access, caller, item, await references.show(caller, item.slug, storedItem(document)))
    }
  },
}
