import { loadConfig } from '../../kernel/index.ts'
import { pluginSuite } from '../../testing/index.ts'
import { onEachStore } from '../../test/each-store.ts'
import t from 'tap'
import { inner, linkedData, tag, testSite } from './testing.ts'

const document = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${body}</body></html>`

onEachStore('a page renders its template, bound to resources', async (t, app) => {
  const site = await testSite(app)
  await site.page('index', document('<h1 id="h" data-svc-slot="headline">sample</h1>'), { headline: 'Home' })
  const author = await site.create('person', { givenName: 'Ada', familyName: 'Byron', email: 'ada@example.org' })
  const first = await site.create('blog-post', {
    headline: 'First',
    slug: 'first',
    author,
    datePublished: '2026-01-05',
  })
  await site.create('blog-post', { headline: 'Second', description: '<b>bold</b> & "quoted"' })
  await site.page(
    'news',
    document(`
      <p id="outside" data-svc-slot="description">sample</p>
      <article data-svc-entity="BlogPosting">
        <h2 id="newest" data-svc-slot="headline">sample</h2>
        <p id="empty" data-svc-slot="articleSection">sample</p>
        <a id="link" data-svc-slot="image">sample</a>
        <time id="time" data-svc-slot="datePublished">sample</time>
        <i id="author" data-svc-slot="author.name"></i><i id="email" data-svc-slot="author.email"></i>
        <p id="text" data-svc-slot="description"></p>
      </article>
      <ul id="list"><li data-svc-entity="BlogPosting" data-svc-list="5"><b data-svc-slot="headline"></b></li></ul>`),
    { description: 'The page itself' },
  )

  for (const address of ['/site', '/site/', '/site/index']) {
    const home = await site.open(address)
    t.equal(home.statusCode, 200, address)
    t.equal(inner(home.body, 'h'), 'Home', address)
  }
  const newest = (await site.open('/site/news')).body
  t.equal(inner(newest, 'outside'), 'The page itself', 'outside any entity a slot takes the page’s own data')
  t.equal(inner(newest, 'newest'), 'Second', 'the newest active one')
  t.equal(inner(newest, 'empty'), '', 'a slot without a value is empty')
  t.match(inner(newest, 'text'), '&lt;b&gt;bold&lt;/b&gt; &amp;', 'text is escaped')
  t.match(inner(newest, 'list'), /Second.*First/s, 'the element repeats, newest first')

  const [, , bare = ''] = first.split(':')
  for (const part of [encodeURIComponent(first), first, bare, 'first']) {
    const one = await site.open(`/site/news/${part}`)
    t.equal(one.statusCode, 200, part)
    t.equal(inner(one.body, 'newest'), 'First', `${part} is bound to the first element of its type`)
    t.match(inner(one.body, 'list'), /Second.*First/s, 'the others of that type bind as usual')
    t.match(
      one.body,
      '<link rel="canonical" href="http://localhost/site/news/first">',
      'one address belongs to the page itself',
    )
  }
  const addressed = (await site.open(`/site/news/${bare}`)).body
  t.match(tag(addressed, 'time'), 'datetime="2026-01-05"')
  t.equal(inner(addressed, 'author'), 'Ada Byron')
  t.equal(inner(addressed, 'email'), '', 'the e-mail address of a person is never shown')
  t.notMatch(addressed, 'ada@example.org', 'nor in the linked data')
  t.match(linkedData(addressed)[0], { '@id': first, '@type': 'BlogPosting', headline: 'First' })

  await site.archive(first)
  t.equal((await site.open(`/site/news/${bare}`)).statusCode, 404, 'archived')
  for (const none of ['/site/none', '/site/news/none', '/site/news/urn:article:x', '/site/news/a/b', '/site//news']) {
    const answer = await site.open(none)
    t.equal(answer.statusCode, 404, none)
    t.match(answer.headers['content-type'], 'text/html')
    t.match(answer.body, '<!doctype html>', 'a plain page')
  }
})

onEachStore('what the site shows and what it does not show', async (t, app) => {
  const site = await testSite(app)
  const { page, template } = await site.page(
    'a',
    document('<p data-svc-entity="Article"><b id="x" data-svc-slot="headline"></b></p>'),
  )
  const shown = async (): Promise<string | undefined> => inner((await site.open('/site/a')).body, 'x')
  for (const [status, visible] of [
    [null, true],
    ['published', true],
    ['unpublished', false],
  ] as const) {
    const id = await site.create('article', { headline: `Article ${status}`, status })
    t.equal((await shown()) === `Article ${status}`, visible, `status ${status}`)
    const own = (await site.open(`/site/a/${id}`)).statusCode
    t.equal(own, visible ? 200 : 404)
  }
  const account = (await app.request('POST', '/api/accounts', { name: 'Other' })).json<{ id: string }>().id
  const user = (await app.request('GET', '/api/auth/me', undefined, { 'x-dev-agent': 'eve@example.org' })).json<{
    id: string
  }>().id
  t.equal((await app.request('PUT', `/api/users/${user}`, { account_id: account })).statusCode, 200)
  const other = await app.request(
    'POST',
    '/api/article',
    { headline: 'Of another account' },
    { 'x-dev-agent': 'eve@example.org' },
  )
  t.equal(other.statusCode, 201)
  t.equal(await shown(), 'Article published')
  t.equal((await site.open(`/site/a/${other.json<{ id: string }>().id}`)).statusCode, 404)

  await site.archive(page)
  t.equal((await site.open('/site/a')).statusCode, 404, 'an archived page')
  const refused = await app.request('DELETE', `/api/web-page-template/${template}`)
  t.equal(refused.statusCode, 204, 'nothing refers to it any longer')
  await site.create('web-page', { name: 'Plain', slug: 'plain', text: 'Without a template' })
  t.match((await site.open('/site/plain')).body, /<h1[^>]*>Plain<\/h1>.*Without a template/s)
  await site.create('web-page', { name: 'Gone', slug: '404', headline: 'Lost' })
  const lost = await site.open('/site/a')
  t.equal(lost.statusCode, 404)
  t.match(lost.body, /<title>Gone<\/title>.*noindex/s, 'the site has its own page for that')
})

onEachStore('the head describes the page, unless the template does', async (t, app) => {
  const site = await testSite(app)
  const website = await site.create('web-site', { name: 'Lantern', inLanguage: 'de', description: 'Things' })
  const data = { name: 'About <us>', description: 'Who "we" are', image: '/site/assets/a.svg', isPartOf: website }
  await site.page('about', '<p data-svc-slot="name"></p>', data)
  const about = (await site.open('/site/about', { host: 'localhost:8080' })).body
  for (const expected of [
    '<html lang="de">',
    '<title>About &lt;us&gt; · Lantern</title>',
    '<meta name="description" content="Who &quot;we&quot; are">',
    '<link rel="canonical" href="http://localhost:8080/site/about">',
    '<meta property="og:title" content="About &lt;us&gt;">',
    '<meta property="og:type" content="website">',
    '<meta property="og:url" content="http://localhost:8080/site/about">',
    '<meta property="og:image" content="http://localhost:8080/site/assets/a.svg">',
    '<meta property="og:site_name" content="Lantern">',
    'type="application/atom+xml"',
  ]) {
    t.ok(about.includes(expected), expected)
  }
  t.match(linkedData(about)[0], { '@type': 'WebPage', name: 'About <us>' })
  t.notMatch(/<script[^>]*>(.*?)<\/script>/s.exec(about)?.[1], /[<>]/, 'data cannot end the script element')

  const own = '<title>Mine</title><meta name="description" content="mine"><meta property="og:title" content="og mine">'
  await site.page('own', `<!doctype html><html><head>${own}</head><body></body></html>`, data)
  const page = (await site.open('/site/own')).body
  t.strictSame(page.match(/<title>[^<]*<\/title>/g), ['<title>Mine</title>'])
  t.equal(page.match(/name="description"/g)?.length, 1)
  t.equal(page.match(/property="og:title"/g)?.length, 1)
  t.match(page, 'property="og:url"', 'missing parts are added')
})

onEachStore('themes: styles, fragments, layout, and an immediate change of theme', async (t, app) => {
  const site = await testSite(app)
  const layout =
    '<!doctype html><html><head></head><body><header data-svc-fragment="top"></header><main data-svc-fragment="content"></main></body></html>'
  const theme = (name: string): Promise<string> =>
    site.create('theme', {
      name,
      styles: `body { color: ${name} }`,
      fragments: { layout, top: `<b id="top">${name}</b>` },
    })
  const [red, blue] = [await theme('red'), await theme('blue')]
  const website = await site.create('web-site', { name: 'Site', theme: red })
  await site.page('p', '<p id="own" data-svc-slot="name"></p>')
  const sheetOf = (html: string): string => /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? ''

  const before = await site.open('/site/p')
  t.match(before.body, /<header.*id="top">red<.*<main.*id="own">p</s)
  const sheet = await site.open(sheetOf(before.body))
  t.match(sheet.headers, {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  t.equal(sheet.body, 'body { color: red }')

  await site.replace(website, { name: 'Site', theme: blue })
  const after = await site.open('/site/p')
  t.equal(inner(after.body, 'top'), 'blue')
  t.not(after.headers.etag, before.headers.etag)
  t.equal((await site.open(sheetOf(after.body))).body, 'body { color: blue }')
  await site.replace(blue, { name: 'blue', styles: 'body { color: navy }', fragments: { layout } })
  const changed = await site.open('/site/p')
  t.equal(inner(changed.body, 'top'), undefined)
  t.equal((await site.open(sheetOf(changed.body))).body, 'body { color: navy }')
  const stale = await site.open(sheetOf(after.body))
  t.match(
    [stale.body, stale.headers['cache-control']],
    ['body { color: navy }', 'public, no-cache'],
    'an old address is not served',
  )

  const elsewhere = await site.create('web-site', { name: 'Other', theme: red })
  await site.page('q', '<p></p>', { isPartOf: elsewhere })
  t.equal(inner((await site.open('/site/q')).body, 'top'), 'red', 'the theme of the site of the page')
})

for (const { name, run } of pluginSuite({
  key: 'site-renderer',
  paths: ['/api/site/addresses', '/api/site/problems'],
  app: { plugins: { ...loadConfig({}).plugins, 'site-renderer': true } },
}))
  t.test(name, run)
