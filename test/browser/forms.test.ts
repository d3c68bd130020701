import { violationsOf } from './accessible.ts'
import { event, eventCalled, propertiesOf, withEvents } from './form-samples.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses } from './keyboard.ts'
import { routed } from './routed.ts'
import { said } from './said.ts'
import { shows, showsPart } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Locator, Page, Route } from 'playwright-core'

const create = '/content/fair/new'
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const createEvent = (page: Page): Locator => page.getByRole('button', { name: 'Create Event' })
const saved = (page: Page): Promise<void> => page.waitForURL(url => !url.pathname.endsWith('/new'))

/** Resolves when a draft with this word is kept in the browser. */
const kept = `new Promise(resolve => {
  const look = () => (JSON.stringify(localStorage).includes('Kept') ? resolve() : requestAnimationFrame(look))
  look()
})`

inBrowser('every kind of value is entered and saved correctly', async (t, open) => {
  const { page, app } = await open({ data: withEvents, path: create })
  await field(page, 'Title').fill('Summer fair')
  await field(page, 'Story').fill('First line\nsecond line')
  await field(page, 'Contact').fill('ada@example.org')
  await field(page, 'Site').fill('example.org/fair')
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
})

inBrowser('errors are shown at the field when it loses focus, and in a list with links', async (t, open) => {
  const { page, app, go, problems } = await open({ data: withEvents, path: create })
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
  await focuses(t, page, /^input Title/, 'what is wrong first')
  await shows(t, () => list.getByRole('link').allInnerTexts(), [
    'Title is required',
    'Contact must be an e-mail address, such as name@example.org',
    'Members 1: Name is required',
    'Members 1: Age must be a whole number',
    'Place: City is required',
    'Place: Zip must have the form ^[0-9]{5}$',
    'Extra: Line 2, column 7: this is not valid JSON',
  ])
  await list.getByRole('link', { name: /Age must/ }).click()
  await focuses(t, page, 'input Age', 'a folded element opens')

  const title = { type: 'string' }
  const name = { type: 'string', minLength: 1 }
  const properties = { title, name, code: { type: 'string', pattern: '^[A-Z]{2}$', examples: ['AT'] } }
  const schema = { type: 'object', required: ['title', 'name'], properties }
  await app.request('POST', '/api/resource-types', { name: 'Memo', slug: 'memo', schema })
  const { id } = (await app.request('POST', '/api/memo', { title: '', name: 'A' })).json<{ id: string }>()
  await go('/content/memo/new')
  await page.getByLabel('Code').fill('Austria')
  await page.keyboard.press('Control+s')
  await shows(t, () => list.getByRole('link').allInnerTexts(), [
    'Name is required',
    'Code does not have the right form, such as AT',
  ])
  await go(`/content/memo/${id.split(':')[2]}?edit=1`)
  await page.getByLabel('Code').fill('AT')
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  const now = await app.request('GET', `/api/memo/${id.split(':')[2]}`)
  t.match(
    now.json(),
    { data: { '@graph': [{ title: '', name: 'A', code: 'AT' }] } },
    'an empty text that was stored stays',
  )
})

inBrowser('errors of the service are shown at their field, and no input is lost', async (t, open) => {
  const { page, app } = await open({ data: withEvents, path: create })
  await field(page, 'Title').fill('Copy')
  await field(page, 'Code').fill('Spring fair')
  await createEvent(page).click()
  await page.locator('.error', { hasText: 'already' }).waitFor()
  await focuses(t, page, 'input Code')
  await shows(t, () => page.getByRole('region', { name: /invalid/ }).count(), 0, 'one error is said once')
  await page.keyboard.type('!')
  await page.locator('.error', { hasText: 'already' }).waitFor({ state: 'detached' })
  const sent: Route[] = []
  await routed(page, '**/api/fair', route => void sent.push(route), { times: 1 })
  await page.keyboard.press('ControlOrMeta+s')
  await shows(t, () => sent.length, 1)
  await page.keyboard.type(' More')
  await page.getByRole('checkbox', { name: 'Indoors' }).click()
  t.equal(await field(page, 'Code').inputValue(), 'Spring fair!', 'what would be lost with the form is not typed')
  t.notOk(await page.getByRole('checkbox', { name: 'Indoors' }).isChecked())
  await sent[0]?.continue()
  await saved(page)
  await showsPart(t, async () => propertiesOf(await eventCalled(app, 'Copy')), { code: 'Spring fair!' })
})

inBrowser(
  'a draft survives a reload and is offered; leaving keeps it, and one press returns to it',
  async (t, open) => {
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
    await said(page, 'Your unsaved changes are kept as a draft.')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await shows(t, () => field(page, 'Title').inputValue(), 'Half a title')
    await page.getByRole('button', { name: 'Discard' }).click()
    await shows(t, () => field(page, 'Title').inputValue(), '')
    await go(create)
    await shows(t, () => page.getByText(/Unsaved draft/).count(), 0)
  },
)

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
  await drawer.locator('.error', { hasText: 'Year must be a whole number' }).waitFor()
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

inBrowser('a stale save shows both versions, and saves the chosen values', async (t, open) => {
  const { page, app, go } = await open({ data: withEvents, path: null })
  const before = await eventCalled(app, 'Spring fair')
  await go(`/content/fair/${String(before?.id).split(':').at(-1)}`)
  await page.getByText('Spring fair').first().waitFor()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await page.getByRole('button', { name: /^Edit/ }).click()
  await title.fill('Mine')
  await page.getByRole('textbox', { name: 'Year', exact: true }).fill('2001')
  await page.getByRole('textbox', { name: 'Nickname', exact: true }).fill('Only mine')
  const members = [{ name: 'Ada', since: '2024-03-05' }]
  const theirs = { title: 'Theirs', code: 'Spring fair', year: 2002, contact: 'theirs@example.org', members }
  await app.request('PUT', `/api/fair/${String(before?.id)}`, theirs)

  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: /Somebody else has saved/ })
  await dialog.waitFor()
  await shows(t, () => dialog.locator('legend').allInnerTexts(), ['Title', 'Contact', 'Year', 'Nickname', 'Members'])
  const member = dialog.getByRole('group', { name: 'Members' }).locator('dl')
  await shows(t, async () => (await member.innerText()).split(/\s*\n\s*|\t/), [
    'Name',
    'Ada',
    'Member since',
    '5 Mar 2024',
  ])
  await shows(
    t,
    () => dialog.getByRole('group', { name: 'Contact' }).getByLabel('Theirs').isChecked(),
    true,
    'only the other user changed it',
  )
  await shows(
    t,
    () => dialog.getByRole('group', { name: 'Nickname' }).getByLabel('Mine').isChecked(),
    true,
    'only this user changed it',
  )
  await shows(t, () => dialog.getByRole('button', { name: 'Save selection' }).isDisabled(), true, 'until it is decided')

  await page.keyboard.press('Escape')
  await shows(t, () => title.inputValue(), 'Mine', 'closing loses nothing')
  await page.keyboard.press('ControlOrMeta+s')
  await dialog.getByRole('group', { name: 'Title' }).getByLabel('Theirs').check()
  await dialog.getByRole('group', { name: 'Year' }).getByLabel('Mine').check()
  await dialog.getByRole('button', { name: 'Save selection' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Saved “Theirs”').first().waitFor()
  await showsPart(t, async () => propertiesOf(await eventCalled(app, 'Theirs')), {
    title: 'Theirs',
    year: 2001,
    contact: 'theirs@example.org',
    nickname: 'Only mine',
  })
})

const text = { type: 'string' }
const film = {
  name: 'Film',
  slug: 'film',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      length: { type: 'string', format: 'duration' },
      target: {
        oneOf: [
          { title: 'By key', type: 'object', patternProperties: { '^key-': text }, additionalProperties: false },
          {
            title: 'By name',
            type: 'object',
            properties: { name: text },
            required: ['name'],
            additionalProperties: false,
          },
        ],
      },
      steps: { type: 'array', items: { enum: ['wash', 'dry', 'fold'] } },
      places: { type: 'array', uniqueItems: true, items: { enum: [{ c: 'red' }, { c: 'blue' }] } },
      names: { type: 'array', items: { type: 'string', maxLength: 60 } },
      note: text,
      secret: { type: 'string', format: 'password' },
      at: { type: 'string', format: 'time' },
      year: { type: 'integer', minimum: 1900 },
      b: text,
    },
    allOf: [{ if: { properties: { name: { const: 'x' } }, required: ['name'] }, then: { required: ['b'] } }],
  },
}
const withFilm =
  (film1: object, ids: string[]) =>
  async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', film)
    ids.push((await request('POST', '/api/film', film1)).json<Resource>().id)
  }
const stored = async ({ request }: TestApp, id: string): Promise<Record<string, unknown>> => {
  const {
    '@id': _id,
    '@type': _type,
    ...data
  } = (await request('GET', `/api/film/${id}`)).json<Resource>().data['@graph'][0] ?? {}
  return data
}

inBrowser('a form refuses what the service refuses, and nothing else', async (t, open) => {
  const ids: string[] = []
  const values = { name: 'A film', length: 'PT1H5S', target: { name: 'x' }, steps: ['dry', 'wash', 'dry'] }
  const { page, app, go } = await open({ data: withFilm(values, ids), path: null })
  const [id = ''] = ids
  const edit = `/content/film/${id.split(':')[2]}?edit=1`
  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  const done = (): Promise<void> => page.waitForURL(url => url.searchParams.get('edit') === null)

  await go(edit)
  await name.fill('Another film')
  await save.click()
  await done()
  t.strictSame(await stored(app, id), { ...values, name: 'Another film' }, 'durations and names by pattern')

  await go(edit)
  await name.fill('x')
  await page.getByRole('textbox', { name: 'Year' }).fill('1800')
  await save.click()
  const list = page.getByRole('region', { name: '2 fields are invalid' })
  await list.waitFor()
  await shows(t, () => list.getByRole('link').allInnerTexts(), ['Year must be 1,900 or more', 'B is required'])
  await page.getByRole('textbox', { name: 'Year' }).fill('1900')
  await page.getByRole('region', { name: '1 field is invalid' }).waitFor()

  await routed(page, '**/_check*', route => route.fulfill({ status: 429, body: '' }))
  await page.getByRole('textbox', { name: 'B', exact: true }).fill('there')
  await save.click()
  await done()
  t.match(await stored(app, id), { name: 'x', b: 'there', year: 1900 }, 'saved although the check is not answered')
})

inBrowser('choices, chips and texts keep their order, repeats, commas and lines', async (t, open) => {
  const ids: string[] = []
  const values = { name: 'A film', steps: ['dry', 'wash'], places: [{ c: 'blue' }] }
  const { page, app, go } = await open({ data: withFilm(values, ids), path: null })
  const [id = ''] = ids
  await go(`/content/film/${id.split(':')[2]}?edit=1`)
  await page.getByRole('checkbox', { name: 'Fold' }).check()
  await page.getByRole('combobox', { name: 'Add to Steps' }).selectOption('Dry')
  await page.getByRole('button', { name: 'Add to Steps' }).waitFor()
  t.equal(await page.getByRole('group', { name: 'Places' }).getByRole('checkbox', { checked: true }).count(), 1)
  await page.getByRole('group', { name: 'Places' }).getByRole('checkbox', { checked: false }).check()

  const names = page.getByRole('textbox', { name: 'Names' })
  for (const one of ['Doe, John', 'Doe', 'Doe']) {
    await names.fill(one)
    await names.press('Enter')
  }
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('first')
  await note.press('Shift+Enter')
  await page.keyboard.type('second')

  const secret = page.getByLabel('Secret', { exact: true })
  t.equal(await secret.getAttribute('type'), 'password')
  await secret.fill('open')
  await page.getByRole('button', { name: 'Show Secret' }).click()
  t.equal(await secret.getAttribute('type'), 'text')

  await page.getByLabel('At (UTC)').click()
  await page.keyboard.type('23:08:42')
  await note.press('Enter')
  await page.waitForURL(url => url.searchParams.get('edit') === null)
  const { at, ...others } = await stored(app, id)
  t.strictSame(others, {
    name: 'A film',
    steps: ['dry', 'wash', 'fold', 'dry'],
    places: [{ c: 'blue' }, { c: 'red' }],
    names: ['Doe, John', 'Doe', 'Doe'],
    note: 'first\nsecond',
  })
  t.match(at, /^23:08:42/)
})

inBrowser('a screen reader hears the label, the help and the error of every kind of field', async (t, open) => {
  const { page, app, go } = await open({ data: withEvents, path: '/content/fair/new' })
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await page.getByRole('button', { name: 'Create Event' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  const nameless = `[...document.querySelectorAll('form :is(input, select, textarea, button, fieldset)')]
    .filter(one => one.checkVisibility() && one.getAttribute('aria-hidden') !== 'true' && !one.matches('.unseen'))
    .filter(one => ![one.getAttribute('aria-label'), one.labels?.[0]?.innerText, one.querySelector('legend')?.innerText, one.innerText]
      .some(name => (name ?? '').trim() !== ''))
    .map(one => one.outerHTML.slice(0, 120))`
  t.strictSame(await page.evaluate(nameless), [], 'each has a name')
  const repeated = `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)`
  t.strictSame(await page.evaluate(repeated), [], 'each id is there once')
  const title = page.getByRole('textbox', { name: 'Title' })
  t.equal(await title.getAttribute('aria-required'), 'true')
  t.equal(await title.getAttribute('aria-invalid'), 'true')
  const described = `document.activeElement.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText).join(' ')`
  await title.focus()
  t.match(await page.evaluate(described), /What it is called\..*Title is required/s)

  await app.request('POST', '/api/resource-types', everyKind)
  await go('/content/complete/new')
  await page.getByRole('button', { name: 'Create Complete' }).click()
  const invalid = page.getByRole('region', { name: /invalid$/ })
  await invalid.waitFor()
  const messages = await invalid.getByRole('link').allInnerTexts()
  t.ok(messages.length > 10, messages.join())
  const heard = await accessibilityOf(page)
  const isHeard = (said: string) => heard.some(({ description }) => description.includes(said.replace(/^Place: /, '')))
  t.strictSame(
    Object.keys(everyKind.schema.properties).filter(name => !isHeard(`About ${name}.`)),
    [],
    'each field is described',
  )
  t.strictSame(
    messages.filter(message => !isHeard(message)),
    [],
    'each error is heard at its field',
  )
  t.strictSame(
    heard.filter(({ name }) => name === ''),
    [],
    'each field has a name',
  )
  const asked = `[...document.querySelectorAll('[data-path]:has([aria-required="true"])')].map(({ dataset }) => dataset.path)`
  const requiredFields = new Set(await page.evaluate<string[]>(asked))
  const required = heard.filter(one => one.isRequired || one.name.endsWith(' Required'))
  t.strictSame(
    Object.keys(everyKind.schema.properties).filter(
      name =>
        !requiredFields.has(name) &&
        !required.some(({ description }) => description.includes(`About ${name}.`)) &&
        !neverEmpty.has(name),
    ),
    [],
    'each is heard to be required',
  )
  t.strictSame(await violationsOf(page), [])
})

/** Each kind of field, required and described. */
const everyKind = {
  name: 'Complete',
  slug: 'complete',
  schema: {
    ...event.schema,
    required: Object.keys(event.schema.properties),
    properties: Object.fromEntries(
      Object.entries(event.schema.properties).map(([name, schema]) => [
        name,
        { ...schema, description: `About ${name}.` },
      ]),
    ),
  },
}
/** A box that is not ticked is a value. */
const neverEmpty: ReadonlySet<string> = new Set(['indoors'])

interface Heard {
  name: string
  description: string
  isRequired: boolean
}

/** What a screen reader hears of the fields and groups of a form. */
async function accessibilityOf(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const roles = new Set(['textbox', 'combobox', 'checkbox', 'spinbutton', 'listbox', 'group'])
  return nodes
    .filter(({ ignored, role }) => !ignored && roles.has(String(role?.value)))
    .map(({ name, description, properties = [] }) => ({
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      isRequired: properties.some(one => one.name === 'required' && one.value.value === true),
    }))
}

const typeWith = (properties: object, ofPlace: object) => ({
  name: 'Tool',
  slug: 'tool',
  schema: {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: text,
      ...properties,
      place: { type: 'object', additionalProperties: false, properties: ofPlace },
    },
  },
})
const whole = typeWith({ note: text }, { room: text, shelf: text })
const reduced = typeWith({}, { room: text })

const storedClosed = async ({ request }: TestApp, id: string): Promise<Record<string, unknown>> => {
  const [data = {}] = (await request('GET', `/api/tool/${id}`)).json<Resource>().data['@graph']
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith('@')))
}

inBrowser('the form of a closed type names what the type no longer declares, and removes it', async (t, open) => {
  const ids: string[] = []
  const data = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', whole)
    for (const title of ['Saw', 'Axe']) {
      const made = await request('POST', '/api/tool', { title, note: 'sharp', place: { room: 'Cellar', shelf: 'B' } })
      ids.push(made.json<Resource>().id)
    }
    await request('PUT', '/api/resource-types/tool', reduced)
  }
  const { page, app, go } = await open({ data, path: null })
  const [saw = '', axe = ''] = ids
  const notice = page.getByRole('status').filter({ hasText: 'have no place in this type' })
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true })

  await go(`/content/tool/${saw.split(':')[2]}?edit=1`)
  await notice.waitFor()
  await shows(t, () => notice.innerText(), /2 values[^]*Note[^]*"sharp"[^]*Place › Shelf[^]*"B"/, 'each with its value')
  await shows(t, () => page.getByText('They are kept as they are').count(), 0, 'nothing says the contrary')
  await page.getByLabel('Title').fill('Saw, long')
  await page.keyboard.press('Control+s')
  const summary = page.getByRole('region', { name: '2 fields are invalid' })
  await summary.getByRole('link', { name: /^Note is not a property/ }).click()
  await remove('Note').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await remove('Note').waitFor({ state: 'detached' })
  await summary.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Shelf is not a property/ }).click()
  await page.keyboard.press('Enter')
  await notice.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Saw, long' }).first().waitFor()
  t.strictSame(await storedClosed(app, saw), { title: 'Saw, long', place: { room: 'Cellar' } })

  // A type that changes while its form is open.
  await app.request('PUT', '/api/resource-types/tool', whole)
  await go(`/content/tool/${axe.split(':')[2]}?edit=1`)
  await page.getByLabel('Note').waitFor()
  await page.getByLabel('Title').fill('Axe, new')
  await app.request('PUT', '/api/resource-types/tool', reduced)
  await page.keyboard.press('Control+s')
  await remove('Note').waitFor()
  await remove('Note').click()
  await remove('Place › Shelf').click()
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Axe, new' }).first().waitFor()
  t.strictSame(await storedClosed(app, axe), { title: 'Axe, new', place: { room: 'Cellar' } })
})
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
const storedItem = async (app: TestApp): Promise<unknown> => (await rows(app))[0]?.data['@graph'][0]
const lastPart = (id: string): string => id.split(':').at(-1) ?? ''
const addressOf = async (app: TestApp): Promise<string> =>
  `/content/item/${lastPart((await rows(app))[0]?.id ?? '')}?edit=true`

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
  await showsPart(t, () => storedItem(app), { ...first, count: 12000, rating: 1234.25 })

  const british = await visit({ path: (await addressOf(app)).replace('?edit=true', '') })
  await edit(british.page)
  await typeOver(british.page, 'Count', '1,000')
  await typeOver(british.page, 'Rating', '12,345')
  await save(british.page)
  await showsPart(t, () => storedItem(app), { ...first, count: 1000, rating: 12345 })
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
  await showsPart(t, () => storedItem(app), expected)

  await edit(page)
  await field(page, 'At').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('2025-06-15T14:30:00Z')
  await page.keyboard.press('Tab')
  await shows(t, () => field(page, 'At').inputValue(), '15/06/2025, 16:30')
  // Clocks of Berlin show 02:30 twice, and never.
  const moments = {
    '2026-10-25T00:30:00Z': ['25/10/2026, 02:30', '2026-10-25T02:30:00+02:00'],
    '2026-10-25T01:30:00Z': ['25/10/2026, 02:30', '2026-10-25T02:30:00+01:00'],
    '2026-03-29T02:30:00Z': ['29/03/2026, 04:30', '2026-03-29T04:30:00+02:00'],
    '29/03/2026 02:30': ['29/03/2026, 03:30', '2026-03-29T03:30:00+02:00'],
  }
  for (const [typed, [inField = '', at]] of Object.entries(moments)) {
    await typeOver(page, 'At', typed)
    await shows(t, () => field(page, 'At').inputValue(), inField, typed)
    await save(page)
    await showsPart(t, () => storedItem(app), { at })
    await edit(page)
  }
  await typeOver(page, 'At', '2026-03-04')
  await field(page, 'Title').focus()
  await shows(t, () => field(page, 'At').getAttribute('aria-invalid'), 'true', 'a time is missing')
  await shows(t, () => field(page, 'At').inputValue(), '2026-03-04', 'none is made up')
  await typeOver(page, 'At', '15/06/2025 16:30')
  await typeOver(page, 'Day', '15/06/2025 or so')
  await page.locator('[aria-invalid=true]').first().waitFor()
  await shows(t, () => field(page, 'Day').inputValue(), '15/06/2025 or so')
  await field(page, 'Day').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3/4/26')
  await save(page)
  await showsPart(t, () => storedItem(app), { day: '2026-04-03' }, 'saved before the field was left')
  await edit(page)
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
  await showsPart(t, () => storedItem(app), { ...expected, at: '2025-06-15T16:30:00+02:00', length: 'PT1H30M' })
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

  const addFilter = async (name: string): Promise<void> => {
    await go('/content/item')
    await page.keyboard.press('f')
    await page.getByPlaceholder('Tippen, um zu suchen').fill(name)
    await chooseOption(page, name)
  }
  await app.request('POST', '/api/item', { title: 'clock', clock: '14:30:00Z', day: '2024-02-29' })
  await addFilter('Clock')
  const clock = page.getByRole('textbox', { name: /Clock/ })
  await clock.fill('halb drei')
  await page.keyboard.press('Enter')
  await shows(t, () => clock.getAttribute('aria-invalid'), 'true', 'no time of day')
  await clock.fill('2:30 pm')
  await page.keyboard.press('Enter')
  await shows(t, titles, ['clock'], 'as a form stores it')
  await addFilter('Day')
  const day = page.getByRole('textbox', { name: 'Tag', exact: true })
  await day.fill('29.2.2025')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Ein Datum eingeben.' }).waitFor()
  await shows(t, () => day.inputValue(), '29.2.2025')
  await day.fill('29.2.24')
  await page.keyboard.press('Enter')
  await shows(t, titles, ['clock'])
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
  const leave = (): Promise<void> => page.getByRole('navigation').getByRole('link').first().click()
  await typeOver(page, 'Count', 'many')
  await leave()
  await question.waitFor()
  t.equal(await question.getByRole('button', { name: 'Save and leave' }).count(), 0, 'an error prevents saving')
  await page.keyboard.press('Enter')
  await typeOver(page, 'Count', '7')

  const [stored] = await rows(app)
  const patch = { 'content-type': 'application/merge-patch+json' }
  await app.request('PATCH', `/api/item/${stored?.id}`, { rating: 3 }, patch)
  await leave()
  await question.getByRole('button', { name: 'Save and leave' }).click()
  await page.getByRole('button', { name: 'Save selection' }).click()
  await page.waitForURL(url => url.pathname === '/')
  const { data } = (await app.request('GET', '/api/item')).json<{ data: Resource[] }>()
  t.match(data[0]?.data['@graph'][0], { title: 'Long text', count: 7, rating: 3 }, 'the conflict is resolved first')

  await page.getByRole('link', { name: 'Items' }).first().click()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  const messages = page.locator('.toast')
  await messages.getByText('Archived “Long text”.').waitFor()
  await page.locator('.me button').click()
  for (const preference of ['Dark', 'Deutsch']) await page.getByRole('menuitemradio', { name: preference }).click()
  await messages.getByText('„Long text“ archiviert.').waitFor() // preferences last as long as the page
})

const withNotes = async ({ request }: TestApp): Promise<void> => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note', schema })
}

/** The browser brings the tab to the front. */
const shown = `document.dispatchEvent(new Event('visibilitychange'))`

inBrowser('a tab notices that another one acts as somebody else', async (t, open) => {
  const path = '/content/note/new'
  const opened = await open({ mode: 'production', as: 'root', data: withNotes, path: null })
  const { page, go, context, app, signedIn } = opened
  await signedIn?.signIn('jane')
  const notes = async (): Promise<number> =>
    (await app.request('GET', '/api/note?count=true')).json<{ total: number }>().total
  await go(path)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Meant by root')

  const other = await context.newPage()
  await other.goto('/users')
  await other.getByRole('button', { name: 'Actions for jane' }).click()
  await other.getByRole('menuitem', { name: 'Act as jane' }).click()
  await other.getByText(/You are acting as jane/).waitFor()

  const dialog = page.getByRole('dialog', { name: 'Somebody else is active now' })
  const refused = page.waitForResponse(answer => answer.status() === 409)
  await page.getByRole('button', { name: 'Create Note' }).dispatchEvent('click') // the tab may have noticed before, and its dialog covers the button
  await refused
  await dialog.getByText(/^This page shows root, but .* nothing was saved/).waitFor()
  await page.getByText('Nothing was saved: the session acts as another user').waitFor() // the refusal has arrived
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await shows(t, () => title.inputValue(), 'Meant by root', 'the input stays')
  t.equal(await notes(), 0)
  await page.bringToFront() // browsers slow the timers of a page in the background
  const checked = page.waitForResponse(answer => answer.url().includes('/_check'))
  await title.press('!')
  await title.press('Tab') // a field is checked when it is left
  t.equal((await checked).status(), 200, 'a check in the background is no change')
  t.equal(await dialog.count(), 0)
  await page.evaluate(shown)
  await dialog.waitFor()

  await other.getByRole('button', { name: /Stop acting as/ }).click()
  await other.getByText(/You are acting as/).waitFor({ state: 'detached' })
  await page.evaluate(shown)
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create Note' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  t.equal(await notes(), 1)
})
