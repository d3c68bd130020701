import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import {
  api,
  ApiError,
  confirm,
  equal,
  getRoleAccess,
  getRoles,
  t,
  toast,
  useMe,
  useTypes,
  useUnsaved,
  value,
} from '../../../admin/src/index.ts'
import type { RoleAccess, Unsaved } from '../../../admin/src/index.ts'
import { differences, effectsOf, rebase, withDefault } from './rightChanges.ts'
import type { Effect } from './rightChanges.ts'

const saveRoles = async (roles: string[]): Promise<string[]> =>
  (await value(api.PUT('/api/settings/roles', { body: { roles } }))).roles

const saveRoleAccess = async (roles: RoleAccess): Promise<RoleAccess> =>
  (await value(api.PUT('/api/settings/role-access', { body: { roles } }))).roles

/** Roles, what each may do, and what is being changed about it. */
export interface RoleAccessScreen {
  roles: ShallowRef<readonly string[]>
  access: Ref<RoleAccess>
  saved: ShallowRef<RoleAccess>
  isLoaded: Ref<boolean>
  error: ShallowRef<unknown>
  isSaving: Ref<boolean>
  /** Why it was not saved, or what changed meanwhile. */
  notice: Ref<string>
  changes: ComputedRef<number>
  effects: ComputedRef<Effect[]>
  unsaved: Unsaved<RoleAccess>
  load(): Promise<void>
  save(): Promise<void>
  discard(): void
  addRole(name: string): Promise<string>
  removeRole(name: string): Promise<void>
}

/** See {@link RoleAccessScreen}. */
export function useRoleAccess(): RoleAccessScreen {
  const types = useTypes()
  const me = useMe()
  const roles = shallowRef<readonly string[]>([])
  const saved = shallowRef<RoleAccess>({})
  const access = ref<RoleAccess>({})
  const isLoaded = ref(false)
  const isSaving = ref(false)
  const error = shallowRef<unknown>()
  const notice = ref('')
  const unsaved = useUnsaved(() => `${me.me?.id ?? ''} role-access`, access, saved)

  function take(next: RoleAccess): void {
    saved.value = next
    access.value = next
  }

  async function load(): Promise<void> {
    try {
      error.value = undefined
      const [names, map] = await Promise.all([getRoles(), getRoleAccess()])
      roles.value = names
      take(map)
      isLoaded.value = true
    } catch (failed) {
      error.value = failed
    }
  }

  async function save(): Promise<void> {
    if (isSaving.value || !unsaved.isDirty.value) return
    isSaving.value = true
    notice.value = ''
    try {
      const theirs = await getRoleAccess()
      if (equal(theirs, saved.value)) await put(access.value)
      else {
        access.value = rebase(saved.value, access.value, theirs)
        saved.value = theirs
        notice.value = t('rbac.rightsStale')
      }
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed
      notice.value = t('rbac.notSaved', { message: failed.message })
    } finally {
      isSaving.value = false
    }
  }

  async function put(next: RoleAccess): Promise<void> {
    const before = saved.value
    take(await saveRoleAccess(next))
    unsaved.done()
    toast(t('rbac.rightsSaved'), { tone: 'good', undo: () => putBack(before) })
  }

  async function putBack(before: RoleAccess): Promise<void> {
    try {
      take(await saveRoleAccess(before))
      unsaved.done()
      toast(t('rbac.rightsBack'))
    } catch (failed) {
      tellFailure(failed)
    }
  }

  function discard(): void {
    const mine = access.value
    access.value = saved.value
    notice.value = ''
    unsaved.done()
    toast(t('rbac.discarded'), { undo: () => (access.value = mine) })
  }

  /** @returns what is wrong with the name; empty when the role is there */
  async function addRole(name: string): Promise<string> {
    if (!/^[a-z][a-z0-9_-]{0,62}$/.test(name)) return t('rbac.roleName')
    try {
      const now = await getRoles()
      if (now.includes(name)) return t('rbac.roleExists', { role: name })
      roles.value = await saveRoles([...now, name])
      toast(t('rbac.roleAdded', { role: name }), { tone: 'good' })
      return ''
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed
      return failed.status === 400 ? t('rbac.roleName') : failed.message
    }
  }

  async function removeRole(name: string): Promise<void> {
    const isSure = await confirm({
      title: t('rbac.removeRoleTitle', { role: name }),
      text: t('rbac.removeRoleText'),
      action: t('rbac.removeRole', { role: name }),
      tone: 'danger',
    })
    if (!isSure) return
    try {
      roles.value = await saveRoles((await getRoles()).filter(role => role !== name))
      saved.value = withDefault(saved.value, name)
      access.value = withDefault(access.value, name)
      toast(t('rbac.roleRemoved', { role: name }))
    } catch (failed) {
      if (failed instanceof ApiError && failed.status === 409)
        toast(t('rbac.roleHeld', { role: name }), { tone: 'bad' })
      else tellFailure(failed)
    }
  }

  return {
    roles,
    access,
    saved,
    isLoaded,
    error,
    isSaving,
    notice,
    changes: computed(() => differences(saved.value, access.value)),
    effects: computed(() =>
      effectsOf(
        saved.value,
        access.value,
        roles.value,
        types.all.map(({ slug }) => slug),
      ),
    ),
    unsaved,
    load,
    save,
    discard,
    addRole,
    removeRole,
  }
}

function tellFailure(failed: unknown): void {
  if (!(failed instanceof ApiError)) throw failed
  toast(failed.message || t('common.failed'), { tone: 'bad' })
}
