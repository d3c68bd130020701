import { createHash } from 'node:crypto'
import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { signedInOnAnyStore } from '../../testing/internal/signed-in.ts'
import { inner, onSite, tag, testSite } from './testing.ts'

const document = (body: string): string => `<!doctype html><html lang="en"><head></head><body>${body}</body></html>`

onSite('a page is revalidated, and a change to anything on it immediately changes its tag', async (t, app) => {
  const site = await testSite(app)
  const author = await site.create('person', { givenName: 'Ada', familyName: 'Byron' })
  const post = (headline: string): object => ({ headline, author, status: 'published' })
  const id = await site.create('blog-post', post('One'))
  const item =
    '<li data-svc-entity="BlogPosting" data-svc-list="3"><b data-svc-slot="headline"></b> <i data-svc-slot="author.name"></i></li>'
  const { page, template } = await site.page('blog', document(`<ul>${item}</ul>`))
  await site.page('about', document('<p data-svc-slot="name"></p>'))
  const website = await site.create('web-site', { name: 'Site' })

  const first = await site.open('/site/blog')
  t.match(first.headers, { 'cache-control': 'public, no-cache', etag: /^"[\w-]{22}"$/ })
  t.match([first.headers.vary, first.headers['set-cookie']], ['Accept-Encoding', undefined])
  const again = await site.open('/site/blog', { 'if-none-match': String(first.headers.etag) })
  t.match([again.statusCode, again.body, again.headers.etag], [304, '', first.headers.etag])
  const head = await app.request('HEAD', '/site/blog')
  t.match([head.statusCode, head.body, head.headers.etag], [200, '', first.headers.etag])
  t.equal(head.headers['content-length'], String(Buffer.byteLength(first.body)))

  const about = (await site.open('/site/about')).headers.etag
  const changes: [what: string, change: () => Promise<unknown>][] = [
    ['a resource of the list', () => site.replace(id, post('Eins'))],
    ['what a resource refers to', () => app.request('PUT', `/api/persons/${author}`, { family_name: 'Lovelace' })],
    ['what is not seen of a resource', () => site.replace(id, { ...post('Eins'), keywords: ['new'] })],
    ['a new one', () => site.create('blog-post', post('Two'))],
    ['one that is no longer published', () => site.replace(id, { ...post('Eins'), status: 'unpublished' })],
    ['the template', () => site.replace(template, { name: 'blog', templateBody: document(`<ol>${item}</ol>`) })],
    ['the page', () => site.replace(page, { name: 'News', slug: 'blog', template })],
    ['the site', () => site.replace(website, { name: 'Lantern' })],
    [
      'the type',
      () =>
        app.request('PUT', '/api/resource-types/blog-post', {
          context: { '@vocab': 'https://schema.org/', '@type': 'BlogPosting' },
        }),
    ],
    ['an archived one', async () => site.archive(await site.create('blog-post', post('Three')))],
  ]
  let etag = first.headers.etag
  for (const [what, change] of changes) {
    await change()
    const { headers, statusCode } = await site.open('/site/blog', { 'if-none-match': String(etag) })
    if (what === 'an archived one')
      t.equal(statusCode, 304, 'a resource that was created and archived again changes nothing')
    else t.not(headers.etag, etag, what)
    etag = headers.etag
  }
  t.match((await site.open('/site/blog')).body, /<ol>.*Two.*Ada Lovelace/s)
  t.not((await site.open('/site/about')).headers.etag, about, 'the site is part of every page')
  const unmoved = (await site.open('/site/about')).headers.etag
  await site.create('blog-post', post('Four'))
  t.equal(
    (await site.open('/site/about')).headers.etag,
    unmoved,
    'a resource that a page does not show does not change it',
  )
})

onSite('a page that depends on the time is cached for a second', async (t, app) => {
  let clock = Date.parse('2030-03-01T10:00:00Z')
  t.intercept(Date, 'now', { value: () => clock })
  const site = await testSite(app)
  const context = { '@vocab': 'https://schema.org/', '@type': 'Event' }
  const time = { type: 'string', format: 'date-time' }
  const properties = {
    name: { type: 'string' },
    startDate: time,
    doorTimes: { type: 'array', items: time },
    day: { type: 'string', format: 'date' },
    superEvent: { type: 'string', 'x-resource-type': 'show' },
  }
  await app.request('POST', '/api/resource-types', { name: 'Show', slug: 'show', context, schema: { properties } })
  const show = async (name: string, startDate: string, more = {}): Promise<string> =>
    site.create('show', { name, startDate, day: startDate.slice(0, 10), doorTimes: [startDate], ...more })
  const first = await show('One', '2030-03-01T11:00:00+01:00') // the present itself
  await show('Two', '2030-03-01T10:00:05Z', { superEvent: first })
  await show('Three', '2030-03-01T13:00:00Z')
  await show('Four', '2030-03-02T13:00:00Z')
  const page = async (slug: string, filter: string): Promise<void> => {
    const list = `<li data-svc-entity="Event" data-svc-list="9" data-svc-sort="startDate asc" data-svc-filter="${filter}" data-svc-slot="name"></li>`
    await site.page(slug, document(`<ul id="all">${list}</ul>`))
  }
  const filters: Record<string, string> = {
    coming: '_filter[startDate][gte]=now',
    past: '_filter[startDate][lt]=now',
    begun: '_filter[startDate][lte]=now',
    later: '_filter[or][0][startDate][gt]=now&amp;_filter[or][1][name][eq]=One',
    behind: '_filter[superEvent.startDate][gte]=now',
    today: '_filter[day][eq]=today',
    tomorrow: '_filter[startDate][gte]=today%2B1d',
    doors: '_filter[doorTimes][gte]=now',
  }
  for (const [slug, filter] of Object.entries(filters)) await page(slug, filter)
  const shown = async (slug: string): Promise<string> => {
    const html = (await site.open(`/site/${slug}`)).body
    return [...html.matchAll(/<li[^>]*>(\w+)<\/li>/g)].map(([, name]) => name).join(' ')
  }
  const steps: [string, Record<string, string>][] = [
    [
      '2030-03-01T10:00:00.000Z',
      {
        coming: 'One Two Three Four',
        past: '',
        begun: 'One',
        later: 'One Two Three Four',
        behind: 'Two',
        today: 'One Two Three',
        tomorrow: 'Four',
        doors: 'One Two Three Four',
      },
    ],
    ['2030-03-01T10:00:00.999Z', { coming: 'One Two Three Four', past: '', behind: 'Two' }],
    ['2030-03-01T10:00:01.000Z', { coming: 'Two Three Four', past: 'One', begun: 'One', behind: '' }],
    ['2030-03-01T10:00:05.000Z', { coming: 'Two Three Four', later: 'One Three Four', begun: 'One Two', past: 'One' }],
    ['2030-03-01T10:00:06.000Z', { coming: 'Three Four', past: 'One Two', doors: 'Three Four' }],
    ['2030-03-01T23:59:59.999Z', { coming: 'Four', past: 'One Two Three', today: 'One Two Three', tomorrow: 'Four' }],
    ['2030-03-02T00:00:01.000Z', { coming: 'Four', today: 'Four', tomorrow: '' }],
    ['2031-01-01T00:00:00.000Z', { coming: '', doors: '' }],
  ]
  for (const [at, expected] of steps) {
    clock = Date.parse(at)
    for (const [slug, names] of Object.entries(expected)) t.equal(await shown(slug), names, `${slug} at ${at}`)
  }
  const queries = t.capture(app.app.diContainer.resolve<DocumentStore>('documentStore'), 'list')
  clock += 999
  t.equal(await shown('coming'), '')
  t.equal(queries().length, 0, 'answered from the cache')
})

onSite('pages of a list', async (t, app) => {
  const site = await testSite(app)
  for (let number = 1; number <= 5; number++)
    await site.create('blog-post', { status: 'published', headline: `Post ${number}` })
  await site.page(
    'blog',
    document(
      '<ul id="all"><li data-svc-entity="BlogPosting" data-svc-list="2" data-svc-pages><b data-svc-slot="headline"></b></li></ul>',
    ),
  )
  const page = async (query: string): Promise<{ status: number; body: string; link: unknown; posts: string[] }> => {
    const { statusCode: status, body, headers } = await site.open(`/site/blog${query}`)
    return { status, body, link: headers.link, posts: inner(body, 'all')?.match(/Post \d/g) ?? [] }
  }
  const first = await page('')
  t.strictSame([first.posts, first.link], [['Post 5', 'Post 4'], '</site/blog?page=2>; rel="next"'])
  t.ok(first.body.includes('<link rel="next" href="/site/blog?page=2">') && !first.body.includes('rel="prev"'))
  const second = await page('?page=2')
  t.strictSame(second.posts, ['Post 3', 'Post 2'])
  t.equal(second.link, '</site/blog>; rel="prev", </site/blog?page=3>; rel="next"')
  t.match(second.body, /<link rel="canonical" href="[^"]*\/site\/blog\?page=2">/)
  const last = await page('?page=3')
  t.strictSame([last.posts, last.link], [['Post 1'], '</site/blog?page=2>; rel="prev"'])
  t.equal((await page('?page=1')).body, first.body)
  t.equal((await page('?utm_source=x&page=2')).body, second.body, 'other parameters have no effect')
  for (const bad of ['4', '0', '-1', '1.5', 'x', '', '99999999', '2&page=3'])
    t.equal((await page(`?page=${bad}`)).status, 404, bad)
  await site.page('plain', document('<p></p>'))
  t.equal((await site.open('/site/plain?page=2')).statusCode, 404, 'a page without a list has one page')

  const teaser =
    '<i id="total" data-svc-slot="@total"></i><b data-svc-entity="BlogPosting" data-svc-list="2" data-svc-slot="headline"></b>'
  await site.page('teaser', document(teaser))
  const { body, headers } = await site.open('/site/teaser')
  t.match([headers.link, inner(body, 'total')], [undefined, '5'], 'a list without links to its pages has one page')
  t.notMatch(body, 'rel="next"')
  t.equal((await site.open('/site/teaser?page=2')).statusCode, 404)
  await site.page('linked', document(`${teaser}<a id="next" data-svc-slot="href:@next">more</a>`))
  t.match(tag((await site.open('/site/linked?page=2')).body, 'next'), 'href="/site/linked?page=3"')
})

onSite('the lists of an entity have pages', async (t, app) => {
  const site = await testSite(app)
  const tags = { type: 'array', items: { type: 'string', 'x-resource-type': 'tag' } }
  const person = { type: 'string', 'x-resource-type': 'person' }
  const define = (slug: string, type: string, properties: object) =>
    app.request('POST', '/api/resource-types', {
      name: type,
      slug,
      context: { '@vocab': 'https://schema.org/', '@type': type },
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, slug: { type: 'string', 'x-unique': true }, ...properties },
      },
    })
  await define('tag', 'DefinedTerm', {})
  await define('book', 'Book', { about: tags, author: person })
  await define('shelf', 'DefinedTermSet', {
    picks: { type: 'array', items: { type: 'string', 'x-resource-type': 'book' } },
  })
  const author = await site.create('person', { givenName: 'Ada', familyName: 'Byron' })
  const [novel, other] = [
    await site.create('tag', { name: 'Novel', slug: 'novel' }),
    await site.create('tag', { name: 'Other', slug: 'other' }),
  ]
  const books: string[] = []
  for (let number = 1; number <= 5; number++)
    books.push(await site.create('book', { name: `Book ${number}`, slug: `b${number}`, about: [novel], author }))
  await site.create('book', { name: 'Another', about: [other] })
  await site.create('shelf', { name: 'Shelf', slug: 'shelf', picks: books })
  const page = (list: string, of = 'DefinedTerm'): string =>
    document(`<section data-svc-entity="${of}"><h1 data-svc-slot="name"></h1><ul id="all"><li data-svc-entity="${list}" data-svc-list="2" data-svc-pages data-svc-sort="name"><b data-svc-slot="name"></b></li></ul></section>
      <a id="next" data-svc-slot="href:@next">n</a><i id="pages" data-svc-slot="@pages"></i><i id="total" data-svc-slot="@total"></i>`)
  await site.page('tag', page('Book'))
  await site.page('picks', page('picks', 'DefinedTermSet'))
  await site.page(
    'author',
    document(
      '<p data-svc-entity="Person"><b data-svc-entity="Book" data-svc-list="4" data-svc-pages data-svc-slot="name"></b></p>',
    ),
  )
  const shown = (html: string): string[] => html.match(/Book \d|Another/g) ?? []
  const first = await site.open('/site/tag/novel')
  t.strictSame(shown(inner(first.body, 'all') ?? ''), ['Book 1', 'Book 2'])
  t.strictSame([inner(first.body, 'pages'), inner(first.body, 'total')], ['3', '5'])
  t.match(tag(first.body, 'next'), 'href="/site/tag/novel?page=2"')
  const second = await site.open('/site/tag/novel?page=2')
  t.strictSame(shown(inner(second.body, 'all') ?? ''), ['Book 3', 'Book 4'])
  t.match(second.body, '<link rel="canonical" href="http://localhost/site/tag/novel?page=2">')
  t.equal(second.headers.link, '</site/tag/novel>; rel="prev", </site/tag/novel?page=3>; rel="next"')
  const last = await site.open('/site/tag/novel?page=3')
  t.strictSame(
    [shown(inner(last.body, 'all') ?? ''), last.headers.link],
    [['Book 5'], '</site/tag/novel?page=2>; rel="prev"'],
  )
  for (const none of ['/site/tag/novel?page=4', '/site/tag/other?page=2'])
    t.equal((await site.open(none)).statusCode, 404, none)
  t.strictSame(shown(inner((await site.open('/site/tag/other')).body, 'all') ?? ''), ['Another'])
  const picks = await site.open('/site/picks/shelf?page=2')
  t.strictSame(
    [shown(inner(picks.body, 'all') ?? ''), inner(picks.body, 'pages')],
    [['Book 3', 'Book 4'], '3'],
    'the items of a property',
  )
  t.strictSame(shown((await site.open(`/site/author/${author.split(':')[2]}?page=2`)).body.split('<body>')[1] ?? ''), [
    'Book 1',
  ])

  const wrong = [
    '<p data-svc-entity="DefinedTerm" data-svc-list="3"><b data-svc-entity="Book" data-svc-list="2" data-svc-pages></b></p>',
    '<p data-svc-entity="Book" data-svc-pages></p>',
    '<p data-svc-entity="Book" data-svc-list="2" data-svc-pages></p><p data-svc-entity="Book" data-svc-list="2" data-svc-pages></p>',
    '<a data-svc-slot="href:@next"></a>',
  ]
  for (const templateBody of wrong) {
    const id = await site.create('web-page-template', { name: 'x', templateBody })
    const { data } = (await app.request('GET', '/api/site/problems')).json<{
      data: { id: string; kind: string; message: string }[]
    }>()
    const found = data.filter(problem => problem.id === id)
    t.match(found, [{ kind: 'invalid-binding', message: /pages/ }], templateBody)
  }
})

onSite('a page for single resources, and entities in the head', async (t, app) => {
  const site = await testSite(app)
  for (const headline of ['Old', 'New'])
    await site.create('blog-post', { status: 'published', headline, slug: headline.toLowerCase() })
  const post =
    '<nav data-svc-entity="breadcrumb"></nav><article data-svc-entity="BlogPosting"><h1 id="h" data-svc-slot="headline"></h1><p data-svc-slot="text"></p></article><p id="text" data-svc-slot="text"></p><aside><b data-svc-entity="BlogPosting" data-svc-list="3" data-svc-slot="headline"></b></aside>'
  const head = '<head data-svc-entity="BlogPosting"><title data-svc-slot="headline">x</title></head>'
  const { page, template } = await site.page(
    'post',
    `<!doctype html><html lang="en">${head}<body>${post}</body></html>`,
  )
  const titleOf = (html: string): string | undefined => /<title>([^<]*)/.exec(html)?.[1]
  const old = (await site.open('/site/post/old')).body
  t.strictSame([titleOf(old), inner(old, 'h')], ['Old', 'Old'])
  const bare = await site.open('/site/post')
  t.match([bare.statusCode, titleOf(bare.body), inner(bare.body, 'h')], [200, 'New', 'New'])
  t.match(bare.body, '<meta name="robots" content="noindex">', 'without a resource it shows nothing of its own')
  const addresses = async (): Promise<string> => (await site.open('/site/sitemap.xml')).body
  t.match(await addresses(), /site\/post\/old/)
  t.notMatch(await addresses(), '/site/post<')
  await site.replace(page, { name: 'post', slug: 'post', template, text: 'About posts' })
  const own = await site.open('/site/post')
  t.match([own.statusCode, inner(own.body, 'h'), inner(own.body, 'text')], [200, 'New', 'About posts'])
  t.notMatch(own.body, 'noindex')
  t.match(await addresses(), '/site/post<')

  await site.page(
    'whole',
    '<!doctype html><html data-svc-entity="BlogPosting" lang="en"><head><title data-svc-slot="headline">x</title></head><body><h1 id="h" data-svc-slot="headline">x</h1></body></html>',
  )
  const whole = (await site.open('/site/whole/old')).body
  t.strictSame([titleOf(whole), inner(whole, 'h')], ['Old', 'Old'])
  await site.page('zone', `<!doctype html><html>${head}<body><p>x</p></body></html>`)
  t.equal(titleOf((await site.open('/site/zone/old')).body), 'Old')
  t.equal(titleOf((await site.open('/site/zone')).body), 'New')
})

t.test('without a home page the site explains how to begin', async t => {
  const app = await buildTestApp()
  t.teardown(() => app.close())
  const html = { accept: 'text/html' }
  for (const path of ['/site', '/site/about']) {
    const answer = await app.request('GET', path, undefined, html)
    t.match([answer.statusCode, answer.body], [404, /no home page yet.*preset <strong>website<\/strong>.*index/s])
    t.notMatch(answer.body, '<a ', 'no link to itself')
    const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(answer.body) ?? []
    const hash = createHash('sha256').update(styles).digest('base64')
    t.match(answer.headers['content-security-policy'], `style-src 'self' 'sha256-${hash}'`)
  }
  const site = await testSite(app)
  await site.page('index', document('<h1 data-svc-slot="name"></h1>'))
  t.equal((await site.open('/site')).statusCode, 200)
  t.match((await site.open('/site/about')).body, /Page not found.*<a href="\/site">/s)
})

onSite('other methods, slashes, policy and files', async (t, app) => {
  const site = await testSite(app)
  const hostile =
    '<p id="x" style="color:red" onclick="alert(1)">x</p><script>alert(1)</script><a id="l" href="javascript:alert(1)">x</a>'
  await site.page('about', document(hostile))
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await app.request(method, '/site/about', {})
    t.match([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD'], method)
  }
  for (const [from, to] of [
    ['/site/about/', '/site/about'],
    ['/site/about/?page=1', '/site/about?page=1'],
    ['/site/gr%C3%BCn/', '/site/gr%C3%BCn'],
  ]) {
    const moved = await site.open(String(from))
    t.match([moved.statusCode, moved.headers.location], [308, to])
  }
  for (const path of ['/site//example.org/', '/site/..%2f..%2f', '/site/a%2f%2fb/']) {
    t.equal((await site.open(path)).statusCode, 404, `${path} does not leave the folder`)
  }
  const malformed = await site.open('/site/%E0%A4%A?page=%zz')
  t.match([malformed.statusCode, malformed.headers['content-type']], [404, 'text/html; charset=utf-8'])
  t.equal((await app.request('GET', '/api/article/%E0%A4%A')).statusCode, 400, 'the API refuses a malformed address')
  const { headers, body } = await site.open('/site/about')
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map(part => [part.split(' ')[0], part]),
  )
  t.equal(policy.get('script-src'), "script-src 'self'")
  t.match(policy.get('style-src'), /^style-src 'self'( 'sha256-[\w+/]+=*')+$/)
  t.equal(policy.get('frame-ancestors'), "frame-ancestors 'none'")
  t.match(headers, { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  t.notMatch(body, /alert|javascript:/)
  t.notMatch(tag(body, 'x'), 'style=')
  for (const none of [
    '/site/assets/none.svg',
    '/site/assets/..%2f..%2fpackage.json',
    '/site/assets/.hidden.svg',
    '/site/assets/',
  ]) {
    t.equal((await site.open(none)).statusCode, none === '/site/assets/' ? 308 : 404, none)
  }
})

signedInOnAnyStore('production mode: the site is public, everything else is not', async (t, app) => {
  const root = await app.signIn('root')
  const site = await testSite(root, app)
  await root.request('POST', '/api/resource-types', {
    name: 'Gadget',
    slug: 'gadget',
    context: { '@vocab': 'https://schema.org/', '@type': 'Gadget' },
  })
  await site.create('gadget', { name: 'Secret' })
  await site.create('article', { status: 'published', headline: 'Public' })
  const gadget = '<p data-svc-entity="Gadget"><b id="gadget" data-svc-slot="name">x</b></p>'
  await site.page(
    'a',
    document(
      `<h1 data-svc-slot="name"></h1><p data-svc-entity="Article"><b id="article" data-svc-slot="headline"></b></p>${gadget}`,
    ),
  )
  const answer = await site.open('/site/a', { host: 'evil.example' })
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['set-cookie'], undefined)
  t.equal(inner(answer.body, 'article'), 'Public')
  t.notMatch(answer.body, 'Secret', 'by default the types of the preset website')
  t.match(answer.body, `<link rel="canonical" href="${app.frontendUrl}/site/a">`)
  t.notMatch(answer.body, 'evil.example', 'headers of a request are not shown to others')
  for (const url of ['/api/site/addresses', '/api/site/files?path=/', '/api/site/problems']) {
    t.equal((await app.request('GET', url)).statusCode, 401, url)
  }
  t.equal((await app.request('POST', '/api/site/preview', { type_slug: 'web-page', data: {} })).statusCode, 401)
})

t.test('the site at the root of its own host', async t => {
  const plugins = {
    ...loadConfig({}).plugins,
    'site-renderer': { hosts: ['www.example.org', 'example.org'], types: ['article'] },
  }
  const app = await buildTestApp({ plugins })
  t.teardown(() => app.close())
  const site = await testSite(app)
  await site.page(
    'index',
    document(
      '<a id="about" href="/site/about">About</a><img id="i" src="/site/assets/x.svg"><a id="api" href="/api/docs">API</a>',
    ),
  )
  await site.page(
    'about',
    document(
      '<h1 data-svc-slot="name"></h1><p data-svc-entity="Article"><b id="x" data-svc-slot="headline"></b></p><p id="o" data-svc-entity="FAQPage">x</p>',
    ),
  )
  await site.create('article', { status: 'published', headline: 'Here' })
  const host = 'www.example.org:8080'
  const home = await site.open('/', { host })
  t.equal(home.statusCode, 200)
  t.match(
    [tag(home.body, 'about'), tag(home.body, 'i'), tag(home.body, 'api')],
    ['href="/about"', 'src="/assets/x.svg"', 'href="/api/docs"'],
  )
  t.match(home.body, `<link rel="canonical" href="http://${host}/">`)
  t.equal(inner((await site.open('/about', { host: 'EXAMPLE.org' })).body, 'x'), 'Here')
  t.equal((await site.open('/none', { host })).statusCode, 404)
  t.match((await site.open('/none', { host })).headers['content-type'], 'text/html')
  t.match([(await site.open('/about/', { host })).headers.location], ['/about'])
  t.equal((await site.open('//evil.example/', { host })).statusCode, 404)
  t.equal((await app.request('POST', '/about', undefined, { host })).statusCode, 405)
  t.match((await site.open('/sitemap.xml', { host })).body, `<loc>http://${host}/about</loc>`)
  t.match((await site.open('/robots.txt', { host })).body, `Sitemap: http://${host}/sitemap.xml`)
  t.equal(
    (await app.request('GET', '/api/health', undefined, { host })).statusCode,
    200,
    'the address of the API does not change',
  )
  t.equal((await app.request('GET', '/api/none', undefined, { host })).statusCode, 404)
  await site.page('api', document('<h1 id="own" data-svc-slot="name">x</h1><a id="link" href="/api">x</a>'))
  const api = (await site.open('/api?x=1', { host })).body
  t.equal(inner(api, 'own'), 'api', 'only what is below /api/ belongs to the API')
  t.match(api, '<a id="link" href="/api"')
  t.match((await site.open('/site/api', { host: 'localhost' })).body, '<h1 id="own">api</h1>')
  t.equal((await app.request('GET', '/api', undefined, { host: 'localhost' })).statusCode, 404)
  t.notMatch((await site.open('/', { host: 'localhost' })).body, 'id="about"', 'the admin is served everywhere else')
  t.equal((await site.open('/site', { host: 'localhost' })).statusCode, 200)
  t.equal((await site.open('/', { host: 'www.example.org.evil.example' })).statusCode, 403, 'no other host')
})

const one = '<main><article data-svc-entity="DefinedTerm"><h1 id="h" data-svc-slot="name">x</h1></article></main>'
const all =
  '<main><ul id="list"><li data-svc-entity="DefinedTerm" data-svc-list="100" data-svc-pages><a data-svc-slot="href:@url; text:name">x</a></li></ul><a id="next" data-svc-slot="@next">next</a></main>'

/** A type with a unique slug, and more properties. */
async function tagType({ request }: Pick<TestApp, 'request'>, slug = 'tag', more: object = {}): Promise<void> {
  const answer = await request('POST', '/api/resource-types', {
    name: slug,
    slug,
    context: { '@vocab': 'https://schema.org/', '@type': 'DefinedTerm' },
    schema: {
      type: 'object',
      properties: { name: { type: 'string' }, slug: { type: 'string', 'x-unique': true } },
      ...more,
    },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

async function fill({ request }: Pick<TestApp, 'request'>, type: string, rows: readonly object[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) {
    const operations = rows.slice(at, at + 1000).map(data => ({ op: 'create', data }))
    const answer = await request('POST', `/api/${type}/_bulk`, { operations })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
}

onSite('pages of single resources are found, however many pages there are', async (t, app) => {
  const site = await testSite(app)
  await tagType(app)
  await site.page('tag', one)
  await site.page('tags', all)
  await site.create('tag', { name: 'plain', slug: 'plain' })
  await fill(
    app,
    'web-page',
    Array.from({ length: 2100 }, (_, index) => ({ name: `Page ${index}`, slug: `page-${index}` })),
  )
  t.match(inner((await site.open('/site/tags')).body, 'list'), '<a href="/site/tag/plain">plain</a>')
  const { body } = await site.open('/site/sitemap.xml')
  t.match(body, '<loc>http://localhost/site/tag/plain</loc>')
  t.match(body, '<loc>http://localhost/site/page-2099</loc>')
  t.equal(body.split('<url>').length - 1, 2102, 'all pages, except that for single tags')
  const first = (await app.request('GET', '/api/site/addresses?limit=1000')).json<AddressList>()
  const second = (await app.request('GET', `/api/site/addresses?limit=2000&cursor=${first.cursor}`)).json<AddressList>()
  t.strictSame([first.data.length, first.has_more, second.data.length, second.has_more], [1000, true, 1102, false])
  t.equal(new Set([...first.data, ...second.data].map(({ path }) => path)).size, 2102)
  t.equal((await app.request('GET', '/api/site/addresses?cursor=x')).statusCode, 400)
})

interface AddressList {
  data: { path: string; unusable_slug?: string }[]
  cursor: string
  has_more: boolean
}

onSite('slugs that cannot be part of an address are replaced by the id, and reported', async (t, app) => {
  const site = await testSite(app)
  await tagType(app)
  await site.page('tag', one)
  await site.page('tags', all)
  const long = 'ж'.repeat(128)
  for (const slug of ['why?', 'a\\b', 'a:b', '.', '..', 'urn:tag:1', 'x'.repeat(257), long, 'index.html', 'a/b']) {
    const id = await site.create('tag', { name: slug.slice(0, 20), slug })
    const last = id.split(':')[2] ?? ''
    const { data } = (await app.request('GET', `/api/site/addresses?id=${id}`)).json<AddressList>()
    t.match(data, [{ path: `/tag/${last}`, unusable_slug: slug }], slug.slice(0, 20))
    t.equal((await site.open(`/site/tag/${last}`)).statusCode, 200)
  }
  for (const slug of ['plain', 'c#', '100%', 'a%2Fb', 'ж'.repeat(127), 'wie geht’s']) {
    await site.create('tag', { name: slug.slice(0, 20), slug })
    const path = `/site/tag/${encodeURIComponent(slug)}`
    const page = await site.open(path)
    t.equal(page.statusCode, 200, slug.slice(0, 20))
    t.match(
      page.body,
      `<link rel="canonical" href="${new URL(path, 'http://localhost').href.replaceAll('’', '%E2%80%99')}">`,
    )
  }
  const files = await app.request(
    'GET',
    '/api/site/files?base_url=https://www.example.org&path=/tag/c%2523&path=/tag/100%2525',
  )
  t.match(files.body, 'https://www.example.org/tag/c%23/')
  t.match(files.body, 'https://www.example.org/tag/100%25/')
  const list = (await site.open('/site/tags')).body
  for (const [, href = ''] of inner(list, 'list')?.matchAll(/href="([^"]*)"/g) ?? [])
    t.equal((await site.open(href)).statusCode, 200, href.slice(0, 40))
  const problems = (await app.request('GET', '/api/site/problems')).json<{
    data: { kind: string; message: string }[]
  }>()
  const slugs = problems.data.filter(({ kind }) => kind === 'unusable-slug')
  t.equal(slugs.length, 10)
  t.match(
    slugs.map(({ message }) => message).join(),
    'the slug "why?" cannot be part of an address: the address is /tag/',
  )
})

onSite('letters of an address can be composed or decomposed', async (t, app) => {
  const site = await testSite(app)
  await tagType(app)
  await site.page('tag', one)
  await site.create('tag', { name: 'Käse', slug: 'käse'.normalize('NFC') })
  for (const form of ['NFC', 'NFD'])
    t.equal((await site.open(`/site/tag/${encodeURIComponent('käse'.normalize(form))}`)).statusCode, 200, form)
})

onSite('a redirection keeps the whole query', async (t, app) => {
  const site = await testSite(app)
  await site.page('blog', all)
  for (const query of ['?utm_source=n&page=2', '', '?page=2', '?a=%C3%A4&b=1&b=2', '?q=a+b%26c', '?flag'])
    t.strictSame(
      await site.open(`/site/blog/${query}`).then(({ statusCode, headers }) => [statusCode, headers.location]),
      [308, `/site/blog${query}`],
      query,
    )
})

onSite('the last page that a list can show has no next one', async (t, app) => {
  const site = await testSite(app)
  await tagType(app, 'tag', { additionalProperties: true })
  await site.page('tags', all)
  await fill(
    app,
    'tag',
    Array.from({ length: 10_150 }, (_, index) => ({ name: `Tag ${index}` })),
  )
  const before = await site.open('/site/tags?page=100')
  t.match(before.body, 'rel="next" href="/site/tags?page=101"')
  const last = await site.open('/site/tags?page=101')
  t.equal(last.statusCode, 200)
  t.notMatch(last.body, 'page=102')
  t.notMatch(String(last.headers.link), 'next')
  t.equal((await site.open('/site/tags?page=102')).statusCode, 404)
  const problems = await app.request('GET', '/api/site/problems')
  t.match(problems.json(), {
    data: [
      {
        kind: 'incomplete-list',
        message: 'the pages of the list of "DefinedTerm" show its first 10100 items: there are more',
      },
    ],
  })
  const files = await app.request('GET', '/api/site/files?path=/tags?page=101&path=/tags')
  t.match(
    files.json<{ data: { is_cut?: boolean }[] }>().data.map(({ is_cut }) => is_cut),
    [true, undefined],
  )
})

onSite('an undeclared status hides, and pages of lists stay full', async (t, app) => {
  const site = await testSite(app)
  const name = { type: 'string' }
  await tagType(app, 'tag', { properties: { name, status: name } })
  const body = all
    .replace('data-svc-list="100"', 'data-svc-list="3"')
    .replace('</main>', '<i id="total" data-svc-slot="@total"></i></main>')
  await site.page('tags', body)
  const rows = Array.from({ length: 9 }, (_, index) => ({
    name: `T${index}`,
    ...(index % 3 === 1 && { status: 'unpublished' }),
    ...(index % 3 === 2 && { note: 'not unpublished' }),
  }))
  for (const row of rows) await site.create('tag', row)
  const changed = await app.request('PUT', '/api/resource-types/tag', {
    schema: { type: 'object', properties: { name } },
  })
  t.equal(changed.statusCode, 200, 'values of a property that is no longer declared stay')
  const shown = async (page: number): Promise<string[]> =>
    [...(inner((await site.open(`/site/tags?page=${page}`)).body, 'list') ?? '').matchAll(/T\d/g)].map(([text]) => text)
  t.strictSame(
    [await shown(1), await shown(2)],
    [
      ['T8', 'T6', 'T5'],
      ['T3', 'T2', 'T0'],
    ],
  )
  const { body: first } = await site.open('/site/tags')
  t.equal(inner(first, 'total'), '6')
  t.equal((await site.open('/site/tags?page=3')).statusCode, 404)
})

onSite('a post without a state of publication is nowhere', async (t, app) => {
  const site = await testSite(app)
  await site.page(
    'post',
    '<main><article data-svc-entity="BlogPosting"><h1 id="h" data-svc-slot="headline">x</h1></article></main>',
  )
  await site.page(
    'blog',
    '<main><p data-svc-entity="BlogPosting" data-svc-list="9"><a data-svc-slot="href:@url; text:headline">x</a></p></main>',
  )
  const draft = await site.create('blog-post', { headline: 'Layoffs planned', slug: 'layoffs', status: null })
  const untouched = await site.create('blog-post', { headline: 'Layoffs untouched', slug: 'untouched' })
  const shown = await site.create('blog-post', { headline: 'Hello', slug: 'hello', status: 'published' })
  for (const path of ['/site/blog', '/site/feed.xml', '/site/sitemap.xml', '/site/post', '/api/site/addresses'])
    t.notMatch((await site.open(path)).body, /layoffs|untouched/i, path)
  for (const part of ['layoffs', 'untouched', draft, untouched])
    t.equal((await site.open(`/site/post/${part}`)).statusCode, 404, part)
  t.equal((await site.open('/site/post/hello')).statusCode, 200)
  t.match((await site.open('/site/blog')).body, 'Hello')
  const preview = await app.request('POST', '/api/site/preview', {
    type_slug: 'blog-post',
    id: shown,
    data: { headline: 'Hello' },
    path: '/blog',
  })
  t.notMatch(preview.body, /layoffs/i)

  const type = (await app.request('GET', '/api/resource-types/blog-post')).json<{
    schema: { properties: { status: object } }
  }>()
  const schema = {
    ...type.schema,
    properties: { ...type.schema.properties, status: { type: ['string', 'null'], enum: [null, 'unpublished'] } },
  }
  t.equal((await app.request('PUT', '/api/resource-types/blog-post?force=true', { schema })).statusCode, 200)
  t.match((await site.open('/site/blog')).body, 'Layoffs planned', 'without the choice "published" nothing is a draft')
})

onSite('links of texts lead to the pages of records', async (t, app) => {
  const site = await testSite(app)
  await site.page(
    'post',
    '<main><article data-svc-entity="BlogPosting"><div id="text" data-svc-slot="articleBody"></div></article></main>',
  )
  const target = await site.create('blog-post', { headline: 'Target', slug: 'target', status: 'published' })
  const draft = await site.create('blog-post', { headline: 'Draft', slug: 'draft' })
  const articleBody = `[a](${target}) [b](${draft}) [c](urn:none:1) [d](tel:+49123) ![e](/site/assets/logo.svg)\n\n- [x] f`
  await site.create('blog-post', { headline: 'From', slug: 'from', status: 'published', articleBody })
  const page = async (): Promise<string | undefined> => inner((await site.open('/site/post/from')).body, 'text')
  const rest = 'c <a href="tel:+49123">d</a> <img src="/site/assets/logo.svg" alt="e">'
  const tasks = '\n<ul>\n<li>☑ f</li>\n</ul>'
  t.equal((await page())?.trim(), `<p><a href="/site/post/target">a</a> b ${rest}</p>${tasks}`)
  await site.archive(target)
  t.equal((await page())?.trim(), `<p>a b ${rest}</p>${tasks}`)
})

onSite('style attributes, style sheets and empty elements of the head', async (t, app) => {
  const site = await testSite(app)
  const style =
    "background: #333 url(/site/assets/home.jpg) center; font-family: 'Lora', serif; grid-template-areas: &quot;a; b&quot;; color: white"
  const template = `<!DOCTYPE html><html><head><title> </title><meta name="description" content="" /><meta property="og:title" content=""><link rel="canonical" href=""><link href="css/styles.css" rel="stylesheet"><style>@import "/site/assets/a.css"; p { margin: 0 }</style></head><body>
    <p style="${style}">x</p><p style="background: url(https://other.example/x.png); margin: 0; }a{; width: expression(1)">y</p></body></html>`
  await site.page('p', template, { description: 'What this page is about.' })
  const { body } = await site.open('/site/p')
  t.match(
    body,
    `{background: #333 url("/site/assets/home.jpg") center;font-family: 'Lora', serif;grid-template-areas: "a; b";color: white}`,
  )
  t.match(body, '{margin: 0}')
  t.match(body, '<title>p</title>')
  t.match(body, '<meta name="description" content="What this page is about.">')
  t.match(body, '<meta property="og:title" content="p">')
  t.match(body, '<link rel="canonical" href="http://localhost/site/p">')
  for (const repeated of ['<title>', 'name="description"', 'property="og:title"', 'rel="canonical"'])
    t.equal(body.split(repeated).length, 2, repeated)
  const problems = (await app.request('GET', '/api/site/problems')).json<{
    data: { kind: string; message: string }[]
  }>()
  const messages = problems.data.map(({ kind, message }) => `${kind} ${message}`)
  t.equal(messages.filter(one => one.startsWith('removed-declaration')).length, 4, messages.join('\n'))
  t.match(messages.join('\n'), 'url(https://other.example/x.png)')
  t.match(messages.join('\n'), '@import is not allowed in a style element')
  t.match(
    messages.join('\n'),
    'removed-element a style sheet must be a file of this site, with an address that begins with /: css/styles.css',
  )
})

onSite('private properties cannot be used in filters, whatever their name', async (t, app) => {
  const site = await testSite(app)
  await tagType(app, 'tag', {
    properties: { name: { type: 'string' }, 'se]cret': { type: 'string', 'x-private': true } },
  })
  await site.create('tag', { name: 'T', 'se]cret': 'abc' })
  for (const filter of [
    '_filter[se]cret][eq]=abc',
    '_filter[or][0][se]cret][eq]=abc',
    '_filter[or][0][se]cret][eq]=no',
  ]) {
    const slug = `p${filter.length}`
    await site.page(
      slug,
      `<main><p id="x" data-svc-entity="DefinedTerm" data-svc-list="3" data-svc-filter="${filter}">T</p><i data-svc-empty>none</i></main>`,
    )
    const { body } = await site.open(`/site/${slug}`)
    t.match(body, '<i>none</i>', filter)
  }
})
