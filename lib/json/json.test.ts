import fc from 'fast-check'
import t from 'tap'
import type { Json } from './types.ts'
import { InvalidInput } from '../errors/index.ts'
import { cloneJson, equalJson, jsonText, mergePatch, parseJson } from './index.ts'
import { checkJson, maxNesting } from './check.ts'

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
