/**
 * A hint for a name that is not known: `; did you mean "screens"?`, or nothing when none of the known ones is close.
 * @param known the valid names
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const close = similarName(name, known, Math.min(3, Math.max(1, Math.floor(name.length / 4))))
  return close === undefined ? '' : `; did you mean "${close}"?`
}

/**
 * The known name that is most similar to this one.
 * @param maxDistance how many characters can differ
 */
function similarName(name: string, known: Iterable<string>, maxDistance: number): string | undefined {
  const close = [...known]
    .map(candidate => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return close[0]?.candidate
}

/** How many characters must be added, removed or replaced to turn one name into another (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [place, letter] of [...from].entries()) {
    const next = [place + 1]
    for (let index = 1; index <= to.length; index++) {
      const replaced = (row[index - 1] ?? 0) + (letter === to[index - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
