import { attempt, confirm, everyItem, t, toast, unless, useMore } from '../../../admin/src/index.ts'
import type { GrowingList } from '../../../admin/src/index.ts'
import { endSession, listSessions } from './credentials.ts'
import { inWords } from './userAgent.ts'
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

  async function endThese(sessions: readonly Session[]): Promise<void> {
    const { length: count } = sessions
    const isDone = await attempt(async () => {
      for (const { id } of sessions) await unless([404], endSession(id), undefined) // a session can have ended by itself
    })
    if (isDone) toast(count === 1 ? t('auth.ended') : t('auth.endedOthers', { count }))
    await list.refetch()
  }

  async function end(session: Session): Promise<void> {
    const title = t('auth.endTitle', { device: inWords(session.user_agent) })
    if (await asks(title, t('auth.endSession'))) await endThese([session])
  }

  async function endOthers(): Promise<void> {
    const others = (await everyItem(listSessions)).filter(({ current }) => !current)
    const title = t('auth.endOthersTitle', { count: others.length })
    if (others.length > 0 && (await asks(title, t('auth.endOthers')))) await endThese(others)
  }

  return { list, end, endOthers }
}

const asks = (title: string, action: string): Promise<boolean> =>
  confirm({ title, text: t('auth.endText'), action, tone: 'danger' })
