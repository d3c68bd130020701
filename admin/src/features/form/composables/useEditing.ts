import { computed, ref, shallowRef, watch } from 'vue'
import {
  ApiError,
  checkResource,
  dataOf,
  equal,
  etagOf,
  findArchived,
  getResource,
  hidden,
  unless,
} from '../../../api/index.ts'
import type { JsonObject, Labels, Problem, Resource, ResourceType } from '../../../api/index.ts'
import { withoutTypedSecrets, writable } from '../schema-forms/blank.ts'
import { refusalOf } from '../../../composables/feedback/refusal.ts'
import { countChanges } from '../schema-forms/versions.ts'
import { getAt, pathOfPointer } from '../schema-forms/paths.ts'
import { useMe } from '../../../stores/me.ts'
import { useResourceActions } from '../../../composables/data/useResourceActions.ts'
import { useUnsaved } from '../../../composables/page/useUnsaved.ts'
import { t } from '../../../i18n/index.ts'
import { obstacleTo, useSaving } from './useSaving.ts'
import type { FormToCheck } from './useSaving.ts'

/** The props of StaleSave, the dialog for a stale save. */
export interface Stale {
  base: JsonObject
  mine: JsonObject
  theirs: JsonObject
  labels: Labels | undefined
}

/**
 * Edits a resource: manages the input and its draft, and saves with the ETag of the version that was edited.
 * @param options.form the form of a page, where leaving can save
 */
export function useEditing(
  type: () => ResourceType | undefined,
  resource: () => Resource | undefined,
  { form: formOfPage }: { form?: () => FormToCheck | null } = {},
) {
  const me = useMe()
  const slug = (): string => resource()?.type_slug ?? ''
  const saved = shallowRef<JsonObject>({})
  /** The content of the form. */
  const data = shallowRef<JsonObject>({})
  const etag = ref('')
  /** Undefined unless another user has saved in the meantime, and the user has to choose. */
  const stale = shallowRef<Stale>()
  /** The resource if it was archived in the meantime, which a save noticed. */
  const archived = shallowRef<Resource>()
  const actions = useResourceActions(slug)
  const saving = useSaving()
  const demanded = shallowRef<readonly Problem[]>([])
  let staleEtag = ''
  /** False for a draft, whose original version is unknown. */
  let isBaseKnown = true

  function take(now: Resource): void {
    saved.value = dataOf(now)
    data.value = saved.value
    etag.value = etagOf(now)
    isBaseKnown = true
  }
  watch(
    resource,
    (now, before) => {
      if (now === undefined) return
      const isUntouched = now.id !== before?.id || countChanges(saved.value, data.value) === 0
      if (isUntouched) take(now) // otherwise the input is compared with the new version when it is saved
    },
    { immediate: true },
  )
  const name = (): string => `${me.me?.id ?? ''} ${resource()?.id ?? slug()}`
  const unsaved = useUnsaved(name, data, saved, etag, {
    keepable: typed => withoutTypedSecrets(typed, saved.value, type()?.schema),
    leaving:
      formOfPage === undefined
        ? 'drawer'
        : { save: async () => (await save(formOfPage())) !== undefined, obstacle: () => obstacleTo(formOfPage()) },
  })

  async function compare(): Promise<void> {
    const theirs = await getResource(slug(), resource()?.id ?? '', { labels: 'all' })
    const base = isBaseKnown ? saved.value : {}
    stale.value = { base, mine: data.value, theirs: dataOf(theirs), labels: theirs.labels }
    staleEtag = etagOf(theirs)
  }

  async function explainMissing(): Promise<void> {
    archived.value = await unless(hidden, findArchived(slug(), resource()?.id ?? ''), undefined)
    if (archived.value === undefined) saving.message.value = t('form.gone')
  }
  /** Restore the archived resource; the input stays and can be saved. */
  async function restoreArchived(): Promise<void> {
    if (archived.value === undefined) return
    saving.isSaving.value = true
    try {
      await actions.restore(archived.value)
      const now = await getResource(slug(), archived.value.id)
      if (equal(dataOf(now), saved.value)) etag.value = etagOf(now) // otherwise both versions are shown when it is saved
      archived.value = undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      saving.message.value = refusalOf(error)
    } finally {
      saving.isSaving.value = false
    }
  }

  /** Check and save. @returns the saved resource; undefined when it was not saved, which is shown to the user */
  async function save(form: FormToCheck | null): Promise<Resource | undefined> {
    const { id } = resource() ?? {}
    if (id === undefined || countChanges(saved.value, data.value) === 0) return undefined
    const work = (): Promise<Resource> => actions.replace(id, writable(data.value, type()?.schema), etag.value)
    archived.value = undefined
    demanded.value = []
    const now = await saving.run(form, work, compare, explainMissing)
    if (now === undefined) return undefined
    take(now)
    unsaved.done()
    return now
  }
  /** Save the values that the user chose from both versions. */
  async function resolve(chosen: JsonObject, form: FormToCheck | null): Promise<Resource | undefined> {
    if (stale.value === undefined) return undefined
    saved.value = stale.value.theirs
    data.value = chosen
    etag.value = staleEtag
    isBaseKnown = true
    stale.value = undefined
    if (countChanges(saved.value, chosen) > 0) return save(form)
    unsaved.done()
    await actions.changed(resource()?.id)
    return resource()
  }

  /** Whether the draft is based on an older version. */
  const isDraftStale = computed(() => unsaved.draft.value !== undefined && unsaved.draft.value.basis !== etag.value)
  /** Apply the draft. Saving a draft of an older version shows both versions. */
  function restoreDraft(): void {
    if (isDraftStale.value) {
      etag.value = unsaved.draft.value?.basis ?? ''
      isBaseKnown = false
    }
    unsaved.restore()
  }
  if (!isDraftStale.value) unsaved.resume()

  return {
    ...saving,
    data,
    /** Asks the service what is wrong with data, see ResourceForm. */
    ask: async (typed: JsonObject, signal: AbortSignal) => {
      const found = await checkResource(slug(), resource()?.id, writable(typed, type()?.schema), signal)
      const missing = demanded.value.filter(({ pointer }) => getAt(typed, pathOfPointer(pointer)) === undefined)
      return found === undefined ? undefined : [...found, ...missing]
    },
    /** Show what is missing to publish the resource, until it is there or the user saves. */
    demand: (problems: readonly Problem[]) => {
      demanded.value = problems
      saving.serverErrors.value = problems
    },
    changes: computed(() => countChanges(saved.value, data.value)),
    unsaved,
    isDraftStale,
    restoreDraft,
    stale,
    archived,
    restoreArchived,
    save: (form: FormToCheck | null) => {
      unsaved.stay()
      return save(form)
    },
    resolve,
    /** Discard the changes. @returns a function that brings them back */
    discard: () => {
      const typed = data.value
      data.value = saved.value
      unsaved.done()
      return () => (data.value = typed)
    },
  }
}

export type Editing = ReturnType<typeof useEditing>
