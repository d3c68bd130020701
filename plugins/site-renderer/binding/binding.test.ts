import { testWithStore, testAllStores } from '../../../testing/internal/each-store.ts'
import type { PageData } from '../contract.ts'
import { compileTemplate, renderTemplate } from '../template/index.ts'
import { bindTemplate, lintTemplate, overlayReader } from './index.ts'
import { SiteKit, attribute, makePage, makeSite } from './testing.ts'

const without = ['site-renderer']

testAllStores(
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

testAllStores(
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

testAllStores(
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
    for (const others of ['_filter[author.givenName][ne]=Ada', '_filter[author.givenName][exists]=false'])
      t.strictSame((await items(`data-svc-list data-svc-filter="${others}"`)).texts('p'), ['A5', 'A4', 'A3'], others)
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

testAllStores(
  'nested elements follow references in both directions, and embedded objects',
  async (t, app) => {
    const kit = new SiteKit(app)
    await makeSite(kit)
    const page = await makePage(kit)
    const [ada, max] = [
      await kit.create('person', { givenName: 'Ada', familyName: 'B' }),
      await kit.create('person', { givenName: 'Max', familyName: 'M' }),
    ]
    await kit.create('article', { headline: 'One', author: ada })
    await kit.create('article', { headline: 'Two', author: max })
    await kit.create('article', { headline: 'Three' })
    const authors = await kit.render(
      '<div data-svc-entity="Article" data-svc-list="5"><h2 data-svc-slot="headline">x</h2><i data-svc-entity="Person" data-svc-slot="givenName">x</i><b data-svc-entity="author" data-svc-slot="familyName">x</b></div><section data-svc-entity="Person" data-svc-list="5" data-svc-sort="givenName"><p data-svc-entity="Article" data-svc-list="5" data-svc-slot="headline">x</p></section>',
      page,
    )
    t.strictSame(
      [authors.texts('h2'), authors.texts('i'), authors.texts('b')],
      [
        ['Three', 'Two', 'One'],
        ['', 'Max', 'Ada'],
        ['', 'M', 'B'],
      ],
    )
    t.strictSame(authors.texts('p'), ['One', 'Two'])
    const header = await kit.create('menu', { name: 'Header', area: 'header' })
    const footer = await kit.create('menu', { name: 'Footer', area: 'footer' })
    const home = await kit.create('menu-item', { name: 'Home', url: '/', menu: header, position: 1 })
    await kit.create('menu-item', { name: 'Shop', url: '/shop', menu: header, position: 2 })
    await kit.create('menu-item', { name: 'Imprint', url: '/imprint', menu: footer, position: 1 })
    await kit.create('menu-item', { name: 'Below', url: '/below', parent: home })
    const menus = await kit.render(
      `<nav data-svc-entity="ItemList" data-svc-filter="_filter[area][eq]=header"><ul><li data-svc-entity="SiteNavigationElement" data-svc-list data-svc-sort="position">
      <a href="x" data-svc-slot="url"><span data-svc-slot="name">x</span></a><ul><li id="sub" data-svc-entity="SiteNavigationElement" data-svc-list><a data-svc-slot="href:url; text:name">x</a></li></ul></li></ul></nav>`,
      page,
      { render: { link: path => `/site${path}`, currentPath: '/shop' } },
    )
    t.strictSame(
      menus.all('a').map(a => attribute(a, 'href')),
      ['/site/', '/site/below', '/site/shop'],
    )
    t.strictSame(
      menus.all('a').map(a => attribute(a, 'aria-current')),
      [undefined, undefined, 'page'],
    )
    t.strictSame(menus.texts('sub'), ['Below'])
    t.strictSame(menus.errors, [])
    const crumbs: PageData = {
      page: { ...page.page, data: { steps: [{ name: 'Home', item: '/' }, { name: 'Here' }] } },
    }
    const trail = await kit.render(
      '<ol><li data-svc-entity="steps" data-svc-list="9"><a data-svc-slot="href:item; text:name">x</a><i data-svc-slot="@index">9</i></li></ol>',
      crumbs,
    )
    t.strictSame(
      [trail.texts('a'), trail.texts('i')],
      [
        ['Home', 'Here'],
        ['1', '2'],
      ],
    )
    const words = await kit.render('<b data-svc-entity="tags" data-svc-list data-svc-slot="@value">x</b>', {
      page: { ...page.page, data: { tags: ['a', 'b'] } },
    })
    t.strictSame(words.texts('b'), ['a', 'b'])

    const articles = (attribute: string): string =>
      `<div data-svc-entity="Article" data-svc-list="5"><h2 data-svc-slot="headline">x</h2><b ${attribute}="author" data-svc-slot="familyName">x</b></div>
      <ol><li ${attribute}="steps" data-svc-list="9"><a data-svc-slot="href:item; text:name">x</a></li></ol><p data-svc-empty="steps">none</p>
      <i ${attribute}="deep.inner"><u data-svc-slot="name">x</u></i>`
    const data = { steps: [{ name: 'Home', item: '/' }, { name: 'Here' }], deep: { inner: { name: 'Core' } } }
    const bound: PageData = { page: { ...page.page, data } }
    const [byEntity, byPath] = [
      await kit.render(articles('data-svc-entity'), bound),
      await kit.render(articles('data-svc-path'), bound),
    ]
    t.strictSame(byPath.texts('b'), ['', 'M', 'B'])
    t.strictSame([byPath.texts('a'), byPath.texts('u')], [['Home', 'Here'], ['Core']])
    t.equal(byPath.html, byEntity.html, 'both attributes give the same page')
    const sameName: PageData = { page: { ...page.page, data: { Article: { headline: 'A property' } } } }
    const heading = await kit.render('<h2 data-svc-path="Article" data-svc-slot="headline">x</h2>', sameName)
    t.strictSame(heading.texts('h2'), ['A property'], 'a path never names a type')
    const compiled = compileTemplate(
      '<div data-svc-entity="Article">\n<b data-svc-path="Person"></b><b data-svc-path="@id"></b><b data-svc-path="author" data-svc-sort="name"></b><b data-svc-entity="Person" data-svc-path="author"></b></div>',
      { allowScripts: false },
    )
    t.match(lintTemplate(compiled, await kit.reader.types()), [
      { kind: 'invalid-binding', message: 'data-svc-path names no property' },
      { kind: 'invalid-binding', message: 'data-svc-sort needs data-svc-entity beside it' },
      { kind: 'invalid-binding', message: 'data-svc-path has no effect beside data-svc-entity' },
      { kind: 'unknown-slot', message: '"Person" is no property of what is around it', line: 2 },
    ])
  },
  without,
)

testAllStores(
  'subtypes are used if the type has no resources, and a fixed number of queries serves any number of items',
  async (t, app) => {
    const kit = new SiteKit(app)
    await makeSite(kit)
    const page = await makePage(kit)
    await kit.create('news', { headline: 'News' })
    const names = async (type: string) =>
      (await kit.render(`<p data-svc-entity="${type}" data-svc-list="9" data-svc-slot="headline">x</p>`, page)).texts(
        'p',
      )
    t.strictSame(await names('Article'), ['News'])
    t.strictSame(await names('http://schema.org/Article'), ['News'])
    await kit.create('article', { headline: 'Article' })
    t.strictSame(await names('Article'), ['Article'])
    t.strictSame(await names('NewsArticle'), ['News'])
    const works = await names('CreativeWork')
    t.ok(works.includes('News') && works.includes('Article'))
    const people = await Promise.all(
      [1, 2, 3, 4, 5].map(i => kit.create('person', { givenName: `P${i}`, familyName: 'X' })),
    )
    for (const [i, author] of people.entries()) await kit.create('article', { headline: `By ${i}`, author })
    let queries = 0
    const counting = {
      ...kit.reader,
      types: () => kit.reader.types(),
      find: (...given: Parameters<typeof kit.reader.find>) => ((queries += 1), kit.reader.find(...given)),
      getMany: (ids: readonly string[]) => ((queries += 1), kit.reader.getMany(ids)),
    }
    const template = compileTemplate(
      '<p data-svc-entity="Article" data-svc-list="9"><i data-svc-slot="author.name">x</i><b data-svc-slot="author.givenName"></b></p>',
      { allowScripts: false },
    )
    await bindTemplate(template, page, counting)
    t.equal(queries, 2)
  },
  without,
)

testWithStore(
  'a binding records what it read, drafts replace stored resources, and a linter names missing parts',
  async (t, app) => {
    const kit = new SiteKit(app)
    await makeSite(kit)
    const page = await makePage(kit)
    const author = await kit.create('person', { givenName: 'Ada', familyName: 'B' })
    const id = await kit.create('article', { headline: 'One', author })
    const html =
      '<p data-svc-entity="Article" data-svc-list="3"><b data-svc-slot="headline"></b><i data-svc-slot="author.name"></i></p>'
    const before = await kit.render(html, page)
    t.strictSame([...before.binding.resources.keys()], [page.page.id, id, author])
    t.strictSame([...before.binding.dependencies.collections].sort(), ['articles', 'people', 'web_pages'])
    await kit.change('person', author, { givenName: 'Eva', familyName: 'B' })
    const after = await kit.render(html, page)
    t.strictSame(after.texts('i'), ['Eva B'])
    const draft = { ...(await kit.resource('article', id)), data: { headline: 'Draft' } }
    const template = compileTemplate(html, { allowScripts: false, annotate: true })
    const preview = renderTemplate(template, await bindTemplate(template, page, overlayReader(kit.reader, [draft])))
    t.match(preview, /Draft/)
    t.match(preview, new RegExp(`data-svc-resource="${id}"`))
    t.match(preview, /<b data-svc-slot="headline">/)
    const timed = await kit.render(
      '<p data-svc-entity="Article" data-svc-filter="_filter[datePublished][lte]=today"></p>',
      page,
    )
    t.ok(Math.abs(timed.binding.dependencies.validUntil - Date.now() - 1000) < 60_000)

    const wrong = compileTemplate(
      '<p data-svc-slot="name"></p>\n<p data-svc-slot="extra; title:free"></p>\n<div data-svc-entity="Article" data-svc-list="3" data-svc-sort="colour">\n  <b data-svc-slot="author.givenName"></b><b data-svc-slot="author.age"></b>\n<i data-svc-entity="image"><u data-svc-slot="width"></u></i></div>\n<p data-svc-entity="Unicorn" data-svc-colour="x"></p>',
      { allowScripts: false },
    )
    const problems = lintTemplate(wrong, await kit.reader.types(), ['free'])
    t.strictSame(
      problems.map(({ kind, line, column }) => `${kind} ${line}:${column}`),
      [
        'unknown-attribute 6:30',
        'invalid-query 3:1',
        'unknown-type 6:1',
        'unknown-slot 2:1',
        'unknown-slot 4:43',
        'unknown-slot 5:28',
      ],
    )
  },
  without,
)

testWithStore(
  'Markdown becomes HTML in block elements and plain text elsewhere, and flags show or hide elements',
  async (t, app) => {
    const kit = new SiteKit(app)
    await makeSite(kit)
    const page = await makePage(kit)
    await kit.create('article', { headline: 'H', articleBody: 'Some *words* and [home](/home)', isFeatured: true })
    const html = `<article data-svc-entity="Article"><div data-svc-slot="articleBody">x</div><p data-svc-slot="articleBody; title:articleBody">x</p>
      <b data-svc-slot="isFeatured">Featured</b><i data-svc-slot="show:image; text:headline">x</i><h1 data-svc-entity="WebPage" data-svc-slot="name">x</h1></article>`
    const link = (path: string): string => `/site${path}`
    const shown = await kit.render(html, page, { render: { link } })
    t.match(shown.html, '<div><p>Some <em>words</em> and <a href="/site/home">home</a></p>\n</div>')
    t.strictSame(
      [shown.texts('p')[1], attribute(shown.all('title')[0], 'title')],
      ['Some words and home', 'Some words and home'],
    )
    t.strictSame([shown.texts('b'), shown.texts('h1')], [['Featured'], ['The page']])
    t.ok(attribute(shown.all('i')[0], 'hidden') !== undefined)
    await kit.create('article', { headline: 'H', isFeatured: false, image: { url: '/x.png' } })
    const hidden = await kit.render(html, page)
    t.strictSame([hidden.texts('b'), attribute(hidden.all('b')[0], 'hidden')], [[''], ''])
    t.equal(attribute(hidden.all('i')[0], 'hidden'), undefined)
    t.strictSame([shown.errors, hidden.errors], [[], []])
  },
  without,
)
