import { readdirSync, readFileSync, statSync } from 'node:fs'
import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import t from 'tap'
import { sampleOf } from '../../plugins/transfer/screens/type-from-file/sample-rows.ts'
import { withLineEndsOf } from '../src/ui/fields/lineEnds.ts'
import { writingSyntax } from '../src/ui/fields/writing/writingSyntax.ts'

const texts = [
  'one\r\ntwo\r\n',
  'one\rtwo\r\rthree',
  'mixed\r\nline\nends\rand\r\n\r\nmore\n',
  '\r\n\n\r',
  'aaa\r\naaa\naaa\r\naaa',
  'no end',
  'only\nfeeds\n',
  '',
]

t.test('a text keeps the line ends that nobody touched', async t => {
  for (const source of texts) {
    const edited = source.replaceAll(/\r\n?/g, '\n')
    t.equal(withLineEndsOf(source, edited), source, 'unchanged')
    for (let at = 0; at <= edited.length; at++) {
      const typed = `${edited.slice(0, at)}word${edited.slice(at)}`
      const now = withLineEndsOf(source, typed)
      t.equal(now.replace('word', ''), source, `${JSON.stringify(source)} at ${at}`)
    }
  }
  t.equal(withLineEndsOf('a\r\nb', 'a\nb\nc'), 'a\r\nb\r\nc', 'a new line ends as the first one does')
  t.equal(withLineEndsOf('a\r\nb\r\nc', 'a\nc'), 'a\r\nc')
  t.equal(withLineEndsOf('a\r\nb', ''), '')
})

/** The READMEs, licences and change logs of all packages. */
function* writtenByOthers(): Generator<string> {
  for (const name of readdirSync('node_modules')) {
    const packages = name.startsWith('@') ? readdirSync(`node_modules/${name}`).map(one => `${name}/${one}`) : [name]
    for (const one of packages) {
      if (name.startsWith('.') || !statSync(`node_modules/${one}`).isDirectory()) continue
      for (const file of readdirSync(`node_modules/${one}`))
        if (/\.md$/i.test(file)) yield `node_modules/${one}/${file}`
    }
  }
}

t.test('a word typed in the middle of what others wrote changes no other byte', async t => {
  const files = [...writtenByOthers()]
  t.ok(files.length > 100, `${files.length} files`)
  for (const file of files) {
    const written = readFileSync(file, 'utf8')
    for (const source of [written, written.replaceAll(/\r?\n/g, '\r\n')]) {
      let state = EditorState.create({ doc: source, extensions: [writingSyntax, history()] })
      const changes = { from: Math.trunc(state.doc.length / 2), insert: '\uE000word' }
      state = state.update({ changes, userEvent: 'input.type' }).state
      const typed = withLineEndsOf(source, state.doc.toString())
      if (typed.replace('\uE000word', '') !== source) t.fail(file)
      undo({ state, dispatch: transaction => (state = transaction.state) })
      if (withLineEndsOf(typed, state.doc.toString()) !== source) t.fail(`${file}, undone`)
    }
  }
})

t.test('the first rows of a file, whichever line ends it has', async t => {
  for (const text of ['a,b\r\n1,2\n3,4\n', 'a,b\n1,2\r\n3,4', 'a,b\r1,2\r3,4\r']) {
    const { rows } = await sampleOf({ content: new Blob([text]), format: 'csv', delimiter: undefined })
    t.strictSame(
      rows,
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
      JSON.stringify(text),
    )
  }
})
