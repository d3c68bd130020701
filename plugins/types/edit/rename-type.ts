import { Conflict, WriteRefused } from '../../../kernel/index.ts'
import type { Caller, DocumentStatus } from '../../../kernel/index.ts'
import { changeReferences } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { afterWrite } from '../../../lib/store-kit/index.ts'
import { compileType } from '../registry/compile-type.ts'
import { taken } from './new-type.ts'
import type { TypeParts } from './new-type.ts'
import { bringType, nextState, typeRecords, vacate } from '../registry/type-record.ts'
import type { StoredType, TypeRecord } from '../registry/type-record.ts'
import { changeEvents } from './carry-out.ts'

/**
 * Give a type another slug, and with it another id and collection. The type is first marked as moving, after which no resource
 * of it can be written; only then does "it has no resources" stay true. Schemas that name the type, and what other plugins store by its
 * slug, are changed in the same write.
 * @throws `Conflict` when the type has resources, or the slug or collection is taken
 */
export async function renameType(
  parts: TypeParts,
  caller: Caller,
  current: StoredType,
  record: TypeRecord,
  status: DocumentStatus,
  dryRun: boolean,
): Promise<StoredType> {
  await refuseTaken(parts, current, record)
  await refuseUsed(parts, current)
  for (const { before } of await followersOf(parts, current.data.slug, record.slug)) {
    for (const rule of parts.rules)
      rule({ caller, by: undefined, slug: before.data.slug, changes: new Set(['schema']) })
  }
  if (dryRun) return current
  const locked = nextState(current, { ...current.data, moving: true })
  await parts.store.write([typeRecords.replace(locked)])
  try {
    await refuseUsed(parts, current)
    return await move(parts, caller, locked, record, status)
  } catch (error) {
    await afterWrite(unlock(parts, locked))
    throw error
  }
}

/** Unlock a type whose change of slug failed. */
export async function unlock({ store }: TypeParts, locked: StoredType): Promise<void> {
  try {
    await store.write([typeRecords.replace(nextState(locked, { ...locked.data, moving: false }))])
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error // else it is no longer locked
  }
}

async function move(
  parts: TypeParts,
  caller: Caller,
  locked: StoredType,
  record: TypeRecord,
  status: DocumentStatus,
): Promise<StoredType> {
  const { store, catalogue, registry } = parts
  const from = locked.data.slug
  const schema = record.schema === null ? null : renameReferences(record.schema, from, record.slug)
  const moved = nextState(locked, { ...record, schema }, status)
  const sequence_no = (await catalogue.lastNumber(record.slug)) + 1
  const next = { ...moved, meta: { ...moved.meta, sequence_no } }
  await store.define(compileType(next).definition, 'prepare')
  const followers = await followersOf(parts, from, record.slug)
  await store.write([
    vacate(locked),
    bringType(next),
    ...changeEvents(parts, caller, locked, next),
    ...followers.flatMap(({ before, after }) => [
      typeRecords.replace(after),
      ...changeEvents(parts, caller, before, after),
    ]),
    ...(await registry.followRename({ caller, from, to: record.slug })),
  ])
  await afterWrite(catalogue.settle(record.collection))
  if (locked.data.collection !== record.collection) await afterWrite(catalogue.settle(locked.data.collection))
  return next
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
  if ((await catalogue.get(record.slug)) !== undefined) throw taken(record)
  const owner = await catalogue.owner(record.collection)
  if (owner !== undefined && owner.id !== current.id) throw taken(record, owner)
}

async function refuseUsed({ catalogue }: TypeParts, { data }: StoredType): Promise<void> {
  if (await catalogue.isUnused(data.collection)) return
  throw new Conflict(`slug: the resource type ${data.slug} has resources, so that its slug cannot change any more`)
}

/**
 * Replace one slug by another in every `x-resource-type` of a schema.
 * @returns the same object when none names the slug
 */
export const renameReferences = (schema: JsonObject, from: string, to: string): JsonObject =>
  changeReferences(schema, (reference, slug) => (slug === from ? { ...reference, 'x-resource-type': to } : reference))
