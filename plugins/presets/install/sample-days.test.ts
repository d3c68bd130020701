import t from 'tap'
import { onAnyStore } from '../../../testing/internal/each-store.ts'
import { withCoreTypes } from '../../../testing/internal/core-types.ts'
import { distanceTo, moveDays } from './sample-days.ts'

const now = Date.parse('2030-06-13T23:30:00Z') // a Thursday

t.test('samples are shifted by whole weeks, including all dates and times', async t => {
  const by = distanceTo('2027-01-04', now)
  t.strictSame(
    moveDays(
      {
        startDate: '2027-01-04',
        doorTime: '2027-01-10T19:00:00+01:00',
        days: ['2026-12-31', { until: '2027-02-28' }],
        name: 'Since 2027-01-04',
        season: '2027-01',
        dayless: '2027-13-40',
        servings: 4,
        note: null,
      },
      by,
    ),
    {
      startDate: '2030-06-10',
      doorTime: '2030-06-16T19:00:00+01:00',
      days: ['2030-06-06', { until: '2030-08-04' }],
      name: 'Since 2027-01-04',
      season: '2027-01',
      dayless: '2027-13-40',
      servings: 4,
      note: null,
    },
  )
  t.equal(distanceTo('2030-06-10', now), 0, 'the current week')
  t.strictSame(moveDays({ day: '2031-01-06' }, distanceTo('2031-01-06', now)), { day: '2030-06-10' }, 'and back again')
})

onAnyStore('the meals of the samples are those of this week', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  const installed = await request('POST', '/api/resource-types/presets/meal-planning?samples=true')
  t.equal(installed.statusCode, 200, installed.body)
  const { data } = (await request('GET', '/api/scheduled-meal?limit=100')).json<{
    data: { data: { '@graph': { name: string; startDate: string }[] } }[]
  }>()
  const starts = new Map(
    data.map(
      ({
        data: {
          '@graph': [node],
        },
      }) => [node?.name, node?.startDate ?? ''],
    ),
  )
  const monday = starts.get('Monday: soup') ?? ''
  t.equal(new Date(monday).getUTCDay(), 1)
  const daysAgo = (Date.now() - Date.parse(monday)) / 86_400_000
  t.ok(daysAgo >= 0 && daysAgo < 7.1, `${monday} is the Monday of this week, or of one that ended a moment ago`)
})
