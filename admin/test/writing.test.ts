import { EditorState } from '@codemirror/state'
import { ensureSyntaxTree } from '@codemirror/language'
import t from 'tap'
import { leaveLastCode } from '../src/ui/fields/writing/writingCommands.ts'
import { formatsAt, isLink, writingSyntax } from '../src/ui/fields/writing/writingSyntax.ts'

const editorOf = (doc: string): EditorState => EditorState.create({ doc, extensions: [writingSyntax] })

function linksIn(source: string): string[] {
  const state = editorOf(source)
  const found: string[] = []
  ensureSyntaxTree(state, source.length)?.iterate({
    enter: ({ name, node, from, to }) => {
      if (name === 'Link' && isLink(state, node)) found.push(source.slice(from, to))
    },
  })
  return found
}

t.test('words in brackets are a link where they have an address', async t => {
  t.strictSame(linksIn('He wrote [sic] of [a link](https://example.org) and [a picture](my picture.jpg)'), [
    '[a link](https://example.org)',
  ])
  t.strictSame(
    linksIn(
      '[one] [Two  words] [three][ref] [four][] [five][none]\n\n[one]: /1\n[two\nwords]: /2\n[REF]: /3\n[four]: /4\n',
    ),
    ['[one]', '[Two  words]', '[three][ref]', '[four][]'],
  )
  const state = editorOf('[sic] [x](/x)')
  const linkAt = (anchor: number): boolean => formatsAt(state.update({ selection: { anchor } }).state).has('link')
  t.strictSame([linkAt(2), linkAt(8)], [false, true])
})

t.test('what is between the tags of HTML is Markdown', async t => {
  const state = editorOf('<div>\n**bold**\n</div>\n')
  t.ok(formatsAt(state.update({ selection: { anchor: 10 } }).state).has('bold'))
})

t.test('a block of code that ends the text is left downwards', async t => {
  function leave(doc: string, anchor: number): string | undefined {
    let state = editorOf(doc).update({ selection: { anchor } }).state
    const dispatch = (transaction: { state: EditorState }): void => void (state = transaction.state)
    if (!leaveLastCode({ state, dispatch })) return undefined
    t.equal(state.selection.main.head, state.doc.length)
    return state.doc.toString()
  }
  const code = '```js\nlet a\n```'
  t.equal(leave(code, code.length), `${code}\n\n`)
  t.equal(leave(code, 8), undefined, 'there is a line below')
  t.equal(leave('```\nlet a', 9), undefined, 'the block is not closed')
  t.equal(leave(`${code}\n\nText`, code.length + 4), undefined)
})
