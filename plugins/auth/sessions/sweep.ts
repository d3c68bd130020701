import type { DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { textCondition } from '../../../lib/store-kit/index.ts'
import type { Background } from '../background.ts'
import { impersonationId, impersonations } from '../impersonation/service.ts'
import { sessions } from './service.ts'

const sweepIntervalMs = 10 * 60 * 1000
const portionSize = 200
/** Maximum number of portions in one run; the rest waits for the next run. */
const maxPortions = 20

/** Remove expired sessions every ten minutes. @returns a function that stops it */
export function sweepSessionsRegularly(store: DocumentStore, background: Background): () => void {
  const timer = setInterval(() => {
    background.run('expired sessions could not be removed', () => sweepSessions(store))
  }, sweepIntervalMs).unref()
  return () => clearInterval(timer)
}

/**
 * Remove expired sessions, and the impersonations in them.
 * @returns the number of removed sessions
 */
export async function sweepSessions(store: DocumentStore): Promise<number> {
  let swept = 0
  for (let portion = 0; portion < maxPortions; portion++) {
    const ids = await expiredSessions(store)
    if (ids.length === 0) break
    const left = await store.getMany(impersonations.name, ids.map(impersonationId))
    await store.write([
      ...ids.map(id => removal(sessions.name, id)),
      ...left.map(({ id }) => removal(impersonations.name, id)),
    ])
    swept += ids.length
    if (ids.length < portionSize) break
  }
  return swept
}

const removal = (collection: string, id: string): WriteOperation => ({ kind: 'remove', collection, id })

async function expiredSessions(store: DocumentStore): Promise<string[]> {
  const conditions = [textCondition('expires_at', 'lt', new Date(Date.now()).toISOString())]
  const { documents } = await store.list({
    ...sessions.query(conditions, { status: 'any' }),
    sort: { target: { path: ['expires_at'] }, kind: 'text', direction: 'asc', field: 'expires_at' },
    limit: portionSize,
  })
  return documents.map(({ id }) => id)
}
