import type { ErrorObject } from 'ajv'
import type { Json, JsonObject } from '../json/types.ts'
import type { ValidationFailure } from './compiled-schema.ts'
import { pointerToken } from '../json/index.ts'
import { alternativeFailure, Branches } from './alternatives.ts'
import { mostFailures } from './budget.ts'
import { fieldOf } from './field.ts'
import { messageOf } from './messages.ts'
import { neverName } from './own-keywords.ts'

/** A failure with the schema that it comes from. */
export interface Finding {
  pointer: string
  message: string
  keyword: string
  /** The schema that holds the keyword. */
  origin: unknown
  /** For `type`: the types asked for. */
  types?: string | string[]
}

/**
 * The failures that Ajv found, as people read them: one for each place and fault, alternatives (`anyOf`, `oneOf`) told as one.
 * @param schema the schema that was compiled
 */
export function readFailures(errors: readonly ErrorObject[], value: Json, schema: JsonObject): ValidationFailure[] {
  const branches = new Branches(schema)
  let findings: Finding[] = []
  for (const error of errors) {
    if (error.keyword === 'if') continue // what failed in then or else stands before it
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') findings = alternativeFailure(error, findings, branches)
    else {
      const tentative = error.keyword === 'propertyNames' || error.keyword === 'contains'
      if (tentative) findings = findings.filter(({ origin }) => !branches.within(error.schema).has(origin))
      findings.push(findingOf(error))
    }
  }
  const seen = new Map<string, ValidationFailure>()
  for (const { pointer, message, keyword } of findings) {
    const key = `${pointer}\n${message}`
    if (!seen.has(key)) {
      seen.set(key, { pointer, field: fieldOf(value, pointer), code: keyword, message })
    }
  }
  const failures = [...seen.values()]
  if (failures.length <= mostFailures) return failures
  const more = {
    pointer: '',
    field: '',
    code: 'too-many-problems',
    message: `has more failures than the first ${mostFailures}`,
  }
  return [...failures.slice(0, mostFailures), more]
}

function findingOf(error: ErrorObject): Finding {
  const { missingProperty, propertyName }: Record<string, unknown> = error.params
  const member = missingProperty ?? (error.keyword === 'propertyNames' ? propertyName : undefined)
  const pointer = typeof member === 'string' ? `${error.instancePath}/${pointerToken(member)}` : error.instancePath
  const finding = { pointer, message: messageOf(error), keyword: codeOf(error), origin: error.parentSchema }
  return error.keyword === 'type' ? { ...finding, types: error.schema as string | string[] } : finding
}

/** The keyword, or a code of our own for the one by which schemas that allow nothing are compiled. */
function codeOf({ keyword, schema }: ErrorObject): string {
  if (keyword !== neverName) return keyword
  return schema === 'additionalProperties' || schema === 'unevaluatedProperties' ? 'unknown-property' : 'not-allowed'
}
