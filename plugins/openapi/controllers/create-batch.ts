import { BadRequest, Conflict, NotUnique, canRead } from '../../../kernel/index.ts'
import type { Access, Caller } from '../../../kernel/index.ts'
import { isObject, pointerOf } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { Controller, Item, OperationAnswer, OperationItem } from '../contract.ts'
import { identifierInUse, valuesOf } from '../items/identifiers.ts'
import { itemOf } from './answers.ts'

/** The maximum number of operations of a bulk write. */
const maxItems = 1000

/** POST with an array of items in the body: either all of them are created or none. */
export const createBatchController: Controller = {
  name: 'CreateBatchController',
  access: { action: 'odrl:modify', of: 'type' },
  defaultStatus: 201,
  methods: ['post'],
  fits({ body, item }) {
    return body === 'items' && item !== undefined ? true : 'the body is no array of references to a schema'
  },
  attach(operation, { resources, access, items, identifiers, references }) {
    const item = itemOf(operation)
    const { slug, identifier } = item
    return async ({ caller, body }) => {
      const sent = (Array.isArray(body) ? body : []).filter(isObject)
      if (sent.length > maxItems) throw new BadRequest(`at most ${maxItems} items can be created at once`)
      if (sent.length === 0) return { body: [] }
      const type = await items.type(slug)
      const read = await references.readAll(caller, slug, sent)
      const data = read.map(one => one.data)
      const created = await identifiers.numbered(identifier, type, caller.account_id, data)
      checkDifferent(identifier, created)
      const operations = created.map(data => ({ op: 'create', type: slug, data }) as const)
      const results = await inOwnWords(() =>
        resources.write(caller, operations, {
          authorizes: true,
          extraOperations: documents => references.note(slug, documents, read),
        }),
      )
      const stored = await items.getAll(
        caller,
        results.flatMap(({ id }) => id ?? []),
      )
      return answer(access, caller, item, await references.showAll(caller, slug, stored))
    }
  },
}

async function answer(
  access: Access,
  caller: Caller,
  { slug, writeOnly }: OperationItem,
  stored: readonly Item[],
): Promise<OperationAnswer> {
  const body: Json[] = []
  let isPartial = false
  for (const { id, data } of stored) {
    const isReadable = await canRead(access, caller, slug, id)
    isPartial ||= !isReadable
    body.push(isReadable ? writeOnly.remove(data) : { id })
  }
  return { body, isPartial }
}

/** The problems of an item of the bulk write, with pointers into the sent array; a used identifier stays a conflict. */
async function inOwnWords<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    const { code, part } = error
    const message = part === undefined ? error.message : `[${part}]: ${error.message}`
    if (code === Conflict.code || code === NotUnique.code) throw new Conflict(message, { code })
    const at = part === undefined ? '' : pointerOf([part])
    const problems = error.problems.map(problem => ({ ...problem, pointer: at + problem.pointer }))
    throw new BadRequest(message, { code, problems })
  }
}

function checkDifferent(identifier: readonly { property: string }[], created: readonly JsonObject[]): void {
  const seen = new Set<string>()
  for (const data of created) {
    const values = valuesOf(identifier, data)
    if (Object.values(values).includes(null)) continue
    const key = JSON.stringify(values)
    if (seen.has(key)) throw identifierInUse(values)
    seen.add(key)
  }
}
