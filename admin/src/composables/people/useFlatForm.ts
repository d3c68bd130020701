import { computed, onMounted, ref } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { ApiError, equal } from '../../api/index.ts'
import type { FlatApi, Json } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { toast } from '../useToast.ts'

/** A field of the flat shape. */
export interface FlatField {
  name: string
  /** Key of its text. */
  label: string
  help?: string
  type?: 'text' | 'email' | 'url'
  multiline?: boolean
  required?: boolean
}

type Values = Record<string, string>

/** What is typed into the fields of a person or an organization. */
export interface FlatForm {
  values: Ref<Values>
  errors: Ref<Values>
  message: Ref<string>
  /** Somebody else saved meanwhile: what they saved, to choose from. */
  theirs: Ref<Values | undefined>
  isLoading: Ref<boolean>
  isSaving: Ref<boolean>
  isDirty: ComputedRef<boolean>
  load(): Promise<void>
  /** @returns whether it is saved */
  save(): Promise<boolean>
  /** Of what differs, take theirs; or keep mine, and save over theirs. */
  takeTheirs(): void
  keepMine(): Promise<boolean>
}

interface Named {
  id: string
  name: string
  status: string
  created_at: string
}

/** See {@link FlatForm}. @param id of what is edited; undefined for a new one */
export function useFlatForm<Item extends Named>(
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
    try {
      await send()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await refuse(error)
      return false
    } finally {
      isSaving.value = false
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

  async function refuse(error: ApiError): Promise<void> {
    if (error.isStale && id !== undefined) {
      const now = await api.get(id)
      etag = now.etag
      theirs.value = valuesOf(now.value)
      message.value = t('people.stale')
      return
    }
    const known = error.fields.filter(({ field }) => field in blank)
    errors.value = Object.fromEntries(known.map(({ field, message: text }) => [field, text]))
    if (error.status === 409 && 'slug' in blank) errors.value = { slug: t('people.slugTaken') }
    if (Object.keys(errors.value).length === 0)
      message.value = error.status === 403 ? t('common.forbidden') : t('people.notSaved', { message: error.message })
  }

  function takeTheirs(): void {
    if (theirs.value === undefined) return
    saved.value = theirs.value
    values.value = { ...theirs.value }
    theirs.value = undefined
    message.value = ''
  }

  async function keepMine(): Promise<boolean> {
    if (theirs.value !== undefined) saved.value = theirs.value
    theirs.value = undefined
    return save()
  }

  onMounted(load)
  const isDirty = computed(() => !equal(values.value, saved.value))
  return { values, errors, message, theirs, isLoading, isSaving, isDirty, load, save, takeTheirs, keepMine }
}
