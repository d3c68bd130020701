import { isObject } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../kernel/index.ts'
import type { Controller } from '../contract.ts'
import { inUse, valuesOf } from '../identifiers.ts'
import { itemOf, shown } from './answers.ts'

/** POST with an array of items in the body: all of them are created, or none is. */
export const createBatchController: Controller = {
  name: 'CreateBatchController',
  defaultStatus: 201,
  fits({ method, body, item }) {
    if (method !== 'post') return 'the method is not POST'
    return body === 'items' && item !== undefined ? true : 'the body is no array of references to a schema'
  },
  attach(operation, { resources, access, items }) {
    const { slug, identifier, hidden } = itemOf(operation)
    return async ({ caller, body }) => {
      await access.authorize(caller, 'odrl:modify', slug)
      const created = (Array.isArray(body) ? body : []).filter(isObject)
      checkDifferent(identifier, created)
      if (created.length === 0) return { body: [] }
      const operations = created.map(data => ({ op: 'create' as const, data }))
      const results = await resources.bulk(caller, slug, operations, { atomic: true, dryRun: false })
      const stored = await items.getAll(
        caller,
        await items.type(slug),
        results.flatMap(({ id }) => id ?? []),
      )
      return { body: stored.map(({ data }) => shown(data, hidden)) }
    }
  },
}

function checkDifferent(identifier: readonly { property: string }[], created: readonly JsonObject[]): void {
  const seen = new Set<string>()
  for (const data of created) {
    const values = valuesOf(identifier, data)
    if (Object.values(values).includes(null)) continue
    const key = JSON.stringify(values)
    if (seen.has(key)) throw inUse(values)
    seen.add(key)
  }
}
