import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { autocompletion, startCompletion } from '@codemirror/autocomplete'
import type { Extension, StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { toast } from '../../../composables/feedback/useToast.ts'
import { t } from '../../../i18n/index.ts'
import { nodeAround } from './writingSyntax.ts'
import { isInCell, lineMarks, linkText } from './writingCommands.ts'
import type { Pasted } from './pastedMarkdown.ts'
import { insertPictures } from './writingPictures.ts'
import type { WritingPictures } from './writingPictures.ts'

/** A record that a text can link to. */
export interface LinkTarget {
  /** URN. */
  id: string
  label: string
  /** The name of its type. */
  type: string
}

/** Finds records of all types by words; without words those that were changed last. */
export type FindLinkTargets = (words: string, signal: AbortSignal) => Promise<readonly LinkTarget[]>

/** An entry of the menu that `/` opens. */
interface WritingEntry {
  label: string
  /** How it is written in Markdown. */
  hint: string
  run(view: EditorView): void
}

const isInCode = ({ state, pos }: CompletionContext): boolean =>
  nodeAround(state, pos, pos, 'FencedCode', 'CodeBlock', 'InlineCode') !== undefined

/** `/` at the beginning of a line. */
function commandsFor(context: CompletionContext, entries: () => readonly WritingEntry[]): CompletionResult | null {
  const typed = context.matchBefore(/^[ \t]*\/[\p{L}\d ]*$/u)
  if (typed === null || isInCode(context)) return null
  const from = typed.from + typed.text.indexOf('/') + 1
  const options = entries().map(({ label, hint, run }): Completion => ({
    label,
    detail: hint,
    apply(view, _, start, to) {
      view.dispatch({ changes: { from: start - 1, to }, userEvent: 'input.complete' })
      run(view)
    },
  }))
  return { from, options, validFor: /^[\p{L}\d ]*$/u }
}

/** `[[` and words: a link to a record. */
async function recordsFor(context: CompletionContext, find: FindLinkTargets): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/\[\[[^[\]\n]{0,100}$/)
  if (typed === null || isInCode(context)) return null
  const asked = new AbortController()
  context.addEventListener('abort', () => asked.abort())
  const found = await find(typed.text.slice(2).trim(), asked.signal).catch(() => [])
  const options = found.map(({ id, label, type }): Completion => ({
    label,
    detail: type,
    apply(view, _, from, to) {
      const insert = linkText(label, id)
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.complete',
      })
    },
  }))
  return context.aborted || options.length === 0 ? null : { from: typed.from, options, filter: false }
}

/** The menus that open while writing. */
export const writingMenus = (entries: () => readonly WritingEntry[], find: FindLinkTargets): Extension => [
  autocompletion({
    override: [context => commandsFor(context, entries), context => recordsFor(context, find)],
    icons: false,
    interactionDelay: 0,
    activateOnTypingDelay: 0,
    updateSyncTime: 300,
  }),
  EditorView.theme({
    '.cm-tooltip.cm-tooltip-autocomplete': {
      padding: '0.25rem',
      border: '1px solid var(--line)',
      borderRadius: 'var(--radius-large)',
      backgroundColor: 'var(--surface-float)',
      boxShadow: 'var(--shadow-float)',
      zIndex: 'var(--layer-float)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': {
      fontFamily: 'var(--font)',
      fontSize: 'var(--size-list)',
      maxHeight: '18rem',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '1.5rem',
      minBlockSize: 'var(--control)',
      padding: '0 0.5rem',
      borderRadius: 'var(--radius)',
      color: 'var(--text)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: 'var(--surface-press)',
      color: 'var(--text)',
    },
    '.cm-completionDetail': { margin: '0', color: 'var(--text-second)', fontStyle: 'normal' },
    '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'var(--weight-strong)' },
  }),
]

/** Begin a link to a record, at the cursor. */
export const beginRecordLink = (view: EditorView): void => {
  view.dispatch(view.state.replaceSelection('[['), { userEvent: 'input.type' })
  startCompletion(view)
}

/** Run a command of the state in an editor, which gets the focus. */
export const run =
  (command: StateCommand) =>
  (view: EditorView): void => {
    command(view)
    view.focus()
  }

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

/**
 * Blocks are pasted on lines of their own, in the quote or the item around them; in place of a mark of a line without text. A cell of a table has one line.
 * @returns where the parts end, except the last one
 */
function insert(view: EditorView, parts: readonly string[]): number[] {
  const { state } = view
  const { from: cursor, to } = state.selection.main
  const isCell = isInCell(state)
  const [start, end] = [state.doc.lineAt(cursor), state.doc.lineAt(to)]
  const { prefix, mark } = lineMarks(state.sliceDoc(start.from, cursor))
  const text = parts.join('')
  const isMarked = /^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```)/.test(text)
  const isBlock = !isCell && (isMarked || text.includes('\n'))
  const own = start.from + prefix.length + mark.length
  const isBlank = state.sliceDoc(own, cursor).trim() === ''
  const from = isBlock && isMarked && isBlank ? own - mark.length : cursor
  const isNextItem = /^[-*+\d]/.test(mark) && /^(?:[-*+]|\d+[.)]) /.test(text)
  const before = !isBlock || isBlank ? '' : isNextItem ? '\n' : '\n\n'
  const after = isBlock && state.sliceDoc(to, end.to).trim() !== '' ? '\n\n' : ''
  const written = (part: string): string =>
    isCell
      ? part
          .trim()
          .replaceAll(/\s*\n\s*/g, ' ')
          .replaceAll(/(?<!\\)\|/g, String.raw`\|`)
      : part.replaceAll(/\n(?=(\n?))/g, (_, next: string) => `\n${next === '' ? prefix : prefix.trimEnd()}`)
  let number = Number.parseInt(mark, 10) + (isBlank ? 0 : 1)
  const numbered = (part: string): string =>
    isNextItem && number >= 0 ? part.replaceAll(/^\d+(?=[.)] )/gm, () => String(number++)) : part
  const inserted = [before, ...parts.map(numbered), after].map(written)
  const insertion = inserted.join('')
  view.dispatch({
    changes: { from, to, insert: insertion },
    selection: { anchor: from + insertion.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  let at = from
  return inserted.map(({ length }) => (at += length)).slice(1, -2)
}
