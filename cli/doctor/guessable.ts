/** Fewer bits can be tried out. A random text of 32 hexadecimal digits has about 110 by this estimate. */
const minBits = 80

/** Words of examples and placeholders, which a list of passwords contains; they add nothing to a secret. */
const commonWords =
  /correct horse battery staple|change[-_ ]?(?:me|this|it)|password|passw0rd|secret|session|cookie|example|plinth|keyboard ?cat|qwerty|asdf|letmein|lorem ipsum|please|random|characters?|your|test|admin|12345\d*/gi

/** Whether a secret can be guessed: it repeats itself, counts up, or consists of common words. An estimate, which accepts every random secret. */
export function isGuessable(secret: string): boolean {
  const rest = secret.replace(commonWords, '')
  return isRepeated(secret) || isSequence(secret) || bitsOf(rest) < minBits
}

/** Whether the text is a shorter one that is repeated, the last time possibly in part. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return true
  }
  return false
}

/** Whether most characters are next to the one before: `abcdef…`, `0123…`. */
function isSequence(text: string): boolean {
  const codes = [...text].map(letter => letter.codePointAt(0) ?? 0)
  const steps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) <= 1)
  return steps.length > codes.length / 2
}

/** Shannon entropy of the characters, times their number. */
function bitsOf(text: string): number {
  const letters = [...text]
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / letters.length), 0)
}
