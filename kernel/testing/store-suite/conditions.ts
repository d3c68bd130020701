import type { Test } from 'tap'
import type { ColumnKind, Condition, DocumentStore, Operator, StandardColumn } from '../../contracts/document-store.ts'
import type { JsonObject, Scalar } from '../../contracts/json.ts'
import { collection, column, draft, fill, found, insert, where } from './fixtures.ts'

/** One question: a property, an operator, its operands, and the names of what it finds, sorted. */
type Question = readonly [
  of: string | readonly string[],
  operator: Operator,
  operands: Scalar | readonly Scalar[],
  expected: string,
]

interface Subject {
  title: string
  kind: ColumnKind
  documents: Readonly<Record<string, JsonObject>>
  questions: readonly Question[]
}

const rest: Readonly<Record<string, JsonObject>> = { none: {}, null: { v: null } }

const subjects: readonly Subject[] = [
  {
    title: 'texts',
    kind: 'text',
    documents: {
      ...rest,
      a: { v: 'a' },
      A: { v: 'A' },
      b: { v: 'b' },
      five: { v: '5' },
      number: { v: 5 },
      bool: { v: true },
      true: { v: 'true' },
      empty: { v: '' },
      pua: { v: '\ue000' },
      astral: { v: '\u{1f600}' },
      comma: { v: 'a,b' },
      percent: { v: '100%_x' },
      quote: { v: `it's "so" \\ $1 .*` },
    },
    questions: [
      ['v', 'eq', 'a', 'a'],
      ['v', 'eq', '', 'empty'],
      ['v', 'eq', '5', 'five'],
      ['v', 'eq', 'true', 'true'],
      ['v', 'eq', 'a,b', 'comma'],
      ['v', 'eq', `it's "so" \\ $1 .*`, 'quote'],
      ['v', 'ne', 'a', 'A astral b bool comma empty five none null number percent pua quote true'],
      ['v', 'in', ['a', 'b', 'nothing'], 'a b'],
      ['v', 'nin', ['a', 'b', 'A', '5', ''], 'astral bool comma none null number percent pua quote true'],
      ['v', 'gt', 'a', 'astral b comma percent pua quote true'.replace('percent ', '')],
      ['v', 'gt', '\uffff', 'astral'],
      ['v', 'lt', '\u{10000}', 'A a b comma empty five percent pua quote true'],
      ['v', 'gte', 'true', 'astral pua true'],
      ['v', 'lte', '5', 'empty five percent'],
      ['v', 'lt', 'A', 'empty five percent'],
      ['v', 'lte', '', 'empty'],
      ['v', 'lt', '', ''],
      ['v', 'exists', true, 'A a astral b bool comma empty five number percent pua quote true'],
      ['v', 'exists', false, 'none null'],
      ['other', 'ne', 'a', 'A a astral b bool comma empty five none null number percent pua quote true'],
      ['other', 'exists', true, ''],
      ['other', 'lt', 'z', ''],
    ],
  },
  {
    title: 'like',
    kind: 'text',
    documents: {
      ...rest,
      plain: { v: 'The Quick Fox' },
      percent: { v: '100% sure' },
      under: { v: 'snake_case' },
      dots: { v: 'a.b*c(d)[e]^$|+?{1}' },
      back: { v: 'C:\\Temp\\x' },
      german: { v: 'GRÖSSE Äpfel' },
      greek: { v: 'ΟΔΥΣΣΕΥΣ' },
      russian: { v: 'МОСКВА' },
      polish: { v: 'ŁÓDŹ' },
      turkish: { v: 'Iğdır' },
      accent: { v: 'café' },
      astral: { v: 'x😀y' },
      deseret: { v: '\u{10400}' },
      lines: { v: 'one\nTWO\r\nthree' },
      empty: { v: '' },
      number: { v: 100 },
    },
    questions: [
      ['v', 'like', 'quick', 'plain'],
      ['v', 'like', 'K F', 'plain'],
      ['v', 'like', '%', 'percent'],
      ['v', 'like', '_', 'under'],
      ['v', 'like', '.', 'dots'],
      ['v', 'like', '.b*C(D)[E]^$|+?{1}', 'dots'],
      ['v', 'like', '\\t', 'back'],
      ['v', 'like', 'größe', ''],
      ['v', 'like', 'grösse', 'german'],
      ['v', 'like', 'äPFEL', 'german'],
      ['v', 'like', 'apfel', ''],
      ['v', 'like', 'οδυσσευς', 'greek'],
      ['v', 'like', 'ΔΥΣ', 'greek'],
      ['v', 'like', 'δυς', 'greek'],
      ['v', 'like', 'москва', 'russian'],
      ['v', 'like', 'łódź', 'polish'],
      ['v', 'like', 'IĞD', 'turkish'],
      ['v', 'like', 'CAFÉ', 'accent'],
      ['v', 'like', 'cafe', ''],
      ['v', 'like', 'cafe\u0301', ''],
      ['v', 'like', '😀', 'astral'],
      ['v', 'like', '\u{10428}', 'deseret'],
      ['v', 'like', 'e\ntwo\r', 'lines'],
      ['v', 'like', '100', 'percent'],
      [
        'v',
        'like',
        '',
        'accent astral back deseret dots empty german greek lines percent plain polish russian turkish under',
      ],
    ],
  },
  {
    title: 'numbers',
    kind: 'number',
    documents: {
      ...rest,
      zero: { v: 0 },
      minus: { v: -0 },
      one: { v: 1 },
      half: { v: 0.5 },
      sum: { v: 0.1 + 0.2 },
      big: { v: 9007199254740991 },
      less: { v: 9007199254740990 },
      huge: { v: 1e308 },
      tiny: { v: 5e-324 },
      neg: { v: -1e308 },
      text: { v: '1' },
      true: { v: true },
      false: { v: false },
    },
    questions: [
      ['v', 'eq', 1, 'one'],
      ['v', 'eq', 0, 'minus zero'],
      ['v', 'eq', -0, 'minus zero'],
      ['v', 'eq', 0.3, ''],
      ['v', 'eq', 0.30000000000000004, 'sum'],
      ['v', 'eq', 9007199254740991, 'big'],
      ['v', 'gt', 9007199254740990, 'big huge'],
      ['v', 'gte', 1e308, 'huge'],
      ['v', 'gt', 0, 'big half huge less one sum tiny'],
      ['v', 'lt', 0, 'neg'],
      ['v', 'lte', 5e-324, 'minus neg tiny zero'],
      ['v', 'lt', 1, 'half minus neg sum tiny zero'],
      ['v', 'in', [1, 0.5, 7], 'half one'],
      ['v', 'ne', 1, 'big false half huge less minus neg none null sum text tiny true zero'],
      ['v', 'nin', [0, 1], 'big false half huge less neg none null sum text tiny true'],
      ['v', 'exists', false, 'none null'],
    ],
  },
  {
    title: 'booleans',
    kind: 'boolean',
    documents: {
      ...rest,
      yes: { v: true },
      no: { v: false },
      one: { v: 1 },
      zero: { v: 0 },
      text: { v: 'true' },
      off: { v: 'false' },
    },
    questions: [
      ['v', 'eq', true, 'yes'],
      ['v', 'eq', false, 'no'],
      ['v', 'ne', true, 'no none null off one text zero'],
      ['v', 'gt', false, 'yes'],
      ['v', 'lt', true, 'no'],
      ['v', 'lte', true, 'no yes'],
      ['v', 'gte', false, 'no yes'],
      ['v', 'in', [true, false], 'no yes'],
      ['v', 'nin', [true, false], 'none null off one text zero'],
      ['v', 'exists', true, 'no off one text yes zero'],
    ],
  },
  {
    title: 'instants',
    kind: 'instant',
    documents: {
      ...rest,
      utc: { v: '2020-01-01T00:00:00Z' },
      east: { v: '2020-01-01T05:30:00+05:30' },
      fine: { v: '2020-01-01T00:00:00.0000001Z' },
      ms: { v: '2019-12-31T23:59:59.999Z' },
      late: { v: '2020-01-01T00:00:00-12:00' },
      old: { v: '0001-01-01T00:00:00Z' },
      date: { v: '2020-01-01' },
      text: { v: 'yesterday' },
      number: { v: 1577836800 },
    },
    questions: [
      ['v', 'eq', '2020-01-01T00:00:00.000Z', 'east utc'],
      ['v', 'eq', '2019-12-31T16:00:00-08:00', 'east utc'],
      ['v', 'ne', '2020-01-01T00:00:00Z', 'date fine late ms none null number old text'],
      ['v', 'gt', '2020-01-01T00:00:00Z', 'fine late'],
      ['v', 'gte', '2020-01-01T01:00:00+01:00', 'east fine late utc'],
      ['v', 'lt', '2020-01-01T00:00:00Z', 'ms old'],
      ['v', 'lte', '2020-01-01T00:00:00.00Z', 'east ms old utc'],
      ['v', 'in', ['2020-01-01T12:00:00Z', '0001-01-01T00:00:00.0Z'], 'late old'],
      ['v', 'nin', ['2020-01-01T12:00:00Z', '2020-01-01T00:00:00Z'], 'date fine ms none null number old text'],
      ['v', 'like', '05:30', 'east'],
      ['v', 'like', 't00', 'fine late old utc'],
      ['v', 'exists', false, 'none null'],
    ],
  },
  {
    title: 'values of several kinds',
    kind: 'mixed',
    documents: {
      ...rest,
      five: { v: 5 },
      text: { v: '5' },
      true: { v: true },
      word: { v: 'true' },
      one: { v: 1 },
      ten: { v: '10' },
      date: { v: '2020-01-01T00:00:00Z' },
    },
    questions: [
      ['v', 'eq', ['5', 5], 'five text'],
      ['v', 'eq', '5', 'text'],
      ['v', 'eq', ['true', true], 'true word'],
      ['v', 'ne', ['5', 5], 'date none null one ten true word'],
      ['v', 'gt', ['4', 4], 'five text word'],
      ['v', 'lt', ['4', 4], 'date one ten'],
      ['v', 'gte', ['5', 5], 'five text word'],
      ['v', 'in', ['5', 5, 'true', true, 'x'], 'five text true word'],
      ['v', 'nin', ['5', 5, '1', 1], 'date none null ten true word'],
      ['v', 'like', 'RU', 'word'],
      ['v', 'eq', '2020-01-01T01:00:00+01:00', ''],
      ['v', 'exists', true, 'date five one ten text true word'],
    ],
  },
]

/** Filters, each operator on each kind of value, on columns with an index and without, and on what is no column. */
export async function conditionTests(t: Test, store: DocumentStore): Promise<void> {
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

  await t.test('all conditions hold at once', async t => {
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
