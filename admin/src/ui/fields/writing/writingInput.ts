import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { autocompletion, startCompletion } from '@codemirror/autocomplete'
import type { Extension, StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { nodeAround } from './writingSyntax.ts'
import { linkText } from './writingCommands.ts'

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
