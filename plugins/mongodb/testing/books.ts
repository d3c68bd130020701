import type { Document } from 'mongodb'
import type {
  CollectionDefinition,
  DocumentMeta,
  ListQuery,
  WriteOperation,
} from '../../../lib/store-kit/document-store.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import { collection, column, draft, insert, query } from '../../../testing/store-suite/fixtures.ts'
import { explain } from './commands.ts'
import type { WatchedStore } from './commands.ts'

export const definition: CollectionDefinition = collection(
  'books',
  [
    column('title', 'text'),
    column('pages', 'number'),
    column('printed', 'instant'),
    column('author', 'text'),
    column('isbn', 'text', { unique: true }),
    column('tags', 'text', { many: true, types: ['array'] }),
    column(['shelf', 'row'], 'text'),
    column('note', 'text', { indexed: false }),
  ],
  { words: { except: [] } },
)

/** The stages of a plan, from the outermost on. */
function stages(plan: Document): Document[] {
  const inner = [plan['inputStage'], ...((plan['inputStages'] as unknown[] | undefined) ?? [])]
  return [plan, ...inner.flatMap(stage => (stage === undefined ? [] : stages(stage as Document)))]
}

/** How many books there are; those beyond the first 8,000 are ordinary ones. */
export const bookCount = Number(process.env['PLINTH_PLAN_DOCUMENTS'] ?? 8_000)

/** Lists are judged by their plans, not by their time. More documents take longer. */
export const patienceMs = Math.max(60_000, bookCount)
/** A write has 4.5 s, also on a busy machine. */
const writtenAtOnce = 250

/** An ordinary book, older than all others. */
const ordinary = (n: number): WriteOperation =>
  insert(
    'books',
    draft(
      `f${String(n).padStart(6, '0')}`,
      {
        title: 'Ordinary',
        pages: n % 600,
        printed: new Date(n * 1e5).toISOString(),
        author: 'urn:writer:many',
        isbn: `ordinary ${n}`,
        tags: ['ordinary', 'common'],
        shelf: { row: `a${n}` },
        note: 'x',
        text: 'often',
      },
      { created_at: new Date(1.6e12 + n).toISOString() },
    ),
  )

/** Fill a store with books, a few of which are rare, and observe how lists of them are executed. */
export async function fillBooks({ store, connection, sent }: WatchedStore) {
  await store.define({ ...definition, name: 'shelf' })
  await store.define(definition)
  const count = 8_000
  /** Five documents of all are rare: 799, 2399, … */
  const rareEvery = count / 5
  for (let done = 0; done < count; done += writtenAtOnce) {
    await store.write(
      Array.from({ length: writtenAtOnce }, (_, i) => {
        const n = done + i
        const isRare = n % rareEvery === 799
        const data = {
          title: `Title ${n % 3}`,
          ...(n % 5 === 0 ? {} : { pages: isRare ? 5_000 + n : n % 700 }),
          printed: new Date((isRare ? 4e12 : 0) + n * 1e6).toISOString(),
          author: isRare ? `urn:writer:${n}` : 'urn:writer:many',
          isbn: `isbn ${n}`,
          tags: [`t${n % 4}`, isRare ? 'rare' : 'common'],
          shelf: { row: isRare ? '7' : `${n % 2 === 0 ? 'a' : 'r'}${n}` },
          note: 'x',
          text: isRare ? 'seldom' : 'often',
        }
        const created_at = new Date(1.7e12 + n).toISOString()
        return insert('books', draft(`b${String(n).padStart(5, '0')}`, data, { created_at }))
      }),
    )
  }
  for (let done = count; done < bookCount; done += writtenAtOnce)
    await store.write(Array.from({ length: writtenAtOnce }, (_, i) => ordinary(done + i)))
  const some = await store.list(query('books', { deadline: performance.now() + patienceMs }))
  await store.write(
    some.documents.map(({ id, meta, data }) =>
      insert('shelf', {
        id,
        meta: JSON.parse(meta) as DocumentMeta,
        data: JSON.parse(data) as JsonObject,
      }),
    ),
  )

  /** The page of a list, its queries for documents, and the server's explanation of these. */
  const plan = async (asked: ListQuery) => {
    sent()
    const page = await store.list({ deadline: performance.now() + patienceMs, ...asked })
    const commands = sent()
    const finds = commands.filter(({ find, sort }) => find !== undefined && sort !== undefined)
    const explained = await Promise.all(finds.map(find => explain(connection, find)))
    const examined = explained.reduce(
      (sum, { executionStats }) => sum + Number((executionStats as Document)['totalDocsExamined']),
      0,
    )
    const plans = explained.map(({ queryPlanner }) => (queryPlanner as Document)['winningPlan'] as Document)
    const stageNames = plans.flatMap(one => stages(one).map(({ stage }) => String(stage)))
    const rejected = explained.map(
      ({ queryPlanner }) => ((queryPlanner as Document)['rejectedPlans'] as unknown[]).length,
    )
    if (rejected.some(plans => plans > 2)) throw new Error(`MongoDB tried ${rejected.join()} other plans`)
    return { page, commands, hints: finds.map(({ hint }) => hint as unknown), examined, stages: stageNames }
  }
  return { plan }
}
