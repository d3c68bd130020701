import { BadRequest, Conflict, ServiceError } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { retryOnConflict } from '../../../lib/store-kit/index.ts'
import type { IncompatibleTypes, ResourceType, TypeEdit, TypeEditOptions, TypeProblems } from '../contract.ts'
import { describeIncompatible, openProblems } from '../impact/type-problems.ts'
import type { Conversion } from '../impact/type-problems.ts'
import { compileType } from '../registry/compile-type.ts'
import type { StoredType } from '../registry/type-record.ts'
import type { TypeParts } from './new-type.ts'
import { planType } from './plan-type.ts'
import type { Draft } from './plan-type.ts'
import { renameType } from './rename-type.ts'
import { writeTypes } from './write-types.ts'
import type { PlannedType } from './write-types.ts'

/** Drafts of types, computed from their current state, and further operations for the same write. */
export interface Edit extends Pick<TypeEdit, 'extraOperations'> {
  /** A draft that changes a slug is the only one. */
  types: readonly Draft[]
}

export interface EditOptions extends TypeEditOptions {
  /** The caller changes one type: errors do not name it, and a dry run returns all problems instead of refusing some. */
  single?: boolean
}

/**
 * Create and change types in one write; see {@link TypeEditor}. Starts again when one of them changed meanwhile.
 * @param slugs of the types to read
 * @param draft called with those that exist
 * @returns what became of each draft, or would become of it, in their order
 * @throws what `planType` throws; `Conflict` when the new schemas conflict with existing resources
 */
export async function editTypes(
  parts: TypeParts,
  caller: Caller,
  slugs: readonly string[],
  draft: (current: ReadonlyMap<string, ResourceType>) => Edit | Promise<Edit>,
  options: EditOptions,
): Promise<PlannedType[]> {
  const { single = false, dryRun = false, convert, force, signal, admit = async () => caller, onProgress } = options
  const forType: typeof named = single ? (_slug, work) => work() : named
  return retryOnConflict(single ? 'this resource type' : 'these types', async () => {
    signal?.throwIfAborted()
    const current = await readTypes(parts, slugs)
    const edit = await draft(new Map([...current].map(([slug, type]) => [slug, compileType(type)])))
    const planned = await planTypes(parts, caller, current, edit.types, { ...options, read: slugs, forType })
    if (!(single && dryRun)) refuseIncompatible(planned, { convert, force }, single)
    const changed = planned.filter(({ current: before, next }) => next !== before)
    const extraOperations = async (changedTypes: readonly ResourceType[]) =>
      (await edit.extraOperations?.(changedTypes)) ?? []
    if (dryRun) await extraOperations(changed.map(({ next }) => compileType(next)))
    else if (changed[0] !== undefined && isRenamed(changed[0]))
      return [await renameType(parts, caller, changed[0], { signal, admit })]
    else await writeTypes(parts, changed, { extraOperations, forType, signal, admit, onProgress })
    return planned
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
  drafts: readonly Draft[],
  { forType, ...options }: TypeEditOptions & { read: readonly string[]; forType: typeof named },
): Promise<PlannedType[]> {
  const planned: PlannedType[] = []
  const slugOf = ({ currentSlug, slug = '' }: Draft): string => currentSlug ?? slug
  const changedSlugs = new Set(drafts.map(slugOf))
  const collections = new Map<string, string>()
  for (const draft of drafts) {
    const key = slugOf(draft)
    const one = await forType(key, () => planType(parts, caller, current.get(key), draft, { ...options, changedSlugs }))
    planned.push(one)
    if (one.next === one.current) continue
    const { slug, collection } = one.next.data
    const other = collections.get(collection)
    if (other !== undefined)
      throw new Conflict(`${slug}: would share the collection ${collection} with ${other}`, { part: slug })
    collections.set(collection, slug)
  }
  return planned
}

const isRenamed = ({ current, next }: PlannedType): boolean =>
  current !== undefined && current.data.slug !== next.data.slug

class TypesRefused extends Conflict implements IncompatibleTypes {
  declare readonly code: 'incompatible-types'
  readonly types: TypeProblems
  constructor(message: string, types: TypeProblems) {
    super(message, { code: 'incompatible-types' })
    this.types = types
  }
}

/** The problems of those types that have any, by slug. */
export const problemsOf = (planned: readonly PlannedType[]): TypeProblems =>
  new Map(planned.flatMap(({ next, problems }) => (problems.length === 0 ? [] : [[next.data.slug, problems]])))

/** @throws `Conflict` naming every property that conflicts with existing resources; {@link IncompatibleTypes} for several types */
function refuseIncompatible(planned: readonly PlannedType[], conversion: Conversion, single: boolean): void {
  const open = planned.flatMap(({ next, problems }) => {
    const found = openProblems(problems, conversion)
    if (found.length === 0) return []
    return [single ? describeIncompatible(found) : `${next.data.slug}: ${describeIncompatible(found)}`]
  })
  if (open.length === 0) return
  throw single ? new Conflict(open.join('; ')) : new TypesRefused(open.join('; '), problemsOf(planned))
}

/** Run work for a type; an error that refuses it names the type. */
async function named<T>(slug: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const options = { part: slug, ...(error instanceof ServiceError && { problems: error.problems }) }
    if (error instanceof BadRequest) throw new BadRequest(`${slug}: ${error.message}`, options)
    if (error instanceof Conflict) throw new Conflict(`${slug}: ${error.message}`, options)
    throw error
  }
}
