import type { EditorState, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { toast } from '../../../composables/feedback/useToast.ts'
import { t } from '../../../i18n/index.ts'
import { isInCell, lineMarks } from './writingCommands.ts'
import type { Pasted } from './pastedMarkdown.ts'
import { insertPictures } from './writingPictures.ts'
import type { WritingPictures } from './writingPictures.ts'
import { nodeAround } from './writingSyntax.ts'

/** Paste what word processors and web pages copy as Markdown. Pasting without formatting, and inside code, stays the browser's. */
export const writingPaste = (pictures: () => WritingPictures | undefined): Extension =>
  EditorView.domEventHandlers({
    paste(event, view) {
      const { clipboardData } = event
      const html = clipboardData?.getData('text/html') ?? ''
      const plain = clipboardData?.getData('text/plain') ?? ''
      const isCode = clipboardData?.types.some(type => type.startsWith('vscode')) === true
      const { from, to } = view.state.selection.main
      const inside = nodeAround(view.state, from, to, 'FencedCode', 'CodeBlock', 'InlineCode')
      if (isCode || view.state.readOnly || inside !== undefined) return false
      if (html === '' && !(isInCell(view.state) && /[\n|]/.test(plain))) return false
      event.preventDefault()
      void import('./pastedMarkdown.ts')
        .then(({ markdownOf }) => markdownOf(html))
        .catch((): Pasted => ({ parts: [], pictures: [], left: 0 })) // the plain text is sufficient
        .then(({ parts, pictures: files, left }) => {
          const upload = pictures()?.upload
          const places = insert(view, parts.join('') === '' && files.length === 0 ? [plain] : parts)
          const count = left + (upload === undefined ? files.length : 0)
          if (count > 0) toast(() => t('writing.picturesLeft', { count }), { tone: 'bad' })
          if (upload !== undefined)
            void insertPictures(
              view,
              files.map((file, at) => ({ files: [file], at: places[at] ?? 0 })),
              upload,
            )
        })
      return true
    },
  })

/** A text in parts, as it fits to where it is pasted. */
interface Fitted {
  /** Where it begins; what is from there to the end of the selection is replaced. */
  from: number
  /** What divides it from the text before it, and from the text after it. */
  before: string
  parts: readonly string[]
  after: string
}

/** @returns where the parts end, except the last one */
function insert(view: EditorView, pasted: readonly string[]): number[] {
  const { state } = view
  const { from, before, parts, after } = isInCell(state) ? fitCell(state, pasted) : fitLines(state, pasted)
  const text = [before, ...parts, after].join('')
  view.dispatch({
    changes: { from, to: state.selection.main.to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  let at = from + before.length
  return parts.slice(0, -1).map(({ length }) => (at += length))
}

/** A cell of a table has one line. */
function fitCell({ selection }: EditorState, parts: readonly string[]): Fitted {
  const inOneLine = (part: string): string =>
    part
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll(/(?<!\\)\|/g, String.raw`\|`)
  return { from: selection.main.from, before: '', parts: parts.map(inOneLine), after: '' }
}

/** Blocks are pasted on lines of their own, in the quote or the item around them; in place of a mark of a line without text. */
function fitLines(state: EditorState, parts: readonly string[]): Fitted {
  const { from: cursor, to } = state.selection.main
  const text = parts.join('')
  const isMarked = /^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```)/.test(text)
  const line = state.doc.lineAt(cursor)
  const { prefix, mark } = lineMarks(state.sliceDoc(line.from, cursor))
  const inLine = (part: string): string =>
    part.replaceAll(/\n(?=(\n?))/g, (_, next: string) => `\n${next === '' ? prefix : prefix.trimEnd()}`)
  if (!isMarked && !text.includes('\n')) return { from: cursor, before: '', parts, after: '' }

  const own = line.from + prefix.length + mark.length
  const isBlank = state.sliceDoc(own, cursor).trim() === ''
  const isNextItem = /^[-*+\d]/.test(mark) && /^(?:[-*+]|\d+[.)]) /.test(text)
  const numbered = isNextItem ? numbersFrom(Number.parseInt(mark, 10) + (isBlank ? 0 : 1), parts) : parts
  const isFollowed = state.sliceDoc(to, state.doc.lineAt(to).to).trim() !== ''
  return {
    from: isMarked && isBlank ? own - mark.length : cursor,
    before: isBlank ? '' : inLine(isNextItem ? '\n' : '\n\n'),
    parts: numbered.map(inLine),
    after: isFollowed ? inLine('\n\n') : '',
  }
}

/** The items of a list, numbered on. @param number of the first one; NaN for a list without numbers */
function numbersFrom(number: number, parts: readonly string[]): string[] {
  let next = number
  return parts.map(part => (next >= 0 ? part.replaceAll(/^\d+(?=[.)] )/gm, () => String(next++)) : part))
}
