import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses } from './keyboard.ts'
import { headingOf, pathOf, placeOf } from './record-samples.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

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
  await page.getByRole('heading', { name: 'Shape' }).waitFor()
  await keepShots(page, 'record of a list')
  await noViolations(t, page, 'a record of a list')
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

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const hasFocus = (page: Page, label: RegExp): Promise<void> =>
  page.locator(':focus').and(page.getByLabel(label)).waitFor()

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
  await keepShots(page, 'record with a list')
  await noViolations(t, page, 'a record with a list of its own')

  await row(page, 'Night').getByRole('button', { name: 'Actions for Night' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove from here' }).press('Enter')
  await row(page, 'Night').waitFor({ state: 'detached' })
  await page.locator('tr:focus', { hasText: 'Dawn' }).waitFor()
  const removed = page.locator('.toast', { hasText: 'Removed “Night”' })
  await removed.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Night').waitFor()
  await shows(t, list, '9: Noon, Night, Dawn', 'it is at its former position')

  const patch = { 'content-type': 'application/merge-patch+json' }
  const unlinkDawn = async (): Promise<void> => {
    await row(page, 'Dawn').getByRole('button', { name: 'Actions for Dawn' }).click()
    await page.getByRole('menuitem', { name: 'Remove from here' }).click()
  }
  await app.request('PATCH', pathOf(first), { label: 'Blue' }, patch)
  await unlinkDawn()
  const stale = page.getByRole('dialog', { name: 'Somebody else has saved this record' })
  await stale.getByText('Blue').waitFor()
  await noViolations(t, page, 'two versions of a record with a list')
  await stale.getByRole('button', { name: 'Cancel' }).press('Enter')
  await row(page, 'Dawn').waitFor()
  await shows(t, list, '10: Noon, Night, Dawn', 'nothing was written')
  await unlinkDawn()
  await stale.getByRole('button', { name: 'Save selection' }).press('Enter')
  await row(page, 'Dawn').waitFor({ state: 'detached' })
  await shows(t, list, '11: Noon, Night')
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
  await keepShots(page, 'record with a list to read')
  await noViolations(t, page, 'a list of a record on a phone')
})
