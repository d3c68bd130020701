import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses } from './keyboard.ts'
import { headingOf, pathOf, placeOf } from './record-samples.ts'
import { shows, showsPart } from './shows.ts'
import { routed } from './routed.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Page } from 'playwright-core'

const text = { type: 'string', minLength: 1 }
const types = [
  { name: 'Card', slug: 'card', schema: { type: 'object', required: ['name'], properties: { name: text } } },
  {
    name: 'Dish',
    slug: 'dish',
    schema: {
      type: 'object',
      required: ['name', 'card'],
      'x-plural': 'Dishes',
      'x-order-property': 'place',
      properties: {
        card: { type: 'string', 'x-resource-type': 'card' },
        name: text,
        course: { type: 'string', enum: ['starter', 'main'] },
        price: { type: 'number', minimum: 1 },
        place: { type: 'integer', minimum: 0 },
      },
    },
  },
  {
    name: 'Drink',
    slug: 'drink',
    schema: {
      type: 'object',
      required: ['name'],
      properties: { name: text, cards: { type: 'array', items: { type: 'string', 'x-resource-type': 'card' } } },
    },
  },
]

interface Cards {
  card: Resource
  made: (slug: string, data: object) => Promise<Resource>
  /** The dishes in order, with their versions. */
  order: () => Promise<string>
}

async function withCards({ request }: TestApp): Promise<Cards> {
  for (const type of types) await request('POST', '/api/resource-types', type)
  const made = async (slug: string, data: object): Promise<Resource> =>
    (await request('POST', `/api/${slug}`, data)).json<Resource>()
  const card = await made('card', { name: 'Evening card' })
  const list = async (): Promise<Resource[]> =>
    (await request('GET', '/api/dish?sort_by=place')).json<{ data: Resource[] }>().data
  const order = async (): Promise<string> =>
    (await list())
      .map(({ data, sequence_no: version }) => `${String(data['@graph'][0]?.['name'])} ${String(version)}`)
      .join(', ')
  return { card, made, order }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const cell = (page: Page, name: string, column: string) => row(page, name).locator(`td[data-column="${column}"]`)
const hasFocus = (page: Page, label: RegExp): Promise<void> =>
  page.locator(':focus').and(page.getByLabel(label)).waitFor()
const isFocused = (page: Page, selector: string): Promise<void> => page.locator(`${selector}:focus`).waitFor()

inBrowser('related records are added, changed, moved and removed on the page of a record', async (t, open) => {
  const { page, go, app } = await open({ path: null })
  const { card, made, order } = await withCards(app)
  const tea = await made('drink', { name: 'Tea' })
  await go(placeOf(card))
  await headingOf(page, 'Evening card').waitFor()
  const dishes = section(page, 'Dishes')
  const drinks = section(page, 'Drinks')
  const add = page.getByRole('group', { name: 'Add', exact: true })
  await add.getByRole('button', { name: 'Add drink' }).waitFor()
  await shows(
    t,
    async () => (await add.innerText()).replaceAll(/\s+/g, ' '),
    'Add: dish drink',
    'types without records share one line',
  )
  await shows(t, async () => (await dishes.count()) + (await drinks.count()), 0, 'and have no sections')

  await add.getByRole('button', { name: 'Add dish' }).click()
  const drawer = page.getByRole('dialog')
  await hasFocus(page, /^Name/)
  await showsPart(
    t,
    () => drawer.getByRole('combobox', { name: /^Card/ }).inputValue(),
    'Evening card',
    'the parent is selected',
  )
  await page.keyboard.type('Soup')
  await drawer.getByRole('button', { name: 'Save and create another' }).click()
  await page.getByText('Created “Soup”.').first().waitFor()
  await hasFocus(page, /^Name/)
  await shows(t, () => drawer.getByRole('textbox', { name: /^Name/ }).inputValue(), '', 'the form is empty again')
  await showsPart(t, () => drawer.getByRole('combobox', { name: /^Card/ }).inputValue(), 'Evening card')
  await page.keyboard.type('Stew')
  await drawer.getByRole('button', { name: 'Save and create another' }).click()
  await page.getByText('Created “Stew”.').first().waitFor()
  await hasFocus(page, /^Name/)
  await page.keyboard.type('Cake')
  await page.keyboard.press('Control+s')
  await row(page, 'Cake').waitFor()
  await shows(t, order, 'Soup 1, Stew 1, Cake 1', 'each is added after the previous one')
  await shows(t, () => dishes.locator('.count').innerText(), '3')

  await cell(page, 'Stew', 'price').dblclick()
  await hasFocus(page, /New value for Price/)
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await page.getByText('Price must be 1 or more').first().waitFor()
  await hasFocus(page, /New value for Price/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('12.5')
  let goOn = (): void => undefined
  const slow = new Promise<void>(resolve => (goOn = resolve))
  await routed(page, '**/api/dish/*', async route => {
    if (route.request().method() !== 'GET') await slow
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await cell(page, 'Stew', 'price').getByText('12.5').waitFor()
  await isFocused(page, 'td[data-column="price"]')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await hasFocus(page, /New value for Course/)
  await page.keyboard.press('m')
  await page.keyboard.press('Tab')
  await hasFocus(page, /New value for Price/)
  await page.keyboard.press('Escape')
  await cell(page, 'Stew', 'course').getByText('main').waitFor()
  goOn()
  await dishes.locator('td.saving').waitFor({ state: 'detached' })
  await shows(t, order, 'Soup 1, Stew 3, Cake 1')

  await page.keyboard.press('Alt+ArrowDown')
  await page.getByText('“Stew” is now number 3 of 3').waitFor({ state: 'attached' })
  await shows(t, order, 'Soup 1, Cake 1, Stew 4', 'a move writes one of them')
  await focuses(t, page, /^tr Stew/, 'the focus moves with it')
  await row(page, 'Stew')
    .getByRole('button', { name: /^Move “Stew”/ })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  await page.getByText('“Stew” is now number 2 of 3').waitFor({ state: 'attached' })
  await row(page, 'Cake').hover()
  const grip = await row(page, 'Cake')
    .getByRole('button', { name: /^Move “Cake”/ })
    .boundingBox()
  const first = await row(page, 'Soup').boundingBox()
  if (grip === null || first === null) throw new Error('there is nothing to drag')
  await page.mouse.move(grip.x + 4, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 4, first.y + 4, { steps: 4 })
  await page.mouse.up()
  await page.getByText('“Cake” is now number 1 of 3').waitFor({ state: 'attached' })
  await shows(t, order, /^Cake \d+, Soup \d+, Stew \d+$/)

  await row(page, 'Soup').getByRole('button', { name: 'Actions for Soup' }).click()
  await shows(t, () => page.getByRole('menuitem', { name: 'Remove from here' }).count(), 0, 'each needs its card')
  const reads: string[] = []
  page.on('request', request => reads.push(`${request.method()} ${decodeURIComponent(request.url())}`))
  await page.getByRole('menuitem', { name: 'Archive dish “Soup”' }).click()
  await row(page, 'Soup').waitFor({ state: 'detached' })
  await isFocused(page, 'tr[data-row]')
  t.equal(reads.filter(read => /^GET .*_filter\[card\]/.test(read)).length, 1, 'the list is read once')
  const beside = await page.locator('tr[data-row]:focus').getAttribute('data-row')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row(page, 'Soup').waitFor()
  await isFocused(page, `tr[data-row="${beside}"]`)

  await row(page, 'Soup').getByRole('button', { name: 'Actions for Soup' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit dish' }).press('Enter')
  await page.getByRole('dialog', { name: 'Edit dish' }).waitFor()
  await showsPart(
    t,
    () => drawer.getByRole('combobox', { name: /^Card/ }).inputValue(),
    'Evening card',
    'the parent is shown by name',
  )
  await drawer.getByRole('textbox', { name: /^Name/ }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' of the day')
  const soup = (await app.request('GET', '/api/dish?q=soup')).json<{ data: Resource[] }>().data[0]
  const patch = { 'content-type': 'application/merge-patch+json' }
  await app.request('PATCH', `/api/dish/${soup?.id}`, { price: 7 }, patch)
  await page.keyboard.press('Control+s')
  const stale = page.getByRole('dialog', { name: 'Somebody else has saved this record' })
  await stale.waitFor()
  await stale.getByRole('button', { name: 'Save selection' }).press('Enter')
  await row(page, 'Soup of the day').waitFor()
  await isFocused(page, '.row-menu')
  await focuses(t, page, /Actions for Soup of the day/)
  await cell(page, 'Soup of the day', 'price').getByText('7').waitFor()
  await row(page, 'Soup of the day').focus()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edit dish' }).waitFor()
  await drawer.getByRole('textbox', { name: /^Name/ }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard the changes to “Soup of the day”?' })
  await question.getByText('It cannot be saved: Name').waitFor()
  await shows(t, () => question.getByRole('button', { name: 'Save' }).count(), 0, 'nothing can be saved')
  await page.keyboard.press('Enter') // the focus is on the way back
  await question.waitFor({ state: 'detached' })
  await drawer.getByRole('textbox', { name: /^Name/ }).fill('Broth')
  await page.keyboard.press('Escape')
  await question.getByText('Your input is not kept.', { exact: true }).waitFor()
  await question.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await drawer.waitFor({ state: 'detached' })
  await row(page, 'Broth').waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.waitForURL(url => url.pathname === '/')
  await page.goBack()
  await row(page, 'Broth').focus()
  await page.keyboard.press('e')
  await drawer.getByRole('textbox', { name: /^Name/ }).fill('Consommé')
  const back = page.getByRole('dialog', { name: 'Discard the changes to “Broth”?' })
  await page.goForward()
  await back.waitFor()
  await back.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await back.waitFor({ state: 'detached' })
  let answer = (): void => {}
  const isHeld = new Promise<void>(resolve => (answer = resolve))
  await routed(page, '**/_check*', async route => {
    await isHeld
    await route.continue()
  })
  const checks = page.waitForRequest('**/_check*')
  await page.keyboard.press('Escape')
  await checks
  await page.keyboard.press('Escape')
  answer()
  await back.waitFor()
  t.ok(await drawer.first().isVisible(), 'a second Escape does not discard what is being checked')
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
  await drawer.waitFor({ state: 'detached' })
  await isFocused(page, 'tr[data-row]')
  await focuses(t, page, /^tr Broth/)
  await page.keyboard.press('e')
  await shows(t, () => drawer.getByRole('textbox', { name: /^Name/ }).inputValue(), 'Broth')
  await shows(t, () => drawer.getByText('Unsaved draft').count(), 0, 'discarded input does not return')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  const cardsOfTea = async (): Promise<unknown> =>
    (await app.request('GET', `/api/drink/${tea.id}`)).json<Resource>().data['@graph'][0]?.['cards']
  await add.getByRole('button', { name: 'Add drink' }).click()
  await hasFocus(page, /Find drink to add/)
  await page.keyboard.type('te')
  await chooseOption(page, 'Tea')
  await row(page, 'Tea').waitFor()
  await shows(t, cardsOfTea, [card.id])
  await drinks.locator('button:focus', { hasText: 'Add existing' }).waitFor()
  await row(page, 'Tea').getByRole('button', { name: 'Actions for Tea' }).click()
  await page.getByRole('menuitem', { name: 'Remove from here' }).click()
  await page.locator('button:focus', { hasText: 'drink' }).waitFor()
  await shows(t, () => drinks.count(), 0, 'without rows the section is gone')
  await shows(t, cardsOfTea, [])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row(page, 'Tea').waitFor()

  await page.getByRole('button', { name: 'Edit card' }).click()
  await row(page, 'Tea').waitFor()
  await row(page, 'Broth').getByRole('link').click()
  await headingOf(page, 'Broth').waitFor()
})

inBrowser('the sections show what the user is allowed to see and do; on a phone', async (t, open) => {
  const { visit, app } = await open({ mode: 'production', as: 'root', path: null })
  const { card, made } = await withCards(app)
  await made('dish', { name: 'Soup', card: card.id, price: 4 })
  await app.request('PUT', '/api/settings/role-access', {
    roles: { member: { card: ['odrl:read'], dish: ['odrl:read'] } },
  })
  const { page, go } = await visit({ as: 'ada', path: null, size: 'phone' })
  await go(placeOf(card))
  await row(page, 'Soup').waitFor()
  await shows(t, () => section(page, 'Drinks').count(), 0, 'an unreadable type has no section')
  await shows(t, () => page.getByRole('button', { name: 'Add dish' }).count(), 0)
  await cell(page, 'Soup', 'price').dblclick()
  await shows(t, () => page.getByRole('textbox').count(), 0, 'no input fields')
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  t.ok(overflow <= 0, `nothing is wider than the phone (${overflow})`)
})

inBrowser('without a manual order rows are sorted by their date, and columns fit or are left out', async (t, open) => {
  const data = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', types[0] ?? {})
    const card = { type: 'string', 'x-resource-type': 'card' }
    const long = { name: text, kitchen: text, guests: text, remarks: text, lunch: text }
    const day = { type: 'string', format: 'date' }
    const schemas = { Meal: { ...long, card, day }, Note: { name: text, card } }
    for (const [name, properties] of Object.entries(schemas)) {
      await request('POST', '/api/resource-types', {
        name,
        slug: name.toLowerCase(),
        schema: { type: 'object', properties },
      })
    }
    const { id } = (await request('POST', '/api/card', { name: 'Week' })).json<Resource>()
    const words = 'some words that need the room of a column and more'
    for (const at of [2, 1, 3]) {
      const rest = { kitchen: words, guests: words, remarks: words, lunch: words }
      await request('POST', '/api/meal', { name: `Meal ${at}`, card: id, day: `2027-03-0${at}`, ...rest })
      await request('POST', '/api/note', { name: `Note ${at}`, card: id })
    }
  }
  const { page } = await open({ data, path: '/content/card' })
  await page.getByRole('link', { name: 'Week' }).click()
  const names = (of: string) => section(page, of).locator('tbody td:first-child').allInnerTexts()
  await section(page, 'Notes').getByText('Note 3').waitFor()
  await section(page, 'Meals').getByText('Meal 3').waitFor()
  await shows(t, () => names('Meals'), ['Meal 1', 'Meal 2', 'Meal 3'])
  await shows(t, () => names('Notes'), ['Note 3', 'Note 1', 'Note 2'], 'without a date the newest comes first')
  const frame = section(page, 'Meals').locator('.table-frame')
  await shows(t, () => frame.evaluate(element => element.scrollWidth - element.clientWidth), 0)
  await shows(
    t,
    async () => (await section(page, 'Meals').locator('th').count()) < 6,
    true,
    'a column that would be cut is left out',
  )
  await page.setViewportSize({ width: 500, height: 800 })
  await section(page, 'Meals').getByText('Meal 3').waitFor()
  await shows(t, () => frame.evaluate(element => element.scrollWidth - element.clientWidth), 0)
})

const coin = {
  name: 'Coin',
  slug: 'coin',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1 },
      kind: {
        oneOf: [
          { const: 'au', title: 'Gold' },
          { const: 'ag', title: 'Silver' },
        ],
      },
      hole: { type: 'boolean', 'x-group': 'Shape' },
      width: {
        type: 'number',
        'x-group': 'Shape',
        'x-show-if': { properties: { hole: { const: true } }, required: ['hole'] },
      },
    },
  },
}

const withCoins = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', coin)
  for (let number = 1; number <= 30; number++)
    await request('POST', '/api/coin', {
      name: `Coin ${String(number).padStart(2, '0')}`,
      kind: number % 2 ? 'au' : 'ag',
    })
}

const xOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).first().boundingBox())?.x ?? -1

/** Press the key of a button when it leads to another record: which ones are next to it is read from the list. */
async function step(page: Page, key: 'j' | 'k'): Promise<void> {
  await page.getByRole('button', { name: key === 'j' ? 'Next' : 'Previous', exact: true, disabled: false }).waitFor()
  await page.keyboard.press(key)
}

inBrowser('from one record to the next in its list, and from one new record to another', async (t, open) => {
  const { page } = await open({ data: withCoins, path: '/content/coin?sort=name&size=25&_filter[kind][eq]=au' })
  await page.getByRole('link', { name: 'Coin 01' }).click()
  await headingOf(page, 'Coin 01').waitFor()
  await shows(t, () => page.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled'), 'true')
  await page.getByRole('button', { name: 'Next' }).click()
  await headingOf(page, 'Coin 03').waitFor()
  await page.locator('button:focus').and(page.getByLabel('Next')).waitFor()
  await step(page, 'j')
  await headingOf(page, 'Coin 05').waitFor()
  await step(page, 'k')
  await headingOf(page, 'Coin 03').waitFor()
  await shows(t, () => page.locator('header.face').innerText(), /Kind\s+Gold/)
  await shows(t, () => page.getByText('Width').count(), 0, 'fields that do not apply are hidden')
  await page.getByRole('button', { name: /^Show .*empty/ }).click()
  await page.getByRole('heading', { name: 'Shape' }).waitFor()
  const values = await xOf(page, 'header.face h2')
  await page.getByRole('banner').getByRole('link', { name: 'Coins' }).click()
  await page.waitForURL(/_filter\[kind\]\[eq\]=au/)
  await page.locator('tr:focus', { hasText: 'Coin 03' }).waitFor()

  await page.keyboard.press('Enter')
  await headingOf(page, 'Coin 03').waitFor()
  await page.keyboard.press('c')
  await page.waitForURL(/coin\/new/)
  await page.locator(':focus').and(page.getByLabel(/^Name/)).waitFor()
  const created = await xOf(page, 'form.form')
  t.ok(Math.abs(created + 8 - values) < 12, `values and fields have the same position (${values}, ${created})`)
  await page.keyboard.type('Coin 99')
  await page.getByRole('button', { name: 'Save and create another' }).click()
  await page.getByText('Created “Coin 99”.').first().waitFor()
  await page.locator(':focus').and(page.getByLabel(/^Name/)).waitFor()
  await shows(t, () => page.getByLabel(/^Name/).inputValue(), '')
  await page.keyboard.press('Tab')
  await shows(t, () => page.getByText('1 field is invalid').count(), 0)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await headingOf(page, 'Coin 99').waitFor()
})

inBrowser('the record after the last of a page is the first of the next page', async (t, open) => {
  const { page } = await open({ data: withCoins, path: '/content/coin?sort=name&size=25' })
  await page.getByRole('link', { name: 'Coin 25' }).click()
  await headingOf(page, 'Coin 25').waitFor()
  await step(page, 'j')
  await headingOf(page, 'Coin 26').waitFor()
  await step(page, 'k')
  await headingOf(page, 'Coin 25').waitFor()
  await step(page, 'j')
  await headingOf(page, 'Coin 26').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Coins' }).click()
  await page.locator('tr:focus', { hasText: 'Coin 26' }).waitFor()
  await shows(t, () => page.url(), /page=2/)
})

const named = { type: 'string', minLength: 1 }
const song = {
  name: 'Song',
  slug: 'song',
  schema: { type: 'object', required: ['name'], properties: { name: named, minutes: { type: 'integer' } } },
}
const tracks = { type: 'array', items: { type: 'string', 'x-resource-type': 'song' }, uniqueItems: true }
const album = {
  name: 'Album',
  slug: 'album',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: named, label: { type: 'string' }, tracks, bonus: tracks },
  },
}

async function withAlbum({ request }: TestApp): Promise<{ first: Resource; dawn: Resource }> {
  for (const type of [song, album]) await request('POST', '/api/resource-types', type)
  const dawn = (await request('POST', '/api/song', { name: 'Dawn', minutes: 3 })).json<Resource>()
  const first = (await request('POST', '/api/album', { name: 'First' })).json<Resource>()
  return { first, dawn }
}

inBrowser('referenced records are linked, created, ordered and removed in place', async (t, open) => {
  const { page, go, app } = await open({ path: null })
  const { first, dawn } = await withAlbum(app)
  const now = async (): Promise<Resource> => (await app.request('GET', pathOf(first))).json<Resource>()
  /** The version of the resource and the values of its list. */
  const list = async (): Promise<string> => {
    const { data, sequence_no: version } = await now()
    const { labels = {} } = (await app.request('GET', `${pathOf(first)}?labels=true`)).json<{
      labels?: Record<string, { label: string }>
    }>()
    const held = data['@graph'][0]?.['tracks']
    const names = Array.isArray(held) ? held.map(id => labels[String(id)]?.label) : []
    return `${String(version)}: ${names.join(', ')}`
  }
  await go(placeOf(first))
  const section = page.getByRole('region', { name: 'Tracks', exact: true })
  await page.getByRole('button', { name: 'Add Tracks' }).click()
  await hasFocus(page, /Find song to add/)
  await page.keyboard.type('da')
  await chooseOption(page, 'Dawn')
  await row(page, 'Dawn').waitFor()
  await section.locator('button:focus', { hasText: 'Add existing' }).waitFor()
  await shows(t, list, '2: Dawn')

  await section.getByRole('button', { name: 'Add song' }).click()
  const drawer = page.getByRole('dialog', { name: /song/ })
  for (const [name, way] of [
    ['Noon', 'Save and create another'],
    ['Night', 'Create song'],
  ] as const) {
    await hasFocus(page, /^Name/)
    await page.keyboard.type(name)
    await drawer.getByRole('button', { name: way }).press('Enter')
    await row(page, name).waitFor()
  }
  await drawer.waitFor({ state: 'detached' })
  await section.locator('.count', { hasText: '3' }).waitFor()
  await shows(t, list, '4: Dawn, Noon, Night')

  await row(page, 'Noon').locator('td[data-column="minutes"]').dblclick()
  await hasFocus(page, /New value for Minutes/)
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await row(page, 'Noon').getByText('4').waitFor()
  await row(page, 'Night').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText('“Night” is now number 2 of 3').waitFor({ state: 'attached' })
  await page.locator('tr:focus', { hasText: 'Night' }).waitFor()
  await row(page, 'Night').getByRole('button', { name: /^Move/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  await page.getByText('“Night” is now number 1 of 3').waitFor({ state: 'attached' })
  await row(page, 'Noon').hover()
  const grip = await row(page, 'Noon').getByRole('button', { name: /^Move/ }).boundingBox()
  const top = await row(page, 'Night').boundingBox()
  if (grip === null || top === null) throw new Error('there is nothing to drag')
  await page.mouse.move(grip.x + 4, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 4, top.y + 4, { steps: 4 })
  await page.mouse.up()
  await page.getByText('“Noon” is now number 1 of 3').waitFor({ state: 'attached' })
  await shows(t, list, '7: Noon, Night, Dawn', 'each move is one write')

  await row(page, 'Night').getByRole('button', { name: 'Actions for Night' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove from here' }).press('Enter')
  await row(page, 'Night').waitFor({ state: 'detached' })
  await page.locator('tr:focus', { hasText: 'Dawn' }).waitFor()
  const removed = page.locator('.toast', { hasText: 'Removed “Night”' })
  await removed.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Night').waitFor()
  await shows(t, list, '9: Noon, Night, Dawn', 'it is at its former position')
  await row(page, 'Dawn').focus()
  await page.keyboard.press('Alt+ArrowUp')
  // announced when the page has read what it wrote: it does not know the change that follows
  await page.getByText('“Dawn” is now number 2 of 3').waitFor({ state: 'attached' })
  await shows(t, list, '10: Noon, Dawn, Night')

  const patch = { 'content-type': 'application/merge-patch+json' }
  const unlinkDawn = async (): Promise<void> => {
    await row(page, 'Dawn').getByRole('button', { name: 'Actions for Dawn' }).click()
    await page.getByRole('menuitem', { name: 'Remove from here' }).click()
  }
  await app.request('PATCH', pathOf(first), { label: 'Blue' }, patch)
  await unlinkDawn()
  const stale = page.getByRole('dialog', { name: 'Somebody else has saved this record' })
  await stale.getByText('Blue').waitFor()
  await stale.getByRole('button', { name: 'Cancel' }).press('Enter')
  await row(page, 'Dawn').waitFor()
  await shows(t, list, '11: Noon, Dawn, Night', 'nothing was written')
  await unlinkDawn()
  await stale.getByRole('button', { name: 'Save selection' }).press('Enter')
  await row(page, 'Dawn').waitFor({ state: 'detached' })
  await shows(t, list, '12: Noon, Night')
  await showsPart(
    t,
    async () => (await now()).data['@graph'][0],
    { label: 'Blue' },
    'the change of the other user is kept',
  )

  await row(page, 'Night').getByRole('button', { name: 'Actions for Night' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Archive/ }).press('Enter')
  await page.locator('tr.archived', { hasText: 'Night' }).waitFor()
  await focuses(t, page, /^tr Night/, 'an archived record keeps its position')
  await page.getByRole('button', { name: 'Edit album' }).click()
  await page.getByRole('form').or(page.locator('form.form')).first().waitFor()
  await shows(t, () => section.count(), 0, 'in the form it is a field')
  await go(placeOf(dawn))
  await page.getByRole('button', { name: 'Add album (Tracks)' }).waitFor()
})

inBrowser('a user who cannot change a record sees its references; on a phone', async (t, open) => {
  const { visit, app } = await open({ mode: 'production', as: 'root', path: null })
  const { dawn } = await withAlbum(app)
  const two = (await app.request('POST', '/api/album', { name: 'Two', tracks: [dawn.id] })).json<Resource>()
  await app.request('PUT', '/api/settings/role-access', {
    roles: { member: { album: ['odrl:read'], song: ['odrl:read', 'odrl:modify'] } },
  })
  const { page, go } = await visit({ as: 'ada', path: null, size: 'phone' })
  await go(placeOf(two))
  const section = page.getByRole('region', { name: 'Tracks', exact: true })
  await row(page, 'Dawn').waitFor()
  await shows(t, () => section.getByRole('button', { name: /^(?:Add|Move)/ }).count(), 0)
  await shows(t, () => page.getByRole('region', { name: 'Bonus' }).count(), 0, 'empty fields are not offered')
  await row(page, 'Dawn').getByRole('button', { name: 'Actions for Dawn' }).click()
  await page.getByRole('menuitem', { name: 'Edit song' }).waitFor()
  await shows(t, () => page.getByRole('menuitem', { name: 'Remove from here' }).count(), 0)
})
