import type { FastifyBaseLogger } from 'fastify'
import type { ValidationFailure } from '../../../lib/json-schema/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { OperationAnswer } from '../contract.ts'
import type { SchemaTranslator } from '../schemas/translate.ts'
import { withArrays } from '../schemas/one-or-many.ts'
import { documentValidatorOf } from '../schemas/validator.ts'
import type { DescribedOperation } from './read-operations.ts'

/** What happens to an answer that does not match the document: it is logged, refused with 500, or not checked. */
export type AnswerCheck = 'log' | 'refuse' | 'off'

/** Checks an answer before it is sent. @returns whether it can be sent */
type AnswerChecker = (answer: OperationAnswer, status: number, log: FastifyBaseLogger) => boolean

/** Compile the schemas of an operation's answers to a check of them. */
export function answerChecker(
  operation: DescribedOperation,
  translator: SchemaTranslator,
  check: AnswerCheck,
): AnswerChecker {
  if (check === 'off') return () => true
  const validators = new Map(
    [...operation.answers].map(([status, pointer]) => [
      status.toUpperCase(),
      pointer === undefined ? undefined : documentValidatorOf(withArrays(translator.translate(pointer, 'response'))),
    ]),
  )
  // An operation that declares no success answer is answered as its controller decides.
  const declaresSuccess = [...validators.keys()].some(status => /^(?:2|DEFAULT)/.test(status))
  const failuresOf = (
    body: Json | undefined,
    status: number,
  ): readonly Pick<ValidationFailure, 'field' | 'message'>[] => {
    const key = [String(status), `${Math.trunc(status / 100)}XX`, 'DEFAULT'].find(one => validators.has(one))
    if (key === undefined) {
      const isOwn = status >= 400 || status === 304 || !declaresSuccess
      return isOwn ? [] : [{ field: '', message: `the status ${status} is not declared` }]
    }
    const validate = validators.get(key)
    return validate === undefined || body === undefined ? [] : validate(body)
  }
  return ({ body, isPartial = false }, status, log) => {
    if (isPartial) return true
    const failures = failuresOf(body, status)
    if (failures.length === 0) return true
    log.error({ operation: operation.id, status, failures }, 'the answer does not fit the OpenAPI document')
    return check === 'log'
  }
}
