import { setTimeout as delay } from 'node:timers/promises'
import { decodeTime } from 'ulid'
import type { FastifyBaseLogger } from 'fastify'
import { StoreUnavailable, WriteRefused } from '../../kernel/index.ts'
import type { DocumentStore, StoredDocument } from '../../kernel/index.ts'
import { RecordCollection, sharedAccount, textColumn } from '../../lib/store-kit/index.ts'
import { eventRecords } from './record.ts'
import { insteadOf } from '../../lib/errors/index.ts'

/** Which instance may remove events: the one that wrote the record last, until its time. */
const turnRecords = new RecordCollection<{ until: string }>('event-retention', {
  name: '_event_retention',
  columns: [textColumn('until')],
  standardIndexes: [],
})
const turnId = 'urn:event-retention:turn'

const dayMs = 24 * 60 * 60 * 1000
const intervalMs = 10 * 60 * 1000
const portionSize = 200
/** In one run; the rest waits for the next one. A run lasts a minute or two at most. */
const maxPortions = 1_000
/** Between portions, so that requests go first. */
const pauseMs = 20

/** What the removal of old events uses. */
interface RetentionParts {
  store: DocumentStore
  log: FastifyBaseLogger
  retentionDays: number
}

/** Remove events that are older than a number of days: now, and then every ten minutes. @returns a function that stops it */
export function startRetention(parts: RetentionParts): () => Promise<void> {
  const { log } = parts
  const stopping = new AbortController()
  let running = Promise.resolve()
  const run = (): void => {
    running = running
      .then(() => removeOldEvents(parts, stopping.signal))
      .then(
        removed => {
          if (removed > 0) log.info({ removed }, 'old events were removed')
        },
        (error: unknown) => {
          const level = error instanceof StoreUnavailable ? 'debug' : 'error'
          log[level]({ err: error }, 'old events could not be removed')
        },
      )
  }
  const timer = setInterval(run, intervalMs).unref()
  run()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}

/**
 * Remove the events that are too old, in small portions, unless another instance does or has just done it.
 * @returns how many were removed
 */
export async function removeOldEvents({ store, retentionDays }: RetentionParts, signal: AbortSignal): Promise<number> {
  const now = Date.now()
  if (!(await takeTurn(store, now))) return 0
  const end = now - retentionDays * dayMs
  let removed = 0
  let portions = 0
  for await (const portion of store.scan(eventRecords.name, { size: portionSize })) {
    const old = portion.filter(({ id }) => decodeTime(id) < end)
    if (old.length > 0) await remove(store, old)
    removed += old.length
    portions += 1
    if (old.length < portion.length || portions >= maxPortions || signal.aborted) break
    await delay(pauseMs)
  }
  return removed
}

async function remove(store: DocumentStore, events: readonly StoredDocument[]): Promise<void> {
  const collection = eventRecords.name
  await store.write(events.map(({ id }) => ({ kind: 'remove', collection, id })))
}

/** @returns false when another instance was faster, or had its turn less than an interval ago */
async function takeTurn(store: DocumentStore, now: number): Promise<boolean> {
  await store.define(turnRecords.definition)
  const before = await turnRecords.find(store, turnId)
  if (before !== undefined && Date.parse(before.data.until) > now) return false
  const until = new Date(now + intervalMs - dayMs / 24 / 60).toISOString()
  const draft = turnRecords.draft(turnId, { until }, { created_by: 'urn:user:system', account_id: sharedAccount })
  const taken = store.write([turnRecords.save(draft, before)]).then(() => true)
  return taken.catch(insteadOf(WriteRefused, false))
}
