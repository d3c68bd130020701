import { Conflict, OutcomeUnknown, WriteRefused, writeAs } from '../../../kernel/index.ts'
import type { Caller, DefineOptions, WriteOperation } from '../../../kernel/index.ts'
import { afterWrite, nextMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeProblem } from '../contract.ts'
import type { Resource } from '../impact/reference-impact.ts'
import { compileType, hasDrafts } from '../registry/compile-type.ts'
import { defineSets } from '../registry/sets.ts'
import type { DraftCounts } from '../registry/sets.ts'
import { isSameRecord } from '../registry/type-record.ts'
import type { StoredType, TypeRecord } from '../registry/type-record.ts'
import type { TypeParts } from './new-type.ts'

/** What an edit makes of one type. */
export interface PlannedType {
  /** The type as it is; undefined for a new one. */
  current: StoredType | undefined
  /** The type after the edit; `current` itself when nothing changes. */
  next: StoredType
  /** The problems that the change has with existing resources. */
  problems: readonly TypeProblem[]
  /** Whether its collection has to be changed. */
  schemaChanges: boolean
  operations: WriteOperation[]
  /** What the write contains of its resources, which are examined once more for this. Called when everything else is prepared. */
  complete?: () => Promise<WriteOperation[]>
  /** Of a type that gets `x-drafts`: writes its sets of rows, when they are defined. */
  prepare?: ((options: DefineOptions) => Promise<void>) | undefined
  /** Of a type that gets `x-drafts`: what becomes of its resources. */
  drafts?: (() => DraftCounts) | undefined
}

/** What {@link writeTypes} does in addition. */
export interface WriteTypesOptions {
  /** Further operations for the write. */
  extraOperations?: (changedTypes: readonly ResourceType[]) => WriteOperation[] | Promise<WriteOperation[]>
  /** Runs work for a type, so that an error can name the type. */
  forType?: (slug: string, work: () => Promise<void>) => Promise<void>
  /** See `TypeEditOptions`. */
  signal?: AbortSignal | undefined
  admit: () => Promise<Caller>
  onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Prepare the collections of types, write the types and the further operations in one write, then remove what only the old types needed.
 * Whenever this is interrupted, all types are either the old or the new ones.
 * @throws `WriteRefused` when one of them changed meanwhile, `Forbidden` when the rights of the caller have ended
 */
export async function writeTypes(
  { store, catalogue, trimmer }: TypeParts,
  planned: readonly PlannedType[],
  { extraOperations = () => [], forType = (_slug, work) => work(), signal, admit, onProgress }: WriteTypesOptions,
): Promise<void> {
  const redefined = planned.filter(({ schemaChanges }) => schemaChanges)
  const own = planned.flatMap(({ operations }) => operations)
  const settle = async (): Promise<void> => {
    const collections = redefined.flatMap(({ next, current = next }) => [next.data.collection, current.data.collection])
    const hadDrafts = redefined.some(
      ({ current, prepare }) => prepare !== undefined || hasDrafts(current?.data.schema ?? null),
    )
    for (const collection of new Set(collections)) await catalogue.settle(collection, hadDrafts)
  }
  try {
    for (const { next, prepare } of redefined) {
      const type = compileType(next)
      await forType(next.data.slug, async () => {
        await store.define(type.definition, 'prepare', { signal, onProgress })
        await defineSets(store, type, 'prepare', { signal, onProgress })
        await prepare?.({ signal, onProgress })
      })
    }
    const further = await extraOperations(planned.map(({ next }) => compileType(next)))
    signal?.throwIfAborted()
    const resources: WriteOperation[] = []
    for (const { next, complete } of planned)
      await forType(next.data.slug, async () => {
        resources.push(...((await complete?.()) ?? []))
      })
    const operations = [...own, ...resources, ...further]
    if (operations.length > 0) await writeAs(store, await admit(), operations)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error // the old and the new types may need what was prepared, until the next start
    await settle().catch(() => undefined) // as above: the error that explains the failure is the first one
    if (error instanceof WriteRefused && error.reason === 'unique' && error.index >= own.length) {
      throw new Conflict(`${error.property ?? 'a unique property'}: another resource has this value already`)
    }
    throw error
  }
  await afterWrite(settle())
  for (const { next } of redefined) trimmer.schedule(compileType(next))
}

/** The events of a change: one for a change of the status, and one for other changes. */
export function changeEvents(
  parts: TypeParts,
  caller: Caller,
  before: StoredType,
  after: StoredType,
): WriteOperation[] {
  const types: string[] = []
  if (before.meta.status !== after.meta.status) {
    types.push(after.meta.status === 'archived' ? 'ResourceType.Deleted' : 'ResourceType.Restored')
  }
  if (!isSameRecord(before.data, after.data)) types.push('ResourceType.Updated')
  return types.map(type => eventOf(parts, caller, type, after))
}

/** The operations that write a resource with converted values, as a new version. */
export function conversionOf(
  { events }: TypeParts,
  caller: Caller,
  { collection, slug }: Pick<TypeRecord, 'collection' | 'slug'>,
  { id, meta: before, data }: Resource,
): WriteOperation[] {
  const meta = nextMeta(before)
  const { account_id, sequence_no } = meta
  return [
    { kind: 'replace', collection, document: { id, meta, data }, expected: before.sequence_no },
    events.record({ type: 'Resource.Updated', subject: id, caller, account_id, type_slug: slug, sequence_no }),
  ]
}

/** @param after the type as it will be */
export const eventOf = (
  { events }: TypeParts,
  caller: Caller,
  type: string,
  { id, meta, data }: StoredType,
): WriteOperation =>
  events.record({
    type,
    subject: id,
    caller,
    account_id: null,
    type_slug: data.slug,
    sequence_no: meta.sequence_no,
  })
