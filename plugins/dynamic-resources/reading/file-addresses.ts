import { cloneJson, isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { fileSlugs, isIdOf } from '../../../lib/json-schema/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/*
 * A property with `x-media-types` alone is a path, an address, or the URN of a file. Linked data has the address of its content in place of the URN: what
 * reads them follows addresses.
 */

/** What the names of files depend on. */
type FileType = Pick<ResourceType, 'compiled'>

/** Data with the addresses of files in place of their URNs. @param origin of the service */
export const withFileAddresses = (type: FileType, data: JsonObject, origin: string): JsonObject =>
  replaceFiles(type, data, text => (isIdOf(fileSlugs, text) ? addressOf(text, origin) : text))

/** {@link withFileAddresses} of the JSON text of an object. */
export const fileAddressesText = (type: FileType, dataText: string, origin: string): string =>
  type.compiled.filePlacesIn !== undefined && fileSlugs.some(slug => dataText.includes(`"urn:${slug}:`))
    ? JSON.stringify(withFileAddresses(type, JSON.parse(dataText), origin))
    : dataText

/** Data with the URNs of files in place of the addresses that {@link withFileAddresses} makes of them. */
export const withFileUrns = (type: FileType, data: JsonObject, origin: string): JsonObject =>
  replaceFiles(type, data, text => {
    const [, slug, lastPart] = /\/api\/([a-z-]+)\/([\w.~-]+)\/content$/.exec(text) ?? []
    const id = `urn:${slug}:${lastPart}`
    return isIdOf(fileSlugs, id) && text === addressOf(id, origin) ? id : text
  })

function addressOf(id: string, origin: string): string {
  const [, slug, lastPart] = id.split(':')
  return `${origin}/api/${slug}/${lastPart}/content`
}

/** @returns the same object when nothing changes */
function replaceFiles({ compiled }: FileType, data: JsonObject, replace: (text: string) => string): JsonObject {
  const places = (compiled.filePlacesIn?.(data) ?? []).filter(({ id }) => replace(id) !== id)
  if (places.length === 0) return data
  const result = cloneJson(data)
  for (const { path, id } of places) setAt(result, path, replace(id))
  return result
}

function setAt(data: JsonObject, path: readonly (string | number)[], text: string): void {
  let at: Json | undefined = data
  for (const part of path.slice(0, -1)) at = memberOf(at, part)
  const last = path.at(-1)
  if (Array.isArray(at) && typeof last === 'number') at[last] = text
  else if (isObject(at) && last !== undefined) at[last] = text
}

const memberOf = (value: Json | undefined, part: string | number): Json | undefined =>
  Array.isArray(value) ? value[Number(part)] : isObject(value) ? value[part] : undefined
