import { BadRequest, Conflict, WriteRefused } from '../../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../../kernel/index.ts'
import { compileSchema, draftSchema } from '../../../lib/json-schema/index.ts'
import { findImpact } from '../impact/impact.ts'
import type { Impact } from '../impact/impact.ts'
import { openProblems } from '../impact/type-problems.ts'
import { ReferenceImpact, referredTo } from '../impact/reference-impact.ts'
import { readRecent, safetyMs } from '../impact/recent-resources.ts'
import { compileType, hasDrafts } from '../registry/compile-type.ts'
import { InitialSets, findUnpublished } from '../registry/sets.ts'
import { createTypeOperation, isSameRecord, isSameText, nextState, typeRecords } from '../registry/type-record.ts'
import type { StoredType, TypeRecord } from '../registry/type-record.ts'
import type { TypeEditOptions } from '../contract.ts'
import type { TypeBody } from '../schemas.ts'
import { newType, ownerOf, slugConflict } from './new-type.ts'
import type { TypeParts } from './new-type.ts'
import { checkOtherTypes, readWanted } from './read-wanted.ts'
import type { WantedType } from './read-wanted.ts'
import { checkRename } from './rename-type.ts'
import { changeEvents, conversionOf, eventOf } from './write-types.ts'
import type { PlannedType } from './write-types.ts'

/** The desired state of a type: the fields that change, and where the change comes from. */
export interface Draft extends TypeBody {
  /** Names of the behaviours that are enabled for the type. */
  behaviours?: readonly string[]
  /** The slug that an existing type has, when `slug` is another one or absent. */
  currentSlug?: string
}

/** What a draft is planned with. */
interface PlanTypeOptions extends TypeEditOptions {
  /** Slugs of the types that were read; of these, a type that does not exist can be created by another request meanwhile. */
  read: readonly string[]
  /** Slugs of the types of the same write. */
  changedSlugs: ReadonlySet<string>
}

/**
 * Check a draft against the type as it is, the rules, the other types and the existing resources, in this order.
 * @throws `BadRequest` for fields that are not valid, `Conflict` where a rule or another type refuses it, `WriteRefused` when another request has
 * just created the type
 */
export async function planType(
  parts: TypeParts,
  caller: Caller,
  current: StoredType | undefined,
  draft: Draft,
  options: PlanTypeOptions,
): Promise<PlannedType> {
  const wanted = readWanted(draft, current?.data, parts.reserved)
  if (draft.behaviours !== undefined) wanted.record.behaviours = [...draft.behaviours]
  const status = draft.status ?? current?.meta.status ?? 'active'
  if (current !== undefined) checkRules(parts, caller, options.by, current, wanted.record, status)
  await checkOtherTypes(parts, wanted, current, options.changedSlugs)
  if (current === undefined) return planNew(parts, caller, wanted, options.read)
  if (wanted.record.slug === current.data.slug) return planChange(parts, caller, current, wanted, status, options)
  await checkRename(parts, caller, current, wanted.record)
  const next = nextState(current, wanted.record, status)
  return { current, next, problems: [], schemaChanges: true, operations: [] } // its operations follow when the type is locked
}

const nameRequired = (): BadRequest =>
  new BadRequest('name: is required', { problems: [{ pointer: '/name', code: 'required', message: 'is required' }] })

async function planNew(
  parts: TypeParts,
  caller: Caller,
  { record }: WantedType,
  read: readonly string[],
): Promise<PlannedType> {
  if (record.name === '') throw nameRequired()
  const owner = await ownerOf(parts, record)
  if (owner?.data.slug === record.slug && read.includes(record.slug)) throw new WriteRefused('exists', 0)
  if (owner !== undefined) throw slugConflict(record, owner)
  refuseCoreDrafts(parts.coreSlugs, record)
  const next = await newType(parts, caller, record)
  const operations = [createTypeOperation(next), eventOf(parts, caller, 'ResourceType.Created', next)]
  return { current: undefined, next, problems: [], schemaChanges: true, operations }
}

async function planChange(
  parts: TypeParts,
  caller: Caller,
  current: StoredType,
  wanted: WantedType,
  status: StoredType['meta']['status'],
  options: PlanTypeOptions,
): Promise<PlannedType> {
  const { thorough = false } = options
  const schemaChanges = !isSameText(wanted.record.schema, current.data.schema)
  const impact: Impact = schemaChanges ? await impactOf(parts, caller, current, wanted, options) : { problems: [] }
  const archives = status === 'archived' && current.meta.status === 'active'
  const referring = thorough && archives ? await referredTo(parts, current.data.slug, caller) : []
  const problems = referring.length === 0 ? impact.problems : [...impact.problems, ...referring]
  const { record } = wanted
  if (status === current.meta.status && isSameRecord(record, current.data)) {
    return { current, next: current, problems, schemaChanges: false, operations: [] }
  }
  const isOpen = openProblems(impact.problems, options).length > 0
  const converts = !isOpen && impact.problems.some(({ kind }) => kind === 'type-changed')
  refuseConversion(converts, current.data, record)
  const next = nextState(current, record, status)
  const operations = [typeRecords.replace(next), ...changeEvents(parts, caller, current, next)]
  const sets = await planSets(parts, caller, current, next, thorough)
  const complete = async (): Promise<WriteOperation[]> => {
    const { converted = [], conditions = [] } = (await impact.complete?.()) ?? {}
    refuseConversion(converted.length > 0, current.data, record)
    const ofSets = (await sets.complete?.()) ?? []
    const changes = converted.flatMap(resource => conversionOf(parts, caller, current.data, resource))
    return [...conditions, ...ofSets, ...changes]
  }
  const { prepare, drafts } = sets
  const all = [...problems, ...sets.problems]
  return { current, next, problems: all, schemaChanges, operations, complete, prepare, drafts }
}

/** @throws `Conflict` when values would be converted, and the type has drafts before or afterwards */
function refuseConversion(converts: boolean, before: TypeRecord, after: TypeRecord): void {
  if (converts && (hasDrafts(before.schema) || hasDrafts(after.schema)))
    throw new Conflict('values of a type with x-drafts are not converted: write them first, or turn drafts off')
}

/** What a change means for the sets of rows of a type with `x-drafts`. */
interface PlannedSets extends Pick<PlannedType, 'problems' | 'complete' | 'prepare' | 'drafts'> {}

async function planSets(
  { store, coreSlugs }: TypeParts,
  caller: Caller,
  current: StoredType,
  next: StoredType,
  thorough: boolean,
): Promise<PlannedSets> {
  const [before, after] = [compileType(current).drafts, compileType(next).drafts]
  if (before !== undefined && after === undefined) {
    const { count, ids } = await findUnpublished(store, before, caller.account_id)
    return { problems: count === 0 ? [] : [{ kind: 'unpublished-changes', property: '', count, ids }] }
  }
  if (before !== undefined || after === undefined) return { problems: [] }
  refuseCoreDrafts(coreSlugs, next.data)
  const initial = new InitialSets(store, compileType(next), after, caller)
  if (thorough) await initial.count()
  let since = 0
  return {
    problems: [],
    drafts: () => initial.counts,
    async prepare(options) {
      since = Date.now() - safetyMs
      await initial.fill(options)
    },
    async complete() {
      const { resources, conditions } = await readRecent(store, current.data.collection, since)
      return [...conditions, ...(await initial.operations(resources))]
    },
  }
}

/** @throws `BadRequest` for drafts of a type that a plugin depends on */
function refuseCoreDrafts(coreSlugs: ReadonlySet<string>, { slug, schema }: TypeRecord): void {
  if (!hasDrafts(schema) || !coreSlugs.has(slug)) return
  const message = `the resources of ${slug} cannot be drafts`
  throw new BadRequest(`x-drafts: ${message}`, {
    problems: [{ pointer: '/schema/x-drafts', code: 'invalid-schema', message }],
  })
}

/**
 * Refuse every change while the slug of the type is being changed, another slug and archiving for types that plugins depend on, and what the
 * rules of plugins refuse.
 * @throws `Conflict` from the first rule that refuses it
 */
function checkRules(
  { coreSlugs, rules }: TypeParts,
  caller: Caller,
  by: string | undefined,
  current: StoredType,
  next: TypeRecord,
  status: StoredType['meta']['status'],
): void {
  const { slug } = current.data
  if (current.data.moving) throw new Conflict(`the resource type ${slug} is being given another slug; try again`)
  const isCore = coreSlugs.has(slug)
  if (isCore && next.slug !== slug) throw new Conflict(`slug: the resource type ${slug} cannot have another slug`)
  if (isCore && status === 'archived') throw new Conflict(`status: the resource type ${slug} cannot be archived`)
  const changes = new Set<'slug' | 'schema' | 'status' | 'x-drafts'>()
  if (next.slug !== slug) changes.add('slug')
  if (!isSameText(next.schema, current.data.schema)) changes.add('schema')
  if (hasDrafts(next.schema) && !hasDrafts(current.data.schema)) changes.add('x-drafts')
  if (status === 'archived' && current.meta.status === 'active') changes.add('status')
  if (changes.size === 0) return
  for (const rule of rules) rule({ caller, by, slug, changes })
}

function impactOf(
  { store, catalogue }: TypeParts,
  { account_id }: Caller,
  current: StoredType,
  { compiled, record }: WantedType,
  { thorough = false, convert = false, force = false, signal, onProgress }: PlanTypeOptions,
): Promise<Impact> {
  const before = compileType(current)
  const references = thorough ? new ReferenceImpact(store, catalogue, before.compiled, compiled) : undefined
  const { schema } = record
  const saving =
    schema !== null && hasDrafts(schema) ? compileSchema(draftSchema(schema), { isStored: true }) : undefined
  const question = { before, after: compiled, saving, account_id, references, signal, onProgress }
  return findImpact(store, { ...question, convert: force ? 'all' : convert })
}
