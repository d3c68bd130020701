import { isDeepStrictEqual } from 'node:util'
import { BadRequest, ConfigurationError } from '../../kernel/index.ts'
import { compileType } from './compile.ts'
import { typesCollection } from './record.ts'
import type { StoredType } from './record.ts'
import { unlock } from './rename.ts'
import type { TypeParts } from './parts.ts'

/** First path segments under `/api` that a plugin serves. */
export interface PluginSegments {
  plugin: string
  segments: readonly string[]
}

/**
 * Bring the store to what the types say, as it may not be after an interruption: types that stayed locked, collections that were
 * prepared for a change that never came or still have what only an older schema needed.
 * @param warn told of a type whose schema cannot be used any more; the others are served
 * @throws `ConfigurationError` when a plugin serves a path that a type has as its slug
 */
export async function reconcile(
  parts: TypeParts,
  segments: readonly PluginSegments[],
  warn: (error: unknown, message: string) => void,
): Promise<void> {
  const { store, catalogue } = parts
  const types = await catalogue.all()
  refuseCollisions(types, segments)
  for (const type of types) if (type.record.moving) await unlock(parts, type)
  const defined = new Map((await store.collections()).map(definition => [definition.name, definition]))
  for (const type of types) {
    const { slug, collection } = type.record
    try {
      const { definition } = compileType(type)
      if (!isDeepStrictEqual(plain(definition), plain(defined.get(collection)))) await catalogue.settle(collection)
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      warn(error, `the schema of the resource type ${slug} cannot be used`)
    }
    defined.delete(collection)
  }
  for (const name of defined.keys()) if (!name.startsWith('_')) await catalogue.settle(name)
}

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

function refuseCollisions(types: readonly StoredType[], contributed: readonly PluginSegments[]): void {
  for (const { plugin, segments } of contributed) {
    const type = types.find(({ record }) => segments.includes(record.slug))
    if (type !== undefined) {
      throw new ConfigurationError(
        `the plugin ${plugin} serves /api/${type.record.slug}, but there is a resource type with the slug ${type.record.slug} (${typesCollection.name}): switch the plugin off, or give the type another slug first`,
      )
    }
  }
}
