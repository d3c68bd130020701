import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, tabTo } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

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
    await keepShots(page, 'builder-icons')
    await noViolations(t, page, 'icons to choose from')
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
    await keepShots(page, 'builder-choices')
    await noViolations(t, page, 'choices with labels and colours')

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
    await keepShots(page, 'builder-translations')

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
    await keepShots(page, 'builder-conditions')
    await noViolations(t, page, 'groups and conditions')
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
    await keepShots(page, 'builder-groups')

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
    await keepShots(phone.page, 'builder')
    await noViolations(t, phone.page, 'the builder on a phone')
    t.ok(await tabTo(phone.page, /Add choice/), 'everything is reached by Tab')
  },
)

inBrowser('a new type with five properties, by mouse and by keyboard', async (t, open_) => {
  const { page, app } = await open_({ path: '/types/_new?side=form' })
  const name = page.getByLabel('Name', { exact: true })
  const add = button(page, 'Add property')
  const label = page.getByLabel('Label', { exact: true })
  await name.and(page.locator(':focus')).waitFor()
  await shows(t, () => page.getByText('Format').count(), 0, 'the preview of a form without fields is not JSON')
  await page.getByText('No fields yet').waitFor()
  await noViolations(t, page, 'a new type without properties')

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
  await name.fill('Notebook')
  await button(page, 'Create type').last().click()
  await page.waitForURL(/\/types\/notebook$/)
  const { schema } = (await app.request('GET', '/api/resource-types/notebook')).json<{ schema: Json }>()
  t.strictSame(Object.keys(schema['properties'] as Json), ['title', 'pages', 'colour', 'shelf', 'remark'])
})
