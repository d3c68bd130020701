/** The delimiter of the cells in the first line of a CSV file: a comma, a semicolon or a tab. */
export function findDelimiter(text: string): string {
  const line = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n/)[0] ?? ''
  const counts = [',', ';', '\t'].map(delimiter => ({ delimiter, count: line.split(delimiter).length - 1 }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

/** Whether a text can be a delimiter: one character that is neither a quote nor a line break. */
export const isDelimiter = (text: string): boolean => text.length === 1 && !/["\r\n]/.test(text)
