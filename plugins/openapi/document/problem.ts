import { ConfigurationError, exitCode } from '../../../kernel/index.ts'
import { pointerOf } from '../../../lib/json/index.ts'

/** One problem in an OpenAPI document, with its position. */
export interface DocumentProblem {
  /** JSON Pointer (RFC 6901) into the document. */
  pointer: string
  message: string
}

/** An OpenAPI document from which the service cannot be built. Its message names the file, the line if known, the position and the problem. */
export class InvalidDocument extends ConfigurationError {
  readonly problems: readonly DocumentProblem[]

  constructor(message: string, problems: readonly DocumentProblem[] = []) {
    super(message, { exitCode: exitCode.usage })
    this.problems = problems
  }
}

/** A problem at a position in a document; the caller that has the file name turns it into an {@link InvalidDocument}. */
export class ProblemAt extends Error {
  readonly pointer: string

  constructor(pointer: string, message: string) {
    super(message)
    this.name = 'ProblemAt'
    this.pointer = pointer
  }
}

/** A JSON Pointer with further tokens. */
export const pointTo = (pointer: string, ...tokens: readonly (string | number)[]): string => pointer + pointerOf(tokens)
