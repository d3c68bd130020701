import { describeChange } from '../../../lib/json-schema/index.ts'
import type { CompiledSchema, RetypedColumn } from '../../../lib/json-schema/index.ts'
import { getOwn, pointerTokens } from '../../../lib/json/index.ts'
import type { Json, JsonObject, Scalar } from '../../../lib/json/index.ts'
import { valuesAt } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeProblem } from '../contract.ts'
import type { Column, DocumentStore } from '../../../kernel/index.ts'
import { Tally } from './type-problems.ts'
import { readResource } from './reference-impact.ts'
import type { ReferenceImpact, Resource } from './reference-impact.ts'

/** How a new schema affects existing resources. */
export interface Impact {
  problems: TypeProblem[]
  /** Paths of columns that contain values of other kinds than the new schema's. */
  mixed: string[][]
}

/** Options of {@link findImpact}. */
export interface ImpactQuestion {
  before: ResourceType
  after: CompiledSchema
  /** The caller's account. */
  account_id: string
  /**
   * When given, problems that only later writes would have are found too: resources that would be invalid, properties no longer declared,
   * values that refer to nothing.
   */
  references: ReferenceImpact | undefined
  /** See `TypeEditOptions`. */
  signal?: AbortSignal | undefined
  onProgress?: ((done: number) => void) | undefined
}

/**
 * Scan the resources of a type for problems with a new schema: in portions, reading each resource once, and not at all
 * when the columns stay the same.
 */
export async function findImpact(store: DocumentStore, question: ImpactQuestion): Promise<Impact> {
  const { before, after, account_id, references, signal, onProgress } = question
  const thorough = references !== undefined
  if (!thorough && sameColumns(before.compiled.columns, after.columns)) return { problems: [], mixed: [] }
  const isSecret = (name: string): boolean => [before.compiled, after].some(({ secrets }) => secrets.includes([name]))
  const tally = new Tally(account_id, isSecret)
  const mixed = new Set<Column>()
  const change = describeChange(before.compiled, after)
  const checks = [
    ...change.retyped.flatMap(retypedCheck),
    ...change.becomingUnique.map(uniqueCheck),
    ...(thorough ? [...change.vanishing.flatMap(removalCheck), validityCheck(after)] : []),
  ]
  let done = 0
  for await (const portion of store.scan(before.collection)) {
    signal?.throwIfAborted()
    onProgress?.((done += portion.length))
    const resources = portion.map(readResource)
    await references?.examine(resources, tally)
    for (const resource of resources) {
      for (const check of checks) check(resource, tally)
      for (const column of after.columns) if (holdsOtherKinds(resource.data, column)) mixed.add(column)
    }
  }
  return { problems: tally.problems, mixed: [...mixed].map(({ path }) => [...path]) }
}

type Check = (resource: Resource, tally: Tally) => void

const valueOf = (data: JsonObject, name: string): Json => getOwn(data, name) ?? null

/** The property of a column, if it is a property of the root. */
const rootName = ({ path }: Column): string[] => (path.length === 1 ? [...path] : [])

/** A column whose values can be of a JSON type that is no longer allowed there. */
const retypedCheck = ({ after, fits }: RetypedColumn): Check[] =>
  rootName(after).map(name => (resource, tally) => {
    if (!fits(valueOf(resource.data, name))) tally.add('type-changed', name, resource)
  })

/** A column that becomes unique although resources of one account can share a value. The first resource with the value is counted too. */
function uniqueCheck({ path: [name = ''] }: Column): Check {
  const holders = new Map<string, string | undefined>()
  return ({ id, meta, data }, tally) => {
    const value = valueOf(data, name)
    if (value === null || typeof value === 'object') return
    const key = JSON.stringify([meta.account_id, value])
    const first = holders.get(key)
    if (!holders.has(key)) {
      holders.set(key, id)
      return
    }
    holders.set(key, undefined)
    if (first !== undefined) tally.add('not-unique', name, { id: first, meta })
    tally.add('not-unique', name, { id, meta })
  }
}

/** A property that the new schema no longer declares although resources can have it. */
const removalCheck = (column: Column): Check[] =>
  rootName(column).map(name => (resource, tally) => {
    if (valueOf(resource.data, name) !== null) tally.add('property-removed', name, resource)
  })

function validityCheck({ validate }: CompiledSchema): Check {
  return (resource, tally) => {
    const names = new Set(validate(resource.data).map(({ pointer }) => rootProperty(pointer)))
    for (const name of names) tally.add('invalid', name, resource)
  }
}

/** The root property that a JSON Pointer leads into; empty for the root itself. */
const rootProperty = (pointer: string): string => pointerTokens(pointer)[0] ?? ''

/** Whether a document has values that the column's kind does not expect. */
function holdsOtherKinds(data: JsonObject, { path, kind }: Column): boolean {
  if (kind === 'mixed' || kind === 'json' || kind === 'instant') return false
  const expected = kind === 'text' ? 'string' : kind
  return valuesAt(data, path).some((value: Scalar) => typeof value !== expected)
}

/** Whether columns stay the same; their indexes can differ. */
function sameColumns(before: readonly Column[], after: readonly Column[]): boolean {
  const text = (columns: readonly Column[]): string =>
    JSON.stringify(
      columns.map(column => ({ ...column, indexed: true })).sort((a, b) => (a.path.join() < b.path.join() ? -1 : 1)),
    )
  return text(before) === text(after)
}
