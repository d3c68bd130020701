import { useQuery, useQueryCache } from '@pinia/colada'
import { computed, reactive, shallowReactive, toRaw } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import {
  ApiError,
  attempt,
  getRoles,
  leaveFor,
  matches,
  t,
  toast,
  useMe,
  useQueryText,
  useWholeList,
} from '../../../admin/src/index.ts'
import type { GrowingList, Row } from '../../../admin/src/index.ts'
import { changeUser, everyAccount, everyUser, getUser, impersonate } from './usersApi.ts'
import type { User, UserChange } from './usersApi.ts'

/** The actions of administrators on users. */
export interface UserChanges {
  /** Ids of users that are being saved. */
  saving: ReadonlySet<string>
  /** The user as last saved here, instead of the listed one. */
  latest(listed: User): User
  /** Save a change, unless another user has changed this one in the meantime. Reports the result and offers to undo it. */
  change(listed: User, body: UserChange): Promise<void>
  actAs(user: User): Promise<void>
}

const fields = ['name', 'role', 'status', 'account_id'] as const

/** See {@link UserChanges}. @param reload loads the shown users again */
export function useUserChanges(reload: () => unknown): UserChanges {
  const me = useMe()
  const cache = useQueryCache()
  const saving = reactive(new Set<string>())
  const changed = shallowReactive(new WeakMap<User, User>()) // the key is the listed user, so that a reloaded list replaces the change
  const latest = (user: User): User => changed.get(toRaw(user)) ?? user

  async function change(listed: User, body: UserChange, successText?: string): Promise<void> {
    const user = latest(listed)
    saving.add(user.id)
    try {
      const now = await getUser(user.id)
      if (fields.some(field => now.value[field] !== user[field])) throw new ApiError(412, '')
      const saved = (await changeUser(user.id, body, now.etag)).value
      changed.set(toRaw(listed), saved)
      announceChange(listed, user, saved, successText)
      if (user.id === me.me?.id) await me.load()
      await cache.invalidateQueries({ key: ['invitations'] }) // those of a former administrator are revoked
    } catch (error) {
      await refuse(error, user)
    } finally {
      saving.delete(user.id)
    }
  }

  function announceChange(listed: User, before: User, after: User, successText: string | undefined): void {
    const changedFields = fields.filter(field => before[field] !== after[field])
    if (changedFields.length === 0) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the former values of the same fields
    const back = Object.fromEntries(changedFields.map(field => [field, before[field]])) as UserChange
    const undo =
      successText === undefined ? { undo: () => change(listed, back, t('users.userBack', { name: after.name })) } : {}
    toast(successText ?? describeChange(after, changedFields), { tone: 'good', ...undo })
  }

  async function refuse(error: unknown, user: User): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 409) return toast(t('users.lastAdministrator', { name: user.name }), { tone: 'bad' })
    if (!error.isStale) return toast(error.message || t('common.failed'), { tone: 'bad' })
    toast(t('users.userStale', { name: user.name }), { tone: 'bad' })
    await reload()
  }

  async function actAs(user: User): Promise<void> {
    const wordsFor = ({ message }: ApiError): string => t('users.cannotAct', { name: user.name, message })
    if (await attempt(() => impersonate(user.id), wordsFor)) leaveFor('/')
  }

  return { saving, latest, change: (listed, body) => change(listed, body), actAs }
}

function describeChange(user: User, changedFields: readonly (typeof fields)[number][]): string {
  const { name, role } = user
  if (changedFields.length > 1) return t('users.userSaved', { name })
  if (changedFields[0] === 'role') return t('users.roleGiven', { name, role })
  if (changedFields[0] === 'status') return t(user.status === 'active' ? 'users.enabled' : 'users.disabled', { name })
  return t(changedFields[0] === 'account_id' ? 'users.moved' : 'users.renamed', { name })
}

/** The users, with filters in the query of the address. */
export interface UserList {
  list: GrowingList<Row<User>>
  /** Beginnings of words in the name or the address. */
  words: Ref<string>
  /** Empty for all roles. */
  role: Ref<string>
  status: Ref<string>
  isNarrowed: ComputedRef<boolean>
  clear(): void
}

/** The users of every account, newest first. All of them are loaded, because the API has no filters for them. */
export function useUsers(): UserList {
  const route = useRoute()
  const router = useRouter()
  const words = useQueryText('q')
  const role = useQueryText('role')
  const status = useQueryText('status')
  const query = useQuery<User[]>({ key: ['users', 'all'], query: everyUser })
  const list = useWholeList(
    query,
    ({ id }) => id,
    ({ of }) =>
      (role.value === '' || of.role === role.value) &&
      (status.value === '' || of.status === status.value) &&
      matches({ label: of.name, note: of.email }, words.value),
  )
  return {
    list,
    words,
    role,
    status,
    isNarrowed: computed(() => words.value !== '' || role.value !== '' || status.value !== ''),
    clear: () => void router.replace({ path: route.path }),
  }
}

/** Roles and accounts as options. */
export function useUserChoices(): {
  roles: ComputedRef<{ value: string; label: string }[]>
  accounts: ComputedRef<{ value: string; label: string }[]>
} {
  const roles = useQuery({ key: ['roles'], query: getRoles })
  const accounts = useQuery({ key: ['accounts', 'all'], query: everyAccount })
  return {
    roles: computed(() => (roles.data.value ?? []).map(role => ({ value: role, label: role }))),
    accounts: computed(() => (accounts.data.value ?? []).map(({ id, name }) => ({ value: id, label: name }))),
  }
}
