/** The first line of a file that names its delimiter, as spreadsheets write it: `sep=;`. */
const separatorLine = /^\ufeff?"?sep=([^"\r\n])"?(?:\r\n?|\n|$)/i

/** The lines of a text, with two quotes for each cell in quotes. */
const outlineOf = (text: string): string[] => text.replaceAll(/"(?:[^"]|"")*(?:"|$)/g, '""').split(/[\r\n]/)

/** Whether the beginning of a CSV file contains the end of its first line that is not blank. */
export const hasFirstLine = (text: string): boolean =>
  outlineOf(text)
    .slice(0, -1)
    .some(line => line.trim() !== '')

/**
 * The delimiter of the cells of a CSV file: the one that its first line `sep=` names, else the most frequent of comma, semicolon and tab in its first
 * line that is not blank.
 */
export function findDelimiter(text: string): string {
  const named = separatorLine.exec(text)?.[1]
  if (named !== undefined) return named
  const line = outlineOf(text).find(one => one.trim() !== '') ?? ''
  const counts = [',', ';', '\t'].map(delimiter => ({ delimiter, count: line.split(delimiter).length - 1 }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

/** How lines of CSV end, also within one file; a carriage return alone in those of “CSV (Macintosh)”. csv-parse by itself takes the first one for all. */
export const lineEnds = ['\r\n', '\n', '\r']

/** The beginning of a CSV file without a first line `sep=`. */
export const withoutSeparatorLine = (text: string): string => text.replace(separatorLine, '')

/** Whether a text can be a delimiter: one character that is neither a quote nor a line break. */
export const isDelimiter = (text: string): boolean => text.length === 1 && !/["\r\n]/.test(text)
