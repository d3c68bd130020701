import { BadRequest } from '../../../kernel/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { fault } from './files.ts'
import type { Sample } from './preset.ts'

const isLabel = (value: Json): value is string => typeof value === 'string' && value.startsWith('_:')

/**
 * @throws `BadRequest` naming file and position for a label that occurs twice, and for a reference to a label that is not defined before it
 */
export function checkLabels(title: string, samples: readonly Sample[]): void {
  const known = new Set<string>()
  for (const { label, data, place } of samples) {
    if (known.has(label)) throw fault(title, place, `@id: ${label} occurs twice`)
    known.add(label) // it can refer to itself
    mapLabels(data, (wanted, field) => {
      if (!known.has(wanted)) throw fault(title, `${place}${field}`, `there is no ${wanted} before it`)
      return wanted
    })
  }
}

/** Data with every label replaced by its id; a property whose label has an empty one is left out. */
export const resolveLabels = (data: JsonObject, ids: ReadonlyMap<string, string>): JsonObject =>
  mapLabels(data, label => {
    const id = ids.get(label)
    if (id === undefined) throw new BadRequest(`there is no ${label}`)
    return id
  })

function mapLabels(data: JsonObject, change: (label: string, field: string) => string): JsonObject {
  const inValue = (value: Json, field: string): Json => {
    if (isLabel(value)) return change(value, field)
    if (Array.isArray(value)) return value.map((item, index) => inValue(item, `${field}[${index}]`))
    return typeof value === 'object' && value !== null ? inObject(value, field) : value
  }
  const inObject = (object: JsonObject, field: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) => {
        const changed = inValue(value, `${field}.${name}`)
        return isLabel(value) && changed === '' ? [] : [[name, changed]]
      }),
    )
  return inObject(data, '')
}
