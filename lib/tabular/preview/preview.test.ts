import t from 'tap'
import { previewColumns, type PreviewOptions } from './index.ts'
import type { JsonObject } from '../../json/index.ts'

const schema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Full name' },
    runningTimeMin: { type: ['integer', 'null'] },
    released: { type: 'string', format: 'date' },
    home: { type: 'object', properties: { city: { type: 'string', title: 'Town' }, floor: { type: 'integer' } } },
    isOpen: { type: 'boolean' },
    label: { type: 'string', readOnly: true },
  },
}
const options: PreviewOptions = {
  schema,
  isCsv: false,
  mapping: new Map(),
  listedOnly: false,
  excluded: ['label'],
  takesIds: false,
}

/** The guessed mapping of the columns of rows. */
const guess = (rows: readonly JsonObject[], more: Partial<PreviewOptions> = {}): Record<string, string> =>
  Object.fromEntries(
    previewColumns([], rows, { ...options, ...more }).map(({ column, property }) => [column, property]),
  )

t.test(
  'columns are mapped to a property with the same or a similar name or title that accepts their values',
  async t => {
    t.strictSame(
      guess([{ 'full NAME': 'A', 'Running Time (min)': '7', 'home.town': 'Ulm', Open: 'yes', label: 'x', '@id': 'a' }]),
      {
        'full NAME': 'name',
        'Running Time (min)': 'runningTimeMin',
        'home.town': 'home.city',
        Open: '',
        label: '',
        '@id': '',
      },
    )
    t.strictSame(guess([{ Open: 'TRUE' }, { Open: null }]), { Open: 'isOpen' }, 'the preview shows converted values')
    t.strictSame(guess([{ Name: 'A', name: 'B' }]), { Name: 'name', name: '' }, 'each property only once')
    t.strictSame(guess([{ '@id': 'a', other: 1 }], { takesIds: true }), { '@id': '@id', other: '' })
    t.strictSame(
      guess([{ other: 1 }], { schema: null }),
      { other: 'other' },
      'a type that allows additional properties keeps all',
    )
    const given = { mapping: new Map([['x', 'name']]) }
    t.strictSame(guess([{ x: 'A', Name: 'B', released: '' }], given), { x: 'name', Name: '', released: 'released' })
    t.strictSame(guess([{ x: 'A', released: '' }], { ...given, listedOnly: true }), { x: 'name', released: '' })
  },
)

t.test('the values of columns, and their conversion', async t => {
  const rows = [
    { released: '25.05.1979', runningTimeMin: 5 },
    { released: '1980-01-01', runningTimeMin: '6' },
    { released: '26.05.1979', runningTimeMin: 'long' },
    { released: '27.05.1979', runningTimeMin: null },
  ]
  t.strictSame(
    previewColumns(['empty', 'released'], rows, { ...options, mapping: new Map([['runningTimeMin', '']]) }),
    [
      { column: 'empty', property: '', filled: 0, samples: [], conversion: undefined },
      {
        column: 'released',
        property: 'released',
        filled: 4,
        samples: ['25.05.1979', '1980-01-01', '26.05.1979'],
        conversion: { rows: 3, dateForm: 'DD.MM.YYYY', example: { from: '25.05.1979', to: '1979-05-25' } },
      },
      { column: 'runningTimeMin', property: '', filled: 3, samples: [5, '6', 'long'], conversion: undefined },
    ],
  )
  const wide = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`c${at}`, at]))
  t.throws(() => previewColumns([], [wide], options), { name: 'TabularError' })
})
