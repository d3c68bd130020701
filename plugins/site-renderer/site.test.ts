import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { expand, triplesOf } from '../../lib/json-ld/testing.ts'
import { buildTestApp, callCli, pluginSuite } from '../../testing/index.ts'
import type { CliResult } from '../../testing/index.ts'
import { signedInOnAnyStore } from '../../testing/internal/signed-in.ts'
import { inner, linkedData, onSite, tag, testSite } from './testing.ts'

const document = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${body}</body></html>`

onSite('a page renders its template, bound to resources', async (t, app) => {
  const site = await testSite(app)
  await site.page('index', document('<h1 id="h" data-svc-slot="headline">sample</h1>'), { headline: 'Home' })
  const author = await site.create('person', { givenName: 'Ada', familyName: 'Byron', email: 'ada@example.org' })
  const first = await site.create('blog-post', {
    status: 'published',
    headline: 'First',
    slug: 'first',
    author,
    datePublished: '2026-01-05',
  })
  await site.create('blog-post', { status: 'published', headline: 'Second', description: '<b>bold</b> & "quoted"' })
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

onSite('what the site shows and what it does not show', async (t, app) => {
  const site = await testSite(app)
  const { page, template } = await site.page(
    'a',
    document('<h1 data-svc-slot="name"></h1><p data-svc-entity="Article"><b id="x" data-svc-slot="headline"></b></p>'),
  )
  const shown = async (): Promise<string | undefined> => inner((await site.open('/site/a')).body, 'x')
  for (const [status, visible] of [
    ['published', true],
    [null, false],
    [undefined, false],
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

onSite('the head describes the page, unless the template does', async (t, app) => {
  const site = await testSite(app)
  const website = await site.create('web-site', { name: 'Lantern', inLanguage: 'de', description: 'Things' })
  const data = { name: 'About <us>', description: 'Who "we" are', image: '/site/assets/a.png', isPartOf: website }
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
    '<meta property="og:image" content="http://localhost:8080/site/assets/a.png">',
    '<meta property="og:site_name" content="Lantern">',
    '<meta name="twitter:card" content="summary_large_image">',
    'type="application/atom+xml"',
  ]) {
    t.ok(about.includes(expected), expected)
  }
  t.match(linkedData(about)[0], { '@type': 'WebPage', name: 'About <us>' })
  await site.page('named', '<b data-svc-entity="WebSite" data-svc-slot="name"></b>', { isPartOf: website })
  t.match(
    linkedData((await site.open('/site/named')).body).find(one => one['@id'] === website),
    { '@type': 'WebSite', name: 'Lantern', url: 'http://localhost/site' },
  )
  t.notMatch(/<script[^>]*>(.*?)<\/script>/s.exec(about)?.[1], /[<>]/, 'data cannot end the script element')

  const own = '<title>Mine</title><meta name="description" content="mine"><meta property="og:title" content="og mine">'
  await site.page('own', `<!doctype html><html><head>${own}</head><body></body></html>`, data)
  const page = (await site.open('/site/own')).body
  t.strictSame(page.match(/<title>[^<]*<\/title>/g), ['<title>Mine</title>'])
  t.equal(page.match(/name="description"/g)?.length, 1)
  t.equal(page.match(/property="og:title"/g)?.length, 1)
  t.match(page, 'property="og:url"', 'missing parts are added')

  const ownPicture =
    '<!doctype html><html><head><meta property="og:image" data-svc-slot="image" content="a.svg"></head><body></body></html>'
  for (const [index, image] of [
    'javascript:alert(1)',
    '/site/assets/a.svg?v=2',
    'data:image/png;base64,AA',
  ].entries()) {
    await site.page(`p${index}`, '<p data-svc-slot="name"></p>', { image })
    await site.page(`o${index}`, ownPicture, { image })
    for (const slug of [`p${index}`, `o${index}`]) {
      const { body } = await site.open(`/site/${slug}`)
      t.notMatch(body, /og:image" content="[^"]|script:/, `${slug} ${JSON.stringify(image)}`)
      if (slug.startsWith('p')) t.match(body, 'name="twitter:card" content="summary"')
    }
  }
  await site.page('full', ownPicture, { image: '/site/assets/a.png' })
  t.match((await site.open('/site/full')).body, 'og:image" content="http://localhost/site/assets/a.png"')
})

onSite('themes: styles, fragments, layout, and an immediate change of theme', async (t, app) => {
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

  const elsewhere = await site.create('web-site', { name: 'Other', theme: red, inLanguage: 'de' })
  const unmoved = (await site.open('/site/p')).body
  t.match(
    [unmoved, sheetOf(unmoved)],
    [/<html lang="en">.*<title>p · Site<\/title>/s, sheetOf(changed.body)],
    'another site changes no page',
  )
  await site.page('q', '<p></p>', { isPartOf: elsewhere })
  t.equal(inner((await site.open('/site/q')).body, 'top'), 'red', 'the theme of the site of the page')
})

onSite('times, languages and the first heading', async (t, app) => {
  const site = await testSite(app)
  await app.request('POST', '/api/resource-types', {
    name: 'Book',
    slug: 'book',
    context: { '@vocab': 'https://schema.org/', '@type': 'Book' },
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        startDate: { type: 'string', format: 'date-time' },
        inLanguage: { type: 'string' },
      },
    },
  })
  const times = [
    '2026-12-24T19:00:00+01:00',
    '2026-07-01T23:30:00-03:30',
    '2026-07-01T12:00:00Z',
    '2026-07-01T12:00:00',
  ]
  const book = await site.create('book', { name: 'Buch', startDate: times[0], inLanguage: 'de' })
  const post = await site.create('blog-post', {
    status: 'published',
    headline: 'Deutsch',
    slug: 'deutsch',
    inLanguage: 'de',
    articleBody: '# One\n\n## Two\n\n###### Six',
  })
  await site.create('blog-post', { status: 'published', headline: 'Plain', slug: 'plain', articleBody: '## Two' })
  const body = `<p id="b" data-svc-entity="Book"><time id="t" data-svc-slot="startDate"></time></p>
    <div id="post" data-svc-entity="BlogPosting"><div id="text" data-svc-slot="articleBody"></div></div>
    <i data-svc-entity="times" data-svc-list><time class="own" data-svc-slot="@value"></time></i>`
  const website = await site.create('web-site', { name: 'Site' })
  await site.page('p', document(body), { times, headline: 'x' })
  const shown = (html: string): string[] =>
    [...html.matchAll(/<time[^>]*>([^<]*)</g)].map(([, text = '']) => text.replaceAll(/\s/g, ' '))
  const own = (await site.open('/site/p')).body
  t.match(tag(own, 't'), `datetime="${times[0]}"`)
  t.strictSame(shown(own), [
    'December 24, 2026 at 7:00 PM UTC+1',
    'December 24, 2026 at 7:00 PM UTC+1',
    'July 1, 2026 at 11:30 PM UTC-3:30',
    'July 1, 2026 at 12:00 PM UTC',
    'July 1, 2026 at 12:00 PM',
  ])
  await site.replace(website, { name: 'Site', timeZone: 'Europe/Berlin', inLanguage: 'en-GB' })
  const zoned = (await site.open('/site/p')).body
  t.match(tag(zoned, 't'), `datetime="${times[0]}"`)
  t.strictSame(shown(zoned), [
    '24 December 2026 at 19:00 CET',
    '24 December 2026 at 19:00 CET',
    '2 July 2026 at 05:00 CEST',
    '1 July 2026 at 14:00 CEST',
    '1 July 2026 at 12:00',
  ])

  const german = (await site.open(`/site/p/${post.split(':')[2]}`)).body
  t.match(
    [german, tag(german, 'b'), tag(german, 'post')],
    [/<html lang="en-GB">/, /^(?!.*lang)/, /lang="de"/],
    'a text is in its own language',
  )
  t.match(
    (await site.open(`/site/p/${book.split(':')[2]}`)).body,
    /<html lang="en-GB">/,
    'a work never changes that of the page',
  )
  t.match(inner(german, 'text'), /<h2>One<\/h2>\s*<h3>Two<\/h3>\s*<h6>Six<\/h6>/, 'the page has its own first heading')
  t.match(inner((await site.open('/site/p/plain')).body, 'text'), '<h2>Two</h2>')

  const layout =
    '<!doctype html><html><head></head><body><main id="m" data-svc-fragment="content"></main></body></html>'
  const theme = await site.create('theme', { name: 'T', fragments: { layout } })
  await site.replace(website, { name: 'Site', theme })
  await site.page('main', '<main><h1 data-svc-slot="name"></h1></main>')
  await site.page('wrapped', '<main class="c" data-svc-entity="BlogPosting"><h1 data-svc-slot="headline"></h1></main>')
  t.match((await site.open('/site/main')).body, /<main id="m"><h1>main<\/h1><\/main>/)
  t.match((await site.open('/site/wrapped')).body, /<main id="m"><div class="c"><h1>Plain<\/h1><\/div><\/main>/)
})

onSite('private properties stay off the site, and linked data contains what is shown', async (t, app) => {
  const site = await testSite(app)
  const text = { type: 'string' }
  const secret = { type: 'string', 'x-private': true }
  const define = (slug: string, type: string, properties: object) =>
    app.request('POST', '/api/resource-types', {
      name: type,
      slug,
      context: { '@vocab': 'https://schema.org/', '@type': type },
      schema: { type: 'object', properties: { name: text, slug: { type: 'string', 'x-unique': true }, ...properties } },
    })
  await define('venue', 'Place', {
    address: { type: 'object', properties: { addressLocality: text, key: secret } },
    internalNote: text,
  })
  const offers = {
    type: 'array',
    items: {
      type: 'object',
      properties: { price: { type: 'number' }, priceCurrency: text, margin: text, supplier: secret },
    },
  }
  await define('concert', 'MusicEvent', {
    note: secret,
    internal: text,
    startDate: { type: 'string', format: 'date-time', 'x-index': true },
    image: text,
    location: { type: 'string', 'x-resource-type': 'venue' },
    patron: { type: 'string', 'x-resource-type': 'person', 'x-private': true },
    offers,
  })
  const patron = await site.create('person', { givenName: 'Ada', familyName: 'Byron', email: 'ada@example.org' })
  const location = await site.create('venue', {
    name: 'Hall',
    address: { addressLocality: 'Bern', key: 'SECRET-1' },
    internalNote: 'UNSHOWN-1',
  })
  const startDate = '2026-12-24T19:00:00+01:00'
  const id = await site.create('concert', {
    name: 'Songs',
    slug: 'songs',
    note: 'SECRET-2',
    internal: 'UNSHOWN-2',
    startDate,
    image: 'javascript:alert(1)',
    location,
    patron,
    offers: [{ price: 12, priceCurrency: 'CHF', margin: 'UNSHOWN-3', supplier: 'SECRET-3' }],
  })
  const { template } = await site.page(
    'concert',
    document(`<article data-svc-entity="Event"><h1 id="h" data-svc-slot="name"></h1><p id="n" data-svc-slot="note"></p><p id="k" data-svc-slot="location.address.key"></p>
      <p id="s" data-svc-entity="offers" data-svc-slot="supplier"></p><i id="p" data-svc-slot="patron.name"></i></article>`),
  )
  const { body } = await site.open('/site/concert/songs')
  t.strictSame(
    [inner(body, 'h'), inner(body, 'n'), inner(body, 'k'), inner(body, 's'), inner(body, 'p')],
    ['Songs', '', '', '', ''],
  )
  t.notMatch(body, /SECRET|UNSHOWN|ada@|Byron|script:/)
  const [event = {}] = linkedData(body)
  t.strictSame(event, {
    '@context': {
      '@vocab': 'https://schema.org/',
      startDate: { '@id': 'startDate', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
      location: { '@id': 'location', '@type': '@id' },
      price: { '@id': 'price', '@type': 'http://www.w3.org/2001/XMLSchema#double' },
    },
    '@id': id,
    '@type': 'MusicEvent',
    name: 'Songs',
    startDate,
    location: {
      '@id': location,
      '@type': 'Place',
      name: 'Hall',
      address: { '@type': 'PostalAddress', addressLocality: 'Bern' },
    },
    offers: [{ '@type': 'Offer', price: 12, priceCurrency: 'CHF' }],
    url: 'http://localhost/site/concert/songs',
  })
  const triples = await triplesOf(event)
  t.ok(triples.includes(`<${id}> <https://schema.org/startDate> "${startDate}"^^<xsd:dateTime>`))
  t.ok(triples.some(line => line.endsWith('<https://schema.org/price> "1.2E1"^^<xsd:double>')))
  t.match((await app.request('GET', `/api/concert/${id}`)).body, /SECRET-2.*urn:person/, 'the API shows them')
  t.notMatch(
    (
      await app.request('POST', '/api/site/preview', {
        type_slug: 'concert',
        id,
        data: { name: 'x', note: 'SECRET-4' },
      })
    ).body,
    /SECRET/,
  )
  const problems = (await app.request('GET', '/api/site/problems')).json<{ data: { id: string; message: string }[] }>()
    .data
  t.match(
    problems.find(one => one.id === template),
    { message: /note of concert is private/ },
  )

  for (const [index, query] of [
    'data-svc-filter="_filter[note][eq]=SECRET-2"',
    'data-svc-sort="note"',
    'data-svc-filter="q=SECRET"',
    'data-svc-filter="_filter[location.address.key][eq]=SECRET-1"',
    'data-svc-filter="_filter[patron.givenName][eq]=Ada"',
  ].entries()) {
    await site.page(
      `q${index}`,
      document(`<b data-svc-entity="MusicEvent" data-svc-list="3" ${query} data-svc-slot="name"></b>`),
    )
    t.notMatch((await site.open(`/site/q${index}`)).body, 'Songs', query)
  }
  await site.page(
    'patrons',
    document(
      '<p data-svc-entity="Person" data-svc-list="3"><b data-svc-entity="MusicEvent" data-svc-list="3" data-svc-slot="name"></b></p>',
    ),
  )
  t.notMatch((await site.open('/site/patrons')).body, 'Songs', 'a private reference is not followed back')

  await app.request('PUT', '/api/resource-types/blog-post', {
    context: { '@vocab': 'https://schema.org/', '@type': 'BlogPosting', slug: 'https://schema.org/identifier' },
  })
  const author = await site.create('person', { givenName: 'Eva', familyName: 'Noll' })
  const post = await site.create('blog-post', {
    status: 'published',
    headline: 'Post',
    slug: 'post',
    author,
    description: 'About',
    articleBody: 'Some *words*',
    keywords: ['unseen'],
  })
  const faq = await site.create('faq', { name: 'Why?', acceptedAnswer: { text: 'So **that**' } })
  const crumbs = await site.create('breadcrumb-list', {
    name: 'Crumbs',
    itemListElement: [{ position: 1, name: 'Home', item: '/site' }],
  })
  const crumbsHtml =
    '<nav data-svc-entity="breadcrumb"><a data-svc-entity="itemListElement" data-svc-list data-svc-slot="href:item; text:name"></a></nav>'
  await site.page(
    'post',
    document(`${crumbsHtml}<article data-svc-entity="BlogPosting"><h1 data-svc-slot="headline"></h1></article>`),
    { breadcrumb: crumbs },
  )
  await site.page(
    'faq',
    document(
      '<h1 data-svc-slot="name"></h1><div data-svc-entity="Question" data-svc-list><b data-svc-slot="name"></b><p data-svc-slot="acceptedAnswer.text"></p></div>',
    ),
  )
  await site.page(
    'list',
    document(
      '<div data-svc-entity="BlogPosting" data-svc-list="9"><a data-svc-slot="href:@url; text:headline"></a></div>',
    ),
  )
  const posted = linkedData((await site.open('/site/post/post')).body)
  t.match(posted[0], {
    '@id': post,
    '@type': 'BlogPosting',
    headline: 'Post',
    description: 'About',
    author: { '@id': author, '@type': 'Person', name: 'Eva Noll' },
    dateModified: /^\d{4}-/,
  })
  t.notOk('articleBody' in (posted[0] ?? {}) || 'keywords' in (posted[0] ?? {}) || 'slug' in (posted[0] ?? {}))
  t.match(
    posted.find(one => one['@id'] === crumbs),
    {
      '@type': 'BreadcrumbList',
      itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Home', item: 'http://localhost/site' }],
    },
  )
  await site.page('about', document(`${crumbsHtml}<h1 data-svc-slot="name"></h1>`), { breadcrumb: crumbs })
  t.strictSame(
    linkedData((await site.open('/site/about')).body).map(one => [one['@type'], one['breadcrumb']]),
    [
      ['WebPage', { '@id': crumbs }],
      ['BreadcrumbList', undefined],
    ],
    'complete once',
  )
  await define('step', 'HowToStep', { text })
  await define('how-to', 'HowTo', { step: { type: 'array', items: { ...text, 'x-resource-type': 'step' } } })
  const step = await site.create('step', { name: 'Soak', text: 'Over night.' })
  await site.create('how-to', { name: 'Oats', slug: 'oats', step: [step] })
  await site.page('howto', document('<main data-svc-entity="HowTo"><h1 data-svc-slot="name"></h1></main>'))
  t.match(linkedData((await site.open('/site/howto/oats')).body)[0], {
    step: [{ '@id': step, '@type': 'HowToStep', name: 'Soak', text: 'Over night.' }],
  })
  const [questions] = linkedData((await site.open('/site/faq')).body)
  t.match(questions, {
    '@type': 'FAQPage',
    name: 'faq',
    mainEntity: [
      { '@id': faq, '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So that' } },
    ],
  })
  const listed = linkedData((await site.open('/site/list')).body).find(one => one['@id'] === post)
  t.strictSame(
    Object.keys(listed ?? {}),
    ['@context', '@id', '@type', 'headline', 'url'],
    'what has a page of its own is short',
  )
  for (const path of ['/site/concert/songs', '/site/post/post', '/site/faq', '/site/list']) {
    for (const one of linkedData((await site.open(path)).body))
      t.ok((await expand(JSON.stringify(one), false)).length > 0)
  }
})

onSite('linked data of a page is read by a processor whatever is stored', async (t, app) => {
  const site = await testSite(app)
  const text = { type: 'string' }
  const map = { type: 'object', additionalProperties: true }
  const context = {
    '@vocab': 'https://schema.org/',
    '@type': 'Event',
    alternateName: { '@container': '@language' },
    about: { '@type': '@id' },
    keywords: { '@id': 'https://schema.org/keywords', '@container': '@index', '@index': 'https://schema.org/name' },
    organizer: { '@id': 'https://schema.org/organizer', '@container': '@language' },
    superEvent: { '@reverse': 'https://schema.org/subEvent' },
    url: '@id',
    Festival: 'https://x.example/Festival',
  }
  const host = { ...text, 'x-resource-type': 'host' }
  const properties = {
    name: text,
    slug: { ...text, 'x-unique': true },
    alternateName: { type: 'object', properties: { en: {}, de: {} } },
    about: text,
    keywords: map,
    organizer: host,
    performer: host,
    superEvent: text,
  }
  const define = async (slug: string, type: object): Promise<boolean> =>
    t.equal((await app.request('POST', '/api/resource-types', { name: slug, slug, ...type })).statusCode, 201, slug)
  await define('host', {
    context: {
      '@vocab': 'https://schema.org/',
      '@language': 'de',
      '@type': 'Organization',
      member: { '@reverse': 'https://schema.org/memberOf' },
    },
    schema: { type: 'object', properties: { name: text, description: text, member: text } },
  })
  await define('gig', { context, schema: { type: 'object', properties } })
  const verein = await site.create('host', { name: 'Verein', description: 'alt', member: 'urn:person:x' })
  const id = await site.create('gig', {
    name: 'Gig',
    slug: 'gig',
    alternateName: { en: 5, de: 'Auftritt' },
    about: 'no address',
    keywords: { a: 'x' },
    organizer: verein,
    performer: verein,
    superEvent: 'a text',
  })
  const slots = ['name', 'alternateName.en', 'alternateName.de', 'about', 'keywords.a', 'superEvent']
  const hosts = ['organizer.name', 'performer.name', 'performer.description', 'performer.member']
  const shown = [...slots, ...hosts].map(slot => `<p data-svc-slot="${slot}"></p>`).join('')
  await site.page('gig', document(`<article data-svc-entity="Event">${shown}</article>`))
  const [event = {}] = linkedData((await site.open('/site/gig/gig')).body)
  const [node = {}] = await expand(JSON.stringify(event))
  const literal = (value: unknown): object => ({ '@type': '@json', '@value': value })
  t.match(node, {
    '@id': id,
    'https://schema.org/name': [{ '@value': 'Gig' }],
    'https://schema.org/about': [literal('no address')],
    'https://schema.org/alternateName': [literal({ en: 5, de: 'Auftritt' })],
    'https://schema.org/keywords': [literal({ a: 'x' })],
    'https://schema.org/organizer': [literal({ '@id': verein })],
    'https://schema.org/performer': [
      {
        '@id': verein,
        '@type': ['https://schema.org/Organization'],
        'https://schema.org/name': [{ '@value': 'Verein', '@language': 'de' }],
        'https://schema.org/description': [{ '@value': 'alt', '@language': 'de' }],
      },
    ],
  })
  t.equal(node['@reverse'], undefined, 'a text is no node that refers to this one')
})

for (const { name, run } of pluginSuite({
  key: 'site-renderer',
  paths: ['/api/site/addresses', '/api/site/problems'],
  app: { plugins: { ...loadConfig({}).plugins, 'site-renderer': true } },
}))
  t.test(name, run)

const article =
  '<!doctype html><html><head></head><body><article data-svc-entity="BlogPosting"><h1 data-svc-slot="headline"></h1></article></body></html>'

/** Check that a text is well-formed XML: every element is closed, everything is escaped. CDATA and comments, which feeds do not use, are unsupported. */
function checkXml(t: Test, xml: string): void {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  t.not(body, xml, 'it starts with the declaration')
  const open: string[] = []
  const faults: string[] = []
  for (const [, closing, name = '', attributes = '', empty, text = ''] of body.matchAll(
    /<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)(\/?)>([^<]*)/g,
  )) {
    if (closing !== '' && open.pop() !== name) faults.push(`</${name}>`)
    if (closing === '' && empty === '') open.push(name)
    for (const part of [attributes, text]) if (/&(?!amp;|lt;|gt;|quot;|apos;)/.test(part)) faults.push(part)
  }
  t.strictSame([faults, open, body.replaceAll(/<[^<>]*>[^<>]*/g, '')], [[], [], ''], 'it is well-formed')
}

onSite('sitemap and robots.txt', async (t, app) => {
  for (const path of ['/robots.txt', '/sitemap.xml'])
    t.equal((await app.request('GET', path)).statusCode, 404, `${path} without a site`)
  const site = await testSite(app)
  t.equal((await site.open('/sitemap.xml')).statusCode, 404, 'it is under the address of the site')
  t.match((await site.open('/site/sitemap.xml')).body, '<urlset', 'also for a site without pages')
  const { page } = await site.page('index', '<p></p>')
  await site.page('post', article)
  await site.page('404', '<p></p>')
  const shown = await site.create('blog-post', { status: 'published', headline: 'A & B', slug: 'a-b' })
  const hidden = await site.create('blog-post', { headline: 'Hidden', slug: 'hidden', status: 'unpublished' })
  const read = async (): Promise<string[]> => {
    const { body, headers } = await site.open('/site/sitemap.xml')
    t.match(headers, { 'content-type': 'application/xml; charset=utf-8', etag: /^"/ })
    checkXml(t, body)
    t.equal(body.match(/<loc>/g)?.length, body.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)?.length)
    return [...body.matchAll(/<loc>http:\/\/localhost([^<]*)<\/loc>/g)].map(([, path = '']) => path).sort()
  }
  t.strictSame(await read(), ['/site', '/site/post/a-b'])
  await site.replace(hidden, { headline: 'Hidden', slug: 'hidden', status: 'published' })
  await site.archive(shown)
  await site.archive(page)
  t.strictSame(await read(), ['/site/post/hidden'])
  for (const path of ['/robots.txt', '/site/robots.txt']) {
    const robots = await site.open(path)
    t.match(robots.headers['content-type'], 'text/plain')
    t.equal(robots.body, 'User-agent: *\nAllow: /site\nDisallow: /\n\nSitemap: http://localhost/site/sitemap.xml\n')
  }
})

onSite('the feed of posts', async (t, app) => {
  const site = await testSite(app)
  await site.create('web-site', { name: 'Lantern & Co', description: 'News', inLanguage: 'de' })
  await site.page('post', article)
  const author = await site.create('person', { givenName: 'Ada', familyName: '<Byron>' })
  const post = { author, description: 'x < y\u0007', datePublished: '2026-03-01' }
  const id = await site.create('blog-post', { status: 'published', headline: 'Old', slug: 'old', ...post })
  await site.create('blog-post', { status: 'published', headline: 'Older', datePublished: '2026-01-01' })
  await site.create('blog-post', { status: 'published', headline: 'New', datePublished: '2026-05-01' })
  await site.create('blog-post', { headline: 'Hidden', status: 'unpublished', datePublished: '2026-06-01' })
  const { body, headers } = await site.open('/site/feed.xml')
  t.match(headers['content-type'], 'application/atom+xml; charset=utf-8')
  checkXml(t, body)
  t.strictSame(
    [...body.matchAll(/<title>([^<]*)<\/title>/g)].map(match => match[1]),
    ['Lantern &amp; Co', 'New', 'Old', 'Older'],
  )
  for (const expected of [
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">',
    '<link rel="self" href="http://localhost/site/feed.xml"/>',
    `<id>${id}</id>`,
    '<link rel="alternate" href="http://localhost/site/post/old"/>',
    '<published>2026-03-01T00:00:00.000Z</published>',
    '<name>Ada &lt;Byron&gt;</name>',
    '<summary>x &lt; y</summary>',
  ]) {
    t.ok(body.includes(expected), expected)
  }
  t.match(
    (await site.open('/site/post/old')).body,
    '<link rel="alternate" type="application/atom+xml" title="Lantern &amp; Co" href="/site/feed.xml">',
  )
  await site.archive(id)
  t.notMatch((await site.open('/site/feed.xml')).body, '<title>Old</title>')
  const text = { type: 'string' }
  const note = {
    context: { '@vocab': 'https://schema.org/' },
    schema: { properties: { headline: text, datePublished: text } },
  }
  await app.request('POST', '/api/resource-types', { name: 'BlogPosting', slug: 'note', ...note })
  for (const datePublished of ['Issue 7', '05.04.2026', '2026-05-01T10:00:00', '2026-05-01T10:00:00+02:00'])
    await site.create('note', { headline: 'Note', datePublished })
  t.strictSame(
    [...(await site.open('/site/feed.xml')).body.matchAll(/<published>([^<]*)<\/published>/g)].map(match => match[1]),
    ['2026-05-01T08:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    'what is no date of RFC 3339 is not guessed',
  )
})

onSite('the preview shows unsaved data, and stores nothing', async (t, app) => {
  const site = await testSite(app)
  const theme = await site.create('theme', { name: 'T', styles: 'p { color: red }' })
  await site.create('web-site', { name: 'Site', theme })
  const article = '<article id="all" data-svc-entity="BlogPosting"><h1 id="h" data-svc-slot="headline"></h1></article>'
  const { page, template } = await site.page('post', document(`<p id="n" data-svc-slot="name"></p>${article}`))
  const id = await site.create('blog-post', { status: 'published', headline: 'Stored', slug: 'stored' })
  const preview = (type_slug: string, data: object, more: object = {}) =>
    app.request('POST', '/api/site/preview', { type_slug, data, ...more })

  const types = (await app.request('GET', '/api/site/types')).json<{ data: { type_slug: string; path?: string }[] }>()
    .data
  const shown = new Set(types.map(({ type_slug }) => type_slug))
  for (const slug of ['blog-post', 'theme', 'web-page', 'web-page-template']) t.ok(shown.has(slug), slug)
  t.notOk(shown.has('faq'), 'no page shows resources of this type')
  const pathOf = (slug: string) => types.find(({ type_slug }) => type_slug === slug)?.path
  t.strictSame(['blog-post', 'web-page', 'theme'].map(pathOf), ['/post', '/', undefined])
  const addressesOf = async (urn: string) =>
    (await app.request('GET', `/api/site/addresses?id=${urn}`)).json<{ data: { path: string }[] }>().data
  const paths = [await addressesOf(id), await addressesOf(template), await addressesOf('urn:blog-post:none')]
  t.match(paths, [[{ path: '/post/stored' }], [], []], 'the address of a single resource')
  t.match(await addressesOf(page), [{ path: '/post' }])

  const own = await preview('blog-post', { headline: 'Draft <1>', status: 'unpublished' }, { id })
  t.equal(own.statusCode, 200)
  t.match(own.headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': /frame-ancestors 'self'.*sandbox allow-same-origin/,
  })
  t.equal(inner(own.body, 'h'), 'Draft &lt;1&gt;')
  t.match(own.body, `data-svc-resource="${id}"`, 'elements are marked with their binding')
  t.match(own.body, /<h1[^>]*data-svc-slot="headline"/)
  t.equal(inner((await preview('blog-post', { headline: 'New' })).body, 'h'), 'New', 'one that does not exist yet')
  const named = await preview(
    'web-page',
    { name: 'Renamed', slug: 'post', template },
    { id: page, path: '/post/stored' },
  )
  t.match([inner(named.body, 'n'), inner(named.body, 'h')], ['Renamed', 'Stored'])
  const other = document('<b id="n" data-svc-slot="name"></b>')
  t.equal(
    inner((await preview('web-page-template', { name: 'x', templateBody: other }, { id: template })).body, 'n'),
    'post',
  )
  const alone = await preview('web-page-template', { name: 'Alone', templateBody: other })
  t.equal(inner(alone.body, 'n'), 'Alone', 'a template that no page uses')
  const styled = await preview(
    'theme',
    { name: 'T', styles: 'p { color: blue }</style><script>' },
    { id: theme, path: '/post' },
  )
  t.match(styled.body, '<style>p { color: blue }\\3c /style>')
  t.match(styled.headers['content-security-policy'], /style-src 'self'.* 'sha256-/)
  t.equal(inner((await site.open('/site/post')).body, 'h'), 'Stored', 'the site is unchanged')

  const draft = JSON.stringify({ type_slug: 'blog-post', data: { headline: 'By a form' } })
  const form = await app.app.inject({
    method: 'POST',
    url: '/api/site/preview',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ draft }).toString(),
  })
  t.equal(inner(form.body, 'h'), 'By a form')
  for (const [body, status] of [
    [{ type_slug: 'none', data: {} }, 404],
    [{ type_slug: 'blog-post' }, 400],
    [{ type_slug: 'blog-post', data: [] }, 400],
    [{ type_slug: 'blog-post', data: {}, more: 1 }, 400],
    [{ type_slug: 'web-page', data: { template: 'urn:web-page-template:none' } }, 404],
  ] as const) {
    t.equal((await app.request('POST', '/api/site/preview', body)).statusCode, status, JSON.stringify(body))
  }
})

onSite('the preview reports what does not work in a draft, at its line', async (t, app) => {
  const site = await testSite(app)
  const fragments = {
    layout: '<!doctype html><html><body><main data-svc-fragment="content"></main></body></html>',
    unused: '<p data-svc-fragment="other"></p>',
    other: '<p>\n<b data-svc-fragment="unused"></b></p>',
  }
  const theme = await site.create('theme', { name: 'T', styles: 'a { color: red }\nb { color red }\np {', fragments })
  await site.create('web-site', { name: 'Site', theme })
  const ask = async (type_slug: string, data: object, id?: string) => {
    const answer = await app.request(
      'POST',
      '/api/site/preview',
      { type_slug, data, ...(id !== undefined && { id }) },
      { accept: 'application/json' },
    )
    t.equal(answer.statusCode, 200, answer.body)
    t.match(answer.headers['content-type'], /^application\/json/)
    return answer.json<{ html: string; problems: Record<string, unknown>[] }>()
  }
  const place = ({ kind, field, fragment, line, column, count }: Record<string, unknown>): string =>
    `${String(kind)} ${String(fragment ?? field)} ${String(line)}:${String(column)} ×${String(count)}`
  const templateBody = `<div>\n  <b data-svc-slot="nme"></b>\n<section><p data-svc-entity="Nothing"></p>${'\n<i data-svc-slot="nme"></i>'.repeat(40)}`
  const drafted = await ask('web-page-template', { name: 'Draft', templateBody })
  t.match(drafted.html, /<!DOCTYPE html>/i)
  const own = drafted.problems.filter(({ id }) => id === 'urn:web-page-template:draft')
  t.strictSame(own.map(place), [
    'unclosed-element templateBody 1:1 ×1',
    'unclosed-element templateBody 3:1 ×1',
    'unknown-type templateBody 3:10 ×1',
    'unknown-slot templateBody 2:3 ×41',
  ])
  t.match(own[1], { message: '<section> is not closed', name: 'Draft' })
  const inTheme = [
    'invalid-css styles 2:5 ×1',
    'invalid-css styles 3:3 ×1',
    'unknown-fragment other 2:1 ×1',
    'unknown-fragment unused 1:1 ×1',
  ]
  await site.page('index', '<p></p>')
  const kept = await ask('theme', { name: 'T', styles: 'a { color: red }\nb { color red }\np {', fragments }, theme)
  t.strictSame(kept.problems.map(place).sort(), [...inTheme].sort())
  const layout = '<!doctype html><html><body></body></html>'
  const lost = await ask('theme', { name: 'T', fragments: { layout } }, theme)
  t.match(lost.problems, [{ id: theme, fragment: 'layout', message: /no page shows its own content/ }])
  await site.create('web-page-template', { name: 'Stored', templateBody })
  const stored = (await app.request('GET', '/api/site/problems')).json<{ data: Record<string, unknown>[] }>().data
  t.strictSame(stored.map(place).sort(), [...own.map(place), ...inTheme].sort())
  const clean = '<ul><li>a<li>b</ul><p>c<br><img src="/site/assets/logo.svg" alt=""><table><tr><td>d</table>'
  const sound = await ask('web-page-template', { name: 'Sound', templateBody: clean })
  t.strictSame(
    sound.problems.filter(({ id }) => id !== theme),
    [],
    'end tags that HTML does not require',
  )
})

signedInOnAnyStore('a preview is for users who can modify the resource', async (t, app) => {
  const root = await app.signIn('root')
  const site = await testSite(root, app)
  await site.page('index', '<p></p>')
  const roles = await root.request('PUT', '/api/settings/role-access', {
    roles: { member: { article: ['odrl:read', 'odrl:modify'], faq: ['odrl:read'] } },
  })
  t.equal(roles.statusCode, 200)
  const member = await app.signIn('eve')
  const ask = async (type_slug: string): Promise<number> =>
    (await member.request('POST', '/api/site/preview', { type_slug, data: { name: 'x' } })).statusCode
  t.equal(await ask('article'), 200)
  t.equal(await ask('faq'), 403)
  const odd = { name: 'Odd', templateBody: '<p data-svc-entity="Nothing"></p>' }
  const template = await site.create('web-page-template', odd)
  t.match((await root.request('GET', '/api/site/problems')).json(), { data: [{ id: template, kind: 'unknown-type' }] })
  const unread = (await member.request('GET', '/api/site/problems')).json<object>()
  t.strictSame(unread, { data: [], cursor: '', has_more: false }, 'problems of resources that the user can read')
  const account = (await root.request('POST', '/api/accounts', { name: 'Other' })).json<{ id: string }>().id
  await root.request('PUT', `/api/users/${member.me.id}`, { account_id: account })
  t.equal(await ask('article'), 403, 'the site of the default account')
})

type Plinth = (...args: string[]) => Promise<CliResult>

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

const layout =
  '<!doctype html><html lang="en"><head></head><body><nav><a href="/site">Home</a> <a href="/site/blog">Blog</a></nav><main data-svc-fragment="content"></main><pre>\n\n  a line</pre></body></html>'
const list =
  '<h1 data-svc-slot="name"></h1><article data-svc-entity="BlogPosting" data-svc-list="2" data-svc-pages><a data-svc-slot="href:@url(post); text:headline"></a></article>'
const post =
  '<nav data-svc-entity="breadcrumb"></nav><article data-svc-entity="BlogPosting"><h1 data-svc-slot="headline"></h1><div data-svc-slot="articleBody"></div></article>'

t.test('lint, build and check a site', async t => {
  const pictures = ['logo', 'map', 'tag', 'tent'].map(name => [`${name}.svg`, '<svg/>'])
  const folder = t.testdir({ assets: { ...Object.fromEntries(pictures), fonts: { 'more.css': '' } } })
  const path = join(folder, 'plinth.db')
  const plugins = { ...loadConfig({}).plugins, 'site-renderer': { assets: join(folder, 'assets') } }
  const app = await buildTestApp({ plugins, config: { store: { kind: 'sqlite', path } } })
  t.teardown(() => app.close())
  const url = await app.listen()
  const plinth: Plinth = (...args) => callCli(['--url', url, ...args], { cwd: folder })
  const { create, replace, archive } = await testSite(app)
  const styles = String.raw`@import "/site/assets/fonts/more.css" layer(base);
/* was: url(/site/assets/none.svg) */
body { background: url("/site/assets/logo.svg") }
@layer base { main { & a { background: url( /site/assets/map\.svg#a ); } } }
a::before { content: "url(/site/assets/none.svg)"; background: image-set(url('/site/assets/tag.svg') 1x, "/site/assets/tent\2e svg" type("image/svg+xml") 2x) }
b { background: url("data:image/svg+xml,<svg fill='url(#a)'/>") }
i { background: url(https://example.org/*.png); content: "a${'\\\r\n'}b" }`
  const theme = await create('theme', { name: 'T', styles, fragments: { layout } })
  const site = await create('web-site', { name: 'Site', theme })
  const lists = await create('web-page-template', { name: 'List', templateBody: list })
  const posts = await create('web-page-template', { name: 'Post', templateBody: post, slots: ['breadcrumb'] })
  await create('web-page', { name: 'Home', slug: 'index', template: lists })
  const blog = await create('web-page', { name: 'Blog', slug: 'blog', template: lists })
  await create('web-page', { name: 'Post', slug: 'post', template: posts })
  const articleBody = '[All](/site/blog)'
  const oldest = await create('blog-post', { status: 'published', headline: 'one', slug: 'one', articleBody })
  for (const slug of ['two', 'three'])
    await create('blog-post', { status: 'published', headline: slug, slug, articleBody })

  const sound = await plinth('site', 'lint')
  t.strictSame([sound.code, sound.stdout], [0, 'The templates are as they should be.\n'])
  const whole = await plinth('site', 'check')
  t.match([whole.code, whole.stdout], [0, /links on \d+ pages, none of them broken/])

  const out = join(folder, 'out')
  t.match((await plinth('site', 'build', '--out', join(folder, 'unnamed'))).stderr, /warning: .*--base-url/)
  await replace(site, { name: 'Site', theme, url: 'https://lantern.example/' })
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  const built = await plinth('--json', 'site', 'build', '--out', out)
  t.match([built.code, built.stderr], [0, ''])
  for (const name of [
    'index.html',
    'blog/index.html',
    'blog/page-2/index.html',
    'post/one/index.html',
    '404.html',
    'sitemap.xml',
    'robots.txt',
    'feed.xml',
    'assets/logo.svg',
  ]) {
    t.ok(existsSync(join(out, name)), name)
  }
  const page = read('blog/page-2/index.html')
  t.match(page, '<a href="../../index.html">Home</a> <a href="../index.html"')
  t.match(page, 'href="../../post/one/index.html">one<')
  t.match(page, '<link rel="canonical" href="https://lantern.example/blog/page-2/">', 'the address of the site')
  t.match(page, '<meta property="og:url" content="https://lantern.example/blog/page-2/">')
  t.match(read('index.html'), '<link rel="canonical" href="https://lantern.example/">')
  t.match(read('post/one/index.html'), '<a href="../../blog/index.html">All</a>')
  t.match(page, '<pre>\n\n  a line</pre>', 'the first line feed is not part of the text')
  t.match(read('404.html'), 'href="/index.html"', 'shown at any depth')
  t.match(read('sitemap.xml'), '<loc>https://lantern.example/post/one/</loc>')
  const sheet = /href="([^"]*assets\/theme-[^"]*\.css)"/.exec(read('index.html'))?.[1] ?? ''
  t.equal(
    read(sheet),
    String.raw`@import "fonts/more.css" layer(base);
/* was: url(/site/assets/none.svg) */
body { background: url("logo.svg") }
@layer base { main { & a { background: url("map.svg#a"); } } }
a::before { content: "url(/site/assets/none.svg)"; background: image-set(url("tag.svg") 1x, "tent.svg" type("image/svg+xml") 2x) }
b { background: url("data:image/svg+xml,<svg fill='url(#a)'/>") }
i { background: url(https://example.org/*.png); content: "a${'\\\r\n'}b" }`,
  )
  t.ok(existsSync(join(out, 'assets/fonts/more.css')), 'what a style sheet imports, although it is empty')
  t.notMatch([read('index.html'), page].join(''), /(?:href|src)="\/site/)

  const { mtimeMs } = statSync(join(out, 'post/one/index.html'))
  t.match(json((await plinth('--json', 'site', 'build', '--out', out)).stdout), { written: 0, removed: 0 })
  t.equal(statSync(join(out, 'post/one/index.html')).mtimeMs, mtimeMs, 'unchanged files are not written')
  writeFileSync(join(out, 'mine.txt'), 'mine')
  await archive(oldest)
  const again = json(
    (await plinth('--json', 'site', 'build', '--out', out, '--base-url', 'https://other.example/sub')).stdout,
  )
  t.match(again, { removed: 3 }, 'a post, and the second pages of two lists')
  t.ok(existsSync(join(out, 'mine.txt')), 'nothing else is removed')
  t.match(read('404.html'), 'href="/sub/index.html"')
  t.match(read('index.html'), '<link rel="canonical" href="https://other.example/sub/">')
  const elsewhere = await plinth('site', 'build', '--out', folder)
  t.match([elsewhere.code, elsewhere.stderr], [2, /is not empty/])
  const below = await plinth('site', 'build', '--out', join(out, 'index.html', 'site'))
  t.match([below.code, below.stderr], [1, /^plinth: ENOTDIR: not a directory, mkdir '.*index\.html\/site'\n$/m])

  const victim = join(folder, 'victim')
  mkdirSync(victim)
  writeFileSync(join(victim, 'index.html'), 'mine')
  rmSync(join(out, 'post'), { recursive: true })
  symlinkSync(victim, join(out, 'post'))
  const linked = await plinth('site', 'build', '--out', out)
  t.match([linked.code, linked.stderr], [1, /cannot write .*post: it is a link; links are not followed/])
  rmSync(join(out, 'post'))
  rmSync(join(out, 'index.html'))
  symlinkSync(join(victim, 'index.html'), join(out, 'index.html'))
  const linkedFile = await plinth('site', 'build', '--out', out)
  t.match([linkedFile.code, linkedFile.stderr], [1, /cannot write .*index\.html: it is a link/])
  t.strictSame([readdirSync(victim), readFileSync(join(victim, 'index.html'), 'utf8')], [['index.html'], 'mine'])
  rmSync(join(out, 'index.html'))
  t.equal((await plinth('site', 'build', '--out', out)).code, 0)

  await archive(blog)
  const broken = await plinth('site', 'check')
  t.match([broken.code, broken.stdout], [1, /^\/: \/site\/blog \(status 404\)$/m])
  const odd = {
    name: 'Odd',
    templateBody: '<p data-svc-entity="Nothing"></p><b data-svc-slot="nme"></b><script></script>',
    slots: ['gone'],
  }
  await create('web-page-template', odd)
  const problems = await plinth('site', 'lint')
  t.equal(problems.code, 1)
  for (const expected of ['Nothing', 'nme', 'script', 'gone']) t.match(problems.stdout, expected)

  await app.close()
  const remote = join(folder, 'on-the-store')
  const onStore = await callCli(['--json', 'site', 'build', '--out', remote], {
    cwd: folder,
    env: { SQLITE_PATH: path },
  })
  t.equal(onStore.code, 0, onStore.stderr)
  t.ok(existsSync(join(remote, 'post/two/index.html')), 'on the store as well')
})
