import type { JsonObject } from '../../../api/transport/json.ts'
import { explain, labelOn } from './messages.ts'
import { pathOfPointer, join, stepsOf } from '../schema-forms/paths.ts'
import { withSafePatterns } from './patterns.ts'
import { relevant } from './relevant.ts'
import { compile } from './validator.ts'
import type { ValidationError } from './validator.ts'

/** What is wrong with data: path to sentence, in the order of the schema. */
export type Problems = ReadonlyMap<string, string>

/** Finds what is wrong with data; ready at once unless the schema has patterns, whose engine is loaded first. */
export async function makeCheck(schema: JsonObject): Promise<(data: JsonObject) => Problems> {
  const safe = await withSafePatterns(schema)
  const check = compile(safe)
  return data => {
    check(data)
    return inWords(check.errors ?? [], schema, safe)
  }
}

function inWords(errors: readonly ValidationError[], schema: JsonObject, safe: JsonObject): Problems {
  const problems = new Map<string, string>()
  for (const error of relevant(errors)) {
    const path = placeOfError(error)
    if (problems.has(path)) continue // one thing at a time
    const label = labelOn(stepsOf(path), schema)
    problems.set(path, explain(error, label, safe))
  }
  return problems
}

/** What is missing is said where it belongs, not at what it is missing in. */
function placeOfError({ keyword, instancePath, params, message }: ValidationError): string {
  const path = pathOfPointer(instancePath)
  const missing = params['missingProperty']
  if (typeof missing === 'string') return join(path, missing)
  const needed =
    keyword === 'dependentRequired' || keyword === 'dependencies' ? /not have "([^"]*)"/.exec(message)?.[1] : undefined
  return needed === undefined ? path : join(path, needed)
}
