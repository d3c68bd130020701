import fc from 'fast-check'
import type {
  Column,
  ColumnKind,
  Condition,
  ConditionTarget,
  DocumentDraft,
  ListQuery,
  Operator,
  StandardColumn,
} from '../../../lib/store-kit/document-store.ts'
import type { Json, JsonObject, Scalar } from '../../../lib/json/types.ts'
import { operatorNames, traitsOf } from '../../../lib/store-kit/document-query.ts'
import { queryWords } from '../../../lib/store-kit/words/query-words.ts'
import { column, draft, urn } from '../../../testing/store-suite/fixtures.ts'

/*
 * Random definitions, documents and queries. About half of the values come from small pools, so that equal values occur.
 */

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'ab',
    'b',
    '5',
    '10',
    'true',
    'É',
    'é',
    'straße',
    'ΟΔΟΣ',
    'οδός x',
    '東京 都',
    '京',
    'x京都 y',
    'किताब',
    'कतब कि',
    'が',
    'か x',
    'ที่',
    'ท',
    '\ue000',
    '😀',
    '%',
    'a_b',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }).filter(text => !text.includes('\0')),
)
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, 5, 10, -1, 0.1, 0.5, 1e308, -1e308, 5e-324, 2 ** 53 - 1, 1 - 2 ** 53),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const instants = fc
  .tuple(
    fc.constantFrom('2019-12-31T23', '2020-01-01T00', '2020-01-01T01', '1969-12-31T23', '2020-02-29T12'),
    fc.constantFrom('', '.0', '.000', '.5', '.500', '.123456789', '.0000001'),
    fc.constantFrom('Z', 'z', '+00:00', '-01:00', '+01:00', '+05:30'),
  )
  .map(([hour, fraction, zone]) => `${hour}:00:00${fraction}${zone}`)

const scalars: fc.Arbitrary<Exclude<Scalar, null>> = fc.oneof(texts, numbers, fc.boolean(), instants)

/** Scalars that a column of each kind holds; for `json` any. */
export const values: Record<ColumnKind, fc.Arbitrary<Exclude<Scalar, null>>> = {
  text: texts,
  number: numbers,
  boolean: fc.boolean(),
  instant: instants,
  json: scalars,
}

const anything: fc.Arbitrary<Json> = fc.oneof(
  scalars,
  fc.constant(null),
  fc.array(fc.oneof(scalars, fc.constant(null)), { maxLength: 3 }),
  fc.constantFrom<Json>({}, [], [[]], { x: 1 }, [{ x: 'a' }, { x: [null, 5] }]),
)

const valueOf = (kind: ColumnKind): fc.Arbitrary<Json> =>
  kind === 'json'
    ? anything
    : fc.oneof({ weight: 6, arbitrary: values[kind] }, { weight: 1, arbitrary: fc.constant(null) })

const kinds: fc.Arbitrary<ColumnKind> = fc.constantFrom('text', 'number', 'boolean', 'instant', 'json')

/** Columns: three at the root, one deeper, one that is many. */
const columns: fc.Arbitrary<Column[]> = fc
  .tuple(fc.array(fc.tuple(kinds, fc.boolean()), { minLength: 5, maxLength: 5 }))
  .map(([facts]) =>
    [['a'], ['A'], ['x"y'], ['o', 'x'], ['l']].map((path, i) => {
      const [kind, indexed] = facts[i] ?? ['json', true]
      return path[0] === 'l' ? column(path, kind, { indexed, many: true }) : column(path, kind, { indexed })
    }),
  )

const accounts = ['urn:account:one', 'urn:account:two']
const owners = ['urn:user:a', 'urn:user:b']
const times = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-02-01T00:00:00.000Z']

function documents(of: readonly Column[]): fc.Arbitrary<DocumentDraft[]> {
  const data = fc
    .tuple(
      ...of.map(({ kind, many }) =>
        fc.option(many ? fc.array(valueOf(kind), { maxLength: 3 }) : valueOf(kind), { nil: undefined }),
      ),
      anything,
    )
    .map(row => place(of, row))
  const meta = fc.record({
    account_id: fc.constantFrom(...accounts, accounts[0] ?? ''),
    status: fc.constantFrom('active' as const, 'active' as const, 'archived' as const),
    created_by: fc.constantFrom(...owners),
    created_at: fc.constantFrom(...times),
    updated_at: fc.constantFrom(...times),
  })
  return fc
    .array(fc.tuple(data, meta), { minLength: 1, maxLength: 14 })
    .map(rows => rows.map(([row, standard], i) => draft(`${(i * 7) % 15}`, row, standard)))
}

function place(of: readonly Column[], row: readonly (Json | undefined)[]): JsonObject {
  const entries: [string, Json][] = []
  for (const [i, { path }] of of.entries()) {
    const value = row[i]
    const [name = '', ...rest] = path
    if (value !== undefined) entries.push([name, rest.reduceRight<Json>((inner, key) => ({ [key]: inner }), value)])
  }
  return { ...Object.fromEntries(entries), undeclared: row.at(-1) ?? null }
}

interface Field {
  target: ConditionTarget
  kind: ColumnKind
}

const standardFields: readonly [StandardColumn, ColumnKind][] = [
  ['id', 'text'],
  ['status', 'text'],
  ['created_by', 'text'],
  ['sequence_no', 'number'],
  ['created_at', 'instant'],
  ['updated_at', 'instant'],
]

function conditions(of: readonly Column[]): fc.Arbitrary<Condition> {
  const fields: fc.Arbitrary<Field> = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...of.map(({ path, kind }) => ({ target: { path }, kind }))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[['undeclared'], ['undeclared', 'x'], ['o'], ['l', 'x']].map(path => ({
          target: { path },
          kind: 'json' as const,
        })),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...standardFields.map(([name, kind]) => ({ target: { column: name }, kind }))),
    },
  )
  const operators = fc.constantFrom(...operatorNames)
  return fc.tuple(fields, operators).chain(([field, operator]) =>
    operands(field.kind, operator).map(list => ({
      ...field,
      operator,
      operands: list,
      field: JSON.stringify(field.target),
    })),
  )
}

function operands(kind: ColumnKind, operator: Operator): fc.Arbitrary<Scalar[]> {
  const traits = traitsOf(operator)
  if (traits.operands === 'truth') return fc.boolean().map(operand => [operand])
  if (traits.compares === 'text') return texts.map(operand => [operand])
  const one =
    kind === 'text' ? fc.oneof(values.text, fc.constantFrom(...owners, ...times, urn('7'), 'active')) : values[kind]
  const isList = traits.operands === 'many'
  return fc.array(one, { minLength: 1, maxLength: isList ? 3 : kind === 'json' ? 2 : 1 })
}

function queries(collection: string, of: readonly Column[]): fc.Arbitrary<ListQuery> {
  const sortable: Field[] = [
    ...standardFields.map(([name, kind]) => ({ target: { column: name }, kind })),
    ...of
      .filter(({ kind, indexed, many }) => kind !== 'json' && indexed && !many)
      .map(({ path, kind }) => ({ target: { path }, kind })),
  ]
  return fc.record({
    collection: fc.constant(collection),
    account_id: fc.constantFrom(...accounts, accounts[0] ?? '', null),
    status: fc.constantFrom('active', 'active', 'archived', 'any'),
    visibility: fc.oneof(
      { weight: 3, arbitrary: fc.constant({ all: true as const }) },
      {
        weight: 1,
        arbitrary: fc.record({
          all: fc.constant(false as const),
          owner: fc.constantFrom(...owners),
          ids: fc.subarray(['1', '2', '7', '8', '14', 'none'].map(urn)),
        }),
      },
    ),
    conditions: fc.array(conditions(of), { maxLength: 3 }),
    anyOf: fc.option(fc.array(fc.array(conditions(of), { maxLength: 2 }), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
      freq: 3,
    }),
    words: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: texts.map(text => queryWords(text).slice(0, 2)) },
    ),
    sort: fc
      .tuple(fc.constantFrom(...sortable), fc.constantFrom('asc' as const, 'desc' as const))
      .map(([field, direction]) => ({ ...field, direction, field: JSON.stringify(field.target) })),
    limit: fc.integer({ min: 1, max: 6 }),
  })
}

/** A collection's columns, its documents, and what is asked of them. */
export const scenarios = (collection: string) =>
  columns.chain(of =>
    fc.record({
      columns: fc.constant(of),
      documents: documents(of),
      queries: fc.array(queries(collection, of), { minLength: 6, maxLength: 12 }),
    }),
  )
