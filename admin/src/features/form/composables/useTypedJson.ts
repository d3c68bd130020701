import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { Json } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { readJson } from '../schema-forms/json-text.ts'
import type { JsonFailure } from '../schema-forms/json-text.ts'

/** What useTypedJson is told. */
export interface TypedJsonOptions {
  value: () => Json | undefined
  /** What is wrong with a value, in words; empty when nothing is. */
  check?: (value: Json) => string
  /** Whether no text is no value; else it is a failure. */
  mayBeEmpty?: () => boolean
  accept: (value: Json | undefined) => void
  /** Told with each key what is wrong; empty when nothing is. */
  failed?: (message: string) => void
}

/** JSON while somebody types it. */
export interface TypedJson {
  text: Ref<string>
  /** Where the text stops being what is asked for, in words; empty when it does not. */
  failure: Ref<string>
  type(text: string): void
  /** Write what the text says as usual; a text that says nothing stays. */
  tidy(): void
}

/** Where a text stops being JSON, in words. */
export const explainJsonFailure = ({ line, column, reason }: JsonFailure): string =>
  t('form.jsonAt', { line, column, reason: t(`form.json_${reason}`) })

/** Keep a value and its text in step. What is no JSON yet stays as it was typed. */
export function useTypedJson(options: TypedJsonOptions): TypedJson {
  const { value, accept, check = () => '', mayBeEmpty = () => false, failed = () => undefined } = options
  const write = (): string => {
    const now = value()
    return now === undefined ? '' : JSON.stringify(now, null, 2)
  }
  const text = ref(write())
  const failure = ref('')

  function type(typed: string): void {
    text.value = typed
    const isEmpty = mayBeEmpty() && typed.trim() === ''
    const read = isEmpty ? { value: undefined } : readJson(typed)
    if ('reason' in read) failure.value = explainJsonFailure(read)
    else failure.value = read.value === undefined ? '' : check(read.value)
    failed(failure.value)
    if (failure.value === '' && 'value' in read) accept(read.value)
  }
  function tidy(): void {
    if (failure.value === '') text.value = write()
  }
  watch(write, now => {
    const read = readJson(text.value)
    const isOwn = 'value' in read ? JSON.stringify(read.value, null, 2) === now : text.value.trim() === '' && now === ''
    if (isOwn) return
    text.value = now // changed from elsewhere
    failure.value = ''
    failed('')
  })
  return { text, failure, type, tidy }
}
