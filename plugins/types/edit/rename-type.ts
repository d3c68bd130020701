import { Conflict, WriteRefused } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { insteadOf } from '../../../lib/errors/index.ts'
import { changeReferences } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { afterWrite } from '../../../lib/store-kit/index.ts'
import { slugConflict } from './new-type.ts'
import type { TypeParts } from './new-type.ts'
import { createTypeOperation, nextState, typeRecords, releaseSlugOperation } from '../registry/type-record.ts'
import type { StoredType, TypeRecord } from '../registry/type-record.ts'
import { changeEvents, writeTypes } from './write-types.ts'
import type { PlannedType, WriteTypesOptions } from './write-types.ts'

/**
 * Check that a type can get another slug.
 * @throws `Conflict` when the type has resources, the slug or collection is taken, or a rule refuses the change of a schema that names it
 */
export async function checkRename(
  parts: TypeParts,
  caller: Caller,
  current: StoredType,
  record: TypeRecord,
): Promise<void> {
  await refuseTaken(parts, current, record)
  await refuseUsed(parts, current)
  for (const { before } of await followersOf(parts, current.data.slug, record.slug)) {
    for (const rule of parts.rules)
      rule({ caller, by: undefined, slug: before.data.slug, changes: new Set(['schema']) })
  }
}

/**
 * Give a type another slug, and with it another id and collection. The type is first marked as moving, after which no resource
 * of it can be written; only then does "it has no resources" stay true. Schemas that name the type, and what other plugins store by its
 * slug, are changed in the same write.
 * @param planned the type as it is and as it will be, checked by {@link checkRename}
 * @throws `Conflict` when the type has resources, `WriteRefused` when something changed meanwhile
 */
export async function renameType(
  parts: TypeParts,
  caller: Caller,
  planned: PlannedType,
  running: Pick<WriteTypesOptions, 'signal' | 'admit'>,
): Promise<PlannedType> {
  const { current = planned.next, next } = planned
  const locked = nextState(current, { ...current.data, moving: true })
  await parts.store.write([typeRecords.replace(locked)])
  try {
    await refuseUsed(parts, current)
    const moved = await planMove(parts, caller, locked, next)
    await writeTypes(parts, [moved], running)
    return moved
  } catch (error) {
    await afterWrite(unlock(parts, locked))
    throw error
  }
}

/** Unlock a type whose change of slug failed. */
export async function unlock({ store }: TypeParts, locked: StoredType): Promise<void> {
  const unlocked = nextState(locked, { ...locked.data, moving: false })
  await store.write([typeRecords.replace(unlocked)]).catch(insteadOf(WriteRefused, undefined)) // it is no longer locked
}

async function planMove(
  parts: TypeParts,
  caller: Caller,
  locked: StoredType,
  { data, meta }: StoredType,
): Promise<PlannedType> {
  const { catalogue, registry } = parts
  const [from, to] = [locked.data.slug, data.slug]
  const schema = data.schema === null ? null : renameReferences(data.schema, from, to)
  const moved = nextState(locked, { ...data, schema }, meta.status)
  const next = { ...moved, meta: { ...moved.meta, sequence_no: (await catalogue.lastNumber(to)) + 1 } }
  const operations = [
    releaseSlugOperation(locked),
    createTypeOperation(next),
    ...changeEvents(parts, caller, locked, next),
  ]
  for (const { before, after } of await followersOf(parts, from, to)) {
    operations.push(typeRecords.replace(after), ...changeEvents(parts, caller, before, after))
  }
  operations.push(...(await registry.followRename({ caller, from, to })))
  return { current: locked, next, problems: [], schemaChanges: true, operations }
}

/** The other types whose schemas name the slug. */
const followersOf = async ({ catalogue }: TypeParts, from: string, to: string): Promise<Follower[]> =>
  (await catalogue.all()).flatMap(type => follow(type, from, to))

interface Follower {
  before: StoredType
  after: StoredType
}

/** The next state of another type, whose schema names the slug. */
function follow(type: StoredType, from: string, to: string): Follower[] {
  const { schema, slug } = type.data
  if (schema === null || slug === from) return []
  const renamed = renameReferences(schema, from, to)
  return renamed === schema ? [] : [{ before: type, after: nextState(type, { ...type.data, schema: renamed }) }]
}

async function refuseTaken({ catalogue }: TypeParts, current: StoredType, record: TypeRecord): Promise<void> {
  if ((await catalogue.get(record.slug)) !== undefined) throw slugConflict(record)
  const owner = await catalogue.owner(record.collection)
  if (owner !== undefined && owner.id !== current.id) throw slugConflict(record, owner)
}

async function refuseUsed({ catalogue }: TypeParts, { data }: StoredType): Promise<void> {
  if (await catalogue.isUnused(data.collection)) return
  const message = `the resource type ${data.slug} has resources, so that its slug cannot change any more`
  throw new Conflict(`slug: ${message}`, { problems: [{ pointer: '/slug', code: 'read-only', message }] })
}

/**
 * Replace one slug by another in every `x-resource-type` of a schema.
 * @returns the same object when none names the slug
 */
export const renameReferences = (schema: JsonObject, from: string, to: string): JsonObject =>
  changeReferences(schema, (reference, slug) => (slug === from ? { ...reference, 'x-resource-type': to } : reference))
