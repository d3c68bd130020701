import { useMutation, useQuery } from '@pinia/colada'
import { computed, watch } from 'vue'
import type { ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { createView, deleteView, listViews, shortId, updateView } from '../../../api/index.ts'
import { compareTexts } from '../../../i18n/index.ts'
import { useReadAgain } from '../../../composables/data/useReadAgain.ts'
import { useMe } from '../../../stores/me.ts'
import { readView, writeView } from '../../../composables/view/view.ts'
import type { View } from '../../../composables/view/view.ts'
import { fromSaved, isChanged, toSaved } from './savedView.ts'
import type { SavedView } from './savedView.ts'
import { nameIn } from '../../../schema/index.ts'

/** What useSavedViews returns. The methods that write throw ApiError. */
export interface SavedViews {
  /** Sorted by name. */
  all: ComputedRef<readonly SavedView[]>
  /** The view that the list of the type opens with. */
  opening: ComputedRef<SavedView | undefined>
  /** Whether the views are known, or cannot be read. */
  isKnown: ComputedRef<boolean>
  /** The view with which the list started. */
  current: ComputedRef<SavedView | undefined>
  /** Whether the list differs from the current view. */
  isChanged: ComputedRef<boolean>
  mayWrite(view: SavedView): boolean
  mayShare: ComputedRef<boolean>
  /** Save the list under a new name. */
  create(name: string, shared: boolean): Promise<SavedView>
  /** Replace the content of a view by the current list. */
  save(view: SavedView): Promise<void>
  rename(view: SavedView, name: string, shared: boolean): Promise<void>
  /** Make the list of the type open with a view, or with all resources again. */
  setDefault(view: SavedView, isDefault: boolean): Promise<void>
  remove(view: SavedView): Promise<void>
  /** Save a removed view again. */
  revive(view: SavedView): Promise<SavedView>
}

/** The saved views of a type. */
export function useSavedViews(slug: () => string, view: () => View): SavedViews {
  const me = useMe()
  const readAgain = useReadAgain()
  const key = (): string[] => ['views', slug()]
  const query = useQuery<SavedView[]>({ key, query: () => listViews(slug()) })

  const all = computed(() => [...(query.data.value ?? [])].sort((a, b) => compareTexts(nameIn(a), nameIn(b))))
  const current = computed(() => all.value.find(({ id }) => shortId(id) === view().saved))
  const onSuccess = (): Promise<void> => readAgain(key())
  const { mutateAsync: create } = useMutation({
    mutation: (added: Omit<Parameters<typeof createView>[0], 'type_slug'>) =>
      createView({ type_slug: slug(), ...added }),
    onSuccess,
  })
  const { mutateAsync: update } = useMutation({
    mutation: async ({ id, changes }: { id: string; changes: Parameters<typeof updateView>[1] }) => {
      await updateView(id, changes)
    },
    onSuccess,
  })
  const { mutateAsync: remove } = useMutation({ mutation: ({ id }: SavedView) => deleteView(id), onSuccess })
  const content = (): ReturnType<typeof toSaved> => toSaved(view())

  return {
    all,
    opening: computed(() => all.value.find(one => one.shared && one.default)),
    isKnown: computed(() => query.data.value !== undefined || query.error.value !== null),
    current,
    isChanged: computed(() => current.value !== undefined && isChanged(view(), current.value)),
    mayWrite: ({ shared, owner }) => (shared ? me.isAdministrator : owner === me.me?.id),
    mayShare: computed(() => me.isAdministrator),
    create: (name, shared) => create({ name, shared, ...content() }),
    save: ({ id }) => update({ id, changes: content() }),
    rename: (renamed, name, shared) => {
      const names = name === nameIn(renamed) ? {} : { name, titles: {} }
      return update({ id: renamed.id, changes: { ...names, shared } })
    },
    setDefault: ({ id }, isDefault) => update({ id, changes: { default: isDefault } }),
    remove,
    revive: saved => {
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
  return computed(() => !saysNothing() || (views.isKnown.value && views.opening.value === undefined))
}
