import t from 'tap'
import type { DocumentStore } from '../../kernel/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { buildTestApp } from '../../testing/index.ts'

t.test('more addresses than a sitemap may have are in several, which an index lists', async t => {
  const app = await buildTestApp()
  t.teardown(() => app.close())
  t.equal((await app.request('POST', '/api/resource-types/presets/website')).statusCode, 200)
  const create = async (slug: string, data: object): Promise<string> => {
    const answer = await app.request('POST', `/api/${slug}`, data)
    t.equal(answer.statusCode, 201, answer.body)
    return answer.json<{ id: string }>().id
  }
  const page = async (slug: string, templateBody: string): Promise<void> => {
    const template = await create('web-page-template', { name: slug, templateBody })
    await create('web-page', { name: slug, slug, template })
  }
  const open = (path: string) => app.request('GET', path, undefined, { accept: 'text/html,*/*;q=0.8' })
  await page('index', '<p></p>')
  await page('post', '<article data-svc-entity="BlogPosting"><h1 data-svc-slot="headline"></h1></article>')
  const store = app.app.diContainer.resolve<DocumentStore>('documentStore')
  const first = await store.get('blog_posts', await create('blog-post', { status: 'published', headline: 'A' }))
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
  await page('again', '<p></p>') // the site is read anew
  const locations = async (path: string): Promise<string[]> => {
    const { statusCode, body } = await open(path)
    t.equal(statusCode, 200, path)
    return [...body.matchAll(/<loc>http:\/\/localhost([^<]*)<\/loc>/g)].map(([, found = '']) => found)
  }
  const index = await open('/site/sitemap.xml')
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
    t.equal((await open(`/site/sitemap-${none}.xml`)).statusCode, 404, none)
  const pageOf = async (query: string): Promise<{ data: object[]; cursor: string }> =>
    (await app.request('GET', `/api/site/addresses${query}`)).json()
  const { data: addresses, cursor } = await pageOf('')
  t.equal(addresses.length, 50_000, 'an answer has as many at most')
  const rest = await pageOf(`?cursor=${encodeURIComponent(cursor)}`)
  t.equal(rest.data.length, all.size - 50_000)
})
