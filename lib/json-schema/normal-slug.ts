import { getOwn } from '../json/index.ts'
import type { JsonObject } from '../json/types.ts'
import type { CompiledSchema } from './compiled-schema.ts'

const slugName = 'slug'

/**
 * Data with their unique `slug` in the form in which addresses are typed and sent (Unicode NFC): two spellings that look the same are one slug.
 * @returns the same object where nothing changes
 */
export function withNormalSlug({ columns }: Pick<CompiledSchema, 'columns'>, data: JsonObject): JsonObject {
  const slug = getOwn(data, slugName)
  if (typeof slug !== 'string') return data
  const normal = slug.normalize('NFC')
  if (normal === slug || !columns.some(({ path, unique }) => unique && path.length === 1 && path[0] === slugName))
    return data
  return { ...data, [slugName]: normal }
}
