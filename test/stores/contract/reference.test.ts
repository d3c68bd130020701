import fc from 'fast-check'
import t from 'tap'
import { storeSuite } from '../../../testing/store-suite.ts'
import { collection, insert } from '../../../testing/store-suite/fixtures.ts'
import { holds } from '../../../lib/store-kit/evaluate.ts'
import { compareText, compareValues, orderKey } from '../../../lib/store-kit/value-order.ts'
import { canHaveWords, hasWords, indexPrefix, wordsOf } from '../../../lib/store-kit/words/search-words.ts'
import { scenarios, values } from './arbitraries.ts'
import { ModelStore } from './model.ts'

await t.test('the model passes the suite of the stores', t => storeSuite(t, async () => new ModelStore()))

const options = { seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120), numRuns: 60 }
const except = ['urn:']

await t.test('the code that the stores share agrees with the model', async t => {
  await fc.assert(
    fc.asyncProperty(scenarios('reference'), async ({ columns, documents, queries }) => {
      const model = new ModelStore()
      await model.define(collection('reference', columns, { words: { except } }))
      await model.write(documents.map(document => insert('reference', document)))
      for (const { conditions, words } of queries) {
        const found = documents.filter(({ id, meta, data }) => {
          const fits = conditions.every(condition => holds(condition, meta, id, data))
          const has = hasWords(data, words, except)
          const indexed = wordsOf(data, except)
          const candidate = words.every(word => indexed.some(each => each.startsWith(indexPrefix(word))))
          if (has && !canHaveWords(JSON.stringify(data), words)) throw new Error(`${words.join(' ')} must be possible`)
          if (has && !candidate) throw new Error(`no index finds ${words.join(' ')} in ${JSON.stringify(data)}`)
          return fits && has
        })
        const all = { account_id: null, status: 'any', visibility: { all: true } } as const
        const expected = await model.count({ collection: 'reference', conditions, words, ...all })
        if (found.length !== expected)
          throw new Error(`${found.length} instead of ${expected}: ${JSON.stringify(conditions)}`)
      }
    }),
    options,
  )
  t.pass()
})

await t.test('keys have the order of the values', async t => {
  for (const kind of ['text', 'number', 'boolean', 'instant'] as const) {
    fc.assert(
      fc.property(
        values[kind],
        values[kind],
        (a, b) => Math.sign(compareText(orderKey(a, kind), orderKey(b, kind))) === Math.sign(compareValues(a, b, kind)),
      ),
      options,
    )
  }
  t.pass()
})

await t.test('words in an index', async t => {
  t.strictSame(wordsOf({ a: 'One two one', b: ['TWO', { c: 'thrée' }], n: 5 }, []), ['one', 'two', 'three'])
  t.strictSame(wordsOf({ text: '東京都x' }, []), ['東京都x', '京都x', '都x'])
  t.strictSame(wordsOf({ a: { b: 'urn:a:x', c: 'y' }, b: 'urn:b:z' }, ['urn:a:', 'urn:b:']), ['y'])
  t.strictSame(wordsOf({ text: 'x'.repeat(1000) }, []), ['x'.repeat(64)])
  t.strictSame(wordsOf({ text: '𝒳'.normalize('NFC').repeat(100) }, []), ['x'.repeat(64)])
  t.strictSame(wordsOf({ text: '\u{1f600}' }, []), [])
  const astral = '\u{10400}'.repeat(100)
  t.equal(indexPrefix(astral), '\u{10400}'.repeat(64))
  t.equal(
    Math.max(...wordsOf({ text: '漢'.repeat(1000) }, []).map(word => word.length)),
    8,
    'not quadratic in the length of the text',
  )
})
