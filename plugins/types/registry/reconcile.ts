import { setImmediate as turn } from 'node:timers/promises'
import { ConfigurationError } from '../../../kernel/index.ts'
import type { Routes } from '../../../kernel/index.ts'
import type { TypeParts } from '../edit/new-type.ts'
import type { StoredType } from './type-record.ts'
import { unlock } from '../edit/rename-type.ts'

/**
 * Run before the first request: unlock types that stayed locked, and drop collections of types that were never created.
 */
export async function prepareCollections(parts: TypeParts): Promise<void> {
  const types = await parts.catalogue.all()
  for (const type of types) if (type.data.moving) await unlock(parts, type)
  await dropUnowned(parts, types)
}

/** @throws ConfigurationError when a plugin serves the path of a type, so that its resources could not be reached */
export function refuseHiddenTypes(types: readonly { slug: string }[], routes: Pick<Routes, 'ownerOf'>): void {
  for (const { slug } of types) {
    const plugin = routes.ownerOf(slug)
    if (plugin === undefined) continue
    throw new ConfigurationError(
      `the plugin ${plugin} serves /api/${slug}, but there is a resource type with the slug ${slug}: ` +
        'switch the plugin off, or give the type another slug while it is off',
      { plugin },
    )
  }
}

/**
 * Drop collections that were prepared for types that were never created. This is not safe later: the collection of a new type exists a moment before
 * the type. Sets of rows that an interrupted change left stay: another instance can be filling them.
 */
async function dropUnowned({ store, catalogue }: TypeParts, types: readonly StoredType[]): Promise<void> {
  const owned = new Set(types.map(({ data }) => data.collection))
  for (const { name } of await store.collections())
    if (!owned.has(name) && !name.startsWith('_')) await catalogue.settle(name)
}

/**
 * Make the collections match the types. After an interruption or an upgrade of the service they can differ: prepared for a change that was
 * never written, or still with what only an older schema needed. Yields to the event loop between types.
 * @param warn called for a type whose collection could not be changed; the other types are still processed
 * @param stopped called between types
 */
export async function reconcileTypes(
  { catalogue }: TypeParts,
  warn: (error: unknown, message: string) => void,
  stopped: () => boolean,
): Promise<void> {
  for (const { data } of await catalogue.all()) {
    await turn()
    if (stopped()) return
    try {
      await catalogue.settle(data.collection)
    } catch (error) {
      if (stopped()) return
      warn(error, `the collection of the resource type ${data.slug} could not be changed to match its schema`)
    }
  }
}
