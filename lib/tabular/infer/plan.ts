import type { Json, JsonObject } from '../../json/index.ts'
import { decideScalars, type ScalarDecision, type TypeName } from './decide.ts'
import { Names } from './names.ts'
import type { Kind, ObjectShape, ValueShape } from './shape.ts'

/** The decision for one column, to be shown. */
export interface ColumnPlan {
  /** The heading in the file; names of nested objects joined with dots, `[]` for the items of an array. */
  heading: string
  property: string
  types: readonly string[]
  nullable: boolean
  required: boolean
  format: string | null
  /** The form of all its dates, if it is not the one that the format requires. */
  dateForm: string | null
  /** How many values are converted. */
  converted: number
  example: { from: Json; to: Json } | null
}

/** The decision for the values of one place, or for the rows of a file. */
interface Plan {
  schema: JsonObject
  columns: readonly ColumnPlan[]
}

/** The place of a value, for {@link ColumnPlan}. */
interface Place {
  heading: string
  property: string
  required: boolean
}

/** Build a schema from the observed objects. */
export function planObject(shape: ObjectShape, under?: Place): Plan {
  if (shape.opaque) return { schema: { type: 'object' }, columns: [] }
  const names = new Names()
  const planned = [...shape.properties].map(([heading, values]) => {
    const name = names.next(heading)
    const required = values.filled === shape.count
    const place = { heading: joined(under?.heading, heading), property: joined(under?.property, name), required }
    return { name, required, plan: planValue(values, place, heading) }
  })
  const required = planned.filter(column => column.required).map(column => column.name)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(planned.map(({ name, plan }) => [name, plan.schema])),
      ...(required.length > 0 && { required }),
    },
    columns: planned.flatMap(({ plan }) => plan.columns),
  }
}

const joined = (outer: string | undefined, inner: string): string => (outer === undefined ? inner : `${outer}.${inner}`)

function planValue(shape: ValueShape, place: Place, title: string | undefined): Plan {
  const scalars = decideScalars(shape)
  const inner: Place = { ...place, required: false }
  const object = shape.object && planObject(shape.object, inner)
  const items =
    shape.items &&
    planValue(shape.items, { ...inner, heading: `${place.heading}[]`, property: `${place.property}[]` }, undefined)
  const types: TypeName[] = [
    ...scalars.types,
    ...(items ? (['array'] as const) : []),
    ...(object ? (['object'] as const) : []),
  ]
  return {
    schema: {
      ...(title !== undefined && { title }),
      ...typeKeyword(types, shape.counts.null > 0),
      ...(scalars.form && { format: scalars.form.format }),
      ...(object && { ...object.schema, type: typeKeyword(types, shape.counts.null > 0)['type'] ?? 'object' }),
      ...(items && Object.keys(items.schema).length > 0 && { items: items.schema }),
    },
    columns: [
      {
        ...place,
        types,
        nullable: shape.counts.null > 0,
        format: scalars.form?.format ?? null,
        dateForm: scalars.form !== undefined && scalars.from.length > 0 ? scalars.form.name : null,
        ...conversion(shape, scalars),
      },
      ...(object?.columns ?? []),
      ...(items?.columns ?? []),
    ],
  }
}

/** A place with only null values accepts anything. */
function typeKeyword(types: readonly TypeName[], nullable: boolean): JsonObject {
  const [first] = types
  if (first === undefined) return {}
  return { type: nullable || types.length > 1 ? [...types, ...(nullable ? ['null'] : [])] : first }
}

function conversion(shape: ValueShape, scalars: ScalarDecision): Pick<ColumnPlan, 'converted' | 'example'> {
  const converted = scalars.from.reduce((sum: number, kind: Kind) => sum + shape.counts[kind], 0)
  const from = scalars.from.map(kind => shape.examples.get(kind)).find(value => value !== undefined)
  return { converted, example: from === undefined ? null : { from, to: scalars.convert(from) } }
}
