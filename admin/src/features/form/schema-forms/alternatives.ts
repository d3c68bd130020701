import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { t } from '../../../i18n/index.ts'
import { typesOf } from '../../../schema/index.ts'
import { compile } from '../validation/validator.ts'

/** The name of an alternative: its title, its constant, otherwise its type. */
export function nameOfAlternative(schema: JsonObject, at: number): string {
  const { title, properties } = schema
  if (typeof title === 'string') return title
  for (const part of isObject(properties) ? Object.values(properties) : []) {
    if (isObject(part) && typeof part['const'] === 'string') return part['const']
  }
  const [type] = typesOf(schema)
  return type === undefined || type === 'object' ? t('form.alternative', { number: at + 1 }) : t(`form.kind_${type}`)
}

/**
 * The alternative that a value belongs to: the chosen one while the value has its type; otherwise the first that the value is valid for;
 * otherwise the first of its type. Undefined for no value.
 */
export function fitting(value: Json | undefined, branches: readonly JsonObject[], chosen?: number): number | undefined {
  if (value === undefined || value === null) return undefined
  const now = chosen === undefined ? undefined : branches[chosen]
  if (now !== undefined && isOfType(value, now)) return chosen
  const fits = branches.findIndex(
    branch => isOfType(value, branch) && isSelfContained(branch) && compile(branch)(value),
  )
  if (fits >= 0) return fits
  const sameType = branches.findIndex(branch => isOfType(value, branch))
  return sameType >= 0 ? sameType : chosen
}

/** Whether a value has the type and the constants (`const`) of an alternative. */
function isOfType(value: Json, schema: JsonObject): boolean {
  const types = typesOf(schema)
  const { properties } = schema
  if (types.length > 0 && !types.some(type => hasType(value, type))) return false
  if (!isObject(value) || !isObject(properties)) return true
  return Object.entries(properties).every(([name, part]) => {
    const only = isObject(part) ? part['const'] : undefined
    return only === undefined || !Object.hasOwn(value, name) || value[name] === only
  })
}

function hasType(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}

/** Whether a part of a schema can be validated alone, because it contains no references. */
const isSelfContained = (schema: JsonObject): boolean => !JSON.stringify(schema).includes('"$ref"')
