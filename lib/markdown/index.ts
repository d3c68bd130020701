import createReader from 'markdown-it'
import type { MarkdownIt } from 'markdown-it'

/**
 * A reader of Markdown, as every text is shown: CommonMark with the tables, the crossed out text and the tasks of GFM. HTML in it is text, and executable
 * addresses are no links. The box of a task is a character, because texts have no forms.
 */
export function createMarkdown(): MarkdownIt {
  const markdown = createReader({ html: false, linkify: false, typographer: false, maxNesting: 40 })
  markdown.core.ruler.after('inline', 'tasks', ({ tokens }) => {
    for (const [at, { type }] of tokens.entries()) {
      if (type !== 'list_item_open' || tokens[at + 1]?.type !== 'paragraph_open') continue
      const text = tokens[at + 2]?.children?.[0]
      if (text?.type === 'text') text.content = text.content.replace(task, (_, mark) => (mark === ' ' ? '☐' : '☑'))
    }
  })
  return markdown
}

/** The beginning of an item that is a task (GFM, 5.3). */
const task = /^\[([ xX])\](?=\s)/
