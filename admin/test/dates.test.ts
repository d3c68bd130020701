import t from 'tap'
import fc from 'fast-check'
import { formatLocal, hasSeconds, hintOf, parseLocal, patternOf, stepSegment } from '../src/ui/fields/date/dateText.ts'
import { fromLocal, startOfDay, toLocal } from '../src/ui/fields/zone.ts'
import type { DateKind } from '../src/ui/fields/date/dateText.ts'

const read = (text: string, kind: DateKind, locale: string, isFinal = false): string | undefined =>
  parseLocal(text, { kind, pattern: patternOf(kind, locale), locale, zone: 'Europe/Berlin' }, isFinal)
const written = (value: string, kind: DateKind, locale: string): string => formatLocal(value, patternOf(kind, locale))

t.test('dates are written and read in the order of the locale', async t => {
  t.equal(written('2027-03-04', 'date', 'en-GB'), '04/03/2027')
  t.equal(written('2027-03-04', 'date', 'en-US'), '03/04/2027')
  t.equal(written('2027-03-04', 'date', 'de'), '04.03.2027')
  t.equal(written('18:30', 'time', 'de'), '18:30')
  t.equal(written('18:30', 'time', 'en-US'), '06:30 PM')
  t.equal(written('2027-03-04T00:05', 'date-time', 'en-US'), '03/04/2027, 12:05 AM')
  t.equal(written('no date', 'date', 'de'), 'no date', 'other texts stay')

  t.equal(read('04/03/2027', 'date', 'en-GB'), '2027-03-04')
  t.equal(read('4.3.2027', 'date', 'de'), '2027-03-04')
  t.equal(read('03042027', 'date', 'en-US'), '2027-03-04', 'without separators')
  t.equal(read('2027-03-04', 'date', 'en-US'), '2027-03-04', 'ISO 8601 is read everywhere')
  t.equal(read('06:30 pm', 'time', 'en-US'), '18:30')
  t.equal(read('12:05 a', 'time', 'en-US'), '00:05')
  t.equal(read('18:30', 'time', 'en-US'), '18:30', 'an hour that needs no AM or PM')
  t.equal(read('18:30:05', 'time', 'de'), '18:30:05')
  t.equal(read('18:30:05', 'time', 'en-GB'), '18:30:05')
  t.equal(read('04.03.2027, 18:30', 'date-time', 'de'), '2027-03-04T18:30')
})

t.test('a time is read whole, or not at all', async t => {
  for (const locale of ['en-GB', 'de', 'en-US']) {
    t.equal(read('2:30 pm', 'time', locale), '14:30', locale)
    t.equal(read('2:30 p.m.', 'time', locale), '14:30', locale)
    t.equal(read('2 PM', 'time', locale), '14:00', locale)
    t.equal(read('12:05 am', 'time', locale), '00:05', locale)
    t.equal(read('14:30 UTC', 'time', locale), '14:30Z', locale)
    t.equal(read('14:30 pm', 'time', locale), undefined, locale)
    t.equal(read('14:30 MSK', 'time', locale), undefined, locale)
    t.equal(read('14:30 or so', 'time', locale), undefined, locale)
    t.equal(read('14:30?', 'time', locale), undefined, locale)
  }
  t.equal(read('15/06/2025 2:30 pm', 'date-time', 'en-GB'), '2025-06-15T14:30')
  t.equal(read('15/06/2025 14:30 UTC', 'date-time', 'en-GB'), '2025-06-15T16:30', 'in the zone of the field')
  t.equal(read('15/06/2025 14:30 GMT+1', 'date-time', 'en-GB'), '2025-06-15T15:30')
  t.equal(read('15/06/2025 14:30 MSK', 'date-time', 'en-GB'), undefined, 'an unknown zone')
  t.equal(read('15.06.2025, 14:30 MESZ', 'date-time', 'de'), '2025-06-15T14:30', 'the name of the zone that is shown')
  t.equal(read('15.06.2025, 14:30 MEZ', 'date-time', 'de'), '2025-06-15T15:30', 'that of its winter')
  t.equal(read('14:30 MESZ', 'time', 'de'), '14:30+02:00')
  t.equal(read('15.6.2025 um 14:30 Uhr', 'date-time', 'de'), '2025-06-15T14:30')
  t.equal(read('9 Uhr', 'time', 'de', true), '09:00', 'an hour alone, once it is typed')
  t.equal(read('09:', 'time', 'en-GB', true), '09:00')
  t.equal(read('15.6.2025 9 Uhr', 'date-time', 'de', true), '2025-06-15T09:00')
  t.equal(read('9', 'time', 'de'), undefined, 'it can go on')
  t.equal(read('9', 'time', 'en-US', true), undefined, 'in the morning or in the evening')
  t.equal(read('25', 'time', 'de', true), undefined)
  t.equal(read('9', 'date', 'de', true), undefined)
  t.equal(read('15.6.2025', 'date-time', 'de', true), undefined, 'a day has no time')
  t.equal(read('15.06.2025 14.30', 'date-time', 'de'), '2025-06-15T14:30')
})

t.test('moments in ISO 8601 are read in every field', async t => {
  const moments = ['2025-06-15T14:30:00Z', '2025-06-15T16:30+02:00', '2025-06-15 14:30:00+0000', '20250615T143000Z']
  for (const locale of ['en-GB', 'de', 'en-US']) {
    for (const moment of moments) {
      t.equal(read(moment, 'date-time', locale), '2025-06-15T16:30', `${moment} ${locale}`)
      t.equal(read(moment, 'date', locale), '2025-06-15', `${moment} ${locale}`)
    }
    t.equal(read('2025-06-15T23:30:00Z', 'date', locale), '2025-06-16', 'the day where it is shown')
    t.equal(read('2025-06-15T14:30:00.125Z', 'date-time', locale), '2025-06-15T16:30:00.125')
    t.equal(read('2025-06-15T14:30', 'date-time', locale), '2025-06-15T14:30')
    t.equal(read('2025-06-15T14:30:00+02:00', 'time', locale), '14:30+02:00')
    t.equal(read('20250615', 'date', locale), '2025-06-15')
    t.equal(read('2025/6/15', 'date', locale), '2025-06-15', 'the year comes first')
  }
})

t.test('clocks that are put back or forward', async t => {
  const zone = 'Europe/Berlin'
  const twice = {
    '2026-10-25T00:30:00Z': '+02:00',
    '2026-10-25T01:30:00Z': '+01:00',
    '25/10/2026 02:30 CEST': '+02:00',
  }
  for (const [text, offset] of Object.entries(twice)) {
    const local = read(text, 'date-time', 'en-GB') ?? ''
    t.equal(fromLocal(local, zone), `2026-10-25T02:30:00${offset}`, text)
    t.equal(written(local, 'date-time', 'en-GB'), '25/10/2026, 02:30')
  }
  t.equal(
    fromLocal(read('25/10/2026 02:30', 'date-time', 'en-GB') ?? '', zone),
    '2026-10-25T02:30:00+01:00',
    'the later',
  )
  t.equal(fromLocal('2026-03-29T02:30', zone), '2026-03-29T03:30:00+02:00', 'no clock shows it')
  t.equal(fromLocal('2026-03-08T02:30', 'America/New_York'), '2026-03-08T03:30:00-04:00')
  t.equal(startOfDay('2026-04-24', 'Africa/Cairo'), '2026-04-24T01:00:00+03:00', 'changed at midnight')
  t.equal(startOfDay('2026-11-01', 'America/Havana'), '2026-11-01T00:00:00-04:00')
  t.equal(startOfDay('2026-03-29', zone), '2026-03-29T00:00:00+01:00')
  t.equal(fromLocal('2011-12-30T10:00', 'Pacific/Apia'), '2011-12-31T10:00:00+14:00')
})

t.test('what the admin shows can be typed', async t => {
  const dates = fc.date({ min: new Date('1000-01-03'), max: new Date('9999-12-30'), noInvalidDate: true })
  const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu', 'Africa/Monrovia']
  const locales = ['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-ZA', 'en-IN', 'en-SE', 'de-DE', 'de-AT', 'de-CH', 'de']
  const property = fc.property(dates, fc.constantFrom(...zones), fc.constantFrom(...locales), (date, zone, locale) => {
    const moment = date.toISOString()
    const local = toLocal(moment, zone)
    const day = local.slice(0, 10)
    const context = (kind: DateKind) => ({ kind, pattern: patternOf(kind, locale, hasSeconds(local)), locale, zone })
    const inField = formatLocal(local, context('date-time').pattern)
    t.equal(parseLocal(inField, context('date-time')), local, `${inField} ${locale}`)
    const again = fromLocal(parseLocal(moment, context('date-time')) ?? '', zone)
    t.equal(Date.parse(again), date.getTime(), `${moment} ${zone}`)
    for (const dateStyle of ['full', 'long', 'medium'] as const) {
      const shown = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(Date.parse(day))
      t.equal(parseLocal(shown, context('date')), day, `${shown} ${locale}`)
      const timed = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: zone }).format(date)
      t.equal(parseLocal(timed, context('date-time')), local.slice(0, 16), `${timed} ${locale}`)
    }
  })
  fc.assert(property, { numRuns: 200 })
})

t.test('what is incomplete or does not exist is no date', async t => {
  for (const text of ['', '04', '04.03.', '04.03.202', '31.02.2027', '04.13.2027', '2027-02-30', '04.03.2027 x 5']) {
    t.equal(read(text, 'date', 'de'), undefined, text)
  }
  for (const text of ['-4.3.2027', '4..3.2027', '4.-3.2027']) t.equal(read(text, 'date', 'de'), undefined, text)
  t.equal(read('-1:00', 'time', 'de'), undefined)
  t.equal(written('2027-03-04', 'date-time', 'de'), '2027-03-04', 'a part is missing')
  for (const text of ['9', '24:00', '10:60', '18:30:99']) t.equal(read(text, 'time', 'de'), undefined, text)
  t.equal(read('6:30', 'time', 'en-US'), undefined, 'AM or PM is missing')
  t.equal(read('06:30', 'time', 'en-US'), '06:30', 'ISO 8601')
  t.equal(read('4.3.27', 'date', 'de'), undefined, 'the year can go on')
  t.equal(read('4.3.27', 'date', 'de', true), '2027-03-04')
  t.equal(read('4.3.99', 'date', 'de', true), '1999-03-04')
})

t.test('a segment changes by itself and wraps around', async t => {
  t.equal(stepSegment('2027-12-31', 'date', 'month', 1), '2027-01-31')
  t.equal(stepSegment('2027-01-31', 'date', 'month', 1), '2027-02-28', 'a day that exists')
  t.equal(stepSegment('2027-02-28', 'date', 'day', 1), '2027-02-01')
  t.equal(stepSegment('2027-01-01', 'date', 'year', -1), '2026-01-01')
  t.equal(stepSegment('00:00', 'time', 'minute', -1), '00:59')
  t.equal(stepSegment('2027-01-01T11:00', 'date-time', 'dayPeriod', 1), '2027-01-01T23:00')
})

t.test('the hint has the letters of the language', async t => {
  t.equal(hintOf(patternOf('date', 'de'), ['t', 'm', 'j']), 'tt.mm.jjjj')
  t.equal(hintOf(patternOf('date-time', 'en-US'), ['d', 'm', 'y']), 'mm/dd/yyyy, --:-- --')
})
