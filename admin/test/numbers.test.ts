import fc from 'fast-check'
import t from 'tap'
import { currentLanguage } from '../src/i18n/current.ts'
import { currencySign, formatMoney, formatNumber } from '../src/i18n/format.ts'
import { readNumber, writeNumber } from '../src/typed/number.ts'

const languages = ['en', 'de'] as const
t.afterEach(() => void (currentLanguage.value = 'en')) // other files run in this process

t.test('numbers are read in the notation of the language', async t => {
  const readings = {
    en: { '1,000': 1000, '12,345': 12345, '1,234,567.5': 1234567.5, '1.5': 1.5, '.5': 0.5, '5.': 5, '-1,000': -1000 },
    de: {
      '1.000': 1000,
      '1.234': 1234,
      '2.500': 2500,
      '1.234,50': 1234.5,
      '1,5': 1.5,
      ',5': 0.5,
      '5,': 5,
      '\u22121.000': -1000,
    },
  }
  const alike = { '1000': 1000, '+5': 5, '1 000': 1000, '12\u202f345': 12345, '1’000’000': 1e6, '1e3': 1000, '007': 7 }
  for (const language of languages) {
    currentLanguage.value = language
    for (const [text, value] of Object.entries({ ...readings[language], ...alike })) {
      t.equal(readNumber(text).value, value, `${language} ${text}`)
    }
  }
})

t.test('what another language would write is a problem that shows how it is written here', async t => {
  const examples = {
    en: { '1,5': '1.5', '1.234,50': '1234.5', '0,123': '0.123', '1,2345': '1.2345' },
    de: {
      '1.5': '1,5',
      '1.2345': '1,2345',
      '0.123': '0,123',
      '1,234.50': '1234,5',
      '1.5e3': '1500',
      '1,234,567': '1234567',
    },
  }
  for (const language of languages) {
    currentLanguage.value = language
    for (const [text, example] of Object.entries(examples[language])) {
      t.strictSame(
        readNumber(text),
        { problem: { key: 'ui.numberWrittenHere', parameters: { example } } },
        `${language} ${text}`,
      )
    }
    for (const text of ['abc', '1.2.3', '12 34', '1,23,456.7', '0x10', '1-2', '5 €', 'Infinity', '--1', '1e', '٣']) {
      t.strictSame(readNumber(text), { problem: { key: 'ui.notNumber' } }, `${language} ${text}`)
    }
    for (const text of ['9007199254740993', '1e400', '1e-400', '123456789012345678901234567890']) {
      t.strictSame(readNumber(text), { problem: { key: 'ui.numberNotExact' } }, `${language} ${text}`)
    }
  }
})

t.test('what the admin shows can be typed', async t => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
    fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }),
  )
  const property = fc.property(numbers, fc.constantFrom(...languages), (number, language) => {
    currentLanguage.value = language
    const value = number === 0 ? 0 : number
    t.equal(readNumber(writeNumber(value)).value, value, `${language} ${writeNumber(value)}`)
    if (Math.abs(value) > 1e-15 || value === 0) {
      t.equal(
        readNumber(formatNumber(value)).value,
        Number(formatNumberExactly(value)),
        `${language} ${formatNumber(value)}`,
      )
    }
    for (const currency of ['EUR', 'USD', 'JPY', 'CHF']) {
      const shown = formatMoney(value, currency)
      t.not(readNumber(shown, currencySign(currency)).value, undefined, `${language} ${shown}`)
    }
  })
  fc.assert(property, { numRuns: 300 })
})

/** The digits that a list shows: twenty after the point at most. */
const formatNumberExactly = (value: number): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 20, useGrouping: false }).format(value)
