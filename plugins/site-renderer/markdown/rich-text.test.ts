import t from 'tap'
import { parseFragment } from 'parse5'
import { linkedRecords, plainText, richText } from './index.ts'
import type { RichFormat } from './index.ts'

/** The HTML of a text, including its addresses. */
const html = (text: string, format: RichFormat = 'text/markdown', inLink = false): string | undefined =>
  richText(text, format, inLink)
    ?.map(part => (typeof part === 'string' ? part : `{${'path' in part ? part.path : JSON.stringify(part)}}`))
    .join('')

t.test('Markdown becomes HTML, and text without markup', async t => {
  const text =
    '# Title\n\nSome *emphasis*, `code` and [a link](/about "t").\n\n- one\n- two\n\n| a | b |\n|---|---:|\n| 1 | 2 |\n\n![picture](/p.png)\n\n```js\nif (a < b) {}\n```'
  const out = html(text) ?? ''
  for (const part of [
    '<h2>Title</h2>',
    '<em>emphasis</em>',
    '<a href="{/about}" title="t">a link</a>',
    '<li>one</li>',
    '<td class="align-right">2</td>',
    '<img src="{/p.png}" alt="picture">',
    '<code class="language-js">if (a &lt; b) {}\n</code>',
  ]) {
    t.ok(out.includes(part), part)
  }
  t.equal(
    plainText(text, 'text/markdown'),
    'Title Some emphasis, code and a link. one two a b 1 2 picture if (a < b) {}',
  )
  t.equal(html('<b>no</b> <script>x</script>'), '<p>&lt;b&gt;no&lt;/b&gt; &lt;script&gt;x&lt;/script&gt;</p>\n')
  t.equal(plainText('<p>a<b>b</b></p><p>c</p><script>x</script>', 'text/html'), 'ab c')
  t.equal(html('one\n\ntwo'), '<p>one</p>\n<p>two</p>\n')
})

t.test('elements that would close an outer element, or are not allowed there, are removed', async t => {
  t.equal(html('<li>a</li><dd>b</dd><summary>c</summary>', 'text/html'), 'abc')
  t.equal(html('<ul><li>a</li></ul><dl><dt>b</dt></dl>', 'text/html'), '<ul><li>a</li></ul><dl><dt>b</dt></dl>')
  t.equal(html('[x](/y)', 'text/markdown', true), '<p>x</p>\n')
  t.equal(html('<tr><td>x</td></tr></div></main>y', 'text/html'), 'xy')
  t.equal(
    html('<p onclick=x style="color:red" class=a id=b data-svc-slot=name>x</p>', 'text/html'),
    '<p id="text-b">x</p>',
  )
  t.equal(
    html('[x](//other.example/y) [z](mailto:a@b.c) [r](rel)'),
    '<p><a href="//other.example/y">x</a> <a href="mailto:a@b.c">z</a> <a href="rel">r</a></p>\n',
  )
})

t.test('anchors in a text keep their links, under names of their own', async t => {
  t.equal(
    html(
      '<h2 id="a">Terms</h2><p><a href="#a">a</a> <a href="#top">b</a> <a name="old">c</a><a href="#old">d</a></p>',
      'text/html',
    ),
    '<h2 id="text-a">Terms</h2><p><a href="#text-a">a</a> <a href="#top">b</a> <a id="text-old">c</a><a href="#text-old">d</a></p>',
  )
  t.equal(
    html('<i id="ä">x</i><a href="#%C3%A4">y</a>', 'text/html'),
    '<i id="text-ä">x</i><a href="#text-%C3%A4">y</a>',
  )
  t.equal(html('<i id="a b">x</i><i id="c">y</i><i id="c">z</i>', 'text/html'), '<i>x</i><i id="text-c">y</i><i>z</i>')
})

t.test('links to records are parts of their own', async t => {
  t.equal(
    html('[one](urn:note:01AB "t") and [two](urn:isbn/x) [t](tel:+49123)'),
    '<p>{{"record":"urn:note:01AB","attributes":" title=\\"t\\""}}one{{"endOf":"urn:note:01AB"}} and <a>two</a> <a href="tel:+49123">t</a></p>\n',
  )
  t.strictSame(linkedRecords('[a](urn:note:1) <urn:note:2>', 'text/markdown'), ['urn:note:1', 'urn:note:2'])
  t.equal(html('[x](urn:note:1)', 'text/markdown', true), '<p>x</p>\n', 'no link in a link')
})

t.test('no text takes long, and the result is always well-formed', async t => {
  const size = 199_000
  const repeat = (text: string): string => text.repeat(Math.floor(size / text.length))
  const markdown = [
    '[',
    '[a](',
    '*a **a ',
    '*',
    '_a',
    '> ',
    '- ',
    '[a]: /x\n',
    '[a]',
    '![a](/b) ',
    '&amp;',
    '<a ',
    '<http://a',
    '\\',
    '\n',
    '~~a',
    '[x](/y)',
    '[a](b "',
    'a[b',
    '<!--',
    '~',
    '[a][',
    '|a|b|\n|-|-|\n',
  ].map(repeat)
  markdown.push(
    Array.from({ length: 600 }, (_, i) => '`'.repeat(i))
      .join(' ')
      .slice(0, size),
    Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}- a`)
      .join('\n')
      .slice(0, size),
  )
  const markup = [
    '<b>',
    '<p>',
    '<b><p>',
    '<a href="/x">y</a>',
    '<table><tr><td>',
    '<div>',
    '<',
    '<!--',
    '<img src=/x>',
    '&',
  ].map(repeat)
  markup.push(
    `<p ${Array.from({ length: 30_000 }, (_, i) => `a${i}`)
      .join(' ')
      .slice(0, size - 10)}>x</p>`,
    `<img src="/${repeat('a')}">`,
    Array.from({ length: 10_000 }, (_, i) => `<i title=${i}>`).join(''),
  )
  const cases = [
    ...markdown.map(text => ({ text, format: 'text/markdown' as const })),
    ...markup.map(text => ({ text, format: 'text/html' as const })),
  ]
  for (const { text, format } of cases) {
    const before = process.cpuUsage()
    const out = html(text, format)
    const { user, system } = process.cpuUsage(before)
    const name = JSON.stringify(`${format} ${text.slice(0, 20)}`).replaceAll(/[#\\]/g, '?')
    t.ok(user + system < 3_000_000, `${name}: ${Math.round((user + system) / 1000)} ms of CPU`)
    if (out === undefined) continue
    const errors: string[] = []
    parseFragment(out, { onParseError: ({ code }) => errors.push(code) })
    t.strictSame(errors, [], name)
  }
  t.equal(html('x'.repeat(300_000)), undefined)
  t.equal(plainText('x'.repeat(300_000), 'text/markdown').length, 300_000)
})
