import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { withMovies } from '../../testing/internal/movies.ts'
import { inBrowser } from './in-browser.ts'
import { shellIsThere } from './open-admin.ts'
import { shows } from './shows.ts'
import { transferredBy } from '../../testing/internal/transferred.ts'

/** Maximum bytes of scripts and styles, as sent, when a list is opened for the first time. */
const budget = 200_000

const data = async (app: TestApp): Promise<void> => {
  await withMovies(app)
  for (const title of ['Alien', 'Brazil', 'Casablanca']) {
    await app.request('POST', '/api/movie', { title, year: 1979, status: 'seen' })
  }
}

/** A row of the list; the first page has links of the same name. */
const rowIn = (page: Page, name: string) => page.getByRole('row', { name })

/** Navigate from the first page to the list of movies. @returns its address */
async function openList(page: Page): Promise<string> {
  await page.getByRole('main').getByRole('heading').first().waitFor() // a navigation before the first page is loaded replaces it in the history
  await page.getByRole('navigation').getByRole('link', { name: 'Movie' }).first().click()
  await rowIn(page, 'Brazil').waitFor()
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

inBrowser('from page to page and back, also after reloading an address', async (t, open) => {
  const { page } = await open({ data })
  const list = await openList(page)
  await page.goBack()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await shows(t, () => new URL(page.url()).pathname, '/')
  await page.goForward()
  await rowIn(page, 'Brazil').waitFor()
  await page.reload()
  await shellIsThere(page)
  await rowIn(page, 'Brazil').waitFor()
  await shows(t, () => page.url().endsWith(list), true)
})

inBrowser('the first load of a list is small, in one language', async (t, open) => {
  const { page, visit } = await open({ data })
  const list = await openList(page)
  const fresh = await visit({ path: null })
  const files = await transferredBy(fresh.page, async () => {
    await fresh.go(list)
    await rowIn(fresh.page, 'Brazil').waitFor()
  })
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  t.comment(`${total} bytes of scripts and styles in ${files.length} files`)
  t.ok(files.length > 1 && total > 20_000, 'files were measured')
  t.ok(total <= budget, JSON.stringify(files))

  const german = await visit({ path: null, locale: 'de-DE' })
  const others = await transferredBy(german.page, async () => {
    await german.go(list)
    await rowIn(german.page, 'Brazil').waitFor()
  })
  await shows(t, () => german.page.locator('html').getAttribute('lang'), 'de')
  const without = (some: typeof files, all: typeof files): string[] =>
    some.map(({ path }) => path).filter(path => all.every(other => other.path !== path))
  const [english, deutsch] = [without(files, others), without(others, files)]
  t.ok(deutsch.length > 0, 'messages in German are files of their own')
  t.equal(english.length, deutsch.length, `each language loads only its own: ${JSON.stringify({ english, deutsch })}`)
})
