import { sharedAccount } from '../../kernel/index.ts'
import type { DocumentStore, WriteOperation } from '../../kernel/index.ts'
import type { Background } from './background.ts'
import { impersonationId, impersonationsCollection } from './impersonation/record.ts'
import { textCondition } from './record.ts'
import { sessionsCollection } from './sessions/record.ts'

/** How often, ms. */
const interval = 10 * 60 * 1000
const portion = 200
/** In one go; what is left waits for the next. */
const most = 20

/** Take away what is over, every ten minutes. @returns stops that */
export function sweepRegularly(store: DocumentStore, background: Background): () => void {
  const sweeping = setInterval(() => {
    background.run('old sessions could not be swept', () => sweepSessions(store))
  }, interval).unref()
  return () => clearInterval(sweeping)
}

/**
 * Take away sessions whose time is over, and what went on in them.
 * @returns how many
 */
export async function sweepSessions(store: DocumentStore): Promise<number> {
  let swept = 0
  for (let round = 0; round < most; round++) {
    const ids = await expiredSessions(store)
    if (ids.length === 0) break
    const left = await store.getMany(impersonationsCollection.name, ids.map(impersonationId))
    await store.write([
      ...ids.map(removal(sessionsCollection.name)),
      ...left.map(({ id }) => id).map(removal(impersonationsCollection.name)),
    ])
    swept += ids.length
    if (ids.length < portion) break
  }
  return swept
}

const removal =
  (collection: string) =>
  (id: string): WriteOperation => ({ kind: 'remove', collection, id })

async function expiredSessions(store: DocumentStore): Promise<string[]> {
  const { documents } = await store.list({
    collection: sessionsCollection.name,
    account_id: sharedAccount,
    status: 'any',
    visibility: { all: true },
    conditions: [textCondition('expires_at', 'lt', new Date(Date.now()).toISOString())],
    words: [],
    sort: { target: { path: ['expires_at'] }, kind: 'text', direction: 'asc', field: 'expires_at' },
    limit: portion,
  })
  return documents.map(({ id }) => id)
}
