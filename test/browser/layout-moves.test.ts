import type { Page } from 'playwright-core'
import { drag } from './dragging.ts'
import { inBrowser } from './in-browser.ts'
import { createMany } from './list-samples.ts'
import { said } from './said.ts'
import { shows, showsPart } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const step = {
  name: 'Step',
  slug: 'step',
  schema: {
    type: 'object',
    required: ['name'],
    'x-order-property': 'position',
    properties: {
      name: { type: 'string' },
      state: { type: 'string', enum: ['open', 'doing', 'done', 'told'] },
      due: { type: 'string', format: 'date' },
      within: { type: 'string', 'x-resource-type': 'step' },
      position: { type: 'integer' },
    },
  },
}

/** Six steps in an order, all open and due on one day. */
async function withSteps({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', step)
  const make = (at: number) => ({ name: `Step ${at}`, state: 'open', due: '2027-03-10', position: at * 10 })
  await createMany({ request }, 'step', 6, make)
}

/** Several pages of steps in an order: 170 open ones, and 130 that are being done. */
async function withManySteps({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', step)
  const make = (at: number) => ({ name: `Step ${at}`, state: at <= 170 ? 'open' : 'doing', position: at * 10 })
  await createMany({ request }, 'step', 300, make)
}

const stored = async ({ request }: TestApp): Promise<Record<string, unknown>[]> => {
  const path = '/api/step?sort_by=position&sort_order=asc'
  return (await request('GET', path))
    .json<{ data: Resource[] }>()
    .data.map(({ id, data }) => ({ ...data['@graph'][0], id }))
}
async function stepCalled({ request }: TestApp, name: string): Promise<Record<string, unknown>> {
  const path = `/api/step?_filter[name][eq]=${encodeURIComponent(name)}`
  const [found] = (await request('GET', path)).json<{ data: Resource[] }>().data
  return { ...found?.data['@graph'][0], id: found?.id }
}

/** Hold the next change until the returned function is called. */
async function holdChange(page: Page): Promise<() => void> {
  let answer = (): void => undefined
  const isHeld = new Promise<void>(resolve => (answer = resolve))
  let count = 0
  await page.route(/\/api\/step\//, async route => {
    if (route.request().method() !== 'GET' && count++ === 0) await isHeld
    await route.fallback()
  })
  return () => answer()
}

const hasFocus = (page: Page, name: string) =>
  page
    .getByRole('button', { name: `Move ${name}`, exact: true })
    .and(page.locator(':focus'))
    .waitFor()
const isSaved = (page: Page) => page.locator('.moving').waitFor({ state: 'detached' })

/** Press the keys one after the other while the first change is running; the moved row keeps the focus. */
async function pressQuickly(page: Page, name: string, keys: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus()
  const answer = await holdChange(page)
  for (const key of keys) {
    await page.keyboard.press(key)
    await hasFocus(page, name)
  }
  answer()
  await isSaved(page)
  await page.unrouteAll()
  await hasFocus(page, name)
}

inBrowser('no key press is lost while a change is being saved: a board', async (t, open) => {
  const { page, app } = await open({ data: withSteps, path: '/content/step?layout=board&by=state' })
  await page.locator('[data-board-column="open"]').getByText('Step 6').waitFor()
  await pressQuickly(page, 'Step 1', ['Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowRight'])
  await page.locator('[data-board-column="told"]').getByText('Step 1').waitFor()
  await showsPart(t, () => stepCalled(app, 'Step 1'), { state: 'told' })

  await pressQuickly(page, 'Step 2', ['Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown'])
  await shows(t, () => page.locator('[data-board-column="open"] .name').allInnerTexts(), [
    'Step 3',
    'Step 4',
    'Step 5',
    'Step 2',
    'Step 6',
  ])
  const names = (await stored(app)).map(({ name }) => name).filter(name => name !== 'Step 1')
  t.strictSame(names, ['Step 3', 'Step 4', 'Step 5', 'Step 2', 'Step 6'])
})

inBrowser('no key press is lost while a change is being saved: a calendar', async (t, open) => {
  const path = '/content/step?layout=calendar&by=due&day=2027-03-10'
  const { page, app } = await open({ data: withSteps, path })
  await page.locator('[data-entry]').filter({ hasText: 'Step 1' }).waitFor()
  await pressQuickly(page, 'Step 1', ['Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowDown'])
  await showsPart(t, () => stepCalled(app, 'Step 1'), { due: '2027-03-19' })
  await page.locator('[data-entry]').filter({ hasText: 'Step 1' }).waitFor()
})

inBrowser('no key press is lost while a change is being saved: a tree', async (t, open) => {
  const { page, app } = await open({ data: withSteps, path: '/content/step?layout=tree&by=within' })
  const row = (name: string) => page.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) })
  const names = () => page.locator('tr[data-row] .name').allInnerTexts()
  await row('Step 6').waitFor()
  await pressQuickly(page, 'Step 1', ['Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown'])
  await shows(t, names, ['Step 2', 'Step 3', 'Step 4', 'Step 1', 'Step 5', 'Step 6'])
  await shows(t, async () => (await stored(app)).map(({ name }) => name), [
    'Step 2',
    'Step 3',
    'Step 4',
    'Step 1',
    'Step 5',
    'Step 6',
  ])

  await pressQuickly(page, 'Step 1', ['Alt+ArrowRight'])
  await shows(t, () => row('Step 1').getAttribute('aria-level'), '2', 'the focus moves into the closed level')
  t.equal((await stepCalled(app, 'Step 1'))['within'], (await stepCalled(app, 'Step 4'))['id'])
  await pressQuickly(page, 'Step 1', ['Alt+ArrowLeft', 'Alt+ArrowUp', 'Alt+ArrowUp'])
  await shows(t, async () => (await names()).slice(0, 3), ['Step 2', 'Step 1', 'Step 3'])
  await shows(t, async () => (await stepCalled(app, 'Step 1'))['within'], undefined)
})

inBrowser(
  'a move is undone by the toast and by keyboard: cards, entries of a calendar, rows of a tree',
  async (t, open) => {
    const { page, app, go, problems } = await open({ data: withSteps, path: '/content/step?layout=board&by=state' })
    const column = (name: string) => page.locator(`[data-board-column="${name}"]`)
    const before = await stored(app)
    const isAsBefore = async (what: string): Promise<void> => {
      const names = (all: Record<string, unknown>[]) =>
        all.map(({ name, state, due, within }) => [name, state, due, within])
      await shows(t, async () => names(await stored(app)), names(before), what)
    }
    await column('open').getByText('Step 6').waitFor()
    await column('open').getByRole('link', { name: 'Step 2' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await column('doing').getByText('Step 2').waitFor()
    await page
      .locator(':focus')
      .and(page.getByRole('link', { name: 'Step 2' }))
      .waitFor() // the card keeps the focus
    await said(page, 'Moved Step 2 to Doing.')
    await page.keyboard.press('Alt+ArrowRight')
    await said(page, 'Moved Step 2 to Done.')
    await isSaved(page)
    await showsPart(t, () => stepCalled(app, 'Step 2'), { state: 'done' })
    await shows(
      t,
      () => page.getByRole('button', { name: 'Undo' }).count(),
      1,
      'only the newest change of a card is offered',
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await column('doing').getByText('Step 2').waitFor()
    await page.keyboard.press('Control+z')
    await column('open').getByText('Step 2').waitFor()
    await isAsBefore('a card')
    await column('open').getByRole('link', { name: 'Step 2' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await said(page, 'Moved Step 2 to Open.')
    await page.keyboard.press('Control+z')
    await column('open').locator('.name').nth(1).and(page.getByText('Step 2')).waitFor()
    await isAsBefore('the place of a card')

    await column('open').getByRole('link', { name: 'Step 3' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await said(page, 'Moved Step 3 to Doing.')
    await app.request('PUT', `/api/step/${String((await stepCalled(app, 'Step 3'))['id'])}`, {
      name: 'Step 3',
      state: 'told',
    })
    problems.expect(/412/)
    await page.keyboard.press('Control+z')
    await said(page, '“Step 3” was changed meanwhile, so nothing was undone.')
    await column('told').getByText('Step 3').waitFor()
    const { id: _id, ...first } = before[2] ?? {}
    await app.request('PUT', `/api/step/${String((await stepCalled(app, 'Step 3'))['id'])}`, {
      name: first['name'],
      state: first['state'],
      due: first['due'],
      position: first['position'],
    })

    await go('/content/step?layout=calendar&by=due&day=2027-03-10')
    await page.getByRole('button', { name: 'Move Step 1', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await said(page, /Moved Step 1 to .*11 March 2027/)
    await page.keyboard.press('Control+z')
    await page.locator('[data-day="2027-03-10"]').getByRole('button', { name: '6 on this day' }).waitFor()
    await isAsBefore('an entry of a calendar')

    await go('/content/step?layout=tree&by=within')
    await page.getByRole('button', { name: 'Move Step 2', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await said(page, 'Moved Step 2 below Step 1.')
    await page.keyboard.press('Control+z')
    await page.locator('tr[data-row][aria-level="1"]').filter({ hasText: 'Step 2' }).waitFor()
    await isAsBefore('a row of a tree')
  },
)

inBrowser('a refused move is reverted, together with the move that waits for it', async (t, open) => {
  const { page, app, problems } = await open({
    data: withSteps,
    path: '/content/step?layout=calendar&by=due&day=2027-03-10',
  })
  await page.locator('[data-entry]').filter({ hasText: 'Step 1' }).waitFor()
  const theirs = await stepCalled(app, 'Step 1')
  problems.expect(/400|412/)
  await page.getByRole('button', { name: 'Move Step 1', exact: true }).focus()
  const answer = await holdChange(page)
  await page.keyboard.press('Alt+ArrowRight')
  await page.locator('.moving').waitFor()
  await page.keyboard.press('Alt+ArrowRight')
  const changed = { name: 'Step 1', state: 'done', due: '2027-03-10', position: 10 }
  await app.request('PUT', `/api/step/${String(theirs['id'])}`, changed)
  answer()
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByText('Somebody else has changed “Step 1”').waitFor()
  await isSaved(page)
  await page.locator('[data-day="2027-03-10"]').getByRole('button', { name: '6 on this day' }).waitFor()
  await showsPart(t, () => stepCalled(app, 'Step 1'), { due: '2027-03-10', state: 'done' })
  await shows(t, () => messages.getByText('Somebody else has changed').count(), 1, 'the message is shown once')
  await hasFocus(page, 'Step 1')
})

inBrowser('moves in columns and levels of several pages', async (t, open) => {
  const { page, app, go, problems } = await open({
    data: withManySteps,
    path: '/content/step?layout=board&by=state',
  })
  const column = (name: string) => page.locator(`[data-board-column="${name}"]`)
  const nth = (name: string, at: number, title: string) =>
    column(name)
      .locator('.name')
      .nth(at)
      .and(page.getByText(title, { exact: true }))
      .waitFor()
  const counts = (name: string, count: number) =>
    column(name).getByLabel(`${count} in this column`, { exact: true }).waitFor()
  const showMore = async (name: string, lastAt: number, last: string) => {
    await column(name).getByRole('button', { name: 'Show more' }).click()
    await nth(name, lastAt, last)
  }
  const place = async (name: string) => (await stepCalled(app, name))['position']

  // The pages of a column are read one after the other, up to the fourth, which is the last.
  await nth('open', 49, 'Step 50')
  await showMore('open', 99, 'Step 100')
  await showMore('open', 149, 'Step 150')
  await showMore('open', 169, 'Step 170')
  await column('open').getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  await nth('doing', 49, 'Step 220')
  await showMore('doing', 99, 'Step 270')
  await counts('doing', 130)

  // A card of the fourth page is moved to the other column by keys: its number puts it first there.
  await column('open').getByRole('link', { name: 'Step 165', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowRight')
  await nth('doing', 0, 'Step 165')
  await isSaved(page)
  await showsPart(t, () => stepCalled(app, 'Step 165'), { state: 'doing', position: 1650 })
  await counts('open', 169)
  await counts('doing', 131)
  await nth('open', 164, 'Step 166')
  await nth('doing', 100, 'Step 270')

  // It is undone, and all pages stay.
  await said(page, 'Moved Step 165 to Doing.')
  await page.keyboard.press('Control+z')
  await nth('open', 164, 'Step 165')
  await nth('open', 169, 'Step 170')
  await nth('doing', 99, 'Step 270')
  await counts('open', 170)
  await showsPart(t, () => stepCalled(app, 'Step 165'), { state: 'open' })

  // The last card that was read is moved down: the page behind it is read, so that its number is between those of its neighbours.
  await column('doing').getByRole('link', { name: 'Step 270', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await nth('doing', 100, 'Step 270')
  await nth('doing', 99, 'Step 271')
  await isSaved(page)
  const moved = Number(await place('Step 270'))
  t.ok(moved > 2710 && moved < 2720, 'the number is between those of the neighbours')

  // Another editor's change arrives while a move is being saved: the move stays visible, and the change is shown after it.
  await column('open').getByRole('link', { name: 'Step 4', exact: true }).focus()
  const answer = await holdChange(page)
  await page.keyboard.press('Alt+ArrowRight')
  await nth('doing', 0, 'Step 4')
  const other = { 'x-dev-agent': 'other@example.org' }
  const renamed = { name: 'Step 9 of theirs', state: 'open', position: 90 }
  await app.request('PUT', `/api/step/${String((await stepCalled(app, 'Step 9'))['id'])}`, renamed, other)
  await column('open').locator('[aria-busy]').waitFor() // the change is read when the move is stored
  await nth('doing', 0, 'Step 4')
  answer()
  await isSaved(page)
  await page.unrouteAll()
  await nth('open', 7, 'Step 9 of theirs')
  await nth('doing', 0, 'Step 4')
  await nth('open', 168, 'Step 170')
  await showsPart(t, () => stepCalled(app, 'Step 4'), { state: 'doing' })

  // A refusal moves the card back to its place on the fourth page, also after the mouse.
  const theirs = await stepCalled(app, 'Step 168')
  problems.expect(/400|412/)
  const hold = await holdChange(page)
  await column('open').getByRole('link', { name: 'Step 168', exact: true }).scrollIntoViewIfNeeded()
  await drag(page, page.locator('[data-row]').filter({ hasText: /^Step 168/ }), column('doing').locator('h2'))
  await column('doing').getByText('Step 168', { exact: true }).waitFor()
  await app.request('PUT', `/api/step/${String(theirs['id'])}`, { name: 'Step 168', state: 'open', position: 1680 })
  hold()
  await said(page, 'Somebody else has changed “Step 168”')
  await nth('open', 166, 'Step 168')
  await counts('open', 169)
  await page.unrouteAll()

  // A level of a tree.
  await go('/content/step?layout=tree&by=within')
  const row = (at: number, name: string) =>
    page
      .locator('tr[data-row] .name')
      .nth(at)
      .and(page.getByText(name, { exact: true }))
      .waitFor()
  await row(49, 'Step 50')
  for (const at of [100, 150, 200]) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await row(at - 1, `Step ${at}`)
  }
  await page.getByRole('button', { name: 'Move Step 200', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await row(200, 'Step 200')
  await row(199, 'Step 201')
  await isSaved(page)
  const below = Number(await place('Step 200'))
  t.ok(below > 2010 && below < 2020, 'between its neighbours, of which one had not been read')
  await page.keyboard.press('Alt+ArrowRight')
  await page.locator('tr[data-row][aria-level="2"]').getByText('Step 200', { exact: true }).waitFor()
  await isSaved(page)
  t.equal((await stepCalled(app, 'Step 200'))['within'], (await stepCalled(app, 'Step 201'))['id'])
})
