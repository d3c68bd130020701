import type { Json, JsonObject } from '../../json/types.ts'
import { equalJson, isObject, textsIn, typeOfJson } from '../../json/index.ts'
import { under } from '../tree/schema-tree.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import type { TextTest } from './document.ts'

/** How many schemas are applied at most to answer one question, and how many of them inside of one another. */
const maxSteps = 20_000
const maxDepth = 200

/**
 * Whether a value is valid for a schema, which decides what applies to it: a branch, a condition. It never makes an error for people. What takes too many
 * steps, or a pattern that is not known yet, counts as valid.
 */
export function isValid(node: SchemaNode, value: Json, matches: TextTest): boolean {
  const test = new Test(matches)
  return test.isValid(node, value) || test.steps > maxSteps
}

/** Whether a value is of a type of JSON Schema. */
export const isOfType = (value: Json, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOfJson(value) === type

class Test {
  steps = 0
  #depth = 0
  readonly #matches: TextTest

  constructor(matches: TextTest) {
    this.#matches = matches
  }

  isValid(node: SchemaNode, value: Json): boolean {
    if (++this.#depth > maxDepth) this.steps = maxSteps
    const isRight = ++this.steps > maxSteps || this.#applies(node, value)
    this.#depth--
    return isRight
  }

  #applies(node: SchemaNode, value: Json): boolean {
    if (typeof node.schema === 'boolean') return node.schema
    return (
      this.#fitsOwn(node.own, value) &&
      (node.target === undefined || this.isValid(node.target, value)) &&
      this.#fitsBranches(node, value) &&
      (!isObject(value) || this.#fitsMembers(node, value)) &&
      (!Array.isArray(value) || this.#fitsItems(node, value))
    )
  }

  #fitsOwn(own: JsonObject, value: Json): boolean {
    const { type, enum: values, const: only } = own
    if (type !== undefined && ![type].flat().some(one => isOfType(value, String(one)))) return false
    if (only !== undefined && !equalJson(only, value)) return false
    if (Array.isArray(values) && !values.some(one => equalJson(one, value))) return false
    if (typeof value === 'number') return fitsNumber(own, value)
    if (typeof value === 'string') return this.#fitsText(own, value)
    if (Array.isArray(value)) return isWithin(value.length, own['minItems'], own['maxItems']) && fitsUnique(own, value)
    if (!isObject(value)) return true
    const names = Object.keys(value)
    const needed = [...textsIn(own['required']), ...neededBy(own, names)]
    return (
      isWithin(names.length, own['minProperties'], own['maxProperties']) && needed.every(one => names.includes(one))
    )
  }

  #fitsText({ minLength, maxLength, pattern, format }: JsonObject, text: string): boolean {
    const length = minLength === undefined && maxLength === undefined ? 0 : Array.from(text).length
    return (
      isWithin(length, minLength, maxLength) &&
      (typeof format !== 'string' || this.#matches('format', format, text) !== false) &&
      (typeof pattern !== 'string' || this.#matches('pattern', pattern, text) !== false)
    )
  }

  #fitsBranches(node: SchemaNode, value: Json): boolean {
    const [anyOf, oneOf] = [under(node, 'anyOf'), under(node, 'oneOf')]
    const [condition] = under(node, 'if')
    const next = condition === undefined ? [] : under(node, this.isValid(condition, value) ? 'then' : 'else')
    return (
      [...under(node, 'allOf'), ...next, ...dependentOn(node, value)].every(one => this.isValid(one, value)) &&
      (anyOf.length === 0 || anyOf.some(one => this.isValid(one, value))) &&
      (oneOf.length === 0 || oneOf.filter(one => this.isValid(one, value)).length === 1) &&
      !under(node, 'not').some(one => this.isValid(one, value))
    )
  }

  #fitsMembers(node: SchemaNode, value: JsonObject): boolean {
    const [names] = under(node, 'propertyNames')
    const [rest] = under(node, 'unevaluatedProperties')
    const evaluated = rest === undefined ? undefined : this.#evaluated(node, value)
    return Object.entries(value).every(
      ([name, member]) =>
        member === undefined ||
        ((names === undefined || this.isValid(names, name)) &&
          nodesOfMember(node, name, this.#matches).every(one => this.isValid(one, member)) &&
          (rest === undefined || evaluated?.has(name) === true || this.isValid(rest, member))),
    )
  }

  /** The names to which a schema applies something, through what applies to the same object. */
  #evaluated(node: SchemaNode, value: JsonObject): Set<string> {
    if (++this.steps > maxSteps) return new Set(Object.keys(value))
    const own = Object.keys(value).filter(name => nodesOfMember(node, name, this.#matches).length > 0)
    const [condition] = under(node, 'if')
    const isMet = condition !== undefined && this.isValid(condition, value)
    const inside = [
      ...(node.target === undefined ? [] : [node.target]),
      ...under(node, 'allOf'),
      ...dependentOn(node, value),
      ...(condition === undefined ? [] : under(node, isMet ? 'then' : 'else')),
      ...(isMet ? [condition] : []),
      ...[...under(node, 'anyOf'), ...under(node, 'oneOf')].filter(one => this.isValid(one, value)),
    ]
    return new Set([...own, ...inside.flatMap(one => [...this.#evaluated(one, value)])])
  }

  #fitsItems(node: SchemaNode, items: readonly Json[]): boolean {
    const prefix = under(node, 'prefixItems')
    const [each] = under(node, 'items')
    const [contained] = under(node, 'contains')
    const { minContains = 1, maxContains } = node.own
    return (
      items.every((item, at) => {
        const one = prefix[at] ?? each
        return one === undefined || this.isValid(one, item)
      }) &&
      (contained === undefined ||
        isWithin(items.filter(item => this.isValid(contained, item)).length, minContains, maxContains))
    )
  }
}

/** The schemas that a schema itself applies to the member of an object with this name. */
export function nodesOfMember(node: SchemaNode, name: string, matches: TextTest): SchemaNode[] {
  const own = node.edges.filter(
    edge =>
      (edge.keyword === 'properties' && edge.name === name) ||
      (edge.keyword === 'patternProperties' && matches('pattern', String(edge.name), name) !== false),
  )
  return own.length > 0 ? own.map(edge => edge.node) : under(node, 'additionalProperties')
}

/** The schemas that apply because an object has a member. */
export const dependentOn = (node: SchemaNode, value: Json | undefined): SchemaNode[] =>
  isObject(value)
    ? node.edges
        .filter(({ keyword, name }) => keyword === 'dependentSchemas' && Object.hasOwn(value, String(name)))
        .map(edge => edge.node)
    : []

/** The names that an object needs because it has others. */
export const neededBy = ({ dependentRequired }: JsonObject, names: readonly string[]): string[] =>
  isObject(dependentRequired)
    ? Object.entries(dependentRequired).flatMap(([name, needed]) => (names.includes(name) ? textsIn(needed) : []))
    : []

const isWithin = (count: number, minimum: Json | undefined, maximum: Json | undefined): boolean =>
  (typeof minimum !== 'number' || count >= minimum) && (typeof maximum !== 'number' || count <= maximum)

function fitsNumber(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject,
  value: number,
): boolean {
  const parts = typeof multipleOf === 'number' ? value / multipleOf : 0
  return (
    isWithin(value, minimum, maximum) &&
    (typeof exclusiveMinimum !== 'number' || value > exclusiveMinimum) &&
    (typeof exclusiveMaximum !== 'number' || value < exclusiveMaximum) &&
    Math.abs(parts - Math.round(parts)) < 1e-9 * Math.max(1, Math.abs(parts))
  )
}

const fitsUnique = ({ uniqueItems }: JsonObject, items: readonly Json[]): boolean =>
  uniqueItems !== true ||
  items.length > 200 ||
  items.every((one, at) => !items.slice(0, at).some(other => equalJson(one, other)))
