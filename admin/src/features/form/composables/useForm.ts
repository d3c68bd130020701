import { createContext } from 'reka-ui'
import { computed, ref, shallowRef, toRaw, watch } from 'vue'
import type { Ref } from 'vue'
import { equal, isObject } from '../../../api/index.ts'
import type { Problem, JsonObject, Labels } from '../../../api/index.ts'
import type { CodeMark, CodePosition } from '../../../ui/fields/code/codeMarks.ts'
import { getAt, parentOf } from '../schema-forms/paths.ts'
import { usePortions } from './usePortions.ts'
import { useProblems } from './useProblems.ts'
import type { AskService } from './useProblems.ts'

/** The input of a form; see ResourceForm. */
interface FormInput {
  /** Schema of the type; an empty schema if the type has none. */
  schema: () => JsonObject
  data: Ref<JsonObject>
  labels: () => Labels | undefined
  serverErrors: () => readonly Problem[]
  /** Asks the service what is wrong with the data; undefined for data that it does not know. */
  ask: () => AskService | undefined
  /** The slug of its type; undefined for data that is no resource. */
  typeSlug: () => string | undefined
  /** Whether the resource is stored already, so that it can have values that are not shown. */
  isStored: () => boolean
  /** The stored resource; undefined for a new one, and for data that is no resource. */
  resourceId: () => string | undefined
}

/** A message about the text of a field, which does not prevent saving. */
export interface FieldNote extends CodeMark {
  path: string
}

/** The form that contains a renderer. */
export const [useForm, provideContext] = createContext<Form>('form')
let forms = 0

/**
 * Create and provide the state that the renderers of a form share.
 * @param typed the latest input of the user; other data comes from outside
 */
export function provideForm({ data, ...input }: FormInput, typed: Readonly<Ref<JsonObject | undefined>>) {
  const schema = computed<JsonObject>(before => {
    const now = toRaw(input.schema())
    return before !== undefined && equal(before, now) ? before : now // types are reloaded from time to time
  })
  /** The data that last came from outside: an emptied field returns to it. */
  const initial = shallowRef(data.value)
  watch(data, (next, before) => {
    if (next !== typed.value && !equal(next, before)) initial.value = next
  })
  /** Whether a value that is not shown may be stored at a path: the object that would contain it is stored. */
  const mayBeStored = (path: string): boolean => {
    const outer = parentOf(path)
    return input.isStored() && (outer === '' || isObject(getAt(initial.value, outer)))
  }
  const problems = useProblems(schema, data, input.ask, input.isStored)
  watch(
    () => input.serverErrors(),
    errors => problems.take(errors, data.value),
    { immediate: true },
  )
  const form = {
    /** Prefix of the ids of the controls. */
    id: `form${++forms}`,
    schema,
    data,
    labels: computed(input.labels),
    /** The stored resource, see {@link FormInput}. */
    resourceId: input.resourceId,
    /** The slug of its type, see {@link FormInput}. */
    typeSlug: input.typeSlug,
    problems,
    /** Of the fields outside of objects and lists. */
    portions: usePortions(),
    initial,
    mayBeStored,
    /** The path that must be visible: everything folded around it opens. */
    revealed: ref(''),
    notes: shallowRef<readonly FieldNote[]>([]),
    /** The position in a text that the user was led to. */
    position: shallowRef<CodePosition & { path: string }>(),
  }
  provideContext(form)
  return form
}

/** State that the renderers of a form share, apart from the data, which is in the store of JSON Forms. */
type Form = ReturnType<typeof provideForm>

/** The id of the control at a path. Ids contain no spaces. */
export const idOf = (form: Form, path: string): string =>
  `${form.id}-${path.replace(/[^A-Za-z0-9.-]/g, char => `_${char.codePointAt(0) ?? 0}_`)}`
