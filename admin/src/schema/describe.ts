import { shallowRef } from 'vue'
import { describe as describeWith, rootPart as rootPartWith } from '../../../lib/json-schema/describe/index.ts'
import type { Chosen, Description, Part, PatternTest } from '../../../lib/json-schema/describe/index.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'

export {
  containsItself,
  holdsSecrets,
  isOfType,
  isValidFor,
  memberPart,
  withBranch,
} from '../../../lib/json-schema/describe/index.ts'
export type {
  Alternatives,
  Branch,
  Chosen,
  Description,
  Member,
  Part,
} from '../../../lib/json-schema/describe/index.ts'

let loading: Promise<void> | undefined

/** Until the engine for patterns is loaded, which the first pattern starts, no pattern is known to fail. */
const unknown: PatternTest = () => {
  loading ??= import('../../../lib/pattern/index.ts').then(({ compilePattern }) => {
    const tests = new Map<string, PatternTest>()
    patternTest.value = (pattern, text) => {
      const test = tests.get(pattern) ?? testOf(pattern, compilePattern)
      tests.set(pattern, test)
      return test(pattern, text)
    }
  })
  return undefined
}
const patternTest = shallowRef(unknown)

function testOf(pattern: string, compile: (source: string) => { test(text: string): boolean }): PatternTest {
  try {
    const { test } = compile(pattern)
    return (_, text) => test(text)
  } catch {
    return () => undefined // the service refuses such patterns; a type that is being built may have one
  }
}

/** The root of a schema. Reactive: other parts follow once patterns can be tested. */
export const rootPart = (schema: JsonObject): Part => rootPartWith(schema, patternTest.value)

/** Describe one level of a value by the schema of a type or by a part of one, see `describe` in `lib/json-schema`. */
export const describe = (of: JsonObject | Part, value?: Json, chosen?: Chosen): Description =>
  describeWith(isPart(of) ? of : rootPart(of), value, chosen)

export const isPart = (of: JsonObject | Part): of is Part =>
  'document' in of && 'nodes' in of && typeof of.key === 'string'

/** The JSON types that a schema allows, without null. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema
  if (type === undefined) return describe(schema).types
  return [type].flat().flatMap(one => (typeof one === 'string' && one !== 'null' ? [one] : []))
}
