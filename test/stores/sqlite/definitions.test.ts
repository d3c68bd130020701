import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import type { Test } from 'tap'
import type { CollectionDefinition, Condition } from '../../../lib/store-kit/document-store.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { UniqueViolation } from '../../../lib/errors/index.ts'
import {
  collection,
  column,
  draft,
  found,
  insert,
  outcome,
  query,
  replace,
  sorted,
  urn,
  walk,
  where,
} from '../../../testing/store-suite/fixtures.ts'
import { newPaths, open, fillMany, child } from '../../../plugins/sqlite/testing.ts'

const newPath = await newPaths(t)

const references = { properties: { to: { additionalProperties: { 'x-resource-type': 'movie' } } } }

const refersTo = (id: string): Condition => ({
  target: { references },
  kind: 'text',
  operator: 'in',
  operands: [id],
  field: 'references',
})

const grown = (name: string, further: Partial<CollectionDefinition> = {}): CollectionDefinition =>
  collection(
    name,
    [
      column('n', 'number'),
      column('u', 'text', { unique: true }),
      column('tags', 'text', { many: true }),
      column('mess', 'text'),
    ],
    { words: { except: ['urn:'] }, references, ...further },
  )

const row = (i: number): JsonObject => ({
  n: i,
  u: `u${i}`,
  tags: [`t${i % 10}`],
  to: { one: `urn:movie:${i % 10}` },
  title: `word${i}`,
  ...(i === 700 ? { mess: ['in a list'] } : { mess: i === 701 ? 5 : `m${i % 7}` }),
})

/** Any SQLite tool finds indexes that agree with their tables, and nothing with which they were built. */
function checkFile(t: Test, path: string): void {
  const file = new DatabaseSync(path, { readOnly: true })
  t.strictSame(
    file.prepare('PRAGMA integrity_check', { returnArrays: true }).all(),
    [['ok']],
    'its indexes agree with their tables',
  )
  const left = "SELECT name FROM sqlite_schema WHERE type = 'trigger' OR name LIKE '%.building%'"
  t.strictSame(file.prepare(left).all(), [])
  file.close()
}

await t.test('a large collection is changed while it is in use', async t => {
  const removable = { versions: false }
  const path = newPath()
  const store = await open(path)
  t.teardown(() => store.close())
  await store.define(collection('large', [column('old', 'text')], removable))
  await fillMany(store, 'large', 0, 3_000, row)
  const state = { defined: false }
  const defining = store.define(grown('large', removable)).then(() => {
    state.defined = true
  })
  let written = 3_000
  let read = 0
  while (!state.defined) {
    const passing = `passing${read}` // the next row gets its number
    await store.write([insert('large', draft(passing, { n: -1 }))])
    await store.write([{ kind: 'remove', collection: 'large', id: urn(passing), expected: 1 }])
    await fillMany(store, 'large', written, written + 5, row)
    await store.write([
      replace('large', draft(`n${written - 3_000}`, { ...row(written - 3_000), title: 'changed' }), 1),
    ])
    written += 5
    t.equal((await store.get('large', urn('n17')))?.id, urn('n17'))
    read += 1
  }
  await defining
  t.ok(read > 0, `${read} rounds meanwhile`)
  const changed = read
  t.equal(await store.count(query('large', { words: ['changed'] })), changed)
  t.equal(await store.count(query('large', { words: ['word'] })), written - changed, 'no old word remains')
  t.equal(
    (await found(store, 'large', { conditions: [where('tags', 'eq', 't3', 'text')] })).length,
    Math.floor((written + 6) / 10),
  )
  t.equal(
    (await found(store, 'large', { conditions: [refersTo('urn:movie:3')] })).length,
    Math.floor((written + 6) / 10),
  )
  t.strictSame(await found(store, 'large', { conditions: [where('n', 'eq', written - 1, 'number')] }), [
    `n${written - 1}`,
  ])
  const byMess = await walk(store, query('large', { sort: sorted('mess', 'text'), limit: 1000 }))
  t.strictSame([byMess.length, new Set(byMess).size, ...byMess.slice(0, 3)], [written, written, 'n700', 'n701', 'n0'])
  const referring = async (slug: string): Promise<number> => {
    let number = 0
    for await (const portion of store.scan('large', { refersTo: slug })) number += portion.length
    return number
  }
  t.strictSame([await referring('movie'), await referring('mov'), await referring('z')], [written, 0, 0])
  t.equal(await store.count(query('large', { conditions: [where('mess', 'exists', true, 'text')] })), written - 2)
  t.equal(await outcome(store.write([insert('large', draft('double', { u: 'u5' }))])), 'unique at 0: u')
  t.strictSame((await store.operations?.report?.())?.problems, [])
  checkFile(t, path)

  await store.define(collection('large', [column('n', 'text'), column('old', 'text')], removable))
  t.equal(await outcome(store.write([insert('large', draft('double', { u: 'u5' }))])), 'done')
  t.strictSame((await walk(store, query('large', { sort: sorted('n', 'text'), limit: 1000 }))).slice(0, 3), [
    'double',
    'n0',
    'n1',
  ])
  const change = { isRefused: false }
  const refused = t.rejects(store.define(grown('large', removable)), UniqueViolation).then(() => {
    change.isRefused = true
  })
  for (let n = 0; !change.isRefused; n++) {
    const other = insert('large', draft(`other${n}`, { u: 'u6' }))
    t.equal(await outcome(store.write([other])), 'done', 'a definition that is not in force refuses no write')
  }
  await refused
  t.strictSame(
    (await store.collections())[0]?.columns.map(({ kind }) => kind),
    ['text', 'text'],
  )
  await t.rejects(store.define(grown('large', removable)), UniqueViolation, 'and the change can be repeated')
  t.strictSame((await store.operations?.report?.())?.problems, [])
  checkFile(t, path)
})

await t.test('an interrupted change leaves the old definition, and can be repeated', async t => {
  const path = newPath()
  const store = await open(path)
  const before = collection('cut', [column('n', 'number')], { words: { except: [] } })
  await store.define(before)
  await fillMany(store, 'cut', 0, 3_000, row)
  await store.close()
  const turns = (number: number): string => `turns === ${number}`
  const isBuilding = `file.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'").get() !== undefined`
  for (const [moment, rounds] of [
    [turns(1), 1],
    [isBuilding, 50],
    [turns(120), 120],
  ] as const) {
    const cut = child(
      path,
      `await store.open()
      const { DatabaseSync } = await import('@photostructure/sqlite')
      const file = new DatabaseSync(${JSON.stringify(path)}, { readOnly: true })
      let turns = 0
      const count = () => { turns += 1; if (${moment}) process.kill(process.pid, 'SIGKILL'); setImmediate(count) }
      count()
      await store.define(${JSON.stringify(grown('cut'))})
      process.kill(process.pid, 'SIGKILL')`,
    )
    await cut.ended
    const again = await open(path)
    const [definition] = await again.collections()
    t.ok([JSON.stringify(before), JSON.stringify(grown('cut'))].includes(JSON.stringify(definition)))
    t.equal((await found(again, 'cut', { words: ['word17'] })).length, 111)
    await fillMany(again, 'cut', 3_000 + rounds, 3_001 + rounds, row)
    if (rounds === 120) await again.define(grown('cut'))
    t.strictSame((await again.operations?.report?.())?.problems, [])
    checkFile(t, path)
    if (rounds === 120) {
      t.strictSame(await found(again, 'cut', { conditions: [where('u', 'eq', 'u2999', 'text')] }), ['n2999'])
      t.equal((await found(again, 'cut', { conditions: [where('tags', 'in', ['t1', 't2'], 'text')] })).length, 601)
      t.equal((await found(again, 'cut', { conditions: [refersTo('urn:movie:1')] })).length, 301)
    }
    await again.close()
  }
})
