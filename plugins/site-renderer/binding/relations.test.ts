import { onAnyStore, onEachStore } from '../../../testing/internal/each-store.ts'
import type { PageData } from '../contract.ts'
import { compileTemplate, renderTemplate } from '../template/index.ts'
import { bindTemplate, lintTemplate, overlayReader } from './index.ts'
import { SiteKit, attribute, makePage, makeSite } from './testing.ts'

const without = ['site-renderer']

onEachStore(
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

onEachStore(
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

onAnyStore(
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
    t.strictSame(
      [...before.binding.dependencies.resources],
      [
        [page.page.id, 1],
        [id, 1],
        [author, 1],
      ],
    )
    t.ok(before.binding.dependencies.collections.has('articles'))
    t.equal((await kit.render(html, page)).binding.fingerprint, before.binding.fingerprint)
    await kit.change('person', author, { givenName: 'Eva', familyName: 'B' })
    const after = await kit.render(html, page)
    t.not(after.binding.fingerprint, before.binding.fingerprint)
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
    t.equal(timed.binding.dependencies.validUntil, new Date().setUTCHours(24, 0, 0, 0))

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

onAnyStore(
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
