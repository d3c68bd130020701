/** The equal items of two lists: pairs of indexes, in the order of both lists. */
type Pairs = readonly (readonly [before: number, after: number])[]

/** For more comparisons than this, items are compared only at the same index. */
const maxComparisons = 1_000_000

/**
 * The longest common subsequence of two lists: the items that stayed when one became the other.
 * @param before keys of the items: items with the same key are equal
 */
export function align(before: readonly string[], after: readonly string[]): Pairs {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const middle = alignMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end))
  return [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...middle.map(([left, right]) => [left + start, right + start] as const),
    ...Array.from({ length: end }, (_, at) => [before.length - end + at, after.length - end + at] as const),
  ]
}

function alignMiddle(before: readonly string[], after: readonly string[]): Pairs {
  if (before.length * after.length > maxComparisons)
    return before.flatMap((key, at) => (after[at] === key ? [[at, at]] : []))
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const length = (left: number, right: number): number => lengths[left * width + right] ?? 0
  for (let left = before.length - 1; left >= 0; left--) {
    for (let right = after.length - 1; right >= 0; right--) {
      const isSame = before[left] === after[right]
      lengths[left * width + right] = isSame
        ? length(left + 1, right + 1) + 1
        : Math.max(length(left + 1, right), length(left, right + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let left = 0, right = 0; left < before.length && right < after.length;) {
    if (before[left] === after[right]) pairs.push([left++, right++])
    else if (length(left + 1, right) >= length(left, right + 1)) left++
    else right++
  }
  return pairs
}
