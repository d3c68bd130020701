import { setImmediate as turn } from 'node:timers/promises'
import { ConfigurationError } from '../../../kernel/index.ts'
import type { TypeParts } from '../edit/new-type.ts'
import type { StoredType } from './type-record.ts'
import { unlock } from '../edit/rename-type.ts'

/** Names that a plugin contributes. */
export interface ContributedNames {
  plugin: string
  names: readonly string[]
}

/**
 * What must be in order before the first request: no plugin serves a path that a type has, no type stayed locked, and no collection is left of
 * a type that never came.
 * @param segments first path segments under `/api` that plugins serve
 * @throws `ConfigurationError` when a plugin serves a path that a type has as its slug
 */
export async function makeReady(parts: TypeParts, segments: readonly ContributedNames[]): Promise<void> {
  const types = await parts.catalogue.all()
  refuseCollisions(types, segments)
  for (const type of types) if (type.data.moving) await unlock(parts, type)
  await dropUnowned(parts, types)
}

/**
 * Take away collections that were made for types which never came. Later a type could be on its way to one of them: its collection is there
 * a moment before it is.
 */
async function dropUnowned({ store, catalogue }: TypeParts, types: readonly StoredType[]): Promise<void> {
  const owned = new Set(types.map(({ data }) => data.collection))
  for (const { name } of await store.collections()) {
    if (!owned.has(name) && !name.startsWith('_')) await catalogue.settle(name)
  }
}

/**
 * Bring the collections to what the types say, as they may not be after an interruption or with a newer version of the service: prepared
 * for a change that never came, or still with what only an older schema needed. Leaves the event loop free between types.
 * @param warn told of a type whose collection could not be brought there; the others are
 * @param stopped asked between types
 */
export async function settleAll(
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
      warn(error, `the collection of the resource type ${data.slug} could not be brought to what its schema says`)
    }
  }
}

function refuseCollisions(types: readonly StoredType[], contributed: readonly ContributedNames[]): void {
  for (const { plugin, names } of contributed) {
    const slug = types.map(({ data }) => data.slug).find(one => names.includes(one))
    if (slug !== undefined) {
      throw new ConfigurationError(
        `the plugin ${plugin} serves /api/${slug}, but there is a resource type with the slug ${slug}: ` +
          'switch the plugin off, or give the type another slug while it is off',
      )
    }
  }
}
