import { isObject, readData, readMeta } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../kernel/index.ts'
import type { Controller } from '../contract.ts'
import { UnprocessableContent, answerItem, itemOf } from './answers.ts'

/** POST with one item in the body. */
export const createController: Controller = {
  name: 'CreateController',
  defaultStatus: 201,
  fits({ method, body, item }) {
    if (method !== 'post') return 'the method is not POST'
    return body === 'item' && item !== undefined ? true : 'the body is no reference to a schema'
  },
  attach(operation, { resources, access }) {
    const { slug, identifier, hidden } = itemOf(operation)
    return async context => {
      const { caller, values, body } = context
      await access.authorize(caller, 'odrl:modify', slug)
      const data: JsonObject = { ...(isObject(body) ? body : {}) }
      for (const { property, valueName } of identifier) {
        const value = valueName === undefined ? undefined : values[valueName]
        if (value === undefined) continue
        if (data[property] !== undefined && data[property] !== value) {
          throw new UnprocessableContent(`${property}: the body and the parameter differ`)
        }
        data[property] = value
      }
      const document = await resources.create(caller, slug, data)
      const item = { id: document.id, sequence_no: readMeta(document).sequence_no, data: readData(document) }
      return answerItem(item, hidden)
    }
  },
}
