import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeProblem } from '../../types/contract.ts'
import type { DocumentStore } from '../../../kernel/index.ts'
import { valuesOf } from '../items/identifiers.ts'

const maxNamedIds = 10

/**
 * Find active items of one account that a new identifier could not distinguish. Items that lack a part of the identifier are ignored.
 * @param identifier names of properties
 * @param account only ids of its items are named, and none where the identifier is secret; all are counted
 */
export async function findDuplicateItems(
  store: DocumentStore,
  type: ResourceType,
  identifier: readonly string[],
  account: string,
): Promise<TypeProblem | undefined> {
  const parts = identifier.map(property => ({ property }))
  const problem: TypeProblem = { kind: 'not-unique', property: identifier.join(', '), count: 0, ids: [] }
  const isSecret = identifier.some(name => type.compiled.secrets.includes([name]))
  const add = (id: string, owner: string): void => {
    problem.count += 1
    if (!isSecret && owner === account && problem.ids.length < maxNamedIds) problem.ids.push(id)
  }
  const holders = new Map<string, string | undefined>()
  for await (const portion of store.scan(type.collection)) {
    for (const document of portion) {
      const { account_id: owner, status } = readMeta(document)
      const values = Object.values(valuesOf(parts, readData(document)))
      if (status !== 'active' || values.every(value => value === null)) continue
      const key = JSON.stringify([owner, values])
      const first = holders.get(key)
      if (first !== undefined) add(first, owner) // the first one is counted when there is a second
      if (holders.has(key)) add(document.id, owner)
      holders.set(key, holders.has(key) ? undefined : document.id)
    }
  }
  return problem.count === 0 ? undefined : problem
}
