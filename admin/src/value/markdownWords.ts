/** Characters of a text that a line of a list can show. */
const maxLength = 600

/** The words of the beginning of a text in Markdown, without marks, as a line of a list shows them. It reads what people usually write, not all of CommonMark. */
export const markdownWords = (text: string): string =>
  text
    .slice(0, maxLength)
    .replaceAll(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)/gm, '')
    .replaceAll(/^[|:\- \t]*--[|:\- \t]*$/gm, '') // below the heading of a table, and between parts
    .replaceAll(/^[ \t]*\||\|[ \t]*$/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/(?<![\\*])(\*{1,3}|~~|`)(?=\S)([^\n]*?[^\s\\])\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}\\_])(_{1,3})(?=\S)([^\n]*?[^\s\\])\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
