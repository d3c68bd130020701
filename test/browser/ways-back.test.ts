import { inBrowser } from './in-browser.ts'
import { createMany } from './list-samples.ts'
import { said } from './said.ts'
import { shows } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const names = Array.from({ length: 8 }, (_one, at) => `field${at}`)
const sheet = {
  name: 'Sheet',
  slug: 'sheet',
  schema: {
    type: 'object',
    required: ['title'],
    properties: Object.fromEntries(['title', ...names].map(name => [name, { type: 'string' }])),
  },
}
const withSheets =
  (count: number) =>
  async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', sheet)
    await createMany({ request }, 'sheet', count, at => ({ title: `Sheet ${at}` }))
  }
const all = async ({ request }: TestApp, query = ''): Promise<Resource[]> =>
  (await request('GET', `/api/sheet?limit=200${query}`)).json<{ data: Resource[] }>().data

inBrowser('at a zoom of 400 % no bar covers the field with the focus', async (t, open) => {
  const { page, go } = await open({ data: withSheets(1), path: null })
  await page.setViewportSize({ width: 320, height: 256 })
  await go('/content/sheet/new')
  await page.getByLabel('Title').focus()
  const isSeen = (): Promise<boolean> =>
    page.evaluate(`(() => {
      const field = document.activeElement
      const { left, top, bottom, width } = field.getBoundingClientRect()
      return [top + 2, (top + bottom) / 2, bottom - 2].every(at => {
        const shown = document.elementFromPoint(left + width / 2, at)
        return shown !== null && (field.contains(shown) || shown.contains(field))
      })
    })()`)
  for (const name of names) {
    await page.keyboard.press('Tab')
    await page.keyboard.type('x')
    await page.getByLabel(name.replace('f', 'F')).and(page.locator(':focus')).waitFor()
    await shows(t, isSeen, true, name)
  }
})

inBrowser('what was archived meanwhile, an emptied page, an undone change, a stale page: a way on', async (t, open) => {
  const { page, app, go, problems } = await open({ data: withSheets(101), path: null })
  const [first] = await all(app)
  const id = first?.id ?? ''

  // A record that somebody archives while it is being edited.
  await go(`/content/sheet/${id.split(':')[2]}?edit=1`)
  await page.getByLabel('Field0').fill('typed')
  await app.request('DELETE', `/api/sheet/${id}`)
  await page.keyboard.press('Control+s')
  const archived = page.getByRole('alert').filter({ hasText: 'This record was archived meanwhile.' })
  await archived.waitFor()
  await shows(t, () => page.getByLabel('Field0').inputValue(), 'typed')
  await archived.getByRole('button', { name: 'Restore sheet' }).click()
  await archived.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+s')
  await said(page, /^Saved/)
  await shows(t, async () => (await all(app, '&_filter[field0][eq]=typed')).length, 1, 'the input was kept')

  // The last page of a list is emptied.
  await go('/content/sheet')
  await page.getByRole('button', { name: 'Next' }).click()
  await shows(t, () => page.url(), /cursor=/)
  await page.getByRole('button', { name: 'Next' }).click()
  const last = page.locator('tr[data-row]')
  await shows(t, () => last.count(), 1)
  await last.getByRole('button', { name: /action/i }).click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await page.getByText('This page is empty').waitFor()

  // Undo stays in the top bar after its message has disappeared.
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' }).first().click()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Undo: Archived/ })
    .click()
  await shows(t, async () => (await all(app)).length, 101, 'restored')
  await shows(t, () => last.count(), 1)

  // A file of the admin is gone, as after an upgrade.
  problems.expect(/Failed to fetch dynamically imported module|Unable to preload CSS|assets/)
  await page.route(/\/assets\//, route => route.fulfill({ status: 404, body: '' }))
  await page.locator('a[href="/"]').first().click() // the home page was not loaded yet
  await page.getByRole('button', { name: 'Load the new version' }).first().waitFor()
  await shows(t, () => page.getByText(/preload|dynamically imported/).count(), 0, 'words for people')
})
