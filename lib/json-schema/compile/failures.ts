import type { ErrorObject } from 'ajv'
import { pointerToken, pointerTokens } from '../../json/index.ts'
import type { JsonObject } from '../../json/types.ts'
import { Branches, replaceAlternatives, takeReported } from './alternatives.ts'
import { maxFailures } from './validation-budget.ts'
import type { ValidationFailure } from '../compiled-schema.ts'
import { messageOf, paramsOf } from './messages.ts'
import { neverName } from './ajv-keywords.ts'

/** A failure with the schema that it comes from. */
export interface Finding {
  pointer: string
  message: string
  keyword: string
  /** The schema that contains the keyword. */
  origin: unknown
  params: JsonObject | undefined
}

/**
 * The failures that Ajv found, in words: one for each place and fault, alternatives (`anyOf`, `oneOf`) combined into one.
 * @param schema the schema that was compiled
 */
export function readFailures(errors: readonly ErrorObject[], value: unknown, schema: JsonObject): ValidationFailure[] {
  const branches = new Branches(schema)
  const findings: Finding[] = []
  for (const error of errors) {
    if (error.keyword === 'if') continue // the failures of then or else are reported before it
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') replaceAlternatives(error, findings, branches)
    else {
      const tentative = error.keyword === 'propertyNames' || error.keyword === 'contains'
      if (tentative) takeReported(findings, [branches.within(error.schema)], error.instancePath)
      findings.push(findingOf(error))
    }
  }
  const seen = new Map<string, ValidationFailure>()
  for (const { pointer, message, keyword, params } of findings) {
    const key = `${pointer}\n${message}`
    if (!seen.has(key)) {
      seen.set(key, { pointer, field: fieldOf(value, pointer), code: keyword, message, ...(params && { params }) })
    }
  }
  const failures = [...seen.values()]
  if (failures.length <= maxFailures) return failures
  const more = {
    pointer: '',
    field: '',
    code: 'too-many-problems',
    message: `has more failures than the first ${maxFailures - 1}`,
  }
  return [...failures.slice(0, maxFailures - 1), more]
}

function findingOf(error: ErrorObject): Finding {
  const { missingProperty, propertyName }: Record<string, unknown> = error.params
  const member = missingProperty ?? (error.keyword === 'propertyNames' ? propertyName : undefined)
  const pointer = typeof member === 'string' ? `${error.instancePath}/${pointerToken(member)}` : error.instancePath
  return {
    pointer,
    message: messageOf(error),
    keyword: codeOf(error),
    origin: error.parentSchema,
    params: paramsOf(error),
  }
}

/** The keyword, or our own code for the keyword to which schemas that allow nothing are compiled. */
function codeOf({ keyword, schema }: ErrorObject): string {
  if (keyword !== neverName) return keyword
  return schema === 'additionalProperties' || schema === 'unevaluatedProperties' ? 'unknown-property' : 'not-allowed'
}

const plainName = /^[^\s.[\]"\p{Cc}]+$/u
const maxNameLength = 128

/** A place in a value in the usual notation: `address.city`, `tags[2]`. */
export function fieldOf(value: unknown, pointer: string): string {
  let field = ''
  let at = value
  for (const token of pointerTokens(pointer)) {
    const isIndex = Array.isArray(at)
    field += isIndex ? `[${token}]` : named(token, field)
    at = memberOf(at, token)
  }
  return field
}

function named(token: string, before: string): string {
  const name = token.length > maxNameLength ? `${token.slice(0, maxNameLength)}…` : token
  if (!plainName.test(name)) return `[${JSON.stringify(name)}]`
  return before === '' ? name : `.${name}`
}

function memberOf(value: unknown, token: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined
  return Reflect.get(value, token)
}
