import { computed, onBeforeUnmount, onMounted, ref, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { clone, equal } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { confirm } from '../feedback/useConfirm.ts'

/** An edited value that is not saved. */
interface Draft<Value> {
  value: Value
  /** Time of the edit, ms. */
  at: number
  /** ETag of the version that was edited, to detect whether it changed since. */
  basis: string
}

/** The result of useUnsaved. */
export interface Unsaved<Value> {
  /** Whether there are unsaved changes. */
  isDirty: ComputedRef<boolean>
  /** A draft of an earlier visit that differs from the saved value. Offered, not applied automatically. */
  draft: Ref<Draft<Value> | undefined>
  /** Replace the value with the draft. */
  restore(): void
  /** Delete the draft. */
  forget(): void
  /** Call when everything is saved: deletes the draft, and the user can leave without a question. */
  done(): void
}

const prefix = 'plinth.draft.'
const draftLifetimeMs = 30 * 86_400_000
let isLeaving = false

/** The drafts of a person in this browser, newest first: the name of each (`movie/01J…`, `movie/new`), and the time of the edit, ms. */
export function listDrafts(person: string): { name: string; at: number }[] {
  const start = `${prefix}${person} `
  return Object.keys(localStorage)
    .filter(key => key.startsWith(start))
    .flatMap(key => {
      const draft = readDraft(key)
      return draft === undefined ? [] : [{ name: key.slice(start.length), at: draft.at }]
    })
    .sort((a, b) => b.at - a.at)
}

/** Leave without the browser's question, for signing in again: the drafts keep the input. */
export function leaveFor(address: string): void {
  isLeaving = true
  location.assign(address)
}

/**
 * Keep unsaved input through a reload and the end of the session, and ask before the user leaves it.
 * @param name identifies the edited object and the user: `${me.id} movie/01J…`
 * @param value the content of the form
 * @param saved the value that was last loaded or saved
 * @param basis ETag of the saved value
 * @param keepable the part of the content that the browser may keep. Default: all of it
 */
export function useUnsaved<Value>(
  name: MaybeRefOrGetter<string>,
  value: Ref<Value>,
  saved: MaybeRefOrGetter<Value>,
  basis: MaybeRefOrGetter<string> = '',
  keepable: (value: Value) => Value = all => all,
): Unsaved<Value> {
  const isDirty = computed(() => !equal(value.value, toValue(saved)))
  const draft = ref<Draft<Value>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const key = (): string => prefix + toValue(name)
  const forget = (): void => {
    clearTimeout(timer)
    draft.value = undefined
    localStorage.removeItem(key())
  }
  const storeDraft = (): void => {
    clearTimeout(timer)
    if (!isDirty.value) return
    const kept: Draft<Value> = { value: keepable(value.value), at: Date.now(), basis: toValue(basis) }
    localStorage.setItem(key(), JSON.stringify(kept))
  }

  watch(
    () => toValue(name),
    () => {
      const found = readDraft<Value>(key())
      draft.value = found !== undefined && !equal(found.value, toValue(saved)) ? found : undefined
    },
    { immediate: true },
  )
  watch(
    value,
    () => {
      clearTimeout(timer)
      if (isDirty.value) timer = setTimeout(storeDraft, 300)
      else if (draft.value === undefined) localStorage.removeItem(key())
    },
    { deep: true },
  )

  const confirmLeaving = async (): Promise<boolean> => {
    if (!isDirty.value) return true
    const left = await confirm({
      title: t('common.leaveTitle'),
      text: t('common.leaveText'),
      action: t('common.leaveAction'),
    })
    if (left) storeDraft()
    return left
  }
  const confirmUnload = (event: BeforeUnloadEvent): void => {
    storeDraft()
    if (isDirty.value && !isLeaving) event.preventDefault()
  }
  onBeforeRouteLeave(confirmLeaving)
  onBeforeRouteUpdate((to, from) => (to.path === from.path ? true : confirmLeaving()))
  onMounted(() => globalThis.addEventListener('beforeunload', confirmUnload))
  onBeforeUnmount(() => {
    clearTimeout(timer)
    globalThis.removeEventListener('beforeunload', confirmUnload)
  })

  return {
    isDirty,
    draft,
    restore: () => {
      if (draft.value !== undefined) value.value = clone(draft.value.value)
      draft.value = undefined
    },
    forget,
    done: forget,
  }
}

function readDraft<Value>(key: string): Draft<Value> | undefined {
  const text = localStorage.getItem(key)
  if (text === null) return undefined
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the admin wrote this entry, under its own prefix
    const draft = JSON.parse(text) as Draft<Value>
    return Date.now() - draft.at < draftLifetimeMs ? draft : undefined
  } catch {
    return undefined
  }
}
