import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { sizes } from './open-admin.ts'
import type { Visit } from './open-admin.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

type Json = Record<string, unknown>

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

const data = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', film)
  for (const title of ['Alien', 'Brazil', 'Brazil']) await request('POST', '/api/film', { title, year: 1979 })
}

const read = async ({ request }: TestApp, url: string): Promise<Json> => (await request('GET', url)).json<Json>()
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const schemaText = (page: Page) => page.getByRole('textbox', { name: 'Schema', exact: true })
const schemaIn = async (page: Page): Promise<Json> => JSON.parse(await schemaText(page).inputValue()) as Json
const handle = (page: Page, title: string) => button(page, `Move ${title}`)

/** Change the schema in its JSON editor. */
async function write(page: Page, change: (schema: typeof film.schema) => unknown): Promise<void> {
  await schemaText(page).fill(JSON.stringify(change((await schemaIn(page)) as typeof film.schema)))
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
      schema: { properties: { title: {}, text: {}, date: { format: 'date' } }, required: ['title'] },
    })
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

    const { total } = await read(app, '/api/task?count=true&limit=1')
    await main.getByRole('link', { name: `Tasks ${String(total)}` }).waitFor()
    const changes = page.getByRole('list', { name: 'Recent changes' })
    await changes.getByText('created by you').first().waitFor()
    await page.getByRole('list', { name: 'Created by you' }).getByRole('listitem').first().waitFor()
  },
)

inBrowser('properties and JSON stay in sync, and keywords that the builder does not know are kept', async (t, open) => {
  const { page, app } = await open({ data, path: '/types/film?side=schema' })
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
  await showsPart(t, () => schemaIn(page), { properties: { runningTime: { type: 'integer', title: 'Running time' } } })
  await button(page, /^Running time/).click()

  await write(page, schema => ({ ...schema, properties: { ...schema.properties, seen: { type: 'boolean' } } }))
  await button(page, /^Seen/).click()
  await shows(t, () => page.getByLabel('Kind', { exact: true }).locator('option:checked').innerText(), 'Yes or no')
  await page.getByLabel('Property name').fill('watched')
  await page.keyboard.press('Enter')
  await showsPart(t, () => schemaIn(page), { properties: { watched: { type: 'boolean' } } })

  await handle(page, 'Running time').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await focuses(t, page, /Move Running time/, 'the focus moves with it')
  const order = ['title', 'runningTime', 'year', 'rating', 'watched']
  await shows(t, async () => Object.keys((await schemaIn(page))['properties'] as Json), order)

  await broken(t, page)
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByRole('tabpanel').getByLabel('Running time').waitFor()
  t.notMatch(page.url(), /side=/, 'the page starts with it')

  await button(page, 'Save type').click()
  await page.getByText('Saved the type “Film”.').first().waitFor()
  const { schema } = (await read(app, '/api/resource-types/film')) as typeof film
  t.match(schema, { 'x-note': { kept: true }, properties: { title: { 'x-hint': 'kept' } } })
  t.match(schema.properties.rating, film.schema.properties.rating)
  t.strictSame(Object.keys(schema.properties), order)
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
    const { page, app } = await open({ data, path: '/types/film?side=schema' })
    const year = (type: string) => (schema: typeof film.schema) => ({
      ...schema,
      properties: { ...schema.properties, year: { type } },
    })
    await write(page, year('string'))
    await button(page, 'Save type').click()
    await dialog(page).getByText('year: 3 resources have values of another type.').waitFor()
    await dialog(page).getByText('Alien').first().waitFor()
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

    await button(page, /^Title/).click()
    await page.getByLabel('Unique').check()
    await button(page, 'Save type').click()
    await dialog(page).getByText('title: the values of 2 resources are not unique').waitFor()
    await shows(t, () => dialog(page).getByRole('button', { name: /^Save/ }).count(), 0, 'it cannot be bypassed')
    await button(page, 'Keep editing').click()
    await button(page, 'Discard').click()

    await app.request('PUT', '/api/resource-types/film', { name: 'Motion picture' })
    await page.getByLabel('Name', { exact: true }).fill('Picture')
    await page.getByLabel('Description').fill('Moving ones')
    await button(page, 'Save type').click()
    const name = dialog(page).getByRole('group', { name: 'Name' })
    await name.getByText('Motion picture').waitFor()
    await name.getByLabel(/Saved version/).check()
    await button(page, 'Save selection').click()
    await page.getByText('Saved the type “Motion picture”.').first().waitFor()
    await showsPart(t, () => read(app, '/api/resource-types/film'), {
      name: 'Motion picture',
      description: 'Moving ones',
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

/** Check a screen: keep screenshots, expect no violations, and a page that is no wider than the window. */
async function looked(t: Test, { page, go }: Visit, path: string, screen: string, there: string): Promise<void> {
  await go(path)
  await page.getByRole('main').getByText(there).first().waitFor()
  await keepShots(page, screen)
  await noViolations(t, page, screen)
  const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  t.ok(over <= 0, `${screen} is no wider than the window (${over})`)
}

inBrowser('the screens of the model in both themes, wide and on a phone', async (t, open) => {
  const wide = await open()
  await looked(t, wide, '/', 'start', 'Install a preset')
  await button(wide.page, 'Install preset Tasks').click()
  await dialog(wide.page).getByText('Will be created').waitFor()
  const { y = 0, height = 0 } = (await dialog(wide.page).boundingBox()) ?? {}
  t.ok(Math.abs(y + height / 2 - sizes.wide.height / 2) < 2, 'the dialog is centred')
  await keepShots(wide.page, 'install')
  await noViolations(t, wide.page, 'installing a preset')
  await data(wide.app)
  const phone = await wide.visit({ size: 'phone', path: null })
  for (const one of [wide, phone]) {
    const size = one === wide ? '' : ', on a phone'
    await looked(t, one, '/', `home${size}`, 'Recent changes')
    await looked(t, one, '/presets', `presets${size}`, 'A preset installs')
    await looked(t, one, '/types', `types${size}`, 'Film')
    await one.page.getByRole('row', { name: /Film.* 3 Active/ }).waitFor()
    await looked(t, one, '/types/film', `a type${size}`, 'Properties')
    await button(one.page, /^Title/).click()
    await noViolations(t, one.page, `a property${size}`)
  }
  await looked(t, wide, '/types/_new?starter=contact', 'a new type', 'Properties')
  await looked(t, wide, '/types/film?side=context', 'the context of a type', 'Vocabulary')
})
