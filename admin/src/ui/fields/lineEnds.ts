/** How a break of lines is written in a text. */
const lineEnd = /\r\n?|\n/g

/** The text with line ends as fields of the browser and editors have them: LF. */
const withLineFeeds = (text: string): string => text.replace(lineEnd, '\n')

/**
 * A text that was edited with LF as its only line end, with the line ends of its source: every one that was not touched is what it was, and new ones
 * are written as the first one is. Otherwise a text with CRLF would change in every line when one word is typed.
 */
export function withLineEndsOf(source: string, edited: string): string {
  const first = source.match(lineEnd)?.[0]
  if (first === undefined || !source.includes('\r')) return edited
  const before = withLineFeeds(source)
  const most = Math.min(before.length, edited.length)
  let start = 0
  while (start < most && before[start] === edited[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === edited.at(-1 - end)) end++
  const middle = edited.slice(start, edited.length - end).replaceAll('\n', first)
  return sourceBefore(source, start) + middle + source.slice(sourceBefore(source, before.length - end).length)
}

/** The beginning of a source that has this many characters when a line end counts as one. */
function sourceBefore(source: string, length: number): string {
  let at = 0
  for (let count = 0; count < length; count++) at += source.startsWith('\r\n', at) ? 2 : 1
  return source.slice(0, at)
}
