/** A file that grows line by line; the browser does not need to keep it in memory. */
export class TextFile {
  readonly #parts: Blob[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
    if (this.#text.length > 65_536) this.#flush()
  }

  /** @param head precedes the rest */
  blob(type: string, head = ''): Blob {
    this.#flush()
    return new Blob([head, ...this.#parts], { type })
  }

  #flush(): void {
    this.#parts.push(new Blob([this.#text]))
    this.#text = ''
  }
}

/** A line of CSV (RFC 4180). */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map(cell => (cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`

/** Spreadsheets recognise UTF-8 by it. */
export const byteOrderMark = '\ufeff'
