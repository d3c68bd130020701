import type { Locator, Page } from 'playwright-core'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { shows } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'

interface Article {
  id: string
  data: { '@graph': [{ title: string; text: string }] }
}

const article = {
  name: 'Article',
  slug: 'article',
  schema: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      text: { type: 'string', contentMediaType: 'text/markdown', maxLength: 2_000_000 },
    },
    'x-display-label': 'title',
  },
}
const harbour = '![The harbour](/favicon.svg)'

/** Texts of which every byte but the typed word must stay: marks and line ends as others write them. */
const written: readonly string[] = [
  'Title\n=====\n\nWord\n',
  'Title\r\n=====\r\n\r\n* one\r\n* two\r\n\r\nWord and more\r\n',
  '+ a\n+ b\n    1) c\n    2) d\n\nWord__bold__ _it_ ***both***  \nbroken\\\nlines\n',
  'old mac\rWord\rlines\r',
  'mixed\r\nline\nends Word\r\nand\rmore\n\n',
  '\tcode\n\n~~~js\nconst a = 1\n~~~\n\n> quote Word\nlazy\n\n---\n***\n',
  '|a|b|\r\n|:-|-:|\r\n|1|2 \\| 3|\r\n\r\n[x]: http://a.example "T"\r\nWord [x] &amp; <b>html</b> \\* ![p](q.png)\r\n\r\n',
  '- [ ] a\n- [x] b\n\n\n\n   Word   \n\n~~gone~~ `co``de` <http://a.example>\u2028\u00a0end',
]

async function withArticles({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', article)
  await request('POST', '/api/article', { title: 'Tide tables' })
  for (const [at, text] of written.entries()) await request('POST', '/api/article', { title: `Written ${at}`, text })
}

const field = (page: Page, name = 'Text'): Locator =>
  page.locator('.cm-content').and(page.getByRole('textbox', { name, exact: true }))
const textOf = async (app: TestApp, title: string): Promise<string | undefined> =>
  (await app.request('GET', '/api/article?limit=50'))
    .json<{ data: Article[] }>()
    .data.map(({ data }) => data['@graph'][0])
    .find(one => one.title === title)?.text
/** Put something into the clipboard, as the other program does, and paste it. */
const paste = (page: Page, html: string, plain: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(plain)})
    if (${JSON.stringify(html)} !== '') data.setData('text/html', ${JSON.stringify(html)})
    const editor = document.querySelector('[data-path=text] .text').shadowRoot.querySelector('.cm-content')
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)

inBrowser('an article is written without knowing Markdown', async (t, open) => {
  const { page, app, go, visit } = await open({ data: withArticles, path: '/content/article/new' })
  const editor = field(page)
  const tool = (name: string): Locator => page.getByRole('toolbar').getByRole('button', { name, exact: true })
  await editor.waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('By mouse')
  await editor.click()
  await tool('Heading').click()
  await page.keyboard.type('Sharpening')
  await shows(t, () => tool('Heading').getAttribute('aria-pressed'), 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Some oil, and a stone.')
  await page.keyboard.press('Enter')
  await tool('List').click()
  await page.keyboard.type('stone')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('fine')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('oil')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('More on our page')
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await tool('Link').click()
  await page.getByRole('group', { name: 'Link' }).getByRole('textbox', { name: 'Address' }).fill('example.org/a_(b)')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tool('Quote').click()
  await page.keyboard.type('Wise words')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('After')
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await shows(
    t,
    () => editor.innerText(),
    /^Sharpening\n+Some oil, and a stone\.\n+•\s*stone\n•\s*fine\n•\s*oil\n+More on our page\n+Wise words\n+After$/,
  )
  await page.getByText('16 words').waitFor()
  await tool('Show Markdown').click()
  await shows(t, () => tool('Show Markdown').getAttribute('aria-pressed'), 'true')
  await shows(
    t,
    () => editor.innerText(),
    /^## Sharpening\n[^]*\[page\]\(<https:\/\/example\.org\/a_\(b\)>\)\n+> Wise words/,
  )
  await tool('Show Markdown').click()
  await tool('Full screen').click()
  await focuses(t, page, 'textbox Text')
  const whole = await page.locator('.frame.full').boundingBox()
  t.same(whole, { x: 0, y: 0, ...page.viewportSize() }, 'the text has the whole window')
  await tool('Full screen').click()
  await shows(t, () => page.locator('.frame.full').count(), 0)
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await noViolations(t, page, 'the writing field')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('heading', { name: 'Sharpening' }).waitFor()
  t.equal(
    await textOf(app, 'By mouse'),
    '## Sharpening\n\nSome oil, and a stone.\n\n- stone\n  - fine\n- oil\n\nMore on our [page](<https://example.org/a_(b)>)\n\n> Wise words\n\nAfter',
  )

  await go('/content/article/new')
  await field(page).click()
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('bold')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(' text')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Shift+7')
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/tab')
  await page.getByRole('option', { name: /^Table/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  for (const cell of ['Boat', 'Nina', 'Pinta']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Enter')
  await page.keyboard.type('See ')
  await tool('Link to a record').click()
  await page.getByRole('option', { name: /^Written 7/ }).waitFor() // what was changed last
  await page.keyboard.type('tide')
  await page.getByRole('option', { name: /^Written 7/ }).waitFor({ state: 'detached' })
  await page.getByRole('option', { name: /^Tide tables/ }).click()
  await page.keyboard.type(' or here')
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await paste(page, '', 'https://example.org/')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type(harbour)
  await page.getByRole('textbox', { name: 'Title' }).fill('By keys')
  await page.locator('.w-table th', { hasText: 'Boat' }).waitFor()
  await page.locator('.w-picture img').waitFor()
  await field(page).focus()
  await page.keyboard.press('Tab')
  t.not(await page.evaluate(`document.activeElement.className`), 'text', 'Tab leaves the field outside of lists')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  t.match(
    await textOf(app, 'By keys'),
    /^\*\*bold\*\* text\n\n1\. first\n\n\| Boat \| Column 2 \|\n\| --- \| --- \|\n\| Nina \|  \|\n\| Pinta \|  \|\n\nSee \[Tide tables\]\(urn:article:[^)]+\) or \[here\]\(https:\/\/example\.org\/\)\n\n!\[/,
  )

  await go('/content/article/new')
  await field(page).click()
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('bold ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('plain, ')
  await page.keyboard.press('ControlOrMeta+i')
  await page.keyboard.type('slant')
  await shows(t, () => tool('Italic').getAttribute('aria-pressed'), 'true')
  await page.keyboard.press('ControlOrMeta+i')
  await shows(t, () => tool('Italic').getAttribute('aria-pressed'), 'false')
  await page.keyboard.press('ControlOrMeta+i')
  await page.keyboard.type('ed')
  await page.keyboard.press('ControlOrMeta+i')
  await page.keyboard.type(' and ')
  await tool('Bold').click()
  await page.keyboard.type('strong')
  await tool('Bold').click()
  await page.keyboard.type('. Write us')
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await page.keyboard.press('ControlOrMeta+k')
  await focuses(t, page, 'input Address')
  await page.keyboard.type('press@example.org')
  await page.keyboard.press('Enter')
  await focuses(t, page, 'textbox Text')
  await page.keyboard.press('ControlOrMeta+End')
  for (const line of ['', '```', 'knots']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('```')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('End')
  await page.getByRole('textbox', { name: 'Title' }).fill('On and off')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  t.equal(
    await textOf(app, 'On and off'),
    '**bold** plain, *slanted* and **strong**. Write [us](mailto:press@example.org)\n\n```\nknots\n```\n\nEnd',
  )

  const german = await visit({ locale: 'de-DE', path: '/content/article/new', size: 'phone' })
  await field(german.page).waitFor()
  await german.page
    .getByRole('toolbar', { name: 'Formatierung von Text' })
    .getByRole('button', { name: 'Überschrift', exact: true })
    .click()
  await german.page.keyboard.type('Hafen')
  await german.page.keyboard.press('Enter')
  await german.page.keyboard.type('/zit')
  await german.page.getByRole('option', { name: /^Zitat/ }).click()
  await german.page.keyboard.type('Ahoi')
  await german.page.getByText('2 Wörter').waitFor()
  await german.page.keyboard.press('Enter')
  await german.page.keyboard.press('Enter')
  await german.page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click()
  await german.page.keyboard.type('www.example.org') // as its text, which has the focus: it is the address, too
  await german.page.keyboard.press('Enter')
  await german.page.locator('.cm-content a, .cm-content .w-link').getByText('www.example.org').waitFor()
  await noViolations(t, german.page, 'the writing field on a phone')
  await german.page.setViewportSize({ width: 320, height: 640 })
  t.ok(await german.page.evaluate(`document.documentElement.scrollWidth <= 320`), 'nothing is wider than the screen')
})

inBrowser('what is pasted becomes Markdown, and what nobody touched stays as it is', async (t, open) => {
  const { page, app, go } = await open({ data: withArticles, path: '/content/article/new' })
  await field(page).click()
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment-->
<h1><b>Plan<o:p></o:p></b></h1><p class=MsoNormal>With <b style='mso-bidi-font-weight:normal'>bold</b> and <i>slant</i>.<span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[JD1]</a><![endif]></span></span><o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times"'>&nbsp; </span></span><![endif]>one</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o&nbsp;</span>inner</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp;</span>two</p>
<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'>
<div id="_com_1" class=msocomtxt><p class=MsoCommentText>Really?<o:p></o:p></p></div></div></div><!--EndFragment--></body></html>`
  const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">Docs</span></h2><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400"> and </span><span style="font-style:italic">slant</span></p><ul><li dir="ltr"><p dir="ltr"><span>a</span></p></li><ul><li><p>b</p></li></ul></ul><table><tbody><tr><td><p>x</p></td><td><p>y</p></td></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table></b>`
  const office = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 7.4"/><style type="text/css">h3 { margin-top: 0.1in }</style></head><body lang="en-GB" dir="ltr"><h3 class="western">Office</h3>
<p style="line-height: 100%; margin-bottom: 0in">A <b>bold</b> word and <a href="https://example.org/">a link</a></p>
<ol><li><p style="margin-bottom: 0in">first</p></li><li><p style="margin-bottom: 0in">second</p></li></ol></body></html>`
  await paste(page, word, 'Plan')
  await shows(t, () => field(page).innerText(), /Plan/)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await paste(page, docs, 'Docs')
  await shows(t, () => field(page).innerText(), /Docs/)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await paste(page, office, 'Office')
  await shows(t, () => field(page).innerText(), /Office/)
  await page.getByRole('textbox', { name: 'Title' }).fill('Pasted')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  t.equal(
    await textOf(app, 'Pasted'),
    '# Plan\n\nWith **bold** and *slant*.\n\n- one\n  - inner\n- two\n\n## Docs\n\n**Bold** and *slant*\n\n- a\n  - b\n\n| x   | y   |\n| --- | --- |\n| 1   | 2   |\n\n### Office\n\nA **bold** word and [a link](https://example.org/)\n\n1. first\n2. second',
  )

  await go('/content/article/new')
  await field(page).click()
  const web = `<h2>Two<br>lines</h2><p><strong>Note:</strong>text, これは<b>「重要」</b>です, un<i>believ</i>able, <b>a</b><b>b</b> and <b>all.</b></p>
<p>Now!<a href="https://example.org/">Go</a> &amp;copy; &lt;https://example.org/&gt; ~~no~~</p><table><caption>Sizes</caption><tr><th>a</th></tr><tr><td>b<br>c</td></tr></table>
<p><i>Roses are red,<br></i>Violets are blue,<br>\n<b><br>Sugar</b><br></p><p>a<br><br>b</p><br><ul><li><p>one</p><ul><li>inner</li></ul><p>more</p></li><li><p>two</p><p>lines</p></li></ul><pre class="wp-block-verse">So <i>much</i><br>depends\n  upon</pre><h3>In C #</h3>`
  await paste(page, web, 'Two')
  await page.getByRole('textbox', { name: 'Title' }).fill('Of the web')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  t.equal(
    await textOf(app, 'Of the web'),
    String.raw`## Two lines

**Note**:text, これは「**重要**」です, un*believ*able, **ab** and **all.**

Now\![Go](https://example.org/) \&copy; \<https://example.org/> \~~no\~~

Sizes

| a   |
| --- |
| b c |

*Roses are red,*\
Violets are blue,

**Sugar**

a

b

- one

  - inner

  more
- two\
  lines

${'```'}
So much
depends
  upon
${'```'}

### In C \#`,
  )

  await go('/content/article/new')
  await field(page).click()
  const item = (sign: string, list: string, text: string): string =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${list} level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times"'>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`
  const lists = `<html><body>${item('1.', 'l0', 'one')}${item('2.', 'l0', 'two')}<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item('1.', 'l1', 'first')}${item('·', 'l2', 'a')}${item('·', 'l3', 'b')}<p class=MsoNormal>Then</p>${item('5.', 'l4', 'five')}
<div><ol start="6"><li><p>six</p></li></ol></div><p role=heading aria-level=3>Cells&nbsp;</p>
<table><colgroup><col></colgroup><tr><td rowspan=2>A</td><td colspan=2>B</td></tr><tr><td>1</td><td><ul><li>x</li><li>y</li></ul></td></tr></table>
<table><tr><td><h3>Mail</h3><p>10<sup>5</sup> m<sup>2</sup> of H<sub>2</sub>O, the 1<sup>st</sup></p></td></tr></table>
<ul><li role=checkbox aria-checked=true><img src="data:image/png;base64,AAAA"><p>done</p></li></ul>
<p>Seen <img src="file:///C:/Temp/clip_image002.png"> and <img src="cid:ii_1"><img width=1 src="cid:open"></p></body></html>`
  await paste(page, lists, 'Lists')
  await page.getByText('2 pictures were not pasted, because they are only in the other program.').first().waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('Of lists')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  t.equal(
    await textOf(app, 'Of lists'),
    `1. one
2. two

1) first

- a

* b

Then

5. five

6. six

### Cells

| A   | B   |     |
| --- | --- | --- |
|     | 1   | • x • y |

### Mail

10⁵ m² of H₂O, the 1st

- [x] done

Seen and`,
  )

  await go('/content/article/new')
  await field(page).click()
  const pasteAfter = async (typed: string, html: string, plain: string, seen: RegExp): Promise<void> => {
    await page.keyboard.type(typed)
    await paste(page, html, plain)
    await shows(t, () => field(page).innerText(), seen)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  }
  await pasteAfter('- one\n', '<ul><li>two<ul><li>inner</li></ul></li><li>three</li></ul>', 'two', /three/)
  await pasteAfter('1. first', '<ol><li>second</li></ol>', 'second', /second/)
  await pasteAfter('> So', '<p>it</p><p>goes</p>', 'it', /goes/)
  await page.keyboard.type('/tab')
  await page.getByRole('option', { name: /^Table/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await paste(page, '', 'a|b\nc')
  await shows(t, () => field(page).innerText(), /a\\\|b c/)
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await paste(page, '<p><b>x</b></p><p>y</p>', 'x')
  await shows(t, () => field(page).innerText(), /\*\*x\*\* y/)
  await page.getByRole('textbox', { name: 'Title' }).fill('In blocks')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  t.equal(
    await textOf(app, 'In blocks'),
    String.raw`- one
- two
  - inner
- three

1. first
2. second

> So
>
> it
>
> goes

| a\|b c |**x** y |
| --- | --- |
|  |  |`,
  )

  const { data } = (await app.request('GET', '/api/article?limit=50')).json<{ data: Article[] }>()
  for (const [at, text] of written.entries()) {
    const { id } = data.find(one => one.data['@graph'][0].title === `Written ${at}`) ?? { id: '' }
    await go(`/content/article/${id.split(':').at(-1)}?edit=1`)
    const editor = field(page)
    await editor.click()
    await page.keyboard.press('ControlOrMeta+f')
    await page.getByRole('textbox', { name: 'Find' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Word')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await focuses(t, page, 'textbox Text')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('smith')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('button', { name: /^Edit/ }).waitFor()
    t.equal(await textOf(app, `Written ${at}`), text.replace('Word', 'Wordsmith'), `text ${at}`)
  }
})

inBrowser('the button that saves keeps its place, and the name of the record is readable', async (t, open) => {
  const { page, app, go } = await open({ data: withArticles, path: null })
  const { data } = (await app.request('GET', '/api/article?limit=1')).json<{ data: Article[] }>()
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await go(`/content/article/${data[0]?.id.split(':').at(-1)}?edit=1`)
    const save = page.locator('.bar').getByRole('button', { name: 'Save' })
    await field(page).waitFor()
    const before = await save.boundingBox()
    await page.getByRole('textbox', { name: 'Title' }).press('End')
    await page.keyboard.type('!')
    await page.getByText('1 change').waitFor()
    t.strictSame(await save.boundingBox(), before, `at ${width} px`)
    const name = await page.getByRole('heading', { level: 1 }).boundingBox()
    t.ok((name?.width ?? 0) >= 60, `the name is ${name?.width} px wide at ${width} px`)
    await page.locator('.bar').getByRole('button', { name: 'Discard' }).click()
  }
})

const job = {
  name: 'Job',
  slug: 'job',
  schema: {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, state: { type: 'string', enum: ['open', 'doing'] } },
  },
}

inBrowser('an article is eight actions, ten tasks twenty-one, twenty titles forty-two', async (t, open) => {
  const data = async (app: TestApp): Promise<void> => {
    await withArticles(app)
    await app.request('POST', '/api/resource-types', job)
  }
  const { page, app, go } = await open({ data, path: '/content/article' })
  const column = page.locator('[data-board-column="open"]')
  let actions = 0
  const act = async (one: Promise<unknown>): Promise<void> => {
    actions++
    await one
  }
  const tool = (name: string): Locator => page.getByRole('toolbar').getByRole('button', { name, exact: true })
  await page.getByRole('row', { name: 'Tide tables' }).waitFor()
  await act(page.keyboard.press('c'))
  await field(page).waitFor()
  await act(page.keyboard.type('How to sharpen a chisel'))
  await act(field(page).click())
  await act(tool('Heading').click())
  await act(page.keyboard.type('What you need\nSome oil, and this:\n'))
  await act(tool('List').click())
  await act(page.keyboard.type('a stone\na cloth\n\nMore on our page'))
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft') // selecting a word is not counted, nor is publishing
  await act(paste(page, '', 'https://example.org/'))
  t.equal(actions, 8)
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('heading', { name: 'What you need' }).waitFor()
  t.equal(
    await textOf(app, 'How to sharpen a chisel'),
    '## What you need\n\nSome oil, and this:\n\n- a stone\n- a cloth\n\nMore on our [page](https://example.org/)',
  )
  await go('/content/job?layout=board&by=state')
  actions = 0
  await column.waitFor()
  await act(page.getByRole('button', { name: 'Add to Open' }).click())
  await focuses(t, page, /Name of the new job/)
  for (let at = 1; at <= 10; at++) {
    await act(page.keyboard.type(`Task ${at}`))
    await act(page.keyboard.press('Enter'))
  }
  for (let at = 1; at <= 10; at++) await column.getByText(`Task ${at}`, { exact: true }).waitFor()
  t.equal(actions, 21)
  await page.keyboard.press('Escape')
  await focuses(t, page, /./)

  for (let at = 11; at <= 20; at++) await app.request('POST', '/api/job', { title: `Task ${at}` })
  await go('/content/job?layout=table&sort=title')
  const first = page.locator('td[data-column="title"]').first()
  await first.waitFor()
  actions = 0
  const box = await first.boundingBox()
  await act(first.click({ position: { x: (box?.width ?? 40) - 8, y: 8 } }))
  await shows(
    t,
    () => page.evaluate(`getComputedStyle(document.querySelector('td[data-column="title"]')).outlineStyle`),
    'solid',
    'the cell is marked',
  )
  await act(page.keyboard.press('Enter'))
  for (let at = 1; at <= 20; at++) {
    await page.getByRole('textbox', { name: 'New value for Title' }).and(page.locator(':focus')).waitFor()
    await act(page.keyboard.type(`Film ${at}`))
    await act(page.keyboard.press('Enter'))
  }
  t.equal(actions, 42)
  const titles = async (): Promise<number> =>
    (await app.request('GET', '/api/job?limit=50'))
      .json<{ data: Article[] }>()
      .data.filter(({ data }) => data['@graph'][0].title.startsWith('Film ')).length
  await shows(t, titles, 20)

  await page.keyboard.press('Escape')
  await go('/content/job?layout=table')
  await first.waitFor()
  await page.keyboard.type('cWorkshop news', { delay: 60 })
  await shows(t, () => page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Workshop news')
})
