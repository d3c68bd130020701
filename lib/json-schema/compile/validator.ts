import type { ErrorObject } from 'ajv'
import type { ValidationBudget, ValidationFailure, Validator } from '../compiled-schema.ts'
import { createValidationBudget, EnoughFailures, NoTimeLeft, TooMuchWork } from './validation-budget.ts'
import { compileCheck, usesUnevaluated } from './ajv-engine.ts'
import type { CompiledCheck } from './ajv-engine.ts'
import { readFailures } from './failures.ts'
import { isRecord } from '../../json/index.ts'
import type { SchemaTree } from '../tree/schema-tree.ts'
import { attempt, insteadOf } from '../../errors/index.ts'

const cannotBeChecked: ValidationFailure = {
  pointer: '',
  field: '',
  code: 'too-complex',
  message: 'is too large or too intricate to be checked against the schema',
}

/** The root can allow other values where it is referred to. */
const mustBeObject: ValidationFailure = {
  pointer: '',
  field: '',
  code: 'type',
  message: 'must be an object',
  params: { types: ['object'] },
}

/** The check of a type without a schema. */
export const validateObject: Validator = value => (isRecord(value) ? [] : [mustBeObject])

const noTimeLeft: ValidationFailure = {
  ...cannotBeChecked,
  message: 'is not checked, because the resources before it take too long to check; send fewer at once',
}

/** A schema with more parts is checked by one kind of code alone: compiling the quick kind takes time quadratic in the size of the schema. */
const maxQuickParts = 100

/**
 * Compile a schema into a check of values.
 * The quick check stops at the first failure; only when there is one, all failures are found, by code that is compiled then.
 * @throws RangeError when the schema is nested by references deeper than can be compiled
 */
export function validatorOf(tree: SchemaTree): Validator {
  const large = tree.nodes.length > maxQuickParts && !usesUnevaluated(tree)
  const first = compileCheck(tree, large)
  let thorough: CompiledCheck | undefined = large ? first : undefined
  return (value, budget = createValidationBudget()) => {
    if (!isRecord(value)) return [mustBeObject]
    const quick = outcomeOf(first, value, budget)
    if (quick === true) return []
    if (quick === 'endless') return [cannotBeChecked]
    if (quick === 'late') return [noTimeLeft]
    if (large && quick !== 'broken') return readFailures(quick, value, first.schema)
    thorough ??= attempt(() => compileCheck(tree, true), insteadOf(RangeError, undefined)) // nested too deep for this kind of code
    const full = thorough === undefined ? 'broken' : outcomeOf(thorough, value, budget)
    if (full === true) return []
    if (thorough !== undefined && typeof full === 'object') return readFailures(full, value, thorough.schema)
    return quick === 'broken' ? [cannotBeChecked] : readFailures(quick, value, first.schema)
  }
}

/**
 * Run a check.
 * @returns true, or the failures found; `endless` when the check takes too much work; `late` when there is no time for it; `broken` when the check itself throws
 */
export function outcomeOf(
  check: CompiledCheck,
  value: unknown,
  budget: ValidationBudget,
): true | ErrorObject[] | 'endless' | 'late' | 'broken' {
  try {
    return check.run(value, budget) || check.errors()
  } catch (error) {
    if (error instanceof EnoughFailures) return error.failures
    if (error instanceof TooMuchWork) return 'endless'
    if (error instanceof NoTimeLeft) return 'late'
    // the code that Ajv generates for `unevaluatedProperties` over alternatives with `patternProperties` can throw
    if (error instanceof TypeError) return 'broken'
    throw error
  }
}
