import type { SuiteTest } from '../suite-test.ts'
import type { DocumentMeta, DocumentStore, ListQuery } from '../../lib/store-kit/document-store.ts'
import { queryWords } from '../../lib/store-kit/words/query-words.ts'
import {
  account,
  collection,
  column,
  draft,
  fill,
  found,
  insert,
  query,
  replace,
  sorted,
  urn,
  walk,
  where,
} from './fixtures.ts'

/** Selection by owner, status and words. */
export async function selectionTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  await t.test('accounts and status', async t => {
    await store.define(collection('scoped', [column('n', 'number')]))
    await store.write([
      insert('scoped', draft('a', { n: 1 })),
      insert('scoped', draft('b', { n: 1 }, { status: 'archived' })),
      insert('scoped', draft('c', { n: 1 }, { account_id: 'urn:account:two' })),
    ])
    const conditions = [where('n', 'eq', 1, 'number')]
    t.strictSame(await found(store, 'scoped', { conditions }), ['a'])
    t.strictSame(await found(store, 'scoped', { conditions, status: 'archived' }), ['b'])
    t.strictSame(await found(store, 'scoped', { conditions, status: 'any' }), ['a', 'b'])
    t.strictSame(await found(store, 'scoped', { conditions, account_id: 'urn:account:two' }), ['c'])
    t.strictSame(await found(store, 'scoped', { conditions, account_id: null }), ['a', 'c'])
    t.strictSame(await found(store, 'scoped', { account_id: null, status: 'any' }), ['a', 'b', 'c'])
    t.strictSame(await found(store, 'scoped', { account_id: 'urn:account:none' }), [])
    await store.write([replace('scoped', draft('a', { n: 1 }, { status: 'archived' }), 1)])
    t.strictSame(await found(store, 'scoped', { conditions }), [])
    const byNumber = query('scoped', { account_id: null, status: 'any', sort: sorted('n', 'number', 'desc'), limit: 1 })
    t.strictSame(await walk(store, byNumber), ['c', 'b', 'a'])
  })

  await t.test('documents of other accounts and states are not counted', async t => {
    await store.define(collection('tagged', [column('tags', 'text', { many: true, types: ['array'] })]))
    const tagged = (names: string, meta: Partial<DocumentMeta>): Promise<void> =>
      fill(store, 'tagged', Object.fromEntries([...names].map(name => [name, { tags: ['x', 'y'] }])), meta)
    await tagged('abcdef', {})
    await tagged('gh', { status: 'archived' })
    await tagged('i', { account_id: 'urn:account:two' })
    const conditions = [where('tags', 'in', ['x', 'y'], 'text')]
    for (const [scope, matches] of [
      [{}, 6],
      [{ status: 'archived' }, 2],
      [{ status: 'any' }, 8],
      [{ account_id: 'urn:account:two' }, 1],
      [{ account_id: 'urn:account:two', status: 'archived' }, 0],
      [{ account_id: null }, 7],
    ] as const)
      t.equal(await store.count(query('tagged', { conditions, ...scope })), matches, JSON.stringify(scope))
  })

  await t.test('only owned or named documents', async t => {
    await store.define(collection('owned', [column('n', 'number')]))
    const documents = Array.from({ length: 30 }, (_, i) =>
      draft(`o${String(i).padStart(2, '0')}`, { n: i % 4 }, { created_by: `urn:user:${i % 3}` }),
    )
    await store.write(documents.map(document => insert('owned', document)))
    await fill(store, 'owned', { foreign: { n: 1 } }, { account_id: 'urn:account:two', created_by: 'urn:user:1' })
    const see = (owner: string, ids: string[]): Pick<ListQuery, 'visibility'> => ({
      visibility: { all: false, owner, ids: ids.map(urn) },
    })
    t.strictSame(await found(store, 'owned', see('urn:user:none', [])), [])
    t.strictSame(await found(store, 'owned', see('urn:user:none', ['o04', 'o29', 'absent', 'foreign'])), ['o04', 'o29'])
    const mine = documents.filter((_, i) => i % 3 === 1).map(({ id }) => id.slice(urn('').length))
    t.strictSame(
      await found(store, 'owned', see('urn:user:1', ['o01'])),
      mine,
      'a document that is both owned and named is returned once',
    )
    t.strictSame(await found(store, 'owned', see('urn:user:1', ['o00'])), ['o00', ...mine])
    const conditions = [where('n', 'eq', 1, 'number')]
    t.strictSame(await found(store, 'owned', { ...see('urn:user:1', ['o05']), conditions }), [
      'o01',
      'o05',
      'o13',
      'o25',
    ])
    const pages = query('owned', { ...see('urn:user:1', ['o05']), sort: sorted('n', 'number', 'desc'), limit: 2 })
    const seen = await walk(store, pages)
    t.strictSame(seen.slice(0, 3), ['o19', 'o07', 'o22'])
    t.strictSame(seen.toSorted(), [...mine, 'o05'].toSorted())
    const thousand = Array.from({ length: 1000 }, (_, i) => `x${i}`)
    t.strictSame(await found(store, 'owned', see('urn:user:none', [...thousand, 'o07'])), ['o07'], 'a thousand names')
  })

  await t.test('thousands of named documents among more', async t => {
    await store.define(collection('many', [column('n', 'number')]))
    const every = Array.from({ length: 5000 }, (_, i) =>
      insert('many', draft(`m${String(i).padStart(4, '0')}`, { n: i % 10 }, { created_by: `urn:user:${i % 1000}` })),
    )
    for (let i = 0; i < every.length; i += 1000) await store.write(every.slice(i, i + 1000))
    const named = Array.from({ length: 2500 }, (_, i) => `m${String(i).padStart(4, '0')}`) // the last in the order below
    const visibility = { all: false, owner: 'urn:user:999', ids: named.map(urn) } as const
    const downwards = { visibility, sort: sorted({ column: 'id' }, 'text', 'desc') }
    const seen = ['m4999', 'm3999', 'm2999', ...named.toReversed()]
    t.strictSame(await walk(store, query('many', downwards)), seen)
    t.equal(await store.count(query('many', { visibility })), seen.length)
    const conditions = [where('n', 'eq', 7, 'number')]
    t.equal(await store.count(query('many', { visibility, conditions })), 250)
  })

  await t.test('pages of every selection, with equal and absent values', async t => {
    await store.define(collection('selected', [column('n', 'number'), column('m', 'text')]))
    const documents = Array.from({ length: 42 }, (_, i) => {
      const value =
        [{}, { n: null }, { n: 1 }, { n: 2, m: 'x' }, { m: 'y' }, { n: 2 }, { n: -0.25, m: '' }][i % 7] ?? {}
      const account_id = i % 4 === 3 ? 'urn:account:two' : account
      const status = i % 5 === 4 ? 'archived' : 'active'
      return draft(`s${i}`, value, { account_id, status, created_by: `urn:user:${i % 2}` })
    })
    await store.write(documents.map(document => insert('selected', document)))
    const mine = { all: false, owner: 'urn:user:0', ids: [urn('s1'), urn('s2'), urn('s11'), urn('s13')] } as const
    for (const account_id of [account, null]) {
      for (const status of ['active', 'archived', 'any'] as const) {
        for (const visibility of [{ all: true }, mine, { ...mine, ids: [] }] as const) {
          for (const by of [sorted('n', 'number'), sorted('m', 'text'), sorted({ column: 'created_at' }, 'instant')]) {
            const ask = query('selected', { account_id, status, visibility, sort: by })
            const whole = await walk(store, ask)
            const title = JSON.stringify([account_id, status, visibility.all, by.field])
            t.strictSame(await walk(store, { ...ask, limit: 1 }), whole, `${title} one by one`)
            const descending = { ...ask, sort: { ...by, direction: 'desc' } } as const
            t.strictSame(await walk(store, { ...descending, limit: 1 }), whole.toReversed(), `${title} downwards`)
            t.strictSame(
              await walk(store, { ...descending, limit: 3 }),
              whole.toReversed(),
              `${title} downwards by three`,
            )
          }
        }
      }
    }
  })

  await t.test('words', async t => {
    const texts = collection('texts', [column('title', 'text'), column('year', 'number')], {
      words: { except: ['urn:thing:', 'ref '] },
    })
    await store.define(texts)
    await fill(store, 'texts', {
      a: { title: 'The Quick brown-fox', year: 2001 },
      b: { title: 'QUICKSILVER, and more', tags: ['Straße', ['naïve']], year: 1999 },
      c: { title: 'Crème Brûlée №5', deep: { er: [{ text: 'ﬁne ½' }] }, ref: 'urn:thing:quick', year: 2005 },
      d: { title: '東京都の天気', refs: [{ to: ['ref quick'], too: 'slow ref' }] },
      e: { title: 'สวัสดีครับ don’t', year: 2010 },
      f: { title: 'ОДЕССА Ёлка', emoji: 'fox😀hound x2y' },
      g: { title: `${'long'.repeat(30)}tail`, year: 3 },
      h: { title: null, quick: 1, 'fox key': true },
      i: { title: 'किताब', also: 'カギ ที่นี่ كِتَاب' },
      j: { title: 'कुतुब', also: 'ｶｷ ทานา' },
    })
    const cases: [string, string][] = [
      ['quick', 'a b'],
      ['QUICK', 'a b'],
      ['quicks', 'b'],
      ['uick', ''],
      ['quick fox', 'a'],
      ['fox quick', 'a'],
      ['fox', 'a f'],
      ['hound', 'f'],
      ['brown-f', 'a'],
      ['creme', 'c'],
      ['CRÈME brulee', 'c'],
      ['no5', 'c'],
      ['5', ''],
      ['fine', 'c'],
      ['1', 'c'],
      ['naive', 'b'],
      ['straße', 'b'],
      ['slow', 'd'],
      ['ref', 'd'],
      ['東京', 'd'],
      ['京都', 'd'],
      ['気', 'd'],
      ['天 都', 'd'],
      ['東都', ''],
      ['ครับ', 'e'],
      ['don t', 'e'],
      ['dont', ''],
      ['одесса', 'f'],
      ['елка', 'f'],
      ['x2', 'f'],
      ['2y', ''],
      ['long'.repeat(30), 'g'],
      [`${'long'.repeat(30)}tail`, 'g'],
      [`${'long'.repeat(30)}nothing`, ''],
      ['2001', ''],
      ['key', ''],
      ['urn', ''],
      ['किताब', 'i j'],
      ['कि', 'i j'],
      ['कतब', 'i j'],
      ['क', 'i j'],
      ['カギ', 'i j'],
      ['カキ', 'i j'],
      ['ที่นี่', 'i'],
      ['ทน', 'i'],
      ['كتاب', 'i'],
    ]
    for (const [text, expected] of cases) {
      t.strictSame(await found(store, 'texts', { words: queryWords(text) }), expected.split(' ').filter(Boolean), text)
    }
    const conditions = [where('year', 'gt', 2000, 'number')]
    t.strictSame(await found(store, 'texts', { words: ['quick'], conditions }), ['a'], 'together with filters')
    const byYear = query('texts', { words: ['quick'], sort: sorted('year', 'number', 'desc'), limit: 1 })
    t.strictSame(await walk(store, byYear), ['a', 'b'], 'in any order')
    t.strictSame(await found(store, 'texts', { words: ['quick'], account_id: 'urn:account:none' }), [])
    const invisible = { all: false, owner: 'urn:user:none', ids: [urn('b')] } as const
    t.strictSame(await found(store, 'texts', { words: ['quick'], visibility: invisible }), ['b'])
    await store.write([replace('texts', draft('a', { title: 'slow now' }), 1)])
    t.strictSame(await found(store, 'texts', { words: ['quick'] }), ['b'], 'old words are gone')
    t.strictSame(await found(store, 'texts', { words: ['slow'] }), ['a', 'd'])
    await store.write([replace('texts', draft('b', { title: 'quick' }, { status: 'archived' }), 1)])
    t.strictSame(await found(store, 'texts', { words: ['quick'] }), [])
    t.strictSame(await found(store, 'texts', { words: ['quick'], status: 'any' }), ['b'])

    await store.define({ ...texts, words: { except: [] } })
    t.strictSame(await found(store, 'texts', { words: ['quick'] }), ['c', 'd'], 'ignored texts can change')
    const others = { words: ['quick'], searched: { except: ['no text'] } }
    t.strictSame(
      await found(store, 'texts', others),
      ['c', 'd'],
      'documents are read where the index is of other texts',
    )
    await store.define({ ...texts, words: false })
    t.strictSame(await found(store, 'texts', { words: ['quick'] }), ['c', 'd'], 'or where there is none')
    await store.define({ ...texts, words: { except: ['slow', 'Crème'] } })
    t.strictSame(await found(store, 'texts', { words: ['quick'], account_id: account }), ['c', 'd'])
    t.strictSame(await found(store, 'texts', { words: ['slow'] }), [])
    t.strictSame(await found(store, 'texts', { words: ['brulee'] }), [])
  })
}
