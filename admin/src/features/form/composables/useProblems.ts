import { useTimeoutFn } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { equal } from '../../../api/index.ts'
import type { Problem, Json, JsonObject } from '../../../api/index.ts'
import { makeCheck } from '../validation/check.ts'
import type { Findings, Problems } from '../validation/check.ts'
import { whenIdle } from '../../../composables/page/whenIdle.ts'
import { inFormOrder } from '../schema-forms/layout.ts'
import { labelOn } from '../validation/messages.ts'
import { getAt, isUnder, parentOf, pathOfPointer, stepsOf } from '../schema-forms/paths.ts'
import { language, t } from '../../../i18n/index.ts'

/** The errors in the data of a form, and which of them are visible. */
export interface FormProblems {
  /** Paths and messages of the visible errors, in the order of the form. */
  list: Ref<readonly { path: string; message: string }[]>
  /** Paths of the values that closed objects contain although their schemas do not declare them: the service refuses them. */
  undeclared: Ref<readonly string[]>
  /** Number of visible errors at or below a path. */
  count(path: string): number
  /** Report input that is not a value yet (text that is not JSON); undefined clears the error. */
  hold(path: string, message: string | undefined): void
  /** The focus left a field: its errors are visible from now on. */
  leave(path: string): void
  /** Check everything and show all errors. @returns whether there are none */
  validate(): Promise<boolean>
  /** Show errors of the service, each until the value concerned changes. */
  take(errors: readonly Problem[], data: JsonObject): void
}

/** Checking starts after this pause (ms) in typing, so that it does not delay any key. */
const restMs = 120

/**
 * Check data as it changes. An error becomes visible when the focus leaves the field or the user tries to save. From then on the field is checked
 * on every change until it is valid.
 * @param mayBeStored see {@link makeCheck}
 */
export function useProblems(
  schema: Ref<JsonObject>,
  data: Ref<JsonObject>,
  mayBeStored: (path: string) => boolean,
): FormProblems {
  const list = shallowRef<{ path: string; message: string }[]>([])
  const watched = new Set<string>()
  const inputErrors = new Map<string, string>()
  const serverErrors = new Map<string, { message: string; value: Json | undefined }>()
  let found: Problems = new Map()
  let check: Promise<(data: JsonObject) => Findings> | undefined
  const undeclared = shallowRef<readonly string[]>([])
  const { start: checkSoon, stop } = useTimeoutFn(() => void run(), restMs, { immediate: false })

  async function run(): Promise<void> {
    stop()
    check ??= makeCheck(schema.value, mayBeStored)
    take((await check)(data.value))
    for (const path of watched) if (!found.has(path) && !inputErrors.has(path)) watched.delete(path) // valid: checked again when the focus leaves it
    show()
  }

  function take(now: Findings): void {
    found = now.problems
    if (!equal(undeclared.value, now.undeclared)) undeclared.value = now.undeclared
  }

  function show(): void {
    for (const [path, { value }] of serverErrors) if (getAt(data.value, path) !== value) serverErrors.delete(path)
    const next = new Map<string, string>()
    for (const [path, message] of [...inputErrors, ...found])
      if (watched.has(path) && !next.has(path)) next.set(path, message)
    for (const [path, { message }] of serverErrors) if (!next.has(path)) next.set(path, message)
    const inOrder = inFormOrder(
      [...next].map(([path, message]) => ({ path, message })),
      schema.value,
      data.value,
    )
    if (!equal(list.value, inOrder)) list.value = inOrder
  }

  /** Prepare the first check while the browser is idle, and learn what is not declared. */
  function prepareCheck(): void {
    whenIdle(() => {
      const mine = (check ??= makeCheck(schema.value, mayBeStored))
      void mine.then(ready => {
        if (check === mine) take(ready(data.value))
      })
    })
  }
  watch(data, () => {
    if (watched.size > 0 || serverErrors.size > 0) checkSoon()
  })
  watch([schema, language], () => {
    check = undefined
    prepareCheck()
    if (watched.size > 0) checkSoon()
  })
  prepareCheck()

  return {
    list,
    undeclared,
    count: path => list.value.filter(one => one.path === path || isUnder(one.path, path)).length,
    hold: (path, message) => {
      if (message === undefined) inputErrors.delete(path)
      else inputErrors.set(path, message)
      if (watched.has(path)) checkSoon()
    },
    leave: path => {
      for (let one = path; one !== ''; one = parentOf(one)) watched.add(one)
      checkSoon()
    },
    validate: async () => {
      await run()
      for (const path of [...found.keys(), ...inputErrors.keys()]) watched.add(path)
      show()
      return found.size === 0 && inputErrors.size === 0
    },
    take: (errors, now) => {
      serverErrors.clear()
      for (const { pointer, message } of errors) {
        const path = pathOfPointer(pointer)
        serverErrors.set(path, { message: messageWithLabel(path, message, schema.value), value: getAt(now, path) })
      }
      show()
    },
  }
}

const messageWithLabel = (path: string, message: string, schema: JsonObject): string =>
  t('form.refusedField', { label: labelOn(stepsOf(path), schema), message })
