import { onEachStore } from '../../../testing/internal/each-store.ts'
import type { PageData } from '../contract.ts'
import { SiteKit, attribute, makePage, makeSite } from './testing.ts'

const without = ['site-renderer']

onEachStore(
  'slots are filled from the page, from the newest resource of a type and from the resource in the address',
  async (t, app) => {
    const kit = new SiteKit(app)
    await makeSite(kit)
    const page = await makePage(kit)
    const author = await kit.create('person', { givenName: 'Ada', familyName: 'Byron', email: 'ada@example.org' })
    const first = await kit.create('article', {
      headline: 'First',
      author,
      datePublished: '2026-02-03',
      wordCount: 12345,
      price: 1.5,
      keywords: ['a', 'b'],
    })
    const second = await kit.create('article', {
      headline: 'Second & <last>',
      author,
      image: { url: '/p.png', caption: 'A "picture"' },
    })
    const html = `<!doctype html><html lang="de"><head><title data-svc-slot="name">x</title><meta name="description" data-svc-slot="description" content="old"></head>
      <body><h1 id="own" data-svc-slot="name">x</h1><p id="page" data-svc-entity="WebPage"><b data-svc-slot="slug">x</b></p>
      <article data-svc-entity="https://schema.org/Article"><h2 data-svc-slot="headline">x</h2><i data-svc-slot="author.name">x</i><time data-svc-slot="datePublished">x</time>
      <span id="count" data-svc-slot="wordCount">x</span><span id="price" data-svc-slot="price">x</span><span id="words" data-svc-slot="keywords">x</span>
      <img src="x.png" data-svc-slot="image"><em id="mail" data-svc-slot="author.email">x</em><u data-svc-slot="nothing.at.all">gone</u></article>
      <aside data-svc-entity="schema:Article"><h3 data-svc-slot="headline">x</h3></aside><div id="none" data-svc-entity="Recipe"><p data-svc-slot="name">x</p></div></body></html>`
    const newest = await kit.render(html, page)
    t.strictSame(newest.errors, [])
    t.strictSame(newest.template.problems, [])
    t.strictSame(newest.texts('title'), ['The page'])
    t.equal(attribute(newest.all('meta')[1], 'content'), '', 'a slot without a value is empty')
    t.strictSame(
      [newest.texts('own'), newest.texts('page'), newest.texts('h2')],
      [['The page'], ['page'], ['Second & <last>']],
    )
    t.strictSame(newest.texts('i'), ['Ada Byron'])
    t.strictSame(
      [newest.texts('u'), newest.texts('mail')],
      [[''], ['']],
      'the e-mail address of a person is not shown either',
    )
    const picture = newest.all('img')[0]
    t.strictSame([attribute(picture, 'src'), attribute(picture, 'alt')], ['/p.png', 'A "picture"'])
    t.ok(attribute(newest.all('none')[0], 'hidden') !== undefined && newest.texts('none')[0] === '')
    t.notMatch(newest.html, /ada@example|data-svc/)
    t.strictSame(
      [...newest.binding.shown.keys()].map(({ id }) => id),
      [page.page.id, second],
    )

    const addressed = await kit.render(html, { ...page, addressed: await kit.resource('article', first) })
    t.strictSame(
      [addressed.texts('h2'), addressed.texts('h3')],
      [['First'], ['Second & <last>']],
      'the others bind as usual',
    )
    t.strictSame(
      [addressed.texts('count'), addressed.texts('price'), addressed.texts('words')],
      [['12.345'], ['1,5'], ['a, b']],
    )
    t.strictSame(
      [addressed.texts('time'), attribute(addressed.all('time')[0], 'datetime')],
      [['3. Februar 2026'], '2026-02-03'],
    )
    t.ok(attribute(addressed.all('img')[0], 'hidden') !== undefined)
    const english = await kit.render(
      html,
      { ...page, addressed: await kit.resource('article', first) },
      { render: { language: 'en' } },
    )
    t.strictSame([english.texts('count'), english.texts('time')], [['12,345'], ['February 3, 2026']])
    t.equal(attribute(english.all('html')[0], 'lang'), 'en')
  },
  without,
)

onEachStore(
  'resources that the site does not show stay unbound',
  async (t, app) => {
    const kit = new SiteKit(app)
    await makeSite(kit)
    const page = await makePage(kit)
    const shown = await kit.create('article', { headline: 'Shown', status: 'draft' })
    await kit.create('article', { headline: 'No status', status: null })
    const hidden = await kit.create('article', { headline: 'Hidden', status: 'unpublished' })
    const archived = await kit.create('article', { headline: 'Archived' })
    await kit.remove('article', archived)
    const html =
      '<ul><li data-svc-entity="Article" data-svc-list="9" data-svc-slot="headline">x</li></ul><p data-svc-entity="NewsArticle" data-svc-slot="headline">x</p><b data-svc-slot="related.headline">x</b><a data-svc-slot="related">x</a>'
    const list = await kit.render(html, page)
    t.strictSame(list.texts('li'), ['No status', 'Shown'])
    t.strictSame(list.texts('p'), [''])
    t.strictSame(list.errors, [])
    for (const related of [hidden, archived, 'urn:article:none', 'urn:user:admin']) {
      const other: PageData = { page: { ...page.page, data: { ...page.page.data, related } } }
      t.strictSame((await kit.render(html, other)).texts('b'), [''], related)
    }
    t.strictSame((await kit.render(html, { page: { ...page.page, data: { related: shown } } })).texts('b'), ['Shown'])
    const narrow = new SiteKit(app, ['web-page'])
    t.strictSame((await narrow.render(html, page)).texts('li'), [], 'nor types that the options exclude')
    const answers = ['_filter[email][eq]=a@b.c', 'filter_field=email&filter_value=a', 'q=ada'].map(async filter =>
      kit.render(`<i data-svc-entity="Person" data-svc-filter="${filter}" data-svc-slot="name">x</i>`, page),
    )
    await kit.create('person', { givenName: 'Ada', familyName: 'Byron', email: 'a@b.c' })
    for (const answer of await Promise.all(answers)) {
      t.strictSame(answer.texts('i'), [''], 'resources that are not shown cannot be requested')
      t.match(answer.binding.problems[0], { kind: 'invalid-query', line: 1, column: 1 })
    }
    const behind = await kit.render(
      '<i data-svc-entity="Article" data-svc-filter="_filter[author.email][eq]=a@b.c" data-svc-slot="headline">x</i>',
      page,
    )
    t.match(behind.binding.problems[0], { kind: 'invalid-query' })
  },
  without,
)

onEachStore(
  'lists are sorted, filtered, paged and can be empty',
  async (t, app) => {
    const kit = new SiteKit(app)
    await makeSite(kit)
    const page = await makePage(kit)
    const author = await kit.create('person', { givenName: 'Ada', familyName: 'Byron' })
    for (let i = 1; i <= 5; i++) {
      await kit.create('article', {
        headline: `A${i}`,
        wordCount: (i * 7) % 10,
        keywords: i % 2 === 0 ? ['news'] : ['other'],
        ...(i < 3 && { author }),
      })
    }
    const items = async (attributes: string, data: PageData = page) =>
      kit.render(
        `<p data-svc-entity="Article" ${attributes} data-svc-slot="headline">x</p><div data-svc-empty>none</div>`,
        data,
      )
    t.strictSame((await items('data-svc-list="3"')).texts('p'), ['A5', 'A4', 'A3'])
    t.strictSame((await items('data-svc-list="2" data-svc-sort="headline"')).texts('p'), ['A1', 'A2'])
    t.strictSame((await items('data-svc-list="2" data-svc-sort="wordCount desc"')).texts('p'), ['A4', 'A1'])
    t.strictSame((await items('data-svc-list="2" data-svc-sort="-wordCount"')).texts('p'), ['A4', 'A1'])
    t.strictSame((await items('data-svc-list="2" data-svc-sort="sort_by=wordCount&amp;sort_order=desc"')).texts('p'), [
      'A4',
      'A1',
    ])
    const news = await items('data-svc-list="9" data-svc-filter="_filter[keywords][eq]=news&_filter[wordCount][gt]=4"')
    t.strictSame(news.texts('p'), ['A4'])
    t.strictSame(news.texts('div'), [])
    t.strictSame((await items('data-svc-list data-svc-filter="_filter[author.givenName][eq]=Ada"')).texts('p'), [
      'A2',
      'A1',
    ])
    const namesakes = Array.from({ length: 1001 }, () => ({
      op: 'create',
      data: { givenName: 'Ada', familyName: 'Byron' },
    }))
    for (let at = 0; at < namesakes.length; at += 1000) {
      const made = await app.request('POST', '/api/person/_bulk', { operations: namesakes.slice(at, at + 1000) })
      t.equal(made.statusCode, 200)
    }
    const many = await items('data-svc-list="1" data-svc-filter="_filter[author.givenName][eq]=Ada"')
    t.strictSame([many.texts('p'), many.binding.problems], [['A2'], []], 'however many resources match')
    const none = await items('data-svc-list="9" data-svc-filter="_filter[keywords][eq]=nothing"')
    t.strictSame([none.texts('p'), none.texts('div')], [[], ['none']])
    for (const wrong of [
      'data-svc-filter="_filter[colour][eq]=red"',
      'data-svc-sort="colour"',
      'data-svc-filter="colour=red"',
      'data-svc-filter="limit=5"',
    ]) {
      const answer = await items(`data-svc-list="9" ${wrong}`)
      t.strictSame(answer.texts('p'), [], `${wrong} renders nothing`)
      t.ok([...answer.template.problems, ...answer.binding.problems].length > 0)
    }
    const paged = async (listPage: number) =>
      kit.render(
        '<nav><a data-svc-entity="Article" data-svc-list="1" data-svc-slot="text:headline">x</a></nav><p data-svc-entity="Article" data-svc-list="2" data-svc-slot="headline">x</p><a id="before" data-svc-slot="href:@previous">before</a><a id="after" data-svc-slot="href:@next">after</a><i data-svc-slot="@page"></i><b data-svc-slot="@pages"></b>',
        { ...page, listPage },
      )
    const second = await paged(2)
    t.strictSame([second.texts('p'), second.texts('i'), second.texts('b')], [['A3', 'A2'], ['2'], ['3']])
    t.strictSame(second.binding.list, {
      page: 2,
      hasPrevious: true,
      hasNext: true,
      isCut: false,
      pages: 3,
      total: 5,
      shown: 2,
    })
    t.strictSame(
      ['before', 'after'].map(id => attribute(second.all(id)[0], 'href')),
      ['?page=1', '?page=3'],
    )
    const last = await paged(3)
    t.strictSame([last.texts('p'), last.binding.list?.hasNext], [['A1'], false])
    t.ok(attribute(last.all('after')[0], 'hidden') !== undefined)
    t.equal((await paged(4)).binding.list?.shown, 0)
  },
  without,
)
