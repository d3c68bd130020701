import { computed, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import {
  administrator,
  api,
  ApiError,
  attempt,
  getRoleAccess,
  getRoles,
  getSidebar,
  originOf,
  t,
  toast,
  useMe,
  useSidebar,
  useUnsaved,
  value,
} from '../../../admin/src/index.ts'
import type { RoleAccess, Sidebar, Unsaved } from '../../../admin/src/index.ts'
import { differences, fromSidebar, sameSidebar, toSidebar } from './arranging.ts'
import type { Arrangement } from './arranging.ts'

/** A sidebar that is being arranged: the general one, or that of a role. */
export interface Arranging {
  roles: ShallowRef<readonly string[]>
  arrangement: Ref<Arrangement>
  /** What is arranged, as it would be saved. */
  sidebar: ComputedRef<Sidebar>
  changes: ComputedRef<number>
  isLoaded: Ref<boolean>
  isSaving: Ref<boolean>
  error: ShallowRef<unknown>
  notice: Ref<string>
  unsaved: Unsaved<Arrangement>
  /** Whether the role may read a type at all; whoever may not never sees it. */
  mayRead(slug: string): boolean
  load(): Promise<void>
  save(): Promise<void>
  discard(): void
}

/** Save a sidebar, that of a role or the general one. */
async function saveSidebar(sidebar: Sidebar, role: string | undefined): Promise<void> {
  await value(api.PUT('/api/settings/sidebar', { params: { query: { role } }, body: sidebar }))
}

/** See {@link Arranging}. @param role undefined for the general one */
export function useArranging(role: () => string | undefined): Arranging {
  const me = useMe()
  const frame = useSidebar()
  const roles = shallowRef<readonly string[]>([])
  const access = shallowRef<RoleAccess>({})
  const saved = shallowRef<Arrangement>({ groups: [], hidden: [] })
  const arrangement = ref<Arrangement>({ groups: [], hidden: [] })
  const isLoaded = ref(false)
  const isSaving = ref(false)
  const error = shallowRef<unknown>()
  const notice = ref('')
  const unsaved = useUnsaved(() => `${me.me?.id ?? ''} sidebar ${role() ?? ''}`, arrangement, saved)
  const sidebar = computed(() => toSidebar(arrangement.value))
  const before = computed(() => toSidebar(saved.value))
  let loading = 0

  function mayRead(slug: string): boolean {
    const name = role()
    return name === undefined || name === administrator || originOf(access.value, name, slug, 'odrl:read') !== 'none'
  }

  /** What the role may not read is hidden by itself, and is not saved as hidden. */
  const readable = (all: Sidebar): Sidebar => ({ ...all, hidden_slugs: all.hidden_slugs.filter(mayRead) })

  function take(next: Sidebar): void {
    saved.value = fromSidebar(readable(next))
    arrangement.value = saved.value
  }

  async function load(): Promise<void> {
    const turn = ++loading
    try {
      error.value = undefined
      const [names, map, found] = await Promise.all([getRoles(), getRoleAccess(), getSidebar(role())])
      if (turn !== loading) return
      roles.value = names
      access.value = map
      take(found)
      isLoaded.value = true
    } catch (failed) {
      if (turn === loading) error.value = failed
    }
  }

  async function save(): Promise<void> {
    if (isSaving.value || differences(before.value, sidebar.value) === 0) return
    isSaving.value = true
    notice.value = ''
    try {
      const now = readable(await getSidebar(role()))
      if (sameSidebar(toSidebar(fromSidebar(now)), before.value)) await put(sidebar.value)
      else {
        saved.value = fromSidebar(now)
        notice.value = t('sidebar.sidebarStale')
      }
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed
      notice.value = t('sidebar.sidebarNotSaved', { message: failed.message })
    } finally {
      isSaving.value = false
    }
  }

  async function put(next: Sidebar): Promise<void> {
    const [former, of] = [before.value, role()]
    await saveSidebar(next, of)
    saved.value = arrangement.value
    unsaved.done()
    await frame.refresh()
    toast(t('sidebar.sidebarSaved'), { tone: 'good', undo: () => putBack(former, of) })
  }

  async function putBack(former: Sidebar, of: string | undefined): Promise<void> {
    if (!(await attempt(() => saveSidebar(former, of)))) return
    await Promise.all([load(), frame.refresh()])
    toast(t('sidebar.sidebarBack'))
  }

  function discard(): void {
    const mine = arrangement.value
    arrangement.value = saved.value
    notice.value = ''
    unsaved.done()
    toast(t('sidebar.discarded'), { undo: () => (arrangement.value = mine) })
  }

  watch(role, load, { immediate: true })
  const changes = computed(() => differences(before.value, sidebar.value))
  return {
    roles,
    arrangement,
    sidebar,
    changes,
    isLoaded,
    isSaving,
    error,
    notice,
    unsaved,
    mayRead,
    load,
    save,
    discard,
  }
}
