import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'
import { inner, testSite } from './testing.ts'
import type { TestApp } from '../../testing/index.ts'

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

onEachStore('pages of single resources are found, however many pages there are', async (t, app) => {
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

onAnyStore('slugs that cannot be part of an address are replaced by the id, and reported', async (t, app) => {
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

onEachStore('letters of an address can be composed or decomposed', async (t, app) => {
  const site = await testSite(app)
  await tagType(app)
  await site.page('tag', one)
  await site.create('tag', { name: 'Käse', slug: 'käse'.normalize('NFC') })
  for (const form of ['NFC', 'NFD'])
    t.equal((await site.open(`/site/tag/${encodeURIComponent('käse'.normalize(form))}`)).statusCode, 200, form)
})

onAnyStore('a redirection keeps the whole query', async (t, app) => {
  const site = await testSite(app)
  await site.page('blog', all)
  for (const query of ['?utm_source=n&page=2', '', '?page=2', '?a=%C3%A4&b=1&b=2', '?q=a+b%26c', '?flag'])
    t.strictSame(
      await site.open(`/site/blog/${query}`).then(({ statusCode, headers }) => [statusCode, headers.location]),
      [308, `/site/blog${query}`],
      query,
    )
})

onEachStore('the last page that a list can show has no next one', async (t, app) => {
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

onEachStore('an undeclared status hides, and pages of lists stay full', async (t, app) => {
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

onEachStore('a post without a state of publication is nowhere', async (t, app) => {
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

onEachStore('links of texts lead to the pages of records', async (t, app) => {
  const site = await testSite(app)
  await site.page(
    'post',
    '<main><article data-svc-entity="BlogPosting"><div id="text" data-svc-slot="articleBody"></div></article></main>',
  )
  const target = await site.create('blog-post', { headline: 'Target', slug: 'target', status: 'published' })
  const draft = await site.create('blog-post', { headline: 'Draft', slug: 'draft' })
  const articleBody = `[a](${target}) [b](${draft}) [c](urn:none:1) [d](tel:+49123) ![e](/site/assets/logo.svg)`
  await site.create('blog-post', { headline: 'From', slug: 'from', status: 'published', articleBody })
  const page = async (): Promise<string | undefined> => inner((await site.open('/site/post/from')).body, 'text')
  const rest = 'c <a href="tel:+49123">d</a> <img src="/site/assets/logo.svg" alt="e">'
  t.equal((await page())?.trim(), `<p><a href="/site/post/target">a</a> b ${rest}</p>`)
  await site.archive(target)
  t.equal((await page())?.trim(), `<p>a b ${rest}</p>`)
})

onAnyStore('style attributes, style sheets and empty elements of the head', async (t, app) => {
  const site = await testSite(app)
  const style =
    "background: #333 url(/site/assets/home.jpg) center; font-family: 'Lora', serif; grid-template-areas: &quot;a; b&quot;; color: white"
  const template = `<!DOCTYPE html><html><head><title> </title><meta name="description" content="" /><meta property="og:title" content=""><link rel="canonical" href=""><link href="css/styles.css" rel="stylesheet"></head><body>
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
  t.equal(messages.filter(one => one.startsWith('removed-declaration')).length, 3, messages.join('\n'))
  t.match(messages.join('\n'), 'url(https://other.example/x.png)')
  t.match(
    messages.join('\n'),
    'removed-element a style sheet must be a file of this site, with an address that begins with /: css/styles.css',
  )
})

onAnyStore('private properties cannot be used in filters, whatever their name', async (t, app) => {
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
