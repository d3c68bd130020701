import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { createMessages } from '../cli/terminal/progress.ts'
import { readBackup, verifyBackup, writeBackup } from './backup/index.ts'
import {
  ConfigurationError,
  Conflict,
  InvalidInput,
  OutcomeUnknown,
  QueryTooSlow,
  ServiceError,
  StoreFull,
  StoreReadOnly,
  StoreUnavailable,
  ValidationFailed,
  WriteRefused,
  codesOfError,
} from './errors/index.ts'
import { inTurns, nextTurn, runInTurns, yieldIfLong } from './event-loop/index.ts'
import { checkFields, flatAddress, flatObject, withFields } from './flat/index.ts'
import type { FlatShape } from './flat/shape.ts'
import { compileSchema } from './json-schema/index.ts'
import { checkJson, maxNesting } from './json/check.ts'
import { cloneJson, equalJson, jsonText, mergePatch, parseJson } from './json/index.ts'
import type { JsonObject } from './json/index.ts'
import type { Json } from './json/types.ts'
import { isLanguageTag, lookUpLanguage, readAcceptLanguage } from './language/index.ts'
import { createMarkdown } from './markdown/index.ts'
import { pluralOf, pluralOfName, singularOfName } from './plural/index.ts'
import { metaText } from './store-kit/index.ts'
import type { CollectionDefinition, SnapshotPart, StoreSnapshot, StoredDocument } from './store-kit/index.ts'
import { table } from './terminal/table.ts'
import { countText, cut, displayWidth, plain, thousands } from './terminal/text.ts'
import { anchorId, anchorOf, isLocalPath, isRecordUrn, safeUrl } from './web-text/index.ts'

t.test('errors are recognised by their codes, whichever copy of the package made them', async t => {
  const full = new StoreFull()
  t.strictSame(codesOfError(full), ['store-full', 'store-unavailable', 'service-error', 'plinth-error'])
  const copied = Object.assign(new Error('of another copy'), {
    [Symbol.for('plinth.error.codes')]: codesOfError(full),
  })
  for (const error of [full, copied]) {
    t.ok(error instanceof StoreFull)
    t.ok(error instanceof StoreUnavailable)
    t.ok(error instanceof ServiceError)
    t.notOk(error instanceof StoreReadOnly)
    t.notOk(error instanceof ConfigurationError)
  }
  class OwnConflict extends Conflict {}
  t.ok(new OwnConflict('mine') instanceof Conflict)
  t.notOk(new Conflict('not mine') instanceof OwnConflict, 'a class without a code is compared as JavaScript does')
  for (const value of [null, undefined, 'store-full', {}, { code: 'store-full' }, new Error('store-full')]) {
    t.strictSame(codesOfError(value), [])
    t.notOk(value instanceof StoreUnavailable)
  }
  t.equal(new OwnConflict('mine').name, 'OwnConflict')
})

t.test('messages say what is wrong and what to do, and nothing else', async t => {
  t.match(new StoreReadOnly().message, /only be read/)
  t.equal(new StoreUnavailable('down', { cause: new Error('secret') }).message, 'down')
  t.match(new OutcomeUnknown({ id: 'urn:note:1' }), { id: 'urn:note:1', message: /\(its id would be urn:note:1\)/ })
  t.notMatch(new OutcomeUnknown().message, /id would be/)
  t.equal(new WriteRefused('unique', 2, 'email').message, 'email is already in use')
  t.match(new WriteRefused('stale', 0), { reason: 'stale', index: 0, property: undefined, message: /\(stale\)/ })
  t.match(new Conflict('taken', { code: 'not-unique', part: 3 }), { code: 'not-unique', part: 3, problems: [] })
})

t.test('a body with very many faults names a hundred, and counts the others', async t => {
  const failures = Array.from({ length: 120 }, (_, n) => ({
    field: `items[${n}]`,
    pointer: `/items/${n}`,
    code: 'type',
    message: 'must be a number',
  }))
  const error = new ValidationFailed(failures, ({ field, message }) => `${field} ${message}`)
  t.equal(error.problems.length, 100)
  t.match(error.message, /^items\[0\] must be a number; .*items\[99\] must be a number; and 20 more$/)
  t.strictSame(error.problems[0], { pointer: '/items/0', code: 'type', message: 'must be a number' })
  t.equal(new ValidationFailed(failures.slice(0, 2), () => 'the same').message, 'the same', 'nothing is said twice')
})

t.test('a slow query names the filters that no index serves, and the index that would', async t => {
  const slow = new QueryTooSlow(['title'], ['year'])
  t.match(slow, { fields: ['title'], index: [], message: /no index serves the filter on title; .*x-index/ })
  t.match(slow.withRemedy({ index: ['title'] }).message, /give title an index of its own/)
  t.match(slow.withRemedy({ index: ['title', 'year'] }), {
    index: ['title', 'year'],
    message: /add \["title", "year"\] to x-indexes/,
  })
  t.match(new QueryTooSlow([], ['year']), { fields: ['year'], message: /by year, to be put into this order/ })
  t.match(new QueryTooSlow([]).message, /^the list took too long; ask for less at once$/)
})

// A fixed seed, unless one is given.
fc.configureGlobal({ seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120) })

/** The message with which a text is refused, or ACCEPTED. */
function refusal(text: string): string {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof InvalidInput) return error.message
    throw error
  }
  return 'ACCEPTED'
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

t.test('JSON text that parses to the same value', async t => {
  const value = { a: [1e20, -1e300, 0.1, 2 ** 53, 9.1e15], b: { c: 'digits 12345678901234567890' }, d: null }
  t.strictSame(parseJson(jsonText(value)), value)
  t.match(jsonText(value), '"a":[1e+20,-1e+300,0.1,9.007199254740992e+15,9.1e+15]')
  t.equal(jsonText({ a: 1 }), '{"a":1}')
})

t.test('texts that are kept unchanged', async t => {
  const kept = [
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    ' \n\t{ "a" :\r\n [ ] }\n',
    '"\\ud83d\\ude00 \\u00e4 \\\\u0000 \\\\ud800"',
    '{":\\"":":","\\\\":":\\""}',
    '9007199254740991',
    '-9007199254740991',
    '-0',
    '[0.30000000000000004,1e21,1.5e-7,5e-324,1.7976931348623157e308,0e999,-0.0]',
    '1.00000000000000000000',
    '100000000000000000000.0',
    '9007199254740992.0',
    '-999999999999998.2',
    '[2251799813685249.5e0,0.10000000000000001,1.8446744073709552e19,123456789012345.67,4.9e-324]',
    '0.1000000000000000055511151231257827021181583404541015625',
    '-12345678901234567168.0',
    nested(64),
  ]
  for (const text of kept) t.strictSame(parseJson(text), JSON.parse(text), text)
})

t.test('texts that would be changed are refused, naming the problem and its position', async t => {
  const cases: [string, RegExp][] = [
    ['', /empty/],
    [' \n', /empty/],
    ['{"a":1,\n "a":2}', /^duplicate key, at line 2, column 2 \(\/a\)$/],
    ['{"x":{"a":1,"\\u0061":2}}', /^duplicate key.*\(\/x\/a\)$/],
    ['{"a":":","a":1}', /duplicate key/],
    ['{"a" :1,"a" :":x"}', /duplicate key/],
    ['{"a":[{"__proto__":1}]}', /must not be named __proto__, at line 1, column 8 \(\/a\/0\/__proto__\)$/],
    ['{"\\u005f_proto_\\u005f":null}', /must not be named __proto__/],
    ['{"1":1,"1":2}', /duplicate key/],
    ['{"a/b":[0,9007199254740992]}', /integer.*2\^53.*\(\/a~1b\/1\)$/],
    ['-9007199254740992', /integer/],
    ['123456789012345678901234567890', /integer/],
    [`1${'0'.repeat(400)}`, /integer/],
    ['1e309', /too large/],
    ['-1E+999', /too large/],
    ['1e-324', /close to zero/],
    [`0.${'0'.repeat(400)}1`, /close to zero/],
    ['9007199254740993.0', /17 significant digits/],
    ['9007199254740993e0', /17 significant digits/],
    ['-900719925474099.31', /17 significant digits/],
    ['0.9007199254740993e16', /17 significant digits/],
    ['1.2345678e-320', /17 significant digits/],
    ['0.1234567890123456789', /17 significant digits/],
    ['1234567890.12345678901', /17 significant digits/],
    ['1.234567890123456789e5', /17 significant digits/],
    ['12345678901234567169.0', /17 significant digits/],
    ['0.1000000000000000055511151231257827021181583404541015624', /17 significant digits/],
    ['4.940656458412465441765687928682213723650598e-324', /17 significant digits/],
    [`1.${'1'.repeat(2_000)}`, /17 significant digits/],
    ['"a\\u0000b"', /U\+0000/],
    ['{"a\\u0000":1}', /U\+0000/],
    ['"a\0b"', /U\+0000/],
    ['"\\ud83d"', /lone surrogate/],
    ['"\\ud83d\\ud83d"', /lone surrogate/],
    ['"\\ude00\\ud83d"', /lone surrogate/],
    ['"\\ud83d\\n"', /lone surrogate/],
    ['"\ud83d"', /lone surrogate/],
    [nested(65), /deeper than 64/],
    ['['.repeat(200_000), /deeper than 64/],
    ['{"a":'.repeat(200_000), /deeper than 64/],
    ['{} x', /after the end/],
    ['1 2', /after the end/],
    ['01', /after the end/],
    ['{"a":tru}', /unexpected "t", at line 1, column 6/],
    ['{"a" 1}', /unexpected "1"/],
    ['{a:1}', /unexpected "a"/],
    ['[1,]', /unexpected "]"/],
    ['{"a":1,}', /unexpected "}"/],
    ['{', /ends too early/],
    ['"abc', /not closed/],
    ['"\\x"', /escape/],
    ['"\\u12g4"', /escape/],
    ['"a\tb"', /control character/],
    ['NaN', /unexpected "N"/],
    ['\ufeff{}', /unexpected/],
  ]
  for (const [text, expected] of cases) t.match(refusal(text), expected, JSON.stringify(text.slice(0, 60)))
})

/** A random value whose text is valid. */
const anyValue: fc.Arbitrary<Json> = fc
  .json({ maxDepth: 6 })
  .filter(text => !/(?<![\d.e-])-?\d{16,}(?![.\de])|\\u0000/.test(text))
  .map((text): Json => JSON.parse(text))

const anyLayout = fc.constantFrom('', ' ', '\t', '  \n')

t.test('every value that JSON.stringify writes parses to an equal value', async () => {
  fc.assert(
    fc.property(anyValue, anyLayout, (value, indent) => {
      const text = JSON.stringify(value, null, indent.trim() === '' ? indent.replace('\n', '') : indent)
      const expected: Json = JSON.parse(text)
      checkJson(text, maxNesting)
      return equalJson(parseJson(text), expected)
    }),
    { numRuns: 1000 },
  )
})

t.test('a duplicate key or an overlong number is found anywhere', async () => {
  const others = fc.array(anyValue, { maxLength: 3 })
  const key = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(others, key, anyValue, anyValue, anyLayout, (around, key, first, second, space) => {
      const name = JSON.stringify(key)
      const object = `{${name}${space}:${JSON.stringify(first)},${space}${name}:${JSON.stringify(second)}}`
      return refusal(`[${[...around.map(value => JSON.stringify(value)), object].join(',')}]`).startsWith(
        'duplicate key',
      )
    }),
  )
  const large = fc.bigInt({ min: 2n ** 53n, max: 10n ** 40n })
  fc.assert(
    fc.property(anyValue, large, fc.constantFrom('', '-'), (value, number, sign) =>
      refusal(`{"a":[${JSON.stringify(value)},${sign}${number}]}`).startsWith('an integer beyond'),
    ),
  )
})

t.test('no text causes another error, and exactly the texts that JSON.parse accepts are accepted', async () => {
  const pieces = ['{', '}', '[', ']', '"', ':', ',', '"a"', '1', '-', '1e5', '\\', '\\u0041', 'null', ' ', 'é', '😀']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), pieces => {
      const text = pieces.join('')
      return refusal(text) !== 'ACCEPTED' || equalJson(JSON.parse(text), parseJson(text))
    }),
    { numRuns: 5000 },
  )
})

t.test('copies and patches keep odd keys as ordinary own properties', async t => {
  const hostile: Json = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
  for (const copy of [cloneJson(hostile), mergePatch({}, hostile), mergePatch(hostile, {})]) {
    t.equal(JSON.stringify(copy), JSON.stringify(hostile))
    t.equal(Object.getPrototypeOf(copy), Object.prototype)
  }
  t.notOk('polluted' in {})
  const patch: Json = JSON.parse('{"__proto__":{"a":null}}')
  t.equal(JSON.stringify(mergePatch({}, patch)), '{"__proto__":{}}')
})

t.test('merge patch: the examples of RFC 7396', async t => {
  const examples: [Json, Json, Json][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ]
  for (const [target, patch, result] of examples) t.strictSame(mergePatch(target, patch), result)
  const target = { a: { b: [1] } }
  mergePatch(target, { a: { c: 2 } })
  t.strictSame(target, { a: { b: [1] } }, 'the target is not modified')
})

const shape: FlatShape = {
  typeSlug: 'person',
  segment: 'persons',
  fields: [
    { name: 'given_name', property: 'givenName', description: 'First name', required: true },
    { name: 'email', property: 'email', description: 'Address' },
    { name: 'name', property: 'name', description: 'Whole name', readOnly: true },
  ],
}

const storedPerson = (data: JsonObject) => ({
  id: 'urn:person:1',
  meta: JSON.stringify({ status: 'active', created_at: '2026-01-01T00:00:00.000Z', sequence_no: 1 }),
  data: JSON.stringify(data),
})

t.test('a resource in its flat shape', async t => {
  const flat = flatObject(shape, storedPerson({ givenName: 'Ada', email: null, name: 7, other: 'x' }))
  t.strictSame(flat, {
    id: 'urn:person:1',
    given_name: 'Ada',
    email: '',
    name: '',
    status: 'active',
    created_at: '2026-01-01T00:00:00.000Z',
  })
  t.equal(flatAddress(shape, 'urn:person:1'), '/api/persons/urn%3Aperson%3A1')
})

t.test('fields that are sent replace properties; an empty text removes one', async t => {
  const data = { givenName: 'Ada', email: 'ada@a.example', born: 1815 }
  t.equal(withFields(shape, data, {}), data, 'without a field nothing is copied')
  t.equal(withFields(shape, data, { unknown: 'x' }), data)
  t.strictSame(withFields(shape, data, { email: '', given_name: 'Augusta' }), { givenName: 'Augusta', born: 1815 })
  t.strictSame(data, { givenName: 'Ada', email: 'ada@a.example', born: 1815 }, 'the original stays')
  const hostile: JsonObject = JSON.parse('{"__proto__": "x", "givenName": "Ada"}')
  const changed = withFields(shape, hostile, { email: 'a@b.example' })
  t.strictSame(Object.keys(changed), ['__proto__', 'givenName', 'email'])
})

t.test('problems have the names of the flat shape', async t => {
  const { validate } = compileSchema({
    type: 'object',
    properties: { givenName: { type: 'string', minLength: 1 }, email: { type: 'string', format: 'email' } },
    required: ['givenName'],
  })
  t.doesNotThrow(() => checkFields(shape, validate, { givenName: 'Ada' }))
  t.throws(() => checkFields(shape, validate, { email: 'x' }), {
    code: 'validation-failed',
    message: /given_name: .*required/,
    problems: [{ pointer: '/given_name' }, { pointer: '/email' }],
  })
})

t.test('plurals of words', async t => {
  const words: Record<string, string> = {
    task: 'tasks',
    recipe: 'recipes',
    category: 'categories',
    box: 'boxes',
    person: 'people',
    child: 'children',
    sheep: 'sheep',
    lens: 'lenses',
    canvas: 'canvases',
    metropolis: 'metropolises',
    Lens: 'Lenses',
    FAQ: 'FAQs',
    CPU: 'CPUs',
    URL: 'URLs',
  }
  for (const [word, plural] of Object.entries(words)) t.equal(pluralOf(word), plural)
})

t.test('the plural of a plural is the word itself', async t => {
  for (const word of [
    'tasks',
    'people',
    'children',
    'categories',
    'gurus',
    'taxis',
    'cpus',
    'sudokus',
    'milieus',
    'gadgets',
  ])
    t.equal(pluralOf(word), word)
  for (const word of ['task', 'lens', 'person', 'category', 'URL']) t.equal(pluralOf(pluralOf(word)), pluralOf(word))
})

t.test('names: only the last word changes', async t => {
  const names: [singular: string, plural: string][] = [
    ['Web page', 'Web pages'],
    ['Person', 'People'],
    ['Meal plan (draft)', 'Meal plan (drafts)'],
    ['Blog post 2', 'Blog posts 2'],
    ['Straße', 'Straßes'],
  ]
  for (const [singular, plural] of names) {
    t.equal(pluralOfName(singular), plural)
    t.equal(singularOfName(plural), singular)
    t.equal(pluralOfName(plural), plural)
    t.equal(singularOfName(singular), singular)
  }
  for (const name of ['', '42', '—', '  ']) {
    t.equal(pluralOfName(name), name, 'without a letter nothing changes')
    t.equal(singularOfName(name), name)
  }
})

t.test('names of abbreviations, with digits and of other languages', async t => {
  const names: [singular: string, plural: string][] = [
    ['MP3', 'MP3s'],
    ['CO2', 'CO2s'],
    ['PhD', 'PhDs'],
    ['Shaman', 'Shamans'],
    ['Talisman', 'Talismans'],
    ['Woman', 'Women'],
    ['Waltz', 'Waltzes'],
    ['Quiz', 'Quizzes'],
    ['Virus', 'Viruses'],
    ['Café', 'Cafés'],
    ['Cookie', 'Cookies'],
    ['Cache', 'Caches'],
    ['Niche', 'Niches'],
    ['Lens', 'Lenses'],
    ['Category', 'Categories'],
    ['Match', 'Matches'],
    ['API', 'APIs'],
  ]
  for (const [singular, plural] of names) {
    t.equal(pluralOfName(singular), plural)
    t.equal(singularOfName(plural), singular)
  }
  for (const word of ['physics', 'gps', 'CSS', 'News', 'Series']) t.equal(singularOfName(word), word)
  t.equal(pluralOfName('CSS'), 'CSS')
})

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
  const map = { en: 'Due', de: 'Fällig', 'pt-BR': 'Prazo', 'zh-Hans': '截止', 'zh-Hant': '期限' }
  const cases: [string[], string | undefined][] = [
    [['de'], 'Fällig'],
    [['de-CH'], 'Fällig'],
    [['DE-at', 'en'], 'Fällig'],
    [['fr', 'en-GB', 'de'], 'Due'],
    [['pt'], 'Prazo'],
    [['pt-PT'], 'Prazo'],
    [['zh-Hant-TW'], '期限'],
    [['zh-TW'], '期限'],
    [['zh-SG', 'en'], '截止'],
    [['zh-x-private'], '截止'],
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

t.test('links and pictures that a text can have', async t => {
  for (const url of [
    'https://e.org/online=1',
    'http://e.org',
    'mailto:a@b.c',
    'tel:+49123',
    '/a',
    'a.html',
    '#a',
    '//e.org/x',
  ])
    t.equal(safeUrl(url), url)
  for (const url of ['javascript:alert(1)', 'java\tscript:x', 'data:text/html,x', 'urn:note:1', 'ftp://e.org', 'x:y'])
    t.equal(safeUrl(url), undefined, url)
  t.equal(safeUrl('data:image/png;base64,AAAA'), undefined)
  t.equal(safeUrl('data:image/png;base64,AAAA', true), 'data:image/png;base64,AAAA')
  t.strictSame(['/a', '//a', '/\\a', 'a'].map(isLocalPath), [true, false, false, false])
  t.strictSame(['urn:note:01', 'urn:note:', 'URN:note:1', 'urn:note:a/b'].map(isRecordUrn), [true, false, false, false])
})

t.test('anchors get a prefix, and so do the links to them', async t => {
  t.strictSame(['a', 'ä', 'a b', ''].map(anchorId), ['text-a', 'text-ä', undefined, undefined])
  const ids = new Set(['a', 'ä'])
  t.strictSame(
    ['#a', '#ä', '#%C3%A4', '#b', '#%', '/x#a'].map(href => anchorOf(href, ids)),
    ['#text-a', '#text-ä', '#text-%C3%A4', undefined, undefined, undefined],
  )
})

t.test('texts for a terminal: width, truncation, no control sequences', async t => {
  t.equal(displayWidth('abc'), 3)
  t.equal(displayWidth('日本'), 4)
  t.equal(displayWidth('e\u0301👩‍👩‍👧'), 3)
  t.equal(cut('abcdef', 4), 'abc…')
  t.equal(cut('日本語', 4), '日…')
  t.equal(cut('abc', 0), '')
  t.notMatch(plain('a\u001b[31mb\r\nc\u202e'), /[\u0000-\u001f\u202e]/)
  t.equal(thousands(1234567), '1,234,567')
  t.equal(thousands(12), '12')
  t.strictSame(
    [0, 1, 1234].map(count => countText(count, 'more row')),
    ['0 more rows', '1 more row', '1,234 more rows'],
  )
})

t.test('a table is aligned and no wider than the terminal', async t => {
  const columns = [{ heading: 'name' }, { heading: 'n', align: 'right' as const }, { heading: 'text' }]
  const rows = [
    ['日本', '5', 'x'.repeat(300)],
    ['b', '12345', 'short'],
  ]
  t.strictSame(table(columns.slice(0, 2), rows, Infinity).split('\n'), ['name      n', '日本      5', 'b     12345'])
  for (const width of [10, 40, 80]) {
    for (const line of table(columns, rows, width).split('\n')) t.ok(displayWidth(line) <= width, `${width}: ${line}`)
  }
  t.equal(displayWidth(table(columns, rows, Infinity).split('\n')[1] ?? ''), 4 + 2 + 5 + 2 + 300)
})

t.test('progress: a bar on a terminal that log lines do not overwrite', async t => {
  let time = 0
  let written = ''
  const stream = { write: (text: string) => (written += text), isTTY: true, columns: 60 }
  const messages = createMessages(stream, () => time)
  const progress = messages.progress('movie')
  progress.update(10, 100)
  t.match(written, /^movie {2}██░+ {2}10 \(10 %\)$/)
  written = ''
  progress.update(11, 100)
  t.equal(written, '', 'not drawn more often than ten times a second')
  messages.line('line 7: wrong')
  t.match(written, /^\r\u001b\[2Kline 7: wrong\nmovie/)
  time = 1000
  written = ''
  progress.update(50, 100)
  t.match(written, /^\r\u001b\[2Kmovie {2}█{12}░{12} {2}50 \(50 %\) {2}50\/s$/)
  progress.finish('done')
  t.match(written, /\r\u001b\[2Kdone\n$/)
})

t.test('progress: plain lines in a pipe', async t => {
  let time = 0
  let written = ''
  const messages = createMessages({ write: text => (written += text) }, () => time)
  const progress = messages.progress('movie')
  for (let done = 0; done <= 1000; done++) progress.update(done, 1000)
  t.strictSame(
    written.trimEnd().split('\n'),
    Array.from({ length: 10 }, (_, at) => `movie: ${thousands((at + 1) * 100)} (${(at + 1) * 10} %)`),
  )
  written = ''
  const open = messages.progress('rows')
  for (; time < 2500; time += 100) open.update(time)
  open.finish()
  t.strictSame(written.split('\n'), ['rows: 1,000', 'rows: 2,000', ''])
})

/** Use processor time, as a long loop does. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Count the turns of the event loop until work is done. */
async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await run()
  isDone = true
  return turns
}

/** Work in steps of 2 ms; `longest` is the longest time that one turn took for all workers. */
class Turns {
  longest = 0
  #took = 0
  readonly #timer = (): void => {
    this.longest = Math.max(this.longest, this.#took)
    this.#took = 0
    if (!this.isDone) setImmediate(this.#timer)
  }
  isDone = false

  constructor() {
    setImmediate(this.#timer)
  }

  step(): void {
    work(2)
    this.#took += 2
  }
}

t.test('short work continues at once', async t => {
  const steps = async (): Promise<void> => {
    for (let step = 0; step < 1000; step++) await yieldIfLong()
  }
  t.ok((await turnsDuring(steps)) <= 100, 'a thousand short steps, in few turns even on a busy machine')
})

t.test('long work is divided into turns', async t => {
  const steps = async (): Promise<void> => {
    for (let step = 0; step < 30; step++) {
      work(2)
      await yieldIfLong()
    }
  }
  t.ok((await turnsDuring(steps)) >= 5, 'after about 10 ms others have a turn')
})

t.test('ten workers together take no longer in a turn than one', async t => {
  const turns = new Turns()
  const order: number[] = []
  const worker = async (number: number): Promise<void> => {
    for (let step = 0; step < 10; step++) {
      const turn = yieldIfLong()
      if (turn !== undefined) await turn
      turns.step()
    }
    order.push(number)
  }
  await Promise.all(Array.from({ length: 10 }, (_, number) => worker(number)))
  turns.isDone = true
  t.ok(turns.longest <= 40, `a turn took ${turns.longest} of 200 ms`)
  t.equal(order.length, 10, 'all of them end')
})

t.test('steps that cannot be divided do not share a turn', async t => {
  const turns = new Turns()
  const worker = async (): Promise<void> => {
    await nextTurn()
    for (let part = 0; part < 6; part++) turns.step()
  }
  await Promise.all(Array.from({ length: 5 }, worker))
  turns.isDone = true
  t.ok(turns.longest <= 24, `a turn took ${turns.longest} of 60 ms`)
})

t.test('items and steps', async t => {
  const seen: number[] = []
  const use = async (): Promise<void> => {
    for await (const item of inTurns([1, 2, 3, 4, 5, 6, 7, 8])) {
      work(4)
      seen.push(item)
    }
  }
  t.ok((await turnsDuring(use)) >= 3)
  t.strictSame(seen, [1, 2, 3, 4, 5, 6, 7, 8], 'in their order')
  function* steps(): Generator<void, string> {
    for (let step = 0; step < 20; step++) {
      work(4)
      yield
    }
    return 'the result'
  }
  let result = ''
  t.ok((await turnsDuring(async () => (result = await runInTurns(steps())))) >= 3)
  t.equal(result, 'the result')
  function* failing(): Generator<void, void> {
    yield
    throw new Error('a step fails')
  }
  await t.rejects(runInTurns(failing()), { message: 'a step fails' })
  t.ok((await turnsDuring(async () => runInTurns(steps()))) >= 3, 'the clock goes on')
})

const definition: CollectionDefinition = { name: 'notes', columns: [], versions: true, words: false }
const storedNote = (id: string, number: number, data: string): StoredDocument => ({
  id,
  meta: metaText({
    type_slug: 'note',
    status: 'active',
    created_by: 'urn:user:admin',
    account_id: 'urn:account:default',
    sequence_no: number,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }),
  data,
})
const odd = '{"a":1.0,"b":"é ,\\"data\\":","c":[[],{}]}'
const parts: SnapshotPart[] = [
  { kind: 'collection', definition },
  { kind: 'documents', documents: [storedNote('urn:note:1', 2, odd), storedNote('urn:note:2', 1, '{}')] },
  { kind: 'versions', documents: [storedNote('urn:note:1', 1, '{"a":0}')] },
  { kind: 'removed', ids: ['urn:note:3'] },
]

/** The text of a backup of these parts. */
async function textOf(content: readonly SnapshotPart[]): Promise<string> {
  const snapshot: StoreSnapshot = {
    format: { number: 1, current: 1 },
    async *parts() {
      yield* content
    },
    close: async () => undefined,
  }
  let text = ''
  for await (const line of writeBackup(snapshot, 'sqlite', { version: '1.2.3' })) text += line
  return text
}

async function* bytesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? gzipSync(text) : text
  for (let from = 0; from < bytes.length; from += 50) yield bytes.subarray(from, from + 50)
}

const whole = await textOf(parts)
const lines = whole.trimEnd().split('\n')
/** The backup with one line changed. */
const altered = (index: number, change: (line: string) => string): string =>
  `${lines.map((line, n) => (n === index ? change(line) : line)).join('\n')}\n`

t.test('what is written is read, to the letter', async t => {
  t.match(await verifyBackup(bytesOf(whole)), {
    version: '1.2.3',
    kind: 'sqlite',
    collections: [{ name: 'notes', rows: 2, versions: 1, removed: 1 }],
  })
  const { header, parts: read } = await readBackup(bytesOf(whole))
  t.match(header, { plinth_backup: 1, kind: 'sqlite', format: 1 })
  const found: SnapshotPart[] = []
  for await (const part of read) found.push(part)
  t.strictSame(found, parts)
})

t.test('a file that is damaged or hostile is refused with one sentence', async t => {
  const packed = gzipSync(whole)
  const deep = `{"id":"urn:note:1","meta":${storedNote('', 2, '').meta},"data":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
  const column = { path: ['a'], kind: 'text', many: false, indexed: false, unique: false, types: ['string'] }
  const wide = { ...definition, columns: Array.from({ length: 3_000 }, (_, n) => ({ ...column, path: [`c${n}`] })) }
  const cases: [string | Uint8Array, RegExp][] = [
    ['', /is no backup of Plinth/],
    [Buffer.from('not compressed at all'), /is no backup of Plinth/],
    [packed.subarray(0, packed.length - 30), /the backup is cut off|damaged/],
    [`${lines.slice(0, -1).join('\n')}\n`, /the backup is cut off in the collection notes/],
    [`${whole}{"id":"urn:note:9","meta":{},"data":{}}\n`, /continues after its manifest/],
    [altered(2, line => line.replace('1.0', '1.1')), /notes was altered/],
    [altered(2, () => lines[3] ?? ''), /not in order, at "urn:note:2"/],
    [altered(0, line => line.replace('"plinth_backup":1', '"plinth_backup":99')), /was written by Plinth 1\.2\.3/],
    [altered(1, line => line.replaceAll('"notes"', '"a.b"')), /the definition of the collection "a\.b" is not valid/],
    [altered(2, () => deep), /damaged in the collection notes/],
    [
      altered(1, () => JSON.stringify({ collection: 'notes', definition: wide })),
      /the definition of the collection "notes" is not valid: \/columns must NOT have more than 1900 items/,
    ],
    [altered(2, line => line.slice(0, -5)), /damaged in the collection notes/],
    [altered(2, line => line.replace('"sequence_no":2', '"sequence_no":0')), /damaged in the collection notes/],
  ]
  for (const [file, message] of cases) {
    const error: unknown = await verifyBackup(bytesOf(file)).catch((reason: unknown) => reason)
    t.match(error, { name: 'BackupDamaged', message })
  }
  const brackets = altered(3, line => line.replace('{}', JSON.stringify({ text: '[{"'.repeat(5_000) })))
  await t.rejects(verifyBackup(bytesOf(brackets)), { message: /notes was altered/ }, 'brackets in a text are none')
  t.equal(gunzipSync(packed).toString(), whole)
})

t.test('tasks in Markdown have boxes, and what only looks like one has none', t => {
  const html = createMarkdown().render(
    '- [ ] open\n- [x] **done**\n  1. [X] inner\n- \\[x] text\n- [x](/a) link\n- [x]\n- `[x] code`\n\n[x] no item',
  )
  t.equal(
    html.replaceAll('\n', ''),
    '<ul><li>☐ open</li><li>☑ <strong>done</strong><ol><li>☑ inner</li></ol></li><li>[x] text</li>' +
      '<li><a href="/a">x</a> link</li><li>[x]</li><li><code>[x] code</code></li></ul><p>[x] no item</p>',
  )
  t.end()
})
