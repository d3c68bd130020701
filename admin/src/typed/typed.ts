import type { Parameters } from '../i18n/message.ts'

/** Why a typed text is no value: the key of a message and its parameters besides `label`. */
export interface TypedProblem {
  key: string
  parameters?: Parameters
}

/** What a person typed: a value, or a problem that is shown beside the text. */
export type Typed<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: TypedProblem }
