import t from 'tap'
import { shallowRef } from 'vue'
import '../src/fields/index.ts'
import type { Resource } from '../src/api/content/resources.ts'
import { columnsOf, defaultColumns, nameColumn } from '../src/schema/columns.ts'
import { placesOfRows } from '../src/schema/places.ts'
import { isEditable, patchValue, problemWith } from '../src/features/list/values/cellValue.ts'
import { columnsIn, filterFields } from '../src/features/list/filters/fields.ts'
import type { FilterField } from '../src/features/list/filters/fields.ts'
import {
  askedBy,
  begin,
  canSearch,
  comparisonsLeft,
  filtersOf,
  isComplete,
  problemOf,
  withComparison,
} from '../src/features/list/filters/filterValues.ts'
import { contentWidth } from '../src/features/list/columns/contentWidths.ts'
import { columnsShown, placed, toggled, usualColumns, whyNotSorted } from '../src/features/list/columns/columnLayout.ts'
import { addLayout, layoutShown, offeredLayouts, usualLayout } from '../src/features/list/layouts/registry.ts'
import { fromSaved, isChanged, toSaved } from '../src/features/list/views/savedView.ts'
import { useGridCursor } from '../src/features/list/table/useGridCursor.ts'
import { useSelection } from '../src/features/list/bulk/useSelection.ts'
import { readView, viewQuery, writeView } from '../src/composables/view/view.ts'

const project = { type: 'object', properties: { name: { type: 'string' }, lead: { 'x-resource-type': 'person' } } }
const task = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    year: { type: ['integer', 'null'] },
    status: { enum: ['open', 'done'] },
    project: { type: 'string', 'x-resource-type': 'project' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    parts: { type: 'array', items: { type: 'object', properties: { size: { type: 'number' } } } },
    tags: { type: 'array', items: { type: 'string' } },
    due: { type: 'string', format: 'date' },
    notes: { type: 'string', 'x-index': false },
  },
}
const columns = columnsOf({ schema: task })
const types = new Map([['project', { schema: project }]])
const fields = new Map(filterFields({ schema: task }, columns, slug => types.get(slug)).map(one => [one.path, one]))
const field = (path: string): FilterField => {
  const found = fields.get(path)
  if (found === undefined) throw new Error(`there is no field ${path}`)
  return found
}

const resource = (id: string, data: Resource['data']['@graph'][0] | object = {}): Resource => ({
  id,
  type_slug: 'task',
  data: { '@graph': [{ '@id': id, '@type': 'Task', ...data }] },
  status: 'active',
  created_at: '',
  updated_at: '',
  sequence_no: 1,
  created_by: '',
  account_id: '',
})

t.test(
  'a list is filtered by its properties, by properties of objects and of referenced resources, and by the standard columns',
  async t => {
    t.strictSame(
      [...fields.keys()].filter(path => !path.startsWith('created') && !path.startsWith('updated')),
      [
        'name',
        'year',
        'status',
        'project',
        'project.name',
        'project.lead',
        'address',
        'address.city',
        'parts',
        'parts.size',
        'tags',
        'due',
        'notes',
        'id',
        'meta.status',
        'account_id',
        'sequence_no',
      ],
    )
    t.equal(field('project.name').title, 'Project › Name')
    t.strictSame(field('address').comparisons, ['filled', 'empty'])
    t.ok(field('tags').comparisons.includes('like'), 'compares its items')
    t.notOk(field('tags').comparisons.includes('gt'), 'lists have no order')
    const held = columnsIn([resource('a', { title: 'x', n: 1, status: 'own' })])
    const open = filterFields({}, [...held, ...columnsOf({})], () => undefined)
    t.strictSame(
      open.filter(({ comparisons }) => comparisons.length === 1).map(({ path }) => path),
      ['title', 'n'],
      'only by equality, and not by the name of a standard column',
    )
  },
)

t.test('manually ordered rows: the moved row gets another number', async t => {
  const by = { name: 'position', kind: 'integer', schema: {} } as const
  const places = (held: number[], moved: number): [number, number][] => [
    ...(placesOfRows(
      held.map((position, at) => resource(`r${at}`, { position })),
      moved,
      by,
    ) ?? []),
  ]
  t.strictSame(places([20, 10, 30], 0), [[0, 9]], 'the row that it swaps places with keeps its number')
  t.strictSame(places([10, 30, 20, 40], 1), [[1, 15]])
  t.strictSame(places([10, 20, 30], 1), [], 'a number that fits stays')
  t.equal(places([1, 3, 2, 4], 1).length, 2, 'no more other rows than necessary')
})

t.test('a filter that is being edited', async t => {
  const begun = begin(field('year'), [])
  t.match(begun, { field: 'year', comparison: 'eq', values: [] })
  t.notOk(isComplete(begun))
  t.equal(begin(field('name'), []).comparison, 'like')
  t.equal(begin(field('name'), [], true).comparison, 'eq', 'in a large list first what an index finds')
  t.ok(isComplete(begin(field('address'), [])), 'a filter without a value is complete immediately')
  const several = withComparison({ ...begun, values: ['1990'] }, 'in', field('year'))
  t.strictSame(withComparison({ ...several, values: ['1', '2'] }, 'gte', field('year')).values, ['1'])
  t.strictSame(withComparison(several, 'empty', field('year')).values, [])
  t.strictSame(withComparison({ field: 'due', comparison: 'on', values: ['last7'] }, 'lt', field('due')).values, [])
  t.notOk(comparisonsLeft(field('year'), [begun]).includes('eq'), 'each comparison can be used once')
  const on = { field: 'due', comparison: 'on', values: ['last7'] } as const
  t.notOk(
    comparisonsLeft(field('due'), [{ ...on, values: [] }]).includes('gte'),
    'nor a comparison that another one uses',
  )
  t.equal(problemOf('12x', field('year'), 'eq'), 'list.noInteger')
  t.equal(problemOf('1.5', field('parts.size'), 'gt'), undefined)
  t.equal(problemOf('a,b', field('name'), 'in'), 'list.commaInList')
  t.equal(problemOf('a,b', field('name'), 'eq'), undefined)
  t.ok(canSearch('zwei Wörter') && !canSearch('–') && !canSearch('a '.repeat(17)))
})

t.test('filters by day are written as conditions and read back', async t => {
  const asked = (path: string, comparison: 'on' | 'lt' | 'gte' | 'empty', ...values: string[]) => {
    const one = { field: path, comparison, values }
    const filters = filtersOf(one, field(path))
    t.strictSame(
      askedBy(filters, name => fields.get(name)),
      [one],
      `${path} ${comparison} ${values.join()}`,
    )
    return filters.map(({ operator, values: [value] }) => `${operator} ${value}`)
  }
  t.strictSame(asked('due', 'on', '2027-03-04'), ['eq 2027-03-04'])
  t.strictSame(asked('due', 'on', 'today-1d'), ['eq today-1d'])
  t.strictSame(asked('due', 'on', 'last7'), ['gte today-6d', 'lt today+1d'])
  t.strictSame(asked('due', 'lt', 'today'), ['lt today'])
  t.strictSame(asked('due', 'empty'), ['exists false'])
  t.strictSame(asked('created_at', 'on', 'today'), ['gte today', 'lt today+1d'])
  t.strictSame(asked('created_at', 'on', 'today-1d'), ['gte today-1d', 'lt today'])
  t.strictSame(asked('created_at', 'on', 'nextMonth'), ['gte today', 'lt today+1m'])
  t.strictSame(asked('created_at', 'on', '2027-03-31').length, 2, 'the whole day')
  t.match(asked('created_at', 'gte', '2027-03-04'), [/^gte 2027-03-0\dT\d\d:00:00/])
  const others = [
    { field: 'created_at', operator: 'gte', values: ['today-3d'] },
    { field: 'created_at', operator: 'lt', values: ['today+3d'] },
  ] as const
  const read = askedBy(
    others.map(one => ({ ...one, values: [...one.values] })),
    name => fields.get(name),
  )
  t.strictSame(
    read.map(({ comparison }) => comparison),
    ['gte', 'lt'],
    'a range without a name stays two filters',
  )
})

t.test('columns: the chosen ones, in their order, without those that no longer exist', async t => {
  const usual = defaultColumns({ schema: task })
  t.strictSame(
    columnsShown(columns, ['due', 'gone', 'name', 'due'], usual).map(({ key }) => key),
    ['due', 'name'],
  )
  t.strictSame(
    columnsShown(columns, ['gone'], usual).map(({ key }) => key),
    usual,
  )
  t.strictSame(placed(['a', 'b', 'c'], 'c', 0), ['c', 'a', 'b'])
  t.strictSame(placed(['a'], 'x', 0), ['a'])
  t.strictSame(toggled(['a'], 'a'), ['a'], 'the last column stays')
  t.strictSame(toggled(['a'], 'b'), ['a', 'b'])
  const why = (key: string) => columns.filter(column => column.key === key).map(column => whyNotSorted(column, true))
  t.strictSame([...why('name'), ...why('tags'), ...why('notes')], [undefined, 'list.sortNoOrder', 'list.sortNoIndex'])
  t.strictSame(usualColumns({ schema: task }, columns, 'archived').slice(0, 3), ['name', 'updated_at', 'created_by'])
})

t.test('widths, page size and view of a list are read back from the address, and not sent to the service', async t => {
  const view = readView({ columns: ['name'], 'width[name]': '300', size: '100', view: '01X', 'width[a]': 'x' })
  t.match(view, { widths: { name: 300, a: 40 }, size: 100, saved: '01X' })
  t.strictSame(readView(JSON.parse(JSON.stringify(writeView(view)))), view)
  t.strictSame(viewQuery(view), {})
  t.equal(readView({ size: '7' }).size, undefined)
})

t.test('a saved view restores its list, whichever client wrote it', async t => {
  const view = readView({
    '_filter[status][in]': ['open', 'done'],
    sort: '-year',
    columns: ['name', 'year'],
    'width[year]': '90',
    q: 'old',
    cursor: 'abc',
    page: '3',
  })
  const content = toSaved(view)
  t.strictSame(content.columns, ['name', { name: 'year', width: 90 }])
  t.match(content.query, { sort_by: 'year', sort_order: 'desc', q: 'old' })
  const saved = {
    id: 'urn:view:01X',
    type_slug: 'task',
    name: 'Old',
    shared: false,
    owner: '',
    default: false,
    ...content,
  }
  t.match(fromSaved(saved), { filters: view.filters, sort: 'year', order: 'desc', cursor: '', page: 1, saved: '01X' })
  t.notOk(isChanged(view, saved), 'a view does not include the page')
  t.ok(isChanged({ ...view, q: '' }, saved))
  const text = { ...saved, query: 'sort_by=name&_filter[year][gte]=1990&status=archived' }
  t.match(fromSaved(text), { sort: 'name', order: 'asc', status: 'archived', filters: [{ field: 'year' }] })
  t.match(fromSaved({ ...saved, query: { sort_by: { a: 1 }, q: 7 } }), { sort: '', q: '7' })
  const month = readView({ layout: 'calendar', by: 'due', until: 'end', span: 'week', day: '2027-03-01' })
  t.strictSame(toSaved(month).layout, { kind: 'calendar', property: 'due', end_property: 'end' })
  t.strictSame(readView(JSON.parse(JSON.stringify(writeView(month)))), month)
  const calendar = { ...saved, ...toSaved(month) }
  t.match(fromSaved(calendar), { layout: { kind: 'calendar', property: 'due', endProperty: 'end' } })
  t.notOk(isChanged({ ...month, saved: '01X' }, calendar), 'nor the day of a calendar')
  t.ok(isChanged(readView({ layout: 'board', by: 'status' }), calendar))
})

t.test('rows are selected one by one, in a range, by page, and across pages', async t => {
  let rows = ['a', 'b', 'c', 'd'].map(id => resource(id))
  const selection = useSelection(() => rows)
  const row = (at: number): Resource => rows[at] ?? resource('')
  selection.toggle(row(0))
  selection.toggle(row(2), true)
  t.strictSame([...selection.picked.keys()], ['a', 'b', 'c'])
  t.equal(selection.ofPage.value, 'some')
  selection.togglePage()
  t.equal(selection.ofPage.value, 'all')
  selection.isAll.value = true
  selection.toggle(row(1))
  t.strictSame(
    [...selection.picked.keys()].sort(),
    ['a', 'c', 'd'],
    'all except one: only the visible rows are selected',
  )
  rows = [resource('e')]
  t.equal(selection.picked.size, 3, 'the selection on other pages stays')
  selection.replace([row(0)])
  t.ok(selection.has('e') && !selection.has('a'))
  selection.clear()
  t.ok(selection.isEmpty.value)
})

t.test('the keyboard moves through rows and cells', async t => {
  const rows = shallowRef(['r1', 'r2', 'r3'].map(id => ({ id })))
  const cursor = useGridCursor(rows, shallowRef([{ key: 'a' }, { key: 'b' }]))
  cursor.step(1)
  t.strictSame(cursor.place.value, { row: 'r1', column: undefined })
  cursor.stepCell(1)
  cursor.stepCell(1)
  cursor.stepCell(1)
  t.strictSame(cursor.place.value, { row: 'r1', column: 'b' })
  t.ok(cursor.nextCell(1, column => column === 'b'))
  t.strictSame(cursor.place.value, { row: 'r2', column: 'b' })
  cursor.step(9)
  t.notOk(
    cursor.nextCell(1, () => true),
    'there is no cell after the last one',
  )
  cursor.stepCell(-2)
  t.strictSame(cursor.place.value, { row: 'r3', column: undefined })
  rows.value = [{ id: 'r1' }]
  cursor.go({ row: 'gone', column: undefined })
  t.equal(cursor.place.value, undefined)
})

t.test('text typed into a cell becomes a value', async t => {
  const text = { kind: 'text', isRequired: false } as const
  t.equal(patchValue('', text), null)
  t.equal(patchValue('', { ...text, isRequired: true }), '')
  t.equal(patchValue(0, { kind: 'integer', isRequired: false }), 0)
  t.equal(problemWith('1x', { kind: 'number' }), 'list.noNumber')
  t.equal(problemWith(1.5, { kind: 'integer' }), 'list.noInteger')
  t.equal(problemWith('', { kind: 'integer' }), undefined)
  t.ok(isEditable({ isMeta: false, isReadOnly: false, kind: 'reference' }))
  t.notOk(isEditable({ isMeta: true, isReadOnly: false, kind: 'text' }))
  t.notOk(isEditable({ isMeta: false, isReadOnly: false, kind: 'object' }))
})

t.test('a layout that is added is offered where a property fits', async t => {
  const columns = columnsOf({
    schema: {
      properties: { name: { type: 'string' }, from: { type: 'string', format: 'date' }, state: { enum: ['a'] } },
    },
  })
  const timeline = {
    kind: 'timeline',
    icon: {},
    fits: ({ kind }: { kind: string }) => kind === 'date',
    load: async () => ({}),
  }
  const asked = { kind: 'timeline', property: 'from' }
  t.strictSame(layoutShown(asked, offeredLayouts('task', columns)), { kind: 'table' })
  addLayout(timeline)
  const offered = offeredLayouts('task', columns)
  t.strictSame([...offered.keys()], ['table', 'board', 'calendar', 'timeline'])
  t.strictSame(usualLayout('timeline', offered), asked)
  t.strictSame(layoutShown(asked, offered), asked)
  t.strictSame(layoutShown({ kind: 'timeline', property: 'name' }, offered), { kind: 'table' })
})

t.test('the column of names has room for the state of drafts', async t => {
  const [name] = columnsOf({ schema: task })
  if (name === undefined) throw new Error('there is no column')
  const row = resource('urn:task:1', { name: 'The last lighthouse of the northern coast' })
  const widthOf = (publication: Resource['publication']): number =>
    contentWidth(name, 0, [{ ...row, publication }], undefined).least
  t.ok(widthOf('draft') > widthOf('published') + 40)
})

t.test('a board begins with a choice, also where a reference comes first', async t => {
  const columns = columnsOf({
    schema: { properties: { author: { type: 'string', 'x-resource-type': 'person' }, state: { enum: ['a'] } } },
  })
  t.strictSame(usualLayout('board', offeredLayouts('task', columns)), { kind: 'board', property: 'state' })
})

t.test('names are sorted by the property with which labels begin, where it has an order', async t => {
  const text = { type: 'string' }
  const properties = {
    name: text,
    place: { type: 'object', properties: { city: text } },
    tags: { type: 'array', items: text },
  }
  const sortOf = (label?: string) => {
    const schema = { properties, ...(label !== undefined && { 'x-label': label }) }
    const { key, title, isSortable } = nameColumn({ schema }, columnsOf({ schema })) ?? {}
    return isSortable === true ? key : title
  }
  t.equal(sortOf('No. {name}, {place.city}'), 'name')
  t.equal(sortOf('{place.city} {name}'), 'Place', 'a part of an object has no order')
  t.equal(sortOf('{tags} {name}'), 'Tags')
  t.equal(sortOf(), 'id')
})
