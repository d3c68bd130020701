import { createMarkdown } from '../../../lib/markdown/index.ts'

/** Characters of a text that a line of a list can show. */
const maxLength = 600

const markdown = createMarkdown()

/** The words of the beginning of a text in Markdown, without marks, as a line of a list shows them: of a picture the alternative text. */
export function markdownWords(text: string): string {
  const blocks = markdown.parse(text.slice(0, maxLength), {})
  return blocks.map(({ content, children }) => children?.map(part => wordsOf(part)).join('') ?? content).join(' ')
}

const wordsOf = ({ type, content }: { type: string; content: string }): string =>
  type === 'softbreak' || type === 'hardbreak' ? ' ' : content
