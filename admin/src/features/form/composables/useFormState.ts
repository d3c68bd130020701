import { computed, inject, provide, ref, shallowRef, toRaw, watch } from 'vue'
import type { InjectionKey, Ref } from 'vue'
import { equal } from '../../../api/index.ts'
import type { Problem, Json, JsonObject, Labels } from '../../../api/index.ts'
import { emptyOf } from '../schema-forms/blank.ts'
import { propertyOn } from '../schema-forms/layout.ts'
import { labelOn } from '../schema-forms/messages.ts'
import { getAt, isUnder, parentOf, setAt, stepsOf } from '../schema-forms/paths.ts'
import { isObject } from '../../../api/json.ts'
import type { Property } from '../../../schema/index.ts'
import { useProblems } from './useProblems.ts'

/** What a form is made from; see ResourceForm. */
export interface FormInput {
  /** Schema of the type; an empty one for a type without. */
  schema: () => JsonObject
  data: () => JsonObject
  labels: () => Labels | undefined
  serverErrors: () => readonly Problem[]
  isReadonly: () => boolean
  changed: (data: JsonObject) => void
}

/** The state of one form: what its renderers read and change. */
export interface FormState {
  /** Prefix of the ids of its controls. */
  id: string
  schema: Ref<JsonObject>
  /** Replaced as a whole with each change; parts that did not change stay the same. */
  data: Ref<JsonObject>
  labels: Ref<Labels | undefined>
  isReadonly: Ref<boolean>
  /** The path that must be visible: what is folded around it opens. */
  revealed: Ref<string>
  get(path: string): Json | undefined
  set(path: string, value: Json | undefined): void
  /** Empty a field: null, absent, or what it was in the beginning. */
  clear(path: string, property: Property, isItem: boolean): void
  /** What is shown to be wrong at a path, in words; empty when nothing is. */
  errorAt(path: string): string
  /** How many fields inside of it are shown to be wrong. */
  countErrors(path: string): number
  /** A control holds what is no value yet (text that is no JSON); undefined takes that back. */
  hold(path: string, message: string | undefined): void
  /** Somebody left a field: it is checked from now on. */
  leave(path: string): void
  /** Check everything and show all that is wrong. @returns whether nothing is */
  validate(): Promise<boolean>
  /** Paths and sentences of what is shown to be wrong, in the order of the form. */
  shown: Ref<readonly { path: string; message: string }[]>
}

const key: InjectionKey<FormState> = Symbol('form')
let forms = 0

/** Make the state of a form, for the renderers in it. */
export function provideForm(input: FormInput): FormState {
  const schema = computed<JsonObject>(before => {
    const now = toRaw(input.schema())
    return before !== undefined && equal(before, now) ? before : now // types are read again now and then
  })
  const data = shallowRef(toRaw(input.data()))
  let initial = data.value
  const problems = useProblems(schema, data)

  watch(
    () => toRaw(input.data()),
    next => {
      if (next === data.value) return
      if (!equal(next, data.value)) initial = next
      data.value = next
    },
  )
  watch(
    () => input.serverErrors(),
    errors => problems.take(errors, data.value),
    { immediate: true },
  )

  function put(next: Json | undefined): void {
    data.value = isObject(next) ? next : {}
    input.changed(data.value)
  }
  function clear(path: string, property: Property, isItem: boolean): void {
    let next = setAt(data.value, path, emptyOf(property, getAt(initial, path), isItem))
    for (let outer = parentOf(path); outer !== ''; outer = parentOf(outer)) {
      const left = getAt(next, outer)
      const mayGo = isObject(left) && Object.keys(left).length === 0 && getAt(initial, outer) === undefined
      if (!mayGo || /\.\d+$/.test(outer) || propertyOn(stepsOf(outer), schema.value)?.isRequired !== false) break
      next = setAt(next, outer, undefined) // an object that somebody filled in and emptied again was never there
    }
    put(next)
  }

  const state: FormState = {
    id: `form${++forms}`,
    schema,
    data,
    labels: computed(input.labels),
    isReadonly: computed(input.isReadonly),
    revealed: ref(''),
    get: path => getAt(data.value, path),
    set: (path, value) => put(setAt(data.value, path, value)),
    clear,
    errorAt: path => problems.visible.get(path) ?? '',
    countErrors: path => [...problems.visible.keys()].filter(one => isUnder(one, path)).length,
    hold: problems.hold,
    leave: problems.leave,
    validate: problems.validate,
    shown: computed(() => problems.list.value),
  }
  provide(key, state)
  return state
}

/** The form around a renderer. */
export function useForm(): FormState {
  const form = inject(key)
  if (form === undefined) throw new Error('a control stands outside of a form')
  return form
}

/** What people call what is at a path. */
export const labelIn = (form: FormState, path: string): string => labelOn(stepsOf(path), form.schema.value)

/** The id of the control of a path; ids have no spaces. */
export const idOf = (form: FormState, path: string): string =>
  `${form.id}-${path.replace(/[^A-Za-z0-9.-]/g, char => `_${char.codePointAt(0) ?? 0}_`)}`
