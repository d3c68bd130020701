import t from 'tap'
import { PatternRefused, compilePattern, readPattern } from './index.ts'

/** Whatever a pattern decides about a text, JavaScript decides as well. */
const decides = (pattern: string, text: string): boolean => new RegExp(readPattern(pattern), 'u').test(text)

t.test('patterns mean what they mean in ECMA-262', async t => {
  const texts = [
    '',
    'a',
    'Z',
    '7',
    '_',
    '-',
    ' ',
    '\t',
    '\n',
    '\v',
    '\f',
    '\r',
    '\0',
    '\b',
    '\u0001',
    '\u00a0',
    '\ufeff',
    '\u1680',
    '\u200b',
    '\u2028',
    '\u2029',
    '\u202f',
    '\u3000',
    '\u180e',
    'é',
    'ß',
    'Σ',
    'ſ',
    'K',
    'あ',
    'ー',
    'б',
    '٣',
    '½',
    '😀',
    '𝒳',
    '\ud83d',
    '\ude00',
    'ab',
    'a b',
    'a\nb',
    'a\u00a0b',
    'a\u2028b',
    'αβγ',
    '{a}',
    'a-b',
    '/',
    '\\',
    '[',
    ']',
    '^',
    '$',
    '.',
    '|',
    '\u{10ffff}',
    '\u{e0001}',
  ]
  const patterns = [
    '^[\\u0020-\\u007e]+$',
    '^[^]$',
    '^[]$',
    '[^]',
    '^\\p{Script=Greek}+$',
    '^\\p{sc=Grek}+$',
    '^\\p{Script_Extensions=Katakana}$',
    '^\\p{Letter}',
    '^\\P{Letter}',
    '\\p{Uppercase_Letter}',
    '^\\p{gc=Lu}$',
    '^\\p{General_Category=Decimal_Number}$',
    '^\\p{ASCII}$',
    '^\\P{ASCII}$',
    '^\\p{Any}$',
    '^\\p{Emoji_Presentation}$',
    '^[^\\p{L}\\P{ASCII}]$',
    '^\\p{ID_Start}$',
    '^\\p{White_Space}$',
    '\\cA',
    '\\cj',
    '^\\s$',
    '^\\S$',
    '^\\S+$',
    '^[\\S]$',
    '^[^\\S]$',
    '^[\\s\\d]$',
    '^.$',
    '^.+$',
    '^\\d$',
    '^\\D$',
    '^\\w$',
    '^\\W$',
    '\\ba',
    '\\B',
    'a\\b',
    '[\\b]',
    '^[\\W\\d]$',
    '^[^\\W_]$',
    '\\0',
    '\\x41',
    '\\u{1F600}',
    '\\uD83D\\uDE00',
    '^\\ud83d$',
    '^[\\ud800-\\udfff]$',
    '^[\\uD800\\uDC00-\\uDBFF\\uDFFF]$',
    '^(?<first>a)(?:b|c)?$',
    '|a',
    '(|a)$',
    '^(a|ab)(c|bcd)$',
    '^a{0}$',
    '^(?:a{2}){0,3}$',
    '^a*?$',
    '\\/',
    '\\$\\^\\.\\|',
    '^[$^.|]$',
    '^[\\]\\\\-]$',
    '^[+--]$',
    '^[^-a]$',
    '^[a-]$',
    '$',
    '^',
    '^\\p{Script=Old_Italic}$',
    '^\\p{Noncharacter_Code_Point}$',
  ]
  for (const pattern of patterns) {
    const { test } = compilePattern(pattern)
    t.strictSame(
      texts.map(text => [text, test(text)]),
      texts.map(text => [text, decides(pattern, text)]),
      pattern,
    )
  }
})

t.test('any pattern decides as in JavaScript', async t => {
  let seed = 20_250_301
  const below = (count: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * count)
  }
  const pick = (list: readonly [string, ...string[]]): string => list[below(list.length)] ?? list[0]
  const characters = [
    'a',
    'b',
    'Z',
    '0',
    '_',
    ' ',
    '\u00a0',
    '\n',
    '\r',
    '\u2028',
    'é',
    'Ω',
    '😀',
    '\ud800',
    '-',
    '\v',
  ] as const
  const literals = [
    'a',
    'b',
    'Z',
    '0',
    '_',
    ' ',
    'é',
    '😀',
    '\\n',
    '\\r',
    '\\x41',
    '\\u00a0',
    '\\u{1f600}',
    '\\-'.slice(1),
    '\\.',
    '\\cK',
  ] as const
  const sets = [
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\p{L}',
    '\\P{Lu}',
    '\\p{Script=Greek}',
    '\\p{scx=Grek}',
    '\\p{ASCII}',
  ] as const
  const ofClass = (): string => {
    const members = Array.from({ length: below(4) }, () =>
      pick([pick(sets), pick(literals).replace('-', '\\-'), 'a-z', '\\u0000-\\u00ff']),
    )
    return `[${below(3) === 0 ? '^' : ''}${members.join('')}]`
  }
  // Without `\B`, which V8 also finds between the halves of a character beyond the BMP, against the standard.
  const atom = (depth: number): string => {
    if (depth > 2 || below(4) > 0) return pick([pick(literals), pick(literals), pick(sets), ofClass(), '.'])
    return `${pick(['(', '(?:'])}${alternatives(depth + 1)})`
  }
  const term = (depth: number): string =>
    below(8) === 0
      ? pick(['^', '$', '\\b'])
      : atom(depth) + pick(['', '', '', '*', '+', '?', '*?', '{2}', '{1,3}', '{0,}'])
  const alternatives = (depth: number): string =>
    Array.from({ length: 1 + below(2) }, () => Array.from({ length: below(4) }, () => term(depth)).join('')).join('|')
  for (let run = 0; run < 3000; run++) {
    const pattern = alternatives(0)
    const { test } = compilePattern(pattern)
    const expected = new RegExp(pattern, 'u')
    for (let count = 0; count < 12; count++) {
      const text = Array.from({ length: below(6) }, () => pick(characters)).join('')
      if (test(text) === expected.test(text)) continue
      t.fail(`${JSON.stringify(pattern)} on ${JSON.stringify(text)}`)
      return
    }
  }
})

t.test('patterns that are valid only without the flag u are rewritten where that keeps their meaning', async t => {
  const rewritten: [string, string][] = [
    ['^[\\w-.]+@[\\w-]+$', '^[\\w\\-.]+@[\\w-]+$'],
    ['[.-\\w]', '[.\\-\\w]'],
    ['[\\d-\\s]', '[\\d\\-\\s]'],
    ['[\\w--/]', '[\\w\\-\\-/]'],
    ['[a\\-\\w-z]', '[a\\-\\w\\-z]'],
    ['a\\-b\\_c\\@d\\#e\\:\\"\\\'', 'a-b_c@d#e:"\''],
    ['\\p{L}\\-\\.', '\\p{L}-\\.'],
  ]
  for (const [source, pattern] of rewritten) {
    t.equal(readPattern(source), pattern)
    if (source.includes('\\p')) continue // which is another thing without the flag
    const plain = new RegExp(source)
    const { test } = compilePattern(pattern)
    for (let code = 0; code < 256; code++) {
      const text = String.fromCharCode(code)
      t.equal(test(text), plain.test(text), `${source} on ${JSON.stringify(text)}`)
    }
  }
  t.equal(readPattern('[\\w-]'), '[\\w-]', 'what is valid stays as it is')
})

t.test('everything else is refused, naming what it is', async t => {
  const refused: [string, RegExp][] = [
    ['(', /ECMA-262 .*unterminated group/],
    ['^(?i)[a-z]{3}$', /ECMA-262/],
    ['a\\z', /ECMA-262/],
    ['\\Aa', /ECMA-262/],
    ['[[:alpha:]]', /ECMA-262/],
    ['\\x{e9}', /ECMA-262/],
    ['\\Qa.b\\E', /ECMA-262/],
    ['\\pL', /ECMA-262/],
    ['(?P<n>a)', /ECMA-262/],
    ['a++', /ECMA-262/],
    ['^{a}$', /ECMA-262/],
    ['[\\@]', /ECMA-262/],
    ['a{1\\,2}', /ECMA-262/],
    ['\\p{Nothing}', /ECMA-262/],
    ['(?=a)b', /look-ahead \(\?=…\)/],
    ['(?!a)b', /look-ahead \(\?!…\)/],
    ['(?<=a)b', /look-behind \(\?<=…\)/],
    ['(?<!a)b', /look-behind \(\?<!…\)/],
    ['(a)\\1', /back-reference \\1/],
    ['(?<n>a)\\k<n>', /back-reference \\k<n>/],
    ['^\\d{1,1001}$', /repetition \{1,1001\}/],
    ['(?:a{500}b){3}', /repetition \{3\}.*inside of it/],
    ['(a?){900}'.repeat(8), /too large/],
    [`^${'a'.repeat(200)}{1,100000}$`, /repetition \{1,100000\}/],
    ['('.repeat(300) + ')'.repeat(300), /nested deeper than 200/],
    ['('.repeat(99_000), /ECMA-262|nested|too large/],
  ]
  for (const [pattern, message] of refused) {
    t.throws(() => readPattern(pattern), { name: 'PatternRefused', message }, pattern.slice(0, 40))
  }
})

t.test('stored patterns of the old kind go on to work', async t => {
  t.equal(compilePattern('^(?i)[a-z]{3}\\z').test('AbC'), true)
  t.equal(compilePattern('^[[:alpha:]]+$').test('ab1'), false)
  t.throws(() => compilePattern('(?=a)'), PatternRefused)
})
