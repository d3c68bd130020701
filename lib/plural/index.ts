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

/** The plural of an English word. The plural of a plural is the word itself. */
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
export const pluralOfName = (name: string): string => withLastWord(name, pluralOf)

/** A name with its last word in the English singular: `Web pages` is `Web page`. */
export const singularOfName = (name: string): string => withLastWord(name, word => pluralize.singular(word))

function withLastWord(name: string, change: (word: string) => string): string {
  const [last] = /\p{L}+(?=\P{L}*$)/u.exec(name) ?? []
  if (last === undefined) return name
  const at = name.lastIndexOf(last)
  return name.slice(0, at) + change(last) + name.slice(at + last.length)
}
