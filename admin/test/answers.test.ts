import t from 'tap'
import '../src/fields/index.ts'
import { ApiError, readError } from '../src/api/transport/errors.ts'
import { equal } from '../src/api/transport/json.ts'
import { readView, viewQuery, writeView } from '../src/composables/view/view.ts'
import { arrange } from '../src/stores/arrange.ts'
import { findOptions, matches } from '../src/ui/fields/option.ts'
import { fromLocal, toLocal } from '../src/ui/fields/zone.ts'

t.test('an error is read from a problem, and from the answer of a proxy', async t => {
  const problem = {
    detail: 'name: is required',
    code: 'validation-failed',
    problems: [
      { pointer: '/name', code: 'required', message: 'is required' },
      { pointer: '', code: 'type', message: 'must be an object' },
      'nonsense',
    ],
  }
  const refused = await readError(Response.json(problem, { status: 400, headers: { 'x-request-id': 'a1' } }))
  t.match(refused, { status: 400, message: 'name: is required', code: 'validation-failed', requestId: 'a1' })
  t.strictSame(refused.problems, problem.problems.slice(0, 2), 'what is no problem is left out')
  const slow = await readError(
    Response.json({ detail: 'slow', code: 'query-too-slow', fields: ['note'] }, { status: 503 }),
  )
  t.match(slow, { isTooSlow: true, isAway: false, fields: ['note'] })
  const away = await readError(new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  t.match(away, { message: 'Bad Gateway', code: '', isAway: true, problems: [] })
  t.match(new ApiError(0, 'failed to fetch'), { isAway: true, isTooSlow: false })
})

t.test('the query of a list is read back unchanged', async t => {
  const view = readView({
    q: 'two words',
    '_filter[year][gte]': '1990',
    '_filter[status][in]': ['seen', 'open'],
    sort: '-year',
    columns: ['title', 'year'],
    page: 'x',
    '_filter[year][nonsense]': '1',
  })
  t.match(view, { q: 'two words', sort: 'year', order: 'desc', columns: ['title', 'year'], page: 1, status: 'active' })
  t.strictSame(readView(JSON.parse(JSON.stringify(writeView(view)))), view)
  t.strictSame(viewQuery(view), {
    '_filter[year][gte]': '1990',
    '_filter[status][in]': ['seen', 'open'],
    q: 'two words',
    sort_by: 'year',
    sort_order: 'desc',
  })
  t.strictSame(writeView(readView({})), {})

  const groups = {
    '_filter[status][eq]': 'open',
    '_filter[or][0][year][gte]': '1990',
    '_filter[or][0][or][ne]': 'a',
    '_filter[or][3][a[b]][in]': ['x', 'y'],
    filter_field: 'or',
    filter_value: 'b',
  }
  const joined = readView(groups)
  t.equal(joined.groups.length, 2)
  t.strictSame(joined.filters.at(-1), { field: 'or', operator: 'eq', values: ['b'] })
  const { '_filter[or][3][a[b]][in]': second, ...others } = groups
  t.strictSame(viewQuery(joined), { ...others, '_filter[or][1][a[b]][in]': second }, 'groups are numbered in order')
  t.strictSame(readView(JSON.parse(JSON.stringify(writeView(joined)))), joined)
})

t.test('the sidebar: groups in order, hidden ones left out, the others by name', async t => {
  const type = (slug: string) => ({
    id: slug,
    slug,
    name: slug,
    plural: slug,
    description: '',
    context: {},
    created_at: '',
  })
  const types = ['b', 'a', 'c', 'd'].map(slug => ({ ...type(slug), status: 'active' as const }))
  const groups = arrange({ hidden_slugs: ['d'], menu_groups: { G: ['c', 'gone'], Empty: ['gone'] } }, types)
  t.strictSame(
    groups.map(group => [group.name, ...group.types.map(({ slug }) => slug)]),
    [
      ['G', 'c'],
      ['', 'a', 'b'],
    ],
  )
})

t.test('times are converted to a time zone and back', async t => {
  t.equal(toLocal('2027-03-04T17:30:00Z', 'Europe/Berlin'), '2027-03-04T18:30')
  t.equal(fromLocal('2027-03-04T18:30', 'Europe/Berlin'), '2027-03-04T18:30:00+01:00')
  t.equal(fromLocal('2027-07-04T18:30', 'Europe/Berlin'), '2027-07-04T18:30:00+02:00')
  t.equal(fromLocal('2027-07-04T18:30', 'UTC'), '2027-07-04T18:30:00Z')
  t.equal(fromLocal('2027-07-04T18:30:15', 'America/St_Johns'), '2027-07-04T18:30:15-02:30')
  t.equal(toLocal('nonsense', 'UTC'), '')
})

t.test('options are found by their words, without regard to accents', async t => {
  t.ok(matches({ label: 'Ärger im Büro' }, 'arger bu'))
  t.notOk(matches({ label: 'Ärger' }, 'x'))
  const countries = ['Equatorial Guinea', 'Guinea-Bissau', 'Papua New Guinea', 'Guinea', 'Ghana']
  const found = findOptions(
    countries.map(label => ({ value: label, label })),
    'guinea',
  )
  t.strictSame(
    found.map(({ label }) => label),
    ['Guinea', 'Guinea-Bissau', 'Equatorial Guinea', 'Papua New Guinea'],
    'the exact name, then beginnings, then parts',
  )
})

t.test('values are equal regardless of the order of their names', async t => {
  t.ok(equal({ a: [1, { b: null }], c: 1 }, { c: 1, a: [1, { b: null }] }))
  t.notOk(equal({ a: 1 }, { a: 1, b: undefined }))
  t.notOk(equal([1], { 0: 1 }))
})
