import { ConfigurationError, exitCode } from '../../../kernel/index.ts'
import { pointerOf } from '../../../lib/json/index.ts'

/** One thing that is wrong with an OpenAPI document, and where. */
export interface DocumentProblem {
  /** JSON Pointer (RFC 6901) into the document. */
  pointer: string
  message: string
}

/** An OpenAPI document that the service cannot be built from. Its message names the file, the line where there is one, the place and what is wrong. */
export class InvalidDocument extends ConfigurationError {
  readonly problems: readonly DocumentProblem[]

  constructor(message: string, problems: readonly DocumentProblem[] = []) {
    super(message, { exitCode: exitCode.usage })
    this.problems = problems
  }
}

/** A place in a document that something is wrong with; {@link InvalidDocument} is made of it by whoever knows the file. */
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
