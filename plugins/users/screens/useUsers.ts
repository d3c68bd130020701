import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { computed, reactive } from 'vue'
import type { ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import {
  ApiError,
  attempt,
  matches,
  pages,
  queries,
  refusalOf,
  source,
  t,
  toast,
  useMe,
} from '../../../admin/src/index.ts'
import { changeUser, everyAccount, everyUser, getUser, impersonate } from './usersApi.ts'
import type { User, UserChange } from './usersApi.ts'

/** The key of the list of all users. */
const everyone = ['users', 'all']
const fields = ['name', 'role', 'status', 'account_id'] as const

/** The actions of administrators on users. */
export function useUserChanges() {
  const me = useMe()
  const cache = useQueryCache()
  const readAgain = queries.useReadAgain()
  /** Ids of users that are being saved. */
  const saving = reactive(new Set<string>())
  const { mutateAsync: save } = useMutation({
    mutation: async ({ user, body }: { user: User; body: UserChange }) => {
      const now = await getUser(user.id)
      if (fields.some(field => now.value[field] !== user[field])) throw new ApiError(412, '')
      return (await changeUser(user.id, body, now.etag)).value
    },
    onMutate: ({ user }) => void saving.add(user.id),
    onSuccess: async saved => {
      cache.setQueryData<User>(['users', saved.id], saved)
      if (cache.getQueryData(everyone) !== undefined)
        cache.setQueryData<User[]>(everyone, all => (all ?? []).map(one => (one.id === saved.id ? saved : one)))
      if (saved.id === me.me?.id) await me.load()
      await readAgain(['invitations']) // those of a former administrator are revoked
    },
    onSettled: (_saved, _error, { user }) => void saving.delete(user.id),
  })

  /** Save a change, unless another user has changed this one in the meantime. Reports the result and offers to undo it. */
  async function change(user: User, body: UserChange, successText?: string): Promise<void> {
    const wordsFor = (error: ApiError): string => {
      if (error.status === 409) return t('users.lastAdministrator', { name: user.name })
      if (!error.isStale) return refusalOf(error)
      void readAgain(['users'])
      return t('users.userStale', { name: user.name })
    }
    await attempt(async () => announceChange(user, await save({ user, body }), successText), wordsFor)
  }

  function announceChange(before: User, after: User, successText: string | undefined): void {
    const changedFields = fields.filter(field => before[field] !== after[field])
    if (changedFields.length === 0) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the former values of the same fields
    const back = Object.fromEntries(changedFields.map(field => [field, before[field]])) as UserChange
    const undo =
      successText === undefined ? { undo: () => change(after, back, t('users.userBack', { name: after.name })) } : {}
    toast(successText ?? describeChange(after, changedFields), { tone: 'good', ...undo })
  }

  async function actAs(user: User): Promise<void> {
    const wordsFor = ({ message }: ApiError): string => t('users.cannotAct', { name: user.name, message })
    if (await attempt(() => impersonate(user.id), wordsFor)) location.assign('/')
  }

  return { saving, change: (user: User, body: UserChange) => change(user, body), actAs }
}

function describeChange(user: User, changedFields: readonly (typeof fields)[number][]): string {
  const { name, role } = user
  if (changedFields.length > 1) return t('users.userSaved', { name })
  if (changedFields[0] === 'role') return t('users.roleGiven', { name, role })
  if (changedFields[0] === 'status') return t(user.status === 'active' ? 'users.enabled' : 'users.disabled', { name })
  return t(changedFields[0] === 'account_id' ? 'users.moved' : 'users.renamed', { name })
}

/** The users of every account, newest first. All of them are loaded, because the API has no filters for them. */
export function useUsers() {
  const route = useRoute()
  const router = useRouter()
  /** Beginnings of words in the name or the address. */
  const words = pages.useQueryText('q')
  const role = pages.useQueryText('role')
  const status = pages.useQueryText('status')
  const query = useQuery<User[]>({ key: everyone, query: everyUser })
  const list = queries.useWholeList(
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
  const roles = useQuery({ key: ['roles'], query: () => source('roles').list() })
  const accounts = useQuery({ key: ['accounts', 'all'], query: everyAccount })
  return {
    roles: computed(() => (roles.data.value ?? []).map(role => ({ value: role, label: role }))),
    accounts: computed(() => (accounts.data.value ?? []).map(({ id, name }) => ({ value: id, label: name }))),
  }
}
