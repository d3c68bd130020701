import type { Locator, Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, tabTo } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

const code = (contentMediaType: string) => ({ type: 'string', maxLength: 2_000_000, contentMediaType })
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    body: { ...code('text/html'), minLength: 20, description: 'What stands in the page.' },
    style: code('text/css'),
    story: code('text/markdown'),
    data: {},
  },
}

async function withSnippets({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Snippet', slug: 'snippet', schema })
}

const editor = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
/** Resolves when the field has become an editor. */
const isReady = (page: Page, name: string): Promise<void> =>
  page.locator('.cm-content').and(editor(page, name)).waitFor()

inBrowser('HTML, CSS, Markdown and JSON are edited in an editor that can be left by keyboard', async (t, open) => {
  const { page, app } = await open({ data: withSnippets, path: '/content/snippet/new' })
  for (const name of ['Body', 'Style', 'Story', 'Data']) await isReady(page, name)
  await focuses(t, page, /^input Name/)
  await page.keyboard.type('Card')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'textbox Body')
  await page.keyboard.type('<p>c/?')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('x')
  await focuses(t, page, 'textbox Body', 'Tab indents, and letters are not shortcuts')
  await shows(t, () => page.getByRole('dialog').count(), 0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'textbox Style', 'Tab moves on after Escape')
  await page.getByText('Body must have at least 20 characters').waitFor()
  await page.keyboard.type('.a { color: red }')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await focuses(t, page, 'textbox Body', 'and back again')
  await editor(page, 'Story').fill('# Title\n\nWith *words*.')
  await editor(page, 'Data').fill('{"a": [1, tru]}')
  await page.getByRole('button', { name: 'Create Snippet' }).click()
  const summary = page.getByRole('region', { name: /fields are invalid/ })
  await summary.getByRole('link', { name: 'Data: Line 1, column 11: a value was expected' }).waitFor()
  await keepShots(page, 'form-code')
  await noViolations(t, page, 'code editors')
  await summary.getByRole('link', { name: /Body/ }).click()
  await focuses(t, page, 'textbox Body')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' and some more</p>')
  await page.getByText('Data', { exact: true }).first().click()
  await focuses(t, page, 'textbox Data', 'the label focuses it')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('[1]')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  const { data } = (await app.request('GET', '/api/snippet')).json<{ data: Resource[] }>()
  t.match(data[0]?.data['@graph'][0], {
    body: /^<p>c\/\?\n\s+x and some more<\/p>$/,
    style: '.a { color: red }',
    story: '# Title\n\nWith *words*.',
    data: [1],
  })
})

const hostile = `<h1 style="color: red">Plans</h1><p onclick="alert(1)">See <a href="javascript:alert(1)">this</a>,
<a href="https://example.org/" target="_top">that</a> and <a href="urn:snippet:SELF">itself</a>, <a href="/about">about us</a>, <a href="next">the next</a>.</p>
<script>alert(1)</script><iframe src="https://example.org/"></iframe><form><input name="a"></form>
<img src="data:image/png;base64,AA" alt="A picture"><style>body { display: none }</style>`

inBrowser('Markdown and HTML are shown rendered and sanitised when a record is read', async (t, open) => {
  const { page, app, go } = await open({ data: withSnippets, path: '/' })
  const story = '# Harbour\n\nWith *words* and [a page](https://example.org/a).\n\n- one\n- two\n\n<b>no HTML</b>'
  const made = await app.request('POST', '/api/snippet', { name: 'Plan', story, body: hostile })
  const { id } = made.json<Resource>()
  await app.request('PATCH', `/api/snippet/${id}`, { body: hostile.replace('urn:snippet:SELF', id) })
  await go(`/content/snippet/${id.split(':').at(-1) ?? ''}`)
  await page.getByRole('heading', { name: 'Harbour' }).waitFor()
  const main = page.getByRole('main')
  await shows(t, () => main.locator('em').innerText(), 'words')
  await shows(
    t,
    () =>
      main
        .getByRole('listitem')
        .filter({ hasText: /^(?:one|two)$/ })
        .count(),
    2,
  )
  await main.getByText('<b>no HTML</b>').waitFor()
  await shows(t, () => page.getByRole('link', { name: 'a page' }).getAttribute('rel'), 'noopener noreferrer')

  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  const rich = main.locator('.rich')
  await shows(t, () => rich.locator('script, style, iframe, form, input, [style], [onclick]').count(), 0)
  await shows(t, () => rich.getByAltText('A picture').getAttribute('src'), 'data:image/png;base64,AA')
  await shows(t, () => rich.getByText('this', { exact: true }).getAttribute('href'), null)
  await shows(t, () => rich.getByRole('link', { name: 'itself' }).getAttribute('href'), /^\/content\/snippet\//)
  await shows(t, () => rich.getByRole('link', { name: 'about us' }).getAttribute('href'), '/site/about')
  await shows(t, () => rich.getByText('the next', { exact: true }).getAttribute('href'), null)
  await keepShots(page, 'record-rich')
  await noViolations(t, page, 'rendered texts')
})

inBrowser('a very long text is a plain field', async (t, open) => {
  const { page, app, go } = await open({ data: withSnippets, path: '/content/snippet/new', theme: 'dark' })
  const made = await app.request('POST', '/api/snippet', { name: 'Long', body: 'x '.repeat(500_001), style: 'a {}' })
  await go(`/content/snippet/${made.json<Resource>().id.split(':').at(-1) ?? ''}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await isReady(page, 'Style')
  await page.locator('textarea').and(editor(page, 'Body')).waitFor()
  t.ok(await tabTo(page, /^textbox Style/))
})
