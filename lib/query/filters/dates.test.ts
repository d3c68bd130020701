import t from 'tap'
import { readRelative } from './dates.ts'

await t.test('dates relative to the current time', async t => {
  const day = Date.UTC(2024, 1, 29, 13, 14, 15, 16)
  const cases: [string, string, string][] = [
    ['now', '2024-02-29', '2024-02-29T13:14:15.016Z'],
    ['today', '2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['today+1d', '2024-03-01', '2024-03-01T00:00:00.000Z'],
    ['today 1d', '2024-03-01', '2024-03-01T00:00:00.000Z'],
    ['today-60d', '2023-12-31', '2023-12-31T00:00:00.000Z'],
    ['today+2w', '2024-03-14', '2024-03-14T00:00:00.000Z'],
    ['today-1m', '2024-01-29', '2024-01-29T00:00:00.000Z'],
    ['today+12m', '2025-02-28', '2025-02-28T00:00:00.000Z'],
    ['today-1y', '2023-02-28', '2023-02-28T00:00:00.000Z'],
    ['today+4y', '2028-02-29', '2028-02-29T00:00:00.000Z'],
  ]
  for (const [text, date, instant] of cases) {
    t.equal(readRelative(text, 'date', day), date, text)
    t.equal(readRelative(text, 'date-time', day), instant, text)
  }
  t.equal(readRelative('today+1m', 'date', Date.UTC(2024, 0, 31)), '2024-02-29', 'months clamp')
  t.equal(readRelative('today-1m', 'date', Date.UTC(2024, 4, 31)), '2024-04-30')
  for (const text of [
    'today1d',
    'today+d',
    'Today',
    'now+1d',
    'today+1.5d',
    'today--1d',
    'today+1000000d',
    'today-3000y',
  ])
    t.equal(readRelative(text, 'date', day), undefined, text)
})
