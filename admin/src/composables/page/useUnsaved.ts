import { useEventListener, useTimeoutFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate, useRouter } from 'vue-router'
import type { RouteLocationNormalized } from 'vue-router'
import { clone, equal } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { confirm, question } from '../feedback/useConfirm.ts'
import { toast } from '../feedback/useToast.ts'
import { isLeavingPage } from './leaving.ts'

/** An edited value that is not saved. */
interface Draft<Value> {
  value: Value
  /** Time of the edit, ms. */
  at: number
  /** ETag of the version that was edited, to detect whether it changed since. */
  basis: string
}

/** Saving where the user leaves. */
interface Leaving {
  /** @returns false when it was not saved, which is shown */
  save(): Promise<boolean>
  /** Why it cannot be saved; undefined when nothing is known that prevents it. */
  obstacle(): Promise<string | undefined>
}

const prefix = 'plinth.draft.'
/** The name of the form to which the user chose to return. */
let returningTo: string | undefined
const draftLifetimeMs = 30 * 86_400_000

/** The key of a draft: the name of what is edited, and of the form, because several tabs can have a form of the same thing open. */
const keyOf = (name: string, form: string): string => `${prefix}${name}#${form}`

/** The drafts of a person in this browser, newest first: the name of each thing (`movie/01J…`, `movie/new`), and the time of its last edit, ms. */
export function listDrafts(person: string): { name: string; at: number }[] {
  const start = `${prefix}${person} `
  const times = new Map<string, number>()
  for (const key of Object.keys(localStorage).filter(one => one.startsWith(start))) {
    const name = key.slice(start.length).replace(/#[^#]*$/, '')
    const at = readDraft(key)?.at
    if (at !== undefined) times.set(name, Math.max(at, times.get(name) ?? 0))
  }
  return [...times].map(([name, at]) => ({ name, at })).sort((a, b) => b.at - a.at)
}

/**
 * Keep unsaved input through a reload, the end of the session and when the user leaves, with a way back. What cannot be kept is not left without a
 * question. Each form keeps its own draft.
 * @param name identifies the edited object and the user: `${me.id} movie/01J…`
 * @param value the content of the form
 * @param saved the value that was last loaded or saved
 * @param basis ETag of the saved value
 * @param options.keepable the part of the content that the browser may keep; all of it by default
 * @param options.put replaces the value; by default it is assigned
 * @param options.leaving how the value is saved where the user leaves; without it that is not offered. `drawer`: the drawer asks before the user leaves
 */
export function useUnsaved<Value>(
  name: MaybeRefOrGetter<string>,
  value: Ref<Value>,
  saved: MaybeRefOrGetter<Value>,
  basis: MaybeRefOrGetter<string> = '',
  options: { keepable?: (value: Value) => Value; put?: (draft: Value) => void; leaving?: Leaving | 'drawer' } = {},
) {
  const { keepable = (all: Value) => all, put = (next: Value) => void (value.value = next), leaving } = options
  /** Whether there are unsaved changes. */
  const isDirty = computed(() => !equal(value.value, toValue(saved)))
  const offered = shallowRef<{ key: string; draft: Draft<Value> }>()
  /** Whether the input is kept in the browser; false when its storage is full. */
  const isKept = ref(true)
  let form = openForm()
  let leavingTo: string | undefined

  const ownKey = (): string => keyOf(toValue(name), form.id)
  const removeOwn = (): void => {
    stop()
    isKept.value = true
    localStorage.removeItem(ownKey())
  }
  const storeDraft = (): void => {
    stop()
    if (!isDirty.value) return
    const kept: Draft<Value> = { value: keepable(value.value), at: Date.now(), basis: toValue(basis) }
    if (equal(kept.value, toValue(saved))) return removeOwn() // nothing of it may be kept
    isKept.value = write(ownKey(), JSON.stringify(kept))
  }
  const { start: storeSoon, stop } = useTimeoutFn(storeDraft, 300, { immediate: false })
  const offerNext = (): void => {
    const start = prefix + toValue(name)
    offered.value = Object.keys(localStorage)
      .filter(key => (key === start || key.startsWith(`${start}#`)) && key !== ownKey())
      .flatMap(key => {
        const draft = readDraft<Value>(key)
        return draft === undefined || equal(draft.value, toValue(saved)) ? [] : [{ key, draft }]
      })
      .sort((a, b) => b.draft.at - a.draft.at)[0]
  }

  watch(() => toValue(name), offerNext, { immediate: true })
  watch(value, () => (isDirty.value ? storeSoon() : removeOwn()), { deep: true })

  const router = useRouter()
  const confirmLeaving = async (to: RouteLocationNormalized, from: RouteLocationNormalized): Promise<boolean> => {
    if (!isDirty.value) return true
    storeDraft()
    if (isKept.value && equal(keepable(value.value), value.value)) {
      const left = toValue(name)
      const back = async (): Promise<void> => {
        returningTo = left
        await router.push(from.fullPath)
      }
      toast(() => t('common.draftKept'), { action: { label: () => t('common.backToDraft'), run: back } })
      return true
    }
    const way = leaving === 'drawer' ? undefined : leaving
    const saveAndLeave = async (): Promise<void> => {
      leavingTo = to.fullPath
      if ((await way?.save()) !== true) return
      question.value?.answer(false) // about the same form, if it was left again meanwhile
      await goOn()
    }
    const isSavable = way !== undefined && (await way.obstacle()) === undefined
    return confirm({
      title: t('common.leaveTitle'),
      text: t(isKept.value ? 'common.leaveSecretsText' : 'common.leaveLostText'),
      action: t('common.leaveAction'),
      losesInput: true,
      tone: 'danger',
      ...(isSavable && { instead: { label: t('common.saveAndLeave'), run: saveAndLeave } }),
    })
  }
  /** Go on to where the user wanted to leave for, after a save that needed an answer first. @returns whether there is such a place */
  async function goOn(): Promise<boolean> {
    const there = leavingTo
    leavingTo = undefined
    if (there !== undefined) await router.push(there)
    return there !== undefined
  }
  const confirmUnload = (event: BeforeUnloadEvent): void => {
    storeDraft()
    if (isDirty.value && !(isLeavingPage() && isKept.value)) event.preventDefault()
  }
  if (leaving !== 'drawer') {
    onBeforeRouteLeave(confirmLeaving)
    onBeforeRouteUpdate((to, from) => (to.path === from.path ? true : confirmLeaving(to, from)))
  }
  useEventListener('beforeunload', confirmUnload)
  onScopeDispose(() => form.release())

  /** Replace the value with the offered draft. What was typed here becomes a draft that is offered next. */
  function restore(): void {
    const { key, draft } = offered.value ?? {}
    if (key === undefined || draft === undefined) return
    if (isDirty.value) {
      storeDraft()
      form.release()
      form = openForm()
    }
    put(clone(draft.value))
    storeDraft()
    if (isKept.value) void removeUnlessOpen(key)
    offerNext()
    if (offered.value?.key === key) offered.value = undefined
  }

  return {
    isDirty,
    isKept,
    /** The newest draft of another form that differs from the saved value. Offered, not applied automatically, and kept until then. */
    draft: computed(() => offered.value?.draft),
    restore,
    goOn,
    /** The user saves and stays. */
    stay: () => (leavingTo = undefined),
    /** Restore the draft if the user left this form a moment ago and chose to return. */
    resume: () => {
      if (returningTo !== toValue(name)) return
      returningTo = undefined
      restore()
    },
    /** Delete the offered draft. */
    forget: () => {
      if (offered.value !== undefined) localStorage.removeItem(offered.value.key)
      offerNext()
    },
    /** Call when everything is saved or discarded: deletes what this form kept, and the user can leave without a question. */
    done: removeOwn,
  }
}

export type Unsaved<Value> = ReturnType<typeof useUnsaved<Value>>

const locks = globalThis.navigator?.locks as LockManager | undefined

/** A name for an open form. Until it is released it holds a lock of this name, which tells other tabs that its draft is still in use. */
function openForm(): { id: string; release: () => void } {
  const id = Math.random().toString(36).slice(2, 12)
  let release = (): void => {}
  const whileOpen = new Promise<void>(resolve => (release = resolve))
  void locks?.request(prefix + id, () => whileOpen)
  return { id, release }
}

/** Remove a draft whose form is not open in any tab: its content is in another form now. */
async function removeUnlessOpen(key: string): Promise<void> {
  const form = key.slice(key.lastIndexOf('#') + 1)
  const held = (await locks?.query())?.held ?? []
  if (!held.some(({ name }) => name === prefix + form)) localStorage.removeItem(key)
}

/** @returns false where the storage of the browser has no room, also after removing drafts that are too old to be offered */
function write(key: string, text: string): boolean {
  for (const isLast of [false, true]) {
    try {
      localStorage.setItem(key, text)
      return true
    } catch (error) {
      if (!(error instanceof DOMException) || isLast) break
      const drafts = Object.keys(localStorage).filter(one => one.startsWith(prefix))
      for (const old of drafts.filter(one => readDraft(one) === undefined)) localStorage.removeItem(old)
    }
  }
  return false
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
