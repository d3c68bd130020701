import type { SuiteTest } from '../suite-test.ts'
import type {
  ColumnKind,
  Condition,
  DocumentStore,
  Operator,
  StandardColumn,
} from '../../lib/store-kit/document-store.ts'
import { holds } from '../../lib/store-kit/evaluate.ts'
import type { JsonObject, Scalar } from '../../lib/json/types.ts'
import { subjects } from './condition-cases.ts'
import { collection, column, draft, fill, found, insert, where } from './fixtures.ts'

/** Filters, each operator on each kind of value, on columns with and without an index, and on properties without a column. */
export async function conditionTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  for (const { title, kind, documents, questions } of subjects) {
    const slug = title.replaceAll(' ', '_')
    const kinds: readonly [string, ReturnType<typeof column>[]][] = [
      ['with an index', [column('v', kind)]],
      ['without an index', [column('v', kind, { indexed: false })]],
      ['undeclared', []],
    ]
    for (const [how, columns] of kinds) {
      await t.test(`${title}, ${how}`, async t => {
        const name = `${slug}_${how.replaceAll(' ', '_')}`
        await store.define(collection(name, columns))
        await fill(store, name, documents)
        for (const [of, operator, operands, expected] of questions) {
          const conditions = [where(of, operator, operands, kind)]
          const result = (await found(store, name, { conditions })).toSorted()
          t.strictSame(result, expected.split(' ').filter(Boolean), `${operator} ${JSON.stringify(operands)}`)
        }
      })
    }
  }

  await t.test('many operands', async t => {
    const numbers = Array.from({ length: 600 }, (_, i) => i * 10)
    const lists: [ColumnKind, Scalar[], Scalar[]][] = [
      ['number', [10, 0.1, 20.5, -5, 1e300, 9007199254740991], [...numbers, 0.1, 1e300, -5, 9007199254740991]],
      ['number', [10, 11, 4000], numbers],
      ['text', ['a', 'é', '"', 'b'], [...numbers.map(String), 'é', '"']],
      ['json', [10, '10', true, 0.1], [...numbers, '20', true, 0.1]],
      ['boolean', [true, false], Array.from({ length: 600 }, () => true)],
      [
        'instant',
        ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2025-01-01T00:00:00Z'],
        ['2026-01-01T00:00:00.000Z', ...numbers.map(n => `2024-01-01T00:00:00.${n}Z`)],
      ],
    ]
    for (const [number, [kind, values, operands]] of lists.entries()) {
      const declared = [
        [column('v', kind)],
        [column('v', kind, { indexed: false })],
        [column('v', kind, { many: true })],
        [],
      ]
      for (const [way, columns] of declared.entries()) {
        const name = `operands_${number}_${way}`
        await store.define(collection(name, columns))
        const isMany = columns[0]?.many === true
        const documents = values.map((value, at): [string, JsonObject] => [
          `d${at}`,
          { v: isMany ? [value, null] : value },
        ])
        await fill(store, name, { ...Object.fromEntries(documents), none: {} })
        for (const operator of ['in', 'nin'] as const) {
          const condition = where('v', operator, operands, kind)
          const hasOne = (data: JsonObject): boolean =>
            operands.some(operand => holds(where('v', 'eq', operand, kind), draft('x').meta, '', data))
          const all: [string, JsonObject][] = [...documents, ['none', {}]]
          const expected = all.flatMap(([document, data]) => (hasOne(data) === (operator === 'in') ? [document] : []))
          const result = (await found(store, name, { conditions: [condition] })).toSorted()
          t.strictSame(result, expected.toSorted(), `${kind}, ${operator}, ${way}`)
        }
      }
    }
  })

  await t.test('standard columns', async t => {
    await store.define(collection('standard', [column('status', 'text'), column('created_at', 'number')]))
    const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`
    await store.write([
      insert('standard', draft('a', { status: 'open' }, { created_by: 'urn:user:a', created_at: at(1) })),
      insert(
        'standard',
        draft('b', { created_at: 5 }, { created_by: 'urn:user:b', created_at: at(2), sequence_no: 3 }),
      ),
      insert('standard', draft('c', {}, { status: 'archived', created_at: at(3), updated_at: at(9) })),
    ])
    const standard = (
      name: StandardColumn,
      operator: Operator,
      operands: Scalar | Scalar[],
      kind: ColumnKind,
    ): Condition => where({ column: name }, operator, operands, kind)
    const cases: [Condition, string[]][] = [
      [standard('id', 'eq', 'urn:thing:a', 'text'), ['a']],
      [standard('id', 'like', 'THING:B', 'text'), ['b']],
      [standard('id', 'in', ['urn:thing:a', 'urn:thing:c'], 'text'), ['a', 'c']],
      [standard('status', 'eq', 'archived', 'text'), ['c']],
      [standard('status', 'ne', 'archived', 'text'), ['a', 'b']],
      [standard('created_by', 'eq', 'urn:user:b', 'text'), ['b']],
      [standard('sequence_no', 'gt', 1, 'number'), ['b']],
      [standard('created_at', 'gt', '2026-01-01T01:00:01+01:00', 'instant'), ['b', 'c']],
      [standard('created_at', 'eq', '2026-01-01T00:00:02Z', 'instant'), ['b']],
      [standard('updated_at', 'gte', at(5), 'instant'), ['c']],
      [standard('type_slug', 'eq', 'thing', 'text'), ['a', 'b', 'c']],
      [standard('account_id', 'exists', true, 'text'), ['a', 'b', 'c']],
      [standard('created_at', 'exists', false, 'instant'), []],
      [where('status', 'eq', 'open', 'text'), ['a']],
      [where('status', 'exists', false, 'text'), ['b', 'c']],
      [where('created_at', 'eq', 5, 'number'), ['b']],
    ]
    for (const [condition, expected] of cases) {
      const result = await found(store, 'standard', { status: 'any', conditions: [condition] })
      t.strictSame(result, expected, `${condition.field} ${condition.operator}`)
    }
  })

  await t.test('all conditions must be met', async t => {
    await store.define(collection('several', [column('a', 'number'), column('b', 'text')]))
    await fill(store, 'several', { x: { a: 1, b: 'p' }, y: { a: 1, b: 'q' }, z: { a: 2, b: 'p' }, w: { a: 3 } })
    const conditions = [where('a', 'gte', 1, 'number'), where('a', 'lt', 3, 'number'), where('b', 'ne', 'q', 'text')]
    t.strictSame(await found(store, 'several', { conditions }), ['x', 'z'])
    t.strictSame(await found(store, 'several', { conditions: [...conditions, where('c', 'exists', true, 'text')] }), [])
    const many = Array.from({ length: 100 }, (_, i) => where('a', 'ne', 100 + i, 'number'))
    t.strictSame(await found(store, 'several', { conditions: many }), ['w', 'x', 'y', 'z'], 'a hundred of them')
    const long = [
      where(
        'a',
        'in',
        Array.from({ length: 3000 }, (_, i) => i + 2),
        'number',
      ),
    ]
    t.strictSame(await found(store, 'several', { conditions: long }), ['w', 'z'], 'three thousand operands')
  })
}
