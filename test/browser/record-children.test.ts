import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses } from './keyboard.ts'
import { headingOf, placeOf } from './record-samples.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

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
  await page.getByText('must be at least 1').first().waitFor()
  await keepShots(page, 'record children')
  await noViolations(t, page, 'children of a record')
  await hasFocus(page, /New value for Price/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('12.5')
  let goOn = (): void => undefined
  const slow = new Promise<void>(resolve => (goOn = resolve))
  await page.route(
    '**/api/dish/*',
    async route => {
      await slow
      await route.continue()
    },
    { times: 1 },
  )
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
  await page.getByRole('menuitem', { name: 'Archive dish “Soup”' }).click()
  await row(page, 'Soup').waitFor({ state: 'detached' })
  await isFocused(page, 'tr[data-row]')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row(page, 'Soup').waitFor()

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
  await noViolations(t, page, 'two versions of a child')
  await stale.getByRole('button', { name: 'Save selection' }).press('Enter')
  await row(page, 'Soup of the day').waitFor()
  await isFocused(page, '.row-menu')
  await focuses(t, page, /Actions for Soup of the day/)
  await cell(page, 'Soup of the day', 'price').getByText('7').waitFor()
  await row(page, 'Soup of the day').focus()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edit dish' }).waitFor()
  await keepShots(page, 'child in a drawer')
  await noViolations(t, page, 'a child in a drawer')
  await drawer.getByRole('textbox', { name: /^Name/ }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Broth')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard the changes to “Soup of the day”?' }).waitFor()
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
  await drawer.waitFor({ state: 'detached' })
  await isFocused(page, 'tr[data-row]')
  await focuses(t, page, /^tr Soup of the day/)
  await page.keyboard.press('e')
  await shows(t, () => drawer.getByRole('textbox', { name: /^Name/ }).inputValue(), 'Soup of the day')
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
  await row(page, 'Soup of the day').getByRole('link').click()
  await headingOf(page, 'Soup of the day').waitFor()
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
  await keepShots(page, 'record children')
  await noViolations(t, page, 'children of a record on a phone')
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
