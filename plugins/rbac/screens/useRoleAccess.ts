import { useMutation } from '@pinia/colada'
import { computed, shallowRef } from 'vue'
import { equalJson } from '../../../lib/json/objects.ts'
import {
  api,
  ApiError,
  attempt,
  confirm,
  queries,
  refusalOf,
  t,
  toast,
  useMe,
  useTypes,
  value,
} from '../../../admin/src/index.ts'
import { getRoleAccess, getRoles } from './rights.ts'
import type { RoleAccess } from './rights.ts'
import { differences, effectsOf, rebase, withDefault } from './rightChanges.ts'

const saveRoles = async (roles: string[]): Promise<string[]> =>
  (await value(api.PUT('/api/settings/roles', { body: { roles } }))).roles

const saveRoleAccess = async (roles: RoleAccess): Promise<RoleAccess> =>
  (await value(api.PUT('/api/settings/role-access', { body: { roles } }))).roles

/** The roles with their rights, and the changes being made to them. */
export function useRoleAccess() {
  const types = useTypes()
  const me = useMe()
  const roles = shallowRef<readonly string[]>([])
  const setting = queries.useSetting<RoleAccess>({
    name: () => `${me.me?.id ?? ''} role-access`,
    empty: {},
    current: () => ({
      read: async () => {
        const [names, access] = await Promise.all([getRoles(), getRoleAccess()])
        roles.value = names
        return access
      },
      write: saveRoleAccess,
    }),
    isSame: equalJson,
    rebase,
    words: {
      saved: () => t('rbac.rightsSaved'),
      undone: () => t('rbac.rightsBack'),
      stale: () => t('rbac.rightsStale'),
    },
  })
  const { value: access, saved, ...others } = setting

  const { mutateAsync: addRole } = useMutation({
    mutation: async (name: string) => {
      if (!/^[a-z][a-z0-9_-]{0,62}$/.test(name)) throw new ApiError(400, t('rbac.roleName'))
      const now = await getRoles()
      if (now.includes(name)) throw new ApiError(409, t('rbac.roleExists', { role: name }))
      roles.value = await saveRoles([...now, name])
      toast(() => t('rbac.roleAdded', { role: name }), { tone: 'good' })
    },
  })
  const { mutateAsync: dropRole } = useMutation({
    mutation: async (name: string) => {
      roles.value = await saveRoles((await getRoles()).filter(role => role !== name))
    },
  })

  async function removeRole(name: string): Promise<void> {
    const isSure = await confirm({
      title: t('rbac.removeRoleTitle', { role: name }),
      text: t('rbac.removeRoleText'),
      action: t('rbac.removeRole', { role: name }),
      tone: 'danger',
    })
    if (!isSure) return
    const wordsFor = (error: ApiError): string =>
      error.status === 409 ? t('rbac.roleHeld', { role: name }) : refusalOf(error)
    if (!(await attempt(() => dropRole(name), wordsFor))) return
    saved.value = withDefault(saved.value, name)
    access.value = withDefault(access.value, name)
    toast(() => t('rbac.roleRemoved', { role: name }))
  }

  return {
    ...others,
    roles,
    access,
    saved,
    changes: computed(() => differences(saved.value, access.value)),
    effects: computed(() =>
      effectsOf(
        saved.value,
        access.value,
        roles.value,
        types.all.map(({ slug }) => slug),
      ),
    ),
    addRole,
    removeRole,
  }
}
