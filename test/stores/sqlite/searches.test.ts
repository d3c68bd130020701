import fc from 'fast-check'
import t from 'tap'
import type { SelectQuery } from '../../../lib/store-kit/document-store.ts'
import { Connection } from '../../../plugins/sqlite/file/connection.ts'
import { planQuery } from '../../../plugins/sqlite/query/plan.ts'
import type { QueryPlan } from '../../../plugins/sqlite/query/plan.ts'
import { count, inThread, list } from '../../../plugins/sqlite/query/run.ts'
import type { QueryLimits } from '../../../plugins/sqlite/query/run.ts'
import { Catalogue } from '../../../plugins/sqlite/schema/catalogue.ts'
import { newPaths, open } from '../../../plugins/sqlite/testing.ts'
import { Accounts } from '../../../plugins/sqlite/write/accounts.ts'
import { collection, insert, walk } from '../../../testing/store-suite/fixtures.ts'
import { scenarios } from '../contract/arbitraries.ts'
import { ModelStore } from '../contract/model.ts'

const newPath = await newPaths(t)
const words = { except: ['x'] }

/** By which way a search is answered depends on these. */
const ways: fc.Arbitrary<Partial<QueryLimits>> = fc.record({
  maxSorted: fc.constantFrom(0, 1, 3, 100),
  maxSortedOfSearch: fc.constantFrom(0, 2, 100),
  maxWorkOfScan: fc.constantFrom(0, 2, 5, Infinity),
})
const texts = ['a', 'ab 5', 'b x', 'a b', '京都 a', 'xa 5']
const searched = fc.array(fc.constantFrom('a', 'ab', 'b', '5', 'x', '京', 'none'), { minLength: 1, maxLength: 2 })

await t.test('every way to answer a search finds the same', async t => {
  const samples = fc
    .sample(
      fc.tuple(
        scenarios('searches'),
        fc.infiniteStream(fc.record({ way: ways, words: searched, isFiltered: fc.boolean() })),
      ),
      {
        numRuns: 40,
        seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120),
      },
    )
    .map(([{ documents, ...scenario }, searches], at) => ({
      ...scenario,
      searches,
      name: `searches_${at}`,
      documents: documents.map((document, n) => ({
        ...document,
        data: { ...document.data, text: texts[n % texts.length] ?? '' },
      })),
    }))
  const path = newPath()
  const store = await open(path)
  const model = new ModelStore()
  for (const each of [store, model])
    for (const { name, columns, documents } of samples) {
      await each.define(collection(name, columns, { words }))
      await each.write(documents.map(document => insert(name, document)))
    }
  await store.close()
  const connection = new Connection(path)
  t.teardown(() => connection.close())
  const catalogue = new Catalogue(connection)
  const accounts = new Accounts(connection)
  let matches = 0
  for (const { name, queries, searches } of samples) {
    for (const asked of [...queries, ...queries]) {
      const { way, isFiltered, ...search } = searches.next().value
      const filters = isFiltered ? {} : { conditions: [], anyOf: undefined }
      const query = { ...asked, ...search, ...filters, collection: name }
      const limits = { ...inThread, ...way, endsAt: Infinity }
      const scopes = accounts.scopes(query.account_id, query.status)
      const planOf = (one: SelectQuery): QueryPlan => planQuery(catalogue.get(name), one)
      const found = await walk({ list: async page => list(connection, planOf(page), page, scopes, limits) }, query)
      const expected = await walk(model, { ...query, limit: 1000 })
      const title = JSON.stringify({ query, way })
      if (found.join() !== expected.join())
        throw new Error(`${title}\nfinds ${found.join()}\ninstead of ${expected.join()}`)
      const counted = count(connection, planOf(query), scopes, Infinity, limits)
      if (counted !== expected.length) throw new Error(`${title}\ncounts ${counted} instead of ${expected.length}`)
      matches += counted
    }
  }
  t.ok(matches > 100, `${matches} matches`)
})
