import { describeChange } from '../../../lib/json-schema/index.ts'
import type { CompiledSchema } from '../../../lib/json-schema/index.ts'
import { getOwn, pointerTokens } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { presentRow, readDocument, readState } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeProblem, TypeWithDrafts } from '../contract.ts'
import { Conflict, WriteRefused } from '../../../kernel/index.ts'
import type { Column, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { convertColumns } from './convert.ts'
import { readRecent, safetyMs } from './recent-resources.ts'
import { Tally } from './type-problems.ts'
import type { ReferenceImpact, Resource } from './reference-impact.ts'

/** How a new schema affects existing resources. */
export interface Impact {
  /** {@link Impact.complete} counts in them what it finds in addition. */
  problems: readonly TypeProblem[]
  /** When a column has another type: see {@link ImpactOnColumns}. Called just before the write. */
  complete?: () => Promise<ImpactOnColumns>
}

/** What the write of a new schema contains, so that afterwards every value of a resource fits its column. */
export interface ImpactOnColumns {
  /** The resources with their values converted to the new columns, when they are requested. */
  converted: readonly Resource[]
  /** Refuse the write when a resource was written after it was examined. */
  conditions: readonly WriteOperation[]
}

/** Options of {@link findImpact}. */
interface ImpactQuestion {
  before: Pick<ResourceType, 'collection' | 'drafts'> & {
    compiled: Pick<CompiledSchema, 'columns' | 'nestedColumns' | 'secrets'>
  }
  after: CompiledSchema
  /** What drafts have to fulfil afterwards. Default: as `after`. */
  saving?: CompiledSchema | undefined
  /** The caller's account. */
  account_id: string
  /** Whether values are converted: those that lose nothing, or with `all` the others are left out. */
  convert: boolean | 'all'
  /**
   * When given, problems that only later writes would have are found too: resources that would be invalid, properties no longer declared,
   * values that refer to nothing.
   */
  references: ReferenceImpact | undefined
  /** See `TypeEditOptions`. */
  signal?: AbortSignal | undefined
  onProgress?: ((done: number) => void) | undefined
}

/** How many resources are converted in the one write of a change. */
const maxConverted = 50_000

/**
 * Scan the resources of a type for problems with a new schema: in portions, reading each resource once, and not at all
 * when the columns stay the same.
 * @throws `Conflict` when more resources would be converted than one write can contain
 */
export async function findImpact(store: DocumentStore, question: ImpactQuestion): Promise<Impact> {
  const { before, after, saving = after, account_id, convert, references, signal, onProgress } = question
  const thorough = references !== undefined
  const { retyped, vanishing, becomingUnique } = describeChange(before.compiled, after)
  const unique = new Set([...becomingUnique, ...retyped.filter(column => column.unique)])
  if (!thorough && retyped.length + unique.size === 0) return { problems: [] }
  const isSecret = (name: string): boolean => [before.compiled, after].some(({ secrets }) => secrets.includes([name]))
  const tally = new Tally(account_id, isSecret)
  const uniqueChecks = (): Check[] => [...unique].map(uniqueCheck)
  const contentChecks = (schema: CompiledSchema): Check[] =>
    thorough ? [...vanishing.flatMap(removalCheck), validityCheck(schema)] : []
  const checks = [...uniqueChecks(), ...contentChecks(saving)]
  const converted = new Map<string, Resource>()
  let isLost = false
  const convertOne = (resource: Resource, isCounted = false): Resource => {
    const data = convertColumns(resource.data, retyped, (column, lost) => {
      isLost ||= lost
      if (!isCounted) tally.add('type-changed', column.path.join('.'), resource, { lost })
    })
    if (data === resource.data) return resource
    const next = { ...resource, data }
    if (convert === 'all' || (convert && !isLost)) converted.set(resource.id, next)
    if (converted.size > maxConverted)
      throw new Conflict(`more than ${maxConverted} resources would be converted at once; write their values first`)
    return next
  }
  let done = 0
  const since = Date.now() - safetyMs
  for await (const portion of store.scan(before.collection)) {
    signal?.throwIfAborted()
    onProgress?.((done += portion.length))
    const resources = portion.map(readDocument)
    await references?.examine(resources, tally)
    for (const resource of resources) {
      const next = convertOne(resource)
      for (const check of checks) check(convert ? next : resource, tally)
    }
  }
  if (before.drafts !== undefined) {
    const examine = async (
      resources: readonly Resource[],
      schema: CompiledSchema,
      into: Pick<Tally, 'add'>,
    ): Promise<void> => {
      await references?.examine(resources, into)
      for (const resource of resources) {
        convertColumns(resource.data, retyped, ({ path }, lost) =>
          into.add('type-changed', path.join('.'), resource, { lost }),
        )
        for (const check of contentChecks(schema)) check(resource, into)
      }
    }
    const shared = new Tally(account_id, isSecret)
    const sharedChecks = uniqueChecks()
    for await (const portion of readPublic(store, before.drafts)) {
      signal?.throwIfAborted()
      for (const { row } of portion) for (const check of sharedChecks) check(row, shared)
      const examined = portion.filter(({ row, draft }) => thorough || row !== draft)
      const [rows, drafts] = [examined.map(({ row }) => row), examined.map(({ draft }) => draft)]
      const ofDrafts = new Map(drafts.map(({ id }) => [id, new Tally(account_id)]))
      await examine(drafts, saving, {
        add: (kind, property, resource) => ofDrafts.get(resource.id)?.add(kind, property, resource),
      })
      await examine(rows, after, {
        add(kind, property, resource, options) {
          if (ofDrafts.get(resource.id)?.has(kind, property) !== true) tally.add(kind, property, resource, options)
        },
      })
    }
    tally.complete(shared)
  }
  const { problems } = tally
  const complete = async (): Promise<ImpactOnColumns> => {
    const { resources, conditions } = await readRecent(store, before.collection, since)
    for (const resource of resources) {
      const { id, meta } = resource
      if (converted.get(id)?.meta.sequence_no === meta.sequence_no) continue
      const isCounted = converted.delete(id)
      if (convertOne(resource, isCounted) !== resource && !converted.has(id)) throw new WriteRefused('stale', 0) // all are examined again
    }
    problems.splice(0, problems.length, ...tally.problems)
    return {
      converted: [...converted.values()],
      conditions: conditions.filter(condition => condition.kind !== 'check' || !converted.has(condition.id)),
    }
  }
  return { problems, ...(retyped.length > 0 && { complete }) }
}

/** What is public, in portions, each with its draft: the same one where nothing has changed. */
async function* readPublic(
  store: DocumentStore,
  { draft, published }: TypeWithDrafts,
): AsyncGenerator<{ row: Resource; draft: Resource }[]> {
  for await (const rows of store.scan(published.collection)) {
    const shown = rows
      .map(row => readDocument(presentRow('published', row)))
      .filter(({ meta }) => meta.status === 'active')
    const drafts = await store.getMany(
      draft.collection,
      shown.map(({ id }) => id),
    )
    const changed = drafts.filter(own => readState(own).publication === 'changed')
    const byId = new Map(changed.map(own => [own.id, readDocument(presentRow('draft', own))]))
    yield shown.map(row => ({ row, draft: byId.get(row.id) ?? row }))
  }
}

type Check = (resource: Resource, tally: Pick<Tally, 'add'>) => void

const valueOf = (data: JsonObject, name: string): Json => getOwn(data, name) ?? null

/** The property of a column, if it is a property of the root. */
const rootName = ({ path }: Column): string[] => (path.length === 1 ? [...path] : [])

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
    const failures = validate(resource.data).filter(({ code }) => code !== 'x-resource-type') // those can stay
    const names = new Set(failures.map(({ pointer }) => rootProperty(pointer)))
    for (const name of names) tally.add('invalid', name, resource)
  }
}

/** The root property that a JSON Pointer leads into; empty for the root itself. */
const rootProperty = (pointer: string): string => pointerTokens(pointer)[0] ?? ''
