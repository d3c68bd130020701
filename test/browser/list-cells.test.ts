import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption } from './keyboard.ts'
import { bookCalled, createMany, withBooks } from './list-samples.ts'
import { sizes } from './open-admin.ts'
import { said } from './said.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

const path = '/content/book'

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const beginsWith = (page: Page, name: string): Promise<void> =>
  page.locator('tr[data-row]').first().getByText(name, { exact: true }).waitFor()
const cell = (page: Page, name: string, column: string) => row(page, name).locator(`td[data-column="${column}"]`)

inBrowser('a cell is edited in place; refused input is kept, and a stale change is reported', async (t, open) => {
  const { page, app, problems } = await open({ data: withBooks(5), path })
  problems.expect(/412/)
  await beginsWith(page, 'Book 005')
  await cell(page, 'Book 004', 'year').dblclick()
  const input = page.getByRole('textbox', { name: 'New value for Year' })
  await input.fill('1999')
  await page.keyboard.press('Enter')
  await cell(page, 'Book 004', 'year').getByText('1,999').waitFor()
  await page.locator('td[data-column="year"]:focus').waitFor() // the focus stays

  await said(page, 'Changed “Year” of “Book 004”.')
  await page.keyboard.press('Control+z')
  await cell(page, 'Book 004', 'year').getByText('1,504').waitFor()
  await showsPart(t, async () => (await bookCalled(app, 'Book 004')).data['@graph'][0], { year: 1504 })
  for (const year of ['1998', '1999']) {
    await cell(page, 'Book 004', 'year').dblclick()
    await input.fill(year)
    await page.keyboard.press('Enter')
    await cell(page, 'Book 004', 'year').getByText(Number(year).toLocaleString('en')).waitFor()
    await page.locator('.saving').waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+z')
  await cell(page, 'Book 004', 'year').getByText('1,998').waitFor()
  await page.keyboard.press('Control+z')
  await cell(page, 'Book 004', 'year').getByText('1,504').waitFor() // also a change before the one that was undone
  await cell(page, 'Book 004', 'year').dblclick()
  await input.fill('1999')
  await page.keyboard.press('Enter')
  await said(page, 'Changed “Year” of “Book 004”.')

  await page.locator('td[data-column="year"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await input.fill('12')
  await page.keyboard.press('Enter')
  await page.getByText('must be at least 1400').first().waitFor()
  await shows(t, () => input.inputValue(), '12')
  await keepShots(page, 'list cell refused')
  await noViolations(t, page, 'a refused cell')
  await page.keyboard.press('Escape')
  await cell(page, 'Book 004', 'year').getByText('1,999').waitFor()
  await page.locator('td[data-column="year"]:focus').waitFor()

  await page.keyboard.press('Enter')
  const { id } = await bookCalled(app, 'Book 004')
  await app.request('PATCH', `/api/book/${id}`, { year: 1888 }, { 'content-type': 'application/merge-patch+json' })
  await input.fill('1777')
  await page.keyboard.press('Enter')
  await page.getByText('Somebody else has changed this value to “1888”').first().waitFor()
  await shows(t, () => input.inputValue(), '1777')
  await input.press('Enter')
  await cell(page, 'Book 004', 'year').getByText('1,777').waitFor()
  await page.locator('td[data-column="year"]:focus').waitFor()
  await said(page, 'Changed “Year” of “Book 004”.')
  await app.request('PATCH', `/api/book/${id}`, { note: 'Theirs' }, { 'content-type': 'application/merge-patch+json' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await said(page, '“Book 004” was changed meanwhile, so nothing was undone.')
  await showsPart(t, async () => (await bookCalled(app, 'Book 004')).data['@graph'][0], { year: 1777, note: 'Theirs' })
  await cell(page, 'Book 004', 'year').focus()
  await page.locator('td[data-column="year"]:focus').waitFor()

  await page.keyboard.press('Enter')
  await input.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  const status = page.getByRole('combobox', { name: 'New value for Status' })
  await status.and(page.locator(':focus')).waitFor()
  await status.selectOption('Lost')
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'New value for Author' }).fill('čap')
  await chooseOption(page, 'Čapek')
  await page.keyboard.press('Enter')
  await cell(page, 'Book 004', 'author').getByText('Čapek').waitFor()
  await cell(page, 'Book 004', 'status').getByText('lost').waitFor()
  await showsPart(t, async () => (await bookCalled(app, 'Book 004')).data['@graph'][0], { year: 1777, status: 'lost' })
})

const parcel = {
  name: 'Parcel',
  slug: 'parcel',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      weight: { type: 'number' },
      pieces: { type: 'integer' },
      price: { type: 'number' },
      priceCurrency: { type: 'string' },
      stage: { type: 'string', enum: ['packed', 'sent'] },
    },
  },
}
/** Its resources are named by their properties. */
const dose = {
  name: 'Dose',
  slug: 'dose',
  schema: {
    type: 'object',
    'x-label': '{amount} {unit} for {parcel}',
    properties: {
      amount: { type: 'number' },
      unit: { type: 'string' },
      parcel: { type: 'string', 'x-resource-type': 'parcel' },
      note: { type: 'string' },
    },
  },
}
const withParcels = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', parcel)
  await request('POST', '/api/resource-types', dose)
  const small = { name: 'Small', weight: 1, pieces: 3, price: 5, priceCurrency: 'EUR', stage: 'packed' }
  const { id } = (await request('POST', '/api/parcel', small)).json<Resource>()
  await request('POST', '/api/parcel', { name: 'Long', weight: 2.5, pieces: 12, price: 1200.5, priceCurrency: 'JPY' })
  await request('POST', '/api/parcel', { name: 'Big', weight: 10.25, price: 7.25 })
  await request('POST', '/api/dose', { amount: 2, unit: 'ml', parcel: id, note: 'daily' })
}

inBrowser('an empty title stays empty in its column, and its row can be opened', async (t, open) => {
  const schema = { type: 'object', properties: { title: { type: 'string' }, rating: { type: 'string' } } }
  const data = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', { name: 'Film', slug: 'film', schema })
    await createMany({ request }, 'film', 2, at =>
      at === 1 ? { rating: 'Not rated' } : { title: 'Alien', rating: 'R' },
    )
  }
  const { page } = await open({ data, path: '/content/film' })
  const untitled = page.locator('tr[data-row]', { hasText: 'Not rated' })
  await untitled.waitFor()
  await shows(t, () => untitled.locator('td[data-column="title"]').innerText(), '–')
  await noViolations(t, page, 'a row without a title')
  await untitled.getByRole('link', { name: /^Film of / }).click()
  await page.waitForURL(/\/content\/film\/\w{20,}/)
})

inBrowser('a tooltip does not cover a message and its button', async (t, open) => {
  const { page } = await open({ data: withBooks(40), path: `${path}?columns=title,year,updated_at` })
  await cell(page, 'Book 040', 'year').dblclick()
  await page.getByRole('textbox', { name: 'New value for Year' }).fill('1999')
  await page.keyboard.press('Enter')
  const toast = page.locator('.toast').filter({ hasText: 'Changed “Year”' })
  const message = await toast.boundingBox()
  const times = await page.locator('tbody time').all()
  const boxes = await Promise.all(times.map(time => time.boundingBox()))
  const at = boxes.findLastIndex(box => box !== null && message !== null && box.y + box.height < message.y - 2)
  await times[at]?.hover()
  const tip = page.locator('.tip:popover-open')
  await tip.waitFor()
  const shown = await tip.boundingBox()
  t.ok(shown !== null && message !== null && shown.y + shown.height <= message.y, 'it is above')
  await page.getByRole('button', { name: 'Undo' }).click()
  await cell(page, 'Book 040', 'year').getByText('1,540').waitFor()
})

inBrowser('numbers are aligned, money has its currency, and no column repeats the name', async (t, open) => {
  const { page, go } = await open({ data: withParcels, path: '/content/parcel' })
  const texts = (key: string): Promise<string[]> => page.locator(`td[data-column="${key}"]`).allInnerTexts()
  const heads = async (): Promise<string[]> => (await page.locator('th.head').allInnerTexts()).map(text => text.trim())
  await page.getByRole('row', { name: 'Small' }).waitFor()
  await shows(t, () => texts('weight'), ['10.25', '2.50', '1.00'], 'as many decimals as the most precise value')
  await shows(t, async () => (await texts('pieces')).slice(1), ['12', '3'], 'integers stay integers')
  await shows(t, () => texts('price'), ['7.25', '¥1,201', '€5.00'])
  await shows(t, heads, ['Name', 'Weight', 'Pieces', 'Price', 'Stage', 'Changed'], 'the currency is next to it')
  const style = await page.evaluate<string>(
    `(({ textAlign, fontVariantNumeric }) => textAlign + ' ' + fontVariantNumeric)(getComputedStyle(document.querySelector('td[data-column="weight"]')))`,
  )
  t.equal(style, 'end tabular-nums')

  await go('/content/parcel?layout=board&by=stage')
  await page.locator('[data-row]').filter({ hasText: 'Small' }).getByText('€5.00').waitFor()
  await page.setViewportSize(sizes.phone)
  await go('/content/parcel')
  await page.locator('.card').filter({ hasText: 'Small' }).getByText('€5.00').waitFor()
  await page.locator('.card').getByRole('link', { name: 'Small' }).click()
  await page.getByRole('main').getByText('€5.00').first().waitFor()
  await page.setViewportSize(sizes.wide)

  await go('/content/dose')
  await page.getByText('2 ml for Small').waitFor()
  await shows(t, heads, ['Dose', 'Note', 'Changed'])
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Unit' }).check()
  await page.getByRole('columnheader', { name: 'Unit' }).waitFor()
})
