import { insertNewlineContinueMarkup } from '@codemirror/lang-markdown'
import type { ChangeSpec, EditorState, Line, StateCommand, TransactionSpec } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { nodeAround } from './writingSyntax.ts'
import type { Format } from './writingSyntax.ts'

/** The marks of quotes before a line, then the mark of a heading, a list or a task. */
const lineStart =
  /^([ \t]*(?:>[ \t]?)*[ \t]*)(#{1,6}(?:[ \t]+|$)|(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\](?:[ \t]+|$))?)?/

/** What a line begins with: its indentation and marks of quotes, then the mark of a heading, a list or a task. */
export function lineMarks(text: string): { prefix: string; mark: string } {
  const [, prefix = '', mark = ''] = lineStart.exec(text) ?? []
  return { prefix, mark }
}

const quoteStart = /^[ \t]*(?:>[ \t]?)+/
const codeNames = ['FencedCode', 'CodeBlock', 'Table', 'HTMLBlock', 'CommentBlock']

const linesOf = (state: EditorState): Line[] => {
  const { from, to } = state.selection.main
  const lines: Line[] = []
  for (let at = state.doc.lineAt(from).number; at <= state.doc.lineAt(to).number; at++) lines.push(state.doc.line(at))
  return lines
}
const isBlank = (line: Line | undefined): boolean => line === undefined || line.text.trim() === ''
const lineAfter = (state: EditorState, line: Line): Line | undefined =>
  line.number < state.doc.lines ? state.doc.line(line.number + 1) : undefined
const lineBefore = (state: EditorState, line: Line): Line | undefined =>
  line.number > 1 ? state.doc.line(line.number - 1) : undefined

/** What a command gets. */
type Target = Parameters<StateCommand>[0]

/** Change the text as an input, with the cursor in view. */
function input({ state, dispatch }: Target, spec: TransactionSpec): true {
  dispatch(state.update({ scrollIntoView: true, userEvent: 'input', ...spec }))
  return true
}

const inlineMarks = {
  bold: { node: 'StrongEmphasis', mark: '**' },
  italic: { node: 'Emphasis', mark: '*' },
  code: { node: 'InlineCode', mark: '`' },
} as const

/**
 * Make the selected text, or the word at the cursor, bold, italic or code, or plain again. At the end of such text what is typed next changes: the cursor
 * leaves the text, or returns to it.
 */
export const toggleInline =
  (format: keyof typeof inlineMarks): StateCommand =>
  target => {
    const { state } = target
    const { node: name, mark } = inlineMarks[format]
    const size = mark.length
    const { from, to, empty, head } = state.selection.main
    const inside = nodeAround(state, from, to, name)
    const end = empty ? endAt(state, head, mark, inside) : undefined
    if (end !== undefined) return input(target, end)
    if (inside !== undefined) {
      const marks = [inside.firstChild, inside.lastChild].flatMap(one => (one === null ? [] : [one]))
      return input(target, { changes: marks.map(one => ({ from: one.from, to: one.to })) })
    }
    if (empty && state.sliceDoc(head - size, head) === mark && state.sliceDoc(head, head + size) === mark)
      return input(target, { changes: { from: head - size, to: head + size }, userEvent: 'delete' })
    const word = empty ? state.wordAt(head) : null
    if (empty && (word === null || word.from === head || word.to === head))
      return input(target, { changes: { from: head, insert: mark + mark }, selection: { anchor: head + size } })
    const parts = word === null ? textParts(state, from, to) : [word]
    const changes = parts.flatMap(part => [
      { from: part.from, insert: mark },
      { from: part.to, insert: mark },
    ])
    const set = state.changes(changes)
    const [first, last] = [parts[0], parts.at(-1)]
    if (first === undefined || last === undefined) return true
    const selection = empty ? { anchor: head + size } : { anchor: first.from + size, head: set.mapPos(last.to, -1) }
    return input(target, { changes: set, selection })
  }

/** What takes the cursor across the mark that ends a text. Spaces before the mark go with it: Markdown takes none between a space and a text for an end. */
function endAt(
  state: EditorState,
  head: number,
  mark: string,
  inside: SyntaxNode | undefined,
): { changes?: ChangeSpec; selection: { anchor: number } } | undefined {
  const close = inside?.lastChild
  if (inside !== undefined && close) {
    if (head === inside.to) return { selection: { anchor: close.from } }
    return /^[*_`]*$/.test(state.sliceDoc(head, close.from)) ? { selection: { anchor: inside.to } } : undefined
  }
  const line = state.doc.lineAt(head)
  const before = line.text.slice(0, head - line.from)
  const spaces = /[ \t]*$/.exec(before)?.[0] ?? ''
  const after = line.text.slice(head - line.from)
  const isEnd = after.startsWith(mark) && !/^(?:[^\s\p{P}]|\*)/u.test(after.slice(mark.length))
  if (spaces === '' || !isEnd || before.split(mark).length % 2 === 1) return undefined
  const to = head + mark.length
  return { changes: { from: head - spaces.length, to, insert: mark + spaces }, selection: { anchor: to } }
}

/** The text of each line in a range, without the marks of the line and the spaces around it. */
function textParts(state: EditorState, from: number, to: number): { from: number; to: number }[] {
  return linesOf(state).flatMap(line => {
    const start = Math.max(from, line.from + (lineStart.exec(line.text)?.[0].length ?? 0))
    const text = state.sliceDoc(start, Math.max(start, Math.min(to, line.to)))
    const begin = start + text.length - text.trimStart().length
    return text.trim() === '' ? [] : [{ from: begin, to: begin + text.trim().length }]
  })
}

/** What a line can be made. */
type LineFormat = Exclude<Format, 'bold' | 'italic' | 'link' | 'code'>

const isOf: Readonly<Record<LineFormat, (mark: string) => boolean>> = {
  paragraph: mark => mark === '',
  heading1: mark => /^#(?!#)/.test(mark),
  heading2: mark => /^##(?!#)/.test(mark),
  heading3: mark => /^###(?!#)/.test(mark),
  list: mark => /^[-*+][ \t]*$/.test(mark),
  numbers: mark => /^\d/.test(mark),
  task: mark => mark.includes('['),
  quote: () => false,
}
const markOf: Readonly<Record<LineFormat, (at: number) => string>> = {
  paragraph: () => '',
  heading1: () => '# ',
  heading2: () => '## ',
  heading3: () => '### ',
  list: () => '- ',
  numbers: at => `${at + 1}. `,
  task: () => '- [ ] ',
  quote: () => '> ',
}

/** Make the selected lines headings, items of a list, or a quote, or paragraphs again. Lines around them do not become part of it. */
export const toggleLines =
  (format: LineFormat): StateCommand =>
  target => {
    const { state } = target
    const all = linesOf(state)
    const lines = all.filter(line => all.length === 1 || !isBlank(line))
    const [first, last] = [all[0], all.at(-1)]
    if (first === undefined || last === undefined) return false
    const isQuote = format === 'quote'
    const markIn = ({ text }: Line): string => lineStart.exec(text)?.[2] ?? ''
    const had = isQuote
      ? lines.every(({ text }) => quoteStart.test(text))
      : lines.every(one => isOf[format](markIn(one)))
    const changes: ChangeSpec[] = (isQuote && !had ? all : lines).map((line, at) => {
      if (isQuote) {
        const old = had ? (/^[ \t]*>[ \t]?/.exec(line.text)?.[0].length ?? 0) : 0
        return { from: line.from, to: line.from + old, insert: had ? '' : '> ' }
      }
      const from = line.from + (lineStart.exec(line.text)?.[1]?.length ?? 0)
      return { from, to: from + markIn(line).length, insert: had ? '' : markOf[format](at) }
    })
    const isKin = (line: Line): boolean =>
      !had && (isQuote ? quoteStart.test(line.text) : format !== 'paragraph' && isOf[format](markIn(line)))
    const isOther = (line: Line | undefined): boolean => line !== undefined && !isBlank(line) && !isKin(line)
    const after = lineAfter(state, last)
    if (format === 'paragraph' && had) return true
    if (!format.startsWith('heading')) {
      if (isOther(lineBefore(state, first))) changes.unshift({ from: first.from, insert: '\n' })
      if (after !== undefined && isOther(after)) changes.push({ from: after.from, insert: '\n' })
    }
    const set = state.changes(changes)
    const { anchor, head } = state.selection.main
    return input(target, { changes: set, selection: { anchor: set.mapPos(anchor, 1), head: set.mapPos(head, 1) } })
  }

/** Make the selection code: inside a line, or lines as a block; or text again. */
export const toggleCode: StateCommand = target => {
  const { state } = target
  const { from, to, empty } = state.selection.main
  const block = nodeAround(state, from, to, 'FencedCode')
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  if (block !== undefined) {
    const [start, end] = [state.doc.lineAt(block.from), state.doc.lineAt(block.to)]
    const changes = [
      { from: start.from, to: Math.min(start.to + 1, state.doc.length) },
      ...(end.number > start.number && /^[ \t>]*(?:`{3,}|~{3,})/.test(end.text)
        ? [{ from: end.from - 1, to: end.to }]
        : []),
    ]
    return input(target, { changes })
  }
  if (first.number === last.number && !(empty && isBlank(first))) return toggleInline('code')(target)
  const before = isBlank(lineBefore(state, first)) ? '' : '\n'
  const after = isBlank(lineAfter(state, last)) ? '' : '\n'
  const fence = '`'.repeat(
    Math.max(3, ...[...state.sliceDoc(first.from, last.to).matchAll(/`+/g)].map(([all]) => all.length + 1)),
  )
  const changes = [
    { from: first.from, insert: `${before}${fence}\n` },
    { from: last.to, insert: `\n${fence}${after}` },
  ]
  return input(target, { changes, selection: { anchor: last.to + before.length + fence.length + 1 } })
}

/** Begin a paragraph below a block of code that ends the text: there is no line to which the cursor could go. */
export const leaveLastCode: StateCommand = target => {
  const { state } = target
  const { empty, head } = state.selection.main
  const isLast = empty && state.doc.lineAt(head).number === state.doc.lines
  const marks = isLast ? nodeAround(state, head, head, 'FencedCode')?.getChildren('CodeMark') : undefined
  if (marks?.length !== 2) return false // a block that is not closed would go on
  const { length } = state.doc
  return input(target, { changes: { from: length, insert: '\n\n' }, selection: { anchor: length + 2 } })
}

/** Insert a block on lines of its own, in place of a blank line or after the current one, and select a part of it. */
export const insertBlock =
  (text: string, select: { from: number; to: number }): StateCommand =>
  target => {
    const { state } = target
    const line = state.doc.lineAt(state.selection.main.head)
    const isEmpty = isBlank(line)
    const before = isEmpty ? (isBlank(lineBefore(state, line)) ? '' : '\n') : '\n\n'
    const after = isBlank(lineAfter(state, line)) ? '' : '\n'
    const from = isEmpty ? line.from : line.to
    const start = from + before.length
    const selection = { anchor: start + select.from, head: start + select.to }
    return input(target, { changes: { from, to: line.to, insert: before + text + after }, selection })
  }

/** The link or picture at the selection, and what it consists of; for none, the selected text. */
export function targetAt(
  state: EditorState,
  name: 'Link' | 'Image',
): { from: number; to: number; text: string; address: string; isThere: boolean } {
  const { from, to } = state.selection.main
  const node = nodeAround(state, from, to, name)
  const url = node?.getChild('URL')
  if (node === undefined || !url)
    return { from, to, text: state.sliceDoc(from, to).trim().replaceAll(/\s+/g, ' '), address: '', isThere: false }
  const [open, close] = node.getChildren('LinkMark')
  return {
    from: node.from,
    to: node.to,
    text: state.sliceDoc(open?.to, close?.from).replaceAll(/\\([[\]\\])/g, '$1'),
    address: state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/, '$1'),
    isThere: true,
  }
}

/** A link, or the inside of a picture, in Markdown. */
export function linkText(text: string, address: string): string {
  const label = text.replaceAll(/[[\]\\]/g, '\\$&').replaceAll(/\s*\n\s*/g, ' ')
  const isBare = /^[^\s()<>]+$/.test(address)
  return `[${label}](${isBare ? address : `<${address.replaceAll(/[<>\n]/g, encodeURIComponent)}>`})`
}

/** The item of a list that begins in this line. */
const itemIn = (state: EditorState, line: Line): SyntaxNode | undefined => {
  const mark = line.from + (lineStart.exec(line.text)?.[1]?.length ?? 0)
  const item = nodeAround(state, mark, mark, 'ListItem')
  return item !== undefined && item.from === mark ? item : undefined
}
const columnOf = (state: EditorState, item: SyntaxNode): number => item.from - state.doc.lineAt(item.from).from
const isInList = (state: EditorState): boolean => {
  const { from, to } = state.selection.main
  return nodeAround(state, from, to, 'BulletList', 'OrderedList') !== undefined
}

/** In a list: move the selected items one level in or out, with what they contain. Elsewhere Tab leaves the field. */
export const indentItems =
  (direction: 'in' | 'out'): StateCommand =>
  ({ state, dispatch }) => {
    if (!isInList(state)) return false
    const changes: ChangeSpec[] = []
    let moved = -1
    for (const line of linesOf(state)) {
      const item = itemIn(state, line)
      if (item === undefined || item.from < moved) continue
      const column = columnOf(state, item)
      const outer = direction === 'in' ? item.prevSibling : item.parent?.parent
      if (outer?.name !== 'ListItem') {
        if (direction === 'out') return false
        continue
      }
      const mark = outer.getChild('ListMark')
      const by =
        direction === 'in'
          ? columnOf(state, outer) + (mark === null ? 1 : mark.to - mark.from) + 1 - column
          : columnOf(state, outer) - column
      moved = item.to
      for (let at = line.number; at <= state.doc.lineAt(item.to).number; at++) {
        const one = state.doc.line(at)
        if (isBlank(one)) continue
        const start = one.from + (quoteStart.exec(one.text)?.[0].length ?? 0)
        const spaces = /^[ \t]*/.exec(one.text.slice(start - one.from))?.[0].length ?? 0
        if (by > 0) changes.push({ from: start, insert: ' '.repeat(by) })
        else changes.push({ from: start, to: start + Math.min(spaces, -by) })
      }
      const number = item.getChild('ListMark')
      if (direction === 'in' && number !== null && /^\d/.test(state.sliceDoc(number.from, number.to)))
        changes.push({ from: number.from, to: number.to - 1, insert: '1' })
    }
    if (changes.length > 0) dispatch(state.update({ changes, userEvent: 'input.indent' }))
    return true
  }

/** Whether the selection is inside a row of a table, not at its beginning or end. */
export function isInCell(state: EditorState): boolean {
  const { from, to } = state.selection.main
  const [start, end] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  const isInside = state.sliceDoc(start.from, from).trim() !== '' && state.sliceDoc(to, end.to).trim() !== ''
  return isInside && nodeAround(state, from, to, 'Table') !== undefined
}

/** Enter in a row of a table: to the first cell of the row after it, which is added unless it is there without text. In a row without text: leave the table. */
const enterRow: StateCommand = target => {
  const { state } = target
  const { from, to } = state.selection.main
  const table = nodeAround(state, from, to, 'Table')
  if (table === undefined) return false
  const line = state.doc.lineAt(to)
  if (emptyRow.test(line.text)) return leaveBlock(target, line)
  const headings = state.doc.lineAt(table.from)
  const rule = state.doc.line(headings.number + 1)
  const before = line.number === headings.number ? rule : line
  const next = lineAfter(state, before)
  const hasNext = next !== undefined && next.to <= table.to && emptyRow.test(next.text)
  const { prefix } = lineMarks(rule.text)
  const row = `\n${prefix}|${'  |'.repeat(rule.text.match(/-+/g)?.length ?? 1)}`
  const changes = hasNext ? [] : { from: before.to, insert: row }
  return input(target, { changes, selection: { anchor: before.to + `\n${prefix}| `.length } })
}

const emptyRow = /^[\s>|]*$/

/** Begin a new line in the same paragraph. */
export const breakLine: StateCommand = target => {
  const { state } = target
  if (isInCell(state)) return enterRow(target)
  const { from } = state.selection.main
  if (nodeAround(state, from, from, ...codeNames) !== undefined) return false
  const line = state.doc.lineAt(from)
  const start = lineStart.exec(line.text)
  const indent = (start?.[1] ?? '') + ' '.repeat(/^[-*+\d]/.test(start?.[2] ?? '') ? (start?.[2]?.length ?? 0) : 0)
  const mark = isBlank(line) || (start?.[2] ?? '').startsWith('#') ? '' : '\\'
  return input(target, state.replaceSelection(`${mark}\n${indent}`))
}

/**
 * Enter: a new paragraph, the next item of a list, or the next paragraph of a quote; in an empty item or quote the end of it, with the empty line that
 * Markdown needs. In a table: the next row. With `plain` a paragraph goes on in the next line, as it is written in a source.
 */
export const enter =
  (plain = false): StateCommand =>
  target => {
    const { state } = target
    const { from, empty, head } = state.selection.main
    if (!plain && isInCell(state)) return enterRow(target)
    if (nodeAround(state, from, from, ...codeNames) !== undefined) return false
    if (!empty) return input(target, state.replaceSelection('\n\n'))
    const line = state.doc.lineAt(head)
    const [all = '', quote = '', mark = ''] = lineStart.exec(line.text) ?? []
    const isList = /^[-*+\d]/.test(mark)
    if (all === line.text && (isList || quote.includes('>')) && head >= line.from + quote.length) {
      if (isList && quote.trim() === '' && itemIn(state, line)?.parent?.parent?.name === 'ListItem')
        return indentItems('out')(target)
      return leaveBlock(target, line)
    }
    if (isList || isInList(state) || plain) return insertNewlineContinueMarkup(target)
    if (quote.includes('>')) {
      const prefix = quote.trimEnd()
      return input(target, state.replaceSelection(`\n${prefix}\n${prefix} `))
    }
    return newParagraph(target, line)
  }

function leaveBlock(target: Target, line: Line): true {
  const { state } = target
  let from = line.from
  let before = lineBefore(state, line)
  while (before !== undefined && /^[ \t]*(?:>[ \t]*)+$/.test(before.text)) {
    from = before.from
    before = lineBefore(state, before)
  }
  const open = isBlank(before) ? '' : '\n'
  const close = isBlank(lineAfter(state, line)) ? '' : '\n'
  const changes = { from, to: line.to, insert: open + close }
  return input(target, { changes, selection: { anchor: from + open.length } })
}

function newParagraph(target: Target, line: Line): true {
  const { state } = target
  const { head } = state.selection.main
  const before = lineBefore(state, line)
  if (isBlank(line) && before !== undefined && isBlank(before)) return true // Markdown has no empty paragraphs
  const open = isBlank(line) ? '\n' : '\n\n'
  const close = head === line.to && !isBlank(lineAfter(state, line)) ? '\n' : ''
  return input(target, { changes: { from: head, insert: open + close }, selection: { anchor: head + open.length } })
}

/** Backspace at the beginning of a paragraph: join it to the one before, in one step. */
export const joinParagraphs: StateCommand = target => {
  const { state } = target
  const { empty, head } = state.selection.main
  const line = state.doc.lineAt(head)
  if (!empty || head !== line.from || line.number < 3) return false
  const [blank, before] = [state.doc.line(line.number - 1), state.doc.line(line.number - 2)]
  if (blank.text !== '' || isBlank(before) || lineStart.exec(before.text)?.[2] !== undefined) return false
  if (nodeAround(state, head, head, ...codeNames) !== undefined) return false
  return input(target, { changes: { from: before.to, to: head }, userEvent: 'delete.backward' })
}
