import { inBrowser } from './in-browser.ts'
import { keepShot, inBothThemes } from './shots.ts'
import { noViolations } from './accessible.ts'
import { shows } from './shows.ts'
import { sizes } from './open-admin.ts'
import { until } from '../../testing/internal/until.ts'
import type { TestApp } from '../../testing/index.ts'

const post = {
  name: 'Post',
  slug: 'post',
  schema: {
    type: 'object',
    properties: {
      headline: { type: 'string', title: 'Headline' },
      teaser: { type: 'string', minLength: 1, title: 'Teaser' },
      author: { type: 'string', minLength: 1, title: 'Author' },
      datePublished: { type: 'string', format: 'date', title: 'Date of publication' },
      next: { type: 'string', 'x-resource-type': 'post', title: 'Next' },
    },
    required: ['teaser', 'author'],
    'x-display-label': 'headline',
    'x-drafts': true,
  },
}

async function withPosts({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', post)
  for (const headline of ['Tides', 'Wrecks']) {
    await request('POST', '/api/post', { headline, teaser: 'What is new', author: 'Ada' })
  }
}

interface Post {
  publication: string
  data: { '@graph': [{ headline: string; author?: string; datePublished?: string }] }
}

/** What a reader without rights to change gets of the posts, newest first. */
const publicPosts = async ({ request }: TestApp): Promise<Post[]> =>
  (await request('GET', '/api/post')).json<{ data: Post[] }>().data
const publicNames = async (app: TestApp): Promise<string[]> =>
  (await publicPosts(app)).map(({ data }) => data['@graph'][0].headline)

inBrowser('a post is a draft until it is published, and later changes are drafts again', async (t, open) => {
  const { page, app, go } = await open({ data: withPosts, path: '/content/post/new' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const bar = page.locator('header.bar')
  const state = (name: string) => bar.locator('.pill', { hasText: name }).waitFor()
  const publish = page.getByRole('group', { name: 'Publish' }).getByRole('button', { name: 'Publish', exact: true })
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  await page.getByRole('textbox', { name: 'Headline' }).fill('Harbour')
  await publish.click()
  await page.getByText('Teaser is required').first().waitFor()
  await state('Draft')
  await page.getByRole('link', { name: /Author/ }).click()
  await page.keyboard.type('Ada')
  await keepShot(page, 'publishing what is missing')
  await button('Save draft').first().click()
  await page.getByRole('heading', { name: 'Harbour', level: 2 }).waitFor()
  t.strictSame(await publicNames(app), [], 'a draft is saved without what is required, and is not public')

  await publish.click()
  await page.getByRole('textbox', { name: 'Teaser' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Boats')
  await noViolations(t, page, 'the form of a draft')
  await publish.click()
  await page.getByText('Published “Harbour”.').first().waitFor()
  await state('Published')
  const [first] = await publicPosts(app)
  t.match(first?.data['@graph'][0], { author: 'Ada', datePublished: /^\d{4}-\d\d-\d\d$/ })
  await keepShot(page, 'publishing published')

  await button('Edit post').click()
  await page.getByRole('textbox', { name: 'Headline' }).fill('Old harbour')
  await page.keyboard.press('ControlOrMeta+s')
  await state('Changed')
  t.strictSame(await publicNames(app), ['Harbour'], 'visitors see what was published')
  await inBothThemes(page, theme => keepShot(page, `publishing changed ${theme}`))
  await page.setViewportSize(sizes.phone)
  await keepShot(page, 'publishing changed phone')
  await noViolations(t, page, 'a changed record')
  await page.setViewportSize(sizes.wide)
  await choose('What changed since it was published')
  await page.getByText('1 difference from version').first().waitFor()
  await button('Back to the latest version').click()
  await choose('Discard unpublished changes')
  await state('Published')
  await page.getByRole('heading', { name: 'Harbour', level: 2, exact: true }).waitFor()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('unpublish')
  await page.keyboard.press('Enter')
  await state('Draft')
  t.strictSame(await publicNames(app), [])
  await button('Undo').last().click()
  await state('Published')
  await shows(t, () => publicNames(app).then(String), 'Harbour')

  await go('/')
  await page.getByRole('list', { name: 'Recent changes' }).getByText('published by you', { exact: true }).waitFor()
  await go('/events')
  await page.getByRole('row', { name: /^Unpublished Harbour/ }).waitFor()
  await go('/content/post')
  const row = (name: string) => page.getByRole('row', { name, exact: true })
  await row('Tides').locator('.pill', { hasText: 'Draft' }).waitFor()
  await keepShot(page, 'a list with drafts')
  t.equal(await row('Harbour').locator('.pill').count(), 0, 'what is public as it is has no mark')

  await go('/types/post')
  await page.getByRole('checkbox', { name: 'Drafts and publishing' }).uncheck()
  await button('Save type').first().click()
  await page.getByText('2 resources have changes that are not published. They become public.').waitFor()
  await page.getByText('Without drafts, visitors see the latest version of everything.').waitFor()
  await button('Save type “Post” anyway').click()
  await shows(t, async () => String((await publicNames(app)).toSorted()), 'Harbour,Tides,Wrecks')
  await page.getByRole('checkbox', { name: 'Drafts and publishing' }).check()
  await button('Save type').first().click()
  await shows(t, async () => (await publicPosts(app)).map(({ publication }) => publication), Array(3).fill('published'))
})

const withBerth = async ({ request }: TestApp): Promise<string> =>
  (await request('POST', '/api/post', { headline: 'Berth', teaser: 'Where ships rest', author: 'Ada' })).json<{
    id: string
  }>().id

inBrowser(
  'a post is scheduled in a dialog and cancelled; what failed is said at the post and on the start page',
  async (t, open) => {
    const { page, app, go } = await open({ data: withPosts, path: null })
    const id = await withBerth(app)
    const [, , short = ''] = id.split(':')
    const at = `/api/post/${short}/schedule`
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const schedules = async (): Promise<string> =>
      String((await app.request('GET', at)).json<{ data: { state: string }[] }>().data.map(({ state }) => state))

    await go(`/content/post/${short}`)
    await page.getByRole('heading', { name: 'Berth', level: 2 }).waitFor()
    await page.keyboard.press('Shift+S')
    const dialog = page.getByRole('dialog')
    const time = dialog.getByRole('textbox', { name: 'Date and time' })
    await dialog.getByRole('option', { name: 'Europe/Berlin' }).waitFor({ state: 'attached' })
    await time.fill('2020-01-31T09:00')
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog.getByText('This time is past. Choose a later one.').waitFor()
    await keepShot(page, 'publishing schedule past')
    await noViolations(t, page, 'the dialog of a schedule')
    await time.fill('2098-01-31T09:00')
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText('Will be published on 31 Jan 2098, 09:00.').first().waitFor()
    await shows(t, schedules, 'waiting')
    await page.keyboard.press('Shift+S')
    await time.fill('2098-01-31T09:00')
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog.getByText('This is scheduled already.').waitFor()
    await page.keyboard.press('Escape')
    await app.request('PATCH', `/api/post/${short}`, { teaser: 'Where ships sleep' })
    await go(`/content/post/${short}`)
    await page.getByText('Version 1 will be published on 31 Jan 2098, 09:00, without the changes since.').waitFor()
    await button('Publish the latest version then').click()
    await button('Publish the latest version then').waitFor({ state: 'detached' })
    t.match((await app.request('GET', at)).json(), { data: [{ sequence_no: 2, at: '2098-01-31T08:00:00Z' }] })

    await go('/')
    const comingUp = page.getByRole('list', { name: 'Scheduled' })
    await comingUp.getByRole('link', { name: 'Berth' }).click()
    await button(/^Draft/).click()
    await inBothThemes(page, theme => keepShot(page, `publishing scheduled ${theme}`))
    await noViolations(t, page, 'what is scheduled')
    await button('Cancel schedule').click()
    await shows(t, schedules, '')

    await app.request('POST', '/api/post', { headline: 'Drydock' })
    const { id: drydock } = (await app.request('GET', '/api/post?perspective=draft&q=Drydock')).json<{
      data: [{ id: string }]
    }>().data[0]
    const soon = new Date(Math.ceil((Date.now() + 1000) / 1000) * 1000).toISOString().replace('.000Z', 'Z')
    await app.request('POST', `/api/post/${drydock}/schedule`, { action: 'publish', at: soon })
    await until(
      async () =>
        (await app.request('GET', '/api/schedules?state=failed')).json<{ data: object[] }>().data.length === 1,
    )
    await go('/')
    await comingUp.getByText(/^Was not published/).waitFor()
    await inBothThemes(page, theme => keepShot(page, `publishing failed ${theme}`))
    await page.setViewportSize(sizes.phone)
    await keepShot(page, 'publishing failed phone')
    await comingUp.getByRole('link', { name: 'Drydock' }).click()
    await button(/^Draft/).click()
    await keepShot(page, 'publishing failed at the record phone')
    await button('Dismiss').click()
    await shows(t, async () => (await app.request('GET', '/api/schedules?state=open')).body.slice(0, 10), '{"data":[]')
  },
)

inBrowser('several posts are published together, without those that are refused', async (t, open) => {
  const { page, app, go } = await open({ data: withPosts, path: null })
  const next = await withBerth(app)
  await app.request('POST', '/api/resource-types', { name: 'Memo', slug: 'memo' })
  await app.request('POST', '/api/post', { headline: 'Mole', teaser: 'Stones', author: 'Ada', next })
  await app.request('POST', '/api/post', { headline: 'Quay' })
  const row = (name: string) => page.getByRole('row', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Publishing', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  await go('/content/post?_filter[publication][eq]=draft')
  await page
    .getByRole('button', { name: /Publication/ })
    .filter({ hasText: 'Draft' })
    .waitFor()
  for (const name of ['Mole', 'Quay']) {
    await row(name).hover()
    await row(name).getByRole('checkbox').check()
  }
  await choose('Publish selected')
  await dialog.getByText('1 record would be refused').waitFor()
  await dialog.getByText('Quay').waitFor()
  await inBothThemes(page, theme => keepShot(page, `publishing several ${theme}`))
  await noViolations(t, page, 'what would be refused')
  await dialog.getByRole('button', { name: 'Publish the other one' }).click()
  await dialog.getByRole('link', { name: 'Berth' }).waitFor()
  await keepShot(page, 'publishing several targets')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  t.strictSame(await publicNames(app), ['Mole'])
  t.match((await publicPosts(app))[0]?.data['@graph'][0].datePublished, /^\d{4}-\d\d-\d\d$/)
  await row('Mole').waitFor({ state: 'detached' })
  await page.getByRole('navigation').getByRole('link', { name: 'Memos' }).click()
  await page.waitForURL('**/content/memo')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await shows(t, () => publicNames(app).then(String), '')
  await page.goBack()
  await row('Mole').waitFor() // the list that was changed is read again, not the one that was open

  await app.request('POST', `/api/post/${next.split(':').at(-1)}/publish`)
  await go('/content/post')
  for (const name of ['Berth', 'Quay']) {
    await row(name).hover()
    await row(name).getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await row('Berth').waitFor({ state: 'detached' })
  t.strictSame(await publicNames(app), [])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await shows(t, () => publicNames(app).then(String), 'Berth', 'what was public is public again')
  await row('Berth').getByRole('link').first().click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await shows(t, () => publicNames(app).then(String), '')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await shows(t, () => publicNames(app).then(String), 'Berth')
  await go('/content/post')
  await page.setViewportSize(sizes.phone)
  await keepShot(page, 'publishing several phone')
})

inBrowser('who may not publish saves drafts, and is told who publishes', async (t, open) => {
  const { app, visit } = await open({ mode: 'production', data: withPosts, path: null })
  await app.request('PUT', '/api/settings/role-access', { roles: { member: { post: ['odrl:read', 'odrl:modify'] } } })
  const { page } = await visit({ as: 'mia', path: '/content/post' })
  await page.getByRole('link', { name: 'Tides' }).click()
  const bar = page.locator('header.bar')
  await bar.getByRole('button', { name: 'Draft', exact: true }).click()
  await page.getByText('You may change this, but not publish it.').waitFor()
  await keepShot(page, 'publishing not allowed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit post' }).click()
  await page.getByRole('combobox', { name: 'Next' }).click()
  await page.getByRole('option', { name: /Wrecks.*Draft/ }).waitFor()
  await keepShot(page, 'publishing picker')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Headline' }).fill('Spring tides')
  t.equal(await page.getByRole('button', { name: 'Publish', exact: true }).count(), 0)
  await bar.locator('.primary', { hasText: 'Save draft' }).click()
  await page.getByRole('heading', { name: 'Spring tides', level: 2 }).waitFor()
  t.strictSame(await publicNames(app), [])
})

const withSite = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types/presets/website?samples=true&drafts=true')
}

inBrowser('a preview link shows a draft to somebody without an account', async (t, open) => {
  const { app, visit } = await open({ mode: 'production', data: withSite, path: null })
  const { data } = (await app.request('GET', '/api/blog-post?filter_field=slug&filter_value=repair-evening')).json<{
    data: [{ id: string; data: { '@graph': [{ headline: string }] } }]
  }>()
  const [{ id, data: stored }] = data
  const published = stored['@graph'][0].headline
  const merge = { 'content-type': 'application/merge-patch+json' }
  await app.request('PATCH', `/api/blog-post/${id}`, { headline: 'Soup evening' }, merge)

  const { page, context } = await visit({ as: 'root', path: `/content/blog-post/${id.split(':').at(-1)}` })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('heading', { name: 'Soup evening', level: 2 }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy a preview link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview link' })
  await dialog.getByRole('combobox', { name: 'The link works for' }).selectOption('1 hour')
  await noViolations(t, page, 'the dialog of a preview link')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await dialog.getByText(/^Copied\. The link works until/).waitFor()
  await keepShot(page, 'publishing preview link')
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`) // as without HTTPS
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy a preview link' }).click()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('The browser does not allow copying here.').waitFor()
  await dialog.getByText(/^The link works until/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })

  const german = await visit({ as: 'root', locale: 'de-DE', path: null })
  await german.page.setViewportSize({ width: 1024, height: 800 })
  await german.go(`${new URL(page.url()).pathname}?edit=1`)
  const barHeight = async (): Promise<number> => (await german.page.locator('header.bar').boundingBox())?.height ?? 0
  await german.page.getByRole('button', { name: 'Vorschau' }).waitFor()
  await german.page.locator('header.bar kbd', { hasText: 'Strg' }).first().waitFor({ state: 'attached' }) // as it is printed on a German keyboard
  await shows(t, barHeight, 48, 'the bar of a form is one line')
  await german.page.getByRole('textbox', { name: 'Überschrift' }).fill('Suppenabend')
  await german.page.getByText('1 Änderung').waitFor()
  await shows(t, barHeight, 48, 'also with a change')
  await keepShot(german.page, 'publishing form german')

  const reader = await visit({ path: null })
  await reader.page.goto(link)
  await reader.page.getByRole('heading', { level: 1, name: 'Soup evening' }).waitFor()
  await reader.page.goto('/site/post/repair-evening')
  await reader.page.getByRole('heading', { level: 1, name: published }).waitFor()
})
