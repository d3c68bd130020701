import { useTimeoutFn } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { equal } from '../../../api/index.ts'
import type { Problem, Json, JsonObject } from '../../../api/index.ts'
import { makeCheck } from '../validation/check.ts'
import type { Problems } from '../validation/check.ts'
import { whenIdle } from '../../../composables/page/whenIdle.ts'
import { inFormOrder } from '../schema-forms/layout.ts'
import { labelOn } from '../validation/messages.ts'
import { getAt, isUnder, parentOf, pathOfPointer, stepsOf } from '../schema-forms/paths.ts'
import { language, t } from '../../../i18n/index.ts'

/** What is wrong with the data of a form, and what of it is shown. */
export interface FormProblems {
  /** Paths and sentences of what is shown to be wrong, in the order of the form. */
  list: Ref<readonly { path: string; message: string }[]>
  /** How many of them are at a path, or inside of it. */
  count(path: string): number
  /** A control holds what is no value yet (text that is no JSON); undefined takes that back. */
  hold(path: string, message: string | undefined): void
  /** Somebody left a field: it is checked from now on. */
  leave(path: string): void
  /** Check everything and show all that is wrong. @returns whether nothing is */
  validate(): Promise<boolean>
  /** Messages of the service: each is shown until the value that it is about changes. */
  take(errors: readonly Problem[], data: JsonObject): void
}

/** Checking waits until the fingers rest: no key waits for it. */
const restMs = 120

/**
 * Check data as it changes. A field's problem is shown once somebody left it or asked to save; from then on it is followed with every change until
 * it is right.
 */
export function useProblems(schema: Ref<JsonObject>, data: Ref<JsonObject>): FormProblems {
  const list = shallowRef<{ path: string; message: string }[]>([])
  const watched = new Set<string>()
  const held = new Map<string, string>()
  const refused = new Map<string, { message: string; value: Json | undefined }>()
  let found: Problems = new Map()
  let check: Promise<(data: JsonObject) => Problems> | undefined
  const { start: checkSoon, stop } = useTimeoutFn(() => void run(), restMs, { immediate: false })

  async function run(): Promise<void> {
    stop()
    check ??= makeCheck(schema.value)
    found = (await check)(data.value)
    for (const path of watched) if (!found.has(path) && !held.has(path)) watched.delete(path) // right: looked at when it is left again
    show()
  }

  function show(): void {
    for (const [path, { value }] of refused) if (getAt(data.value, path) !== value) refused.delete(path)
    const next = new Map<string, string>()
    for (const [path, message] of [...held, ...found]) if (watched.has(path) && !next.has(path)) next.set(path, message)
    for (const [path, { message }] of refused) if (!next.has(path)) next.set(path, message)
    const inOrder = inFormOrder(
      [...next].map(([path, message]) => ({ path, message })),
      schema.value,
    )
    if (!equal(list.value, inOrder)) list.value = inOrder
  }

  /** What the first check needs is made ready while nobody types. */
  function warm(): void {
    whenIdle(() => {
      check ??= makeCheck(schema.value)
      void check.then(ready => ready(data.value))
    })
  }
  watch(data, () => {
    if (watched.size > 0 || refused.size > 0) checkSoon()
  })
  watch([schema, language], () => {
    check = undefined
    warm()
    if (watched.size > 0) checkSoon()
  })
  warm()

  return {
    list,
    count: path => list.value.filter(one => one.path === path || isUnder(one.path, path)).length,
    hold: (path, message) => {
      if (message === undefined) held.delete(path)
      else held.set(path, message)
      if (watched.has(path)) checkSoon()
    },
    leave: path => {
      for (let one = path; one !== ''; one = parentOf(one)) watched.add(one)
      checkSoon()
    },
    validate: async () => {
      await run()
      for (const path of [...found.keys(), ...held.keys()]) watched.add(path)
      show()
      return found.size === 0 && held.size === 0
    },
    take: (errors, now) => {
      refused.clear()
      for (const { pointer, message } of errors) {
        const path = pathOfPointer(pointer)
        refused.set(path, { message: inPlace(path, message, schema.value), value: getAt(now, path) })
      }
      show()
    },
  }
}

const inPlace = (path: string, message: string, schema: JsonObject): string =>
  t('form.refusedField', { label: labelOn(stepsOf(path), schema), message })
