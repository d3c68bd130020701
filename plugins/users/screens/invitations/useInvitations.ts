import { useMutation, useQuery } from '@pinia/colada'
import { computed } from 'vue'
import {
  ApiError,
  attempt,
  confirm,
  queries,
  refusalOf,
  source,
  t,
  toast,
  useMe,
  useMore,
} from '../../../../admin/src/index.ts'
import { createInvitation, listInvitations, revokeInvitation } from '../usersApi.ts'
import type { Invitation } from '../usersApi.ts'

const key = ['invitations']

/** The pending invitations, newest first, and the actions of administrators on them; none in development mode, where nobody signs in. */
export function useInvitations() {
  const me = useMe()
  const readAgain = queries.useReadAgain()
  const list = useMore(() => [...key, 'list'], listInvitations, { enabled: () => !me.isDevelopment })
  const { mutateAsync } = useMutation({
    mutation: ({ id }: Invitation) => revokeInvitation(id),
    onSuccess: (_done, { email }) => {
      toast(() => t('users.revoked', { email }), { tone: 'good' })
      return readAgain(key)
    },
  })

  /** Ask, then revoke an invitation. @returns whether it was revoked */
  async function revoke(invitation: Invitation): Promise<boolean> {
    const isSure = await confirm({
      title: t('users.revokeTitle', { email: invitation.email }),
      text: t('users.revokeText'),
      action: t('users.revokeAction'),
      tone: 'danger',
    })
    return isSure && attempt(() => mutateAsync(invitation))
  }

  return { list, revoke }
}

/** Create invitations. `problems` says what is wrong with the address, or with anything else. */
export function useInviting() {
  const readAgain = queries.useReadAgain()
  const inviting = useMutation({ mutation: createInvitation, onSuccess: () => readAgain(key) })
  const problems = computed(() => {
    const { value: error } = inviting.error
    const email = error instanceof ApiError ? problemWithEmail(error) : ''
    return { email, other: email === '' ? refusalOf(error) : '' }
  })
  return { ...inviting, problems }
}

function problemWithEmail({ status, problems }: ApiError): string {
  if (status === 409) return t('users.invitedAlready')
  return problems.some(({ pointer }) => pointer === '/email') ? t('users.emailWrong') : ''
}

/** Number of newest events that are searched for sign-ins. */
const maxEvents = 1000

/** The time of each user's last sign-in, as far as the newest events contain it; empty in development mode. */
export function useSignIns(): { lastOf(user: string): string | undefined } {
  const me = useMe()
  const query = useQuery({
    key: ['sign-ins'],
    query: async () => {
      const { data } = await source('events').list({ type: 'User.SignedIn' }, undefined, maxEvents)
      return new Map(data.toReversed().map(({ subject, time }) => [subject, time]))
    },
    enabled: () => !me.isDevelopment,
  })
  return { lastOf: user => query.data.value?.get(user) }
}
