import type { JsonObject } from '../../../api/transport/json.ts'
import { explain, labelOn } from './messages.ts'
import { getAt, pathOfPointer, join, stepsOf } from '../schema-forms/paths.ts'
import { propertyOn } from '../schema-forms/layout.ts'
import { withSafePatterns } from './patterns.ts'
import { selectRelevant } from './relevant.ts'
import { compile } from './validator.ts'
import type { ValidationError } from './validator.ts'

/** Errors in data: messages by path, in the order of the schema. */
export type Problems = ReadonlyMap<string, string>

/** What is wrong with data. */
export interface Findings {
  problems: Problems
  /** Paths of the values that closed objects contain and their schemas do not declare. */
  undeclared: readonly string[]
}

/** Errors that repeat, for the object, what is reported for each of its properties. */
const repeated = new Set(['additionalProperties', 'unevaluatedProperties'])

/**
 * Create a function that checks data. Asynchronous because the engine for patterns is loaded first if the schema has any.
 * @param mayBeStored whether a value may be stored at a path although it is not shown: it is not demanded, and null removes it
 */
export async function makeCheck(
  schema: JsonObject,
  mayBeStored: (path: string) => boolean = () => false,
): Promise<(data: JsonObject) => Findings> {
  const safe = await withSafePatterns(schema)
  const check = compile(safe)
  return data => {
    check(data)
    const errors = (check.errors ?? []).filter(error => {
      const path = placeOfError(error)
      const isAbsent = (getAt(data, path) ?? null) === null
      return !(isAbsent && propertyOn(stepsOf(path), schema, data)?.isSecret === true && mayBeStored(path))
    })
    const relevant = selectRelevant(errors).filter(({ keyword }) => !repeated.has(keyword))
    const undeclared = relevant
      .filter(({ keyword }) => keyword === 'false')
      .map(placeOfError)
      .filter(path => path !== '' && propertyOn(stepsOf(path), schema, data) === undefined)
    return { problems: describeErrors(relevant, schema, safe, data), undeclared: [...new Set(undeclared)] }
  }
}

function describeErrors(
  errors: readonly ValidationError[],
  schema: JsonObject,
  safe: JsonObject,
  data: JsonObject,
): Problems {
  const problems = new Map<string, string>()
  for (const error of errors) {
    const path = placeOfError(error)
    if (problems.has(path)) continue // one message per field
    const label = labelOn(stepsOf(path), schema, data)
    problems.set(path, explain(error, label, safe, getAt(data, path)))
  }
  return problems
}

/** The path of the field for an error. A missing property is reported at its own field, not at its parent. */
function placeOfError({ instancePath, params }: ValidationError): string {
  const path = pathOfPointer(instancePath)
  const missing = params['missingProperty']
  return typeof missing === 'string' ? join(path, missing) : path
}
