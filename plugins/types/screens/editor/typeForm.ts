import { equalJson } from '../../../../lib/json/objects.ts'
import { isObject } from '../../../../lib/json/types.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'
import type { TypeNames } from '../builder/schema/names.ts'
import type { TypeBody } from '../typesApi.ts'
import { textOf } from './useJsonText.ts'

/** The content of the form of a type. Context and schema are texts, because they can be invalid while they are edited. */
export interface TypeForm extends TypeNames {
  context: string
  schema: string
}

/** The form for an existing type. */
export const formOf = ({ name, slug, description, context, schema }: ResourceType): TypeForm => ({
  name,
  slug,
  description,
  context: textOf(context),
  schema: textOf(schema),
})

/** The parts of a type that can differ from the saved version. */
export const partsOfType = ['name', 'slug', 'description', 'schema', 'context'] as const

export type TypePart = (typeof partsOfType)[number]

/** The form with schema and context parsed. */
export interface ReadForm {
  form: TypeForm
  context: JsonObject | null
  schema: JsonObject | null
}

/** Compare as text, because the order of properties is significant for users. */
const sameText = (a: JsonObject | null, b: JsonObject | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The body to send: the parts that differ from the saved version. */
export function bodyOf({ form, context, schema }: ReadForm, saved: ResourceType): TypeBody {
  const body: TypeBody = {}
  if (form.name !== saved.name) body.name = form.name.trim()
  if (form.slug !== saved.slug) body.slug = form.slug
  if (form.description !== saved.description) body.description = form.description
  if (!sameText(context ?? {}, saved.context)) body.context = context ?? {}
  if (!sameText(schema, saved.schema ?? null)) body.schema = schema
  return body
}

/** The number of changes: each property of schema and context counts. */
export function countChanges(body: TypeBody, saved: ResourceType): number {
  const { schema, context, ...others } = body
  const inSchema = schema === undefined ? 0 : differences(flat(schema ?? {}), flat(saved.schema ?? {}))
  const inContext = context === undefined ? 0 : differences(context, saved.context)
  return Object.keys(others).length + inSchema + inContext
}

/** A schema with its properties on the same level as its other keywords. */
function flat({ properties, ...schema }: JsonObject): JsonObject {
  const parts = isObject(properties) ? properties : {}
  return { ...schema, ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [`.${name}`, part])) }
}

function differences(a: JsonObject, b: JsonObject): number {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  const differing = [...names].filter(name => !equalJson(a[name], b[name])).length
  return Math.max(1, differing) // only the order differs
}
