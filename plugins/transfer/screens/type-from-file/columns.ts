import { isObject } from '../../../../lib/json/types.ts'
import { schemas } from '../../../../admin/src/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/types.ts'
import type { Mapping } from '../import-api.ts'

/** The keyword for the column that a property came from, which stays when the property is renamed; no stored type has it. */
const keyword = 'x-column'

/**
 * Add to the properties of an inferred schema the columns that they came from. Each property has the heading of its column as its title;
 * the title stays only where it adds something to the name.
 * @param outer path of the column that contains these columns
 */
export function withColumns(schema: JsonObject, outer = ''): JsonObject {
  return changeParts(schema, (name, { title, ...part }) => {
    const heading = typeof title === 'string' ? title : name
    const column = outer === '' ? heading : `${outer}.${heading}`
    const isSaid = schemas.titleOf(heading) === schemas.titleOf(name) && !/\s/.test(heading)
    const { items } = part
    return {
      ...(!isSaid && { title: heading }),
      ...withColumns(part, column),
      ...(isObject(items) && { items: withColumns(items, `${column}[]`) }),
      [keyword]: column,
    }
  })
}

/** Remove the columns from a schema, so that it can be stored. */
export function withoutColumns(schema: JsonObject): JsonObject {
  return changeParts(schema, (_name, { [keyword]: _column, ...part }) => {
    const { items } = part
    return { ...withoutColumns(part), ...(isObject(items) && { items: withoutColumns(items) }) }
  })
}

function changeParts(schema: JsonObject, change: (name: string, part: JsonObject) => JsonObject): JsonObject {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const changed = Object.entries(properties).map(([name, part]): [string, Json] => [
    name,
    isObject(part) ? change(name, part) : part,
  ])
  return { ...schema, properties: Object.fromEntries(changed) }
}

/** Put a property back as it was inferred: before the properties whose columns follow its own, and required if it was. */
export function withProperty(schema: JsonObject, inferred: JsonObject, name: string): JsonObject {
  const all = propertiesOf(inferred)
  const order = all.map(([, part]) => columnOf(part))
  const place = (part: Json): number => order.indexOf(columnOf(part))
  const own = all.find(([other]) => other === name)
  if (own === undefined) return schema
  const properties = propertiesOf(schema)
  const next = properties.findIndex(([, part]) => place(part) > place(own[1]))
  properties.splice(next === -1 ? properties.length : next, 0, own)
  const required = new Set([...requiredIn(schema), ...requiredIn(inferred).filter(other => other === name)])
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: properties.flatMap(([other]) => (required.has(other) ? [other] : [])) }),
  }
}

const propertiesOf = ({ properties }: JsonObject): [string, Json][] =>
  Object.entries(isObject(properties) ? properties : {})
const requiredIn = ({ required }: JsonObject): Json[] => (Array.isArray(required) ? required : [])

/** The column that a property came from. */
export const columnOf = (part: Json): string | undefined => {
  const column = isObject(part) ? part[keyword] : undefined
  return typeof column === 'string' ? column : undefined
}

/**
 * The property of each column, from a schema with columns.
 * @param inferred the schema before the user's changes: columns that only it has are left out
 */
export function mappingOf(schema: JsonObject, inferred: JsonObject): Mapping {
  return new Map([...[...placesIn(inferred)].map(([column]): [string, string] => [column, '']), ...placesIn(schema)])
}

function* placesIn(schema: JsonObject, outer = ''): Iterable<[column: string, path: string]> {
  const { properties } = schema
  for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) {
    const column = columnOf(part)
    if (!isObject(part)) continue
    const path = outer === '' ? name : `${outer}.${name}`
    if (column !== undefined) yield [column, path]
    yield* placesIn(part, path)
    if (isObject(part['items'])) yield* placesIn(part['items'], `${path}[]`)
  }
}
