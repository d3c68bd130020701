import t from 'tap'
import { isLanguageTag, lookUpLanguage, readAcceptLanguage } from './index.ts'

t.test('language tags are well-formed by BCP 47', async t => {
  for (const tag of ['en', 'de-CH', 'pt-BR', 'zh-Hant-TW', 'de-1996', 'sr-Latn', 'es-419', 'EN-us', 'en-x-own'])
    t.ok(isLanguageTag(tag), tag)
  for (const tag of [
    '',
    'e',
    'en_US',
    'no language',
    '!',
    'de-',
    '-de',
    '*',
    'en--US',
    'constructor',
    'x'.repeat(1000),
  ])
    t.notOk(isLanguageTag(tag), tag)
})

t.test('a reader gets the nearest language', async t => {
  const map = { en: 'Due', de: 'Fällig', 'pt-BR': 'Prazo', 'zh-Hant': '期限' }
  const cases: [string[], string | undefined][] = [
    [['de'], 'Fällig'],
    [['de-CH'], 'Fällig'],
    [['DE-at', 'en'], 'Fällig'],
    [['fr', 'en-GB', 'de'], 'Due'],
    [['pt'], 'Prazo'],
    [['pt-PT'], 'Prazo'],
    [['zh-Hant-TW'], '期限'],
    [['fr'], undefined],
    [[], undefined],
  ]
  for (const [languages, text] of cases) t.equal(lookUpLanguage(map, languages), text, languages.join(', '))
})

t.test('the languages of a header come in the order of their weights', async t => {
  const cases: [string | undefined, string[]][] = [
    [undefined, []],
    ['', []],
    ['de', ['de']],
    ['de-CH, en;q=0.5', ['de-ch', 'en']],
    ['en;q=0.5, de;q=0.9, fr', ['fr', 'de', 'en']],
    ['*, de;q=0', []],
    ['de;q=2, en', ['en']],
    ['ü, en_US, de ; q=0.3', ['de']],
    [Array.from({ length: 1000 }, () => 'de').join(), Array.from({ length: 20 }, () => 'de')],
  ]
  for (const [header, languages] of cases) t.strictSame(readAcceptLanguage(header), languages, header ?? 'none')
})
