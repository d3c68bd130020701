import { noViolations, violationsOf } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, tabTo } from './keyboard.ts'
import { sizes } from './open-admin.ts'
import { watchProblems } from './problems.ts'
import { inBothThemes, keepShot } from './shots.ts'
import { shows, showsPart } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { FrameLocator, Page } from 'playwright-core'
import type { Test } from 'tap'

const pages = [
  { path: '/site', heading: 'Borrow it instead' },
  { path: '/site/about', heading: 'Who lends you the drill' },
  { path: '/site/guides', heading: 'Guides' },
  { path: '/site/guide/drill-into-brick', heading: 'Drill into brick without making a mess' },
  { path: '/site/blog', heading: 'News from the counter' },
  { path: '/site/post/what-the-numbers-mean', heading: 'What the numbers on the tags mean' },
  { path: '/site/post/six-hundred-and-twelve', heading: 'Six hundred and twelve things, counted' },
  { path: '/site/questions', heading: 'Questions and answers' },
  { path: '/site/contact', heading: 'Come by' },
  { path: '/site/nowhere', heading: 'This hook is empty' },
]

async function withSite({ request }: TestApp): Promise<void> {
  const { statusCode, body } = await request('POST', '/api/resource-types/presets/website?samples=true')
  if (statusCode !== 200) throw new Error(body)
}

/** Set the theme with this name on the site. */
async function useTheme({ request }: TestApp, name: string): Promise<void> {
  const [theme] = (await request('GET', `/api/theme?filter_field=name&filter_value=${name}`)).json().data
  const [site] = (await request('GET', '/api/web-site')).json().data
  const { '@id': id, '@type': _, ...data } = site.data['@graph'][0]
  const { statusCode, body } = await request('PUT', `/api/web-site/${id}`, { ...data, theme: theme.id })
  if (statusCode !== 200) throw new Error(body)
}

const headingIs = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })

inBrowser('a visitor follows the menu, reads a post and pages through the blog', async (t, open) => {
  const { page, app } = await open({ data: withSite, path: null })
  await page.goto('/site')
  await headingIs(page, 'Borrow it instead')
  await shows(t, () => page.title(), 'Lantern Street Library of Things')
  const items = await menuOf(page).getByRole('link').allInnerTexts()
  t.strictSame(items, ['Guides', 'Blog', 'Questions', 'About us', 'Contact'], 'in their order')
  for (const name of items) {
    await menuOf(page).getByRole('link', { name }).click()
    const current = menuOf(page).locator('[aria-current=page]')
    await current.filter({ hasText: name }).waitFor()
    await shows(t, () => current.count(), 1, `${name} is marked as the current page`)
  }
  await page.getByRole('link', { name: 'Lantern Street', exact: true }).click()
  await headingIs(page, 'Borrow it instead')

  await page.getByRole('link', { name: 'Repair evening on 21 January' }).click()
  await headingIs(page, 'Repair evening on 21 January')
  await shows(t, () => new URL(page.url()).pathname, '/site/post/repair-evening')
  await shows(t, () => page.title(), /^Repair evening on 21 January/)
  const article = page.getByRole('article')
  await article.getByText('19 November 2026').waitFor()
  await shows(t, () => article.getByRole('heading', { level: 2 }).count(), 2, 'its text is Markdown')
  await shows(t, () => article.getByRole('listitem').filter({ hasText: 'accordion' }).count(), 1)
  t.notMatch(await article.innerText(), /[*#[\]]/)

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Blog' }).click()
  await headingIs(page, 'News from the counter')
  const read: string[] = []
  for (;;) {
    await page.waitForLoadState()
    read.push(...(await page.locator('.entries').getByRole('heading', { level: 2 }).allInnerTexts()))
    const older = page.getByRole('link', { name: 'Older posts' })
    if ((await older.count()) === 0) break
    await Promise.all([page.waitForURL(/page=/), older.click()])
    await page.getByRole('link', { name: 'Newer posts' }).waitFor()
  }
  t.equal(new Set(read).size, 11, 'every post is on one of the pages')
  t.equal(read.length, 11)
  t.notOk(read.includes('A shed by the canal'), 'the draft is on no page')
  await page.getByRole('link', { name: 'Newer posts' }).click()
  await page.getByText('Page 2 of 3').waitFor()

  const guide = { headline: 'No picture', slug: 'no-picture', status: 'published' }
  await app.request('POST', '/api/article', guide)
  await page.goto('/site/guides')
  const widthOf = (name: RegExp): Promise<number> =>
    page.getByRole('heading', { level: 2, name }).evaluate(one => one.clientWidth)
  t.ok(
    (await widthOf(/No picture/)) > (await widthOf(/Drill into brick/)),
    'an entry without a picture has the whole width',
  )
})

inBrowser('the keyboard is sufficient, and the menu can be skipped', async (t, open) => {
  const { page } = await open({ data: withSite, path: null })
  await page.goto('/site')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'a Skip to the content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'a How to join', 'the first link of the page itself')
  await page.goto('/site')
  t.ok(await tabTo(page, /^a Questions$/))
  await page.keyboard.press('Enter')
  await headingIs(page, 'Questions and answers')
  t.ok(await tabTo(page, /^summary What does it cost/))
  const answer = page.getByText('Five euros a month')
  await shows(t, () => answer.isVisible(), false)
  await page.keyboard.press('Space')
  await answer.waitFor()
  t.ok(await tabTo(page, /^a the cargo bike$/), 'links in an answer are links')
})

inBrowser('on a phone the menu opens without a script', async (t, open) => {
  const { context, base } = await open({ data: withSite, path: null })
  const browser = context.browser()
  if (browser === null) throw new Error('there is a browser')
  const phone = await browser.newContext({ baseURL: base, viewport: sizes.phone, javaScriptEnabled: false })
  t.teardown(() => phone.close())
  const problems = await watchProblems(phone)
  const page = await phone.newPage()
  await page.goto('/site')
  const blog = menuOf(page).getByRole('link', { name: 'Blog' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await shows(t, () => blog.isVisible(), false)
  await menu.click()
  await blog.waitFor()
  await page.keyboard.press('Escape')
  await blog.waitFor({ state: 'hidden' })
  await menu.press('Enter')
  await blog.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await headingIs(page, 'News from the counter')
  t.strictSame(problems.found, [])
})

inBrowser('another theme changes the appearance', async (t, open) => {
  const { app, page } = await open({ data: withSite, path: null })
  const lookOf = async (): Promise<{ besides: boolean; font: string }> => {
    await page.goto('/site/blog')
    const menu = await menuOf(page).boundingBox()
    const main = await page.getByRole('main').boundingBox()
    const font = await page.evaluate<string>(`getComputedStyle(document.querySelector('h1')).fontFamily`)
    return { besides: menu !== null && main !== null && menu.x + menu.width <= main.x, font }
  }
  const lantern = await lookOf()
  const loaded = `document.fonts.ready.then(fonts => [...fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family] : [])))`
  t.strictSame(new Set(await page.evaluate<string[]>(loaded)), new Set(['Besley', 'Cabin']), 'its fonts come with it')
  await useTheme(app, 'Workbench')
  const workbench = await lookOf()
  t.equal(lantern.besides, false)
  t.equal(workbench.besides, true, 'its menu is at the side')
  t.not(workbench.font, lantern.font)
})

/** Requests of a page to other origins during this function. */
async function strangersDuring(page: Page, base: string, run: () => Promise<void>): Promise<string[]> {
  const strangers: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(base) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  await run()
  return strangers
}

/** Check every page: no wider than the window, all pictures loaded, no violations found by axe-core. */
async function lookAtPages(t: Test, page: Page, theme: string): Promise<void> {
  for (const { path, heading } of pages) {
    const screen = `site ${theme} ${path.slice('/site'.length) || 'home'}`
    const answer = await page.goto(path)
    t.equal(answer?.status(), path === '/site/nowhere' ? 404 : 200, screen)
    await headingIs(page, heading)
    if (path === '/site/questions') await page.locator('summary').first().click()
    const broken = `[...document.images].filter(image => image.complete && image.naturalWidth === 0).map(image => image.src)`
    await page.evaluate(`for (const image of document.images) image.loading = 'eager'`)
    await page.evaluate(`Promise.all([...document.images].map(image => image.decode().catch(() => {})))`)
    await shows(t, () => page.evaluate<string[]>(broken), [], `${screen}: pictures`)
    for (const width of [320, sizes.phone.width, sizes.wide.width]) {
      await page.setViewportSize({ width, height: 800 })
      await shows(
        t,
        () => page.evaluate(`document.documentElement.scrollWidth <= innerWidth`),
        true,
        `${screen} fits ${width}`,
      )
      if (width === 320) continue
      await inBothThemes(page, light => keepShot(page, `${screen}-${light}-${width}`))
      await noViolations(t, page, `${screen} ${width}`)
    }
  }
}

for (const theme of ['Lantern', 'Workbench']) {
  inBrowser(`every page is accessible, on a phone and on a desktop (${theme})`, async (t, open) => {
    const data = async (app: TestApp): Promise<void> => {
      await withSite(app)
      await useTheme(app, theme)
    }
    const { page, base } = await open({ data, path: null })
    const strangers = await strangersDuring(page, base, () => lookAtPages(t, page, theme))
    t.strictSame(strangers, [], 'everything comes from the service itself')
    await page.setViewportSize(sizes.phone)
    await page.goto('/site')
    await page.getByRole('button', { name: 'Menu' }).click()
    t.strictSame(await violationsOf(page), [], 'the open menu too')
  })
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

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close preview' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  await shows(t, () => page.evaluate(`document.activeElement.textContent.trim()`), 'Preview')

  const address = page.locator('[data-path="slug"]')
  await address.getByText('…/post/').waitFor()
  await address.getByRole('button', { name: 'Edit Web address' }).click()
  await page.keyboard.type('soup-evening')
  await shows(t, () => address.getByRole('textbox').inputValue(), 'soup-evening', 'the pencil selects the old end')

  const phone = await visit({ size: 'phone', path: `/content/blog-post/${id}?edit=1` })
  await phone.page.getByRole('button', { name: 'Preview', exact: true }).click()
  await frameOf(phone.page).getByRole('heading', { level: 1 }).waitFor()
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
  const phone = await visit({ size: 'phone', path: '/website' })
  await phone.page.getByText('Unknown type').waitFor()
})

inBrowser('pages are nested, as in the preset, in the language of the user', async (t, open) => {
  const { page } = await open({ data: withSite, path: '/content/web-page', locale: 'de-DE' })
  await page.getByRole('link', { name: 'Baum', exact: true }).press('Enter')
  const guides = page.locator('tr[data-row]', { hasText: 'guides' })
  await guides.and(page.locator('[aria-expanded="false"]')).focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('tr[aria-level="2"]', { hasText: 'guide' }).waitFor()
  await shows(t, () => guides.getAttribute('aria-expanded'), 'true')
})
