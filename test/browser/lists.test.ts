import { drag } from './dragging.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses, tabTo, typeInto, untilFocusOn } from './keyboard.ts'
import { bookCalled, createMany, withBooks } from './list-samples.ts'
import { sizes } from './open-admin.ts'
import { routed } from './routed.ts'
import { said } from './said.ts'
import { withShelves } from './shelf-samples.ts'
import { shows, showsPart } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Page } from 'playwright-core'

const path = '/content/book'

/** A row by its name. */
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const rows = (page: Page) => page.locator('tr[data-row]')
const names = (page: Page): Promise<string[]> => page.locator('td.first').allInnerTexts()
/** Resolves when the first row is this one. */
const beginsWith = (page: Page, name: string): Promise<void> =>
  page.locator('tr[data-row]').first().getByText(name, { exact: true }).waitFor()
const cell = (page: Page, name: string, column: string) => row(page, name).locator(`td[data-column="${column}"]`)

inBrowser('a list: pages, order, filters, words, and the address that contains them', async (t, open) => {
  const { page, go, visit } = await open({ data: withBooks(120), path })
  await beginsWith(page, 'Book 120')
  await shows(t, () => rows(page).count(), 50)
  await shows(t, () => cell(page, 'Book 120', 'author').innerText(), 'A\nAda Lovelace', 'references show their labels')

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
  await focuses(t, page, 'button Filter', 'Escape returns, and leaves no empty row')
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
})

inBrowser('rows are traversed and selected with the keyboard, archived and restored', async (t, open) => {
  const { page, app } = await open({ data: withBooks(8), path })
  await beginsWith(page, 'Book 008')
  const editor = page.waitForResponse(/\/CellEditor-[\w-]+\.js/)
  for (const key of ['j', 'j', 'x', 'j', 'Shift+X']) await page.keyboard.press(key)
  await editor // it is there before a letter that is typed after Enter could be a shortcut
  await page.getByText('2 selected').waitFor()
  await shows(t, () => row(page, 'Book 006').getAttribute('aria-selected'), 'true')
  await page.locator('tr[data-row]:focus').waitFor() // the focus is on the row
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('3 selected').waitFor()
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
  await row(page, 'Book 003').hover()
  await row(page, 'Book 003').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Nothing archived').waitFor()
  await showsPart(t, () => bookCalled(app, 'Book 003'), { status: 'active' })
})

inBrowser('a cell is edited in place; refused input is kept, and a stale change is reported', async (t, open) => {
  const { page, app, problems } = await open({ data: withBooks(5), path })
  problems.expect(/412/)
  await beginsWith(page, 'Book 005')
  await cell(page, 'Book 004', 'year').dblclick()
  const input = page.getByRole('textbox', { name: 'New value for Year' })
  await input.fill('1999')
  await page.keyboard.press('Shift+Enter')
  await cell(page, 'Book 004', 'year').getByText('1,999').waitFor()
  await page.locator('td[data-column="year"]:focus').waitFor() // the focus stays

  await said(page, 'Changed “Year” of “Book 004”.')
  await page.keyboard.press('Control+z')
  await cell(page, 'Book 004', 'year').getByText('1,504').waitFor()
  await showsPart(t, async () => (await bookCalled(app, 'Book 004')).data['@graph'][0], { year: 1504 })
  for (const year of ['1998', '1999']) {
    await cell(page, 'Book 004', 'year').dblclick()
    await input.fill(year)
    await page.keyboard.press('Shift+Enter')
    await cell(page, 'Book 004', 'year').getByText(Number(year).toLocaleString('en')).waitFor()
    await page.locator('.saving').waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+z')
  await cell(page, 'Book 004', 'year').getByText('1,998').waitFor()
  await page.keyboard.press('Control+z')
  await cell(page, 'Book 004', 'year').getByText('1,504').waitFor() // also a change before the one that was undone
  await cell(page, 'Book 004', 'year').dblclick()
  await input.fill('1999')
  await page.keyboard.press('Shift+Enter')
  await said(page, 'Changed “Year” of “Book 004”.')

  await page.locator('td[data-column="year"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await input.fill('12')
  await page.keyboard.press('Shift+Enter')
  await page.getByText('Year must be 1,400 or more').first().waitFor()
  await shows(t, () => input.inputValue(), '12')
  await page.keyboard.press('Escape')
  await cell(page, 'Book 004', 'year').getByText('1,999').waitFor()
  await page.locator('td[data-column="year"]:focus').waitFor()

  await page.keyboard.press('Enter')
  const { id } = await bookCalled(app, 'Book 004')
  await app.request('PATCH', `/api/book/${id}`, { year: 1888 }, { 'content-type': 'application/merge-patch+json' })
  await input.fill('1777')
  await page.keyboard.press('Shift+Enter')
  await page.getByText('Somebody else has changed this value to “1888”').first().waitFor()
  await shows(t, () => input.inputValue(), '1777')
  await input.press('Shift+Enter')
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
  await page.keyboard.press('Shift+Enter')
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

inBrowser('letters that are typed before the editor of a cell is loaded are its value', async (t, open) => {
  const { page, go } = await open({ data: withBooks(2) })
  let release = (): void => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  await routed(page, /\/assets\/CellEditor-.*js/, async route => {
    await held
    await route.continue()
  })
  await go(path)
  await beginsWith(page, 'Book 002')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('cat') // each letter is a shortcut of the list or of the page
  release()
  const input = page.getByRole('textbox', { name: 'New value for Title' })
  await shows(t, () => input.inputValue(), 'cat')
  await page.keyboard.type('s')
  await page.keyboard.press('Shift+Enter')
  await row(page, 'cats').waitFor()
})

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
  await untitled.getByRole('link', { name: /^Film of / }).click()
  await page.waitForURL(/\/content\/film\/\w{20,}/)
})

inBrowser('a tooltip does not cover a message and its button', async (t, open) => {
  const { page } = await open({
    data: withBooks(40),
    path: `${path}?columns=title&columns=year&columns=updated_at`,
  })
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
const asked = (page: Page): string[] =>
  [...new URL(page.url()).searchParams].filter(([name]) => name.includes('ilter')).map(pair => pair.join(' '))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const comparisons = (page: Page, property: string): Promise<string[]> =>
  page
    .getByRole('combobox', { name: `Comparison for ${property}` })
    .locator('option')
    .allInnerTexts()

/** Properties whose names have a meaning in the address. */
const withOddNames = async ({ request }: TestApp): Promise<void> => {
  const text = { type: 'string' }
  const schema = { type: 'object', properties: { name: text, or: text, 'a[b]': text } }
  await request('POST', '/api/resource-types', { name: 'Odd', slug: 'odd', schema })
  await createMany({ request }, 'odd', 2, at => ({ name: `Odd ${at}`, or: `x${at}`, 'a[b]': `y${at}` }))
}

inBrowser('filters: relative days, names of comparisons, groups combined with or', async (t, open) => {
  const data = async (app: TestApp): Promise<void> => {
    await withBooks(30)(app)
    await withOddNames(app)
  }
  const { page, go } = await open({ data, path })
  await beginsWith(page, 'Book 030')

  await page.keyboard.press('f')
  await untilFocusOn(page, 'Filter by')
  await typeInto(t, page, /Filter by/, 'created')
  await untilFocusOn(page, 'Day')
  await shows(t, () => button(page, '1 filter').count(), 0, 'an empty filter is not counted')
  await shows(t, () => asked(page), [], 'nor requested')
  await shows(t, () => comparisons(page, 'Created'), ['is', 'is before', 'is on or after'])
  t.ok(await tabTo(page, /today/, 5))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await untilFocusOn(page, 'yesterday')
  await page.getByText('No matching books').waitFor()
  await page.keyboard.press('ArrowUp')
  await beginsWith(page, 'Book 030')
  await page.keyboard.press('Enter')
  await untilFocusOn(page, 'Value for Created: today')
  await shows(
    t,
    () => asked(page),
    ['_filter[created_at][gte] today', '_filter[created_at][lt] today+1d'],
    'it stays relative',
  )
  await button(page, '1 filter').waitFor()

  await button(page, 'Add filter').click()
  await typeInto(t, page, /Filter by/, 'bought')
  await untilFocusOn(page, 'Day')
  await page.keyboard.type('05012020')
  await page.keyboard.press('Enter')
  await beginsWith(page, 'Book 004')
  await showsPart(t, () => asked(page).at(-1), '_filter[bought][eq] 2020-01-05')
  await focuses(t, page, /Value for Bought: 5 Jan 2020/)

  await button(page, 'Or').click()
  await untilFocusOn(page, 'Filter by')
  await shows(t, () => asked(page).length, 3, 'an empty group adds no filter')
  await typeInto(t, page, /Filter by/, 'tags')
  await untilFocusOn(page, 'Value for Tags')
  const ofTags = await comparisons(page, 'Tags')
  t.ok(ofTags[0] === 'contains' && !ofTags.includes('is greater than'), 'tags contain, and are not more')
  t.equal(new Set(ofTags).size, ofTags.length, 'no two comparisons have the same name')
  await typeInto(t, page, /Value for Tags/, 'rare')
  await beginsWith(page, 'Book 030')
  await shows(
    t,
    () => names(page),
    ['030', '025', '020', '015', '010', '005', '004'].map(one => `Book ${one}`),
  )
  await showsPart(t, () => asked(page).at(-1), '_filter[or][1][tags][eq] rare')

  await button(page, 'View').click()
  await page.getByRole('menuitem', { name: 'Save as new view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rare')
  await page.keyboard.press('Enter')
  await said(page, 'Saved the view “Rare”')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.waitForURL(new RegExp(`${path}$`))
  await page.getByRole('link', { name: 'Rare' }).click()
  await page.getByRole('list', { name: 'Filters, group 2' }).waitFor()
  await page.reload()
  await button(page, 'Value for Created: today').waitFor()
  await button(page, '3 filters').waitFor()
  await button(page, 'Remove filter on Tags').click()
  await beginsWith(page, 'Book 004')
  await shows(t, () => asked(page).length, 3)
  t.notMatch(asked(page).join(), /or/, 'a single group is not a group')
  await focuses(t, page, /button/, 'the focus is not lost')

  for (const by of ['keyboard', 'mouse']) {
    await go(path)
    await beginsWith(page, 'Book 030')
    await page.keyboard.press('f')
    await untilFocusOn(page, 'Filter by')
    await typeInto(t, page, /Filter by/, 'title')
    await untilFocusOn(page, 'Value for Title')
    await page.keyboard.type('Book 002')
    if (by === 'mouse') await button(page, 'Or').click()
    else {
      t.ok(await tabTo(page, /^button Or$/))
      await page.keyboard.press('Enter')
    }
    await untilFocusOn(page, 'Filter by')
    await typeInto(t, page, /Filter by/, 'code')
    await untilFocusOn(page, 'Value for Code')
    await typeInto(t, page, /Value for Code/, 'B7')
    await beginsWith(page, 'Book 007')
    await shows(
      t,
      () => asked(page),
      ['_filter[or][0][title][like] Book 002', '_filter[or][1][code][like] B7'],
      `what is typed after “Or” is the value of the new filter (${by})`,
    )
  }

  const all = ['year', 'status', 'author', 'code', 'note', 'title', 'tags'].flatMap(field =>
    ['ne', 'nin', 'exists'].map(operator => `_filter[${field}][${operator}]=${operator === 'exists' ? 'true' : '1'}`),
  )
  await go(`${path}?${all.slice(0, 20).join('&')}`)
  await page.getByText('At most 20 conditions are possible.').waitFor()
  await shows(t, () => button(page, 'Add filter').count(), 0)

  await go('/content/odd?_filter[a[b]][eq]=y2')
  await beginsWith(page, 'Odd 2')
  await button(page, 'Add filter').click()
  await page.getByRole('option', { name: 'Or', exact: true }).waitFor()
  await typeInto(t, page, /Filter by/, 'or')
  await untilFocusOn(page, 'Value for Or')
  await typeInto(t, page, /Value for Or/, 'x2')
  await page.waitForURL(/filter_field=or/)
  await beginsWith(page, 'Odd 2')
})

inBrowser('the creator is chosen by name, by members among the users they can see', async (t, open) => {
  const { app, visit } = await open({ mode: 'production', data: withBooks(2), path: null })
  await app.request('PUT', '/api/settings/role-access', { roles: { member: { '*': ['odrl:read', 'odrl:modify'] } } })
  const { page } = await visit({ as: 'mia', path: '/content/book/new' })
  await page.getByLabel('Title').fill('Of Mia')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Of Mia' }).first().waitFor()
  const max = await visit({ as: 'max', path: null })
  const root = await visit({ as: 'root', path: null })
  for (const who of [max, root]) {
    await who.go(path)
    await beginsWith(who.page, 'Of Mia')
    await who.page.keyboard.press('f')
    await untilFocusOn(who.page, 'Filter by')
    await typeInto(t, who.page, /Filter by/, 'created by')
    await untilFocusOn(who.page, 'Value for Created by')
    await shows(t, () => who.page.getByRole('textbox', { name: 'Value for Created by' }).count(), 0, 'no id is entered')
    await who.page.getByRole('radio', { name: /^You/ }).waitFor() // all are offered, then those that match
    await who.page.keyboard.type('mia')
    await who.page.getByRole('radio').nth(1).waitFor({ state: 'detached' })
    await who.page.getByRole('radio', { name: /mia/i }).waitFor()
    if (who === root) await who.page.keyboard.press('Enter')
    else {
      await who.page.keyboard.press('Tab')
      await who.page.keyboard.press('Space')
    }
    await who.page.waitForURL(/_filter\[created_by\]\[eq\]=urn/)
    await who.page.getByText('Book 001').waitFor({ state: 'detached' })
    await who.page.keyboard.press('Escape')
    await focuses(t, who.page, /Value for Created by: .*mia/i)
    await shows(t, () => names(who.page), ['Of Mia'])
  }
})

const first = (page: Page, name: string): Promise<void> =>
  page.locator('tr[data-row]').first().getByText(name, { exact: true }).waitFor()
const heads = async (page: Page): Promise<string[]> =>
  (await page.locator('th.head').allInnerTexts()).map(text => text.trim())

inBrowser(
  'columns are chosen, moved and resized, also by keyboard, and are kept for the next visit',
  async (t, open) => {
    const { page, context, go } = await open({ data: withBooks(3), path })
    await first(page, 'Book 003')
    await shows(t, () => heads(page), ['Title', 'Year', 'Status', 'Author', 'Printed', 'Bought', 'Tags'])
    await page.getByRole('button', { name: 'Columns' }).click()
    await untilFocusOn(page, 'Search columns')
    await shows(t, () => page.locator('.popover input[type=range]').count(), 0, 'no native control')
    await page.keyboard.type('nonsense')
    await page.getByText('No columns found').waitFor()
    const { width = 0, height = 0 } = (await page.locator(':focus').boundingBox()) ?? {}
    await page.locator(':focus').click({ position: { x: width - 16, y: height / 2 } })
    await shows(t, () => page.locator(':focus').inputValue(), 'nonsense', 'it has no native × at its end')
    await shows(t, () => page.getByRole('checkbox', { name: 'Tags' }).count(), 0)
    await page.keyboard.press('Escape')
    await focuses(t, page, /button Columns/, 'Escape returns to the button')
    await page.keyboard.press('Enter')
    await untilFocusOn(page, 'Search columns')
    await page.getByRole('checkbox', { name: 'Tags' }).uncheck()
    await page.getByRole('checkbox', { name: 'Printed' }).uncheck()
    await page.getByRole('searchbox', { name: 'Search columns' }).focus()
    await page.keyboard.type('code')
    await page.keyboard.press('ArrowDown')
    await focuses(t, page, 'input Code')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Move Code' }).waitFor()
    await focuses(t, page, 'input Code', 'the focus moves with its box')
    await page.keyboard.press('ArrowUp')
    await untilFocusOn(page, 'Search columns')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Move Code' }).focus()
    for (let step = 0; step < 4; step++) await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Escape')
    await shows(t, () => heads(page), ['Title', 'Code', 'Year', 'Status', 'Author', 'Bought'])
    await shows(t, () => new URL(page.url()).searchParams.getAll('columns').slice(0, 2), ['title', 'code'])

    const edge = page.getByRole('separator', { name: 'Width of Code' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/width%5Bcode%5D|width\[code\]/)
    await shows(t, async () => Number(await edge.getAttribute('aria-valuenow')), before + 16)
    const box = await edge.boundingBox()
    if (box === null) throw new Error('the edge is nowhere')
    await page.mouse.move(box.x + 4, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + 104, box.y + 8, { steps: 4 })
    await page.mouse.up()
    await page.waitForURL(url => Number(url.searchParams.get('width[code]')) > before + 80)

    await page.getByRole('columnheader', { name: 'Year' }).getByRole('button').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await page.waitForURL(url => url.searchParams.getAll('columns')[1] === 'year')
    const head = (name: string) => page.getByRole('columnheader', { name })
    await drag(page, head('Year'), head('Author'), () => page.locator('th.over').waitFor())
    await page.waitForURL(url => url.searchParams.getAll('columns')[4] === 'year')
    await shows(t, () => new URL(page.url()).searchParams.get('sort'), null, 'the drag is no press')
    const chosen = await heads(page)
    await go('/')
    await page.getByRole('navigation').getByRole('link', { name: 'Book' }).first().click()
    await first(page, 'Book 003')
    await shows(t, () => heads(page), chosen)
    await page.waitForURL(/columns=/)
    const other = await context.newPage()
    await other.goto(path)
    await other.locator('th.head').first().waitFor()
    await shows(t, () => heads(other), chosen, 'in another tab too')
    await other.close()

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Note' }).waitFor()
    await page.getByText('Some properties cannot be sorted').waitFor() // a reference
    await page.getByRole('checkbox', { name: 'Note' }).check()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.keyboard.press('Escape')
    await shows(t, async () => (await heads(page)).length, 7)
  },
)

inBrowser('a list is saved as a view, shared, changed, renamed and deleted', async (t, open) => {
  const { page, visit, app, problems } = await open({
    data: withBooks(9),
    path: `${path}?_filter[status][in]=lost&sort=title`,
  })
  await first(page, 'Book 002')
  const menu = page.getByRole('button', { name: 'View', exact: true })
  const choose = async (name: string): Promise<void> => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Save as new view')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Lost ones')
  await page.getByRole('checkbox', { name: 'For everyone' }).check()
  await page.getByRole('button', { name: 'Save view' }).click()
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Lost ones' })
  await tab.waitFor()
  await shows(t, () => tab.getAttribute('aria-current'), 'page')

  const id = new URL(page.url()).searchParams.get('view') ?? ''
  const colleague = await visit({ as: 'member@example.com', path: `${path}?view=${id}` })
  await first(colleague.page, 'Book 002')
  await shows(t, () => colleague.page.url(), /_filter/, 'a short address becomes the full one')
  await colleague.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Lost ones' }).waitFor()

  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await first(page, 'Book 008')
  await tab.getByText('Changed since last saved').waitFor({ state: 'attached' })
  await choose('Save changes to “Lost ones”')
  await tab.getByText('Changed since last saved').waitFor({ state: 'detached' })
  const views = (await app.request('GET', '/api/views?type_slug=book')).json<{ data: unknown[] }>().data
  t.match(views, [{ name: 'Lost ones', shared: true, query: { sort_by: 'title', sort_order: 'desc' } }])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await tab.getByText('Changed since last saved').waitFor({ state: 'attached' })
  await choose('Save changes to “Lost ones”')
  await tab.getByText('Changed since last saved').waitFor({ state: 'detached' })

  // Another administrator saves the view meanwhile: neither version is lost without a word, nor by undoing.
  const stored = async () =>
    (await app.request('GET', `/api/views/${id}`)).json<{ query: { sort_by?: string }; columns: string[] }>()
  const lost = { '_filter[status][in]': 'lost' }
  const theirs = { query: { ...lost, sort_by: 'year', sort_order: 'desc' }, columns: ['title', 'year'] }
  const saveMine = () => choose('Save changes to “Lost ones”')
  await app.request('PUT', `/api/views/${id}`, theirs)
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await saveMine()
  await page.getByText('Somebody else has changed “Lost ones”').first().waitFor()
  t.match(await stored(), theirs, 'what they saved is kept')
  await saveMine()
  await shows(t, async () => (await stored()).query.sort_by, undefined, 'saved again, it is replaced')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await shows(t, async () => (await stored()).query.sort_by, 'year', 'undoing gives back what was replaced')
  await saveMine()
  await shows(t, async () => (await stored()).query.sort_by, undefined)
  await app.request('PUT', `/api/views/${id}`, theirs)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('This was changed meanwhile, so nothing was undone.').first().waitFor()
  t.match(await stored(), theirs)
  await choose('Remove view “Lost ones”')
  await tab.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await tab.waitFor()
  const [revived] = (await app.request('GET', '/api/views?type_slug=book')).json<{ data: object[] }>().data
  t.match(revived, { query: { sort_by: 'year' }, columns: theirs.columns }, 'a removed view comes back as it was')

  await choose('Rename view “Lost ones”')
  await page.getByRole('textbox', { name: 'Name' }).fill('Missing')
  await page.getByRole('button', { name: 'Rename view' }).click()
  await page.getByRole('link', { name: 'Missing' }).waitFor()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await first(page, 'Book 009')
  await page.getByRole('link', { name: 'Missing' }).click()
  await first(page, 'Book 008')
  await choose('Remove view “Missing”')
  await page.getByRole('link', { name: 'Missing' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('link', { name: 'Missing' }).waitFor()
  const { data: removed } = (await app.request('GET', '/api/views?type_slug=book')).json<{ data: { id: string }[] }>()
  for (const one of removed) await app.request('DELETE', `/api/views/${one.id}`)
  await choose('Open the list with this view')
  await page.getByText('“Missing” was removed meanwhile.').first().waitFor()
  await page.getByRole('link', { name: 'Missing' }).waitFor({ state: 'detached' })
  problems.expect(/404/)

  for (const name of ['Bought this year', 'From the bazaar', 'Read again', 'With notes'])
    await app.request('POST', '/api/views', { type_slug: 'book', name, query: '' })
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.reload()
  await page.getByRole('link', { name: 'With notes' }).waitFor({ state: 'attached' })
  const bar = await page.locator('.toolbar').boundingBox()
  t.ok((bar?.height ?? 99) < 60, `the toolbar is one line (${bar?.height} px)`)
  await choose('With notes')
  await page.locator('[aria-current=page]', { hasText: 'With notes' }).click() // it has scrolled into view
})
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
const focusIsInRow = (page: Page, name: string): Promise<void> =>
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
  await focusIsInRow(page, 'Book 100')
  await shows(t, () => rowInFocus(page), { name: 'Book 100', isSeen: true }, 'Back returns to the row')
  await shows(t, () => scrolled(page), top, 'at its position')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await heading(page, 'Book 099')

  await page.getByRole('banner').getByRole('link', { name: 'Books', exact: true }).press('Enter')
  await focusIsInRow(page, 'Book 099')
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
  await focusIsInRow(phone.page, 'Book 085')
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
  await focusIsInRow(page, 'Book 059')
  t.match(params(), { layout: 'board', by: 'status', sort: 'title' })
  await shows(t, async () => (await rowInFocus(page)).isSeen, true, 'the card is in view')
  await page.keyboard.press('Enter')
  await heading(page, 'Book 059')
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await heading(page, 'Book 056')
  await page.goBack()
  await focusIsInRow(page, 'Book 056')
  t.match(params(), { layout: 'board' }, 'Back returns there too')

  await go(`${path}?layout=calendar&by=bought&day=2020-01-10`)
  await page.getByRole('link', { name: /^Book 009/ }).click()
  await heading(page, 'Book 009')
  await backByName('Books')
  await focusIsInRow(page, 'Book 009')
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
  await focusIsInRow(page, 'Board')
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
  const { page, app, go } = await open({ data: withBooks(12), path: null })
  const name = 'Everything that was bought before the library moved'
  await app.request('POST', '/api/views', { type_slug: 'book', name, query: {}, columns: [] })
  await go(path)
  await bookLink(page, 'Book 012').waitFor()
  await page.setViewportSize({ width: 1440, height: 800 })
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  const ends = await tab.evaluate(link => [link.scrollWidth, link.clientWidth])
  t.equal(ends[0], ends[1], 'a long name of a view does not cover the tabs beside it')
  await page.locator('[data-scrolls]:not(.cut-end)').waitFor()
  await showsPart(t, () => fits(page), { isCut: false, menu: true, edge: 'none' })
  await page.setViewportSize({ width: 760, height: 800 })
  await page.locator('[data-scrolls].cut-end').waitFor()
  const narrow = await fits(page)
  t.ok(narrow.isCut && narrow.menu && narrow.edge !== 'none', 'the menu of a row is always reachable')
  await page.getByRole('row', { name: 'Book 011', exact: true }).press('x')
  await page.keyboard.press('ArrowRight')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await page.locator('[data-scrolls].cut-start').waitFor()
  await page.keyboard.press('Escape')
})

const lotWith = (properties: object) => ({
  name: 'Lot',
  slug: 'lot',
  schema: { type: 'object', required: ['title'], properties: { title: { type: 'string' }, ...properties } },
})

async function withStaleViews({ request }: TestApp): Promise<void> {
  const whole = lotWith({
    rank: { type: 'integer' },
    colour: { enum: ['red', 'blue'] },
    day: { type: 'string', format: 'date' },
  })
  await request('POST', '/api/resource-types', whole)
  await createMany({ request }, 'lot', 3, at => ({ title: `Lot ${at}`, rank: 4 - at, colour: 'red' }))
  const views = {
    Ranked: { query: { sort_by: 'rank' }, columns: ['title', 'rank'], default: true },
    Narrow: { query: { '_filter[title][like]': '2', '_filter[rank][gte]': '1' } },
    Colours: { layout: { kind: 'board', property: 'colour' } },
    Days: { layout: { kind: 'calendar', property: 'day' } },
  }
  for (const [name, view] of Object.entries(views)) {
    await request('POST', '/api/views', { type_slug: 'lot', shared: true, name, ...view })
  }
  await request('PUT', '/api/resource-types/lot', lotWith({}))
}

inBrowser('a view with parts that the type has no more shows the rest, and names them', async (t, open) => {
  const { page } = await open({ data: withStaleViews, path: '/content/lot' })
  const missing = (parts: string): Promise<void> =>
    page.getByText(`This view uses what the type no longer has: ${parts}`, { exact: true }).waitFor()
  await missing('rank')
  await shows(t, () => names(page), ['Lot 3', 'Lot 2', 'Lot 1'], 'without the order')
  await page.getByRole('link', { name: 'Narrow' }).click()
  await missing('rank')
  await shows(t, () => names(page), ['Lot 2'], 'with the other filter')
  await page.getByRole('link', { name: 'Colours' }).click()
  await missing('colour')
  await shows(t, () => names(page), ['Lot 3', 'Lot 2', 'Lot 1'], 'as a table')
  await page.getByRole('link', { name: 'Days' }).click()
  await missing('day')
})

inBrowser('a filter on texts begins with “is” where a list has more than 10,000 records', async (t, open) => {
  const data = async (app: TestApp): Promise<void> => {
    for (const [slug, count] of [
      ['word', 10_001],
      ['name', 2],
    ] as const) {
      const schema = { type: 'object', properties: { text: { type: 'string' } } }
      await app.request('POST', '/api/resource-types', { name: slug, slug, schema })
      await createMany(app, slug, count, at => ({ text: `Word ${at}` }))
    }
  }
  const { page, go } = await open({ data, path: '/content/word' })
  const comparison = page.getByRole('combobox', { name: 'Comparison for Text' })
  const addFilter = async (): Promise<void> => {
    await page.keyboard.press('f')
    await typeInto(t, page, /combobox Filter by/, 'text')
    await untilFocusOn(page, 'Value for Text')
  }
  await page.getByText('of more than 10,000').waitFor()
  await addFilter()
  await shows(t, () => comparison.inputValue(), 'eq')
  await page.keyboard.type('Word 7')
  await page.keyboard.press('Enter')
  await shows(t, () => names(page), ['Word 7'])
  await go('/content/name')
  await beginsWith(page, 'Word 2')
  await addFilter()
  await shows(t, () => comparison.inputValue(), 'like')
})

inBrowser('the headings of the usual columns of tasks are not cut, in both languages', async (t, open) => {
  const withTasks = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types/presets/tasks?samples=true')
  }
  const { page, visit } = await open({ data: withTasks, path: '/content/task?layout=table' })
  const german = await visit({ path: '/content/task?layout=table', locale: 'de-DE' })
  for (const [one, last] of [
    [page, 'Estimate in hours'],
    [german.page, 'Aufwand in Stunden'],
  ] as const) {
    await one.getByRole('columnheader', { name: last }).waitFor()
    await one.locator('tbody tr').nth(3).waitFor()
    const cut = `[...document.querySelectorAll('thead .cut')].filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)`
    await shows(t, () => one.evaluate<string[]>(cut), [])
  }
})
