import t from 'tap'
import { createMessages } from '../../cli/terminal/progress.ts'
import { table } from './table.ts'
import { cut, displayWidth, plain, thousands } from './text.ts'

t.test('texts for a terminal: width, truncation, no control sequences', async t => {
  t.equal(displayWidth('abc'), 3)
  t.equal(displayWidth('日本'), 4)
  t.equal(displayWidth('e\u0301👩‍👩‍👧'), 3)
  t.equal(cut('abcdef', 4), 'abc…')
  t.equal(cut('日本語', 4), '日…')
  t.equal(cut('abc', 0), '')
  t.notMatch(plain('a\u001b[31mb\r\nc\u202e'), /[\u0000-\u001f\u202e]/)
  t.equal(thousands(1234567), '1,234,567')
  t.equal(thousands(12), '12')
})

t.test('a table is aligned and no wider than the terminal', async t => {
  const columns = [{ heading: 'name' }, { heading: 'n', align: 'right' as const }, { heading: 'text' }]
  const rows = [
    ['日本', '5', 'x'.repeat(300)],
    ['b', '12345', 'short'],
  ]
  t.strictSame(table(columns.slice(0, 2), rows, Infinity).split('\n'), ['name      n', '日本      5', 'b     12345'])
  for (const width of [10, 40, 80]) {
    for (const line of table(columns, rows, width).split('\n')) t.ok(displayWidth(line) <= width, `${width}: ${line}`)
  }
  t.equal(displayWidth(table(columns, rows, Infinity).split('\n')[1] ?? ''), 4 + 2 + 5 + 2 + 300)
})

t.test('progress: a bar on a terminal that log lines do not overwrite', async t => {
  let time = 0
  let written = ''
  const stream = { write: (text: string) => (written += text), isTTY: true, columns: 60 }
  const messages = createMessages(stream, () => time)
  const progress = messages.progress('movie')
  progress.update(10, 100)
  t.match(written, /^movie {2}██░+ {2}10 \(10 %\)$/)
  written = ''
  progress.update(11, 100)
  t.equal(written, '', 'not drawn more often than ten times a second')
  messages.line('line 7: wrong')
  t.match(written, /^\r\u001b\[2Kline 7: wrong\nmovie/)
  time = 1000
  written = ''
  progress.update(50, 100)
  t.match(written, /^\r\u001b\[2Kmovie {2}█{12}░{12} {2}50 \(50 %\) {2}50\/s$/)
  progress.finish('done')
  t.match(written, /\r\u001b\[2Kdone\n$/)
})

t.test('progress: plain lines in a pipe', async t => {
  let time = 0
  let written = ''
  const messages = createMessages({ write: text => (written += text) }, () => time)
  const progress = messages.progress('movie')
  for (let done = 0; done <= 1000; done++) progress.update(done, 1000)
  t.strictSame(
    written.trimEnd().split('\n'),
    Array.from({ length: 11 }, (_, tenth) => `movie: ${thousands(tenth * 100)} (${tenth * 10} %)`),
  )
  written = ''
  const open = messages.progress('rows')
  for (; time < 2500; time += 100) open.update(time)
  open.finish()
  t.strictSame(written.split('\n'), ['rows: 1,000', 'rows: 2,000', ''])
})
