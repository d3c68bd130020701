import { WriteRefused } from '../../../kernel/index.ts'
import type { Condition, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { readDocument } from '../../../lib/store-kit/index.ts'
import type { Resource } from './reference-impact.ts'

/** By so much the clocks of instances can differ, and so much later than its `updated_at` a resource can be written. */
export const safetyMs = 5_000

/** How many resources of the last {@link safetyMs} one write can require to be unchanged. */
const maxRecent = 10_000

const maxQueryMs = 60_000

/**
 * Read the resources of a collection that were written since a point in time, of all accounts, active and archived.
 * @returns with conditions under which none was written since it was read
 * @throws `WriteRefused` when so many are being written that one write cannot require this
 */
export async function readRecent(
  store: DocumentStore,
  collection: string,
  since: number,
): Promise<{ resources: Resource[]; conditions: WriteOperation[] }> {
  const watched = Date.now() - safetyMs
  const resources: Resource[] = []
  let after: Awaited<ReturnType<DocumentStore['list']>>['next'] | undefined
  do {
    const { documents, next } = await store.list({
      collection,
      account_id: null,
      status: 'any',
      visibility: { all: true },
      conditions: [writtenSince(since)],
      words: [],
      sort: { target: { column: 'id' }, kind: 'text', direction: 'asc', field: 'id' },
      limit: 1_000,
      deadline: performance.now() + maxQueryMs,
      ...(after && { after }),
    })
    resources.push(...documents.map(readDocument))
    after = next
  } while (after !== null)
  const recent = resources.filter(({ meta }) => Date.parse(meta.updated_at) >= watched)
  if (recent.length > maxRecent) throw new WriteRefused('present', 0)
  const ids = recent.map(({ id }) => id)
  const others = { target: { column: 'id' }, kind: 'text', operator: 'nin', operands: ids, field: 'id' } as const
  const conditions = [writtenSince(watched), ...(ids.length > 0 ? [others] : [])]
  const checks = recent.map(
    ({ id, meta }) => ({ kind: 'check', collection, id, expected: meta.sequence_no }) satisfies WriteOperation,
  )
  return {
    resources,
    conditions: [...checks, { kind: 'absent', collection, account_id: null, status: 'any', conditions }],
  }
}

const writtenSince = (milliseconds: number): Condition => ({
  target: { column: 'updated_at' },
  kind: 'instant',
  operator: 'gte',
  operands: [new Date(milliseconds).toISOString()],
  field: 'updated_at',
})
