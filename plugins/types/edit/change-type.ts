import { Conflict, checkIfMatch } from '../../../kernel/index.ts'
import type { Caller, DocumentStatus } from '../../../kernel/index.ts'
import { compileType } from '../registry/compile-type.ts'
import type { TypeProblem, WantedTypeChange } from '../contract.ts'
import { carryOut, plannedChange } from './carry-out.ts'
import { findImpact } from '../impact/impact.ts'
import type { Impact } from '../impact/impact.ts'
import { checkOtherTypes, readWanted } from './read-wanted.ts'
import type { WantedType } from './read-wanted.ts'
import type { TypeParts } from './new-type.ts'
import { describeIncompatible, openProblems } from '../impact/type-problems.ts'
import { isSameRecord, isSameText, nextState } from '../registry/type-record.ts'
import type { StoredType, TypeRecord } from '../registry/type-record.ts'
import { ReferenceImpact, referredTo } from '../impact/reference-impact.ts'
import { renameType } from './rename-type.ts'
import type { TypeBody } from '../schemas.ts'

export interface ChangeOptions {
  /** The value of `If-Match`. */
  ifMatch: string | undefined
  /** Continue although existing values have another JSON type than the new schema allows. */
  force: boolean
  /** Check everything, change nothing. */
  dryRun: boolean
}

/** The type after the change; after a dry run the unchanged type, with the problems that the change would have. */
export interface ChangeOutcome {
  type: StoredType
  problems: TypeProblem[]
}

/** A planned change of a type. */
export interface PlannedChange {
  /** The type after the change; undefined when nothing changes. */
  next: StoredType | undefined
  /** The problems that the change would have with existing resources. */
  problems: TypeProblem[]
  /** Whether its collection has to follow. */
  schemaChanges: boolean
}

/**
 * Change the fields of a type that are sent; see {@link carryOut}.
 * @throws `BadRequest` for fields that are not valid, `Conflict` where a rule refuses the change or existing resources conflict with it,
 * `PreconditionFailed` for a stale `If-Match`, `WriteRefused` when the type changed meanwhile
 */
export async function changeType(
  parts: TypeParts,
  caller: Caller,
  current: StoredType,
  body: TypeBody,
  options: ChangeOptions,
): Promise<ChangeOutcome> {
  checkIfMatch(options.ifMatch, current.id, current.meta.sequence_no)
  const wanted = readWanted(body, current.data, parts.reserved)
  const status = body.status ?? current.meta.status
  checkRules(parts, { caller, by: undefined }, current, wanted.record, status)
  await checkOtherTypes(parts, wanted, current)
  if (wanted.record.slug !== current.data.slug) {
    return { type: await renameType(parts, caller, current, wanted.record, status, options.dryRun), problems: [] }
  }
  const planned = await planChange(parts, caller, current, wanted, status, { thorough: options.dryRun })
  const { next, problems, schemaChanges } = planned
  if (options.dryRun) return { type: current, problems }
  const standing = openProblems(problems, options.force)
  if (standing.length > 0) throw new Conflict(describeIncompatible(standing))
  if (next === undefined) return { type: current, problems: [] }
  await carryOut(parts, [plannedChange(parts, caller, current, next, schemaChanges)])
  return { type: next, problems: [] }
}

/**
 * Plan a change that keeps the slug.
 * @param options.thorough also find problems that do not prevent the change
 */
export async function planChange(
  parts: TypeParts,
  caller: Caller,
  current: StoredType,
  wanted: WantedType,
  status: DocumentStatus,
  { thorough }: { thorough: boolean },
): Promise<PlannedChange> {
  const schemaChanges = !isSameText(wanted.record.schema, current.data.schema)
  const impact = schemaChanges ? await impactOf(parts, caller, current, wanted, thorough) : unchanged(current)
  const archives = status === 'archived' && current.meta.status === 'active'
  const referring = thorough && archives ? await referredTo(parts, current.data.slug, caller.account_id) : []
  const record = { ...wanted.record, mixed: impact.mixed }
  const same = status === current.meta.status && isSameRecord(record, current.data)
  return {
    next: same ? undefined : nextState(current, record, status),
    problems: [...impact.problems, ...referring],
    schemaChanges,
  }
}

/**
 * Refuse every change while the slug of the type is being changed, another slug and archiving for types that plugins depend on, and what the
 * rules of plugins refuse.
 * @throws `Conflict` from the first rule that refuses it
 */
export function checkRules(
  { coreSlugs, rules }: TypeParts,
  asker: Asker,
  current: StoredType,
  next: TypeRecord,
  status: DocumentStatus,
): void {
  const { slug } = current.data
  if (current.data.moving) throw new Conflict(`the resource type ${slug} is being given another slug; try again`)
  const isCore = coreSlugs.has(slug)
  if (isCore && next.slug !== slug) throw new Conflict(`slug: the resource type ${slug} cannot have another slug`)
  if (isCore && status === 'archived') throw new Conflict(`status: the resource type ${slug} cannot be archived`)
  const changes = new Set<'slug' | 'schema' | 'status'>()
  if (next.slug !== slug) changes.add('slug')
  if (!isSameText(next.schema, current.data.schema)) changes.add('schema')
  if (status === 'archived' && current.meta.status === 'active') changes.add('status')
  if (changes.size === 0) return
  for (const rule of rules) rule({ ...asker, slug, changes })
}

/** Who requests a change. */
type Asker = Pick<WantedTypeChange, 'caller' | 'by'>

const unchanged = ({ data }: StoredType): Impact => ({ problems: [], mixed: data.mixed })

function impactOf(
  { store, catalogue }: TypeParts,
  { account_id }: Caller,
  current: StoredType,
  { compiled }: WantedType,
  thorough: boolean,
): Promise<Impact> {
  const before = compileType(current)
  const references = thorough ? new ReferenceImpact(store, catalogue, before.compiled, compiled) : undefined
  return findImpact(store, { before, after: compiled, account_id, references })
}
