import { computed, onBeforeUnmount, onMounted, ref, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { clone, equal } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { confirm } from '../feedback/useConfirm.ts'

/** What somebody typed and has not saved. */
interface Draft<Value> {
  value: Value
  /** When it was typed, ms. */
  at: number
  /** What it was typed over, for telling whether that changed since. */
  basis: string
}

/** What useUnsaved gives. */
export interface Unsaved<Value> {
  /** Whether there is something to save. */
  isDirty: ComputedRef<boolean>
  /** A draft of an earlier visit that differs from what is saved: offer it, do not force it. */
  draft: Ref<Draft<Value> | undefined>
  /** Take the draft over. */
  restore(): void
  /** Forget the draft. */
  forget(): void
  /** Everything is saved: the draft goes and nothing holds anybody back. */
  done(): void
}

const prefix = 'plinth.draft.'
const draftLifetimeMs = 30 * 86_400_000
let isLeaving = false

/** The drafts of a person in this browser, the latest first: what they are of (`movie/01J…`, `movie/new`), and when they were typed, ms. */
export function keptDrafts(person: string): { name: string; at: number }[] {
  const start = `${prefix}${person} `
  return Object.keys(localStorage)
    .filter(key => key.startsWith(start))
    .flatMap(key => {
      const draft = read(key)
      return draft === undefined ? [] : [{ name: key.slice(start.length), at: draft.at }]
    })
    .sort((a, b) => b.at - a.at)
}

/** Leave without the browser's question: to sign in again, when the drafts are what comes back. */
export function leaveFor(address: string): void {
  isLeaving = true
  location.assign(address)
}

/**
 * Keep what somebody types through reload and the end of the session, and ask before they leave it behind.
 * @param name of what is edited, and by whom: `${me.id} movie/01J…`
 * @param value what is in the form
 * @param saved what was loaded or saved last
 * @param basis its ETag
 */
export function useUnsaved<Value>(
  name: MaybeRefOrGetter<string>,
  value: Ref<Value>,
  saved: MaybeRefOrGetter<Value>,
  basis: MaybeRefOrGetter<string> = '',
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
  const keep = (): void => {
    clearTimeout(timer)
    if (!isDirty.value) return
    const kept: Draft<Value> = { value: value.value, at: Date.now(), basis: toValue(basis) }
    localStorage.setItem(key(), JSON.stringify(kept))
  }

  watch(
    () => toValue(name),
    () => {
      const found = read<Value>(key())
      draft.value = found !== undefined && !equal(found.value, toValue(saved)) ? found : undefined
    },
    { immediate: true },
  )
  watch(
    value,
    () => {
      clearTimeout(timer)
      if (isDirty.value) timer = setTimeout(keep, 300)
      else if (draft.value === undefined) localStorage.removeItem(key())
    },
    { deep: true },
  )

  const leave = async (): Promise<boolean> => {
    if (!isDirty.value) return true
    const left = await confirm({
      title: t('common.leaveTitle'),
      text: t('common.leaveText'),
      action: t('common.leaveAction'),
    })
    if (left) keep()
    return left
  }
  const hold = (event: BeforeUnloadEvent): void => {
    keep()
    if (isDirty.value && !isLeaving) event.preventDefault()
  }
  onBeforeRouteLeave(leave)
  onBeforeRouteUpdate((to, from) => (to.path === from.path ? true : leave()))
  onMounted(() => globalThis.addEventListener('beforeunload', hold))
  onBeforeUnmount(() => {
    clearTimeout(timer)
    globalThis.removeEventListener('beforeunload', hold)
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

function read<Value>(key: string): Draft<Value> | undefined {
  const text = localStorage.getItem(key)
  if (text === null) return undefined
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by us, under a name of our own
    const draft = JSON.parse(text) as Draft<Value>
    return Date.now() - draft.at < draftLifetimeMs ? draft : undefined
  } catch {
    return undefined
  }
}
