import type { Page } from 'playwright-core'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { withBooks } from './list-samples.ts'
import { withShelves } from './shelf-samples.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'

const path = '/content/book'
const bookLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).first().waitFor()
/** The row with the focus, and whether it is completely visible. */
const rowInFocus = (page: Page): Promise<{ name: string; isSeen: boolean }> =>
  page.evaluate(`(() => {
    const row = document.activeElement?.closest('[data-row]')
    const frame = row?.closest('[data-scrolls]')?.getBoundingClientRect()
    const box = row?.getBoundingClientRect()
    return { name: row?.querySelector('a')?.innerText ?? '', isSeen: box && frame ? box.top >= frame.top && box.bottom <= frame.bottom : false }
  })()`)
const scrolled = (page: Page): Promise<number> =>
  page.evaluate(`document.querySelector('[data-scrolls]')?.scrollTop ?? -1`)
/** Resolves when the focus is on or in this row. */
const untilFocusOn = (page: Page, name: string): Promise<void> =>
  page.locator('[data-row]:focus-within').filter({ hasText: name }).waitFor()

inBrowser('a list keeps its state', async (t, open) => {
  const { page, visit } = await open({ data: withBooks(120), path: `${path}?sort=title&_filter[year][gte]=1510` })
  await bookLink(page, 'Book 010').waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await bookLink(page, 'Book 100').scrollIntoViewIfNeeded()
  const top = await scrolled(page)
  t.ok(top > 100, 'row 41 is below the first visible rows')
  await bookLink(page, 'Book 100').click()
  await heading(page, 'Book 100')
  await page.goBack()
  await untilFocusOn(page, 'Book 100')
  await shows(t, () => rowInFocus(page), { name: 'Book 100', isSeen: true }, 'Back returns to the row')
  await shows(t, () => scrolled(page), top, 'at its position')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await heading(page, 'Book 099')

  await page.getByRole('banner').getByRole('link', { name: 'Books', exact: true }).press('Enter')
  await untilFocusOn(page, 'Book 099')
  await shows(t, async () => (await rowInFocus(page)).isSeen, true, 'the name of the list returns to the row too')
  const { searchParams } = new URL(page.url())
  t.equal(searchParams.get('sort'), 'title')
  t.equal(searchParams.get('_filter[year][gte]'), '1510')
  t.equal(searchParams.get('page'), '2')
  await page.getByRole('button', { name: 'Previous' }).click()
  await bookLink(page, 'Book 010').waitFor()
  await shows(t, () => scrolled(page), 0, 'another page starts at the top')

  const phone = await visit({ path, size: 'phone' })
  await bookLink(phone.page, 'Book 085').click()
  await heading(phone.page, 'Book 085')
  await phone.page.goBack()
  await untilFocusOn(phone.page, 'Book 085')
  await focuses(t, phone.page, /Book 085/)
  await shows(t, async () => (await rowInFocus(phone.page)).isSeen, true, 'cards keep their position too')
})

inBrowser('a board, a calendar and a tree keep their state', async (t, open) => {
  const data = async (app: TestApp): Promise<void> => {
    await withBooks(60)(app)
    await withShelves(app)
  }
  const board = `${path}?layout=board&by=status&sort=title`
  const { page, go } = await open({ data, path: board })
  const backByName = (name: string): Promise<void> =>
    page.getByRole('banner').getByRole('link', { name, exact: true }).press('Enter')
  const params = (): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams)

  await bookLink(page, 'Book 059').click()
  await heading(page, 'Book 059')
  await backByName('Books')
  await untilFocusOn(page, 'Book 059')
  t.match(params(), { layout: 'board', by: 'status', sort: 'title' })
  await shows(t, async () => (await rowInFocus(page)).isSeen, true, 'the card is in view')
  await page.keyboard.press('Enter')
  await heading(page, 'Book 059')
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await heading(page, 'Book 056')
  await page.goBack()
  await untilFocusOn(page, 'Book 056')
  t.match(params(), { layout: 'board' }, 'Back returns there too')

  await go(`${path}?layout=calendar&by=bought&day=2020-01-10`)
  await page.getByRole('link', { name: /^Book 009/ }).click()
  await heading(page, 'Book 009')
  await backByName('Books')
  await untilFocusOn(page, 'Book 009')
  t.match(params(), { layout: 'calendar', day: '2020-01-10' })

  await go('/content/shelf?layout=tree&by=inside')
  const row = (name: string) => page.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) })
  for (const name of ['House', 'Room']) {
    await row(name).and(page.locator('[aria-expanded="false"]')).focus()
    await page.keyboard.press('ArrowRight')
  }
  await bookLink(page, 'Board').click()
  await heading(page, 'Board')
  await backByName('Shelves')
  await untilFocusOn(page, 'Board')
  t.match(params(), { layout: 'tree' })
})

/** How far the table is wider than its frame, and whether the menu of the first row is inside the frame. */
const fits = (page: Page): Promise<{ isCut: boolean; menu: boolean; edge: string }> =>
  page.evaluate(`(() => {
    const frame = document.querySelector('[data-scrolls]')
    const menu = frame.querySelector('tbody .row-menu').getBoundingClientRect()
    const edge = getComputedStyle(frame.querySelector('tbody .end')).boxShadow
    return { isCut: frame.scrollWidth > frame.clientWidth, menu: menu.right <= frame.getBoundingClientRect().right, edge }
  })()`)

inBrowser('the columns of a list fit, and cut content is marked', async (t, open) => {
  const { page } = await open({ data: withBooks(12), path })
  await bookLink(page, 'Book 012').waitFor()
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.locator('[data-scrolls]:not(.cut-end)').waitFor()
  await showsPart(t, () => fits(page), { isCut: false, menu: true, edge: 'none' })
  await keepShots(page, 'list wide')
  await page.setViewportSize({ width: 760, height: 800 })
  await page.locator('[data-scrolls].cut-end').waitFor()
  const narrow = await fits(page)
  t.ok(narrow.isCut && narrow.menu && narrow.edge !== 'none', 'the menu of a row is always reachable')
  await page.getByRole('row', { name: 'Book 011', exact: true }).press('x')
  await page.keyboard.press('ArrowRight')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await page.locator('[data-scrolls].cut-start').waitFor()
  await page.keyboard.press('Escape')
  await keepShots(page, 'list narrow')
  await noViolations(t, page, 'a table that is cut off')
})
