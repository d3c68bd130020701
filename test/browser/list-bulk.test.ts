import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, typeInto, untilFocusOn } from './keyboard.ts'
import { bookCalled, createMany, withBooks } from './list-samples.ts'
import { said } from './said.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

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
  await keepShots(page, 'list bulk edit')
  await noViolations(t, page, 'editing a property of many')
  await page.getByRole('button', { name: 'Set Status' }).click()
  await page.getByText('Set Status of 4.').first().waitFor()
  await showsPart(t, async () => (await bookCalled(app, 'Book 001')).data['@graph'][0], { status: 'lent' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Book 001').getByText('there').waitFor()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Edit property' }).click()
  await property.selectOption({ label: 'Code' })
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill('same')
  await page.getByRole('button', { name: 'Set Code' }).click()
  await page.getByText('3 of 4 could not be changed').waitFor()
  await page.getByText('3 selected').waitFor()
  await page.getByText(/^3 × .*code/i).waitFor()
  await page.getByRole('listitem').getByText('Book 002').waitFor()
  await keepShots(page, 'list bulk report')
  await noViolations(t, page, 'a report of what failed')
  await shows(t, () => row(page, 'Book 004').getAttribute('aria-selected'), 'false')
})

inBrowser('cards of a board are selected by checkbox and key, and changed together', async (t, open) => {
  const { page, app } = await open({ data: withBooks(9), path: '/content/book?layout=board&by=status' })
  const column = (name: string) => page.locator(`[data-board-column="${name}"]`)
  await column('lent').getByText('Book 009').waitFor()
  await noViolations(t, page, 'a board')
  await column('lent').getByRole('link', { name: 'Book 009' }).focus()
  await page.keyboard.press('x')
  await column('there').getByText('Book 007').hover()
  await page.getByRole('checkbox', { name: 'Select Book 007' }).click()
  await shows(t, () => page.locator('.card.selected').count(), 2)
  await page.getByText('2 selected').waitFor()
  await keepShots(page, 'board selection')
  await noViolations(t, page, 'a selection on a board')
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
  const csv = readFileSync(await one.path(), 'utf8').split('\r\n')
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
  await keepShots(page, 'list empty filters')
  await noViolations(t, page, 'an empty list')
  await page.getByRole('button', { name: 'Undo' }).click()
  await there(page, 'Copy 600')
  await page.getByRole('button', { name: 'Remove filter on Year' }).first().click()
  await there(page, 'Copy 620')
})

inBrowser('types without a schema, types without resources, and unknown types', async (t, open) => {
  const { page, app, go } = await open({ data: withBooks(), path })
  await page.getByText('No books yet').waitFor()
  await page.getByText('What stands on the shelves.').waitFor()
  await keepShots(page, 'list empty')
  await noViolations(t, page, 'a list without anything')
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
  await shows(t, () => page.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-description'), /no schema/)
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
  await page.getByText('No index serves the filter on Note').waitFor()
  await keepShots(page, 'list too slow')
  await noViolations(t, page, 'a list that takes too long')
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
  await page.getByText('340 of 12,000').waitFor()
  await shows(t, () => page.getByRole('progressbar').getAttribute('value'), '340')
  await keepShots(page, 'list index')
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
  await noViolations(t, page, 'the runs of jobs')
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
  await keepShots(page, 'system')
})

inBrowser('on a phone rows have two lines, and everything is available', async (t, open) => {
  const { page } = await open({ data: withBooks(60), path, size: 'phone' })
  await page.getByRole('list', { name: 'Book' }).getByText('Book 060').waitFor()
  await keepShots(page, 'list')
  await noViolations(t, page, 'a list on a phone')
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
  await keepShots(page, 'list display')
  await noViolations(t, page, 'order and properties on a phone')
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
  await keepShots(page, 'list selection')
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
})
