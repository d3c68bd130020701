import type { Locator, Page } from 'playwright-core'
import { noViolations } from './accessible.ts'
import { eventCalled, propertiesOf, withEvents } from './form-samples.ts'
import { bothStores, inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

const create = '/content/fair/new'
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const createEvent = (page: Page): Locator => page.getByRole('button', { name: 'Create Event' })
const saved = (page: Page): Promise<void> => page.waitForURL(url => !url.pathname.endsWith('/new'))

/** Resolves when a draft with this word is kept in the browser. */
const kept = `new Promise(resolve => {
  const look = () => (JSON.stringify(localStorage).includes('Kept') ? resolve() : requestAnimationFrame(look))
  look()
})`

inBrowser(
  'every kind of value is entered and saved correctly',
  async (t, open) => {
    const { page, app } = await open({ data: withEvents, path: create })
    await field(page, 'Title').fill('Summer fair')
    await field(page, 'Story').fill('First line\nsecond line')
    await field(page, 'Contact').fill('ada@example.org')
    await field(page, 'Site').fill('https://example.org/fair')
    await field(page, 'Year').fill('1999')
    await field(page, 'Price').fill('12.5')
    await page.getByLabel('Day', { exact: true }).fill('2027-03-04')
    await page.getByLabel('Opens (UTC)').fill('09:30')
    await page.getByLabel('Begins').fill('2027-07-04T18:30')
    await field(page, 'Colour').fill('#336699')
    await page.getByRole('checkbox', { name: 'Indoors' }).check()
    await page.getByLabel('Paid').selectOption('No')
    await page.getByLabel('Stage').selectOption('Planned')
    await page.getByRole('checkbox', { name: 'film' }).check()
    await page.getByRole('checkbox', { name: 'art' }).check()
    await field(page, 'Nickname').fill('x')
    await page.getByRole('button', { name: 'Clear Nickname' }).click()
    await page.getByRole('button', { name: 'Add to Tags' }).click()
    await focuses(t, page, 'input Tags 1')
    await page.keyboard.type('green')
    await page.keyboard.press('Enter')
    await focuses(t, page, 'input Tags 2')
    await page.keyboard.type('loud')
    await page.getByRole('button', { name: 'Add to Members' }).click()
    await focuses(t, page, /^input Name/)
    await page.keyboard.type('Grace')
    await field(page, 'City').fill('Berlin')
    await page.getByLabel('Kind of Payment').selectOption('Bank')
    await field(page, 'IBAN').fill('DE00')
    await page.getByLabel('Kind of Size').selectOption('Whole number')
    await field(page, 'Size').fill('42')
    await field(page, 'Extra').fill('{"a": [1, true]}')
    await page.getByRole('combobox', { name: 'Host' }).click()
    await page.keyboard.type('ada')
    await page.getByRole('option', { name: 'Ada King' }).click()
    for (const name of ['Autumn fair', 'Spring fair']) {
      await page.getByRole('combobox', { name: 'Add to Related' }).click()
      await page.getByRole('option', { name }).click()
    }
    await page.keyboard.press('ControlOrMeta+s')
    await saved(page)

    const { '@id': _id, '@type': _type, host, related, ...data } = propertiesOf(await eventCalled(app, 'Summer fair'))
    t.match(host, /^urn:person:/)
    const [spring, autumn] = await Promise.all(['Spring fair', 'Autumn fair'].map(title => eventCalled(app, title)))
    t.strictSame(related, [autumn?.id, spring?.id])
    t.strictSame(data, {
      title: 'Summer fair',
      story: 'First line\nsecond line',
      contact: 'ada@example.org',
      site: 'https://example.org/fair',
      year: 1999,
      price: 12.5,
      day: '2027-03-04',
      opens: '09:30:00Z',
      begins: '2027-07-04T18:30:00+02:00',
      colour: '#336699',
      indoors: true,
      paid: false,
      stage: 'planned',
      topics: ['film', 'art'],
      tags: ['green', 'loud'],
      members: [{ name: 'Grace' }],
      place: { city: 'Berlin' },
      payment: { kind: 'bank', iban: 'DE00' },
      size: 42,
      extra: { a: [1, true] },
    })
  },
  bothStores,
)

inBrowser('errors are shown at the field when it loses focus, and in a list with links', async (t, open) => {
  const { page, problems } = await open({ data: withEvents, path: create })
  problems.expect(/preview|ERR_/)
  const year = field(page, 'Year')
  await year.fill('19x')
  await shows(t, () => page.getByText('must be a whole number').count(), 0, 'no error is shown while typing')
  await page.keyboard.press('Tab')
  await page.getByText('Year must be a whole number').waitFor()
  await shows(t, () => year.getAttribute('aria-invalid'), 'true')
  const described = (await year.getAttribute('aria-describedby')) ?? ''
  await shows(t, () => page.locator(`[id="${described}"]`).innerText(), /Year must be a whole number/)
  await year.fill('1999')
  await page.getByText('Year must be a whole number').waitFor({ state: 'detached' })

  await field(page, 'Contact').fill('nobody')
  await field(page, 'Zip').fill('1')
  await field(page, 'Extra').fill('{"a": 1,\n "b": tru}')
  await page.getByRole('button', { name: 'Add to Members' }).click()
  await field(page, 'Age').fill('old')
  await page.getByRole('button', { name: /^Members 1/ }).click()
  await createEvent(page).click()
  const list = page.getByRole('region', { name: /fields are invalid/ })
  await list.waitFor()
  await page.locator('[aria-labelledby="problems"]:focus').waitFor()
  await shows(t, () => list.getByRole('link').allInnerTexts(), [
    'Title is required',
    'Contact must be an e-mail address, such as name@example.org',
    'Members 1: Name is required',
    'Members 1: Age must be a whole number',
    'Place: City is required',
    'Place: Zip must have the form ^[0-9]{5}$',
    'Extra: Line 2, column 7: a value was expected',
  ])
  await keepShots(page, 'form-errors')
  await noViolations(t, page, 'a form with errors')
  await list.getByRole('link', { name: /Age must/ }).click()
  await focuses(t, page, 'input Age', 'a folded element opens')
})

inBrowser('errors of the service are shown at their field, and no input is lost', async (t, open) => {
  const { page, app } = await open({ data: withEvents, path: create })
  await field(page, 'Title').fill('Copy')
  await field(page, 'Code').fill('Spring fair')
  await createEvent(page).click()
  await page
    .getByRole('region', { name: /1 field is invalid/ })
    .getByRole('link', { name: /^Code: .*already/ })
    .click()
  await focuses(t, page, 'input Code')
  await page.keyboard.type('!')
  await page
    .getByText(/already/)
    .first()
    .waitFor({ state: 'detached' })
  await createEvent(page).click()
  await saved(page)
  await showsPart(t, async () => propertiesOf(await eventCalled(app, 'Copy')), { code: 'Spring fair!' })
})

inBrowser('a draft survives a reload and is offered; leaving needs confirmation', async (t, open) => {
  const { page, go } = await open({ data: withEvents, path: create })
  page.on('dialog', dialog => void dialog.accept())
  await field(page, 'Title').fill('Half a title')
  await page.getByText('1 change', { exact: true }).waitFor()
  await page.reload()
  await page.getByText(/Unsaved draft/).waitFor()
  await shows(t, () => field(page, 'Title').inputValue(), '', 'not applied automatically')
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await shows(t, () => field(page, 'Title').inputValue(), 'Half a title')

  await page.getByRole('navigation').getByRole('link').first().click()
  await page.getByRole('dialog', { name: /Leave without saving/ }).waitFor()
  await page.keyboard.press('Escape')
  await shows(t, () => field(page, 'Title').inputValue(), 'Half a title')
  await page.getByRole('button', { name: 'Discard' }).click()
  await shows(t, () => field(page, 'Title').inputValue(), '')
  await go(create)
  await shows(t, () => page.getByText(/Unsaved draft/).count(), 0)
})

inBrowser('elements of a list are reordered by keyboard and mouse, and removed', async (t, open) => {
  const { page, app } = await open({ data: withEvents, path: create })
  const tags = page.getByRole('group', { name: 'Tags' })
  const order = async (): Promise<string[]> =>
    Promise.all((await tags.getByRole('textbox').all()).map(box => box.inputValue()))
  await field(page, 'Title').fill('Ordered')
  await page.getByRole('button', { name: 'Add to Tags' }).click()
  for (const [at, word] of ['one', 'two', 'three'].entries()) {
    await focuses(t, page, `input Tags ${at + 1}`)
    await page.keyboard.type(word)
    if (word !== 'three') await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await shows(t, order, ['three', 'one', 'two'])
  await focuses(t, page, 'input Tags 1', 'the focus moves with it')
  await page.getByText('Tags 2 is now number 1 of 3').waitFor()

  const from = await page.getByRole('button', { name: /^Move Tags 1/ }).boundingBox()
  const to = await page.getByRole('button', { name: /^Move Tags 3/ }).boundingBox()
  await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 14, { steps: 4 })
  await page.mouse.up()
  await shows(t, order, ['one', 'two', 'three'])

  await page.getByRole('button', { name: /^Move Tags 1/ }).click()
  await shows(t, () => page.getByRole('menuitem', { name: 'Move up' }).getAttribute('aria-disabled'), 'true')
  await noViolations(t, page, 'the menu of an element')
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await shows(t, order, ['two', 'one', 'three'], 'by the menu, with single presses only')
  await page.getByText('Tags 1 is now number 2 of 3').waitFor()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await focuses(t, page, /^button Move Tags 2/, 'the focus moves with it')
  await page.keyboard.press('Enter')
  await focuses(t, page, 'menuitem Move up')
  await page.keyboard.press('Enter')
  await page.getByText('Tags 2 is now number 1 of 3').waitFor()
  await shows(t, order, ['one', 'two', 'three'], 'the menu by keyboard')
  await focuses(t, page, /^button Move Tags 1/)
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowUp')
  await shows(t, order, ['one', 'two', 'three'], 'keys bypass the menu')
  await page.getByRole('button', { name: 'Remove Tags 2' }).click()
  await focuses(t, page, /^button Move Tags 2/, 'the focus is not lost')
  await createEvent(page).click()
  await saved(page)
  await showsPart(t, async () => propertiesOf(await eventCalled(app, 'Ordered')), { tags: ['one', 'three'] })
})

inBrowser('a related record is created in a drawer over the form', async (t, open) => {
  const { page, app } = await open({ data: withEvents, path: create })
  await field(page, 'Title').fill('Winter fair')
  await page.getByRole('combobox', { name: 'Add to Related' }).click()
  await page.keyboard.type('Ice market')
  await page.getByRole('option', { name: 'Create Event “Ice market”' }).click()
  const drawer = page.getByRole('dialog', { name: 'New Event' })
  await shows(t, () => drawer.getByRole('textbox', { name: 'Title' }).inputValue(), 'Ice market')
  await drawer.getByRole('textbox', { name: 'Year' }).fill('x')
  await drawer.getByRole('button', { name: 'Create Event' }).click()
  await drawer.getByRole('link', { name: 'Year must be a whole number' }).waitFor()
  await noViolations(t, page, 'the drawer')
  await keepShots(page, 'form-drawer')
  await drawer.getByRole('textbox', { name: 'Year' }).fill('2020')
  await page.keyboard.press('ControlOrMeta+s')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove Ice market' }).waitFor()
  await createEvent(page).click()
  await saved(page)
  const market = await eventCalled(app, 'Ice market')
  await shows(t, async () => propertiesOf(await eventCalled(app, 'Winter fair'))['related'], [market?.id])
})

inBrowser('a resource of a type without a schema is edited as JSON', async (t, open) => {
  const { page, app } = await open({ data: withEvents, path: '/content/note/new' })
  await page.locator('.cm-content').click()
  await focuses(t, page, 'textbox Note')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('[1]')
  await page.getByText('Note must be an object: start with {').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('{"a": {"b": 1}}')
  await page.getByRole('button', { name: 'Create Note' }).click()
  await saved(page)
  const { data } = (await app.request('GET', '/api/note')).json<{ data: { data: object }[] }>()
  t.match(data[0]?.data, { '@graph': [{ a: { b: 1 } }] })
})

inBrowser('a form fits a phone, and can be in German', async (t, open) => {
  const { page } = await open({ data: withEvents, path: create, size: 'phone', locale: 'de-DE', theme: 'dark' })
  await field(page, 'Year').fill('x')
  await page.getByRole('button', { name: 'Event anlegen' }).click()
  await page.getByRole('link', { name: 'Year muss eine ganze Zahl sein' }).waitFor()
  t.ok(
    await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'),
    'nothing is wider than the phone',
  )
  await keepShots(page, 'form-phone')
  await noViolations(t, page, 'a form on a phone')
})

inBrowser('no input is lost when a session ends during saving', async (t, open) => {
  const { page, context } = await open({ mode: 'production', as: 'root', data: withEvents, path: create })
  await field(page, 'Title').fill('Kept')
  await context.clearCookies()
  await createEvent(page).dispatchEvent('click') // another request can detect the end of the session first, and its dialog then covers the button
  await page.getByRole('dialog', { name: /session has ended/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alert').filter({ hasText: 'Your input is kept as a draft' }).waitFor()
  await shows(t, () => field(page, 'Title').inputValue(), 'Kept')
  await page.evaluate(kept)
})
