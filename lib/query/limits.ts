import { invalidParameter } from './query-string.ts'

/** How much one list can be asked, in its address as in the body of `_query`. */
export const listLimits = {
  /** Characters of `q`, and of an operand of `like`. */
  textCharacters: 1_000,
  /** Bytes in UTF-8 of any other operand. */
  operandBytes: 16_384,
  /** Conditions, those in groups included; each costs the store time. */
  conditions: 20,
  /** Names in `fields` and in `include`. */
  names: 1_000,
  nameCharacters: 512,
  /** Bytes of the body of `_query`. */
  bodyBytes: 1_048_576,
} as const

/** How many values `in` and `nin` can have, unless configured otherwise. */
export const defaultMaxFilterValues = 1000

/** Whether a text has more code points, without counting those of a very long one. */
const isLonger = (text: string, characters: number): boolean =>
  text.length > 2 * characters || (text.length > characters && Array.from(text).length > characters)

/** The parts of a parameter's name besides names of fields, and operators: `_filter[or][0][…][…]`. */
const maxWrapping = 64

/** @throws `InvalidInput` for a parameter with a longer name than one of a filter can have */
export function checkParameterName(parameter: string): void {
  if (parameter.length <= listLimits.nameCharacters + maxWrapping) return
  const shown = parameter.slice(0, 20).replace(/[^\w].*$/su, '')
  checkName(shown, parameter)
}

/** @throws `InvalidInput` for a name that is too long */
export function checkName(parameter: string, name: string): void {
  const { nameCharacters } = listLimits
  if (!isLonger(name, nameCharacters)) return
  throw invalidParameter(`${parameter}: a name can have at most ${nameCharacters} characters`, parameter)
}

/** The names in `fields` or `include`. @throws `InvalidInput` for too many, and for one that is too long */
export function readNames(parameter: string, text: string): string[] {
  const { names: most } = listLimits
  const names = text.split(',', most + 1)
  if (names.length > most) throw invalidParameter(`${parameter}: at most ${most} names are allowed`, parameter)
  for (const name of names) checkName(parameter, name)
  return names
}

/** Check the text of `q`, or of an operand of `like`. @throws `InvalidInput` for one that is too long */
export function checkText(parameter: string, text: string): void {
  const { textCharacters } = listLimits
  if (!isLonger(text, textCharacters)) return
  throw invalidParameter(
    `${parameter}: a text that is searched for can have at most ${textCharacters} characters`,
    parameter,
  )
}

/** Check an operand of any other operator. @throws `InvalidInput` for one that is too long */
export function checkOperand(parameter: string, text: string): void {
  const { operandBytes } = listLimits
  if (text.length <= operandBytes && Buffer.byteLength(text) <= operandBytes) return
  throw invalidParameter(`${parameter}: a value can have at most ${operandBytes} bytes`, parameter)
}
