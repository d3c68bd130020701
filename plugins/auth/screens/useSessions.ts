import { useMutation } from '@pinia/colada'
import { attempt, confirm, queries, requests, t, toast, useMore } from '../../../admin/src/index.ts'
import { endSession, listSessions } from './credentials.ts'
import { describeUserAgent } from './userAgent.ts'
import type { Session } from './credentials.ts'

/** The sessions of the user. */
export function useSessions() {
  const readAgain = queries.useReadAgain()
  const list = useMore(() => ['sessions'], listSessions)
  const { mutateAsync } = useMutation({
    mutation: async (sessions: readonly Session[]) => {
      for (const { id } of sessions) await requests.unless([404], endSession(id), undefined) // a session can have ended by itself
    },
    onSettled: () => readAgain(['sessions']),
  })

  async function endSessions(sessions: readonly Session[]): Promise<void> {
    const { length: count } = sessions
    if (await attempt(() => mutateAsync(sessions)))
      toast(count === 1 ? t('auth.ended') : t('auth.endedOthers', { count }))
  }

  async function end(session: Session): Promise<void> {
    const title = t('auth.endTitle', { device: describeUserAgent(session.user_agent) })
    if (await confirmEnd(title, t('auth.endSession'))) await endSessions([session])
  }

  /** End all sessions except the current one. */
  async function endOthers(): Promise<void> {
    const others = (await requests.everyItem(listSessions)).filter(({ current }) => !current)
    const title = t('auth.endOthersTitle', { count: others.length })
    if (others.length > 0 && (await confirmEnd(title, t('auth.endOthers')))) await endSessions(others)
  }

  return { list, end, endOthers }
}

const confirmEnd = (title: string, action: string): Promise<boolean> =>
  confirm({ title, text: t('auth.endText'), action, tone: 'danger' })
