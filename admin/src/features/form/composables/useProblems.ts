import { tryOnScopeDispose, useTimeoutFn } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { equal } from '../../../api/index.ts'
import type { Problem, Json, JsonObject } from '../../../api/index.ts'
import { whenIdle } from '../../../composables/page/whenIdle.ts'
import { inFormOrder, propertyOn } from '../schema-forms/layout.ts'
import { explainIn } from '../validation/messages.ts'
import { getAt, isUnder, parentOf, pathOfPointer, stepsOf } from '../schema-forms/paths.ts'
import { language } from '../../../i18n/index.ts'

/** Asks the service what is wrong with data. Undefined when it does not answer: saving then says what is wrong. */
export type AskService = (data: JsonObject, signal: AbortSignal) => Promise<readonly Problem[] | undefined>

/** The service is asked after this pause (ms) in typing. */
const restMs = 300
/** Without an answer after this time (ms) saving goes on. */
const maxAnswerMs = 10_000

/** A problem at a value of the data. */
interface Found {
  path: string
  problem: Problem
  value: Json | undefined
}

/**
 * The problems of data as they change. The service alone decides what is invalid. An error becomes visible when the focus leaves the field or the user
 * tries to save. From then on the service is asked after every change until the field is valid.
 * @param ask without it only what is no value yet is an error
 * @param isStored whether the data are stored already: they can have become invalid before anybody types
 */
export function useProblems(
  schema: Ref<JsonObject>,
  data: Ref<JsonObject>,
  ask: () => AskService | undefined,
  isStored: () => boolean,
) {
  /** Paths and messages of the visible errors, in the order of the form. */
  const list = shallowRef<{ path: string; message: string }[]>([])
  const messages = computed(() => new Map(list.value.map(({ path, message }) => [path, message])))
  const found = shallowRef<readonly Found[]>([])
  /** Paths of the values that closed objects contain although their schemas do not declare them: the service refuses them. */
  const undeclared = computed(() =>
    found.value
      .filter(({ path, problem }) => problem.code === 'unknown-property' && isUndescribed(path))
      .map(({ path }) => path),
  )
  const isUndescribed = (path: string): boolean => propertyOn(stepsOf(path), schema.value, data.value) === undefined
  const watched = new Set<string>()
  const unread = new Map<string, string>()
  /** The data that `found` is about. */
  let judged: JsonObject | undefined
  let latest: AbortController | undefined
  let pending: Promise<void> = Promise.resolve()
  const { start: checkSoon, stop } = useTimeoutFn(() => void check(), restMs, { immediate: false })
  tryOnScopeDispose(() => latest?.abort())

  /** Ask about the data as they are now; an answer about older data is dropped. */
  function check(): Promise<void> {
    stop()
    latest?.abort()
    latest = new AbortController()
    return (pending = receive(data.value, latest))
  }

  async function receive(now: JsonObject, mine: AbortController): Promise<void> {
    const askService = ask()
    if (askService !== undefined && now !== judged) {
      const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(maxAnswerMs)])
      const problems = await askService(now, signal)
      if (latest !== mine) return pending
      judge(problems, now)
    }
    const isWrong = new Set([...found.value.map(({ path }) => path), ...unread.keys()])
    for (const path of watched) if (!isWrong.has(path)) watched.delete(path) // valid: checked again when the focus leaves it
    show()
  }

  function judge(problems: readonly Problem[] | undefined, now: JsonObject): void {
    judged = problems === undefined ? undefined : now
    found.value =
      problems === undefined
        ? found.value.filter(({ path, value }) => equal(getAt(now, path) ?? null, value ?? null))
        : problems.map(problem => {
            const path = pathOfPointer(problem.pointer)
            return { path, problem, value: getAt(now, path) }
          })
  }

  function show(): void {
    const next = new Map<string, string>(unread)
    for (const { path, problem, value } of found.value) {
      if (!next.has(path)) next.set(path, explainIn(problem, schema.value, data.value, value))
    }
    const inOrder = inFormOrder(
      [...next].flatMap(([path, message]) => (watched.has(path) ? [{ path, message }] : [])),
      schema.value,
      data.value,
    )
    if (!equal(list.value, inOrder)) list.value = inOrder
  }

  watch(data, () => {
    if (watched.size > 0) checkSoon()
  })
  watch(schema, () => {
    judged = undefined
    if (watched.size > 0) checkSoon()
  })
  watch(language, show)
  if (isStored()) whenIdle(() => void check())

  return {
    list,
    undeclared,
    /** The visible error at a path; empty where there is none. */
    messageAt: (path: string) => messages.value.get(path) ?? '',
    /** Number of visible errors at or below a path. */
    count: (path: string) => list.value.filter(one => one.path === path || isUnder(one.path, path)).length,
    /** Report input that is not a value yet (text that is not JSON); undefined clears the error. */
    hold: (path: string, message: string | undefined) => {
      if (message === undefined) unread.delete(path)
      else unread.set(path, message)
      if (watched.has(path)) checkSoon()
    },
    /** The focus left a field: its errors are visible from now on. */
    leave: (path: string) => {
      for (let one = path; one !== ''; one = parentOf(one)) watched.add(one)
      checkSoon()
    },
    /** Check everything and show all errors. @returns whether there are none */
    validate: async () => {
      judged = undefined // what else is stored can have changed
      await check()
      for (const path of [...found.value.map(one => one.path), ...unread.keys()]) watched.add(path)
      show()
      return found.value.length === 0 && unread.size === 0
    },
    /** Show the errors with which the service refused data. */
    take: (errors: readonly Problem[], now: JsonObject) => {
      if (errors.length === 0) return
      latest = undefined
      judge(errors, now)
      for (const { path } of found.value) watched.add(path)
      show()
    },
  }
}
