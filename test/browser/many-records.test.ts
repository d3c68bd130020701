import { filmRows, filmsInCsv, withFilmType } from './films.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses, typeInto, untilFocusOn } from './keyboard.ts'
import { bookCalled, createMany, withBooks } from './list-samples.ts'
import { routed } from './routed.ts'
import { said } from './said.ts'
import { shows, showsPart } from './shows.ts'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Download, Page, Route } from 'playwright-core'

const path = '/content/book'
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const there = (page: Page, name: string): Promise<void> =>
  page.locator('tr[data-row]').first().getByText(name, { exact: true }).waitFor()

inBrowser('one property of many records is set; refused records show the reason and stay selected', async (t, open) => {
  const { page, app } = await open({ data: withBooks(4), path })
  await there(page, 'Book 004')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('4 selected').waitFor()
  await page.getByRole('button', { name: 'Edit property' }).click()
  const property = page.getByRole('combobox', { name: 'Property' })
  await property.selectOption({ label: 'Status' })
  await page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).selectOption('Lent')
  await page.getByRole('button', { name: 'Set Status' }).click()
  await page.getByText('Set Status of 4.').first().waitFor()
  await showsPart(t, async () => (await bookCalled(app, 'Book 001')).data['@graph'][0], { status: 'lent' })
  await focuses(t, page, /^main /, 'where keys lead to the rows, and undo')
  await page.keyboard.press('ControlOrMeta+z')
  await row(page, 'Book 001').getByText('there').waitFor()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Edit property' }).click()
  await property.selectOption({ label: 'Code' })
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill('same')
  await page.getByRole('button', { name: 'Set Code' }).click()
  await page.getByText('3 of 4 could not be changed').waitFor()
  await page.getByText('3 selected').waitFor()
  await page.getByText('3 × Code: another record has this value already').waitFor()
  await page.getByRole('listitem').getByText('Book 002').waitFor()
  await shows(t, () => row(page, 'Book 004').getAttribute('aria-selected'), 'false')

  const { id } = await bookCalled(app, 'Book 002')
  const archiveFirst = async (route: Route): Promise<void> => {
    await app.request('DELETE', `/api/book/${id}`)
    await route.continue()
  }
  await routed(page, '**/api/book/_bulk', archiveFirst, { times: 1 })
  await page.getByRole('button', { name: 'Edit property' }).click()
  await property.selectOption({ label: 'Status' })
  await page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).selectOption('Lost')
  await page.getByRole('button', { name: 'Set Status' }).click()
  await page.getByText('1 × This does not exist any more').waitFor() // in the language of the admin
})

inBrowser('cards of a board are selected by checkbox and key, and changed together', async (t, open) => {
  const { page, app } = await open({ data: withBooks(9), path: '/content/book?layout=board&by=status' })
  const column = (name: string) => page.locator(`[data-board-column="${name}"]`)
  await column('lent').getByText('Book 009').waitFor()
  await column('lent').getByRole('link', { name: 'Book 009' }).focus()
  await page.keyboard.press('x')
  await column('there').getByText('Book 007').hover()
  await page.getByRole('checkbox', { name: 'Select Book 007' }).click()
  await shows(t, () => page.locator('.card.selected').count(), 2)
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Edit property' }).click()
  await page.getByRole('combobox', { name: 'Property' }).selectOption({ label: 'Status' })
  await page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).selectOption('Lost')
  await page.getByRole('button', { name: 'Set Status' }).click()
  for (const name of ['Book 007', 'Book 009']) {
    await column('lost').getByText(name).waitFor()
    await showsPart(t, async () => (await bookCalled(app, name)).data['@graph'][0], { status: 'lost' })
  }
  await page.keyboard.press('Control+z')
  await column('there').getByText('Book 007').waitFor()
  await showsPart(t, async () => (await bookCalled(app, 'Book 009')).data['@graph'][0], { status: 'lent' })
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Move the card to another column').waitFor()
})

inBrowser('all matching records are archived and exported, across many pages', async (t, open) => {
  const { page, app } = await open({
    data: async app => {
      await withBooks()(app)
      await createMany(app, 'book', 620, at => ({ title: `Copy ${at}`, year: at <= 600 ? 1900 : 1950 }))
    },
    path: `${path}?_filter[year][eq]=1900`,
  })
  await there(page, 'Copy 600')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'NDJSON' }).click(),
  ])
  t.equal(download.suggestedFilename(), 'book.ndjson')
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  t.equal(lines.length, 600)
  t.match(JSON.parse(lines[0] ?? ''), { '@id': /^urn:book:/, title: 'Copy 600', year: 1900 })

  await row(page, 'Copy 599').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [one] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  ])
  const csv = readFileSync(await one.path(), 'utf8').split('\n')
  t.match(csv[0], /^@id,title,year,status,author/)
  t.equal(csv.filter(line => line.startsWith('urn:')).length, 1)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all matching records' }).click()
  await page.getByText('600 selected').waitFor()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('Archived 600.').first().waitFor()
  await page.getByText('No matching books').waitFor()
  const { total } = (await app.request('GET', '/api/book?count=true&limit=1')).json<{ total: number }>()
  t.equal(total, 20)
  await page.getByRole('button', { name: /^You: / }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await page.getByText('600 archiviert.').first().waitFor()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByText('Archived 600.').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.goBack()
  await there(page, 'Copy 600')
  await page.getByRole('button', { name: 'Actions for Copy 600' }).click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await page.getByText('Archived “Copy 600”.').first().waitFor()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.goBack()
  await there(page, 'Copy 600')
  await page.getByRole('button', { name: 'Remove filter on Year' }).first().click()
  await there(page, 'Copy 620')
})

inBrowser('types without a schema, types without resources, and unknown types', async (t, open) => {
  const { page, app, go } = await open({ data: withBooks(), path })
  await page.getByText('No books yet').waitFor()
  await page.getByText('What stands on the shelves.').waitFor()
  await app.request('POST', '/api/scrap', { heading: 'One', size: 3, own: { a: 1 } })
  await app.request('POST', '/api/scrap', { heading: 'Two', extra: true })
  await go('/content/scrap')
  await page.getByRole('columnheader', { name: 'Extra' }).waitFor()
  await page.getByRole('columnheader', { name: 'Size' }).waitFor()
  await shows(
    t,
    () => page.getByRole('columnheader', { name: 'Size' }).getByRole('button').count(),
    0,
    'it cannot be sorted',
  )
  await shows(
    t,
    () => page.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-description'),
    /describes no properties/,
  )
  await page.keyboard.press('f')
  await untilFocusOn(page, 'Filter by')
  await typeInto(t, page, /Filter by/, 'size')
  await shows(t, () => page.getByRole('combobox', { name: 'Comparison for Size' }).locator('option').allInnerTexts(), [
    'is',
  ])
  await untilFocusOn(page, 'Value for Size')
  await typeInto(t, page, /Value for Size/, '3')
  await page.getByText('Two', { exact: true }).waitFor({ state: 'detached' })
  await page.getByText('One', { exact: true }).waitFor()
  await go('/content/nothing')
  await page.getByText('Type not found').waitFor()
})

inBrowser('a filter without an index says so, and what helps', async (t, open) => {
  const { page, app, problems, context } = await open({ data: withBooks(3), path: null })
  problems.expect(/^503/)
  const message = 'the list took too long: no index serves the filter on note; narrow it, or set x-index in the schema'
  const json = { status: 503, detail: message, code: 'query-too-slow', fields: ['note'], index: ['status', 'note'] }
  await context.route(/\/api\/book\?.*_filter/, route => route.fulfill({ status: 503, json }))
  await page.goto(`${path}?_filter[note][like]=words`)
  await page.getByText('The filter on Note looks at every record').waitFor()
  await shows(t, () => page.getByText('cannot be reached').count(), 0, 'the service is available')
  await page.getByRole('main').getByRole('button', { name: 'Remove filter on Note' }).last().click()
  await there(page, 'Book 003')

  // Administrators add the index; a change that takes long goes on as a run, whose progress is shown.
  await page.goto(`${path}?_filter[note][like]=words`)
  const run = { id: 'urn:job-run:1', name: 'types:change', attempt: 1, max_attempts: 5, error: null, started_by: '' }
  const at = { created_at: '2027-01-01T10:00:00Z', due_at: null, started_at: null, ended_at: null }
  const running = { ...run, ...at, state: 'running', progress: { done: 340, total: 12_000 } }
  let now: object = running
  await context.route('**/api/resource-types/book', async route => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await route.fetch()
    return route.fulfill({ status: 202, headers: { location: '/api/admin/jobs/1' }, json: running })
  })
  await context.route('**/api/admin/jobs/1', route => route.fulfill({ json: now }))
  await page.getByRole('button', { name: 'Add index on Status and Note' }).click()
  await page.getByText('This change takes longer.').waitFor()
  const corners = await page.evaluate(`getComputedStyle(document.querySelector('.notices > *')).borderRadius`)
  t.equal(corners, '0px', 'as wide as the page')
  await page.getByText('340 of 12,000').waitFor()
  await shows(t, () => page.getByRole('progressbar').getAttribute('value'), '340')
  await context.unroute(/\/api\/book\?.*_filter/)
  now = { ...running, state: 'done', result: {} }
  await said(page, 'The index on Status and Note was added.')
  await there(page, 'Book 003')
  await page.getByText('This change takes longer.').waitFor({ state: 'detached' })
  const stored = (await app.request('GET', '/api/resource-types/book')).json<{ schema: object }>()
  t.match(stored.schema, { 'x-indexes': [['status', 'note']] })

  // A run that fails is an error of the change; the page of the system lists the runs, and follows those that go on.
  const error = { status: 503, code: 'store-full', title: 'Service unavailable', detail: 'the disk is full' }
  let list: object[] = [running]
  await context.route(/\/api\/admin\/jobs\?/, route =>
    route.fulfill({ json: { data: list, cursor: '', has_more: false } }),
  )
  await page.goto('/system')
  const runs = page.getByRole('region', { name: 'Runs of jobs' })
  await runs.getByRole('row', { name: /types:change Running 1 of 5 340 of 12,000/ }).waitFor()
  await context.route('**/api/admin/jobs/*/cancel', route => {
    const { pathname } = new URL(route.request().url())
    const cancelled = { status: 409, code: 'job-cancelled', title: 'Conflict', detail: 'the run was cancelled' }
    now = { ...running, state: 'dead', error: cancelled }
    if (decodeURIComponent(pathname) === `/api/admin/jobs/${run.id}/cancel`) list = [now]
    return route.fulfill({ json: now })
  })
  await runs.getByRole('button', { name: 'Cancel types:change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
  await said(page, 'The run of types:change was cancelled.')
  await runs.getByRole('row', { name: /types:change Failed .* the run was cancelled/ }).waitFor()
  await shows(t, () => runs.getByRole('button').count(), 0)
  list = [{ ...running, state: 'dead', error }]
  await runs.getByRole('row', { name: /types:change Failed .* the disk is full/ }).waitFor()
})

inBrowser('on a phone rows have two lines, and everything is available', async (t, open) => {
  const { page } = await open({ data: withBooks(60), path, size: 'phone' })
  await page.getByRole('list', { name: 'Book' }).getByText('Book 060').waitFor()
  t.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0)
  const small = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main button, main a.name, main select')].filter(one => one.offsetParent && one.offsetHeight < 44 && !one.matches('a.name')).map(one => one.outerHTML.slice(0, 80))`,
  )
  t.strictSame(small, [])
  const cut = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.facts .pill')].filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)`,
  )
  t.strictSame(cut, [], 'no state is cut')
  const facts = await page.locator('.card .facts').first().locator('.fact').count()
  t.equal(facts, 2)
  t.ok(((await page.locator('.card').first().boundingBox())?.y ?? 999) < 150, 'the rows begin high')
  await page.getByRole('button', { name: 'Search books' }).tap()
  await page.getByRole('searchbox', { name: 'Search books' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Book 007')
  await page.locator('.card').getByText('Book 007').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).tap()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'All' }).tap()
  await page.getByRole('menuitem', { name: 'Archived' }).tap()
  await page.waitForURL(/status=archived/)
  await page.goBack()
  await page.getByText('Book 060').waitFor()

  // Without table headings, “Display” sets the order of the list and the columns of the cards: here by keyboard.
  await page.getByRole('button', { name: 'Display' }).focus()
  await page.keyboard.press('Enter')
  await untilFocusOn(page, 'Sort by')
  const missed = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.popover :is(button, select, input)')].filter(one => one.checkVisibility() && (one.closest('label') ?? one).offsetHeight < 44).map(one => one.outerHTML.slice(0, 80))`,
  )
  t.strictSame(missed, [], 'all touch targets are large enough')
  await page.getByLabel('Sort by').press('T')
  await page.waitForURL(/sort=title/)
  await page.locator('.card').first().getByText('Book 001').waitFor()
  await page.keyboard.press('Tab')
  await focuses(t, page, /select Order/)
  await page.getByLabel('Order').press('Z')
  await page.locator('.card').first().getByText('Book 060').waitFor()
  await page.keyboard.press('Tab')
  await untilFocusOn(page, 'Search properties')
  await page.keyboard.type('note')
  await page.keyboard.press('ArrowDown')
  await focuses(t, page, 'input Note')
  await page.keyboard.press('Space')
  await page.locator('.card').first().getByText('words 60').waitFor()
  await page.keyboard.press('Escape')
  await focuses(t, page, /button Display/)
  await shows(
    t,
    async () => (await page.locator('.card').first().locator('.fact').count()) > 2,
    true,
    'the selection is visible',
  )
  await page.reload()
  await page.locator('.card').first().getByText('words 60').waitFor()
  await page.getByRole('button', { name: 'Display' }).tap()
  await page.getByRole('button', { name: 'Reset' }).tap()
  await page.getByText('words 60').waitFor({ state: 'detached' })
  await page.getByLabel('Sort by').selectOption('Newest first')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select Book 059' }).tap()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Archive', exact: true }).tap()
  await page.getByText('Archived 1.').first().waitFor()
  await page.getByText('Book 059').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Next', exact: true }).tap()
  await page.getByText('Book 009').waitFor()
})

inBrowser('a user who can only read has no controls for changes', async (t, open) => {
  const { app, visit } = await open({ mode: 'production', data: withBooks(3), path: null })
  await app.request('PUT', '/api/settings/role-access', { roles: { member: { '*': ['odrl:read'] } } })
  const { page } = await visit({ as: 'reader', path })
  await there(page, 'Book 003')
  await shows(t, () => page.getByRole('link', { name: 'Create book' }).count(), 0)
  await shows(t, () => page.getByRole('link', { name: 'Archived' }).count(), 0)
  await row(page, 'Book 002').getByRole('gridcell', { name: '1,502' }).dblclick()
  await shows(t, () => page.getByRole('textbox', { name: /New value/ }).count(), 0)
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await shows(t, () => page.getByRole('button', { name: 'Archive', exact: true }).count(), 0)
  await shows(t, () => page.getByRole('button', { name: 'Edit property' }).count(), 0)
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  await page.goto('/transfer')
  await page.getByRole('tab', { name: 'Export' }).waitFor()
  await shows(t, () => page.getByRole('tab', { name: 'Import' }).count(), 0)
  await app.request('PUT', '/api/settings/role-access', { roles: { member: {} } })
  await page.goto('/')
  await page.getByText('You have no access to any content yet. Ask an administrator for it.').waitFor()
})

const data = withFilmType
const transferPath = '/transfer?type=movie'
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const choose = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(file)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** 300 valid films, then three invalid ones: two with a rating that is not in the list, one without a title. */
function someFilms(): string {
  const all = filmRows()
  const wrong = all.filter(row => row['Title'] === null || row['MPAA Rating'] === 'Open')
  return JSON.stringify([...all.slice(0, 300), ...wrong.slice(0, 3)], null, 1)
}

async function totalOf({ request }: TestApp): Promise<unknown> {
  return (await request('GET', '/api/movie?count=true&limit=1')).json<{ total: number }>().total
}

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const waiting: Promise<Download> = page.waitForEvent('download')
  await press()
  const download = await waiting
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

inBrowser('a JSON file is mapped, checked and imported, twice without duplicates', async (t, open) => {
  const { page, app } = await open({ data, path: transferPath })
  const file = { name: 'movies.json', mimeType: 'application/json', buffer: Buffer.from(someFilms()) }
  await choose(page, file)
  await button(page, 'Check 303 rows').waitFor()
  const target = (column: string) => page.getByLabel(`Property for the column ${column}`, { exact: true })
  const chosen = (column: string) => target(column).locator('option:checked').innerText()
  await shows(t, () => chosen('US Gross'), 'US Gross')
  await shows(t, () => chosen('Running Time min'), 'Running time min')
  await shows(t, () => chosen('Source'), 'Omit')
  await page.getByText('Dates such as Mon DD YYYY are read as ISO dates').waitFor()

  await button(page, 'Check 303 rows').click()
  await button(page, 'Import 300 rows').waitFor()
  const problems = page.getByRole('region', { name: /problem/ })
  await shows(t, () => problems.innerText(), /Title\s+(is )?required/i, 'the film without a title is named')
  await shows(
    t,
    () => problems.innerText(),
    /2\s+MPAA Rating\s+.+\s+Open\s+line [\d,]+\s+Open\s+line [\d,]+/,
    'repeated problems are listed once',
  )
  await shows(t, () => totalOf(app), 0, 'nothing was written')
  const list = await saved(page, () => button(page, 'Download problems').click())
  t.equal(list.name, 'movies-problems.csv')
  t.match(list.text, /^\ufeffLine,Column,Problem\r\n\d+,/)

  await button(page, 'Import 300 rows').click()
  await page.getByText('300 rows were imported. 3 rows were refused.').waitFor()
  await shows(t, () => totalOf(app), 300)
  const refused = await saved(page, () => button(page, 'Download refused rows').click())
  t.equal(refused.text.trim().split('\n').length, 3)

  await button(page, 'Import another file').click()
  await choose(page, file)
  await button(page, 'Check 303 rows').click()
  await page.getByText('300 rows exist already.').waitFor()
  await shows(t, () => button(page, /^Import \d/).count(), 0, 'nothing is left to import')
})

inBrowser('a CSV file from a spreadsheet: separator, manual mapping, corrected rows', async (t, open) => {
  const { page, app } = await open({ data, path: transferPath })
  const text =
    'Name;Release Date;IMDB Rating;Running Time min;Shelf\r\n"Alien; or not";25.05.1979;8.4;long;A\r\nBrazil;20.02.1985;80;short;\r\nCasablanca;23.01.1943;;;\r\n'
  await choose(page, csv('films.csv', text))
  await page.getByText('3 rows · 5 columns').waitFor()
  await shows(t, () => page.getByLabel('Separator').locator('option:checked').innerText(), 'Semicolon')
  await page.getByText('Required properties without a column: Title.').waitFor()
  await page.getByText(/3 columns are not imported, .*: Name, Running Time min,? and Shelf\.$/).waitFor()
  await page.getByText('“Running time min” takes none of these values.').waitFor()
  await page.getByLabel('Property for the column Name', { exact: true }).selectOption({ label: 'Title' })
  await button(page, 'Check 3 rows').click()
  await page.getByText('2 rows can be imported. 1 row would be refused.').waitFor()
  const row = page
    .getByRole('region', { name: /problem/ })
    .getByRole('row')
    .last()
  await shows(t, () => row.innerText(), /^1\s+IMDB Rating\s+.+\s+80\s+line 3$/, 'the problem, and the invalid value')
  await button(page, 'Import 2 rows').click()
  await page.getByText('2 rows were imported. 1 row was refused.').waitFor()
  const answer = await app.request('GET', '/api/movie?sort_by=title')
  const nodes = answer
    .json<{ data: { data: { '@graph': Record<string, unknown>[] } }[] }>()
    .data.map(one => one.data['@graph'][0])
  t.match(nodes, [
    { title: 'Alien; or not', releaseDate: '1979-05-25', imdbRating: 8.4 },
    { title: 'Casablanca', releaseDate: '1943-01-23' },
  ])
  t.notOk(nodes[1] !== undefined && 'imdbRating' in nodes[1], 'an empty cell means no value')
  const refused = await saved(page, () => button(page, 'Download refused rows').click())
  t.match(refused.text, /Name;Release Date;IMDB Rating;Running Time min;Shelf;plinth:problem\r\nBrazil;20.02.1985;80;/)

  await button(page, 'Import another file').click()
  await choose(page, csv(refused.name, refused.text.replace(';80;', ';8;')))
  await page.getByLabel('Property for the column Name', { exact: true }).selectOption({ label: 'Title' })
  await button(page, 'Check 1 row').click()
  await button(page, 'Import 1 row').click()
  await page.getByText('1 row was imported.').waitFor()
  await shows(t, () => totalOf(app), 3)
})

inBrowser('unreadable files show the reason', async (t, open) => {
  const { page } = await open({ data, path: transferPath })
  await choose(page, csv('a.csv', 'title,year\n"Alien,1979\n'))
  await page.getByText('line 2: a quote that opens in this row is never closed').waitFor()
  await button(page, 'Choose another file').click()
  await choose(page, { name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nAm\xe9lie\n', 'latin1') })
  await button(page, 'Read as Windows-1252').click()
  await page.getByText('Amélie').waitFor()
  const encoding = page.getByLabel('Encoding', { exact: true })
  await button(page, 'Choose another file').click()
  const marked = Buffer.from('\ufefftitle\nDelicatessen\n', 'utf16le').swap16()
  await choose(page, { name: 'marked.txt', mimeType: 'text/plain', buffer: marked })
  await page.getByText('Delicatessen').waitFor()
  const named = (): Promise<string> => encoding.locator('option:checked').innerText()
  await shows(t, named, 'UTF-16 (big endian)', 'a byte order mark names the encoding')
  await button(page, 'Choose another file').click()
  await choose(page, { name: 'plain.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nDieu\n', 'utf16le') })
  await encoding.selectOption({ label: 'UTF-16 (little endian)' })
  await page.getByText('Dieu').waitFor()
  await button(page, 'Choose another file').click()
  await choose(page, {
    name: 'c.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{"title":"A","title":"B"},{"title":"C","usGross":12345678901234567890},{"title":"D"'),
  })
  await page.getByText(/the file ends before the array does/).waitFor()
  await button(page, 'Choose another file').click()
  await choose(page, {
    name: 'c.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      '[{"title":"A","title":"B"},\n{"title":"C","usGross":12345678901234567890},\n{"title":"D","releaseDate":"2001-01-01"}]',
    ),
  })
  await button(page, 'Check 3 rows').click()
  const problems = page.getByRole('region', { name: '2 problems' })
  await shows(t, () => problems.innerText(), /duplicate key[\s\S]*would lose digits/)
  await button(page, 'Import 1 row').waitFor()
})

inBrowser('a file that is larger than its preview', async (t, open) => {
  const { page, app } = await open({ data, path: transferPath })
  const rows = Array.from({ length: 30 }, (_, at) => ({
    title: `${at} ${'x'.repeat(100_000)}`,
    releaseDate: '2001-02-03',
  }))
  const buffer = Buffer.from(rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  await choose(page, { name: 'large.ndjson', mimeType: 'application/x-ndjson', buffer })
  await page.getByText('the first 10 rows · 2 columns').waitFor()
  await button(page, 'Check all rows').click()
  await button(page, 'Import 30 rows').click()
  await page.getByText('30 rows were imported.').waitFor()
  await shows(t, () => totalOf(app), 30)
})

inBrowser('references are found by name, and rows with an id change what exists', async (t, open) => {
  const withTasks = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types/presets/tasks')
    for (const name of ['Moon', 'Mars, later', 'Twin', 'Twin']) await request('POST', '/api/project', { name })
  }
  const { page, app } = await open({ data: withTasks, path: '/transfer?type=task' })
  const rows = ['name,project', 'Fly,Moon', 'Land,"Mars, later"', 'Rest,', 'Lose,Venus', 'Doubt,Twin']
  await choose(page, csv('tasks.csv', `${rows.join('\n')}\n`))
  await page.getByText('Projects are found by name').waitFor()
  await button(page, 'Check 5 rows').click()
  const problems = page.getByRole('region', { name: '2 problems' })
  await shows(
    t,
    () => problems.innerText(),
    /project\s+Project: there is no such record, or it is archived.+\s+Venus\s+line 5\s+1\s+project\s+there are 2 of project whose name is "Twin".+\s+Twin\s+line 6/,
  )
  await button(page, 'Import 3 rows').click()
  await page.getByText('3 rows were imported.').waitFor()
  const land = async () =>
    (await app.request('GET', '/api/task?_filter[project.name][eq]=Mars, later')).json<{ data: Resource[] }>().data
  const [task, ...others] = await land()
  t.strictSame(others, [])

  await button(page, 'Import another file').click()
  await choose(page, csv('again.csv', `@id,name,project\n${task?.id},Land softly,\n`))
  await button(page, 'Check 1 row').click()
  await page.getByText('The record exists with another value: Name.').waitFor()
  await page.getByLabel('Records that exist already').selectOption('Are updated, found by ID of the resource')
  await button(page, 'Check 1 row').click()
  await page.getByText('1 row would change a record.', { exact: true }).waitFor()
  await button(page, 'Import 1 row').click()
  await page.getByText('1 record was changed.', { exact: true }).waitFor()
  t.match(
    await land(),
    [{ id: task?.id, data: { '@graph': [{ name: 'Land softly' }] } }],
    'an empty cell changes nothing',
  )
})

inBrowser('an import is cancelled; leaving needs confirmation', async (t, open) => {
  const { page, app } = await open({ data, path: transferPath })
  await choose(page, csv('films.csv', filmsInCsv(filmRows())))
  await button(page, 'Check 3,201 rows').click()
  await button(page, /^Import 3,\d+ rows/).waitFor()
  let release = (): void => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  await routed(page, /_import/, async route => {
    await held
    await route.continue()
  })
  await button(page, /^Import 3,\d+ rows/).click()
  await page.getByText(/0 of 3,201/).waitFor()
  await page.getByRole('link', { name: 'Movie' }).first().click()
  await page.getByRole('dialog', { name: 'Stop the import?' }).getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Cancel').click()
  await page.getByText('The rows imported so far are kept.').waitFor()
  release()
  t.ok(Number(await totalOf(app)) < 3201, 'not all was imported')

  // What goes on as a run is cancelled there.
  const running = { state: 'running', progress: { done: 340, total: 12_000 }, error: null }
  const error = { status: 409, code: 'job-cancelled', title: 'Conflict', detail: 'the run was cancelled' }
  let now: object = running
  const begin = (route: Route): Promise<void> => {
    now = running
    return route.fulfill({ status: 202, headers: { location: '/api/admin/jobs/1' }, json: running })
  }
  await routed(page, '**/api/admin/jobs/1', route => route.fulfill({ json: now }))
  await routed(page, '**/api/admin/jobs/1/cancel', route => {
    now = { ...running, state: 'dead', error }
    return route.fulfill({ json: now })
  })
  await button(page, 'Import another file').click()
  await choose(page, csv('films.csv', 'title,releaseDate\nAlien,1979-05-25\n'))
  await page.unroute(/_import/)
  await button(page, 'Check 1 row').click()
  await button(page, 'Import 1 row').waitFor()
  await routed(page, /_import/, begin)
  await button(page, 'Import 1 row').click()
  await page.getByText('340 of 12,000').waitFor()
  await button(page, 'Cancel').click()
  await page.getByText('The rows imported so far are kept.').waitFor()
  t.match(now, { state: 'dead' })
  await shows(t, () => page.getByText('0 rows were imported').count(), 0, 'nobody knows how many there are')

  await page.getByRole('tab', { name: 'Export' }).click()
  await routed(page, '**/api/_export', begin)
  await button(page, 'Export everything').click()
  await page.getByText('340 of 12,000').waitFor()
  await button(page, 'Cancel').click()
  await button(page, 'Cancel').waitFor({ state: 'detached' })
  t.match(now, { state: 'dead' })
  await shows(t, () => page.getByText('The export stopped').count(), 0)
})

inBrowser('a user who cannot choose ids can also import without duplicates', async (t, open) => {
  const { page, app } = await open({ data, mode: 'production', as: 'ann', path: transferPath })
  await choose(page, csv('films.csv', 'title,releaseDate\nAlien,1979-05-25\n'))
  await button(page, 'Check 1 row').click()
  await button(page, 'Import 1 row').click()
  await page.getByText('1 row was imported.').waitFor()
  await button(page, 'Import another file').click()
  await choose(page, csv('films.csv', 'title,releaseDate\nAlien,1979-05-25\n'))
  await button(page, 'Check 1 row').click()
  await page.getByText('1 row exists already.').waitFor()
  await shows(t, () => totalOf(app), 1)
})

const withFilms = async (app: TestApp): Promise<void> => {
  await withFilmType(app)
  const operations = filmRows()
    .slice(0, 240)
    .map(row => ({
      op: 'create',
      data: { title: String(row['Title']), releaseDate: '2001-02-03', usGross: row['US Gross'] },
    }))
  for (const at of [0, 60, 120, 180]) {
    await app.request('POST', '/api/movie/_bulk', { operations: operations.slice(at, at + 60) })
  }
}

inBrowser('what a list shows is exported, and everything', async (t, open) => {
  const { page, go } = await open({ data: withFilms, path: '/content/movie' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const all = await saved(page, () => page.getByRole('menuitem', { name: 'CSV', exact: true }).click())
  t.equal(all.name, 'movie.csv')
  t.equal(all.text.trim().split('\n').length, 241)
  t.match(all.text, /^@id,title,usGross,/)

  await go(`${transferPath}&tab=export`)
  await button(page, 'Export everything').click()
  await page.getByText('The file can be downloaded for a day.').waitFor()
  const copy = await saved(page, () => page.getByRole('link', { name: 'Download' }).click())
  t.match(copy.name, /^plinth-export-.*\.ndjson$/)
  t.equal(copy.text.match(/^\{"row":\{"@id":"urn:movie:/gm)?.length, 240)
  await page.goto('/system')
  const run = page.getByRole('row', { name: /transfer:export Done 1 of 10 240 of 240 Download/ })
  t.equal((await saved(page, () => run.getByRole('link').click())).text, copy.text)
  await page.goto(transferPath)

  await page.getByRole('tab', { name: 'Import' }).click()
  await choose(page, { name: all.name, mimeType: 'text/csv', buffer: Buffer.from(all.text) })
  await button(page, 'Check 240 rows').click()
  await page.getByText('240 rows exist already.').waitFor()
})

const chooseOneFile = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(file)

/** Columns with spaces and in capitals, dates in another format, one unneeded column. */
const harbours = `Harbour Name;Opened On;Depth (m);Open;internal_code
Ærøskøbing;12.05.1934;3.5;yes;x1
Bristol;01.07.1809;9.5;no;x2
Cork;30.11.1750;11.2;yes;
`

inBrowser('a new type from a file: inferred, corrected, created and filled', async (t, open) => {
  const { page, app, visit } = await open({ path: '/types' })
  await page.getByRole('link', { name: 'New type from file' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing is saved until you create the type.').waitFor()
  await chooseOneFile(page, { name: 'harbours.csv.gz', mimeType: 'application/gzip', buffer: gzipSync(harbours) })
  await page.getByText('3 rows · 5 columns').waitFor()
  await untilFocusOn(page, 'Name')
  await shows(t, () => page.getByLabel('Name', { exact: true }).inputValue(), 'Harbour')
  await shows(t, () => page.getByLabel('Address', { exact: true }).inputValue(), 'harbour')
  const samples = page.getByRole('region', { name: 'First rows of the file' })
  await shows(
    t,
    () => samples.innerText(),
    /Dates such as DD\.MM\.YYYY are read as ISO dates[\s\S]*Ærøskøbing\s+12\.05\.1934\s+3\.5/,
  )
  const emptyCell = samples.getByRole('row', { name: 'Cork' }).getByRole('cell').last()
  await shows(t, () => emptyCell.locator('svg').count(), 0, 'an empty cell has no tick')
  await shows(t, () => emptyCell.innerText(), 'nothing')

  await page.keyboard.press('End')
  await page.keyboard.type(' place')
  await samples.getByRole('checkbox', { name: 'internal_code' }).focus()
  await page.keyboard.press('Space')
  await shows(t, () => button(page, /^Internal code/).count(), 0, 'an excluded column is not a property')
  await page.keyboard.press('Space')
  await button(page, /^Internal code/).waitFor() // included again
  await page.keyboard.press('Space')
  await button(page, /^Internal code/).waitFor({ state: 'detached' })
  const name = samples.getByRole('checkbox', { name: 'Harbour Name' })
  await name.click()
  await button(page, /^Harbour Name/).waitFor({ state: 'detached' })
  await name.click() // included again, and required as before
  await button(page, /^Harbour Name/).click()
  await page.getByLabel('Property name').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('name')
  await page.keyboard.press('Enter')
  await button(page, /^Harbour Name/).click()
  await button(page, /^Open open/).click()
  await page.getByLabel('Kind', { exact: true }).selectOption('Text')
  await button(page, 'Create and import').click()
  await page.getByText('3 rows were imported.').waitFor()
  await page.getByText('Created the type “Harbour place”.').waitFor()
  const { schema } = (await app.request('GET', '/api/resource-types/harbour-place')).json<{ schema: object }>()
  t.strictSame(schema, {
    type: 'object',
    properties: {
      name: { title: 'Harbour Name', type: 'string' },
      openedOn: { title: 'Opened On', type: 'string', format: 'date' },
      depthM: { title: 'Depth (m)', type: 'number' },
      open: { type: 'string' },
    },
    required: ['name', 'openedOn', 'depthM', 'open'],
  })
  await page.getByRole('link', { name: 'Open Harbour places' }).click()
  await page.getByText('Bristol').first().waitFor()
  const rows = (await app.request('GET', '/api/harbour-place?sort_by=name')).json<{
    data: { data: { '@graph': object[] } }[]
  }>()
  t.match(rows.data[0]?.data['@graph'][0], { name: 'Bristol', openedOn: '1809-07-01', depthM: 9.5, open: 'no' })

  const phone = await visit({ size: 'phone', path: '/' })
  await phone.page.keyboard.press('Control+k')
  await phone.page.locator(':focus').and(phone.page.getByRole('combobox')).waitFor()
  await phone.page.keyboard.type('type from')
  await chooseOption(phone.page, 'New type from file')
  await chooseOneFile(phone.page, {
    name: 'harbour-place.json',
    mimeType: 'application/json',
    buffer: Buffer.from(nested),
  })
  await phone.page.getByText('2 rows · 2 columns').waitFor()
  await phone.page.getByText('.Since: Dates such as DD.MM.YYYY are read as ISO dates').waitFor()
  await untilFocusOn(phone.page, 'Name')
  await button(phone.page, 'Create and import').click()
  await phone.page.getByText('A type with this address already exists.').first().waitFor()
  await untilFocusOn(phone.page, 'Address')
  await phone.page.keyboard.press('End')
  await phone.page.keyboard.type('-east')
  phone.problems.expect(/ERR_FAILED/)
  await routed(phone.page, '**/api/*/_import**', route => route.abort())
  await button(phone.page, 'Create and import').click()
  await phone.page.getByText('The type and the rows imported so far are kept.').waitFor()
  await phone.page.unroute('**/api/*/_import**')
  await button(phone.page, 'Import the rest').click()
  await phone.page.getByText('2 rows were imported.').waitFor()
  const made = (await app.request('GET', '/api/harbour-place-east')).json<{
    data: { data: { '@graph': object[] } }[]
  }>()
  t.match(made.data.map(one => one.data['@graph'][0]).at(-1), {
    name: /^[AB]$/,
    mainPort: { 'City Name': /^[CD]$/, Since: /^1934-05-1[34]$/ },
  })
})

const nested =
  '[{"name":"A","Main Port":{"City Name":"C","Since":"13.05.1934"}},{"name":"B","Main Port":{"City Name":"D","Since":"14.05.1934"}}]'
