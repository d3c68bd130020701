import { commonmarkLanguage, markdown } from '@codemirror/lang-markdown'
import { syntaxTree } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import { Strikethrough, Table, TaskList } from '@lezer/markdown'
import type { SyntaxNode } from '@lezer/common'

/** Markdown as the site reads it, to which HTML is text. The keys are those of the writing field. */
export const writingSyntax: Extension = markdown({
  base: commonmarkLanguage,
  extensions: [Table, Strikethrough, TaskList, { remove: ['HTMLBlock'] }],
  completeHTMLTags: false,
  addKeymap: false,
})

/** What a part of a text is, as the toolbar and the menu name it. */
export type Format =
  | 'paragraph'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'bold'
  | 'italic'
  | 'link'
  | 'list'
  | 'numbers'
  | 'task'
  | 'quote'
  | 'code'

/** Names of the syntax tree. */
const formatOfNode: Readonly<Record<string, Format>> = {
  ATXHeading1: 'heading1',
  SetextHeading1: 'heading1',
  ATXHeading2: 'heading2',
  SetextHeading2: 'heading2',
  ATXHeading3: 'heading3',
  StrongEmphasis: 'bold',
  Emphasis: 'italic',
  Link: 'link',
  BulletList: 'list',
  OrderedList: 'numbers',
  Blockquote: 'quote',
  InlineCode: 'code',
  FencedCode: 'code',
}

const inlineNodes = new Set(['StrongEmphasis', 'Emphasis', 'InlineCode'])

/** The nodes around a position, the inner ones first. */
function nodesAt(state: EditorState, position: number, side: -1 | 1 = -1): SyntaxNode[] {
  const nodes: SyntaxNode[] = []
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side); node; node = node.parent)
    nodes.push(node)
  return nodes
}

/** The nearest node with one of these names around a range. */
export const nodeAround = (state: EditorState, from: number, to: number, ...names: string[]): SyntaxNode | undefined =>
  [...nodesAt(state, from, 1), ...nodesAt(state, to, -1)].find(
    node => names.includes(node.name) && node.from <= from && node.to >= to,
  )

/**
 * Whether the site reads a link in a node `Link`: the parser takes all words in brackets for one, also those to which no definition (`[label]: address`)
 * gives an address.
 */
export function isLink(state: EditorState, node: SyntaxNode): boolean {
  if (node.getChild('URL')) return true
  const labelOf = (from = 0, to = from): string => state.sliceDoc(from, to).trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const [open, close] = node.getChildren('LinkMark')
  const reference = node.getChild('LinkLabel')
  const isShort = reference === null || reference.to - reference.from === 2 // [label] or [label][]
  const label = isShort ? labelOf(open?.to, close?.from) : labelOf(reference.from + 1, reference.to - 1)
  return syntaxTree(state)
    .topNode.getChildren('LinkReference')
    .some(({ firstChild: defined }) => defined !== null && labelOf(defined.from + 1, defined.to - 1) === label)
}

/** The formats at the cursor. */
export function formatsAt(state: EditorState): ReadonlySet<Format> {
  const { from, to } = state.selection.main
  const found = new Set<Format>()
  const item = nodeAround(state, from, to, 'ListItem')
  if (item?.getChild('Task')) found.add('task')
  for (const node of [...nodesAt(state, from, 1), ...nodesAt(state, to, -1)]) {
    const format = formatOfNode[node.name]
    if (format === undefined || node.from > from || node.to < to) continue
    if (inlineNodes.has(node.name) && from === to && (from === node.from || to === node.to)) continue // beside the marks
    if (format === 'link' && !isLink(state, node)) continue
    if ((format === 'list' || format === 'numbers') && (found.has('task') || !item?.parent || !same(item.parent, node)))
      continue
    found.add(format)
  }
  if (![...found].some(format => !['bold', 'italic', 'link'].includes(format))) found.add('paragraph')
  return found
}

const same = (a: SyntaxNode, b: SyntaxNode): boolean => a.from === b.from && a.to === b.to && a.name === b.name
