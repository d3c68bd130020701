import type { FrameLocator, Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

async function withSite({ request }: TestApp): Promise<void> {
  const { statusCode, body } = await request('POST', '/api/resource-types/presets/website?samples=true')
  if (statusCode !== 200) throw new Error(body)
}

/** Id of the resource of a type with this slug. */
async function idOf({ request }: TestApp, type: string, slug: string): Promise<string> {
  const { data } = (await request('GET', `/api/${type}?filter_field=slug&filter_value=${slug}`)).json()
  return data[0].id
}

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe:not(.loading)')
/** Elements of the article that show the field in focus. */
const marked = (frame: FrameLocator) => frame.locator('article.post [data-preview-focus]')

inBrowser('a post is shown on its page while typing, and fields and elements are linked', async (t, open) => {
  const { app, page, visit } = await open({ data: withSite, path: null })
  const id = await idOf(app, 'blog-post', 'repair-evening')
  await page.goto(`/content/blog-post/${id}`)
  const toggle = page.getByRole('button', { name: 'Preview', exact: true })
  await toggle.filter({ hasText: 'Preview' }).waitFor()
  const link = page.getByRole('link', { name: 'Open on the site' })
  await shows(t, () => link.getAttribute('href'), '/site/post/repair-evening', 'a record leads to its page')
  await toggle.click()
  await frameOf(page).locator('article .by').click()
  await page.locator('[data-path="author"] :focus').waitFor()
  await showsPart(t, () => page.url(), 'edit=1', 'an element of the preview leads to its field')
  await toggle.click()
  await toggle.focus()
  await page.keyboard.press('Enter')
  await shows(t, () => toggle.getAttribute('aria-pressed'), 'true')
  const frame = frameOf(page)
  const heading = frame.getByRole('heading', { level: 1 })
  await heading.filter({ hasText: 'Repair evening on 21 January' }).waitFor()

  await page.getByLabel('Headline').focus()
  await marked(frame).filter({ hasText: 'Repair evening' }).waitFor()
  await shows(t, () => marked(frame).and(frame.locator('h1')).count(), 1, 'the element of the focused field is marked')
  const outline = `getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('h1')).outlineStyle`
  await shows(t, () => page.evaluate(outline), 'solid', 'visible for everyone')
  await page.keyboard.press('End')
  await page.keyboard.type(', and soup')
  await heading.filter({ hasText: '21 January, and soup' }).waitFor()
  await marked(frame).filter({ hasText: 'and soup' }).waitFor()
  const stored = await app.request('GET', `/api/blog-post/${id}`)
  t.notMatch(stored.body, 'and soup', 'nothing is stored')

  await frame.locator('article').getByRole('heading', { level: 2 }).first().click()
  await page.locator('[data-path="articleBody"] .cm-content:focus').waitFor()
  await marked(frame).and(frame.locator('.prose')).waitFor()
  await frame.locator('article .by').click()
  await page.locator('[data-path="author"] :focus').waitFor()
  await frame.locator('article').getByRole('link').first().click()
  await page.locator('[data-path="articleBody"] .cm-content:focus').waitFor()
  await frame.locator('.tags li').nth(1).click()
  await page.locator('[data-path="keywords.1"] :focus').waitFor()
  await marked(frame).filter({ hasText: 'event' }).first().waitFor()
  await heading.filter({ hasText: 'and soup' }).waitFor()
  await keepShots(page, 'preview')
  await noViolations(t, page, 'a form with its preview')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close preview' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  await shows(t, () => page.evaluate(`document.activeElement.textContent.trim()`), 'Preview')

  const phone = await visit({ size: 'phone', path: `/content/blog-post/${id}?edit=1` })
  await phone.page.getByRole('button', { name: 'Preview', exact: true }).click()
  await frameOf(phone.page).getByRole('heading', { level: 1 }).waitFor()
  await keepShots(phone.page, 'preview')
})

inBrowser('problems of the templates are listed, and shown for a preview that fails', async (t, open) => {
  const data = async (app: TestApp): Promise<void> => {
    await withSite(app)
    const odd = '<main>\n<p data-svc-entity="Unicorn"></p></main>'
    await app.request('POST', '/api/web-page-template', { name: 'Odd one', templateBody: odd })
  }
  const { app, page, visit } = await open({ data, path: '/website' })
  await page.getByRole('heading', { name: 'Public site', level: 1 }).waitFor()
  const row = page.getByRole('row', { name: /Odd one .*Unknown type.*Unicorn.*line 2/ })
  await row.waitFor()
  await page.getByRole('link', { name: '/site/post/repair-evening' }).waitFor()
  await keepShots(page, 'site')
  await noViolations(t, page, 'the site')
  await row.getByRole('link', { name: 'Odd one' }).click()
  await page.waitForURL(/\/content\/web-page-template\/.*edit=1&field=templateBody&line=2/)
  const code = page.locator('[data-path="templateBody"]')
  await code.locator('.cm-content:focus').waitFor()
  await code.locator('.cm-line.cm-marked').filter({ hasText: 'Unicorn' }).waitFor()
  await shows(t, () => code.locator('.cm-line.cm-marked').count(), 1, 'one line is marked')
  await code.getByRole('button', { name: /Line 2.*Unknown type.*Unicorn/ }).waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('<p onclick="go()">x</p>')
  const typed = code.getByRole('button', { name: /Line 3.*Removed attribute/ })
  await typed.waitFor()
  await page.getByLabel('Name').first().focus()
  await typed.focus()
  await page.keyboard.press('Enter')
  await code.locator('.cm-content:focus').waitFor()
  await shows(t, () => code.locator('.cm-line.cm-marked').count(), 2, 'problems are shown at their lines while typing')
  await keepShots(page, 'template-problems')
  await noViolations(t, page, 'problems in the editor')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page
    .locator('.site-preview')
    .getByRole('button', { name: /Unknown type/ })
    .waitFor()
  await page
    .locator('.site-preview')
    .getByRole('button', { name: /Unknown type/ })
    .click()
  await code.locator('.cm-content:focus').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('<main data-svc-slot="nothing"></main>')
  await page.getByText('The page is empty').waitFor()
  await page.getByRole('button', { name: 'Close preview' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  const id = await idOf(app, 'web-page', 'about')
  await page.goto(`/content/web-page/${id}?edit=1`)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = frameOf(page)
  await frame.getByRole('heading', { level: 1, name: 'Who lends you the drill' }).waitFor()
  await frame.getByRole('heading', { level: 1 }).click()
  await page.locator('[data-path="headline"] :focus').waitFor()
  const { template } = (await app.request('GET', `/api/web-page/${id}`)).json().data['@graph'][0]
  await app.request('DELETE', `/api/web-page-template/${template}?force=true`)
  await page.getByLabel('Headline', { exact: true }).fill('Nobody')
  await page.getByText('cannot be shown: the page names a template that is not there').waitFor()
  await frame.getByRole('heading', { level: 1, name: 'Who lends you the drill' }).waitFor()

  await page.goto(`/content/web-page/${await idOf(app, 'web-page', 'index')}?edit=1`)
  await frame.getByText('Take home').click()
  await page.locator('[data-path^="steps"] :focus').first().waitFor()

  const german = await visit({ locale: 'de-DE', path: '/website' })
  await german.page.getByText('Unbekannter Typ').waitFor()
  await keepShots(german.page, 'site-german')
  const phone = await visit({ size: 'phone', path: '/website' })
  await phone.page.getByText('Unknown type').waitFor()
  await keepShots(phone.page, 'site')
  await noViolations(t, phone.page, 'the site on a phone')
})

inBrowser('pages are nested, as in the preset, in the language of the user', async (t, open) => {
  const { page } = await open({ data: withSite, path: '/content/web-page', locale: 'de-DE' })
  await page.getByRole('link', { name: 'Baum', exact: true }).press('Enter')
  const guides = page.locator('tr[data-row]', { hasText: 'guides' })
  await guides.and(page.locator('[aria-expanded="false"]')).focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('tr[aria-level="2"]', { hasText: 'guide' }).waitFor()
  await shows(t, () => guides.getAttribute('aria-expanded'), 'true')
  await keepShots(page, 'pages below pages')
})
