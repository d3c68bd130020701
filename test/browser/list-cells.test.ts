import type { Page } from 'playwright-core'
import { noViolations } from './accessible.ts'
import { bothStores, inBrowser } from './in-browser.ts'
import { bookCalled, withBooks } from './list-samples.ts'
import { keepShots } from './shots.ts'

const path = '/content/book'

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const beginsWith = (page: Page, name: string): Promise<void> =>
  page.locator('tr[data-row]').first().getByText(name, { exact: true }).waitFor()
const cell = (page: Page, name: string, column: string) => row(page, name).locator(`td[data-column="${column}"]`)

inBrowser(
  'a cell is edited where it stands; what is refused stays typed, and a stale one says so',
  async (t, open) => {
    const { page, app } = await open({ data: withBooks(5), path })
    await beginsWith(page, 'Book 005')
    await cell(page, 'Book 004', 'year').dblclick()
    const input = page.getByRole('textbox', { name: 'New value for Year' })
    await input.fill('1999')
    await page.keyboard.press('Enter')
    await cell(page, 'Book 004', 'year').getByText('1,999').waitFor()
    await page.waitForFunction(`document.activeElement.matches('td[data-column="year"]')`) // the focus stays

    await page.keyboard.press('Enter')
    await input.fill('12')
    await page.keyboard.press('Enter')
    await page.getByText('must be at least 1400').first().waitFor()
    t.equal(await input.inputValue(), '12')
    await keepShots(page, 'list cell refused')
    await noViolations(t, page, 'a refused cell')
    await page.keyboard.press('Escape')
    await cell(page, 'Book 004', 'year').getByText('1,999').waitFor()
    await page.waitForFunction(`document.activeElement.matches('td[data-column="year"]')`)

    await page.keyboard.press('Enter')
    const { id } = await bookCalled(app, 'Book 004')
    await app.request('PATCH', `/api/book/${id}`, { year: 1888 }, { 'content-type': 'application/merge-patch+json' })
    await input.fill('1777')
    await page.keyboard.press('Enter')
    await page.getByText('it says “1888” now').first().waitFor()
    t.equal(await input.inputValue(), '1777')
    await input.press('Enter')
    await cell(page, 'Book 004', 'year').getByText('1,777').waitFor()
    await page.waitForFunction(`document.activeElement.matches('td[data-column="year"]')`)

    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const status = page.getByRole('combobox', { name: 'New value for Status' })
    await status.selectOption('Lost')
    await page.keyboard.press('Tab')
    await page.getByRole('combobox', { name: 'New value for Author' }).fill('čap')
    await page.getByRole('option', { name: 'Čapek' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await cell(page, 'Book 004', 'author').getByText('Čapek').waitFor()
    await cell(page, 'Book 004', 'status').getByText('lost').waitFor()
    t.match((await bookCalled(app, 'Book 004')).data['@graph'][0], { year: 1777, status: 'lost' })
  },
  bothStores,
)
