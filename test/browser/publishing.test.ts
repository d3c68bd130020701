import { inBrowser } from './in-browser.ts'
import { keepShot, inBothThemes } from './shots.ts'
import { noViolations } from './accessible.ts'
import { shows } from './shows.ts'
import { sizes } from './open-admin.ts'
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
  await page.getByText('Published: Harbour.').first().waitFor()
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

  await go('/content/post')
  const row = (name: string) => page.getByRole('row', { name, exact: true })
  await row('Tides').locator('.pill', { hasText: 'Draft' }).waitFor()
  await keepShot(page, 'a list with drafts')
  t.equal(await row('Harbour').locator('.pill').count(), 0, 'what is public as it is has no mark')

  await go('/types/post')
  await page.getByRole('checkbox', { name: 'Drafts and publishing' }).uncheck()
  await button('Save type').first().click()
  await page.getByText('2 resources have changes that are not published. They become public.').waitFor()
  await button('Save type “Post” anyway').click()
  await shows(t, async () => String((await publicNames(app)).toSorted()), 'Harbour,Tides,Wrecks')
  await page.getByRole('checkbox', { name: 'Drafts and publishing' }).check()
  await button('Save type').first().click()
  await shows(t, async () => (await publicPosts(app)).map(({ publication }) => publication), Array(3).fill('published'))
})
