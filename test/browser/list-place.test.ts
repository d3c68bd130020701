import type { Page } from 'playwright-core'
import { inBrowser } from './in-browser.ts'
import { focused } from './keyboard.ts'
import { withBooks } from './list-samples.ts'

const path = '/content/book'
const bookLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).first().waitFor()
/** Which row holds the focus, and whether all of it is seen. */
const rowInFocus = (page: Page): Promise<{ name: string; isSeen: boolean }> =>
  page.evaluate(`(() => {
    const row = document.activeElement?.closest('[data-row]')
    const frame = row?.closest('[data-scrolls]')?.getBoundingClientRect()
    const box = row?.getBoundingClientRect()
    return { name: row?.querySelector('a')?.innerText ?? '', isSeen: box && frame ? box.top >= frame.top && box.bottom <= frame.bottom : false }
  })()`)
const scrolled = (page: Page): Promise<number> =>
  page.evaluate(`document.querySelector('[data-scrolls]')?.scrollTop ?? -1`)
/** Resolves when the focus is on this row, or on something in it. */
const untilFocusOn = (page: Page, name: string): Promise<void> =>
  page.locator('[data-row]:focus-within').filter({ hasText: name }).waitFor()

inBrowser('a list is found again as it was left', async (t, open) => {
  const { page, visit } = await open({ data: withBooks(120), path: `${path}?sort=title&_filter[year][gte]=1510` })
  await bookLink(page, 'Book 010').waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await bookLink(page, 'Book 100').scrollIntoViewIfNeeded()
  const top = await scrolled(page)
  t.ok(top > 100, 'row 41 is below the first that are seen')
  await bookLink(page, 'Book 100').click()
  await heading(page, 'Book 100')
  await page.goBack()
  await untilFocusOn(page, 'Book 100')
  t.strictSame(await rowInFocus(page), { name: 'Book 100', isSeen: true }, 'Back leads to the row')
  t.equal(await scrolled(page), top, 'where it was')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await heading(page, 'Book 099')

  await page.getByRole('banner').getByRole('link', { name: 'Books', exact: true }).press('Enter')
  await untilFocusOn(page, 'Book 099')
  t.ok((await rowInFocus(page)).isSeen, 'the name of the list leads to the row too')
  const { searchParams } = new URL(page.url())
  t.equal(searchParams.get('sort'), 'title')
  t.equal(searchParams.get('_filter[year][gte]'), '1510')
  t.equal(searchParams.get('page'), '2')
  await page.getByRole('button', { name: 'Previous' }).click()
  await bookLink(page, 'Book 010').waitFor()
  t.equal(await scrolled(page), 0, 'another page begins at its top')

  const phone = await visit({ path, size: 'phone' })
  await bookLink(phone.page, 'Book 085').click()
  await heading(phone.page, 'Book 085')
  await phone.page.goBack()
  await untilFocusOn(phone.page, 'Book 085')
  t.match(await focused(phone.page), /Book 085/)
  t.ok((await rowInFocus(phone.page)).isSeen, 'cards are found again too')
})
