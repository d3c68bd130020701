import type { Locator, Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses, tabTo } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

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
  await noViolations(t, page, 'a colour that is mixed')
  await page.keyboard.press('Escape')
  await focuses(t, page, 'button Pick Colour', 'the focus returns')
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
  await keepShots(page, 'form-controls')
  await noViolations(t, page, 'chips, durations and money')
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
  await noViolations(t, page, 'the calendar of a date')
  await keepShots(page, 'calendar')
  await page.keyboard.press('ArrowRight')
  await focuses(t, page, /December 4, 2028/)
  await page.keyboard.press('Enter')
  await day.and(page.locator(':focus')).waitFor()
  await shows(t, now, '12/04/2028')
  await page.keyboard.press('Alt+ArrowDown')
  await page
    .getByRole('button', { name: /December 4, 2028/ })
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
  await keepShots(page, 'select')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await shows(t, () => kind.innerText(), /Planned/)
  await page.keyboard.type('pri')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  const saved = (await app.request('GET', '/api/meeting')).json<{ data: Resource[] }>().data[0]
  t.match(saved?.data['@graph'][0], {
    day: '2028-12-04',
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
