import t from 'tap'
import { withLineEndsOf } from '../src/ui/fields/lineEnds.ts'

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
