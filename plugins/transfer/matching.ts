import { CommandFailed, exitCode, type ApiClient } from '../../kernel/index.ts'
import { compileSchema } from '../../lib/json-schema/index.ts'
import type { FileIndex } from './load/file-index.ts'
import type { MatchedType } from './load/match.ts'
import type { ReferencePlace } from './references.ts'
import { shapeOf } from './schema-shape.ts'
import { readType, schemaOf } from './target.ts'

/**
 * By which property references name the resources of each type that is referred to: the one that was asked for, where the type has it,
 * else the one that names its resources to people.
 * @param own the type that is loaded into, whose rows may refer to each other
 * @throws `CommandFailed` when there is nothing to match
 */
export async function matchedTypes(
  api: ApiClient,
  property: string,
  places: readonly ReferencePlace[],
  own: { slug: string; rows: FileIndex | undefined },
): Promise<Map<string, MatchedType>> {
  if (places.length === 0) {
    throw new CommandFailed(`--match: the type ${own.slug} refers to no others (x-resource-type)`, exitCode.failed)
  }
  const types = new Map<string, MatchedType>()
  for (const slug of new Set(places.flatMap(({ slugs }) => slugs))) {
    const type = await readType(api, slug)
    if (type === undefined || type['status'] !== 'active') continue
    const schema = schemaOf(type)
    const declared = shapeOf(schema).properties.has(property)
    const name = declared || schema === null ? property : compileSchema(schema).displayProperty
    if (name === null) {
      throw new CommandFailed(
        `--match: the type ${slug} has no property ${property}, and none that names its resources`,
        exitCode.failed,
      )
    }
    types.set(slug, { slug, property: name, rows: slug === own.slug ? own.rows : undefined })
  }
  return types
}
