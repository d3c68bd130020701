import { onScopeDispose, shallowReactive, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import type { Problem, Json, JsonObject } from '../../../api/index.ts'
import { makeCheck } from '../schema-forms/check.ts'
import type { Problems } from '../schema-forms/check.ts'
import { inFormOrder } from '../schema-forms/layout.ts'
import { labelOn } from '../schema-forms/messages.ts'
import { getAt, parentOf, pathOfPointer, stepsOf } from '../schema-forms/paths.ts'
import { language, t } from '../../../i18n/index.ts'

/** What is wrong with the data of a form, and what of it is shown. */
export interface FormProblems {
  /** Path to sentence. */
  visible: ReadonlyMap<string, string>
  list: Ref<readonly { path: string; message: string }[]>
  hold(path: string, message: string | undefined): void
  leave(path: string): void
  validate(): Promise<boolean>
  /** Messages of the service: each is shown until the value that it is about changes. */
  take(errors: readonly Problem[], data: JsonObject): void
}

/** Checking waits until the fingers rest: no key waits for it. */
const rest = 120

/**
 * Check data as it changes. A field's problem is shown once somebody left it or asked to save; from then on it is followed with every change until
 * it is right.
 */
export function useProblems(schema: Ref<JsonObject>, data: Ref<JsonObject>): FormProblems {
  const visible = shallowReactive(new Map<string, string>())
  const list = shallowRef<{ path: string; message: string }[]>([])
  const watched = new Set<string>()
  const held = new Map<string, string>()
  const refused = new Map<string, { message: string; value: Json | undefined }>()
  let found: Problems = new Map()
  let check: Promise<(data: JsonObject) => Problems> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
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
    for (const path of visible.keys()) if (!next.has(path)) visible.delete(path)
    for (const [path, message] of next) if (visible.get(path) !== message) visible.set(path, message)
    list.value = inFormOrder(
      [...next].map(([path, message]) => ({ path, message })),
      schema.value,
    )
  }

  /** What the first check needs is made ready while nobody types. */
  function warm(): void {
    whenIdle(() => {
      check ??= makeCheck(schema.value)
      void check.then(ready => ready(data.value))
    })
  }
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), rest)
  }
  watch(data, () => {
    if (watched.size > 0 || refused.size > 0) later()
  })
  watch([schema, language], () => {
    check = undefined
    warm()
    if (watched.size > 0) later()
  })
  onScopeDispose(() => clearTimeout(timer))
  warm()

  return {
    visible,
    list,
    hold: (path, message) => {
      if (message === undefined) held.delete(path)
      else held.set(path, message)
      if (watched.has(path)) later()
    },
    leave: path => {
      for (let one = path; one !== ''; one = parentOf(one)) watched.add(one)
      later()
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

const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 500)

const inPlace = (path: string, message: string, schema: JsonObject): string =>
  t('form.refusedField', { label: labelOn(stepsOf(path), schema), message })
