import type { Problem } from '../../errors/index.ts'
import { pointerTokens } from '../../json/index.ts'
import type { JsonObject } from '../../json/types.ts'
import { compileCheck } from '../compile/ajv-engine.ts'
import { readFailures } from '../compile/failures.ts'
import { outcomeOf } from '../compile/validator.ts'
import { createValidationBudget } from '../compile/validation-budget.ts'
import { readSchema } from '../compile-schema.ts'

/** How many values for `default` are checked. */
const maxDefaults = 500

/**
 * The values of `default` that the schema itself forbids. They are no fault of the schema, but forms do not fill them in.
 * @param schema one that `compileSchema` takes
 * @returns one problem for each, with a pointer to the keyword
 */
export function findForbiddenDefaults(schema: JsonObject): Problem[] {
  const { tree } = readSchema(schema)
  const nodes = tree.nodes.filter(({ own }) => Object.hasOwn(own, 'default')).slice(0, maxDefaults)
  if (nodes.length === 0) return []
  const check = compileCheck(tree, true, nodes)
  const values = nodes.map(({ own }) => own['default'] ?? null)
  const errors = outcomeOf(check, values, createValidationBudget())
  if (typeof errors !== 'object') return []
  const found = new Map<number, Problem>()
  for (const { pointer, message } of readFailures(errors, values, check.schema)) {
    const [index, ...inner] = pointerTokens(pointer)
    const node = nodes[Number(index)]
    if (node === undefined || found.has(Number(index))) continue
    const place = inner.length === 0 ? '' : `${inner.join('.')} `
    found.set(Number(index), {
      pointer: `${node.pointer}/default`,
      code: 'default-forbidden',
      message: `the schema forbids its own default: ${place}${message}`,
    })
  }
  return [...found.values()]
}
