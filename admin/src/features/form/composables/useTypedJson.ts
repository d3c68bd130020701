import { ref, watch } from 'vue'
import { InvalidInput } from '../../../../../lib/errors/index.ts'
import { parseJson } from '../../../../../lib/json/parse.ts'
import { t } from '../../../i18n/index.ts'
import type { Json } from '../../../api/index.ts'

/** The options of useTypedJson. */
interface TypedJsonOptions {
  value: () => Json | undefined
  /** Returns an error message about a value; empty when it is valid. */
  check?: (value: Json) => string
  /** Whether an empty text means “no value”; otherwise it is an error. */
  mayBeEmpty?: () => boolean
  accept: (value: Json | undefined) => void
  /** Called for each key with the error message; empty when there is none. */
  failed?: (message: string) => void
}

/** The value of a JSON text, read as the service reads it, or a message that says where the text stops being JSON. */
export function parseTyped(text: string): { value: Json } | { failure: string } {
  try {
    return { value: parseJson(text) }
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    const { line = 1, column = 1 } = error.problems[0]?.params ?? {}
    return { failure: t('form.jsonAt', { line: Number(line), column: Number(column) }) }
  }
}

/** Keep a value and its text in sync. Text that is not JSON yet stays as typed. */
export function useTypedJson(options: TypedJsonOptions) {
  const { value, accept, check = () => '', mayBeEmpty = () => false, failed = () => undefined } = options
  const write = (): string => {
    const now = value()
    return now === undefined ? '' : JSON.stringify(now, null, 2)
  }
  const text = ref(write())
  /** Message that says where the text becomes invalid; empty when it is valid. */
  const failure = ref('')

  function type(typed: string): void {
    text.value = typed
    const isEmpty = mayBeEmpty() && typed.trim() === ''
    const read = isEmpty ? { value: undefined } : parseTyped(typed)
    if ('failure' in read) failure.value = read.failure
    else failure.value = read.value === undefined ? '' : check(read.value)
    failed(failure.value)
    if (failure.value === '' && 'value' in read) accept(read.value)
  }
  /** Format the text; invalid text stays as it is. */
  function tidy(): void {
    if (failure.value === '') text.value = write()
  }
  watch(write, now => {
    const read = parseTyped(text.value)
    const isOwn = 'value' in read ? JSON.stringify(read.value, null, 2) === now : text.value.trim() === '' && now === ''
    if (isOwn) return
    text.value = now // changed outside this field
    failure.value = ''
    failed('')
  })
  return { text, failure, type, tidy }
}
