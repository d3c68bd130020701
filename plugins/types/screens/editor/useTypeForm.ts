import { computed, ref, shallowRef, toRef } from 'vue'
import { pages, useMe, useTypes } from '../../../../admin/src/index.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'
import { faultsOfType } from '../builder/schema/faults.ts'
import { bodyOf, countChanges, formOf } from './typeForm.ts'
import type { ReadForm, TypeForm } from './typeForm.ts'
import { textOf, useJsonText } from './useJsonText.ts'
import type { StoredType } from '../typesApi.ts'

/**
 * The form of a type.
 * @param existing the stored type; undefined for a new one
 * @param begin initial values of a new type; they count as changes, so that it can be saved at once
 */
export function useTypeForm(existing: StoredType | undefined, begin?: Partial<TypeForm>) {
  const me = useMe()
  /** The type as last loaded or saved; undefined for a new one. */
  const saved = shallowRef(existing)
  const empty: TypeForm = { name: '', slug: '', description: '', context: textOf({}), schema: textOf(firstSchema) }
  const basis = computed(() => (saved.value === undefined ? empty : formOf(saved.value.value)))
  const form = ref<TypeForm>({ ...basis.value, ...begin })
  const schema = useJsonText(toRef(form.value, 'schema'))
  const context = useJsonText(toRef(form.value, 'context'))

  /** Assign to the existing object, because the JSON texts refer to its properties. */
  const put = (next: Partial<TypeForm>): void => {
    Object.assign(form.value, next)
  }
  const key = existing === undefined ? '_new' : existing.value.slug
  const etag = (): string => saved.value?.etag ?? ''
  const unsaved = pages.useUnsaved(`${me.me?.id ?? ''} type/${key}`, form, basis, etag, { put })

  const read = computed<ReadForm>(() => ({
    form: form.value,
    schema: schema.value.value,
    context: context.value.value,
  }))
  const types = useTypes()
  const taken = computed(() => new Set(types.all.map(({ slug }) => slug).filter(slug => slug !== original.value?.slug)))
  const original = computed(() => saved.value?.value)
  /** The body to send. */
  const body = computed(() => bodyOf(read.value, original.value ?? blank))
  const changes = computed(() => {
    const isBroken = schema.failure.value !== '' || context.failure.value !== ''
    const isChanged = Object.keys(body.value).length > 0
    return isChanged ? countChanges(body.value, original.value ?? blank) : Number(isBroken)
  })

  return {
    form,
    saved,
    schema,
    context,
    body,
    changes,
    /** The errors that the form can detect by itself. */
    faults: computed(() => faultsOfType(form.value, schema.value.value, taken.value)),
    /** Whether schema and context are valid JSON. */
    isReadable: computed(() => schema.failure.value === '' && context.failure.value === ''),
    unsaved,
    put,
    /** Use the current version of the service. @param keep input that the user wants to keep */
    adopt: (type: StoredType, keep: Partial<TypeForm> = {}) => {
      saved.value = type
      put({ ...formOf(type.value), ...keep })
    },
    discard: () => put(basis.value),
  }
}

export type TypeFormState = ReturnType<typeof useTypeForm>

const firstSchema: JsonObject = { type: 'object', properties: {} }

/** The type that a new one is compared with. */
const blank: ResourceType = {
  id: '',
  name: '',
  plural: '',
  slug: '',
  description: '',
  context: {},
  schema: firstSchema,
  status: 'active',
  created_at: '',
}
