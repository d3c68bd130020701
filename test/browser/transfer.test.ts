import { readFile } from 'node:fs/promises'
import type { Download, Page, Route } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { filmRows, filmsInCsv, withFilmType } from './films.ts'
import { inBrowser } from './in-browser.ts'
import { focused, tabTo } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

const data = withFilmType
const path = '/transfer?type=movie'
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
  const { page, app } = await open({ data, path })
  const file = { name: 'movies.json', mimeType: 'application/json', buffer: Buffer.from(someFilms()) }
  await keepShots(page, 'import-empty')
  await noViolations(t, page, 'the import before a file')
  await choose(page, file)
  await button(page, 'Check 303 rows').waitFor()
  const target = (column: string) => page.getByLabel(`Property for the column ${column}`, { exact: true })
  const chosen = (column: string) => target(column).locator('option:checked').innerText()
  await shows(t, () => chosen('US Gross'), 'US Gross')
  await shows(t, () => chosen('Running Time min'), 'Running time min')
  await shows(t, () => chosen('Source'), 'Omit')
  await page.getByText('Dates such as Mon DD YYYY are read as ISO dates').waitFor()
  await keepShots(page, 'import-columns')
  await noViolations(t, page, 'the columns of an import')

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
  await keepShots(page, 'import-checked')
  await noViolations(t, page, 'a checked import')

  await button(page, 'Import 300 rows').click()
  await page.getByText('300 rows were imported. 3 rows were refused.').waitFor()
  await shows(t, () => totalOf(app), 300)
  const refused = await saved(page, () => button(page, 'Download refused rows').click())
  t.equal(refused.text.trim().split('\n').length, 3)
  await keepShots(page, 'import-done')

  await button(page, 'Import another file').click()
  await choose(page, file)
  await button(page, 'Check 303 rows').click()
  await page.getByText('300 rows exist already.').waitFor()
  await shows(t, () => button(page, /^Import \d/).count(), 0, 'nothing is left to import')
})

inBrowser('a CSV file from a spreadsheet: separator, manual mapping, corrected rows', async (t, open) => {
  const { page, app } = await open({ data, path })
  const text =
    'Name;Release Date;IMDB Rating\r\n"Alien; or not";25.05.1979;8.4\r\nBrazil;20.02.1985;80\r\nCasablanca;23.01.1943;\r\n'
  await choose(page, csv('films.csv', text))
  await page.getByText('3 rows · 3 columns').waitFor()
  await shows(t, () => page.getByLabel('Separator').locator('option:checked').innerText(), 'Semicolon')
  await page.getByText('Required properties without a column: Title.').waitFor()
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
  t.match(refused.text, /Name;Release Date;IMDB Rating;plinth:problem\r\nBrazil;20.02.1985;80;/)

  await button(page, 'Import another file').click()
  await choose(page, csv(refused.name, refused.text.replace(';80;', ';8;')))
  await page.getByLabel('Property for the column Name', { exact: true }).selectOption({ label: 'Title' })
  await button(page, 'Check 1 row').click()
  await button(page, 'Import 1 row').click()
  await page.getByText('1 row was imported.').waitFor()
  await shows(t, () => totalOf(app), 3)
})

inBrowser('unreadable files show the reason', async (t, open) => {
  const { page } = await open({ data, path })
  await choose(page, csv('a.csv', 'title,year\n"Alien,1979\n'))
  await page.getByText('line 2: a quote that opens in this row is never closed').waitFor()
  await button(page, 'Choose another file').click()
  await choose(page, { name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nAm\xe9lie\n', 'latin1') })
  await button(page, 'Read as Windows-1252').click()
  await page.getByText('Amélie').waitFor()
  await button(page, 'Choose another file').click()
  await choose(page, {
    name: 'c.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{"title":"A","title":"B"},{"title":"C","usGross":12345678901234567890},{"title":"D"'),
  })
  await page.getByText(/the file ends before the array does/).waitFor()
  await keepShots(page, 'import-unreadable')
  await noViolations(t, page, 'a file that cannot be read')
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
  const { page, app } = await open({ data, path })
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

inBrowser('references are found by name', async (t, open) => {
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
    /project\s+there is no project whose name is "Venus"\s+Venus\s+line 5\s+1\s+project\s+there are 2 of project whose name is "Twin".+\s+Twin\s+line 6/,
  )
  await button(page, 'Import 3 rows').click()
  await page.getByText('3 rows were imported.').waitFor()
  const { data } = (await app.request('GET', '/api/task?_filter[project.name][eq]=Mars, later')).json<{
    data: unknown[]
  }>()
  t.equal(data.length, 1)
})

inBrowser('an import is cancelled; leaving needs confirmation', async (t, open) => {
  const { page, app } = await open({ data, path })
  await choose(page, csv('films.csv', filmsInCsv(filmRows())))
  await button(page, 'Check 3,201 rows').click()
  await button(page, /^Import 3,\d+ rows/).waitFor()
  let release = (): void => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  await page.route(/_import/, async route => {
    await held
    await route.continue()
  })
  await button(page, /^Import 3,\d+ rows/).click()
  await page.getByText(/0 of 3,201/).waitFor()
  await keepShots(page, 'import-running')
  await noViolations(t, page, 'an import under way')
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
  await page.route('**/api/admin/jobs/1', route => route.fulfill({ json: now }))
  await page.route('**/api/admin/jobs/1/cancel', route => {
    now = { ...running, state: 'dead', error }
    return route.fulfill({ json: now })
  })
  await button(page, 'Import another file').click()
  await choose(page, csv('films.csv', 'title,releaseDate\nAlien,1979-05-25\n'))
  await page.unroute(/_import/)
  await button(page, 'Check 1 row').click()
  await button(page, 'Import 1 row').waitFor()
  await page.route(/_import/, begin)
  await button(page, 'Import 1 row').click()
  await page.getByText('340 of 12,000').waitFor()
  await button(page, 'Cancel').click()
  await page.getByText('The rows imported so far are kept.').waitFor()
  t.match(now, { state: 'dead' })
  await shows(t, () => page.getByText('0 rows were imported').count(), 0, 'nobody knows how many there are')

  await page.getByRole('tab', { name: 'Export' }).click()
  await page.route('**/api/_export', begin)
  await button(page, 'Export everything').click()
  await page.getByText('340 of 12,000').waitFor()
  await button(page, 'Cancel').click()
  await button(page, 'Cancel').waitFor({ state: 'detached' })
  t.match(now, { state: 'dead' })
  await shows(t, () => page.getByText('The export stopped').count(), 0)
})

inBrowser('a user who cannot choose ids can also import without duplicates', async (t, open) => {
  const { page, app } = await open({ data, mode: 'production', as: 'ann', path })
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

inBrowser('a type is exported, with chosen filters and properties', async (t, open) => {
  const { page, app } = await open({ data: withFilms, path: `${path}&tab=export` })
  await app.request('POST', '/api/views', {
    type_slug: 'movie',
    name: 'Dear ones',
    query: { '_filter[usGross][gt]': '1000000' },
  })
  await page.reload()
  await keepShots(page, 'export')
  await noViolations(t, page, 'the export')
  const all = await saved(page, () => button(page, 'Export movie').click())
  t.equal(all.name, 'movie.csv')
  t.equal(all.text.trim().split('\r\n').length, 241)
  t.match(all.text, /^@id,title,usGross,/)
  await page.getByText('240 rows are in movie.csv.').waitFor()

  await page.getByRole('combobox', { name: 'Records' }).selectOption({ label: 'View “Dear ones”' })
  await page.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'NDJSON' })
  await page.getByRole('combobox', { name: 'Properties' }).selectOption({ label: 'Selected properties' })
  await page.getByRole('checkbox', { name: 'US Gross' }).uncheck()
  await keepShots(page, 'export-chosen')
  const some = await saved(page, () => button(page, 'Export movie').click())
  const rows = some.text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  t.ok(rows.length > 10 && rows.length < 240)
  t.notOk(rows.some(row => 'usGross' in row))

  await button(page, 'Export everything').click()
  await page.getByText('The file can be downloaded for a day.').waitFor()
  await keepShots(page, 'export-everything')
  await noViolations(t, page, 'the export of everything')
  const copy = await saved(page, () => page.getByRole('link', { name: 'Download' }).click())
  t.match(copy.name, /^plinth-export-.*\.ndjson$/)
  t.equal(copy.text.match(/^\{"row":\{"@id":"urn:movie:/gm)?.length, 240)
  await page.goto('/system')
  const run = page.getByRole('row', { name: /transfer:export Done 1 of 10 240 of 240 Download/ })
  t.equal((await saved(page, () => run.getByRole('link').click())).text, copy.text)
  await page.goto(path)

  await page.getByRole('tab', { name: 'Import' }).click()
  await choose(page, { name: all.name, mimeType: 'text/csv', buffer: Buffer.from(all.text) })
  await button(page, 'Check 240 rows').click()
  await page.getByText('240 rows exist already.').waitFor()
})

inBrowser('on a phone, by keyboard, in the dark', async (t, open) => {
  const { page } = await open({ data, path, size: 'phone', theme: 'dark' })
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose file').waitFor()
  t.ok(await tabTo(page, /button Choose file/), await focused(page))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(csv('films.csv', filmsInCsv(filmRows().slice(0, 40))))
  await button(page, 'Check 40 rows').waitFor()
  t.ok(await tabTo(page, /Property for the column Title/), await focused(page))
  await keepShots(page, 'import-columns')
  await noViolations(t, page, 'the columns of an import, on a phone')
  await button(page, 'Check 40 rows').focus()
  await page.keyboard.press('Enter')
  await button(page, /^Import \d+ rows/).waitFor()
  await keepShots(page, 'import-checked')
  await noViolations(t, page, 'a checked import, on a phone')
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  t.ok(overflow <= 0, `nothing is wider than the phone (${overflow})`)
})
