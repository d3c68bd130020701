import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { drag, dragByFinger } from './dragging.ts'
import { sizes } from './open-admin.ts'
import { withShelves } from './shelf-samples.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const insideOf = async ({ request }: TestApp, name: string): Promise<unknown> => {
  const [found] = (await request('GET', `/api/shelf?_filter[name][eq]=${name}`)).json<{ data: Resource[] }>().data
  return found?.data['@graph'][0]?.['inside']
}
const idOf = async ({ request }: TestApp, name: string): Promise<string> =>
  (await request('GET', `/api/shelf?_filter[name][eq]=${name}`)).json<{ data: Resource[] }>().data[0]?.id ?? ''

inBrowser('a tree opens level by level, and entries can be moved; a gallery shows pictures', async (t, open) => {
  const path = '/content/shelf?layout=tree&by=inside'
  const { page, app, go } = await open({ data: withShelves, path })
  const row = (name: string) => page.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) })
  const settled = () => page.locator('.moving').waitFor({ state: 'detached' })
  await row('Garden').waitFor()
  await shows(t, () => row('Room').count(), 0, 'children are not loaded yet')
  await page.locator('tr[data-row][aria-expanded="false"]').waitFor()
  await shows(t, () => row('Garden').getAttribute('aria-expanded'), null, 'the garden has no children')

  // The keyboard expands and collapses levels.
  await row('House').focus()
  await page.keyboard.press('ArrowRight')
  await row('Room').waitFor()
  await page.keyboard.press('ArrowRight')
  await focuses(t, page, 'tr Room')
  await row('Room').and(page.locator('[aria-expanded]')).waitFor()
  await page.keyboard.press('ArrowRight')
  await row('Board').waitFor()
  await shows(t, () => row('Board').getAttribute('aria-level'), '3')
  await keepShots(page, 'tree')
  await noViolations(t, page, 'a tree')
  await page.keyboard.press('ArrowLeft')
  await row('Board').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowLeft')
  await focuses(t, page, 'tr House')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'button Move Room')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to the top level' }).waitFor()
  await focuses(t, page, /^menuitem /)
  await keepShots(page, 'tree menu')
  await page.keyboard.press('End')
  await focuses(t, page, 'menuitem Move to the top level')
  await page.keyboard.press('Enter')
  await settled()
  await shows(t, () => insideOf(app, 'Room'), undefined)
  await shows(t, () => row('Room').getAttribute('aria-level'), '1')

  // The mouse moves a row below another one, but not below itself.
  await drag(page, row('Room').locator('.name'), row('Garden'))
  await row('Room').and(page.locator('[aria-level="2"]')).waitFor()
  await settled()
  t.equal(await insideOf(app, 'Room'), await idOf(app, 'Garden'))
  await drag(page, row('Garden').locator('.name'), row('Room'))
  await page.getByRole('region', { name: 'Messages' }).getByText('“Garden” cannot be moved below “Room”').waitFor()
  await shows(t, () => insideOf(app, 'Garden'), undefined)

  // A search shows only matching rows, with the names of their parents.
  await go(`${path}&q=board`)
  await row('Board').getByText('in Room').waitFor()
  await page.getByText('Search results, without levels').waitFor()

  await page.getByRole('button', { name: 'Tree', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Gallery' }).click()
  await page.keyboard.press('Escape')
  await go('/content/shelf?layout=gallery&by=image')
  const tiles = page.locator('.gallery [data-row]')
  await tiles.first().waitFor()
  await shows(t, () => tiles.count(), 4)
  await shows(t, () => page.locator('.gallery img').count(), 1, 'the others show the sign of their type')
  await keepShots(page, 'gallery')
  await noViolations(t, page, 'a gallery')
  await tiles.first().getByRole('link').focus()
  await page.keyboard.press('ArrowRight')
  await focuses(t, page, /^a /)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/content\/shelf\/[0-9A-Z]{26}/)

  await page.setViewportSize(sizes.phone)
  for (const [name, address] of [
    ['tree phone', path],
    ['gallery phone', '/content/shelf?layout=gallery&by=image'],
  ] as const) {
    await go(address)
    await page.locator('[data-row]').first().waitFor()
    await keepShots(page, name)
    await noViolations(t, page, name)
  }
})

inBrowser('touch drags by the grip, and a tap opens its menu', async (t, open) => {
  const { page, app } = await open({ data: withShelves, path: '/content/shelf?layout=tree&by=inside', size: 'phone' })
  const row = (name: string) => page.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) })
  const grip = row('Garden').getByRole('button', { name: 'Move Garden' })
  await grip.tap()
  await page.getByRole('menuitem', { name: 'Move below …' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await dragByFinger(page, grip, row('House'))
  await row('Garden').and(page.locator('[aria-level="2"]')).waitFor()
  await page.locator('.moving').waitFor({ state: 'detached' }) // the row is shown in its place before the move is saved
  t.equal(await insideOf(app, 'Garden'), await idOf(app, 'House'))
})

const chapter = {
  name: 'Chapter',
  slug: 'chapter',
  schema: {
    type: 'object',
    required: ['name'],
    'x-order-property': 'position',
    properties: {
      name: { type: 'string' },
      partOf: { type: 'string', 'x-resource-type': 'chapter' },
      position: { type: 'integer' },
    },
  },
}

/** Two parts, and three chapters in the first of them. */
const withChapters = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', chapter)
  const make = async (data: object): Promise<string> =>
    (await request('POST', '/api/chapter', data)).json<Resource>().id
  const part = await make({ name: 'Part one', position: 1 })
  await make({ name: 'Part two', position: 2 })
  for (const [at, name] of ['Ash', 'Birch', 'Cedar'].entries()) await make({ name, partOf: part, position: at + 1 })
}

inBrowser('a manually ordered tree: siblings are moved by menu, keys and mouse', async (t, open) => {
  const { page, app } = await open({ data: withChapters, path: '/content/chapter?layout=tree&by=partOf' })
  const row = (name: string) => page.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) })
  /** Changes can be read again in between, so wait for the rows. */
  const areInOrder = async (names: string[], message = 'as people put them'): Promise<void> => {
    await page
      .locator('tbody')
      .filter({ hasText: new RegExp(names.join('.*'), 's') })
      .waitFor()
    await shows(t, () => page.locator('tr[data-row] .name').allInnerTexts(), names, message)
  }
  const isSaved = () => page.locator('.moving').waitFor({ state: 'detached' })
  const stored = async (): Promise<unknown[]> => {
    const path = '/api/chapter?sort_by=position&sort_order=asc&_filter[partOf][exists]=true'
    return (await app.request('GET', path))
      .json<{ data: Resource[] }>()
      .data.map(({ data }) => data['@graph'][0]?.['name'])
  }
  await row('Part one').and(page.locator('[aria-expanded="false"]')).focus()
  await page.keyboard.press('ArrowRight')
  await row('Cedar').waitFor()
  await areInOrder(['Part one', 'Ash', 'Birch', 'Cedar', 'Part two'])

  await row('Cedar').focus()
  await page.keyboard.press('Tab')
  await focuses(t, page, 'button Move Cedar')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move down' }).and(page.locator('[data-disabled]')).waitFor()
  await keepShots(page, 'tree order')
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await isSaved()
  await areInOrder(['Part one', 'Ash', 'Cedar', 'Birch', 'Part two'])
  await shows(t, stored, ['Ash', 'Cedar', 'Birch'])
  await page.locator(`[aria-label='Move Cedar']:focus`).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await isSaved()
  await shows(t, stored, ['Cedar', 'Ash', 'Birch'])
  await focuses(t, page, 'button Move Cedar', 'the focus moves with it')

  /** Drop a row at the upper edge of another row. */
  const dropBefore = async (name: string, other: string): Promise<void> => {
    const [from, to] = [await row(name).locator('.name').boundingBox(), await row(other).boundingBox()]
    if (from === null || to === null) throw new Error('it is nowhere')
    await page.mouse.move(from.x + 10, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + 20, from.y - 8)
    await page.mouse.move(to.x + 80, to.y + 3, { steps: 5 })
    await row(other).and(page.locator('.lands-before')).waitFor()
    await page.mouse.up()
    await isSaved()
  }
  await dropBefore('Birch', 'Cedar')
  await areInOrder(['Part one', 'Birch', 'Cedar', 'Ash', 'Part two'])
  await dropBefore('Part two', 'Cedar')
  await areInOrder(['Part one', 'Birch', 'Part two', 'Cedar', 'Ash'], 'into another level, at its place')
  await shows(t, stored, ['Birch', 'Part two', 'Cedar', 'Ash'])
  await page.reload()
  await row('Ash').waitFor()
  await areInOrder(['Part one', 'Birch', 'Part two', 'Cedar', 'Ash'], 'and as it was left, opened too')
})
