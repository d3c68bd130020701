import { syntaxTree } from '@codemirror/language'
import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import type { EditorState, Extension, Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType } from '@codemirror/view'
import type { DecorationSet, ViewUpdate } from '@codemirror/view'
import type { SyntaxNodeRef } from '@lezer/common'
import { watchEffect } from 'vue'
import { isLink } from './writingSyntax.ts'

/** Renders Markdown as it will read; undefined for what would not be visible. */
export type RenderMarkdown = (text: string) => DocumentFragment | undefined

const tellFocus = StateEffect.define<boolean>()
const hasFocus = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) => effects.find(one => one.is(tellFocus))?.value ?? value,
})

/** The lines with the cursor or the selection, which show their marks. */
function activeLines(state: EditorState): readonly { from: number; to: number }[] {
  if (!state.field(hasFocus)) return []
  return state.selection.ranges.map(({ from, to }) => ({
    from: state.doc.lineAt(from).from,
    to: state.doc.lineAt(to).to,
  }))
}

const stops = new WeakMap<HTMLElement, () => void>()

class Rendered extends WidgetType {
  readonly source: string
  readonly kind: 'table' | 'picture'
  readonly render: RenderMarkdown

  constructor(source: string, kind: 'table' | 'picture', render: RenderMarkdown) {
    super()
    this.source = source
    this.kind = kind
    this.render = render
  }

  override eq(other: Rendered): boolean {
    return other.source === this.source && other.kind === this.kind
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement(this.kind === 'table' ? 'div' : 'span')
    element.className = `w-${this.kind}`
    // A stored picture is known only after it was asked for.
    const stop = watchEffect(() => {
      const fragment = this.render(this.source)
      const shown = fragment?.querySelector<HTMLElement>(this.kind === 'table' ? 'table' : 'img')
      // The editor draws only what is near the window; a picture without a size yet would wait there for ever.
      if (shown instanceof HTMLImageElement) shown.loading = 'eager'
      element.replaceChildren(shown ?? fragment?.textContent ?? this.source)
      shown?.addEventListener('load', () => view.requestMeasure())
    })
    stops.set(element, stop)
    return element
  }

  override destroy(element: HTMLElement): void {
    stops.get(element)?.()
  }

  override ignoreEvent(): boolean {
    return false // a click goes to the source
  }
}

class Bullet extends WidgetType {
  override eq(): boolean {
    return true
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'w-bullet'
    element.textContent = '•'
    return element
  }
}

class TaskBox extends WidgetType {
  readonly isDone: boolean
  readonly label: string

  constructor(isDone: boolean, label: string) {
    super()
    this.isDone = isDone
    this.label = label
  }

  override eq(other: TaskBox): boolean {
    return other.isDone === this.isDone && other.label === this.label
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.className = 'w-box'
    box.checked = this.isDone
    box.disabled = view.state.readOnly
    box.setAttribute('aria-label', this.label)
    box.addEventListener('mousedown', event => event.preventDefault())
    box.addEventListener('click', () => {
      const from = view.posAtDOM(box) + 1
      view.dispatch({ changes: { from, to: from + 1, insert: this.isDone ? ' ' : 'x' }, userEvent: 'input' })
    })
    return box
  }

  override ignoreEvent(): boolean {
    return true
  }
}

const muted = Decoration.mark({ class: 'w-mark' })
const link = Decoration.mark({ class: 'w-link' })
const styles: Readonly<Record<string, Decoration>> = {
  StrongEmphasis: Decoration.mark({ class: 'w-bold' }),
  Emphasis: Decoration.mark({ class: 'w-italic' }),
  Strikethrough: Decoration.mark({ class: 'w-struck' }),
  InlineCode: Decoration.mark({ class: 'w-code' }),
  Autolink: link,
  LinkReference: muted,
}
const lineClasses: Readonly<Record<string, string>> = {
  ATXHeading1: 'w-h1',
  SetextHeading1: 'w-h1',
  ATXHeading2: 'w-h2',
  SetextHeading2: 'w-h2',
  ATXHeading3: 'w-h3',
  ATXHeading4: 'w-h4',
  ATXHeading5: 'w-h4',
  ATXHeading6: 'w-h4',
  Blockquote: 'w-quote',
  FencedCode: 'w-block',
  CodeBlock: 'w-block',
  Table: 'w-source',
}
const maxDepth = 6

/** What a part of the text looks like: the marks of Markdown are hidden except in the lines with the cursor. What stands in place of a text is atomic. */
function decorate(
  view: EditorView,
  render: RenderMarkdown,
  taskLabel: string,
): { shown: DecorationSet; atomic: DecorationSet } {
  const { state } = view
  const { doc } = state
  const { from: first, to: last } = view.viewport
  const active = activeLines(state)
  const isActive = (from: number, to = from): boolean => active.some(one => one.from <= to && one.to >= from)
  const styled: Range<Decoration>[] = []
  const replaced: Range<Decoration>[] = []
  const items = new Map<number, { depth: number; column: number; isFirst: boolean }>()
  const style = (decoration: Decoration, from: number, to = from): void => void styled.push(decoration.range(from, to))
  const replace = (from: number, to: number, by: { widget?: WidgetType } = {}): void => {
    if (to > from) replaced.push(Decoration.replace(by).range(from, to))
  }
  /** Show a mark muted while the cursor is in the lines of what it belongs to, otherwise hide it. */
  const mark = (from: number, to: number, of = { from, to: from }): void =>
    isActive(of.from, of.to) ? style(muted, from, to) : replace(from, to)
  const afterSpace = (at: number): number => (/[ \t]/.test(doc.sliceString(at, at + 1)) ? at + 1 : at)
  /** The same for a mark that is hidden with the space behind it. */
  const markOfLine = (from: number, to: number): void => mark(from, isActive(from) ? to : afterSpace(to))
  const eachLine = (from: number, to: number, act: (start: number) => void): void => {
    for (let at = Math.max(from, first); at <= Math.min(to, last); at = doc.lineAt(at).to + 1) act(doc.lineAt(at).from)
  }

  function enter({ name, from, to, node }: SyntaxNodeRef): boolean | undefined {
    const decoration = styles[name]
    if (decoration !== undefined && to > from) style(decoration, from, to)
    const lineClass = lineClasses[name]
    if (lineClass !== undefined) eachLine(from, to, start => style(Decoration.line({ class: lineClass }), start))
    switch (name) {
      case 'HeaderMark':
        if (node.parent?.name.startsWith('Setext') === true) mark(from, to, node.parent)
        else markOfLine(from, to)
        break
      case 'EmphasisMark':
      case 'StrikethroughMark':
        mark(from, to)
        break
      case 'QuoteMark':
        markOfLine(from, to)
        break
      case 'CodeMark':
      case 'CodeInfo':
        if (node.parent === null || node.parent.name === 'InlineCode') mark(from, to)
        else mark(from, to, node.parent)
        break
      case 'Link': {
        if (isLink(state, node)) style(link, from, to)
        const [open, close] = node.getChildren('LinkMark')
        if (node.getChild('URL') === null || open === undefined || close === undefined) break
        mark(open.from, open.to, node)
        mark(close.from, to, node)
        break
      }
      case 'Autolink':
        mark(from, from + 1)
        mark(to - 1, to)
        break
      case 'Image':
        if (isActive(from, to) || doc.lineAt(from).number !== doc.lineAt(to).number) break
        replace(from, to, { widget: new Rendered(doc.sliceString(from, to), 'picture', render) })
        return false
      case 'Escape':
        mark(from, from + 1)
        break
      case 'HardBreak':
        mark(from, Math.min(to, doc.lineAt(from).to))
        break
      case 'HorizontalRule':
        if (!isActive(from)) style(Decoration.line({ class: 'w-rule' }), doc.lineAt(from).from)
        mark(from, to)
        break
      case 'ListItem': {
        let depth = 0
        for (let at = node.parent; at; at = at.parent) if (/^(?:Bullet|Ordered)List$/.test(at.name)) depth++
        const listMark = node.getChild('ListMark')
        const column = from - doc.lineAt(from).from + (listMark === null ? 0 : listMark.to - listMark.from + 1)
        eachLine(from, to, start =>
          items.set(start, { depth: Math.min(depth, maxDepth), column, isFirst: start === doc.lineAt(from).from }),
        )
        break
      }
      case 'ListMark': {
        const end = afterSpace(to)
        if (isActive(from)) style(Decoration.mark({ class: 'w-mark w-item-mark' }), from, end)
        else if (node.parent?.getChild('Task')) replace(from, end)
        else if (/[-*+]/.test(doc.sliceString(from, to))) replace(from, end, { widget: new Bullet() })
        else style(Decoration.mark({ class: 'w-item-mark' }), from, end)
        break
      }
      case 'TaskMarker':
        if (isActive(from)) style(muted, from, to)
        else replace(from, to, { widget: new TaskBox(/x/i.test(doc.sliceString(from, to)), taskLabel) })
        break
    }
    return undefined
  }

  syntaxTree(state).iterate({ from: first, to: last, enter })
  for (const [start, { depth, column, isFirst }] of items) {
    style(Decoration.line({ class: `w-item w-depth-${depth}${isFirst ? ' w-item-first' : ''}` }), start)
    const spaces = /^[ \t]*/.exec(doc.lineAt(start).text)?.[0].length ?? 0
    replace(start, start + Math.min(spaces, column))
  }
  return { shown: Decoration.set([...styled, ...replaced], true), atomic: Decoration.set(replaced, true) }
}

/** Tables as tables, while the cursor is not in them. In a field of the state, because they replace line breaks. */
const tables = (render: RenderMarkdown): Extension => {
  const find = (state: EditorState): DecorationSet => {
    const active = activeLines(state)
    const found: Range<Decoration>[] = []
    for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
      const { name, from } = node
      const to = Math.min(node.to, state.doc.length)
      if (name !== 'Table' || active.some(one => one.from <= to && one.to >= from)) continue
      const widget = new Rendered(state.sliceDoc(from, to), 'table', render)
      found.push(Decoration.replace({ widget, block: true }).range(from, to))
    }
    return Decoration.set(found)
  }
  return StateField.define<DecorationSet>({
    create: find,
    update: (value, { docChanged, selection, effects, startState, state }) =>
      docChanged || selection !== undefined || effects.length > 0 || syntaxTree(startState) !== syntaxTree(state)
        ? find(state)
        : value,
    provide: field => [
      EditorView.decorations.from(field),
      EditorView.atomicRanges.of(view => view.state.field(field, false) ?? RangeSet.empty),
    ],
  })
}

/** The text as it will read. @param taskLabel the name of the box of a task */
export function writingMarks(render: RenderMarkdown, taskLabel: string): Extension {
  const marks = ViewPlugin.fromClass(
    class {
      parts: ReturnType<typeof decorate>

      constructor(view: EditorView) {
        this.parts = decorate(view, render, taskLabel)
      }

      update({ view, docChanged, selectionSet, viewportChanged, startState, state }: ViewUpdate): void {
        const isSame =
          startState.field(hasFocus) === state.field(hasFocus) && syntaxTree(startState) === syntaxTree(state)
        if (docChanged || selectionSet || viewportChanged || !isSame) this.parts = decorate(view, render, taskLabel)
      }
    },
    {
      decorations: ({ parts }) => parts.shown,
      provide: plugin => EditorView.atomicRanges.of(view => view.plugin(plugin)?.parts.atomic ?? RangeSet.empty),
    },
  )
  return [
    hasFocus,
    EditorView.focusChangeEffect.of((_, focusing) => tellFocus.of(focusing)),
    tables(render),
    marks,
    look,
  ]
}

/** The product's own type. Styles of the page do not reach into the editor. */
const look = EditorView.theme({
  '.w-mark': { color: 'var(--text-faint)', fontWeight: 'var(--weight-text)', textDecoration: 'none' },
  '.w-bold': { fontWeight: 'var(--weight-strong)' },
  '.w-italic': { fontStyle: 'italic' },
  '.w-struck': { textDecoration: 'line-through' },
  '.w-code, .w-block, .w-source': { fontFamily: 'var(--font-code)', fontSize: '0.8125rem' },
  '.w-code': {
    padding: '0.0625rem 0.25rem',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--surface-press)',
  },
  '.w-link': { color: 'var(--accent-text)', textDecoration: 'underline', textUnderlineOffset: '2px' },
  '.w-h1, .w-h2, .w-h3, .w-h4': { fontWeight: 'var(--weight-strong)', lineHeight: '1.3' },
  '.w-h1': { fontSize: '1.5rem', paddingBlock: '0.5rem 0.25rem' },
  '.w-h2': { fontSize: '1.25rem', paddingBlock: '0.375rem 0.125rem' },
  '.w-h3': { fontSize: '1.0625rem', paddingBlock: '0.25rem 0' },
  '.cm-line.w-quote': {
    paddingInlineStart: '0.75rem',
    borderInlineStart: '3px solid var(--line-quiet)',
    color: 'var(--text-second)',
  },
  '.cm-line.w-block': { paddingInline: '0.75rem', backgroundColor: 'var(--surface-sunken)', lineHeight: '1.25rem' },
  '.w-rule': {
    backgroundImage: 'linear-gradient(var(--line), var(--line))',
    backgroundSize: '100% 1px',
    backgroundPosition: 'center',
    backgroundRepeat: 'no-repeat',
  },
  '.w-item-first': { textIndent: '-1.5rem' },
  '.w-bullet, .w-item-mark': { display: 'inline-block', minInlineSize: '1.5rem', textIndent: '0' },
  '.w-bullet': { paddingInlineStart: '0.375rem', color: 'var(--text-second)' },
  '.w-box': {
    inlineSize: '0.9375rem',
    blockSize: '0.9375rem',
    margin: '0 0.5625rem 0 0',
    verticalAlign: '-0.125rem',
    accentColor: 'var(--accent-solid)',
  },
  ...Object.fromEntries(
    Array.from({ length: maxDepth }, (_, at) => [
      `.cm-line.w-depth-${at + 1}`,
      { paddingInlineStart: `${(at + 1) * 1.5 + 0.5}rem` },
    ]),
  ),
  '.w-picture img': {
    inlineSize: 'auto',
    blockSize: 'auto',
    maxInlineSize: '100%',
    maxBlockSize: '20rem',
    borderRadius: 'var(--radius)',
    verticalAlign: 'bottom',
  },
  '.w-table': { overflow: 'auto', padding: '0.25rem 0.5rem' },
  '.w-table table': { borderCollapse: 'collapse' },
  '.w-table a': { pointerEvents: 'none' },
  '.w-table th, .w-table td': { padding: '0.25rem 0.5rem', border: '1px solid var(--line)', textAlign: 'start' },
  '.w-table th': { fontWeight: 'var(--weight-medium)', backgroundColor: 'var(--surface-sunken)' },
})
