import type { CodeKeywordDefinition, ErrorObject, KeywordCxt } from 'ajv'
import { _, Name } from 'ajv'
import type { ValidationBudget } from '../compiled-schema.ts'

/** How many failures of one value are found before the search ends; those of branches become fewer when they are read. */
const maxFoundFailures = 1000

/** How many failures of one value are reported. */
export const maxFailures = 100

/** The same limit for failures that are discarded when another branch or another item fits. */
const maxTentativeFailures = 10_000

/** How many steps checking the values of one resource can take, about a tenth of a second. */
const maxSteps = 200_000

/** Create an unspent budget for the values of one resource. */
export const createValidationBudget = (): ValidationBudget => ({ steps: maxSteps })

/** The processor time for checking all rows of one request, ms. */
const maxRowsMs = 2000

/** Budgets for the rows of one request: each has the steps of a request of its own, and all of them together have limited processor time. */
export function createRowBudgets(): () => ValidationBudget {
  const time = { leftMs: maxRowsMs }
  return () => ({ ...createValidationBudget(), time })
}

/** Ends a check that found enough failures. */
export class EnoughFailures extends Error {
  readonly failures: ErrorObject[]
  constructor(failures: ErrorObject[]) {
    super()
    this.failures = failures
  }
}

/** Ends a check that takes more work than any sensible schema and value do. */
export class TooMuchWork extends Error {}

/** Ends a check because the rows before have used the time of the request. */
export class NoTimeLeft extends Error {}

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

  /**
   * Run work within a remaining budget.
   * @throws NoTimeLeft
   */
  run<Result>(shared: ValidationBudget, work: () => Result): Result {
    const { time } = shared
    if (time !== undefined && time.leftMs <= 0) throw new NoTimeLeft()
    const spentMs = time && startTimer()
    this.#left = shared.steps
    try {
      return work()
    } finally {
      shared.steps = this.#left
      if (time !== undefined) time.leftMs -= spentMs?.() ?? 0
    }
  }
}

/**
 * Measure the processor time of synchronous work, ms. Node 20 measures only that of the process: it includes what other threads do meanwhile, and the time
 * that passes what other programs do. The work has used no more than either.
 */
function startTimer(): () => number {
  const [start, before] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.min(performance.now() - start, (user + system) / 1000)
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
      const max = it.compositeRule === true ? maxTentativeFailures : maxFoundFailures
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
