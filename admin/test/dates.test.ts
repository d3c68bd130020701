import t from 'tap'
import { formatLocal, hintOf, parseLocal, patternOf, stepSegment } from '../src/ui/fields/date/dateText.ts'
import type { DateKind } from '../src/ui/fields/date/dateText.ts'

const read = (text: string, kind: DateKind, locale: string, isFinal = false): string | undefined =>
  parseLocal(text, kind, patternOf(kind, locale), isFinal)
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

t.test('what is incomplete or does not exist is no date', async t => {
  for (const text of ['', '04', '04.03.', '04.03.202', '31.02.2027', '04.13.2027', '2027-02-30', '04.03.2027 x 5']) {
    t.equal(read(text, 'date', 'de'), undefined, text)
  }
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
