import { computed, nextTick, onMounted, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { ApiError, equal, isObject } from '../../api/index.ts'
import type { Problem, Flat, JsonObject } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { slugFrom } from '../../schema/names.ts'
import { toast } from '../../composables/feedback/useToast.ts'
import { useSaving } from '../form/composables/useSaving.ts'
import type { FormToCheck } from '../form/composables/useSaving.ts'
import type { PeopleKind } from './people.ts'

/** What is typed about a person or an organization. */
export interface PeopleForm {
  schema: ComputedRef<JsonObject>
  data: Readonly<ShallowRef<JsonObject>>
  serverErrors: ComputedRef<readonly Problem[]>
  message: Ref<string>
  /** Somebody else saved meanwhile: the fields that they changed. Those that nobody changed here have their values already. */
  theirs: Readonly<ShallowRef<JsonObject | undefined>>
  isLoading: Ref<boolean>
  isSaving: Ref<boolean>
  isDirty: ComputedRef<boolean>
  type(data: JsonObject): void
  /** @returns whether it is saved */
  save(form: FormToCheck | null): Promise<boolean>
  /** Let go of what was typed here; `save` keeps it, over theirs. */
  takeTheirs(): void
}

/** See {@link PeopleForm}. @param id of what is edited; undefined for a new one */
export function usePeopleForm<Item extends Flat>(kind: PeopleKind<Item>, id: string | undefined): PeopleForm {
  const { api, follows } = kind
  const schema = computed(kind.schema)
  const names = (): string[] => (isObject(schema.value['properties']) ? Object.keys(schema.value['properties']) : [])
  const saved = shallowRef<JsonObject>({})
  const data = shallowRef<JsonObject>({})
  const theirs = shallowRef<JsonObject>()
  const isLoading = ref(id !== undefined)
  const { serverErrors, message, isSaving, run } = useSaving()
  const isTaken = ref(false)
  let isSlugTyped = false
  let etag = ''

  /** Its texts that say something; the service answers with all of them. */
  const dataOf = (item: object): JsonObject =>
    Object.fromEntries(names().flatMap(name => (textIn(item, name) === '' ? [] : [[name, textIn(item, name)]])))
  const differing = (a: JsonObject, b: JsonObject): JsonObject =>
    Object.fromEntries(names().flatMap(name => (a[name] === b[name] ? [] : [[name, a[name] ?? '']])))

  async function read(known: string): Promise<JsonObject> {
    const found = await api.get(known)
    etag = found.etag
    return dataOf(found.value)
  }

  onMounted(async () => {
    if (id === undefined) return
    try {
      saved.value = await read(id)
      data.value = saved.value
    } catch (error) {
      message.value = error instanceof ApiError ? error.message : t('common.failed')
    } finally {
      isLoading.value = false
    }
  })

  function type(next: JsonObject): void {
    const mayFollow = id === undefined && follows !== undefined
    if (mayFollow && next[follows.slug] !== data.value[follows.slug]) isSlugTyped = true
    const slug = mayFollow && !isSlugTyped ? slugFrom(textIn(next, follows.name)) : ''
    data.value = follows === undefined || slug === '' ? next : { ...next, [follows.slug]: slug }
  }

  async function send(): Promise<void> {
    if (id === undefined) {
      const { name } = await api.create(data.value)
      toast(t('common.created', { name }), { tone: 'good' })
      return
    }
    const changed = differing(data.value, saved.value)
    if (Object.keys(changed).length === 0) return
    const { name } = await api.change(id, changed, etag)
    toast(t('people.saved', { name }), { tone: 'good' })
  }

  /** Save over what others saved, while that was something else (who belongs where). @throws ApiError, stale when it was the same */
  async function sendOver(): Promise<true> {
    for (;;) {
      try {
        await send()
        return true
      } catch (error) {
        isTaken.value = error instanceof ApiError && error.status === 409
        const isStale = error instanceof ApiError && error.isStale && id !== undefined
        if (!isStale || (await meet(id))) throw error
      }
    }
  }

  /** Take over what others changed and nobody did here. @returns whether they changed anything that is in the form */
  async function meet(known: string): Promise<boolean> {
    const before = saved.value
    saved.value = await read(known)
    const changed = differing(saved.value, before)
    const untouched = Object.entries(changed).filter(([name]) => data.value[name] === before[name])
    data.value = { ...data.value, ...Object.fromEntries(untouched) }
    theirs.value = Object.keys(changed).length === 0 ? undefined : changed
    return theirs.value !== undefined
  }

  async function save(form: FormToCheck | null): Promise<boolean> {
    if (isSaving.value) return false
    theirs.value = undefined
    data.value = Object.fromEntries(
      Object.entries(data.value).filter(([name]) => textIn(data.value, name).trim() !== ''),
    )
    await nextTick() // the form has it, too
    const stale = (): void => {
      message.value = t('people.stale')
    }
    return (await run(form, sendOver, stale)) === true
  }

  return {
    schema,
    data,
    serverErrors: computed(() =>
      serverErrors.value.map(error =>
        isTaken.value && error.pointer === `/${follows?.slug ?? ''}`
          ? { ...error, message: t('people.slugTaken') }
          : error,
      ),
    ),
    message,
    theirs,
    isLoading,
    isSaving,
    isDirty: computed(() => !equal(data.value, saved.value)),
    type,
    save,
    takeTheirs: () => {
      data.value = saved.value
      theirs.value = undefined
      message.value = ''
    },
  }
}

function textIn(item: object, name: string): string {
  const value: unknown = Reflect.get(item, name)
  return typeof value === 'string' ? value : ''
}
