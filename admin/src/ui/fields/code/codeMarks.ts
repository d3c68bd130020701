import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import type { EditorState, Extension, RangeSet, Text } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'
import type { DecorationSet } from '@codemirror/view'

/** A position in a text, from 1. */
export interface CodePosition {
  line: number
  column?: number | undefined
}

/** A message about a text, shown at its line if it has one. */
export interface CodeMark {
  line?: number | undefined
  column?: number | undefined
  message: string
}

class MarkedLine extends GutterMarker {
  override elementClass = 'cm-marked'
}
const markedLine = new MarkedLine()

const showMarks = StateEffect.define<readonly CodeMark[]>()

/** The first characters of the marked lines, which follow them while the text changes. */
const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, { changes, effects, state }) {
    const effect = effects.find(one => one.is(showMarks))
    return effect?.is(showMarks) === true ? decorate(effect.value, state.doc) : lines.map(changes)
  },
  provide: field => [EditorView.decorations.from(field), gutterLineClass.compute([field], markGutter)],
})

function decorate(marks: readonly CodeMark[], text: Text): DecorationSet {
  const messages = new Map<number, string[]>()
  for (const { line = 0, message } of marks) {
    if (line >= 1 && line <= text.lines) messages.set(line, [...(messages.get(line) ?? []), message])
  }
  const lines = [...messages].sort(([a], [b]) => a - b)
  return Decoration.set(
    lines.map(([line, all]) =>
      Decoration.line({ class: 'cm-marked', attributes: { title: all.join('\n') } }).range(text.line(line).from),
    ),
  )
}

function markGutter(state: EditorState): RangeSet<GutterMarker> {
  const builder = new RangeSetBuilder<GutterMarker>()
  for (const at = state.field(markedLines).iter(); at.value !== null; at.next())
    builder.add(at.from, at.from, markedLine)
  return builder.finish()
}

/** Lines with marks, in the text and beside it. */
export const codeMarks: Extension = [
  markedLines,
  EditorView.theme({
    '.cm-line.cm-marked': {
      backgroundColor: 'var(--red-surface)',
      textDecoration: 'underline wavy var(--red-line)',
      textUnderlineOffset: '0.25em',
    },
    '.cm-gutterElement.cm-marked': { color: 'var(--red-text)', fontWeight: 'var(--weight-strong)' },
  }),
]

/** Replace the marks of an editor. */
export const setMarks = (view: EditorView, marks: readonly CodeMark[]): void =>
  view.dispatch({ effects: showMarks.of(marks) })

/** Put the cursor at a position, or as near to it as the text allows. */
export function goToPosition(view: EditorView, { line, column = 1 }: CodePosition): void {
  const { doc } = view.state
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const anchor = Math.min(from + Math.max(column, 1) - 1, to)
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
  view.focus()
}
