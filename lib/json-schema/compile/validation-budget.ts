import type { CodeKeywordDefinition, ErrorObject, KeywordCxt } from 'ajv'
import { _, Name } from 'ajv'
import type { ValidationBudget } from '../compiled-schema.ts'

/** How many failures of one value are found before the search ends. */
export const maxFailures = 100

/** The same limit for failures that are discarded when another branch or another item fits. */
const maxTentativeFailures = 10_000

/** How many steps checking all values of one request can take, about a tenth of a second. */
const maxSteps = 200_000

/** Create an unspent budget for the values of one request. */
export const createValidationBudget = (): ValidationBudget => ({ steps: maxSteps })

/** Ends a check that found {@link maxFailures}. */
export class EnoughFailures extends Error {
  readonly failures: ErrorObject[]
  constructor(failures: ErrorObject[]) {
    super()
    this.failures = failures
  }
}

/** Ends a check that takes more work than any sensible schema and value do. */
export class TooMuchWork extends Error {}

/**
 * Limits the work of a compiled check: applied schemas and characters that patterns read are counted, so that neither a schema that
 * refers to itself in many ways nor a hostile value can block the service. Without a limit until the first {@link run}.
 */
export class Budget {
  #left = Number.POSITIVE_INFINITY

  /** @throws TooMuchWork */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooMuchWork()
  }

  /** Run work within the remaining budget of a request. */
  run<Result>(shared: ValidationBudget, work: () => Result): Result {
    this.#left = shared.steps
    try {
      return work()
    } finally {
      shared.steps = this.#left
    }
  }
}

/** Name of the keyword that {@link budgetKeyword} defines. */
export const budgetName = 'x-budget'

/** A keyword that counts each application of a schema and, when all failures are asked for, ends the search after enough of them. */
export const budgetKeyword = (budget: Budget): CodeKeywordDefinition => ({
  keyword: budgetName,
  schemaType: 'boolean',
  code({ gen, it, data }: KeywordCxt) {
    const counter = gen.scopeValue('obj', { ref: budget })
    // checking a length or a format reads the whole text
    gen.code(_`${counter}.spend(typeof ${data} == "string" ? 1 + (${data}.length >> 6) : 1)`)
    if (it.allErrors) {
      const enough = gen.scopeValue('obj', { ref: endSearch })
      const max = it.compositeRule === true ? maxTentativeFailures : maxFailures
      gen.if(_`${errorCount} > ${max}`, () => gen.code(_`${enough}(${errorList})`))
    }
  },
})

/** The names in Ajv's generated code of the failures found so far (ajv 8): their number and their list. Ajv has no public access to the list. */
const errorCount = new Name('errors')
const errorList = new Name('vErrors')

function endSearch(failures: ErrorObject[]): never {
  throw new EnoughFailures(failures)
}
