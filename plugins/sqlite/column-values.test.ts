import fc from 'fast-check'
import t from 'tap'
import type { ColumnKind } from '../../lib/store-kit/document-store.ts'
import type { Json, JsonObject } from '../../lib/json/types.ts'
import { collection, column, draft } from '../../testing/store-suite/fixtures.ts'
import { Accounts } from './accounts.ts'
import { Catalogue } from './catalogue.ts'
import { prepareFile } from './file-format.ts'
import { copyRows, createTable } from './columns.ts'
import { Connection } from './connection.ts'
import { inMemory } from './ownership.ts'
import { emptyLayout, layoutFor } from './planning.ts'
import { Preparation } from './preparation.ts'
import { insertRow } from './rows.ts'

const kinds: ColumnKind[] = ['text', 'number', 'boolean', 'instant', 'mixed']
const columns = [
  ...kinds.flatMap(kind => [column(`root ${kind}`, kind), column(['deep', 'er', kind], kind)]),
  column('whole', 'number', { types: ['integer'] }),
]
const definition = collection('rows', columns)

const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a\0b', '\0', '1', '-0', '1e3', '2026-01-02T03:04:05.678+01:00', '2026-01-02', 'drama'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(
    0,
    -0,
    0.1 + 0.2,
    1e15 + 0.5,
    2 ** 53,
    1e20,
    -1e20,
    1e300,
    5e-324,
    4.35,
    0.30000000000000004,
    1 - 2 ** -53,
  ),
  fc.boolean(),
  fc.constant(null),
)
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.array(scalar),
  fc.dictionary(fc.string(), scalar),
)
const data: fc.Arbitrary<JsonObject> = fc.record(
  {
    ...Object.fromEntries([...kinds.map(kind => `root ${kind}`), 'whole'].map(name => [name, value])),
    deep: fc.oneof(
      { weight: 4, arbitrary: fc.record({ er: fc.record(Object.fromEntries(kinds.map(kind => [kind, value]))) }) },
      value,
    ),
  },
  { requiredKeys: [] },
)

await t.test('columns hold what SQLite itself makes of the document', async t => {
  const connection = new Connection(inMemory)
  t.teardown(() => connection.close())
  prepareFile(connection, inMemory)
  const catalogue = new Catalogue(connection)
  const layout = layoutFor(emptyLayout(definition.name, 1), [definition], { fresh: true, keep: false })
  catalogue.remember({ definition, layout })
  connection.execute(createTable('rows', layout.columns), createTable('copy', layout.columns))
  const preparation = new Preparation(catalogue, new Accounts(connection))
  const names = layout.columns.map(({ name }) => `quote("${name ?? ''}"), typeof("${name ?? ''}")`).join(', ')
  t.equal(layout.columns.filter(({ stored }) => stored).length, columns.length)
  let made = 0
  fc.assert(
    fc.property(data, document => {
      connection.execute('DELETE FROM rows', 'DELETE FROM copy')
      const [prepared] = preparation.prepare([
        { kind: 'insert', collection: 'rows', document: draft(`d${(made += 1)}`, document) },
      ])
      if (prepared?.kind !== 'insert') throw new Error('an insertion stays one')
      insertRow(connection, layout, prepared.document)
      connection.execute(copyRows('rows', 'copy', layout.columns))
      const [ours, theirs] = ['rows', 'copy'].map(table => connection.get(`SELECT ${names} FROM ${table}`))
      t.strictSame(ours, theirs, JSON.stringify(document))
      return JSON.stringify(ours) === JSON.stringify(theirs)
    }),
    { numRuns: 500, seed: 20261121 },
  )
})
