import { useMutation, useQuery } from '@pinia/colada'
import { computed, watch } from 'vue'
import type { ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { ApiError, createView, deleteView, equal, getView, listViews, shortId, updateView } from '../../../api/index.ts'
import { compareTexts, t } from '../../../i18n/index.ts'
import { useReadAgain } from '../../../composables/data/useReadAgain.ts'
import { useMe } from '../../../stores/me.ts'
import { readView, writeView } from '../../../composables/view/view.ts'
import type { View } from '../../../composables/view/view.ts'
import { fromSaved, isChanged, toSaved, withoutStale } from './savedView.ts'
import type { SavedView } from './savedView.ts'
import { nameIn } from '../../../schema/index.ts'

/** The saved views of a type. The methods that write throw ApiError. */
export function useSavedViews(slug: () => string, view: () => View) {
  const me = useMe()
  const readAgain = useReadAgain()
  const key = (): string[] => ['views', slug()]
  const query = useQuery<SavedView[]>({ key, query: () => listViews(slug()) })

  /** Sorted by name. */
  const all = computed(() => [...(query.data.value ?? [])].sort((a, b) => compareTexts(nameIn(a), nameIn(b))))
  /** The view with which the list started. */
  const current = computed(() => all.value.find(({ id }) => shortId(id) === view().saved))
  const onSettled = (): Promise<void> => readAgain(key())
  const { mutateAsync: create } = useMutation({
    mutation: (added: Omit<Parameters<typeof createView>[0], 'type_slug'>) =>
      createView({ type_slug: slug(), ...added }),
    onSettled,
  })
  /** @throws ApiError, stale when somebody else has changed the same of the view since it was read */
  const { mutateAsync: update } = useMutation({
    mutation: async ({ view: seen, changes }: { view: SavedView; changes: Parameters<typeof updateView>[1] }) => {
      const { value: now, etag } = await getView(seen.id)
      const replaced = (view: SavedView) =>
        Object.fromEntries(Object.entries(view).filter(([name]) => Object.hasOwn(changes, name)))
      if (!equal(replaced(now), replaced(seen))) throw new ApiError(412, t('common.stale'))
      return updateView(seen.id, changes, etag)
    },
    onSettled,
  })
  /** @returns the view as it was in the end */
  const { mutateAsync: remove } = useMutation({
    mutation: async ({ id }: SavedView) => {
      const { value: last, etag } = await getView(id)
      await deleteView(id, etag)
      return last
    },
    onSettled,
  })
  const content = (): ReturnType<typeof toSaved> => toSaved(view())

  return {
    all,
    /** The view that the list of the type opens with. */
    opening: computed(() => all.value.find(one => one.shared && one.default)),
    /** Whether the views are known, or cannot be read. */
    isKnown: computed(() => query.data.value !== undefined || query.error.value !== null),
    current,
    /** Whether the list differs from the current view. */
    isChanged: computed(() => current.value !== undefined && isChanged(view(), current.value)),
    mayWrite: ({ shared, owner }: SavedView): boolean => (shared ? me.isAdministrator : owner === me.me?.id),
    mayShare: computed(() => me.isAdministrator),
    /** Save the list under a new name. */
    create: (name: string, shared: boolean): Promise<SavedView> => create({ name, shared, ...content() }),
    /** Replace the content of a view by the current list. */
    save: (view: SavedView): Promise<SavedView> => update({ view, changes: content() }),
    /** Give a view the content that it had before. @param view as it was saved */
    reset: (view: SavedView, before: SavedView): Promise<SavedView> =>
      update({ view, changes: toSaved(fromSaved(before)) }),
    rename: (view: SavedView, name: string, shared: boolean): Promise<SavedView> => {
      const names = name === nameIn(view) ? {} : { name, titles: {} }
      return update({ view, changes: { ...names, shared } })
    },
    /** Make the list of the type open with a view, or with all resources again. */
    setDefault: (view: SavedView, isDefault: boolean): Promise<SavedView> =>
      update({ view, changes: { default: isDefault } }),
    remove,
    /** Save a removed view again. */
    revive: (saved: SavedView): Promise<SavedView> => {
      const { name, titles, shared } = saved
      const further = { ...(titles !== undefined && { titles }), ...(saved.default && { default: true }) }
      return create({ name, shared, ...toSaved(fromSaved(saved)), ...further })
    },
  }
}

/**
 * Opens a list whose address has no query with the view that administrators chose for its type.
 * @returns whether it is known what the list shows
 */
export function useOpeningView(slug: () => string): ComputedRef<boolean> {
  const route = useRoute()
  const router = useRouter()
  const views = useSavedViews(slug, () => readView(route.query))
  const saysNothing = (): boolean => route.name === 'list' && Object.keys(route.query).length === 0

  watch(
    () => saysNothing() && views.opening.value,
    view => {
      if (view !== false && view !== undefined) void router.replace({ query: writeView(fromSaved(view)) })
    },
    { immediate: true },
  )
  /** An address from the time before a change of the type. */
  watch(
    () => {
      const view = readView(route.query)
      const known = withoutStale(view, views.current.value?.stale ?? [])
      return equal(writeView(view), writeView(known)) ? undefined : known
    },
    known => {
      if (known !== undefined) void router.replace({ query: writeView(known) })
    },
    { immediate: true },
  )
  return computed(() => !saysNothing() || (views.isKnown.value && views.opening.value === undefined))
}
