import type { ErrorObject, ValidateFunction } from 'ajv'
import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../contracts/json.ts'
import type { ValidationFailure, Validator } from '../contracts/type-registry.ts'
import { Budget, budgetKeyword, budgetName, EnoughFailures, TooMuchWork } from './budget.ts'
import { readFailures } from './failures.ts'
import { allFormats } from './formats.ts'
import { neverName, ownKeywords, replacedKeywords } from './own-keywords.ts'
import { compilePattern } from './patterns.ts'
import type { SchemaTree } from './tree.ts'
import { writeTree } from './write-tree.ts'

/** Keywords that decide whether a value fits; only these are compiled. */
const assertions: ReadonlySet<string> = new Set(
  (
    'type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems ' +
    'uniqueItems minContains maxContains minProperties maxProperties required dependentRequired'
  ).split(' '),
)

const tooMuchWork: ValidationFailure = {
  pointer: '',
  field: '',
  message: 'is too large or too intricate to be checked against the schema',
}

/**
 * Compile a schema into a check of values.
 * The quick check stops at the first failure; only when there is one are all of them found, by code that is made then.
 */
export function validatorOf(tree: SchemaTree): Validator {
  const quick = compile(tree, false)
  let thorough: Check | undefined
  return value => {
    try {
      if (quick.run(value)) return []
      thorough ??= compile(tree, true)
      return readFailures(findAll(thorough, value), value as Json, thorough.schema)
    } catch (error) {
      if (error instanceof TooMuchWork) return [tooMuchWork]
      throw error
    }
  }
}

interface Check {
  schema: JsonObject
  run(value: unknown): boolean
  errors(): ErrorObject[]
}

function findAll(check: Check, value: unknown): ErrorObject[] {
  try {
    check.run(value)
    return check.errors()
  } catch (error) {
    if (error instanceof EnoughFailures) return error.failures as ErrorObject[]
    throw error
  }
}

function compile(tree: SchemaTree, all: boolean): Check {
  const budget = new Budget()
  const schema = canonicalSchema(tree, all)
  const ajv = new Ajv2020({
    allErrors: all,
    verbose: all,
    messages: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    strict: false,
    logger: false,
    inlineRefs: false,
    // costs time on every property, and only these names are found on what is not there
    ownProperties: namesObjectMember(tree),
    formats: allFormats(),
    code: { regExp: meteredPattern(budget) },
  })
  for (const keyword of replacedKeywords) ajv.removeKeyword(keyword)
  for (const definition of ownKeywords(budget)) ajv.addKeyword(definition)
  ajv.addKeyword(budgetKeyword(budget))
  const validate: ValidateFunction = ajv.compile(schema)
  return {
    schema,
    run(value) {
      budget.reset()
      return validate(value)
    },
    errors: () => validate.errors ?? [],
  }
}

/** The schema that is compiled: assertions alone, in draft 2020-12, with the budget's keyword in every schema. */
function canonicalSchema(tree: SchemaTree, all: boolean): JsonObject {
  const root = writeTree(tree.root, {
    prefix: '#',
    keep: keyword => assertions.has(keyword),
    finish(written, { keyword }) {
      if (typeof written === 'object') return { [budgetName]: true, ...written }
      return written || !all ? written : { [budgetName]: true, [neverName]: keyword }
    },
  })
  return { ...(root as JsonObject), type: 'object' }
}

function namesObjectMember(tree: SchemaTree): boolean {
  const isMember = (name: unknown): boolean => typeof name === 'string' && name in Object.prototype
  return tree.nodes.some(({ own, edges }) => {
    const required = Array.isArray(own.required) ? own.required : []
    const dependent = Object.entries((own.dependentRequired ?? {}) as Record<string, Json[]>).flat(2)
    return [...required, ...dependent, ...edges.map(edge => edge.name)].some(isMember)
  })
}

/** Makes linear-time patterns whose work counts. */
function meteredPattern(budget: Budget): RegExpEngine {
  const make = (source: string): RegExpLike => {
    const { cost, test } = compilePattern(source)
    const costOfCharacter = Math.max(1, Math.ceil(cost / 16))
    const metered = {
      test(text: string): boolean {
        budget.spend(1 + text.length * costOfCharacter)
        return test(text)
      },
      toString: () => source, // by which Ajv tells patterns apart
    }
    return metered
  }
  return Object.assign(make, { code: 'new RegExp' })
}
