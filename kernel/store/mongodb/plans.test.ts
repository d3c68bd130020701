import t from 'tap'
import type { Document } from 'mongodb'
import type { CollectionDefinition, ListQuery, Position, Sort } from '../../contracts/document-store.ts'
import { startMongo } from '../../testing/mongodb.ts'
import {
  collection,
  column,
  draft,
  insert,
  names,
  query,
  sorted,
  urn,
  where,
} from '../../testing/store-suite/fixtures.ts'
import { Catalogue } from './catalogue.ts'
import { Connection } from './connection.ts'
import { createMongoStore } from './index.ts'
import { indexesOf } from './indexes.ts'
import { orderOf } from './parts.ts'
import { hasStrays, plansOf } from './planner.ts'
import { search } from './search.ts'
import { baseOf, selectionOf } from './selection.ts'
import { Walk } from './walk.ts'

const definition: CollectionDefinition = collection(
  'books',
  [
    column('title', 'text'),
    column('pages', 'number'),
    column('printed', 'instant'),
    column('tags', 'text', { many: true, types: ['array'] }),
    column(['shelf', 'row'], 'mixed'),
    column('note', 'text', { indexed: false }),
  ],
  { words: { except: [] } },
)

/** The stages of a plan, from the outermost on. */
function stages(plan: Document): Document[] {
  const inner = [plan['inputStage'], ...((plan['inputStages'] as unknown[] | undefined) ?? [])]
  return [plan, ...inner.flatMap(stage => (stage === undefined ? [] : stages(stage as Document)))]
}

const server = await startMongo()
if (server === null) t.comment('NO MONGODB FOUND: the plans of lists were not looked at')
else {
  const url = server.url()
  const store = createMongoStore({ url })
  const connection = new Connection(url)
  t.teardown(async () => {
    await Promise.all([store.close(), connection.close()])
    await server.stop()
  })
  await store.open()
  await connection.open()
  const catalogue = new Catalogue(connection)
  await store.define(definition)
  const count = 1_500
  for (let done = 0; done < count; done += 500) {
    await store.write(
      Array.from({ length: 500 }, (_, i) => {
        const n = done + i
        const data = {
          title: `Title ${n % 3}`,
          ...(n % 5 === 0 ? {} : { pages: n % 700 }),
          printed: new Date(n * 1e8).toISOString(),
          tags: [`t${n % 4}`, n % 1000 === 0 ? 'rare' : 'common'],
          shelf: { row: n % 2 === 0 ? n : `r${n}` },
          note: 'x',
        }
        const created_at = new Date(1.7e12 + n).toISOString()
        return insert('books', draft(`b${String(n).padStart(4, '0')}`, data, { created_at }))
      }),
    )
  }

  /** How a list is planned, and what the server makes of each of its stretches. */
  const plan = async (asked: ListQuery, way: 'plain' | 'general' = 'plain') => {
    const known = await catalogue.find('books')
    const selection = selectionOf(asked, known, await search(connection, known, baseOf(asked), asked.words))
    const order = orderOf(asked.sort, selection.base)
    const plans = plansOf(asked, selection, order)
    const walk = new Walk(connection, selection, plans[way], order, performance.now() + 2_000)
    const cursors = plans[way].parts.map(part => walk.cursor(part, asked.limit + 1))
    const explained = await Promise.all(cursors.map(cursor => cursor.explain('executionStats')))
    return { ...plans, explained, strays: await hasStrays(connection, selection, plans.fields) }
  }

  await t.test('every sort, in both directions and from the middle on, is an index walk without a sort', async t => {
    const sorts = (direction: Sort['direction']): Sort[] => [
      sorted({ column: 'id' }, 'text', direction),
      sorted({ column: 'created_at' }, 'instant', direction),
      sorted({ column: 'updated_at' }, 'instant', direction),
      sorted({ column: 'created_by' }, 'text', direction),
      sorted({ column: 'sequence_no' }, 'number', direction),
      sorted('title', 'text', direction),
      sorted('pages', 'number', direction),
      sorted('printed', 'instant', direction),
      sorted(['shelf', 'row'], 'mixed', direction),
    ]
    for (const sort of [...sorts('asc'), ...sorts('desc')]) {
      let after: Position | undefined
      for (const place of ['first', 'second']) {
        const asked = query('books', { sort, limit: 20, ...(after === undefined ? {} : { after }) })
        for (const way of ['plain', 'general'] as const) {
          for (const { queryPlanner, executionStats } of (await plan(asked, way)).explained) {
            const found = stages((queryPlanner as Document)['winningPlan'] as Document)
            const names = found.map(stage => String(stage['stage']))
            const label = `${sort.field} ${sort.direction} ${place} ${way}: ${names.join()}`
            t.ok(names.includes('IXSCAN') && !names.includes('SORT') && !names.includes('COLLSCAN'), label)
            t.ok(Number((executionStats as Document)['totalDocsExamined']) <= 42, 'nothing is read in vain')
          }
        }
        after = (await store.list(asked)).next ?? undefined
      }
    }
  })

  await t.test('where no index serves a condition, that of the order is walked; else MongoDB chooses', async t => {
    const known = await catalogue.find('books')
    const hint = async (further: Partial<ListQuery>): Promise<string | undefined> =>
      (await plan(query('books', { sort: sorted('pages', 'number', 'desc'), limit: 20, ...further }))).plain.hint
    const walked = known.indexOf.get('keys.pages')
    t.ok(walked)
    t.equal(await hint({}), walked)
    t.equal(await hint({ conditions: [where('note', 'eq', 'x', 'text')] }), walked)
    t.equal(await hint({ conditions: [where('title', 'ne', 'x', 'text')] }), walked)
    t.equal(await hint({ conditions: [where('title', 'eq', 'Title 1', 'text')] }), undefined)
    t.equal(await hint({ conditions: [where('tags', 'eq', 'rare', 'text')] }), undefined)
    t.equal(await hint({ words: ['rare'] }), undefined)
    t.equal(await hint({ visibility: { all: false, owner: 'urn:user:nobody', ids: [] } }), undefined)
  })

  await t.test('a condition on one value is an equality, unless some document has several there', async t => {
    const conditions = [where('title', 'eq', 'odd', 'text')]
    const asked = query('books', { sort: sorted('pages', 'number'), conditions })
    const before = await plan(asked)
    t.strictSame(before.plain.terms, [{ 'keys.title': '4odd' }])
    t.strictSame([before.fields, before.strays], [['keys.title', 'keys.pages'], false])
    await store.define({ ...definition, columns: definition.columns.map(each => ({ ...each, types: [] })) })
    await store.write([insert('books', draft('odd', { title: ['even', 'odd'] }))])
    t.equal((await plan(asked)).strays, true)
    t.strictSame(names((await store.list(asked)).documents), ['odd'])
    t.equal(await store.count(asked), 1)
  })

  await t.test('a condition on what is sorted by bounds the walk', async t => {
    const conditions = [where('pages', 'gte', 690, 'number'), where('pages', 'lt', 695, 'number')]
    const { explained } = await plan(query('books', { sort: sorted('pages', 'number'), limit: 1_000, conditions }))
    const read = explained.map(({ executionStats }) => Number((executionStats as Document)['totalDocsExamined']))
    t.strictSame(read, [await store.count(query('books', { conditions }))], 'no null, nothing outside')
  })

  await t.test('what few may see is found by whose it is and by ids, never by looking at all', async t => {
    const mine = Array.from({ length: 4 }, (_, n) =>
      insert('books', draft(`m${n}`, { title: `Title ${n % 2}`, pages: n }, { created_by: 'urn:user:few' })),
    )
    await store.write(mine)
    const ids = names((await store.list(query('books', { limit: 3 }))).documents)
    const few = { all: false, owner: 'urn:user:few', ids: ids.map(urn) } as const
    for (const sort of [sorted({ column: 'created_at' }, 'instant', 'desc'), sorted('pages', 'number')]) {
      for (const conditions of [[], [where('note', 'ne', 'y', 'text')], [where('pages', 'gte', 0, 'number')]]) {
        for (const visibility of [few, { ...few, ids: [] }]) {
          const asked = query('books', { sort, limit: 20, visibility, conditions })
          for (const way of ['plain', 'general'] as const) {
            for (const { queryPlanner, executionStats } of (await plan(asked, way)).explained) {
              const found = stages((queryPlanner as Document)['winningPlan'] as Document).map(({ stage }) =>
                String(stage),
              )
              const label = `${sort.field} ${conditions.length} ${visibility.ids.length} ${way}: ${found.join()}`
              t.ok(found.includes('IXSCAN') && !found.includes('COLLSCAN'), label)
              t.ok(Number((executionStats as Document)['totalDocsExamined']) <= 14, label)
            }
          }
          const seen = (await store.list(asked)).documents.length
          t.equal(seen, await store.count(asked))
        }
      }
    }
  })

  await t.test('names of indexes are bounded and always the same, and their number is looked after', async t => {
    const odd = collection('odd', [
      column('x'.repeat(128), 'text'),
      column(['ü/~', 'é "$"'], 'instant', { many: true }),
    ])
    const names = indexesOf(odd).map(({ name }) => name)
    t.strictSame(
      names,
      indexesOf(structuredClone(odd)).map(({ name }) => name),
    )
    t.ok(names.every(name => name.length < 64))
    const unique = Array.from({ length: 40 }, (_, i) => column(`u${i}`, 'text', { unique: true }))
    t.throws(() => indexesOf(collection('full', unique)), { message: /too many unique properties: at most 1\d/ })
  })
}
