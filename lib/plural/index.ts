import pluralize from 'pluralize'

/** Words whose plural the library gets wrong: singulars that it treats as plurals, and plurals that it would pluralize again. */
const plurals = new Map([
  ...'canvas lens bias trellis mantis pelvis ibis chrysalis metropolis'
    .split(' ')
    .map((word): [string, string] => [word, `${word}es`]),
  ...'gurus haikus tofus gnus tutus taxis safaris cpus gpus skus sudokus milieus'
    .split(' ')
    .map((word): [string, string] => [word, word]),
])

/** The words of {@link plurals} by their plurals. */
const singularByPlural = new Map([...plurals].map(([word, plural]) => [plural, word]))

/** The plural of an English word, for names of collections. The plural of a plural is the word itself. */
export function pluralOf(word: string): string {
  const known = plurals.get(word.toLowerCase())
  if (known !== undefined) return word + known.slice(word.length)
  // An abbreviation keeps its capitals and gets a lower-case ending: FAQs.
  const lowered = word.toLowerCase()
  const isAbbreviation = word.length > 1 && word === word.toUpperCase()
  const plural = isAbbreviation ? pluralize.plural(lowered) : ''
  return plural.startsWith(lowered) ? word + plural.slice(lowered.length) : pluralize.plural(word)
}

/** A name with its last word in the English plural: `Web page` is `Web pages`. */
export const pluralOfName = (name: string): string => withLastWord(name, pluralOfWord)

/** A name with its last word in the English singular: `Web pages` is `Web page`. */
export const singularOfName = (name: string): string => withLastWord(name, singularOfWord)

/** The last word that has a letter; its digits belong to it. */
function withLastWord(name: string, change: (word: string) => string): string {
  const [last] = /[\p{L}\p{M}\p{N}]*\p{L}[\p{L}\p{M}\p{N}]*(?=\P{L}*$)/u.exec(name) ?? []
  if (last === undefined) return name
  const at = name.lastIndexOf(last)
  return name.slice(0, at) + change(last) + name.slice(at + last.length)
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words whose plural has `mans`, not `men`. */
const mans = wordsOf(
  'shaman talisman caiman ottoman brahman roman german norman human walkman pullman hetman dolman desman',
)
/** Words that end like a plural and are none. */
const singulars = wordsOf(
  'gps sms dns css cms tls https aws rss sos bus gas plus news series species chassis corps lens physics mathematics maths politics economics ' +
    'ethics electronics analytics logistics athletics gymnastics robotics linguistics dynamics mechanics optics acoustics genetics statistics ' +
    'aerobics graphics ceramics canvas atlas christmas alias bias virus status campus census bonus corpus focus',
)
/** Singulars in `ie`. */
const inIe = wordsOf(
  'cookie movie zombie selfie calorie brownie pixie hippie rookie genie birdie hoodie smoothie prairie newbie goalie foodie veggie collie tie ' +
    'lie pie die eerie laddie lassie auntie sortie bogie bowtie magpie necktie potpie groupie junkie indie cutie sweetie eyrie pinkie bookie talkie',
)
/** Singulars in `che` and `se`. */
const inE = wordsOf(
  'cache niche ache headache toothache backache heartache stomachache moustache mustache avalanche pastiche creche cliche quiche brioche microfiche ' +
    'psyche gouache cartouche ranche tranche attache apache',
)

/** The plural of a word in a name for people. Unlike {@link pluralOf}, which names collections and therefore never changes. */
function pluralOfWord(word: string): string {
  const lower = word.toLowerCase()
  if (/\d$/.test(word)) return `${word}s`
  if (/\p{Lu}$/u.test(word)) return lower.endsWith('s') ? word : `${word}s`
  if (mans.has(lower) || (/\P{ASCII}$/u.test(word) && /\p{Script=Latin}\p{M}*$/u.test(word))) return `${word}s`
  if (/(?:tz|topaz)$/.test(lower)) return `${word}es`
  return lower === 'virus' ? `${word}es` : pluralOf(word)
}

function singularOfWord(word: string): string {
  const lower = word.toLowerCase()
  if (singulars.has(lower)) return word
  if (/[\p{Lu}\d]s$/u.test(word)) return word.slice(0, -1)
  if (/(?:tz|topaz)es$/.test(lower)) return word.slice(0, -2)
  const stem = lower.slice(0, -1)
  if (lower.endsWith('s') && (inIe.has(stem) || inE.has(stem) || mans.has(stem))) return word.slice(0, -1)
  const singular = plurals.get(lower) === undefined && singularByPlural.get(lower)
  return typeof singular === 'string' ? word.slice(0, singular.length) : pluralize.singular(word)
}
