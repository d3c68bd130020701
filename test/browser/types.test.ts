import { packageRoot } from '../../kernel/package-root.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses, tabTo } from './keyboard.ts'
import { routed } from './routed.ts'
import { shows, showsPart } from './shows.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Page, Route } from 'playwright-core'
import type { Test } from 'tap'

type Json = Record<string, unknown>

const text = { type: 'string' }
const cook = { type: 'object', properties: { name: text, town: text } }
const recipe = {
  type: 'object',
  'x-note': { kept: true },
  properties: {
    name: { ...text, 'x-hint': 'kept' },
    servings: { type: 'integer' },
    difficulty: { ...text, enum: ['easy', 'hard'] },
    cook: { ...text, 'x-resource-type': 'cook' },
    remark: { ...text, 'x-show-if': { properties: { servings: { minimum: 4 } } } },
  },
  required: ['name'],
}

const data = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', { name: 'Cook', slug: 'cook', schema: cook })
  await request('POST', '/api/resource-types', { name: 'Dish', slug: 'dish', schema: recipe })
  const ada = (await request('POST', '/api/cook', { name: 'Ada', town: 'Genoa' })).json<{ id: string }>()
  await request('POST', '/api/dish', { name: 'Soup', servings: 4, cook: ada.id })
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const schemaIn = async (page: Page): Promise<Json> =>
  JSON.parse(await page.getByRole('textbox', { name: 'Schema', exact: true }).inputValue()) as Json
const propertiesIn = async (page: Page): Promise<Json> => (await schemaIn(page))['properties'] as Json

/** Press a button by keyboard, and wait for the element that it opens to get the focus. */
async function open(page: Page, name: string | RegExp, there: string): Promise<void> {
  await button(page, name).focus()
  await page.keyboard.press('Enter')
  await page.locator(`${there}:focus-within`).waitFor()
}

inBrowser(
  'the names and appearance of a type: plural, icon, colour, label, choices, translations',
  async (t, open_) => {
    const { page, app } = await open_({ data, path: '/types/dish?side=schema' })
    const plural = page.getByLabel('Plural name')
    await plural.focus()
    await shows(t, () => plural.getAttribute('placeholder'), 'Dishes', 'the value that the service derives')
    await page.keyboard.type('Meals')
    await showsPart(t, () => schemaIn(page), { 'x-plural': 'Meals' })

    await open(page, /^Icon: /, '.popover')
    await focuses(t, page, 'input Search icons')
    await page.keyboard.type('cooking')
    await page.getByRole('radio', { name: 'Cooking pot' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await focuses(t, page, 'button Icon: Cooking pot', 'the focus returns')
    await open(page, /^Colour: /, '.popover')
    await page.getByRole('radio', { name: 'Default' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await focuses(t, page, 'button Colour: Red')
    await showsPart(t, () => schemaIn(page), { 'x-icon': 'cooking-pot', 'x-color': 'red' })

    await page.getByLabel('Display name').selectOption('Template…')
    await page.getByText('For example: Soup').waitFor()
    await open(page, 'Insert property', '.menu')
    await page.keyboard.type('Cook')
    await focuses(t, page, /^menuitem Cook/)
    await page.keyboard.press('Enter')
    await page.getByText('For example: Soup Ada').waitFor()
    await focuses(t, page, 'button Insert property', 'the menu has closed')
    await open(page, 'Insert property', '.menu')
    await item(page, 'Cook › Town').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Template', { exact: true }).fill('{name} {nothing}')
    await page.getByText('Unknown properties: nothing.').waitFor()
    await page.getByLabel('Template', { exact: true }).fill('{name} by {cook}')
    await page.getByLabel('Manual order').selectOption('Servings')

    await button(page, /^Difficulty/).click()
    await button(page, 'Add choice').focus()
    await page.keyboard.press('Enter')
    await focuses(t, page, 'input Value 3')
    await page.keyboard.type('in-between')
    await showsPart(
      t,
      () => propertiesIn(page),
      { difficulty: { enum: ['easy', 'hard', 'in-between'] } },
      'still an enum',
    )
    await button(page, 'Move in-between').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await focuses(t, page, /^button Move in-between/)
    await page.getByLabel('Label of hard').focus()
    await page.keyboard.type('Tricky')
    await open(page, /^Colour of easy/, '.popover')
    await page.locator('.popover').getByText('Green').click()
    const oneOf = [{ const: 'easy', 'x-color': 'green' }, { const: 'in-between' }, { const: 'hard', title: 'Tricky' }]
    await shows(t, () => propertiesIn(page), { ...recipe.properties, difficulty: { ...text, oneOf } })

    await page.getByText('Translations', { exact: true }).click()
    await page.getByLabel('Dish (singular)').focus()
    await page.keyboard.type('Gericht')
    await page.getByLabel('Meals (plural)').focus()
    await page.keyboard.press('End')
    await page.keyboard.type('e')
    await page.getByLabel('Difficulty › Tricky').focus()
    await page.keyboard.type('Knifflig')
    await page.getByLabel('Language', { exact: true }).selectOption('Another language…')
    await page.getByLabel('Language tag').focus()
    await page.keyboard.type('pt-BR')
    await page.getByLabel('Servings', { exact: true }).last().focus()
    await page.keyboard.type('Porções')

    await button(page, 'Save type').click()
    await page.getByText('Saved the type “Dish”.').first().waitFor()
    const { schema } = (await app.request('GET', '/api/resource-types/dish')).json<{ schema: Json }>()
    const { properties, ...root } = schema
    t.strictSame(root, {
      type: 'object',
      'x-note': { kept: true },
      required: ['name'],
      'x-plural': 'Meals',
      'x-icon': 'cooking-pot',
      'x-color': 'red',
      'x-label': '{name} by {cook}',
      'x-order-property': 'servings',
      'x-titles': { de: { one: 'Gericht', many: 'Gerichte' } },
    })
    const tricky = { const: 'hard', title: 'Tricky', 'x-titles': { de: 'Knifflig' } }
    t.strictSame(properties, {
      ...recipe.properties,
      servings: { type: 'integer', 'x-titles': { 'pt-BR': 'Porções' } },
      difficulty: { ...text, oneOf: [...oneOf.slice(0, 2), tricky] },
    })
  },
)

inBrowser(
  'groups of a form: by menu, keys and drag; widths, conditions and tabs, as the preview shows',
  async (t, open_) => {
    const { page, app, visit } = await open_({ data, path: '/types/dish?side=schema' })
    const move = (name: string) => button(page, `Move ${name}`)
    const names = async (): Promise<string[]> => Object.keys(await propertiesIn(page))

    await open(page, 'Move Servings', '.menu')
    await item(page, 'Move to new group…').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await focuses(t, page, 'input Name')
    await page.keyboard.type('Figures')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Figures' }).waitFor()
    await showsPart(t, () => propertiesIn(page), { servings: { 'x-group': 'Figures' } })
    await open(page, 'Move Difficulty', '.menu')
    await item(page, 'Move to group Figures').focus()
    await page.keyboard.press('Enter')
    t.ok(
      await page
        .getByRole('region', { name: 'Figures' })
        .getByRole('button', { name: /^Difficulty/ })
        .isVisible(),
    )
    await focuses(t, page, /^button Move Difficulty/, 'the focus moves with it')

    await move('Remark').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await showsPart(
      t,
      () => propertiesIn(page),
      { remark: { 'x-group': 'Figures' } },
      'the group starts after the heading',
    )
    await focuses(t, page, /^button Move Remark/)
    await shows(t, names, ['name', 'cook', 'remark', 'servings', 'difficulty'])
    const from = await move('Cook').boundingBox()
    const to = await move('Difficulty').boundingBox()
    if (from === null || to === null) throw new Error('nothing to drag')
    await page.mouse.move(from.x + 5, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 5, to.y + 12, { steps: 5 })
    await page.mouse.up()
    await showsPart(t, () => propertiesIn(page), { cook: { 'x-group': 'Figures' } }, 'dragged into the group')
    await open(page, 'Move Cook', '.menu')
    await item(page, 'Move out of group Figures').focus()
    await page.keyboard.press('Enter')
    await shows(t, async () => (await propertiesIn(page))['cook'], recipe.properties.cook)

    await button(page, /^Remark/).click()
    await page.getByText('In forms and lists').click()
    const json = page.getByLabel('Visibility in forms')
    await shows(t, () => json.inputValue(), /"minimum": 4/, 'a condition that fields cannot show is JSON')
    await button(page, /^Remark/).click()
    await showsPart(t, () => propertiesIn(page), { remark: { 'x-show-if': recipe.properties.remark['x-show-if'] } })

    await button(page, /^Cook cook/).click()
    await page.getByText('In forms and lists').click()
    await page.getByLabel('Width in forms').selectOption('Half')
    await page.getByLabel('Visibility in forms').selectOption('If Difficulty …')
    await page.getByLabel('Value', { exact: true }).selectOption('Hard')
    await showsPart(t, () => propertiesIn(page), {
      cook: {
        'x-width': 'half',
        'x-show-if': { properties: { difficulty: { const: 'hard' } }, required: ['difficulty'] },
      },
    })
    await page.getByLabel('Group in forms').selectOption('New group…')
    await focuses(t, page, 'input Name')
    await page.keyboard.type('People')
    await page.keyboard.press('Enter')
    await page.getByLabel('Groups in forms').selectOption('As tabs')
    await button(page, 'Move group People').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await focuses(t, page, /^button Move group People/)

    await page.getByRole('tab', { name: 'Form' }).click()
    const preview = page.getByRole('complementary', { name: 'Schema, form and JSON-LD' })
    await preview.getByRole('tab', { name: 'Figures' }).click()
    await preview.getByLabel('Difficulty').selectOption('Hard')
    await preview.getByRole('tab', { name: 'People' }).click()
    await preview.getByLabel('Cook').waitFor()

    await button(page, 'Rename group Figures').focus()
    await page.keyboard.press('Enter')
    await focuses(t, page, 'input Group name')
    await page.keyboard.type('Details')
    await page.keyboard.press('Enter')
    await button(page, 'Save type').click()
    await page.getByText('Saved the type “Dish”.').first().waitFor()
    const { schema } = (await app.request('GET', '/api/resource-types/dish')).json<{ schema: Json }>()
    t.match(schema, {
      'x-group-layout': 'tabs',
      properties: { servings: { 'x-group': 'Details' }, name: { 'x-hint': 'kept' } },
    })
    t.strictSame(Object.keys(schema['properties'] as Json), ['name', 'cook', 'remark', 'servings', 'difficulty'])

    await button(page, 'Add property').focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Label', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Time in the kitchen')
    await page.getByLabel('Kind').selectOption('Duration')
    await preview.getByRole('group', { name: 'Time in the kitchen' }).getByLabel(/hours/i).waitFor()
    await page.getByLabel('Kind').selectOption('Colour')
    await preview.getByRole('textbox', { name: 'Time in the kitchen', exact: true }).waitFor()
    await preview.getByRole('button', { name: 'Pick Time in the kitchen' }).waitFor()
    await page.getByLabel('Kind').selectOption('Duration')
    await shows(t, () => preview.getByRole('button', { name: 'Pick Time in the kitchen' }).count(), 0)
    await button(page, 'Save type').click()
    await button(page, 'Save type').waitFor({ state: 'detached' })
    const saved = (await app.request('GET', '/api/resource-types/dish')).json<{ schema: Json }>()
    t.match(saved.schema['properties'], { timeInTheKitchen: { ...text, format: 'duration' } })

    const phone = await visit({ size: 'phone', path: '/types/dish' })
    await button(phone.page, /^Time in the kitchen/).waitFor()
    const cut = `[...document.querySelectorAll('.summary .title')].filter(one => one.scrollWidth > one.clientWidth).length`
    await shows(t, () => phone.page.evaluate<number>(cut), 0, 'no label is cut')
    await button(phone.page, /^Difficulty/).click()
    t.ok(await tabTo(phone.page, /Add choice/), 'everything is reached by Tab')
  },
)

inBrowser('a new type with five properties, by mouse and by keyboard, and one of a pasted schema', async (t, open_) => {
  const { page, app, go } = await open_({ path: '/types/_new?side=form' })
  const name = page.getByLabel('Name', { exact: true })
  const add = button(page, 'Add property')
  const label = page.getByLabel('Label', { exact: true })
  await name.and(page.locator(':focus')).waitFor()
  await shows(t, () => page.getByText('Format').count(), 0, 'the preview of a form without fields is not JSON')
  await page.getByText('No fields yet').waitFor()

  const box = await add.boundingBox()
  if (box === null) throw new Error('the button is not drawn')
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.locator('#type-name[aria-invalid]').waitFor()
  await shows(t, () => add.boundingBox(), box, 'an error that appears does not move the button under the pointer')
  await page.mouse.up()
  await label.and(page.locator(':focus')).waitFor()
  await page.getByText('Enter a name.').waitFor()
  await page.keyboard.type('Title')

  for (const [at, title] of ['Pages', 'Colour', 'Shelf', 'Remark'].entries()) {
    const place = await add.boundingBox()
    if (place === null) throw new Error('the button is not drawn')
    if (at % 2 === 0) await page.mouse.click(place.x + 10, place.y + 10)
    else {
      await add.focus()
      await page.keyboard.press('Enter')
    }
    await label.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(title)
    await button(page, new RegExp(`^${title} `)).waitFor()
  }
  await name.fill('Person')
  await page.getByText('A type with this address already exists.').waitFor() // while typing
  await name.fill('Notebook')
  await page.getByText('A type with this address already exists.').waitFor({ state: 'detached' })
  await page.getByLabel('Kind', { exact: true }).selectOption('Reference')
  await page.getByRole('combobox', { name: 'Refers to' }).fill('Notebook')
  await chooseOption(page, 'Notebook')
  for (const typed of ['Person', 'Logbook']) await name.fill(typed)
  await button(page, 'Create type').last().click()
  await page.waitForURL(/\/types\/logbook$/)
  const { schema } = (await app.request('GET', '/api/resource-types/logbook')).json<{ schema: Json }>()
  t.strictSame(Object.keys(schema['properties'] as Json), ['title', 'pages', 'colour', 'shelf', 'remark'])
  t.match(
    schema,
    { properties: { remark: { 'x-resource-type': 'logbook' } } },
    'a type can refer to itself at once, whatever it is called in the end',
  )

  await go('/types/_new')
  await button(page, 'Paste a schema').click()
  await page.getByRole('textbox', { name: /^JSON Schema, or a component/ }).fill(JSON.stringify(published))
  const changes = page.getByRole('region', { name: 'Paste a schema' }).getByRole('listitem')
  await changes.filter({ hasText: /weight.*exclusiveMinimum.*takes the place of the limit/ }).waitFor()
  await changes.filter({ hasText: /weight.*ui:widget.*is left out/ }).waitFor()
  await changes.filter({ hasText: /code.*required.*at the object/ }).waitFor()
  await button(page, 'Change and use schema').click()
  await shows(t, () => name.inputValue(), 'Parcel')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(/\/types\/parcel$/)
  const parcel = (await app.request('GET', '/api/resource-types/parcel')).json<{ schema: Json }>()
  t.match(parcel.schema, {
    required: ['code'],
    properties: { weight: { type: 'number', exclusiveMinimum: 0, 'ui:widget': undefined }, code: { type: 'string' } },
  })
})

inBrowser('a type of eight properties is made without reading, and needs no JSON', async (t, open_) => {
  const { page, app } = await open_({ path: '/types/_new' })
  let actions = 0
  const act = async (one: Promise<unknown>): Promise<void> => {
    actions++
    await one
  }
  const kindOf = page.getByLabel('Kind', { exact: true })
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
  await act(page.keyboard.type('Exhibit'))
  for (const [title, kind] of [
    ['Title', ''],
    ['Story', 'Long text'],
    ['State', 'Choice'],
    ['Opened on', 'Date'],
    ['Curator', 'Reference'],
    ['Photo', 'File or picture'],
    ['Visitors', 'Number'],
    ['Keywords', 'List of texts'],
  ] as const) {
    await act(button(page, 'Add property').click())
    await page.getByLabel('Label', { exact: true }).and(page.locator(':focus')).waitFor()
    await act(page.keyboard.type(title))
    if (kind === '') continue
    await act(kindOf.click())
    await page.locator('option:visible svg').first().waitFor() // each kind has its icon
    await act(page.getByRole('option', { name: kind, exact: true }).click())
    if (kind === 'Choice') {
      await act(button(page, 'Add choice').click())
      await act(page.keyboard.type('On show\nIn store'))
    }
    if (kind === 'Reference') {
      await act(page.getByLabel('Refers to', { exact: true }).click())
      await act(page.keyboard.type('Person'))
      await page
        .getByRole('option', { name: /^Person/ })
        .first()
        .waitFor()
      await act(page.keyboard.press('Enter'))
    }
  }
  await act(page.keyboard.press('ControlOrMeta+s'))
  await page.waitForURL(/\/types\/exhibit$/)
  t.comment(`${actions} actions`)
  t.ok(actions <= 40, `${actions} actions`)
  const { schema } = (await app.request('GET', '/api/resource-types/exhibit')).json<{ schema: Json }>()
  t.match(schema['properties'], {
    title: { type: 'string' },
    state: { enum: ['On show', 'In store'] },
    openedOn: { format: 'date' },
    curator: { 'x-resource-type': 'person' },
    photo: { 'x-resource-type': 'file' },
    visitors: { type: 'number' },
    keywords: { type: 'array' },
  })
})

/** As other tools write it, in draft-04. */
const published = {
  $schema: 'http://json-schema.org/draft-04/schema#',
  title: 'Parcel',
  type: 'object',
  properties: {
    weight: { type: 'number', minimum: 0, exclusiveMinimum: true, 'ui:widget': 'updown' },
    note: { anyOf: [{ $ref: '#/definitions/Note' }, { type: 'null' }] },
    code: { type: 'string', required: true },
  },
  definitions: { Note: { type: 'object', properties: { text: { type: 'string' } } } },
}

const film = {
  name: 'Film',
  slug: 'film',
  context: { '@vocab': 'https://schema.org/', '@type': 'Movie' },
  schema: {
    type: 'object',
    'x-note': { kept: true },
    properties: {
      title: { type: 'string', 'x-hint': 'kept' },
      year: { type: 'integer' },
      rating: { anyOf: [{ type: 'number' }, { const: 'none' }] },
    },
    required: ['title'],
  },
}

const withFilms = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', film)
  for (const title of ['Alien', 'Brazil', 'Brazil']) await request('POST', '/api/film', { title, year: 1979 })
}

const read = async ({ request }: TestApp, url: string): Promise<Json> => (await request('GET', url)).json<Json>()
const dialog = (page: Page) => page.getByRole('dialog')
const schemaText = (page: Page) => page.getByRole('textbox', { name: 'Schema', exact: true })
const filmSchemaIn = async (page: Page): Promise<Json> => JSON.parse(await schemaText(page).inputValue()) as Json
const handle = (page: Page, title: string) => button(page, `Move ${title}`)

/** Change the schema in its JSON editor. */
async function write(page: Page, change: (schema: typeof film.schema) => unknown): Promise<void> {
  await schemaText(page).fill(JSON.stringify(change((await filmSchemaIn(page)) as typeof film.schema)))
}

inBrowser(
  'an empty installation: a first type in two clicks, a preset with its samples, then recent events',
  async (t, open) => {
    const { page, app, go } = await open()
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Note' }).click()
    await button(page, 'Create type').click()
    await page.waitForURL(/\/types\/note$/)
    await showsPart(t, () => read(app, '/api/resource-types/note'), {
      name: 'Note',
      schema: { properties: { title: { minLength: 1 }, text: {}, date: { format: 'date' } }, required: ['title'] },
    })
    await page.getByRole('link', { name: 'Back to the content' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Note' }).first().waitFor()

    await app.request('DELETE', '/api/resource-types/note')
    await go('/')
    await button(page, 'Install preset Tasks').click()
    await dialog(page).getByText('Will be created').waitFor()
    t.equal((await app.request('GET', '/api/task')).statusCode, 404, 'nothing is done before it is requested')
    await dialog(page).getByLabel('Load sample data').check()
    await dialog(page).getByRole('button', { name: 'Install preset Tasks' }).click()
    await dialog(page).getByText('The preset Tasks is installed').waitFor()
    await dialog(page).getByRole('link', { name: 'Project' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()

    await main.getByRole('link', { name: 'Tasks', exact: true }).waitFor()
    const changes = page.getByRole('list', { name: 'Recent changes' })
    await changes.getByText('created by you').first().waitFor()
    await page.getByRole('list', { name: 'Created by you' }).getByRole('listitem').first().waitFor()
    await page.getByRole('list', { name: 'Due' }).getByRole('listitem').first().waitFor() // overdue on some days of the week

    await main.getByText('refers to a record with your e-mail address, admin@example.com').waitFor()
    const me = { givenName: 'Ada', familyName: 'King', email: 'Admin@Example.com' }
    const { id: assignee } = (await app.request('POST', '/api/person', me)).json<{ id: string }>()
    for (const [name, dueDate, status] of [
      ['Next year', '2999-01-01', 'open'],
      ['Order paper', '2020-01-01', 'open'],
      ['Over', '2020-01-01', 'done'],
      ['Some day', undefined, 'open'],
    ])
      await app.request('POST', '/api/task', { name, dueDate, status, assignee })
    await go('/')
    const assigned = page.getByRole('list', { name: 'Assigned to you' }).getByRole('listitem')
    await shows(t, () => assigned.locator('.name').allInnerTexts(), ['Order paper', 'Next year', 'Some day'])
    const due = page.getByRole('list', { name: 'Due' }).getByRole('listitem')
    t.equal(await due.filter({ hasText: 'Order paper' }).count(), 0, 'it is not listed twice')
    const overdue = Array.from({ length: 9 }, (_, at) => ({ name: `Mine ${at}`, dueDate: '2020-01-01', assignee }))
    for (const one of [...overdue, { name: 'Of others', dueDate: '2020-01-02' }]) {
      await app.request('POST', '/api/task', one)
    }
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await changes.getByRole('listitem').first().waitFor()
    await due.filter({ hasText: 'Of others' }).waitFor()
    await shows(t, () => due.filter({ hasText: 'Mine' }).count(), 0, 'however much is assigned to the user')
    const ofHome = asked.filter(path => /^\/api\/(?!resource-types|settings|admin|auth|events\/)/.test(path))
    t.strictSame(
      ofHome.toSorted(),
      ['/api/events', ...['due', 'due', 'newest', 'newest'].map(name => `/api/search/${name}`)],
      'one request for each list, and the events',
    )
    await shows(t, () => assigned.count(), 8)
    await main.getByRole('link', { name: 'Show all tasks' }).click()
    await page.getByRole('row').filter({ hasText: 'Next year' }).waitFor()
    await shows(
      t,
      () =>
        page
          .getByRole('row')
          .filter({ hasText: /Mine|Order paper|Next year|Some day/ })
          .count(),
      12,
    )
    await shows(t, () => page.getByRole('row').filter({ hasText: 'Over' }).count(), 0, 'what is over is left out')
    await go('/')
    await page.getByRole('banner').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('menuitem', { name: 'Create project' }).click()
    await page.waitForURL('**/content/project/new')
  },
)

inBrowser('properties and JSON stay in sync, and keywords that the builder does not know are kept', async (t, open) => {
  const { page, app } = await open({ data: withFilms, path: '/types/film?side=schema' })
  const filmSchema = await filmSchemaIn(page)
  await button(page, /^Title/).click()
  await button(page, 'Turn into a choice').click()
  const titles = { type: 'string', 'x-hint': 'kept', enum: ['Alien', 'Brazil'] }
  await shows(t, async () => (await propertiesIn(page))['title'], titles, 'a choice of the values that records have')
  await write(page, ({ properties, ...rest }) => ({
    ...rest,
    properties: { ...properties, title: { type: ['string', 'null'] } },
  }))
  await button(page, 'Turn into a choice').click()
  const orNull = { type: ['string', 'null'], enum: ['Alien', 'Brazil', null] }
  await shows(t, async () => (await propertiesIn(page))['title'], orNull, 'null stays allowed')
  await write(page, () => filmSchema)
  for (let at = 0; at < 30; at++) await app.request('POST', '/api/film', { title: `Film ${at}` })
  await button(page, 'Turn into a choice').click()
  await page.getByText('“Title” has more than 30 different values: too many for a choice.').first().waitFor()
  await button(page, /^Title/).click()

  await button(page, 'Add property').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Property name').waitFor()
  await focuses(t, page, 'input Label', 'the focus is on its name')
  await page.keyboard.type('Running time')
  await focuses(t, page, 'input Label', 'the name in data follows, and the focus stays')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await focuses(t, page, /^select Kind/)
  await page.keyboard.type('Whole')
  await showsPart(t, () => filmSchemaIn(page), {
    properties: { runningTime: { type: 'integer', title: 'Running time' } },
  })
  await button(page, /^Running time/).click()

  await write(page, schema => ({ ...schema, properties: { ...schema.properties, seen: { type: 'boolean' } } }))
  await button(page, /^Seen/).click()
  await shows(t, () => page.getByLabel('Kind', { exact: true }).locator('option:checked').innerText(), 'Yes or no')
  await page.getByLabel('Property name').fill('watched')
  await page.keyboard.press('Enter')
  await showsPart(t, () => filmSchemaIn(page), { properties: { watched: { type: 'boolean' } } })

  await handle(page, 'Running time').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await focuses(t, page, /Move Running time/, 'the focus moves with it')
  const order = ['title', 'runningTime', 'year', 'rating', 'watched']
  await shows(t, async () => Object.keys((await filmSchemaIn(page))['properties'] as Json), order)

  await broken(t, page)
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByRole('tabpanel').getByLabel('Running time').waitFor()
  t.notMatch(page.url(), /side=/, 'the page starts with it')

  const sent: Route[] = []
  await routed(page, /\/api\/resource-types\/film\?force=/, route =>
    route.request().method() === 'PUT' ? void sent.push(route) : route.continue(),
  )
  await page.getByLabel('Property name').last().fill('noticed')
  await page.keyboard.press('Control+s') // saves what is typed, although the field is not left
  await shows(t, () => sent.length, 1)
  const description = page.getByRole('textbox', { name: 'Description' }).first()
  await description.fill('Moving pictures')
  await sent[0]?.continue()
  await page.getByText('Saved the type “Film”.').first().waitFor()
  await page.getByText('1 change', { exact: true }).first().waitFor()
  t.equal(await description.inputValue(), 'Moving pictures', 'what was typed while it was saved stays')
  await button(page, 'Save type').click()
  await shows(t, () => sent.length, 2)
  await sent[1]?.continue()
  await showsPart(t, () => read(app, '/api/resource-types/film'), { description: 'Moving pictures' })
  const { schema } = (await read(app, '/api/resource-types/film')) as typeof film
  t.match(schema, { 'x-note': { kept: true }, properties: { title: { 'x-hint': 'kept' } } })
  t.match(schema.properties.rating, film.schema.properties.rating)
  t.strictSame(Object.keys(schema.properties), [...order.slice(0, -1), 'noticed'])
})

/** Invalid JSON: the position of the error is reported, and neither the JSON nor the builder loses anything. */
async function broken(t: Test, page: Page): Promise<void> {
  const before = await schemaText(page).inputValue()
  await schemaText(page).fill('{\n  "type": "object",\n}')
  await page
    .getByText(/Line 3, column 1: /)
    .first()
    .waitFor()
  await shows(t, () => button(page, 'Add property').count(), 0, 'the builder waits')
  await button(page, 'Save type').click()
  await page
    .getByRole('alert')
    .getByText(/Line 3, column 1/)
    .first()
    .waitFor()
  await schemaText(page).fill(before)
  await button(page, 'Add property').waitFor()
}

inBrowser(
  'a change that conflicts with resources or with another user is reported before anything is saved',
  async (t, open) => {
    const { page, app, problems } = await open({ data: withFilms, path: '/types/film?side=schema' })
    const year = (type: string) => (schema: typeof film.schema) => ({
      ...schema,
      properties: { ...schema.properties, year: { type } },
    })
    await write(page, year('string'))
    await button(page, 'Save type').click()
    await dialog(page)
      .getByText('year: 3 resources have values of another type. 3 values are converted.', { exact: true })
      .waitFor()
    await dialog(page).getByText('Alien').first().waitFor()
    t.equal(await dialog(page).getByText('invalid').count(), 0, 'the same is said once')
    await button(page, 'Keep editing').click()
    await showsPart(t, () => read(app, '/api/resource-types/film'), {
      schema: { properties: { year: { type: 'integer' } } },
    })
    await button(page, 'Save type').click()
    await button(page, 'Save type “Film” anyway').click()
    await page.getByText('Saved the type “Film”.').first().waitFor()
    await showsPart(t, () => read(app, '/api/resource-types/film'), {
      schema: { properties: { year: { type: 'string' } } },
    })

    problems.expect(/409/)
    await page.getByRole('textbox', { name: 'Address' }).fill('picture')
    await button(page, 'Save type').click()
    await page.getByText('The address stays as it is, because there are records with it.').first().waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill('film')

    await button(page, /^Title/).click()
    await page.getByLabel('Unique').check()
    await button(page, 'Save type').click()
    await dialog(page).getByText('title: the values of 2 resources are not unique').waitFor()
    await shows(t, () => dialog(page).getByRole('button', { name: /^Save/ }).count(), 0, 'it cannot be bypassed')
    await button(page, 'Keep editing').click()
    await button(page, 'Discard').click()

    const context = { '@vocab': 'https://example.org/' }
    await app.request('PUT', '/api/resource-types/film', { name: 'Motion picture', context })
    await page.getByLabel('Name', { exact: true }).fill('Picture')
    await page.getByLabel('Description').fill('Moving ones')
    await button(page, 'Save type').click()
    const name = dialog(page).getByRole('group', { name: 'Name' })
    await name.getByText('Motion picture').waitFor()
    const chosen = async (label: string): Promise<boolean> =>
      dialog(page)
        .getByRole('group', { name: label })
        .getByLabel(/Your version/)
        .isChecked()
    t.strictSame([await chosen('Name'), await chosen('Context')], [true, false], 'theirs, where only they changed it')
    await name.getByLabel(/Saved version/).check()
    await button(page, 'Save selection').click()
    await page.getByText('Saved the type “Motion picture”.').first().waitFor()
    await showsPart(t, () => read(app, '/api/resource-types/film'), {
      name: 'Motion picture',
      description: 'Moving ones',
      context,
    })

    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: /Archive type/ }).click()
    await dialog(page).getByText('Nothing is deleted').waitFor()
    await dialog(page)
      .getByRole('button', { name: /Archive type/ })
      .click()
    await page.waitForURL(/\/types$/)
    t.equal((await app.request('GET', '/api/film')).statusCode, 404)
    await shows(t, () => button(page, 'Actions for Motion picture').count(), 0)
    await page.getByRole('link', { name: 'Archived', exact: true }).click()
    await page.waitForURL(/status=archived/)
    await button(page, 'Actions for Motion picture').click()
    await page.getByRole('menuitem', { name: /Restore type/ }).click()
    await page.getByText('Restored the type').first().waitFor()
    t.equal((await app.request('GET', '/api/film')).statusCode, 200)
  },
)

inBrowser(
  'a user who cannot change types sees their definition, but no start page and no installs',
  async (t, open) => {
    const { page, go, visit } = await open({ mode: 'production', as: 'mia' })
    await page.getByText('No content yet').waitFor()
    await go('/types/person?side=schema')
    await page.getByText('Only administrators can change types').waitFor()
    await shows(t, () => page.getByLabel('Name', { exact: true }).isDisabled(), true)
    await shows(t, () => button(page, /Add property|Remove property|Move |Save type|More actions/).count(), 0)
    await button(page, /^Family name/).click()
    await shows(t, () => page.getByLabel('Kind', { exact: true }).isDisabled(), true)
    t.not(await schemaText(page).getAttribute('readonly'), null)
    await go('/types')
    await page
      .getByRole('link', { name: /^Person/ })
      .last()
      .waitFor()
    await shows(t, () => page.getByRole('link', { name: 'Create type' }).count(), 0)
    await go('/presets')
    await page.getByText('Only administrators can install presets').waitFor()
    await shows(t, () => button(page, /Install|Update/).count(), 0)
    await go('/types/_new')
    await page
      .getByText(/Page not found/i)
      .first()
      .waitFor()

    const root = await visit({ as: 'root' })
    await button(root.page, 'Install preset Tasks').waitFor()
  },
)

/** A generated id, which users should not see. */
const ulid = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/

const ingredient = {
  name: 'Ingredient',
  slug: 'ingredient',
  context: {},
  schema: {
    type: 'object',
    'x-icon': 'carrot',
    'x-color': 'orange',
    'x-titles': { de: { one: 'Zutat', many: 'Zutaten' } },
    properties: { name: { type: 'string', 'x-titles': { de: 'Bezeichnung' } } },
  },
}
const line = {
  name: 'Recipe line',
  slug: 'recipe-line',
  context: {},
  schema: {
    type: 'object',
    'x-label': '{quantity} {unit} {ingredient}',
    properties: {
      quantity: { type: 'integer' },
      unit: { enum: ['cups', 'g'] },
      ingredient: { type: 'string', 'x-resource-type': 'ingredient' },
      state: { enum: ['in-progress', 'done'] },
      since: { type: 'string', format: 'date-time' },
    },
  },
}
const strike = {
  name: 'Bird strike',
  slug: 'bird-strike',
  context: {},
  schema: { type: 'object', properties: { height: { type: 'integer' } } },
}

async function make({ request }: Pick<TestApp, 'request'>, slug: string, data: object): Promise<Resource> {
  const answer = await request('POST', `/api/${slug}`, data)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Resource>()
}

const withRecipeLines = async (app: TestApp): Promise<void> => {
  for (const type of [ingredient, line, strike]) await app.request('POST', '/api/resource-types', type)
  const { id } = await make(app, 'ingredient', { name: 'Flour' })
  const since = '2020-04-10T18:30:00Z'
  await make(app, 'recipe-line', { quantity: 2, unit: 'cups', ingredient: id, state: 'in-progress', since })
  const operations = Array.from({ length: 210 }, (_, height) => ({ op: 'create', data: { height } }))
  await app.request('POST', '/api/bird-strike/_bulk', { operations })
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const visible = (page: Page): Promise<string> => page.locator('body').innerText()

/** Note what stands for a name that is not known yet, however short it is shown. */
const noteFlashes = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    globalThis.flashes = []
    const look = () => globalThis.flashes.push(...(document.body?.innerText.match(/Recipe line of \\w+ \\d+/g) ?? []))
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  }`)
const flashes = (page: Page): Promise<string[]> => page.evaluate<string[]>('globalThis.flashes')

inBrowser('everything has a readable name in the user’s language, never an id', async (t, open) => {
  const { page, go } = await open({ data: withRecipeLines, path: null })
  await noteFlashes(page)
  await go('/')
  const changes = page.getByRole('list', { name: 'Recent changes' })
  await changes.getByRole('link', { name: /^more than 200 bird strikes created by you/ }).waitFor()
  await changes.getByRole('link', { name: /^2 cups Flour Recipe line created by you/ }).waitFor()
  await shows(t, () => changes.getByText('Bird strike', { exact: true }).count(), 0, 'of many only the number is shown')
  t.strictSame(await flashes(page), [], 'no name is shown before it is known')
  t.notMatch(await visible(page), ulid)

  await navigation(page).getByRole('link', { name: 'Recipe lines' }).press('Enter')
  const row = page.getByRole('row', { name: '2 cups Flour' })
  await row.getByRole('link', { name: '2 cups Flour' }).waitFor()
  await shows(
    t,
    () => row.innerText(),
    /In progress[^]*10 Apr 2020, \d/,
    'choices as labels, date-times with their time',
  )
  t.notMatch(await visible(page), ulid)
  await go('/content/bird-strike')
  await page
    .getByRole('link', { name: /^Bird strike of \d+ \w+ \d{4}$/ })
    .first()
    .press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Bird strike of / }).waitFor()
  await navigation(page).locator('[aria-current]', { hasText: 'Bird strikes' }).waitFor()

  await go('/content/ingredient/new')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Half a')
  await navigation(page).getByRole('link', { name: 'Home' }).press('Enter')
  await page.getByRole('list', { name: 'Your drafts' }).getByRole('link', { name: 'New ingredient' }).press('Enter')
  await page.getByRole('button', { name: 'Restore draft' }).press('Enter')
  await shows(t, () => page.getByLabel('Name').inputValue(), 'Half a')

  await page.evaluate("localStorage['plinth.language'] = 'de'")
  await go('/content/ingredient')
  await page.getByRole('heading', { level: 1, name: 'Zutaten' }).waitFor()
  await page.getByRole('columnheader', { name: 'Bezeichnung' }).waitFor()
})

inBrowser('a user with few rights sees what is allowed, and no request is refused', async (t, open) => {
  const { page, go, app, signedIn } = await open({ mode: 'production', as: 'ann', path: null, data: withRecipeLines })
  await signedIn?.signIn('ann')
  const [helper, chore] = [
    {
      name: 'Helper',
      slug: 'helper',
      schema: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
    },
    {
      name: 'Chore',
      slug: 'chore',
      schema: {
        type: 'object',
        properties: {
          name: text,
          dueDate: { ...text, format: 'date' },
          assignee: { ...text, 'x-resource-type': 'helper' },
        },
      },
    },
  ]
  for (const type of [helper, chore]) await app.request('POST', '/api/resource-types', type)
  const { id: assignee } = await make(app, 'helper', { email: 'ann@example.org' })
  await make(app, 'chore', { name: 'Sweep', dueDate: '2020-01-01', assignee })
  const permissions = { member: { 'recipe-line': ['odrl:read'], chore: ['odrl:read'] } }
  await app.request('PUT', '/api/settings/role-access', { roles: permissions })
  const refused: string[] = []
  page.on('response', response => {
    if (response.status() === 403) refused.push(response.url())
  })
  await noteFlashes(page)
  await go('/')
  await navigation(page).getByRole('link', { name: 'Recipe lines' }).waitFor()
  await page.getByRole('list', { name: 'Recent changes' }).getByRole('listitem').first().waitFor()
  t.strictSame(await flashes(page), [])
  t.notMatch(await visible(page), /Ingredient|Bird/)
  await page.getByRole('list', { name: 'Due' }).getByText('Sweep').waitFor()
  t.notMatch(await visible(page), /Assigned to you/, 'nobody is found whom the user cannot read')

  await page.getByRole('list', { name: 'Recent changes' }).getByRole('link').first().press('Enter')
  await page.getByText('No access').first().waitFor()
  await page.getByText('root', { exact: true }).first().waitFor()
  t.strictSame(refused, [])

  await go('/content/recipe-line/new')
  await page.getByRole('alert').getByText('You do not have permission to create recipe lines').waitFor()
  await page.getByRole('link', { name: 'Open list “Recipe lines”' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Recipe lines' }).waitFor()
  await go('/content/nothing')
  await page.getByText('Type not found').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Go home' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await focuses(t, page, /main/)
  t.strictSame(refused, [])
})

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    taste: { type: 'integer', minimum: 1, maximum: 5, 'x-format': 'rating' },
    servings: { type: 'integer' },
  },
  required: ['name'],
}

const withTastedDishes = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', { name: 'Dish', slug: 'dish', schema })
  await request('POST', '/api/dish', { name: 'Soup', taste: 2, servings: 4 })
  await request('POST', '/api/dish', { name: 'Cake', taste: 5, servings: 8 })
}

/** The address of the module with a registry. @param adds the function that adds to it */
function registryModule(name: 'fields' | 'layouts', adds: string): string {
  const folder = join(packageRoot, 'dist', 'admin', 'assets')
  const file = readdirSync(folder).find(
    file =>
      file.startsWith(`${name}-`) && file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes(adds),
  )
  return `/assets/${file ?? 'no module with the registry'}`
}

const rating = `
  import { addFields, fieldOf } from '${registryModule('fields', 'addFields')}'
  addFields({
    kind: 'rating',
    tester: ({ schema }) => (schema['x-format'] === 'rating' ? 100 : -1),
    types: ['number'],
    show: ({ value }) => '★'.repeat(value),
    cell: { input: fieldOf('integer').cell.input },
    filter: { comparisons: ['gte', 'eq'] },
    starter: {
      label: () => 'Rating',
      icon: () => '★',
      schema: { type: 'integer', minimum: 1, maximum: 5, 'x-format': 'rating' },
    },
  })
`

const failing = `
  import { addFields, fieldOf } from '${registryModule('fields', 'addFields')}'
  addFields({
    ...fieldOf('text'),
    kind: 'broken',
    tester: ({ schema }) => (schema['x-format'] === 'broken' ? 100 : -1),
    edit: () => {
      throw new Error('broken on purpose')
    },
    starter: undefined,
  })
`

const ranking = `
  import { addLayout, useListContext } from '${registryModule('layouts', 'addLayout')}'
  const Ranking = () => {
    const { list, viewLayout } = useListContext()
    const nodes = list.rows.value.map(row => row.data['@graph'][0])
    const numberOf = node => node[viewLayout.value.property]
    return nodes.sort((a, b) => numberOf(b) - numberOf(a)).map(({ name }, at) => \`\${at + 1}. \${name}\`).join(', ')
  }
  addLayout({
    kind: 'ranking',
    label: () => 'Ranking',
    icon: () => '1.',
    fits: ({ kind }) => kind === 'integer',
    load: async () => Ranking,
    isPaged: true,
  })
`

/** Run a script in the admin that is open, as a plugin could serve it. */
async function runScript(page: Page, body: string): Promise<void> {
  await routed(page, '**/added.js', route => route.fulfill({ contentType: 'text/javascript', body }))
  await page.addScriptTag({ type: 'module', url: '/added.js' })
}

inBrowser('a kind that is added while the admin runs is used everywhere', async (t, open) => {
  const { page, app } = await open({ data: withTastedDishes, path: '/types/dish' })
  await page.getByRole('button', { name: /^Taste/, expanded: false }).click()
  const kind = page.getByLabel('Kind', { exact: true })
  await shows(t, () => kind.locator('option:checked').innerText(), 'Whole number')
  await runScript(page, rating)
  await kind.locator('option:checked', { hasText: 'Rating' }).waitFor({ state: 'attached' })
  await shows(t, () => page.getByLabel('Minimum').count(), 0, 'its schema defines the limits')
  await page.getByRole('button', { name: /^Servings/, expanded: false }).click()
  await kind.selectOption('★Rating') // its icon is a text
  await page.getByRole('button', { name: /Servings.*Rating/ }).waitFor()
  await kind.selectOption('Whole number')

  await page.getByRole('link', { name: 'Back to the content' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Dish' }).first().click()
  const cell = page.getByRole('row', { name: 'Cake' }).locator('td[data-column="taste"]')
  await cell.getByText('★★★★★').waitFor()

  await cell.dblclick()
  await page.getByRole('textbox', { name: 'New value for Taste' }).fill('3')
  await page.keyboard.press('Shift+Enter')
  await cell.getByText('★★★', { exact: true }).waitFor()

  await page.keyboard.press('f')
  await page.getByPlaceholder('Type to search').fill('Taste')
  await chooseOption(page, 'Taste')
  const comparison = page.getByRole('combobox', { name: 'Comparison for Taste' })
  await shows(t, () => comparison.locator('option').allInnerTexts(), ['is at least', 'is'])
  await page.getByRole('textbox', { name: 'Value for Taste' }).fill('3')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Soup' }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Cake' }).click()
  await page.getByRole('definition').getByText('★★★', { exact: true }).waitFor()
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Taste' })
  await shows(t, () => field.inputValue(), '3')
  await field.fill('4')
  await page.keyboard.press('Control+s')
  await page.getByRole('definition').getByText('★★★★', { exact: true }).waitFor()
  const stored = (await app.request('GET', '/api/dish?_filter[name][eq]=Cake')).json<{ data: unknown[] }>()
  t.match(stored.data, [{ data: { '@graph': [{ taste: 4, servings: 8 }] } }])
})

inBrowser(
  'a field that fails while rendering is JSON, in lists only the item, and the rest of the form stays',
  async (t, open) => {
    const broken = { type: 'string', 'x-format': 'broken' }
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        one: broken,
        rows: { type: 'array', items: broken },
        row: { type: 'array', prefixItems: [{ type: 'string', title: 'First' }, broken] },
      },
    }
    const data = async ({ request }: TestApp): Promise<void> => {
      await request('POST', '/api/resource-types', { name: 'Part', slug: 'part', schema })
      await request('POST', '/api/part', { name: 'a', one: 'b', rows: ['c', 'd'], row: ['e', 'f'] })
    }
    const { page, app, problems } = await open({ data, path: '/content/part' })
    problems.expect(/broken on purpose/)
    await page.getByRole('link', { name: 'a', exact: true }).first().waitFor()
    await runScript(page, failing)
    await page.getByRole('link', { name: 'a', exact: true }).first().click()
    await page.getByText('Edit part').click()
    const sentence = page.getByText('This field could not be shown. Its value can be edited as JSON.')
    await sentence.nth(3).waitFor()
    await shows(t, () => sentence.count(), 4, 'the field, two items, and one of a tuple')
    await page.getByRole('textbox', { name: 'First' }).fill('E')
    await page.getByRole('button', { name: 'Remove Rows 1' }).click()
    await shows(t, () => sentence.count(), 3)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A')
    await page.keyboard.press('Control+s')
    const stored = async () => (await app.request('GET', '/api/part')).json<{ data: object[] }>().data[0] ?? {}
    await showsPart(t, stored, { data: { '@graph': [{ name: 'A', one: 'b', rows: ['d'], row: ['E', 'f'] }] } })
  },
)

inBrowser('a layout that is added while the admin runs is offered, and shown by its address', async (t, open) => {
  const { page, go } = await open({ data: withTastedDishes, path: '/content/dish' })
  await page.getByRole('row', { name: 'Cake' }).waitFor()
  await shows(t, () => page.getByRole('group', { name: 'Layout' }).count(), 0, 'there is only the table')

  await runScript(page, ranking)
  const layouts = page.getByRole('group', { name: 'Layout' })
  await layouts.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('menuitemradio', { name: 'Ranking' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('1. Cake, 2. Soup').waitFor()
  await shows(t, () => page.url(), /[?&]layout=ranking\b/)
  await layouts.getByRole('button', { name: 'Taste' }).waitFor()

  await go(new URL(page.url()).pathname + new URL(page.url()).search)
  await page.getByRole('row', { name: 'Cake' }).waitFor() // without the script there is no such layout
  await runScript(page, ranking)
  await page.getByText('1. Cake, 2. Soup').waitFor()
})

const rows = [
  { id: 'a', name: 'Ada', address: { city: 'London', 'post.code': 'N1' }, 'a.b': 'whole', a: { b: 'inner' } },
  { id: 'b', name: 'Bea', address: null, a: 'text' },
]
const columns = ['name', 'address.city', 'a.b', 'address.none'].map(name => ({ name, title: name }))
const screen = {
  name: 'guests',
  path: '/guests',
  title: 'Guests',
  icon: 'users',
  section: 'people',
  list: { url: '/api/guests', columns },
}
const plugin = `export default {
  name: 'guests', version: '1.0.0', requires: [], provides: [], contributes: { screens: [${JSON.stringify(screen)}] },
  register({ app }) {
    const query = { type: 'object', properties: { limit: { type: 'integer' }, cursor: { type: 'string' } } }
    app.get('/api/guests', { config: { access: 'public' }, schema: { querystring: query } }, () => (
      { data: ${JSON.stringify(rows)}, cursor: '', has_more: false }
    ))
    return {}
  },
}`

inBrowser('dots in the columns of a contributed screen lead into objects', async (t, open) => {
  const directory = t.testdir({ 'guests.mjs': plugin })
  const { page } = await open({ plugins: { './guests.mjs': true }, config: { directory }, path: '/guests' })
  const cells = async (name: string): Promise<string[]> =>
    (await page.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts()).map(text => text.trim())
  await page.getByText('Ada').waitFor()
  const [empty] = (await cells('Bea')).slice(-1)
  await shows(t, async () => (await cells('Ada')).join(' | '), `Ada | London | whole | ${empty}`)
  await shows(t, async () => (await cells('Bea')).join(' | '), `Bea | ${empty} | ${empty} | ${empty}`)
})
