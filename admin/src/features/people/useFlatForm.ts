import { computed, onMounted, ref } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { ApiError, equal } from '../../api/index.ts'
import type { Flat, FlatApi, Json } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { slugFrom } from '../../schema/names.ts'
import { toast } from '../../composables/useToast.ts'

/** A field of the flat shape. */
export interface FlatField {
  name: string
  /** Key of its text. */
  label: string
  help?: string
  type?: 'text' | 'email' | 'url'
  multiline?: boolean
  required?: boolean
  /** Address of a picture, which is shown. */
  isPicture?: boolean
  /** A short name that follows this field of a new one until somebody types another. */
  follows?: string
}

type Values = Record<string, string>

/** What is typed into the fields of a person or an organization. */
export interface FlatForm {
  values: Ref<Values>
  errors: Ref<Values>
  message: Ref<string>
  /** Somebody else saved meanwhile: the fields that they changed. Those that nobody changed here have their values already. */
  theirs: Ref<Values | undefined>
  isLoading: Ref<boolean>
  isSaving: Ref<boolean>
  isDirty: ComputedRef<boolean>
  type(name: string, text: string): void
  /** @returns whether it is saved */
  save(): Promise<boolean>
  /** Let go of what was typed here; `save` keeps it, over theirs. */
  takeTheirs(): void
}

/** See {@link FlatForm}. @param id of what is edited; undefined for a new one */
export function useFlatForm<Item extends Flat>(
  api: FlatApi<Item>,
  fields: readonly FlatField[],
  id: string | undefined,
): FlatForm {
  const blank: Values = Object.fromEntries(fields.map(({ name }) => [name, '']))
  const values = ref<Values>({ ...blank })
  const saved = ref<Values>({ ...blank })
  const errors = ref<Values>({})
  const message = ref('')
  const theirs = ref<Values>()
  const isLoading = ref(id !== undefined)
  const isSaving = ref(false)
  const touched = new Set<string>()
  let etag = ''

  const valuesOf = (item: object): Values =>
    Object.fromEntries(fields.map(({ name }) => [name, String((item as Record<string, Json>)[name] ?? '')])) // flat texts

  async function load(): Promise<void> {
    if (id === undefined) return
    message.value = ''
    try {
      const found = await api.get(id)
      etag = found.etag
      saved.value = valuesOf(found.value)
      values.value = { ...saved.value }
    } catch (error) {
      message.value = error instanceof ApiError ? error.message : t('common.failed')
    } finally {
      isLoading.value = false
    }
  }

  function type(name: string, text: string): void {
    values.value[name] = text
    touched.add(name)
    if (id !== undefined) return
    for (const { name: follower, follows } of fields)
      if (follows === name && !touched.has(follower)) values.value[follower] = slugFrom(text)
  }

  function check(): boolean {
    const missing = fields.filter(({ name, required }) => required === true && values.value[name]?.trim() === '')
    errors.value = Object.fromEntries(
      missing.map(({ name, label }) => [name, t('people.isRequired', { label: t(label) })]),
    )
    return missing.length === 0
  }

  async function save(): Promise<boolean> {
    if (isSaving.value || !check()) return false
    isSaving.value = true
    message.value = ''
    theirs.value = undefined
    try {
      return await attempt()
    } finally {
      isSaving.value = false
    }
  }

  async function attempt(): Promise<boolean> {
    try {
      await send()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.isStale && id !== undefined) return meet(id)
      refuse(error)
      return false
    }
  }

  async function send(): Promise<void> {
    if (id === undefined) {
      const filled = Object.entries(values.value).filter(([, value]) => value !== '')
      const made = await api.create(Object.fromEntries(filled) as Partial<Item>) // the fields are those of the shape
      toast(t('common.created', { name: made.name }), { tone: 'good' })
      return
    }
    const changed = Object.entries(values.value).filter(([name, value]) => value !== saved.value[name])
    if (changed.length === 0) return
    const item = await api.change(id, Object.fromEntries(changed) as Partial<Item>, etag) // as above
    toast(t('people.saved', { name: item.name }), { tone: 'good' })
  }

  /** Somebody else saved meanwhile. When that was something else (who belongs where), it is no matter here. @returns whether it is saved */
  async function meet(known: string): Promise<boolean> {
    try {
      const found = await api.get(known)
      etag = found.etag
      const before = saved.value
      saved.value = valuesOf(found.value)
      const changed = Object.entries(saved.value).filter(([name, value]) => value !== before[name])
      if (changed.length === 0) return await attempt()
      for (const [name, value] of changed) if (values.value[name] === before[name]) values.value[name] = value
      theirs.value = Object.fromEntries(changed)
      message.value = t('people.stale')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refuse(error)
    }
    return false
  }

  function refuse(error: ApiError): void {
    const known = error.problems
      .map(({ pointer, message: text }) => [pointer.slice(1), text] as const)
      .filter(([field]) => Object.hasOwn(blank, field))
    errors.value = Object.fromEntries(known)
    if (error.status === 409 && /\bslug\b/.test(error.message)) errors.value = { slug: t('people.slugTaken') }
    if (Object.keys(errors.value).length === 0)
      message.value = error.status === 403 ? t('common.forbidden') : t('people.notSaved', { message: error.message })
  }

  function takeTheirs(): void {
    values.value = { ...saved.value }
    theirs.value = undefined
    message.value = ''
  }

  onMounted(load)
  const isDirty = computed(() => !equal(values.value, saved.value))
  return { values, errors, message, theirs, isLoading, isSaving, isDirty, type, save, takeTheirs }
}
