import { shallowRef } from 'vue'
import { describe as describeWith, rootPart as rootPartWith } from '../../../lib/json-schema/describe/index.ts'
import type { Chosen, Description, Part, TextTest } from '../../../lib/json-schema/describe/index.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'

export {
  containsItself,
  describesMore,
  holdsSecrets,
  isAnything,
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

/** Load the tests of patterns and formats, which are large. The first text to be tested loads them, too. */
const loadTextTests = (): Promise<void> =>
  (loading ??= import('../../../lib/json-schema/describe/text-tests.ts').then(({ testText }) => {
    textTest.value = testText
  }))

const unknown: TextTest = () => void loadTextTests()
const textTest = shallowRef(unknown)

/** The root of a schema. Reactive: other parts follow once texts can be tested. */
export const rootPart = (schema: JsonObject): Part => rootPartWith(schema, textTest.value)

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
