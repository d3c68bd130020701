import { propertiesOf } from './form-samples.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses, tabTo, typeInto, untilFocusOn } from './keyboard.ts'
import { said } from './said.ts'
import { shows, showsPart } from './shows.ts'
import { routed } from './routed.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Locator, Page } from 'playwright-core'

const text = { type: 'string' }
const dish = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text,
    keywords: { type: 'array', uniqueItems: true, items: { ...text, minLength: 3 } },
    cook: { ...text, 'x-resource-type': 'person' },
    site: { ...text, format: 'uri' },
    time: { ...text, format: 'duration' },
    rest: { ...text, format: 'duration' },
    colour: { ...text, pattern: '^#[0-9a-fA-F]{6}$' },
    price: { type: 'number' },
    priceCurrency: { ...text, maxLength: 3 },
    course: {
      oneOf: [
        { const: 'first', title: 'Starter', 'x-color': 'green', 'x-titles': { de: 'Vorspeise' } },
        { const: 'main', title: 'Main course', 'x-color': 'orange' },
      ],
    },
    budget: { type: 'object', properties: { amount: { type: 'number' }, currency: { ...text, maxLength: 3 } } },
    delivery: {
      oneOf: [
        { title: 'Pickup', properties: { method: { const: 'pickup' } }, required: ['method'] },
        {
          title: 'Courier',
          properties: { method: { const: 'courier' }, address: { ...text, minLength: 5 }, day: { type: 'integer' } },
          required: ['method', 'address', 'day'],
        },
      ].map(branch => ({ type: 'object', ...branch })),
    },
  },
}

async function withDishes({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Dish', slug: 'dish', schema: dish })
  await request('POST', '/api/persons', { given_name: 'Ada', family_name: 'King' })
}

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const chips = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Keywords' }).getByRole('listitem').allInnerTexts()
const savedDish = async ({ request }: TestApp): Promise<unknown> =>
  (await request('GET', '/api/dish')).json<{ data: Resource[] }>().data[0]?.data['@graph'][0]

/** Paste this text without using the system clipboard. */
const paste = (words: string): string => `{
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', ${JSON.stringify(words)})
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}`

inBrowser('chips, durations, colours, money and references, by keyboard alone', async (t, open) => {
  const { page, app } = await open({ data: withDishes, path: '/content/dish/new' })
  await focuses(t, page, /^input Name/)
  await page.keyboard.type('Soup')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'input Keywords')
  await page.keyboard.type('warm')
  await page.keyboard.press('Enter')
  await page.keyboard.type('green')
  await page.keyboard.press('Enter')
  await page.keyboard.type('i,l')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await shows(t, () => chips(page), ['warm', 'green', 'i,'], 'a comma is a part of a typed text')
  await page.evaluate(paste('quick, cheap\nwarm\n'))
  await shows(t, () => chips(page), ['warm', 'green', 'i,', 'quick', 'cheap'], 'split, and each only once')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowLeft')
  await focuses(t, page, 'button Remove quick')
  await page.keyboard.press('Home')
  await focuses(t, page, 'button Remove warm')
  await page.keyboard.press('Delete')
  await focuses(t, page, 'button Remove green', 'the next one has the focus')
  await page.keyboard.press('End')
  await focuses(t, page, 'input Keywords')
  await page.keyboard.press('Tab')
  await page.getByText('Keywords 2 must have at least 3 characters').waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await focuses(t, page, 'button Remove i,')
  await page.keyboard.press('Backspace')
  await shows(t, () => chips(page), ['green', 'quick'])
  await page.getByText('Keywords 2 must').waitFor({ state: 'detached' })

  t.ok(await tabTo(page, /^combobox Cook/))
  await page.keyboard.type('ada')
  await chooseOption(page, 'Ada King')
  await focuses(t, page, /^combobox Cook/)
  await page.locator('a[aria-keyshortcuts="Alt+Enter"]').waitFor({ state: 'attached' })
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Alt+Enter')
  await (await opened).close()
  await page.keyboard.press('Tab')
  await focuses(t, page, 'input Site', 'Tab skips Clear and Open')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Delete')
  await shows(t, () => page.getByRole('combobox', { name: 'Cook' }).inputValue(), '')

  t.ok(await tabTo(page, /^input Time: days/))
  await page.keyboard.press('Tab')
  await focuses(t, page, 'input Time: hours')
  await page.keyboard.type('1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('20')
  t.ok(await tabTo(page, /^input Colour/))
  await page.keyboard.type('#336699')
  await page.getByRole('button', { name: 'Pick Colour' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('slider', { name: 'Lightness' }).waitFor()
  await shows(t, () => page.getByRole('slider', { name: 'Hue' }).inputValue(), '210')
  await page.getByRole('slider', { name: 'Lightness' }).focus()
  await page.keyboard.press('End')
  await shows(t, () => field(page, 'Colour').inputValue(), '#ffffff')
  await page.keyboard.press('Escape')
  await focuses(t, page, 'button Pick Colour', 'the focus returns')
  const [text, swatch] = await Promise.all(
    [field(page, 'Colour'), page.getByRole('button', { name: 'Pick Colour' })].map(one => one.boundingBox()),
  )
  t.ok(text && swatch && swatch.y < text.y + text.height, 'the colour is chosen beside its text, not below it')
  await field(page, 'Colour').fill('#336699')
  await field(page, 'Price').fill('12.5')
  await field(page, 'Price currency').fill('EUR')
  await page.getByText('€', { exact: true }).waitFor()
  await page.getByLabel('Course').selectOption('Main course')
  await page.locator('form [data-hue=orange]').waitFor()
  await field(page, 'Amount').fill('1500')
  await field(page, 'Currency').fill('JPY')

  await page.getByLabel('Kind of Delivery').selectOption('Courier')
  await page.getByRole('button', { name: 'Create Dish' }).click()
  const summary = page.getByRole('region', { name: /fields are invalid/ })
  await shows(
    t,
    () => summary.getByRole('link').allInnerTexts(),
    ['Delivery: Address is required', 'Delivery: Day is required'],
    'hidden fields have no messages',
  )
  await summary.getByRole('link', { name: /Address/ }).click()
  await focuses(t, page, /^input Address/)
  await page.keyboard.type('Some street 1')
  await field(page, 'Day').fill('3')
  await field(page, 'Keywords').focus()
  await page.keyboard.type('last')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  const { id: _, '@id': id, '@type': type, ...saved } = (await savedDish(app)) as Record<string, unknown>
  t.ok(id && type)
  t.strictSame(saved, {
    name: 'Soup',
    keywords: ['green', 'quick', 'last'],
    time: 'PT1H20M',
    colour: '#336699',
    price: 12.5,
    priceCurrency: 'EUR',
    course: 'main',
    budget: { amount: 1500, currency: 'JPY' },
    delivery: { method: 'courier', address: 'Some street 1', day: 3 },
  })
  await page.getByText('1 hr 20 min').waitFor()
})

const meeting = {
  type: 'object',
  required: ['day'],
  properties: {
    day: { ...text, format: 'date' },
    begins: { ...text, format: 'date-time' },
    opens: { ...text, format: 'time' },
    kind: { enum: ['public', 'private', 'planned'] },
  },
}
const withMeetings = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', { name: 'Meeting', slug: 'meeting', schema: meeting })
}

inBrowser('dates, times and choices by keyboard, in the order of the language', async (t, open) => {
  const { page, app, visit } = await open({ data: withMeetings, path: '/content/meeting/new', locale: 'en-US' })
  const day = field(page, 'Day')
  const now = (): Promise<string> => day.inputValue()
  const native = 'input[type=date], input[type=time], input[type=datetime-local], input[type=color]'
  await shows(t, () => page.locator(native).count(), 0, 'no native inputs')
  const appearances = `[...document.querySelectorAll('select')].map(one => getComputedStyle(one).appearance)`
  for (const look of await page.evaluate<string[]>(appearances)) t.equal(look, 'base-select')
  await day.focus()
  await shows(t, () => day.getAttribute('placeholder'), 'mm/dd/yyyy')
  await page.keyboard.type('342027')
  await shows(t, now, '03/04/2027', 'digits go on to the next segment')
  await page.keyboard.press('ArrowUp')
  await shows(t, now, '03/04/2028')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await shows(t, now, '03/03/2028')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('12')
  await shows(t, now, '12/03/2028', 'a segment is replaced')
  await page.keyboard.press('Alt+ArrowDown')
  await page
    .getByRole('button', { name: /December 3, 2028/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('ArrowRight')
  await focuses(t, page, /December 4, 2028/)
  await page.keyboard.press('Enter')
  await day.and(page.locator(':focus')).waitFor()
  await shows(t, now, '12/04/2028')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('ArrowRight')
  await focuses(t, page, /December 5, 2028/)
  await page.keyboard.press('NumpadEnter')
  await day.and(page.locator(':focus')).waitFor()
  await shows(t, now, '12/05/2028')
  await page.keyboard.press('Alt+ArrowDown')
  await page
    .getByRole('button', { name: /December 5, 2028/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Escape')
  await day.and(page.locator(':focus')).waitFor()

  await field(page, 'Begins').focus()
  await page.keyboard.type('07/04/2027 06:30 p')
  await field(page, 'Opens (UTC)').focus()
  await page.keyboard.type('0930a')
  await shows(t, () => field(page, 'Begins').inputValue(), '07/04/2027, 06:30 PM')
  const kind = page.getByLabel('Kind', { exact: true })
  await kind.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('option', { name: 'Public' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await shows(t, () => kind.innerText(), /Planned/)
  await page.keyboard.type('pri')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  const saved = (await app.request('GET', '/api/meeting')).json<{ data: Resource[] }>().data[0]
  t.match(saved?.data['@graph'][0], {
    day: '2028-12-05',
    begins: '2027-07-04T18:30:00+02:00',
    opens: '09:30:00Z',
    kind: 'private',
  })

  const german = await visit({ locale: 'de-DE', path: '/content/meeting/new' })
  const tag = field(german.page, 'Day')
  await tag.focus()
  await shows(t, () => tag.getAttribute('placeholder'), 'tt.mm.jjjj')
  await german.page.keyboard.type('4.3.27')
  await german.page.keyboard.press('Tab')
  await shows(t, () => tag.inputValue(), '04.03.2027')
  await tag.fill('31.02.2027')
  await german.page.keyboard.press('Tab')
  await german.page.locator('[aria-invalid=true]').first().waitFor()
  await shows(t, () => tag.inputValue(), '31.02.2027', 'what is no date stays as it was typed')
})

inBrowser('durations in other units keep them, and other texts are not changed', async (t, open) => {
  const { page, app, go } = await open({ data: withDishes, path: '/content/dish/new' })
  const schema = (rest: object) => ({ schema: { ...dish, properties: { ...dish.properties, rest } } })
  await app.request('PUT', '/api/resource-types/dish', schema(text))
  const made = await app.request('POST', '/api/dish', { name: 'Clip', time: 'PT3M20S', rest: 'soon' })
  await app.request('PUT', '/api/resource-types/dish', schema(dish.properties.rest))
  await go(`/content/dish/${made.json<Resource>().id.split(':').at(-1) ?? ''}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel('Time: seconds').waitFor()
  await shows(t, () => page.getByLabel('Time: minutes').inputValue(), '3')
  await shows(t, () => field(page, 'Rest').inputValue(), 'soon')
  await page.getByLabel('Time: minutes').fill('0')
  await page.getByLabel('Time: seconds').fill('0')
  await field(page, 'Rest').fill('')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('region', { name: 'Messages' }).getByText('Saved “Clip”').waitFor()
  await showsPart(t, () => savedDish(app), { time: 'PT0S' })
})
const names = { type: 'object', properties: { name: text } }

const shelf = {
  type: 'object',
  properties: {
    city: { ...text, examples: ['Rome', 'Oslo'] },
    fax: { ...text, deprecated: true },
    boxes: { type: 'object', additionalProperties: { type: 'object', properties: { wide: { type: 'number' } } } },
    extra: { type: 'object', properties: { remark: text } },
    sealed: { type: 'object', additionalProperties: false },
    either: { anyOf: [text, { oneOf: [{ type: 'number' }, { type: 'array', items: text }] }] },
    parts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          form: { enum: ['box', 'bag'] },
          size: { type: 'number', 'x-show-if-item': { properties: { form: { const: 'box' } }, required: ['form'] } },
        },
      },
    },
  },
}

const types: Record<string, object> = {
  optional: {
    type: 'object',
    $defs: {
      Addr: { type: 'object', title: 'Addr', properties: { city: text, mem: { type: ['string', 'integer'] } } },
      Paths: { anyOf: [text, { type: 'array', items: text }] },
      Color: { enum: ['red', 'blue'] },
      Day: { type: 'string', format: 'date' },
    },
    properties: {
      addr: { anyOf: [{ $ref: '#/$defs/Addr' }, { type: 'null' }], default: null },
      plugin: {
        anyOf: [
          { type: 'boolean' },
          { $ref: '#/$defs/Paths' },
          { type: 'object', properties: { config: { $ref: '#/$defs/Paths' } } },
        ],
      },
      color: { anyOf: [{ $ref: '#/$defs/Color' }, { type: 'null' }], default: null },
      day: { oneOf: [{ type: 'null' }, { $ref: '#/$defs/Day' }] },
    },
  },
  tree: {
    type: 'object',
    properties: { name: text, parent: { $ref: '#' }, lists: { $ref: '#/$defs/n' } },
    $defs: { n: { type: 'array', items: { $ref: '#/$defs/n' } } },
  },
  parcel: {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { enum: ['box', 'bag'] },
      contact: { $ref: '#/$defs/contact' },
      stamp: { type: 'object', properties: { version: { const: 1 }, colour: text }, required: ['version'] },
    },
    if: { properties: { kind: { const: 'box' } } },
    then: {
      properties: { size: { type: 'number' }, unit: { const: 'cm' }, mark: text },
      required: ['size', 'unit', 'mark'],
    },
    $defs: {
      contact: {
        type: 'object',
        required: ['name'],
        properties: { name: text },
        oneOf: [
          { title: 'By mail', properties: { mail: text, note: text }, required: ['mail'] },
          { title: 'By phone', properties: { phone: text, note: text }, required: ['phone'] },
        ],
      },
    },
  },
  stock: {
    type: 'object',
    properties: {
      name: text,
      prices: { type: 'object', additionalProperties: { type: 'number' } },
      at: {
        type: 'array',
        prefixItems: [
          { type: 'number', title: 'Longitude' },
          { type: 'number', title: 'Latitude' },
        ],
      },
    },
  },
  consent: {
    type: 'object',
    required: ['terms', 'version', 'label', 'tags'],
    properties: {
      name: text,
      banned: { type: 'boolean', const: true },
      mark: { const: 'x' },
      terms: { type: 'boolean', const: true, title: 'I accept the terms' },
      version: { const: 2 },
      label: text,
      tags: { type: 'array', items: text },
      count: { type: 'integer', default: '' },
    },
  },
  shelf,
  place: {
    oneOf: [
      { title: 'Address', type: 'object', properties: { city: text }, required: ['city'] },
      { title: 'Person', ...names, required: ['name'] },
    ],
    type: 'object',
  },
}

async function withTypes({ request }: TestApp): Promise<void> {
  for (const [slug, schema] of Object.entries(types)) {
    const { statusCode, body } = await request('POST', '/api/resource-types', { name: slug, slug, schema })
    if (statusCode !== 201) throw new Error(`${slug}: ${body}`)
  }
}
const stored = async ({ request }: TestApp, slug: string): Promise<object> => {
  const { data } = (await request('GET', `/api/${slug}`)).json()
  const { '@id': _id, '@type': _type, ...properties } = propertiesOf(data[0])
  return properties
}
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
}

inBrowser('a form has fields for whatever a schema describes', async (t, open) => {
  const { page, app, go } = await open({ data: withTypes, path: '/content/optional/new' })
  // What is optional by reference.
  await page.getByRole('button', { name: 'Add Addr' }).click()
  await field(page, 'City').fill('Rome')
  await page.getByLabel('Kind of Mem').selectOption('Text')
  await field(page, 'Mem').fill('5 MB')
  await page.getByLabel('Kind of Plugin').selectOption('Object with properties')
  await page.getByLabel('Kind of Config').selectOption('Text')
  await field(page, 'Config').fill('a.json')
  await page.getByLabel('Color').selectOption('Red')
  await page.getByLabel('Day', { exact: true }).fill('2027-03-04')
  await save(page)
  t.strictSame(await stored(app, 'optional'), {
    addr: { city: 'Rome', mem: '5 MB' },
    plugin: { config: 'a.json' },
    color: 'red',
    day: '2027-03-04',
  })

  // A schema that contains itself is opened level by level.
  await go('/content/tree/new')
  await field(page, 'Name').fill('a')
  await page.getByRole('button', { name: 'Add Parent' }).click()
  await field(page, 'Name').nth(1).fill('b')
  await page.getByRole('button', { name: 'Add to Lists' }).last().click()
  await save(page)
  t.strictSame(await stored(app, 'tree'), { name: 'a', parent: { name: 'b' }, lists: [[]] })
  await page.goto(new URL('/content/tree', page.url()).href)
  await page.getByRole('link', { name: 'a', exact: true }).first().waitFor()

  // Conditions and alternatives bring their fields.
  await go('/content/parcel/new')
  await page.getByRole('combobox', { name: /^Kind(?! of)/ }).selectOption('Bag')
  t.equal(await field(page, 'Size').count(), 0)
  await shows(t, () => page.getByRole('button', { name: /^Remove/ }).count(), 0, 'what was filled in for a box is gone')
  await page.getByRole('combobox', { name: /^Kind(?! of)/ }).selectOption('Box')
  await field(page, 'Colour').fill('red')
  await field(page, 'Colour').fill('')
  await shows(t, () => page.getByRole('button', { name: 'Clear Stamp' }).count(), 0, 'gone with its only input')
  await field(page, 'Colour').fill('blue')
  await field(page, 'Mark').fill('fragile')
  await field(page, 'Size').fill('3')
  await field(page, 'Name').fill('Ada')
  const kind = page.getByLabel('Kind of Contact')
  await kind.selectOption('By mail')
  await field(page, 'Mail').fill('a@b.c')
  await field(page, 'Note').fill('in the morning')
  await kind.selectOption('By phone')
  await shows(t, () => field(page, 'Note').inputValue(), 'in the morning')
  t.equal(await field(page, 'Mail').count(), 0)
  await kind.selectOption('By mail')
  await shows(t, () => field(page, 'Mail').inputValue(), 'a@b.c')
  await save(page)
  t.strictSame(await stored(app, 'parcel'), {
    kind: 'box',
    size: 3,
    unit: 'cm',
    mark: 'fragile',
    stamp: { version: 1, colour: 'blue' },
    contact: { name: 'Ada', mail: 'a@b.c', note: 'in the morning' },
  })

  // Maps, further members and tuples.
  await go('/content/stock/new')
  await field(page, 'Longitude').fill('12.5')
  await field(page, 'Latitude').fill('41.9')
  const prices = page.getByRole('group', { name: 'Prices', exact: true })
  await prices.getByRole('button', { name: 'Add another field' }).click()
  await focuses(t, page, 'input Name')
  await page.keyboard.type('big apple.v2')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'input big apple.v2', 'Tab after a name leads to its value')
  await page.keyboard.type('2')
  await prices.getByRole('button', { name: 'Add another field' }).click()
  await page.keyboard.type('pear')
  await page.keyboard.press('Enter')
  await focuses(t, page, 'input pear', 'Enter too')
  await page.keyboard.type('3')
  await prices.getByRole('textbox', { name: 'Name' }).last().fill('big apple.v2')
  await page.keyboard.press('Tab')
  await prices.getByText('There is a property of this name already').waitFor()
  await shows(t, () => field(page, 'big apple.v2').inputValue(), '2', 'a name that is taken changes nothing')
  const rename = async (row: Locator, name: string): Promise<void> => {
    await row.fill(name)
    await page.keyboard.press('Tab')
  }
  await rename(prices.getByRole('textbox', { name: 'Name' }).first(), 'apple')
  await shows(t, () => field(page, 'big apple.v2').inputValue(), '3', 'until the other field has another one')
  await rename(prices.getByRole('textbox', { name: 'Name' }).last(), 'pear')
  await rename(prices.getByRole('textbox', { name: 'Name' }).first(), 'big apple.v2')
  await prices.getByRole('textbox', { name: 'Name' }).last().fill('plum')
  await page.keyboard.press('Enter')
  await shows(t, () => field(page, 'plum').inputValue(), '3')
  await prices.getByRole('button', { name: 'Remove plum' }).click()
  await focuses(t, page, 'input Name', 'what was before it has the focus')
  await page.getByRole('button', { name: 'Add another field' }).last().click()
  await page.keyboard.type('remark')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'select Kind of Remark')
  await page.getByLabel('Kind of Remark').selectOption('Text')
  await field(page, 'Remark').fill('free')
  await save(page)
  t.strictSame(await stored(app, 'stock'), { prices: { 'big apple.v2': 2 }, at: [12.5, 41.9], remark: 'free' })

  // Constants, defaults and what may be empty.
  await go('/content/consent/new')
  await field(page, 'Name').first().fill('Ada')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
  await save(page)
  t.strictSame(await stored(app, 'consent'), { name: 'Ada', terms: true, version: 2, label: '', tags: [] })

  // Suggestions, what is deprecated, conditions in a row, and what is there once it has a name.
  await go('/content/shelf/new')
  await page.getByRole('combobox', { name: 'City' }).fill('Oslo')
  const suggested = `[...document.querySelectorAll('datalist option')].map(({ value }) => value)`
  t.strictSame(await page.evaluate(suggested), ['Rome', 'Oslo'])
  await page.getByText('Deprecated.').waitFor()
  const boxes = page.getByRole('group', { name: 'Boxes', exact: true })
  await boxes.getByRole('button', { name: 'Add another field' }).click()
  await boxes.getByRole('textbox', { name: 'Name' }).fill('small')
  await page.keyboard.press('Tab')
  await field(page, 'Wide').waitFor()
  for (const [at, form] of ['Box', 'Bag'].entries()) {
    await page.getByRole('button', { name: 'Add to Parts' }).click()
    await page.getByRole('combobox', { name: 'Form' }).nth(at).selectOption(form)
  }
  await shows(t, () => field(page, 'Size').count(), 1, 'in the row of the box')
  await field(page, 'Size').fill('3')
  await page.getByLabel('Kind of Either').selectOption({ index: 2 })
  await page.getByLabel('Kind of Either').nth(1).selectOption('Number')
  const repeated = `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)`
  t.strictSame(await page.evaluate(repeated), [], 'each id is there once')
  for (const name of ['Extra', 'Sealed']) {
    await page.getByRole('button', { name: `Add empty ${name}` }).click()
    await page.getByRole('button', { name: `Clear ${name}` }).waitFor()
  }
  await page.getByRole('button', { name: 'Clear Sealed' }).click()
  await page.getByRole('button', { name: 'Add empty Sealed' }).waitFor()
  await save(page)
  t.strictSame(await stored(app, 'shelf'), {
    city: 'Oslo',
    boxes: { small: {} },
    extra: {},
    parts: [{ form: 'box', size: 3 }, { form: 'bag' }],
  })

  // What is read-only is read-only at every depth.
  const { boxes: map, parts: rows, ...others } = shelf.properties
  const readOnly = { boxes: { ...map, readOnly: true }, parts: { ...rows, readOnly: true } }
  const schema = { ...shelf, properties: { ...others, ...readOnly } }
  await app.request('PUT', '/api/resource-types/shelf', { name: 'shelf', slug: 'shelf', schema })
  await page.reload()
  await page.getByRole('button', { name: /^Edit/ }).click()
  await boxes.waitFor()
  for (const name of ['Name', 'Wide']) t.equal(await boxes.getByRole('textbox', { name }).getAttribute('readonly'), '')
  t.equal(await boxes.getByRole('button').count(), 0, 'nothing is added to the map or removed from it')
  const parts = page.locator('[data-path="parts"]')
  await parts.getByRole('button', { name: /^Parts 1/ }).click()
  t.ok(await parts.getByRole('combobox', { name: 'Form' }).isDisabled())
  t.equal(await parts.getByRole('textbox', { name: 'Size' }).getAttribute('readonly'), '')
  t.equal(await parts.getByRole('button', { name: /^(?:Add|Remove|Move|Clear)/ }).count(), 0)
  t.equal(await field(page, 'Remark').first().getAttribute('readonly'), null, 'the others are not')

  // A root of alternatives.
  await go('/content/place/new')
  await page.getByLabel('Kind', { exact: true }).selectOption('Person')
  await field(page, 'Name').first().fill('Ada')
  await save(page)
  t.strictSame(await stored(app, 'place'), { name: 'Ada' })
})
const whenPaid = { properties: { kind: { const: 'paid' } }, required: ['kind'] }
const job = {
  type: 'object',
  required: ['title', 'mail'],
  'x-group-layout': 'tabs',
  properties: {
    mail: { ...text, format: 'email', 'x-group': 'Contact' },
    title: { ...text, 'x-width': 'half' },
    phone: { ...text, 'x-group': 'Contact' },
    kind: { enum: ['paid', 'voluntary'] },
    pay: { type: 'number', minimum: 10, 'x-group': 'Money', 'x-show-if': whenPaid },
    terms: {
      type: 'object',
      'x-group': 'Money',
      'x-show-if': whenPaid,
      properties: { bonus: { ...text, 'x-show-if': { properties: { title: { pattern: '^Head' } } } }, term: text },
    },
  },
}

const stay = {
  type: 'object',
  properties: {
    name: text,
    begins: { ...text, format: 'date', 'x-group': 'When' },
    guest: { ...text, 'x-group': 'Who' },
    ends: { ...text, format: 'date', 'x-group': 'When', 'x-width': 'full' },
    never: { ...text, 'x-show-if': false, 'x-group': 'Gone' },
  },
}

async function withGroups({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Job', slug: 'job', schema: job })
  await request('POST', '/api/resource-types', { name: 'Stay', slug: 'stay', schema: stay })
}
const tab = (page: Page, name: RegExp | string): Locator => page.getByRole('tab', { name })

inBrowser('groups in tabs: fields appear depending on values, and errors are found', async (t, open) => {
  const { page, app } = await open({ data: withGroups, path: '/content/job/new' })
  await shows(t, () => page.getByRole('tab').allInnerTexts(), ['Contact'], 'a group without fields has no tab')
  await focuses(t, page, /^input Title/, 'fields without a group come first')
  await page.keyboard.type('Cook')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'select Kind')
  await page.getByLabel('Kind').selectOption('Paid')
  await shows(t, () => page.getByRole('tab').allInnerTexts(), ['Contact', 'Money'])
  await page.keyboard.press('Tab')
  await focuses(t, page, /Contact/)
  await page.keyboard.press('ArrowRight')
  await field(page, 'Pay').waitFor()
  await shows(t, () => field(page, 'Bonus').count(), 0, 'a nested condition applies to the whole resource')
  await field(page, 'Title').fill('Head cook')
  await field(page, 'Bonus').waitFor()
  await field(page, 'Pay').fill('5')

  await tab(page, 'Contact').click()
  await page.getByRole('button', { name: 'Create Job' }).click()
  const summary = page.getByRole('region', { name: /fields are invalid/ })
  await shows(t, () => summary.getByRole('link').allInnerTexts(), ['Mail is required', 'Pay must be 10 or more'])
  await tab(page, 'Money 1 field to correct').waitFor()
  await summary.getByRole('link', { name: /Pay/ }).click()
  await focuses(t, page, 'input Pay', 'the tab opens')

  await page.getByLabel('Kind').selectOption('Voluntary')
  await page.getByText('Hidden by its condition, shown because it has a value').waitFor()
  await shows(t, () => field(page, 'Pay').isVisible(), true, 'errors stay visible')
  await field(page, 'Pay').fill('12')
  await field(page, 'Pay').press('Tab')
  await page.getByText('Pay is hidden by its condition, but has a value').waitFor()
  await page.getByRole('button', { name: 'Show Pay' }).press('Enter')
  await focuses(t, page, 'input Pay')
  await tab(page, 'Contact').click()
  await field(page, 'Mail').fill('ada@example.org')
  await page.getByRole('button', { name: 'Create Job' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  const { data } = (await app.request('GET', '/api/job')).json<{ data: Resource[] }>()
  t.match(data[0]?.data['@graph'][0], { title: 'Head cook', kind: 'voluntary', pay: 12, mail: 'ada@example.org' })
})

inBrowser('groups under headings, in the order in which they appear', async (t, open) => {
  const { page, app, go } = await open({ data: withGroups, path: '/content/stay/new' })
  await page.getByRole('heading', { name: 'When' }).waitFor()
  await shows(t, () => page.locator('form').getByRole('heading').allInnerTexts(), ['When', 'Who'])
  await focuses(t, page, 'input Name')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'input Begins', 'a field that is never shown is skipped')
  const left = async (name: string): Promise<number> => (await page.getByLabel(name).boundingBox())?.x ?? 0
  t.equal(await left('Begins'), await left('Ends'), 'a whole line each')
  const made = await app.request('POST', '/api/stay', { name: 'Sea', never: 'kept', guest: 'Ada' })
  await go(`/content/stay/${made.json<Resource>().id.split(':').at(-1) ?? ''}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('heading', { name: 'Who' }).waitFor()
  await shows(t, () => page.getByText(/^Never/).count(), 0, 'also with a value')
  await shows(t, () => page.getByRole('heading', { name: 'Gone' }).isVisible(), false)
})

const code = (contentMediaType: string) => ({ type: 'string', maxLength: 2_000_000, contentMediaType })
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    body: { ...code('text/html'), minLength: 20, description: 'What stands in the page.' },
    style: code('text/css'),
    story: code('text/markdown'),
    data: {},
  },
}

async function withSnippets({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Snippet', slug: 'snippet', schema })
}

const editor = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
/** Resolves when the field has become an editor. */
const isReady = (page: Page, name: string): Promise<void> =>
  page.locator('.cm-content').and(editor(page, name)).waitFor()

inBrowser('HTML, CSS, Markdown and JSON are edited in an editor that can be left by keyboard', async (t, open) => {
  const { page, app } = await open({ data: withSnippets, path: '/content/snippet/new' })
  for (const name of ['Body', 'Style', 'Story', 'Data']) await isReady(page, name)
  await focuses(t, page, /^input Name/)
  await page.keyboard.type('Card')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'textbox Body')
  await page.keyboard.type('<p>c/?')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('x')
  await focuses(t, page, 'textbox Body', 'Tab indents, and letters are not shortcuts')
  await shows(t, () => page.getByRole('dialog').count(), 0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'textbox Style', 'Tab moves on after Escape')
  await page.getByText('Body must have at least 20 characters').waitFor()
  await page.keyboard.type('.a { color: red }')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await focuses(t, page, 'textbox Body', 'and back again')
  await editor(page, 'Story').fill('# Title\n\nWith *words*.')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'textbox Data', 'Tab does not indent prose')
  await editor(page, 'Data').fill('{"a": [1, tru]}')
  await page.getByRole('button', { name: 'Create Snippet' }).click()
  const summary = page.getByRole('region', { name: /fields are invalid/ })
  await summary.getByRole('link', { name: 'Data: Line 1, column 11: this is not valid JSON' }).waitFor()
  await summary.getByRole('link', { name: /Body/ }).click()
  await focuses(t, page, 'textbox Body')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' and some more</p>')
  await page.getByText('Data', { exact: true }).first().click()
  await focuses(t, page, 'textbox Data', 'the label focuses it')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('[1]')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  const { data } = (await app.request('GET', '/api/snippet')).json<{ data: Resource[] }>()
  t.match(data[0]?.data['@graph'][0], {
    body: /^<p>c\/\?\n\s+x and some more<\/p>$/,
    style: '.a { color: red }',
    story: '# Title\n\nWith *words*.',
    data: [1],
  })
})

const hostile = `<h1 style="color: red">Plans</h1><p onclick="alert(1)">See <a href="javascript:alert(1)">this</a>,
<a href="https://example.org/" target="_top">that</a> and <a href="urn:snippet:SELF">itself</a>, <a href="/about">about us</a>, <a href="/site/team">the team</a>,
<a href="/api/docs">the API</a>, <a href="next">the next</a>.</p>
<script>alert(1)</script><iframe src="https://example.org/"></iframe><form><input name="a"></form>
<img src="data:image/png;base64,AA" alt="A picture"><style>body { display: none }</style>`

inBrowser('Markdown and HTML are shown rendered and sanitised when a record is read', async (t, open) => {
  const { page, app, go } = await open({ data: withSnippets, path: '/' })
  const story =
    '# Harbour\n\nWith *words* and [a page](https://example.org/a).\n\n- one\n- two\n\n<b>no HTML</b>\n\n| size |\n| ---: |\n| 12 |'
  const made = await app.request('POST', '/api/snippet', { name: 'Plan', story, body: hostile })
  const { id } = made.json<Resource>()
  await app.request('PATCH', `/api/snippet/${id}`, { body: hostile.replace('urn:snippet:SELF', id) })
  await go(`/content/snippet/${id.split(':').at(-1) ?? ''}`)
  await page.getByRole('heading', { name: 'Harbour' }).waitFor()
  const main = page.getByRole('main')
  await shows(t, () => main.locator('em').innerText(), 'words')
  await shows(
    t,
    () =>
      main
        .getByRole('listitem')
        .filter({ hasText: /^(?:one|two)$/ })
        .count(),
    2,
  )
  await main.getByText('<b>no HTML</b>').waitFor()
  const cell = main.getByRole('cell', { name: '12' })
  await shows(t, () => cell.getAttribute('align'), 'right')
  await shows(t, () => page.getByRole('link', { name: 'a page' }).getAttribute('rel'), 'noopener noreferrer')

  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  const rich = main.locator('.rich')
  await shows(t, () => rich.locator('script, style, iframe, form, input, [style], [onclick]').count(), 0)
  await shows(t, () => rich.getByAltText('A picture').getAttribute('src'), 'data:image/png;base64,AA')
  await shows(t, () => rich.getByText('this', { exact: true }).getAttribute('href'), null)
  await shows(t, () => rich.getByRole('link', { name: 'itself' }).getAttribute('href'), /^\/content\/snippet\//)
  const hrefOf = (name: string) => () => rich.getByRole('link', { name }).getAttribute('href')
  await shows(t, hrefOf('about us'), '/site/about')
  await shows(t, hrefOf('the team'), '/site/team', 'as on the site, with or without its prefix')
  await shows(t, hrefOf('the API'), '/api/docs')
  await shows(t, () => rich.getByText('the next', { exact: true }).getAttribute('href'), null)
})

inBrowser('a very long text is a plain field', async (t, open) => {
  const { page, app, go } = await open({ data: withSnippets, path: '/content/snippet/new', theme: 'dark' })
  const made = await app.request('POST', '/api/snippet', { name: 'Long', body: 'x '.repeat(500_001), style: 'a {}' })
  await go(`/content/snippet/${made.json<Resource>().id.split(':').at(-1) ?? ''}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await isReady(page, 'Style')
  await page.locator('textarea').and(editor(page, 'Body')).waitFor()
  t.ok(await tabTo(page, /^textbox Style/))
})

const door = {
  type: 'object',
  required: ['name', 'password'],
  properties: {
    name: text,
    password: { ...text, format: 'password', minLength: 4, 'x-unique': true },
    floor: { type: 'integer' },
    pin: { type: 'integer', writeOnly: true, 'x-unique': true },
    codes: { type: 'array', items: { ...text, writeOnly: true } },
    address: { type: 'object', properties: { city: text, token: { ...text, writeOnly: true } } },
  },
} as const

const withDoors = async ({ request }: TestApp): Promise<void> => {
  const answer = await request('POST', '/api/resource-types', { name: 'Door', slug: 'door', schema: door })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

const secretField = (page: Page, path: string): Locator => page.locator(`[data-path="${path}"] :is(input, textarea)`)
const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true }).last()

/** Whether a unique secret has a value: another resource cannot have it. */
async function isStored({ request }: TestApp, secrets: { password?: string; pin?: number }): Promise<boolean> {
  const { statusCode } = await request('POST', '/api/door/_check', { name: 'Other', password: 'another', ...secrets })
  return statusCode === 409
}

inBrowser('what is never shown is set, kept, replaced and removed', async (t, open) => {
  const { page, app, go } = await open({ data: withDoors, path: '/content/door/new' })
  const save = async (): Promise<void> => {
    await saveButton(page).click()
    await page.getByText('Saved “Front”').first().waitFor()
    await page.getByRole('button', { name: /^Edit/ }).waitFor()
  }
  const edit = async (): Promise<void> => {
    await go(new URL(page.url()).pathname)
    await page.getByRole('button', { name: /^Edit/ }).click()
    await secretField(page, 'password').waitFor()
  }

  await secretField(page, 'name').fill('Front')
  await page.getByRole('button', { name: 'Create Door' }).click()
  await page.getByText('Password is required').first().waitFor()
  t.equal(await page.getByText('Stored values are not shown').count(), 0, 'nothing is stored yet')
  t.equal(await secretField(page, 'password').getAttribute('type'), 'password')
  t.equal(await secretField(page, 'password').getAttribute('autocomplete'), 'new-password')
  await secretField(page, 'password').fill('first word')
  await secretField(page, 'pin').fill('1234')
  await page.getByRole('button', { name: 'Create Door' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  await page.getByRole('button', { name: /^Edit/ }).waitFor()
  t.equal(await page.locator('dt', { hasText: /Password|Pin|Codes/ }).count(), 0, 'the record shows none')
  t.ok(await isStored(app, { password: 'first word' }))
  t.ok(await isStored(app, { pin: 1234 }))

  await edit()
  t.equal(await secretField(page, 'password').inputValue(), '')
  t.equal(await secretField(page, 'pin').inputValue(), '')
  await shows(t, () => page.getByText('Stored values are not shown. Leave it empty to keep the stored one.').count(), 3)
  t.equal(await page.getByRole('button', { name: 'Remove the stored value of Password' }).count(), 0, 'it is required')
  await secretField(page, 'floor').fill('2')
  await secretField(page, 'password').fill('typed')
  await secretField(page, 'password').fill('')
  await save()
  t.ok(await isStored(app, { password: 'first word' }), 'it is kept')
  t.ok(await isStored(app, { pin: 1234 }))

  await edit()
  await secretField(page, 'floor').fill('3')
  await secretField(page, 'password').fill('second word')
  await shows(t, () => page.evaluate('Object.keys(localStorage).some(key => key.startsWith("plinth.draft."))'), true)
  t.notMatch(await page.evaluate('JSON.stringify(localStorage)'), 'second word', 'the browser keeps none')
  await save()
  t.ok(await isStored(app, { password: 'second word' }))
  t.notOk(await isStored(app, { password: 'first word' }), 'it is replaced')

  await edit()
  await page.getByRole('button', { name: 'Remove the stored value of Pin' }).click()
  await page.getByText('Pin: the stored value is removed when you save.').waitFor()
  await page.getByRole('button', { name: 'Keep the stored value of Pin' }).click()
  await secretField(page, 'pin').waitFor()
  await page.getByRole('button', { name: 'Remove the stored value of Pin' }).click()
  await save()
  t.notOk(await isStored(app, { pin: 1234 }), 'it is removed')
  t.ok(await isStored(app, { password: 'second word' }))

  await go('/content/door')
  await page.getByRole('columnheader', { name: 'Floor' }).waitFor()
  t.equal(await page.getByRole('columnheader', { name: /Password|Pin|Codes/ }).count(), 0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Floor' }).waitFor()
  t.equal(await page.getByRole('checkbox', { name: /Password|Pin|Codes/ }).count(), 0, 'no column to choose')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /Filter/ })
    .first()
    .click()
  await page
    .getByRole('option', { name: 'Floor' })
    .or(page.getByRole('menuitem', { name: 'Floor' }))
    .first()
    .waitFor()
  t.equal(await page.getByText(/^(?:Password|Pin|Codes|Address › Token)$/).count(), 0, 'no filter')
})
const book = {
  name: 'Book',
  slug: 'book',
  schema: {
    type: 'object',
    required: ['title'],
    properties: { title: text, series: { ...text, 'x-resource-type': 'book' } },
  },
}

async function data({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', book)
  const titles = Array.from({ length: 130 }, (_one, at) => `Book ${String(at).padStart(3, '0')}`)
  await request('POST', '/api/book/_bulk', { operations: titles.map(title => ({ op: 'create', data: { title } })) })
}

const inputCalled = (page: Page) => page.getByRole('combobox', { name: 'Series' }).last()
const options = (page: Page) => page.getByRole('listbox', { name: 'Series' }).getByRole('option')

/** Resolves when screen readers are told this. */
const announced = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor({ state: 'attached' })

inBrowser('Enter in an open list chooses, and never saves the form', async (t, open) => {
  const { page } = await open({ data, path: '/content/book/new' })
  await page.getByLabel('Title').fill('Sequel')
  let answer = (): void => undefined
  const held = new Promise<void>(resolve => (answer = resolve))
  await routed(page, /\/api\/search/, async route => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/search/)
  await inputCalled(page).click()
  await page.keyboard.type('Book 05')
  await page.keyboard.press('Enter')
  await asked
  await shows(t, () => page.url(), /\/new$/, 'results are on their way')
  answer()
  await shows(t, () => inputCalled(page).inputValue(), /^Book 05\d$/, 'the first result')
  await page.unroute(/\/api\/search/)
  await options(page).first().waitFor({ state: 'detached' })

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Zzz none')
  await announced(page, 'No results for “Zzz none”')
  await page.keyboard.press('Escape')
  await shows(t, () => page.url(), /\/new$/)
  await page.getByRole('button', { name: 'Create book' }).first().click()
  await said(page, /Sequel/)
})

inBrowser(
  'creating is an option; Escape closes the list, then asks with the focus on the way back',
  async (t, open) => {
    const { page } = await open({ data, path: '/content/book/new' })
    await inputCalled(page).click()
    await page.keyboard.type('Brand new')
    await announced(page, 'No results for “Brand new”')
    const create = options(page).filter({ hasText: 'Create book “Brand new”' })
    await create.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.waitFor()
    await shows(t, () => drawer.getByLabel('Title').inputValue(), 'Brand new')

    await inputCalled(page).click()
    await page.keyboard.type('Book 12')
    await options(page).filter({ hasText: 'Book 129' }).waitFor()
    await announced(page, '10 results')
    await page.keyboard.press('Escape')
    await options(page).first().waitFor({ state: 'detached' })
    await shows(t, () => page.getByRole('dialog').count(), 1, 'only the list was closed')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: /^Discard/ })
    await question.getByRole('button', { name: 'Keep editing' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await shows(t, () => drawer.getByLabel('Title').inputValue(), 'Brand new', 'nothing was lost')
  },
)

inBrowser('scrolling a list of names to its end loads more of them', async (t, open) => {
  const { page, go } = await open({ data, path: '/content/book/new' })
  const names = async (): Promise<number> =>
    (
      await options(page)
        .filter({ hasText: /^Book \d/ })
        .allInnerTexts()
    ).length
  const scrollToEnd = async (): Promise<number> => {
    await options(page).last().scrollIntoViewIfNeeded()
    return names()
  }
  await inputCalled(page).click()
  await options(page).first().waitFor()
  await shows(t, scrollToEnd, 130, 'the newest')
  await page.keyboard.type('Book')
  await announced(page, /The first 20 results/)
  await shows(t, scrollToEnd, 130, 'those that were found')
  t.equal(new Set(await options(page).allInnerTexts()).size, 131, 'each once, and the option that creates one')

  await go('/content/book')
  await page.getByText('Book 129').first().waitFor()
  await page.keyboard.press('f')
  await untilFocusOn(page, 'Filter by')
  await typeInto(t, page, /Filter by/, 'series')
  const choices = page.getByRole('group', { name: /Series/ }).getByRole('radio')
  await choices.first().waitFor()
  const scrollChoices = async (): Promise<number> => {
    await choices.last().scrollIntoViewIfNeeded()
    return choices.count()
  }
  await shows(t, scrollChoices, 130, 'a filter too')
})
const cityTypes = [
  {
    name: 'Nation',
    slug: 'nation',
    schema: { type: 'object', 'x-label': '{name} ({code})', properties: { name: text, code: text } },
  },
  {
    name: 'City',
    slug: 'city',
    schema: {
      type: 'object',
      'x-label': '{name}, {country.name}',
      properties: { name: text, country: { ...text, 'x-resource-type': 'nation' } },
    },
  },
  {
    name: 'Trip',
    slug: 'trip',
    schema: { type: 'object', properties: { name: text, to: { ...text, 'x-resource-type': 'city' } } },
  },
]

async function withCities(app: TestApp): Promise<void> {
  for (const type of cityTypes) await app.request('POST', '/api/resource-types', type)
  const italy = (await app.request('POST', '/api/nation', { name: 'Italy', code: 'IT' })).json<Resource>().id
  const names = ['Rome', ...Array.from({ length: 25 }, (_, at) => `Rome ${at + 1}`), 'Aosta']
  const operations = names.map(name => ({ op: 'create', data: { name, country: italy } }))
  await app.request('POST', '/api/city/_bulk', { operations })
  await app.request('POST', '/api/trip', { name: 'Summer' })
}

const picker = (page: Page) => page.getByRole('combobox', { name: 'To' })

inBrowser('a record is found by the name that is shown, the best one first', async (t, open) => {
  const { page, go } = await open({ data: withCities, path: '/content/trip/new' })
  await picker(page).click()
  await picker(page).fill('Rome')
  const options = page.getByRole('option')
  await page.getByRole('option', { name: 'Rome, Italy', exact: true }).waitFor()
  await shows(t, () => options.first().innerText(), 'Rome, Italy', 'older than twenty-five others')
  const scrollToEnd = async (): Promise<boolean> => {
    await options.last().scrollIntoViewIfNeeded()
    return (await options.filter({ hasText: 'Rome' }).count()) >= 26
  }
  await shows(t, scrollToEnd, true, 'and all others follow')
  await picker(page).fill('Rome 7, Italy')
  await shows(t, () => options.first().innerText(), 'Rome 7, Italy')
  await picker(page).press('Enter')
  await shows(t, () => picker(page).inputValue(), 'Rome 7, Italy')

  await go('/content/city')
  await page.getByRole('link', { name: 'Aosta, Italy', exact: true }).waitFor()
  const heading = page.getByRole('columnheader', { name: 'City' })
  await heading.getByRole('button').first().press('Enter')
  await shows(t, () => page.url(), /sort=name/)
  await shows(t, () => page.locator('tbody tr').first().innerText(), /Aosta, Italy/)

  await go('/content/trip')
  const target = page.getByRole('columnheader', { name: 'To' })
  await shows(t, () => target.getAttribute('aria-description'), /not the order of their names/)
})

const formatted = (contentMediaType: string) => ({ type: 'string', contentMediaType })
const note = {
  name: 'Note',
  slug: 'note',
  schema: {
    type: 'object',
    properties: { title: { type: 'string' }, marked: formatted('text/markdown'), page: formatted('text/html') },
  },
}

inBrowser('the links of formatted texts lead where they say', async (t, open) => {
  const ids: string[] = []
  const data = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', note)
    const make = async (body: object): Promise<string> => (await request('POST', '/api/note', body)).json<Resource>().id
    const other = await make({ title: 'Other' })
    const links = ['https://e.example/online=1', 'https://e.example/style=bold/page', 'tel:+49123', other]
    ids.push(
      other,
      await make({
        title: 'Note',
        marked: links.map((address, at) => `[link ${at}](${address})`).join(' '),
        page: `<h2 id="a">Terms</h2><p><a href="#a">to the terms</a> <a href='https://e.example/"/onclick=/b'>odd</a></p>`,
      }),
    )
  }
  const { page, go } = await open({ data, path: null })
  const [other, all] = ids.map(id => `/content/note/${id.split(':')[2]}`)
  await go(all ?? '')
  const href = (name: string): Promise<string | null> =>
    page.getByRole('link', { name, exact: true }).getAttribute('href')
  await shows(t, () => href('link 0'), 'https://e.example/online=1')
  await shows(t, () => href('link 1'), 'https://e.example/style=bold/page')
  await shows(t, () => href('link 2'), 'tel:+49123')
  await shows(t, () => href('odd'), /^https:\/\/e\.example\/(?:"|%22)\/onclick=\/b$/)

  const heading = page.getByRole('heading', { name: 'Terms' })
  const id = (await heading.getAttribute('id')) ?? ''
  t.match(id, /..a$/, 'a prefix: an id of the text is no id of the admin')
  t.equal(await href('to the terms'), `#${id}`)
  t.equal(await page.getByRole('link', { name: 'to the terms' }).getAttribute('target'), null)
  await page.getByRole('link', { name: 'to the terms' }).click()
  await heading.waitFor()

  await page.getByRole('link', { name: 'link 3', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === other)
  await page.getByRole('heading', { name: 'Other' }).first().waitFor()
})
