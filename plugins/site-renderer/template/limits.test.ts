import t from 'tap'
import { buildTestApp } from '../../../testing/index.ts'
import { loadConfig } from '../../../kernel/index.ts'
import type { PageData } from '../contract.ts'
import { SiteKit } from '../binding/testing.ts'
import { bindTemplate } from '../binding/index.ts'
import { PageTooLarge, compileTemplate, renderTemplate } from './index.ts'

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
