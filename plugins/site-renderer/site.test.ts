import { loadConfig } from '../../kernel/index.ts'
import { pluginSuite } from '../../testing/index.ts'
import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'
import t from 'tap'
import { expand, triplesOf } from '../../lib/json-ld/testing.ts'
import { inner, linkedData, tag, testSite } from './testing.ts'

const document = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${body}</body></html>`

onEachStore('a page renders its template, bound to resources', async (t, app) => {
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

onEachStore('what the site shows and what it does not show', async (t, app) => {
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

onAnyStore('the head describes the page, unless the template does', async (t, app) => {
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

onAnyStore('themes: styles, fragments, layout, and an immediate change of theme', async (t, app) => {
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

onAnyStore('times, languages and the first heading', async (t, app) => {
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

onEachStore('private properties stay off the site, and linked data contains what is shown', async (t, app) => {
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

onAnyStore('linked data of a page is read by a processor whatever is stored', async (t, app) => {
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
