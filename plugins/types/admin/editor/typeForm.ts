import { entriesOf, equal, faultOfEntry, faultsOfNames, isObject } from '../../../../admin/src/index.ts'
import type { JsonObject, ResourceType, TypeBody } from '../../../../admin/src/index.ts'
import { textOf } from './useJsonText.ts'

/** A type as it is typed: context and schema as texts, for they may be no JSON yet. */
export interface TypeForm {
  name: string
  slug: string
  description: string
  context: string
  schema: string
}

/** A type as the form shows it. */
export const formOf = ({ name, slug, description, context, schema }: ResourceType): TypeForm => ({
  name,
  slug,
  description,
  context: textOf(context),
  schema: textOf(schema),
})

/** The parts of a type that may differ from what is saved. */
export const partsOfType = ['name', 'slug', 'description', 'schema', 'context'] as const

export type TypePart = (typeof partsOfType)[number]

/** What is typed, read. */
export interface ReadForm {
  form: TypeForm
  context: JsonObject | null
  schema: JsonObject | null
}

/** The order of properties means something to people, so it counts. */
const sameText = (a: JsonObject | null, b: JsonObject | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What of a form is to be sent: the parts that differ. */
export function bodyOf({ form, context, schema }: ReadForm, saved: ResourceType | undefined): TypeBody {
  const body: TypeBody = {}
  if (form.name !== saved?.name) body.name = form.name.trim()
  if (form.slug !== saved?.slug) body.slug = form.slug
  if (form.description !== (saved?.description ?? '')) body.description = form.description
  if (!sameText(context ?? {}, saved?.context ?? {})) body.context = context ?? {}
  if (!sameText(schema, saved?.schema ?? null)) body.schema = schema
  return body
}

/** How much differs: properties of schema and context each count. */
export function countChanges(body: TypeBody, saved: ResourceType | undefined): number {
  const { schema, context, ...others } = body
  const inSchema = schema === undefined ? 0 : differences(flat(schema ?? {}), flat(saved?.schema ?? {}))
  const inContext = context === undefined ? 0 : differences(context, saved?.context ?? {})
  return Object.keys(others).length + inSchema + inContext
}

/** A schema with its properties beside its other keywords. */
function flat({ properties, ...schema }: JsonObject): JsonObject {
  const parts = isObject(properties) ? properties : {}
  return { ...schema, ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [`.${name}`, part])) }
}

function differences(a: JsonObject, b: JsonObject): number {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  const differing = [...names].filter(name => !equal(a[name], b[name])).length
  return Math.max(1, differing) // the order alone
}

/** What is wrong with a field, in words. */
export type TypeFaults = Partial<Record<TypePart, string>>

/** What the form can tell to be wrong by itself. */
export function faultsOf({ form, schema }: ReadForm): TypeFaults {
  const faults: TypeFaults = faultsOfNames(form)
  const inSchema = schema === null ? undefined : entriesOf(schema).map(faultOfEntry).find(Boolean)
  if (inSchema !== undefined) faults.schema = inSchema
  return faults
}
