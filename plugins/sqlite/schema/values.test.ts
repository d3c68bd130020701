import fc from 'fast-check'
import t from 'tap'
import { collection, column, draft } from '../../../testing/store-suite/fixtures.ts'
import { Connection } from '../file/connection.ts'
import { inMemory } from '../file/ownership.ts'
import { insertRow, prepareDocument } from '../write/rows.ts'
import { emptyLayout, planLayout } from './plan-layout.ts'
import { createTables } from './statements.ts'

const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a\0b', '\0', '1', '-0', '1e3', '2026-01-02T03:04:05.678+01:00', 'drama'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 0.1 + 0.2, 1e15 + 0.5, 2 ** 53, 1e20, -1e20, 1e300, 5e-324, 4.35, 1 - 2 ** -53),
  fc.boolean(),
)

t.test('columns contain values unchanged, and and null in place of values of other kinds', async t => {
  const connection = new Connection(inMemory)
  t.teardown(() => connection.close())
  const types = { text: 'string', number: 'number', boolean: 'boolean' } as const
  const kinds = ['text', 'number', 'boolean'] as const
  const columns = [...kinds.map(kind => column(kind, kind)), column('whole', 'number', { types: ['integer'] })]
  const planned = planLayout(emptyLayout('rows', 1), [collection('rows', columns)], { fresh: true, keep: false })
  connection.execute(...createTables(planned))
  let made = 0
  fc.assert(
    fc.property(scalar, value => {
      const data = { text: value, number: value, boolean: value, whole: value }
      const row = insertRow(connection, planned, prepareDocument(planned, draft(`d${(made += 1)}`, data), 2))
      const stored = connection.get(
        "SELECT text, number, boolean, iif(typeof(whole) = 'integer', CAST(whole AS REAL), whole) FROM rows WHERE rowid = ?",
        row,
      )
      for (const [i, kind] of [...kinds, 'number' as const].entries()) {
        const isNative = typeof value === types[kind] && !String(value).includes('\0')
        const expected = isNative ? (typeof value === 'boolean' ? Number(value) : value) : null
        t.same(stored?.[i], expected, JSON.stringify(value))
      }
    }),
    { numRuns: 300, seed: 20261121 },
  )
})
