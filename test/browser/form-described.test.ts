import type { Locator, Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { propertiesOf } from './form-samples.ts'
import { inBrowser } from './in-browser.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

const text = { type: 'string' }
const names = { type: 'object', properties: { name: text } }

const types: Record<string, object> = {
  optional: {
    type: 'object',
    $defs: {
      Addr: { type: 'object', title: 'Addr', properties: { city: text } },
      Color: { enum: ['red', 'blue'] },
      Day: { type: 'string', format: 'date' },
    },
    properties: {
      addr: { anyOf: [{ $ref: '#/$defs/Addr' }, { type: 'null' }] },
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
    properties: { kind: { enum: ['box', 'bag'] }, contact: { $ref: '#/$defs/contact' } },
    if: { properties: { kind: { const: 'box' } }, required: ['kind'] },
    then: { properties: { size: { type: 'number' } }, required: ['size'] },
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

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const stored = async ({ request }: TestApp, slug: string): Promise<object> => {
  const { data } = (await request('GET', `/api/${slug}`)).json()
  const { '@id': _id, '@type': _type, ...properties } = propertiesOf(data[0])
  return properties
}
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
}

inBrowser('what is optional by reference has fields', async (t, open) => {
  const { page, app } = await open({ data: withTypes, path: '/content/optional/new' })
  await page.getByRole('button', { name: 'Add Addr' }).click()
  await field(page, 'City').fill('Rome')
  await page.getByLabel('Color').selectOption('Red')
  await page.getByLabel('Day', { exact: true }).fill('2027-03-04')
  await noViolations(t, page, 'a form with optional values')
  await keepShots(page, 'form-optional')
  await save(page)
  t.strictSame(await stored(app, 'optional'), { addr: { city: 'Rome' }, color: 'red', day: '2027-03-04' })
})

inBrowser('a schema that contains itself is opened level by level', async (t, open) => {
  const { page, app } = await open({ data: withTypes, path: '/content/tree/new' })
  await field(page, 'Name').fill('a')
  await page.getByRole('button', { name: 'Add Parent' }).click()
  await field(page, 'Name').nth(1).fill('b')
  await page.getByRole('button', { name: 'Add to Lists' }).last().click()
  await save(page)
  t.strictSame(await stored(app, 'tree'), { name: 'a', parent: { name: 'b' }, lists: [[]] })
  await page.goto(new URL('/content/tree', page.url()).href)
  await page.getByRole('link', { name: 'a', exact: true }).first().waitFor()
})

inBrowser('conditions and alternatives bring their fields', async (t, open) => {
  const { page, app } = await open({ data: withTypes, path: '/content/parcel/new' })
  await page.getByRole('combobox', { name: /^Kind(?! of)/ }).selectOption('Bag')
  t.equal(await field(page, 'Size').count(), 0)
  await page.getByRole('combobox', { name: /^Kind(?! of)/ }).selectOption('Box')
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
  await noViolations(t, page, 'a form with alternatives')
  await save(page)
  t.strictSame(await stored(app, 'parcel'), {
    kind: 'box',
    size: 3,
    contact: { name: 'Ada', mail: 'a@b.c', note: 'in the morning' },
  })
})

inBrowser('maps, further members and tuples', async (t, open) => {
  const { page, app } = await open({ data: withTypes, path: '/content/stock/new' })
  await field(page, 'Longitude').fill('12.5')
  await field(page, 'Latitude').fill('41.9')
  const prices = page.getByRole('group', { name: 'Prices', exact: true })
  await prices.getByRole('button', { name: 'Add a property' }).click()
  await prices.getByRole('textbox', { name: 'Name' }).fill('big apple.v2')
  await page.keyboard.press('Tab')
  await prices.getByRole('textbox').nth(1).fill('2')
  await page.getByRole('button', { name: 'Add a property' }).last().click()
  await field(page, 'Name').last().fill('remark')
  await page.keyboard.press('Tab')
  await page.getByLabel('Kind of Remark').selectOption('Text')
  await field(page, 'Remark').fill('free')
  await noViolations(t, page, 'a form with maps')
  await keepShots(page, 'form-maps')
  await save(page)
  t.strictSame(await stored(app, 'stock'), { prices: { 'big apple.v2': 2 }, at: [12.5, 41.9], remark: 'free' })
})

inBrowser('constants, defaults and what may be empty', async (t, open) => {
  const { page, app } = await open({ data: withTypes, path: '/content/consent/new' })
  await field(page, 'Name').first().fill('Ada')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
  await save(page)
  t.strictSame(await stored(app, 'consent'), { name: 'Ada', terms: true, version: 2, label: '', tags: [] })
})

inBrowser('a root of alternatives', async (t, open) => {
  const { page, app } = await open({ data: withTypes, path: '/content/place/new' })
  await page.getByLabel('Kind', { exact: true }).selectOption('Person')
  await field(page, 'Name').first().fill('Ada')
  await save(page)
  t.strictSame(await stored(app, 'place'), { name: 'Ada' })
})
