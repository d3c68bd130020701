import type { Locator, Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption } from './keyboard.ts'
import { shows, showsPart } from './shows.ts'

const text = { type: 'string' }
const schema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: text,
    count: { type: 'integer' },
    rating: { type: 'number' },
    day: { ...text, format: 'date' },
    at: { ...text, format: 'date-time' },
    clock: { ...text, format: 'time' },
    length: { ...text, format: 'duration' },
  },
}
const first = {
  title: 'A',
  count: 1000,
  rating: 1234.5,
  day: '2025-01-01',
  at: '2025-01-01T10:00:00.25Z',
  clock: '10:00:00.500+02:00',
}

async function withItem({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Item', slug: 'item', schema })
  await request('POST', '/api/item', first)
}

interface Row {
  id: string
  data: { '@graph': [Record<string, unknown>] }
}
const rows = async ({ request }: TestApp): Promise<Row[]> =>
  (await request('GET', '/api/item?sort_by=title')).json<{ data: Row[] }>().data
const stored = async (app: TestApp): Promise<unknown> => (await rows(app))[0]?.data['@graph'][0]
const lastPart = (id: string): string => id.split(':').at(-1) ?? ''
const addressOf = async (app: TestApp): Promise<string> =>
  `/content/item/${lastPart((await rows(app))[0]?.id ?? '')}?edit=true`

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Edit|bearbeiten$/ }).click()
  await field(page, 'Title').or(field(page, 'Titel')).first().waitFor()
}

/** Type over what a field contains. */
async function typeOver(page: Page, name: string, typed: string): Promise<void> {
  await field(page, name).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(typed)
  await page.keyboard.press('Tab')
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s')
  await page
    .getByRole('region')
    .getByText(/Saved|gespeichert/)
    .first()
    .waitFor()
}

inBrowser('numbers are typed as the language writes them', async (t, open) => {
  const { page, app, go, visit } = await open({ data: withItem, path: null, locale: 'de-DE' })
  await go((await addressOf(app)).replace('?edit=true', ''))
  await edit(page)
  await shows(t, () => field(page, 'Rating').inputValue(), '1234,5')
  await typeOver(page, 'Count', '12.000')
  await typeOver(page, 'Rating', '1.5')
  await page.getByText('Rating muss eine Zahl sein: Ist 1,5 gemeint?').first().waitFor()
  await shows(t, () => field(page, 'Rating').inputValue(), '1.5', 'the text stays')
  await typeOver(page, 'Rating', '1.234,25')
  await save(page)
  await showsPart(t, () => stored(app), { ...first, count: 12000, rating: 1234.25 })

  const british = await visit({ path: (await addressOf(app)).replace('?edit=true', '') })
  await edit(british.page)
  await typeOver(british.page, 'Count', '1,000')
  await typeOver(british.page, 'Rating', '12,345')
  await save(british.page)
  await showsPart(t, () => stored(app), { ...first, count: 1000, rating: 12345 })
})

inBrowser('dates and times are typed over, pasted, and left as they are', async (t, open) => {
  const { page, app, go } = await open({ data: withItem, path: null })
  await go((await addressOf(app)).replace('?edit=true', ''))
  await edit(page)
  await shows(t, () => field(page, 'At').inputValue(), '01/01/2025, 11:00:00.25')
  for (const name of ['Day', 'At', 'Clock (UTC+02:00)', 'Count', 'Rating', 'Title']) await field(page, name).focus()
  await page.keyboard.type('!')
  await page.getByText('1 change', { exact: true }).waitFor()
  for (const typed of ['15/06/2025', '15062025', '5/6/2025', '2025-06-15', '15 June 2025']) {
    await typeOver(page, 'Day', typed)
    const day = typed === '5/6/2025' ? '05/06/2025' : '15/06/2025'
    await shows(t, () => field(page, 'Day').inputValue(), day, typed)
  }
  await typeOver(page, 'At', '15/06/2025 2:30 pm')
  await shows(t, () => field(page, 'At').inputValue(), '15/06/2025, 14:30')
  await typeOver(page, 'Clock (UTC+02:00)', '2:30 pm')
  await save(page)
  const expected = { day: '2025-06-15', at: '2025-06-15T14:30:00+02:00', clock: '14:30:00+02:00' }
  await showsPart(t, () => stored(app), expected)

  await edit(page)
  await field(page, 'At').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('2025-06-15T14:30:00Z')
  await page.keyboard.press('Tab')
  await shows(t, () => field(page, 'At').inputValue(), '15/06/2025, 16:30')
  await typeOver(page, 'Day', '15/06/2025 or so')
  await page.locator('[aria-invalid=true]').first().waitFor()
  await shows(t, () => field(page, 'Day').inputValue(), '15/06/2025 or so')
  await typeOver(page, 'Day', '15 Jun 2025')
  await page.getByLabel('Length: hours').fill('1,5')
  await field(page, 'Title').focus()
  await page
    .getByText(/Length must be a duration/)
    .first()
    .waitFor()
  await page.getByLabel('Length: hours').fill('PT1H30M')
  await shows(t, () => page.getByLabel('Length: minutes').inputValue(), '30')
  await save(page)
  await showsPart(t, () => stored(app), { ...expected, at: '2025-06-15T16:30:00+02:00', length: 'PT1H30M' })
})

inBrowser('filters read numbers of the language, and today is the day of the clock that is shown', async (t, open) => {
  const dayIn = (zone: string, shift: number): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() + shift * 86_400_000)
  // One of these zones has another day than UTC at any time.
  const zones = ['Pacific/Auckland', 'Pacific/Pago_Pago']
  const timeZone = zones.find(zone => dayIn(zone, 0) !== dayIn('UTC', 0)) ?? 'Pacific/Auckland'
  const { page, app, go } = await open({ data: withItem, path: null, locale: 'de-DE', timeZone })
  for (const shift of [-1, 0, 1]) {
    await app.request('POST', '/api/item', { title: `day ${shift}`, day: dayIn(timeZone, shift), count: 1000 + shift })
  }
  const titles = (): Promise<string[]> => page.locator('tbody tr td[data-column="title"]').allInnerTexts()
  await go('/content/item?_filter[day][eq]=today')
  await shows(t, titles, ['day 0'])
  await go('/content/item?_filter[created_at][gte]=today&_filter[created_at][lt]=today%2B1d&_filter[day][lt]=today')
  await shows(t, titles, ['day -1', 'A'])
  await go('/content/item')
  await page.keyboard.press('f')
  await page.getByPlaceholder('Tippen, um zu suchen').fill('Count')
  await chooseOption(page, 'Count')
  const value = page.getByRole('textbox', { name: /Count/ })
  await value.fill('1.001')
  await page.keyboard.press('Enter')
  await shows(t, titles, ['day 1'])
  await value.fill('1.5')
  await page.keyboard.press('Enter')
  await shows(t, () => value.getAttribute('aria-invalid'), 'true')
  await shows(t, () => value.inputValue(), '1.5')
})

inBrowser(
  'a draft that is offered stays until it is restored or discarded, also beside another tab',
  async (t, open) => {
    const { page, context, app, go } = await open({ data: withItem, path: null })
    const address = (await addressOf(app)).replace('?edit=true', '')
    await go(address)
    await edit(page)
    await typeOver(page, 'Title', 'An hour of writing')
    const other = await context.newPage()
    await shows(
      t,
      () => page.evaluate('Object.keys(localStorage).some(key => localStorage[key].includes("An hour of writing"))'),
      true,
    )
    await other.goto(address)
    await edit(other)
    await other.getByText(/Unsaved draft/).waitFor()
    await typeOver(other, 'Count', '7')
    await other.getByText('1 change', { exact: true }).waitFor()
    await save(other)
    await other.close()
    await page.close({ runBeforeUnload: false })

    const again = await context.newPage()
    await again.goto(address)
    await edit(again)
    await again.getByText(/Unsaved draft/).waitFor()
    await typeOver(again, 'Rating', '3')
    await again.getByText('1 change', { exact: true }).waitFor()
    await again.getByRole('button', { name: 'Restore draft' }).click()
    await shows(t, () => field(again, 'Title').inputValue(), 'An hour of writing')
    await again.getByText(/Unsaved draft/).waitFor() // what was typed before
    await again.getByRole('button', { name: 'Discard draft' }).click()
    await shows(t, () => again.getByText(/Unsaved draft/).count(), 0)
    await shows(t, () => field(again, 'Title').inputValue(), 'An hour of writing')
  },
)

inBrowser('a form says when the browser has no room for its draft', async (t, open) => {
  const { page, app, go } = await open({ data: withItem, path: null })
  await go((await addressOf(app)).replace('?edit=true', ''))
  await edit(page)
  await page.evaluate(`(() => {
    for (let size = 1 << 22; size > 0; size >>= 1)
      for (let at = 0; ; at++) try { localStorage.setItem(\`full \${size} \${at}\`, 'x'.repeat(size)) } catch { break }
  })()`)
  await typeOver(page, 'Title', 'Long text')
  await page.getByText('No draft is kept').waitFor()
  await page.getByRole('navigation').getByRole('link').first().click()
  const question = page.getByRole('dialog', { name: /Leave without saving/ })
  await question.getByText('will be lost').waitFor()
  await page.keyboard.press('Enter') // the focus is on the way back
  await shows(t, () => question.count(), 0)
  await shows(t, () => field(page, 'Title').inputValue(), 'Long text')
})
