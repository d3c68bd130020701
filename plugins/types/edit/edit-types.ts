import { BadRequest, Conflict, WriteRefused } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { retryOnConflict } from '../../../lib/store-kit/index.ts'
import type {
  IncompatibleTypes,
  ResourceType,
  TypeDraft,
  TypeEdit,
  TypeEditOptions,
  TypeEditOutcome,
  TypeProblem,
  TypeProblems,
} from '../contract.ts'
import { carryOut, plannedChange, plannedCreation } from './carry-out.ts'
import type { CarryOutOptions, PlannedType } from './carry-out.ts'
import { checkRules, planChange } from './change-type.ts'
import { compileType } from '../registry/compile-type.ts'
import { checkOtherTypes, readWanted } from './read-wanted.ts'
import type { WantedType } from './read-wanted.ts'
import { newType, ownerOf, taken } from './new-type.ts'
import type { TypeParts } from './new-type.ts'
import { describeIncompatible, openProblems } from '../impact/type-problems.ts'
import type { StoredType } from '../registry/type-record.ts'
import type { TypeBody } from '../schemas.ts'

type Decide = (current: ReadonlyMap<string, ResourceType>) => TypeEdit | Promise<TypeEdit>

/** The plan for all types: those that change, and the problems found. */
interface Plan {
  types: PlannedType[]
  problems: Map<string, readonly TypeProblem[]>
}

/** Create and change several types; see {@link carryOut}. */
export async function editTypes(
  parts: TypeParts,
  caller: Caller,
  slugs: readonly string[],
  decide: Decide,
  options: TypeEditOptions,
): Promise<TypeEditOutcome> {
  return retryOnConflict('these types', async () => {
    const current = await readTypes(parts, slugs)
    const edit = await decide(new Map([...current].map(([slug, type]) => [slug, compileType(type)])))
    const plan = await planTypes(parts, caller, current, edit.types, options)
    refuseIncompatible(plan.problems, options.force === true)
    const beside: CarryOutOptions['beside'] = changed => edit.beside?.(changed) ?? []
    if (options.dryRun === true) await beside(plan.types.map(({ next }) => compileType(next)))
    else await carryOut(parts, plan.types, { beside, forType: named })
    return outcomeOf(plan)
  })
}

async function readTypes({ catalogue }: TypeParts, slugs: readonly string[]): Promise<Map<string, StoredType>> {
  const types = await Promise.all(slugs.map(slug => catalogue.get(slug)))
  return new Map(types.flatMap(type => (type === undefined ? [] : [[type.data.slug, type]])))
}

async function planTypes(
  parts: TypeParts,
  caller: Caller,
  current: ReadonlyMap<string, StoredType>,
  drafts: readonly TypeDraft[],
  options: TypeEditOptions,
): Promise<Plan> {
  const plan: Plan = { types: [], problems: new Map() }
  const collections = new Map<string, string>()
  const coming = new Set(drafts.map(({ slug }) => slug))
  for (const draft of drafts) {
    const { planned, problems = [] } = await named(draft.slug, () =>
      planType(parts, caller, { current: current.get(draft.slug), draft, coming, options }),
    )
    if (problems.length > 0) plan.problems.set(draft.slug, problems)
    if (planned === undefined) continue
    const { slug, collection } = planned.next.data
    const other = collections.get(collection)
    if (other !== undefined)
      throw new Conflict(`${slug}: would share the collection ${collection} with ${other}`, { part: slug })
    collections.set(collection, slug)
    plan.types.push(planned)
  }
  return plan
}

interface WantedChange {
  current: StoredType | undefined
  draft: TypeDraft
  coming: ReadonlySet<string>
  options: TypeEditOptions
}

async function planType(
  parts: TypeParts,
  caller: Caller,
  { current, draft: { behaviours, ...draft }, coming, options }: WantedChange,
): Promise<{ planned: PlannedType | undefined; problems?: readonly TypeProblem[] }> {
  const body: TypeBody = draft
  const wanted = readWanted(body, current?.data, parts.reserved)
  await checkOtherTypes(parts, wanted, current, coming)
  if (behaviours !== undefined) wanted.record.behaviours = [...behaviours]
  if (current === undefined) return { planned: await planNew(parts, caller, wanted) }
  const status = draft.status ?? current.meta.status
  checkRules(parts, { caller, by: options.by }, current, wanted.record, status)
  const { next, problems, schemaChanges } = await planChange(parts, caller, current, wanted, status, {
    thorough: options.thorough === true,
  })
  if (next === undefined) return { planned: undefined, problems }
  return { planned: plannedChange(parts, caller, current, next, schemaChanges), problems }
}

async function planNew(parts: TypeParts, caller: Caller, { record }: WantedType): Promise<PlannedType> {
  if (record.name === '') throw new BadRequest('name: is required')
  const owner = await ownerOf(parts, record)
  if (owner?.data.slug === record.slug) throw new WriteRefused('exists', 0) // another request has just created it
  if (owner !== undefined) throw taken(record, owner)
  return plannedCreation(parts, caller, await newType(parts, caller, record))
}

class TypesRefused extends Conflict implements IncompatibleTypes {
  declare readonly code: 'incompatible-types'
  readonly types: TypeProblems
  constructor(message: string, types: TypeProblems) {
    super(message, { code: 'incompatible-types' })
    this.types = types
  }
}

/** @throws {@link IncompatibleTypes} naming every property that conflicts with existing resources */
function refuseIncompatible(problems: TypeProblems, force: boolean): void {
  const standing = [...problems].flatMap(([slug, all]) => {
    const found = openProblems(all, force)
    return found.length === 0 ? [] : [`${slug}: ${describeIncompatible(found)}`]
  })
  if (standing.length > 0) throw new TypesRefused(standing.join('; '), problems)
}

const outcomeOf = ({ types, problems }: Plan): TypeEditOutcome => ({
  created: types.filter(({ isNew }) => isNew).map(({ next }) => next.data.slug),
  updated: types.filter(({ isNew }) => !isNew).map(({ next }) => next.data.slug),
  problems,
})

/** Run work for a type; an error that refuses it names the type. */
async function named<T>(slug: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const options = { part: slug }
    if (error instanceof BadRequest) throw new BadRequest(`${slug}: ${error.message}`, options)
    if (error instanceof Conflict) throw new Conflict(`${slug}: ${error.message}`, options)
    throw error
  }
}
