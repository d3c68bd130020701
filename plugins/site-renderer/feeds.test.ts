import type { Test } from 'tap'
import type { DocumentStore } from '../../kernel/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'
import { testSite } from './testing.ts'

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

onAnyStore('sitemap and robots.txt', async (t, app) => {
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

onAnyStore('more addresses than a sitemap may have are in several, which an index lists', async (t, app) => {
  const site = await testSite(app)
  await site.page('index', '<p></p>')
  await site.page('post', article)
  const store = app.app.diContainer.resolve<DocumentStore>('documentStore')
  const first = await store.get('blog_posts', await site.create('blog-post', { status: 'published', headline: 'A' }))
  t.ok(first)
  if (first === undefined) return
  const [meta, data] = [readMeta(first), readData(first)]
  const count = 50_001
  for (let from = 1; from < count; from += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => from + at)
    await store.write(
      numbers.map(number => ({
        kind: 'insert',
        collection: 'blog_posts',
        document: { id: `urn:blog-post:n${number}`, meta, data: { ...data, slug: `n${number}` } },
      })),
    )
  }
  await site.page('again', '<p></p>') // the site is read anew
  const locations = async (path: string): Promise<string[]> => {
    const { statusCode, body } = await site.open(path)
    t.equal(statusCode, 200, path)
    return [...body.matchAll(/<loc>http:\/\/localhost([^<]*)<\/loc>/g)].map(([, found = '']) => found)
  }
  const index = await site.open('/site/sitemap.xml')
  checkXml(t, index.body)
  t.match(index.body, '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  const files = await locations('/site/sitemap.xml')
  t.strictSame(files.toSorted(), [
    '/site/sitemap-blog-post-1.xml',
    '/site/sitemap-blog-post-2.xml',
    '/site/sitemap-web-page-1.xml',
  ])
  const listed = (await Promise.all(files.map(locations))).toSorted((a, b) => b.length - a.length)
  t.equal(listed[0]?.length, 50_000)
  const all = new Set(listed.flat())
  t.equal(all.size, count + 2, 'each address is in one of them')
  t.ok(all.has('/site/post/n1') && all.has(`/site/post/n${count - 1}`) && all.has('/site'))
  for (const none of ['blog-post-0', 'person-1'])
    t.equal((await site.open(`/site/sitemap-${none}.xml`)).statusCode, 404, none)
  const pageOf = async (query: string): Promise<{ data: object[]; cursor: string }> =>
    (await app.request('GET', `/api/site/addresses${query}`)).json()
  const { data: addresses, cursor } = await pageOf('')
  t.equal(addresses.length, 50_000, 'an answer has as many at most')
  const rest = await pageOf(`?cursor=${encodeURIComponent(cursor)}`)
  t.equal(rest.data.length, all.size - 50_000)
})

onEachStore('the feed of posts', async (t, app) => {
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
})
