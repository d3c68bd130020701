import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, untilFocusOn } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(file)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

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
  await choose(page, { name: 'harbours.csv.gz', mimeType: 'application/gzip', buffer: gzipSync(harbours) })
  await page.getByText('3 rows · 5 columns').waitFor()
  await untilFocusOn(page, 'Name')
  await shows(t, () => page.getByLabel('Name', { exact: true }).inputValue(), 'Harbour')
  await shows(t, () => page.getByLabel('Slug').inputValue(), 'harbour')
  const samples = page.getByRole('region', { name: 'First rows of the file' })
  await shows(
    t,
    () => samples.innerText(),
    /Dates such as DD\.MM\.YYYY are read as ISO dates[\s\S]*Ærøskøbing\s+12\.05\.1934\s+3\.5/,
  )
  const emptyCell = samples.getByRole('row', { name: 'Cork' }).getByRole('cell').last()
  await shows(t, () => emptyCell.locator('svg').count(), 0, 'an empty cell has no tick')
  await shows(t, () => emptyCell.innerText(), 'nothing')
  await keepShots(page, 'type-from-file')
  await noViolations(t, page, 'a new type from a file')

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
  await keepShots(page, 'type-from-file-done')
  await noViolations(t, page, 'a type that was made of a file')
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
  await choose(phone.page, { name: 'harbour-place.json', mimeType: 'application/json', buffer: Buffer.from(nested) })
  await phone.page.getByText('2 rows · 2 columns').waitFor()
  await untilFocusOn(phone.page, 'Name')
  await button(phone.page, 'Create and import').click()
  await phone.page.getByText('A type with this slug already exists.').first().waitFor()
  await untilFocusOn(phone.page, 'Slug')
  await phone.page.keyboard.press('End')
  await phone.page.keyboard.type('-east')
  await keepShots(phone.page, 'type-from-file')
  await noViolations(t, phone.page, 'a new type from a file on a phone')
  phone.problems.expect(/ERR_FAILED/)
  await phone.page.route('**/api/*/_import**', route => route.abort())
  await button(phone.page, 'Create and import').click()
  await phone.page.getByText('The type and the rows imported so far are kept.').waitFor()
  await keepShots(phone.page, 'type-from-file-stopped')
  await phone.page.unroute('**/api/*/_import**')
  await button(phone.page, 'Import the rest').click()
  await phone.page.getByText('2 rows were imported.').waitFor()
  const made = (await app.request('GET', '/api/harbour-place-east')).json<{
    data: { data: { '@graph': object[] } }[]
  }>()
  t.match(made.data.map(one => one.data['@graph'][0]).at(-1), { name: /^[AB]$/, mainPort: { 'City Name': /^[CD]$/ } })
})

const nested = '[{"name":"A","Main Port":{"City Name":"C"}},{"name":"B","Main Port":{"City Name":"D"}}]'
