import { useQuery, useQueryCache } from '@pinia/colada'
import { ApiError, attempt, confirm, source, t, toast, useMe, useMore } from '../../../../admin/src/index.ts'
import type { GrowingList } from '../../../../admin/src/index.ts'
import { createInvitation, listInvitations, revokeInvitation } from '../usersApi.ts'
import type { Invitation, NewInvitation } from '../usersApi.ts'

/** The invitations, and the actions of administrators on them. */
export interface Invitations {
  /** Pending invitations, newest first; none in development mode, where nobody signs in. */
  list: GrowingList<Invitation>
  /** Ask, then revoke an invitation. @returns whether it was revoked */
  revoke(invitation: Invitation): Promise<boolean>
}

const key = ['invitations']

/** See {@link Invitations}. */
export function useInvitations(): Invitations {
  const me = useMe()
  const cache = useQueryCache()
  const list = useMore(() => [...key, 'list'], listInvitations, { enabled: () => !me.isDevelopment })

  async function revoke(invitation: Invitation): Promise<boolean> {
    const { email } = invitation
    const isSure = await confirm({
      title: t('users.revokeTitle', { email }),
      text: t('users.revokeText'),
      action: t('users.revokeAction'),
      tone: 'danger',
    })
    if (!isSure || !(await attempt(() => revokeInvitation(invitation.id)))) return false
    toast(t('users.revoked', { email }), { tone: 'good' })
    await cache.invalidateQueries({ key })
    return true
  }

  return { list, revoke }
}

/** The result of an invitation: the invitation with its link, or an error message and its field. */
export type Invited = { invitation: NewInvitation } | { field?: 'email'; problem: string }

/** Create invitations. */
export function useInviting(): { invite(body: Parameters<typeof createInvitation>[0]): Promise<Invited> } {
  const cache = useQueryCache()
  async function invite(body: Parameters<typeof createInvitation>[0]): Promise<Invited> {
    if (body.email === '') return { field: 'email', problem: t('users.emailNeeded') }
    try {
      const invitation = await createInvitation(body)
      await cache.invalidateQueries({ key })
      return { invitation }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return describeRefusal(error)
    }
  }
  return { invite }
}

function describeRefusal({ status, message, problems }: ApiError): Invited {
  if (status === 409) return { field: 'email', problem: t('users.invitedAlready') }
  if (problems.some(({ pointer }) => pointer === '/email')) return { field: 'email', problem: t('users.emailWrong') }
  return { problem: message || t('common.failed') }
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
