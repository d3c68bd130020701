import { attempt, confirm, everyItem, t, toast, unless, useMore } from '../../../admin/src/index.ts'
import type { GrowingList } from '../../../admin/src/index.ts'
import { endSession, listSessions } from './credentials.ts'
import { describeUserAgent } from './userAgent.ts'
import type { Session } from './credentials.ts'

/** The sessions of the user. */
export interface Sessions {
  list: GrowingList<Session>
  end(session: Session): Promise<void>
  /** End all sessions except the current one. */
  endOthers(): Promise<void>
}

/** See {@link Sessions}. */
export function useSessions(): Sessions {
  const list = useMore(() => ['sessions'], listSessions)

  async function endSessions(sessions: readonly Session[]): Promise<void> {
    const { length: count } = sessions
    const isDone = await attempt(async () => {
      for (const { id } of sessions) await unless([404], endSession(id), undefined) // a session can have ended by itself
    })
    if (isDone) toast(count === 1 ? t('auth.ended') : t('auth.endedOthers', { count }))
    await list.refetch()
  }

  async function end(session: Session): Promise<void> {
    const title = t('auth.endTitle', { device: describeUserAgent(session.user_agent) })
    if (await confirmEnd(title, t('auth.endSession'))) await endSessions([session])
  }

  async function endOthers(): Promise<void> {
    const others = (await everyItem(listSessions)).filter(({ current }) => !current)
    const title = t('auth.endOthersTitle', { count: others.length })
    if (others.length > 0 && (await confirmEnd(title, t('auth.endOthers')))) await endSessions(others)
  }

  return { list, end, endOthers }
}

const confirmEnd = (title: string, action: string): Promise<boolean> =>
  confirm({ title, text: t('auth.endText'), action, tone: 'danger' })
