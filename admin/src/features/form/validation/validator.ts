import { Validator, format } from '@cfworker/json-schema'
import type { OutputUnit, Schema, SchemaDraft } from '@cfworker/json-schema'
import { isLanguageTag } from '../../../../../lib/language/index.ts'
import { isTimeZone } from '../../../../../lib/json-schema/time-zone.ts'
import { clone, isObject } from '../../../api/transport/json.ts'

/** An error in the format of Ajv, which JSON Forms reads. */
export interface ValidationError {
  instancePath: string
  schemaPath: string
  keyword: string
  message: string
  params: Record<string, unknown>
}

/** A compiled schema in the format of Ajv. */
export interface Check {
  (data: unknown): boolean
  errors: ValidationError[] | null
}

format['time-zone'] = text => isTimeZone(text)
format['language-tag'] = isLanguageTag

/** Errors that only report that a nested keyword failed. */
const wrappers = new Set([
  'properties',
  'items',
  'prefixItems',
  '$ref',
  'allOf',
  'additionalItems',
  'patternProperties',
])
const checks = new WeakMap<object, Check>()

/** Compile a schema of draft 2020-12 or draft-07; works without `eval`. */
export function compile(schema: object | boolean): Check {
  if (typeof schema === 'boolean') return makeCheck(schema ? {} : { not: {} })
  const known = checks.get(schema)
  if (known !== undefined) return known
  const check = makeCheck(schema)
  checks.set(schema, check)
  return check
}

function makeCheck(schema: object): Check {
  let validator: Validator | undefined
  const check: Check = data => {
    if (data === undefined) {
      check.errors = null
      return true
    }
    validator ??= new Validator(clone(schema) as Schema, draftOf(schema), false) // the validator modifies its schema
    const { valid, errors } = validator.validate(clone(data))
    check.errors = valid ? null : errors.flatMap(readable)
    return valid
  }
  check.errors = null
  return check
}

const draftOf = (schema: object): SchemaDraft =>
  isObject(schema) && typeof schema['$schema'] === 'string' && schema['$schema'].includes('draft-07') ? '7' : '2020-12'

/** The validator names a missing property only in its message; nothing else here depends on these words. */
const missingPatterns = new Map([
  ['required', /"([^"]*)"/],
  ['dependentRequired', /not have "([^"]*)"/],
  ['dependencies', /not have "([^"]*)"/],
])

function readable({ keyword, instanceLocation, keywordLocation, error }: OutputUnit): ValidationError[] {
  if (wrappers.has(keyword)) return []
  const missing = missingPatterns.get(keyword)?.exec(error)?.[1]
  return [
    {
      keyword,
      instancePath: instanceLocation.replace(/^#/, ''),
      schemaPath: keywordLocation,
      message: error,
      params: missing === undefined ? {} : { missingProperty: missing },
    },
  ]
}
