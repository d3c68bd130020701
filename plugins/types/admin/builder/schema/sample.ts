import { fieldOf, propertiesOf } from '../../../../../admin/src/index.ts'
import type { JsonObject, Property, Resource } from '../../../../../admin/src/index.ts'

/** An example resource, for a type that has none yet: its texts are the titles of the properties. */
export function sampleOf(schema: JsonObject): Pick<Resource, 'id' | 'data' | 'created_at' | 'labels'> {
  const properties = propertiesOf(schema)
  const referring = properties.filter(({ refersTo }) => refersTo !== undefined)
  const data = Object.fromEntries(properties.map(property => [property.name, valueOf(property)]))
  return {
    id: 'urn:sample:1',
    data: { '@graph': [{ '@id': 'urn:sample:1', '@type': '', ...data }] },
    created_at: new Date().toISOString(),
    labels: Object.fromEntries(referring.map(({ name, title }) => [urnOf(name), { label: title, status: 'active' }])),
  }
}

const urnOf = (name: string): string => `urn:sample:${name}`

function valueOf({ name, kind, title, choices, refersTo }: Property): string | number {
  if (refersTo !== undefined) return urnOf(name)
  return fieldOf(kind).starter?.sample?.() ?? String(choices?.[0]?.value ?? title)
}
