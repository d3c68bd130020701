import type { Page } from 'playwright-core'
import { noViolations } from './accessible.ts'
import { bothStores, inBrowser } from './in-browser.ts'
import { focuses, typeInto, untilFocusOn } from './keyboard.ts'
import { bookCalled, withBooks } from './list-samples.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

const path = '/content/book'

/** A row by its name. */
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const rows = (page: Page) => page.locator('tr[data-row]')
const names = (page: Page): Promise<string[]> => page.locator('td.first').allInnerTexts()
/** Resolves when the first row is this one. */
const beginsWith = (page: Page, name: string): Promise<void> =>
  page.locator('tr[data-row]').first().getByText(name, { exact: true }).waitFor()
const cell = (page: Page, name: string, column: string) => row(page, name).locator(`td[data-column="${column}"]`)

inBrowser(
  'a list: pages, order, filters, words, and the address that contains them',
  async (t, open) => {
    const { page, go, visit } = await open({ data: withBooks(120), path })
    await beginsWith(page, 'Book 120')
    await shows(t, () => rows(page).count(), 50)
    await shows(
      t,
      () => cell(page, 'Book 120', 'author').innerText(),
      'A\nAda Lovelace',
      'references show their labels',
    )
    await keepShots(page, 'list')
    await noViolations(t, page, 'a list')

    await page.getByText('of 120').waitFor() // counted without being asked for
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await beginsWith(page, 'Book 070')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await beginsWith(page, 'Book 020')
    await shows(t, () => rows(page).count(), 20)
    await page.reload()
    await beginsWith(page, 'Book 020')
    await page.evaluate(`document.documentElement.dir = 'rtl'`)
    const pager = page.locator('footer')
    const [before, after] = await Promise.all(
      ['Previous', 'Next'].map(name => pager.getByRole('button', { name }).boundingBox()),
    )
    t.ok((before?.x ?? 0) > (after?.x ?? 0), 'from right to left the back button is on the right')
    await shows(t, () => pager.locator('bdi').innerText(), '101–120')
    await shows(t, () => pager.locator('bdi').getAttribute('dir'), 'ltr', 'and numbers are still left to right')
    await page.evaluate(`document.documentElement.dir = 'ltr'`)
    await page.getByRole('button', { name: 'Previous' }).click()
    await beginsWith(page, 'Book 070')
    await page.goBack()
    await beginsWith(page, 'Book 020')

    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
    await beginsWith(page, 'Book 001')
    await shows(t, () => page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'), 'ascending')
    await shows(t, () => page.url(), /sort=title/)
    t.notMatch(page.url(), /cursor/, 'another order starts with its first page')

    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Filter by' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Filter by' }).waitFor({ state: 'detached' })
    await focuses(t, page, /Add filter/, 'Escape returns, also the first time')
    await page.keyboard.press('f')
    await typeInto(t, page, /combobox Filter by/, 'year')
    const year = page.getByRole('group', { name: 'Filter on Year' })
    await untilFocusOn(page, 'Value for Year')
    await year.getByRole('combobox', { name: 'Comparison for Year' }).selectOption('gte')
    await typeInto(t, page, /Value for Year/, '1601')
    await beginsWith(page, 'Book 101')
    await focuses(t, page, /Value for Year/, 'the focus stays where a value was entered')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await typeInto(t, page, /combobox Filter by/, 'author name')
    await untilFocusOn(page, 'Value for Author › Name')
    await typeInto(t, page, /Value for Author › Name/, 'BRON')
    await beginsWith(page, 'Book 103')
    await shows(
      t,
      () => names(page),
      ['103', '106', '109', '112', '115', '118'].map(one => `Book ${one}`),
    )
    await page.getByRole('button', { name: 'Add filter' }).click()
    await typeInto(t, page, /combobox Filter by/, 'status')
    await untilFocusOn(page, 'lent')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Comparison for Status' }).selectOption('in')
    await page.getByRole('button', { name: /Value for Status/ }).click()
    await untilFocusOn(page, 'lent')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await focuses(t, page, /Value for Status: There, Lost/, 'back where it was opened')
    await shows(t, () => new URL(page.url()).searchParams.getAll('_filter[status][in]'), ['there', 'lost'])
    await beginsWith(page, 'Book 103')
    await keepShots(page, 'list filters')
    await noViolations(t, page, 'filters')

    const copy = await visit({ path: null })
    await copy.go(new URL(page.url()).pathname + new URL(page.url()).search)
    await beginsWith(copy.page, 'Book 103')
    t.strictSame(await names(copy.page), await names(page), 'a copied address shows the same')

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await beginsWith(page, 'Book 001')
    await page.keyboard.press('/')
    await page.locator(':focus').waitFor()
    await page.keyboard.type('book 119')
    await beginsWith(page, 'Book 119')
    await shows(t, () => rows(page).count(), 1)
    await go(`${path}?cursor=nonsense`)
    await page.getByText('This list cannot be shown').waitFor()
    await page.getByRole('button', { name: 'First page' }).click()
    await beginsWith(page, 'Book 120')
  },
  bothStores,
)

inBrowser('rows are traversed and selected with the keyboard, archived and restored', async (t, open) => {
  const { page, app } = await open({ data: withBooks(8), path })
  await beginsWith(page, 'Book 008')
  for (const key of ['j', 'j', 'x', 'j', 'Shift+X']) await page.keyboard.press(key)
  await page.getByText('2 selected').waitFor()
  await shows(t, () => row(page, 'Book 006').getAttribute('aria-selected'), 'true')
  await page.locator('tr[data-row]:focus').waitFor() // the focus is on the row
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('3 selected').waitFor()
  await keepShots(page, 'list selection')
  await noViolations(t, page, 'a selection')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await row(page, 'Book 006').waitFor({ state: 'detached' })
  await shows(t, () => rows(page).count(), 5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Book 006').waitFor()
  await shows(t, () => rows(page).count(), 8)

  await row(page, 'Book 003').hover()
  await row(page, 'Book 003').getByRole('button', { name: 'Actions for Book 003' }).click()
  await page.getByRole('menuitem', { name: 'Archive “Book 003”' }).click()
  await row(page, 'Book 003').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Archived' }).click()
  await row(page, 'Book 003').waitFor()
  await shows(t, () => page.url(), /status=archived/)
  await page.getByRole('columnheader', { name: 'Archived by' }).waitFor()
  await cell(page, 'Book 003', '@archived_by').getByText('You').waitFor()
  await keepShots(page, 'list archived')
  await noViolations(t, page, 'what is archived')
  await row(page, 'Book 003').hover()
  await row(page, 'Book 003').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Nothing archived').waitFor()
  await showsPart(t, () => bookCalled(app, 'Book 003'), { status: 'active' })
})
