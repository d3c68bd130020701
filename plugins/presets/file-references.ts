import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { PresetFiles } from './files.ts'

/**
 * Data with every `{"$file": path}` in it replaced by the text of that file of the preset, so that templates and style sheets stay files that
 * their own tools open.
 * @throws `BadRequest` naming preset and file when there is no such file
 */
export async function resolveFiles(files: PresetFiles, data: JsonObject): Promise<JsonObject> {
  const members = Object.entries(data).map(async ([name, value]) => [name, await resolveValue(files, value)] as const)
  return Object.fromEntries(await Promise.all(members))
}

async function resolveValue(files: PresetFiles, value: Json): Promise<Json> {
  if (Array.isArray(value)) return Promise.all(value.map(item => resolveValue(files, item)))
  if (!isObject(value)) return value
  const { $file: path, ...others } = value
  if (typeof path === 'string' && Object.keys(others).length === 0) return files.readText(path)
  return resolveFiles(files, value)
}
