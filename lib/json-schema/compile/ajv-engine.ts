import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Options } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../json/types.ts'
import type { ValidationBudget } from '../compiled-schema.ts'
import { isObject } from '../../json/index.ts'
import { Budget, budgetKeyword, budgetName } from './validation-budget.ts'
import { conditionKeyword, evaluatedKeyword, evaluatedName } from './evaluated.ts'
import { allFormats } from './formats.ts'
import { neverName, ownKeywords, referenceName, replacedKeywords } from './ajv-keywords.ts'
import { compilePattern } from '../../pattern/index.ts'
import { requiredReferences } from '../references/reference-nodes.ts'
import type { SchemaNode, SchemaTree } from '../tree/schema-tree.ts'
import { fragmentOf, writeTree } from '../tree/write-schema-tree.ts'

/** Keywords that decide whether a value fits; only these are compiled. */
const assertions: ReadonlySet<string> = new Set(
  (
    'type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems ' +
    'uniqueItems minContains maxContains minProperties maxProperties required dependentRequired'
  ).split(' '),
)

/** A compiled schema. */
export interface CompiledCheck {
  /** What was compiled: the schema in draft 2020-12. */
  schema: JsonObject
  /**
   * @throws TooMuchWork when the check takes too much work
   * @throws EnoughFailures when all failures are asked for and many were found
   */
  run(value: unknown, budget: ValidationBudget): boolean
  /** The failures of the last run. */
  errors(): ErrorObject[]
}

const wholeSchema = 'schema'

/**
 * Compile a schema with Ajv, in an instance of its own, so that its memory is freed when it is no longer used.
 * @param all whether every failure is found, or only the first one
 * @param parts of the schema: then the check is that of a list of values, one for each part
 */
export function compileCheck(tree: SchemaTree, all: boolean, parts?: readonly SchemaNode[]): CompiledCheck {
  const budget = new Budget()
  const schema = canonicalSchema(tree, all)
  const ajv = createEngine(tree, all, budget)
  if (parts !== undefined) ajv.addSchema(schema, wholeSchema)
  const validate: ValidateFunction = ajv.compile(
    parts === undefined
      ? schema
      : { prefixItems: parts.map(({ place }) => ({ $ref: `${wholeSchema}#${fragmentOf(place)}` })) },
  )
  return {
    schema,
    run: (value, shared) => budget.run(shared, () => validate(value)),
    errors: () => validate.errors ?? [],
  }
}

function createEngine(tree: SchemaTree, all: boolean, budget: Budget): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: all,
    verbose: true,
    messages: false,
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    inlineRefs: false,
    // costs time on every property, and is needed only for names that every object inherits
    ownProperties: namesObjectMember(tree),
    formats: allFormats(steps => budget.spend(steps)),
    code: { regExp: meteredPattern(budget), optimize: false },
  })
  for (const keyword of replacedKeywords) ajv.removeKeyword(keyword)
  for (const definition of ownKeywords(budget)) ajv.addKeyword(definition)
  ajv.addKeyword(budgetKeyword(budget))
  const unevaluated = usesUnevaluated(tree)
  if (unevaluated) ajv.removeKeyword('if').addKeyword(conditionKeyword).addKeyword(evaluatedKeyword)
  Object.assign(ajv.opts, { dynamicRef: false, unevaluated }) // either costs time in every schema
  return ajv
}

/** The schema that is compiled: assertions alone, in draft 2020-12, with the internal keywords in every schema. */
function canonicalSchema(tree: SchemaTree, all: boolean): JsonObject {
  const references = requiredReferences(tree)
  const additions = { [budgetName]: true, ...(usesUnevaluated(tree) && { [evaluatedName]: true }) }
  return writeTree(tree.root, {
    prefix: '#',
    keep: (keyword, _value, node) => assertions.has(keyword) || (keyword === referenceName && references.has(node)),
    finish(written, { keyword }) {
      if (typeof written === 'object') return { ...additions, ...written }
      return written || !all ? written : { [budgetName]: true, [neverName]: keyword }
    },
  })
}

/** Whether a schema uses `unevaluatedProperties` or `unevaluatedItems`. */
export const usesUnevaluated = (tree: SchemaTree): boolean =>
  tree.nodes.some(({ edges }) => edges.some(({ keyword }) => keyword.startsWith('unevaluated')))

/** Whether a schema names a property that every object seems to have. */
function namesObjectMember(tree: SchemaTree): boolean {
  const isMember = (name: unknown): boolean => typeof name === 'string' && name in Object.prototype
  return tree.nodes.some(({ own, edges }) => {
    const required = Array.isArray(own.required) ? own.required : []
    const dependent = isObject(own.dependentRequired) ? Object.entries(own.dependentRequired).flat(2) : []
    return [...required, ...dependent, ...edges.map(edge => edge.name)].some(isMember)
  })
}

type RegExpEngine = NonNullable<NonNullable<Options['code']>['regExp']>

/** Instructions of a pattern that take about as long as applying a schema. */
const instructionsPerStep = 16

/** Creates linear-time patterns whose work is counted. */
function meteredPattern(budget: Budget): RegExpEngine {
  const make = (source: string): ReturnType<RegExpEngine> => {
    const { cost, test } = compilePattern(source)
    const metered = {
      test(text: string): boolean {
        budget.spend(1 + Math.ceil((text.length * cost) / instructionsPerStep))
        return test(text)
      },
      toString: () => source, // by which Ajv distinguishes patterns
    }
    return metered
  }
  return Object.assign(make, { code: 'new RegExp' })
}
