import { drag, dragByFinger } from './dragging.ts'
import { inBrowser } from './in-browser.ts'
import { focused, focuses, tabTo } from './keyboard.ts'
import { createMany } from './list-samples.ts'
import { sizes } from './open-admin.ts'
import { routed } from './routed.ts'
import { said } from './said.ts'
import { withShelves } from './shelf-samples.ts'
import { shows, showsPart } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'

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
  await routed(page, /\/api\/step\//, async route => {
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

const beginsHigh = async (t: Test, page: Page, rows: string): Promise<void> => {
  t.ok(((await page.locator(rows).first().boundingBox())?.y ?? 999) < 150, `on a phone ${rows} begins high`)
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

inBrowser('what could not be undone is offered again, and leaving the page ends no undoing', async (t, open) => {
  const { page, app, problems } = await open({ data: withSteps, path: '/content/step?layout=board&by=state' })
  const column = (name: string) => page.locator(`[data-board-column="${name}"]`)
  const states = async () => (await stored(app)).map(({ name, state }) => [name, state])
  const before = await states()
  for (const name of ['Step 2', 'Step 4', 'Step 6']) {
    await column('open').getByRole('link', { name }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await column('doing').getByText(name).waitFor()
  }
  problems.expect(/ERR_FAILED/)
  const undo = page.getByRole('button', { name: 'Undo 3 changes' })
  await undo.waitFor()
  await isSaved(page)
  const moved = await states()
  await routed(page, '**/api/step/**', async route =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await undo.click()
  await page.getByText('The service cannot be reached.').first().waitFor()
  await undo.waitFor()
  t.strictSame(await states(), moved)
  await page.unroute('**/api/step/**')
  await undo.click()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await page.waitForURL(url => url.pathname === '/')
  await shows(t, states, before)
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
    await column('open').getByRole('link', { name: 'Step 4' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await said(page, 'Moved Step 4 to Doing.')
    const undo = page.getByRole('button', { name: /^Undo/ })
    await undo.filter({ hasText: 'Undo 3 changes' }).waitFor()
    // The columns are read again one by one: here the card is gone before it is back.
    const ofOpen = (url: URL): boolean => url.searchParams.get('_filter[state][eq]') === 'open'
    await routed(page, ofOpen, async route => {
      await column('doing').getByText('Step 4').waitFor({ state: 'detached' })
      await route.fallback()
    })
    await page.keyboard.press('Control+z')
    const hasFocus = (name: string): Promise<void> =>
      page.locator(':focus').and(column('open').getByRole('link', { name })).waitFor()
    await hasFocus('Step 4') // which was moved back
    await page.unroute(ofOpen)
    await undo.filter({ hasText: 'Undo 2 changes' }).waitFor() // the keyboard undoes one after the other
    await shows(t, () => undo.count(), 1, 'changes that follow one another are one message')
    await undo.click()
    await column('open').getByText('Step 2').waitFor()
    await hasFocus('Step 4') // where it was
    await isAsBefore('cards')
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

const person = {
  name: 'Person',
  slug: 'worker',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
}
const job = {
  name: 'Job',
  slug: 'job',
  schema: {
    type: 'object',
    required: ['name'],
    'x-order-property': 'position',
    properties: {
      name: { type: 'string' },
      state: { type: 'string', enum: ['open', 'doing', 'done'] },
      worker: { type: 'string', 'x-resource-type': 'worker' },
      due: { type: 'string', format: 'date' },
      position: { type: 'integer' },
    },
  },
}

/** Sixty open jobs, two done ones, one without a state, in this order; three assigned people. */
async function withJobs({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', person)
  await request('POST', '/api/resource-types', job)
  const ids: string[] = []
  for (const name of ['Cleo', 'Ada', 'Bo']) {
    ids.push((await request('POST', '/api/worker', { name })).json<Resource>().id)
  }
  await createMany({ request }, 'job', 63, at => ({
    name: `Job ${String(at).padStart(2, '0')}`,
    ...(at < 63 && { state: at <= 60 ? 'open' : 'done' }),
    worker: ids[at % 3],
    due: `2027-03-${String((at % 28) + 1).padStart(2, '0')}`,
    position: at,
  }))
}

const jobCalled = async ({ request }: TestApp, name: string): Promise<Record<string, unknown>> => {
  const query = `_filter[name][eq]=${encodeURIComponent(name)}`
  const [found] = (await request('GET', `/api/job?${query}`)).json<{ data: Resource[] }>().data
  if (found === undefined) throw new Error(`there is no ${name}`)
  return { ...found.data['@graph'][0], urn: found.id }
}

inBrowser('a board: columns, cards dragged and moved by menu, refusals, the view that opens first', async (t, open) => {
  const { page, app, go, problems } = await open({ data: withJobs, path: '/content/job' })
  await page.getByRole('row', { name: 'Job 63' }).waitFor()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Board' }).click()
  await page.keyboard.press('Escape')
  await shows(t, () => page.url(), /layout=board&by=state/)
  const column = (name: string) => page.locator(`[data-board-column="${name}"]`)
  const card = (name: string) => page.locator('[data-row]').filter({ hasText: name })
  const cards = (name: string) => column(name).locator('[data-stop]')
  /** Resolves when these are the first cards of a column. */
  const beginsWith = async (name: string, ...titles: string[]): Promise<void> => {
    for (const [at, title] of titles.entries())
      await cards(name)
        .nth(at)
        .and(page.getByText(title, { exact: true }))
        .waitFor()
  }
  await column('open').getByText('Job 01').waitFor()
  await column('').getByText('Job 63').waitFor()
  await shows(t, () => page.locator('.board h2').allInnerTexts(), ['Open', 'Doing', 'Done', 'No state'])
  await shows(t, () => column('open').getByLabel('60 in this column').innerText(), '60')
  await cards('open').nth(49).waitFor()
  await shows(t, () => cards('open').count(), 50)
  await column('open').getByRole('button', { name: 'Show more' }).click()
  await column('open').getByText('Job 60').waitFor()

  // The mouse drags a card, and the target column is marked.
  await drag(page, card('Job 02'), column('doing'), async () => {
    await page.locator('.dragged').getByText('Job 02').waitFor()
    await page.locator('[data-board-column="doing"].over').waitFor()
  })
  await column('doing').getByText('Job 02').waitFor()
  await page.locator('.moving').waitFor({ state: 'detached' })
  await showsPart(t, () => jobCalled(app, 'Job 02'), { state: 'doing' })
  await shows(t, () => column('open').getByLabel('59 in this column').innerText(), '59')
  await shows(t, () => page.url(), /layout=board/, 'the end of a drag opens nothing')

  // Jobs are ordered manually: a card is dropped between two others.
  await drag(page, card('Job 05'), card('Job 03'))
  await page.locator('.moving').waitFor({ state: 'detached' })
  await beginsWith('open', 'Job 01', 'Job 05', 'Job 03', 'Job 04')
  await drag(page, card('Job 07'), card('Job 05')) // no number is left between 1 and 2
  await page.locator('.moving').waitFor({ state: 'detached' })
  await beginsWith('open', 'Job 01', 'Job 07', 'Job 05', 'Job 03')
  await showsPart(t, () => jobCalled(app, 'Job 05'), { position: 2 }, 'as few cards as possible are renumbered')

  // The keyboard moves to a card, between cards, and moves a card by its menu.
  await page.getByRole('button', { name: 'Add to Open' }).focus()
  t.ok(await tabTo(page, /Job 07/, 3), 'Tab moves to the card that had the focus')
  await page.keyboard.press('ArrowDown')
  await focuses(t, page, /Job 05/)
  await page.keyboard.press('ArrowRight')
  await focuses(t, page, /Job 02/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await focuses(t, page, /Move Job/)
  const moved = (await focused(page)).replace('button Move ', '')
  const grip = page.getByRole('button', { name: `Move ${moved}`, expanded: false })
  await shows(t, () => grip.getAttribute('aria-haspopup'), 'menu')
  await page.keyboard.press('ArrowDown')
  await focuses(t, page, /menuitem Move down/, 'the menu of a card opens at the first item that it can do')
  await page.getByRole('button', { name: `Move ${moved}`, expanded: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator(`[aria-label='Move ${moved}']:focus`).waitFor()
  const menu = page.getByRole('menu', { name: `Move ${moved}` })
  await grip.click()
  await menu.waitFor()
  await page.getByRole('button', { name: `Move ${moved}` }).click()
  await menu.waitFor({ state: 'detached' })
  await shows(t, () => focused(page), `button Move ${moved}`, 'a second press closes it')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Done', exact: true }).waitFor()
  await focuses(t, page, /^menuitem /)
  await page.keyboard.press('d')
  await page.keyboard.press('o')
  await page.keyboard.press('n')
  await focuses(t, page, /Done/)
  await page.keyboard.press('Enter')
  await column('done').getByText(moved).waitFor()
  await page.locator(`[aria-label='Move ${moved}']:focus`).waitFor()
  // Another request has changed the job: the card moves back, and a message says so.
  const theirs = await jobCalled(app, 'Job 61')
  await routed(
    page,
    '**/api/job/*',
    async route => {
      const changed = { name: 'Job 61', state: 'done', due: '2027-04-01', position: 61 }
      await app.request('PUT', `/api/job/${String(theirs['urn'])}`, changed)
      await route.continue()
    },
    { times: 1 },
  )
  problems.expect(/400|412/)
  await drag(page, card('Job 61'), column('open'))
  await page.getByRole('region', { name: 'Messages' }).getByText('Somebody else has changed “Job 61”').waitFor()
  await column('done').getByText('Job 61').waitFor()
  await showsPart(t, () => jobCalled(app, 'Job 61'), { state: 'done' })
  await routed(
    page,
    '**/api/job/*',
    async route => {
      await app.request('DELETE', `/api/job/${String(theirs['urn'])}`)
      await route.continue()
    },
    { times: 1 },
  )
  problems.expect(/404/)
  await drag(page, card('Job 61'), column('open'))
  await page.getByRole('region', { name: 'Messages' }).getByText('This does not exist any more').waitFor()
  await card('Job 61').waitFor({ state: 'detached' })

  // “Add” starts with the value of the column.
  await go('/content/job?layout=board&by=state&_filter[state][ne]=open')
  await column('done').waitFor()
  await shows(t, () => column('open').count(), 0, 'a filter applies')
  await page.getByRole('button', { name: 'Add to Done' }).click()
  await page.getByLabel('Name of the new job').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Job 99')
  await page.keyboard.press('Enter')
  await column('done').getByText('Job 99').waitFor()
  await page.keyboard.type('Job 100')
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+s')
  await column('done').getByText('Job 100').waitFor()
  await showsPart(t, () => jobCalled(app, 'Job 99'), { state: 'done' })

  // Layout by reference: a column for each target, by name.
  await page.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'State', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Worker' }).click()
  await page.keyboard.press('Escape')
  await page.locator('.board h2').getByText('Cleo').waitFor()
  await shows(t, async () => (await page.locator('.board h2').allInnerTexts()).slice(0, 3), ['Ada', 'Bo', 'Cleo'])

  // A view stores the layout, and the list opens with it.
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as new view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('By person')
  await page.getByRole('checkbox', { name: 'For everyone' }).check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('link', { name: 'By person' }).waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open the list with this view' }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('The list now opens with “By person”').waitFor()
  await go('/content/job')
  await page.waitForURL(/layout=board&by=worker/)
  await page.locator('.board h2').getByText('Cleo').waitFor()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.locator('tr[data-row]').first().waitFor()
  await shows(t, () => page.getByRole('link', { name: 'All', exact: true }).getAttribute('aria-current'), 'page')

  // Touch scrolls the board, and dragging starts at the grip.
  await page.setViewportSize(sizes.phone)
  await go('/content/job?layout=board&by=state')
  await column('open').getByText('Job 03').waitFor()
})

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
  await tiles.first().getByRole('link').focus()
  await page.keyboard.press('ArrowRight')
  await focuses(t, page, /^a /)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/content\/shelf\/[0-9A-Z]{26}/)

  await page.setViewportSize(sizes.phone)
  for (const address of [path, '/content/shelf?layout=gallery&by=image']) {
    await go(address)
    await page.locator('[data-row]').first().waitFor()
    await beginsHigh(t, page, '[data-row]')
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

const fair = {
  name: 'Fair',
  slug: 'outing',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      starts: { type: 'string', format: 'date-time' },
      ends: { type: 'string', format: 'date-time' },
      kind: { type: 'string', enum: ['market', 'concert'] },
    },
  },
}

/** Six entries on 10 March 2027, one that crosses the end of the month, two without a date. */
async function withOutings({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', fair)
  await createMany({ request }, 'outing', 6, at => ({
    name: `Fair ${at}`,
    starts: `2027-03-10T${String(8 + at).padStart(2, '0')}:00:00+01:00`,
    ends: `2027-03-10T${String(9 + at).padStart(2, '0')}:00:00+01:00`,
    kind: at % 2 === 0 ? 'market' : 'concert',
  }))
  const long = { name: 'Long fair', starts: '2027-02-26T10:00:00+01:00', ends: '2027-03-02T18:00:00+01:00' }
  await createMany({ request }, 'outing', 3, at => (at === 1 ? long : { name: `Some day ${at}` }))
}

const outingCalled = async ({ request }: TestApp, name: string): Promise<Record<string, unknown>> => {
  const [found] = (await request('GET', `/api/outing?_filter[name][eq]=${encodeURIComponent(name)}`)).json<{
    data: Resource[]
  }>().data
  return { ...found?.data['@graph'][0] }
}

inBrowser('a calendar: entries are dragged, extended and moved by menu, in months and weeks', async (t, open) => {
  const path = '/content/outing?layout=calendar&by=starts&until=ends&day=2027-03-10'
  const { page, app, go, visit } = await open({ data: withOutings, path })
  const day = (date: string) => page.locator(`[data-day="${date}"]`)
  const entry = (name: string) => page.locator(`.calendar [data-entry]`).filter({ hasText: name })
  const settled = () => page.locator('.entry.moving').waitFor({ state: 'detached' })
  await entry('Fair 1').waitFor()
  await shows(t, () => page.locator('.calendar h2').innerText(), 'March 2027')
  await shows(t, () => page.locator('.names span').first().innerText(), 'Mon', 'weeks start as in Britain')
  await shows(t, () => page.locator('.calendar .entry').count(), 4, 'three of a day, and the long one')
  await shows(t, () => page.getByRole('button', { name: '3 more on' }).innerText(), '+3')
  await page.getByRole('button', { name: '2 without a date' }).waitFor()

  const german = await visit({ path, locale: 'de-DE' })
  await german.page.getByRole('heading', { name: 'März 2027' }).waitFor()
  await german.page.getByRole('button', { name: /^Mittwoch, 10\. März 2027/ }).waitFor()

  // The mouse drags an entry to another day, and its edge to another end.
  await drag(page, entry('Fair 2'), day('2027-03-18'), async () => {
    await page.locator('.day.over').waitFor()
    await shows(t, () => page.locator('.day.over').getAttribute('data-day'), '2027-03-18')
  })
  await settled()
  await showsPart(t, () => outingCalled(app, 'Fair 2'), {
    starts: '2027-03-18T10:00:00+01:00',
    ends: '2027-03-18T11:00:00+01:00',
  })
  await entry('Fair 2').hover()
  await drag(page, entry('Fair 2').locator('.edge'), day('2027-03-20'))
  await settled()
  await showsPart(t, () => outingCalled(app, 'Fair 2'), { ends: '2027-03-20T11:00:00+01:00' })
  await shows(t, () => page.url(), /layout=calendar/, 'a drag opens nothing')

  // The keyboard moves between days and to the entries of a day, and moves an entry by its menu.
  await day('2027-03-10').getByRole('button').focus()
  await page.keyboard.press('ArrowDown')
  await focuses(t, page, /Wednesday,? 17 March 2027, 0 on this day/)
  await page.keyboard.press('ArrowRight')
  t.ok(await tabTo(page, /^a Fair 2/, 8), 'Tab moves to the entries of the day')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'button Move Fair 2')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'A week later' }).waitFor()
  await focuses(t, page, /^menuitem /)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await settled()
  await showsPart(t, () => outingCalled(app, 'Fair 2'), { starts: '2027-03-19T10:00:00+01:00' })
  await page.locator(`[aria-label='Move Fair 2']:focus`).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await settled()
  await showsPart(t, () => outingCalled(app, 'Fair 2'), { starts: '2027-03-12T10:00:00+01:00' })

  // “More” opens a dialog with all entries of the day; a click on a day creates an entry there.
  await page.getByRole('button', { name: '2 more on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Fair 6').waitFor()
  await shows(t, () => dialog.locator('[data-entry]').count(), 5)
  await page.keyboard.press('Escape')
  await day('2027-03-24').click({ position: { x: 60, y: 70 } })
  await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('New fair')
  await page.keyboard.press('Control+s')
  await entry('New fair').waitFor()
  await showsPart(t, () => outingCalled(app, 'New fair'), { starts: '2027-03-24T09:00:00+01:00' })

  // The week shows hours.
  await go(`${path}&span=week`)
  await entry('Fair 1').waitFor()
  const box = await entry('Fair 1').boundingBox()
  if (box === null) throw new Error('it is nowhere')
  await page.mouse.move(box.x + 40, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 40 - box.width, box.y + 20 + 48, { steps: 6 })
  await page.locator('.landing').waitFor()
  await page.mouse.up()
  await settled()
  await showsPart(t, () => outingCalled(app, 'Fair 1'), {
    starts: '2027-03-09T10:00:00+01:00',
    ends: '2027-03-09T11:00:00+01:00',
  })
  const edge = await entry('Fair 1').locator('.edge').boundingBox()
  if (edge === null) throw new Error('it has no edge')
  await page.mouse.move(edge.x + 20, edge.y + 3)
  await page.mouse.down()
  await page.mouse.move(edge.x + 20, edge.y + 3 + 36, { steps: 4 })
  await page.mouse.up()
  await settled()
  await showsPart(t, () => outingCalled(app, 'Fair 1'), { ends: '2027-03-09T11:45:00+01:00' })

  await page.getByRole('button', { name: '2 without a date' }).click()
  await page.getByRole('row', { name: 'Some day 2' }).waitFor()
  await shows(t, () => page.url(), /exists/)
  await page.setViewportSize(sizes.phone)
  await go(path)
  await day('2027-03-10').waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  await beginsHigh(t, page, '[data-day]')
  const [name, date] = await Promise.all(['.names span', '.date'].map(one => page.locator(one).first().boundingBox()))
  t.ok(name && date && name.y + name.height <= date.y, 'below the name of its weekday')
  await go('/content/outing?layout=board&by=kind')
  await page.locator('[data-row]').first().waitFor()
  await beginsHigh(t, page, '[data-row]')
})

inBrowser('an entry of a calendar does not repeat its date', async (t, open) => {
  const text = { type: 'string' }
  const data = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', {
      name: 'Recipe',
      slug: 'recipe',
      schema: { type: 'object', properties: { name: text } },
    })
    await request('POST', '/api/resource-types', {
      name: 'Meal',
      slug: 'meal',
      schema: {
        type: 'object',
        'x-label': '{day} ({until}): {recipe}, {day}',
        properties: {
          day: { type: 'string', format: 'date' },
          until: { type: 'string', format: 'date' },
          recipe: { type: 'string', 'x-resource-type': 'recipe' },
        },
      },
    })
    const recipe = (await request('POST', '/api/recipe', { name: 'Trout with almonds' })).json<Resource>().id
    await request('POST', '/api/meal', { day: '2027-03-10', until: '2027-03-11', recipe })
    await request('POST', '/api/meal', { day: '2027-03-12' })
    await request('POST', '/api/meal', { day: '1815-06-18' })
    await request('POST', '/api/meal', { day: '1815-07-20' })
  }
  const { page, go } = await open({ data, path: '/content/meal?layout=calendar&by=day&until=until&day=2027-03-10' })
  await page.locator('.entry').nth(1).waitFor()
  await shows(t, () => page.locator('.entry .title').allInnerTexts(), [
    'Trout with almonds',
    '2027-03-12: , 2027-03-12',
  ])
  await go('/content/meal?layout=calendar&by=day&_filter[day][lt]=1900-01-01')
  await shows(t, () => page.locator('.calendar h2').innerText(), 'June 1815', 'opens at the first that a filter leaves')
  await page.locator('.entry').waitFor()
  await page.getByRole('button', { name: 'Today' }).click()
  await page.waitForURL(/day=/)
  await shows(t, () => page.locator('.calendar h2').innerText(), /20\d\d/)
})

const area = {
  name: 'Area',
  slug: 'area',
  schema: {
    type: 'object',
    required: ['code', 'name'],
    'x-label': '{name}',
    properties: {
      code: { type: 'string' },
      name: { type: 'string' },
      parent: { type: 'string', 'x-resource-type': 'area' },
    },
  },
}

/** Europe, Italy, Rome and Trastevere below each other; Asia; a circle of three with a row below it; and a row that is its own parent. */
async function withAreas({ request }: TestApp, ids: Map<string, string>): Promise<void> {
  await request('POST', '/api/resource-types', area)
  const make = async (name: string, parent?: string): Promise<void> => {
    const data = { code: name.slice(0, 2), name, ...(parent !== undefined && { parent: ids.get(parent) }) }
    ids.set(name, (await request('POST', '/api/area', data)).json<Resource>().id)
  }
  const below = async (name: string, parent: string): Promise<void> => {
    await request('PATCH', `/api/area/${ids.get(name)}`, { parent: ids.get(parent) })
  }
  await make('Europe')
  await make('Italy', 'Europe')
  await make('Rome', 'Italy')
  await make('Trastevere', 'Rome')
  await make('Asia')
  for (const name of ['North', 'West', 'South', 'Self']) await make(name)
  await below('North', 'West')
  await below('West', 'South')
  await below('South', 'North')
  await below('Self', 'Self')
  await make('Below south', 'South')
}

inBrowser('each record has a place in the tree, and no form offers a parent below it', async (t, open) => {
  const ids = new Map<string, string>()
  const { page, go } = await open({ data: app => withAreas(app, ids), path: '/content/area?layout=tree&by=parent' })
  const names = (): Promise<string[]> => page.locator('tr[data-row] a.name').allInnerTexts()
  const group = page.getByRole('rowheader', { name: /^Without a place/ })

  await group.waitFor()
  await shows(t, names, ['Asia', 'Europe', 'North', 'Self', 'South', 'West'], 'by name; circles at the end')
  await shows(t, () => group.innerText(), /^Without a place: 4/)
  await shows(t, () => page.getByRole('columnheader').first().innerText(), 'Area', 'as in the table')
  const heading = page.getByRole('columnheader', { name: 'Area' })
  await shows(t, () => heading.getAttribute('aria-sort'), 'ascending')
  await heading.getByRole('button').click()
  await shows(t, names, ['Europe', 'Asia', 'West', 'South', 'Self', 'North'], 'each level the other way round')
  await heading.getByRole('button').click()
  await page.locator('tr[data-row]').filter({ hasText: 'South' }).getByRole('button', { name: 'Expand South' }).click()
  await shows(t, names, ['Asia', 'Europe', 'North', 'Self', 'South', 'Below south', 'West'])

  const italy = `/content/area/${ids.get('Italy')?.split(':')[2]}`
  await go(`${italy}?edit=1`)
  await page.getByRole('combobox', { name: 'Parent' }).click()
  const options = page.getByRole('option')
  await options.filter({ hasText: 'Asia' }).waitFor()
  await shows(
    t,
    async () => (await options.allInnerTexts()).map(one => one.trim()).filter(one => /Rome|Trastevere|Italy/.test(one)),
    [],
    'neither itself nor what stands below it',
  )

  await go(`/content/area/${ids.get('Europe')?.split(':')[2]}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await said(page, 'Archived “Europe”. 3 records stand below it.')
  await go('/content/area?layout=tree&by=parent')
  await shows(t, () => group.innerText(), /^Without a place: 5/)
  await page.getByRole('button', { name: 'Expand Italy' }).click()
  await page.getByRole('link', { name: 'Rome', exact: true }).waitFor()

  await go('/content/area')
  for (const name of ['Italy', 'Self']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await said(page, 'Archived 2. 2 records stand below them.')
})
