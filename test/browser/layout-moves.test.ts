import type { Page } from 'playwright-core'
import { inBrowser } from './in-browser.ts'
import { createMany } from './list-samples.ts'
import { said } from './said.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../movies.ts'

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

const stored = async ({ request }: TestApp): Promise<Record<string, unknown>[]> => {
  const path = '/api/step?sort_by=position&sort_order=asc'
  return (await request('GET', path))
    .json<{ data: Resource[] }>()
    .data.map(({ id, data }) => ({ ...data['@graph'][0], id }))
}
const stepCalled = async (app: TestApp, name: string): Promise<Record<string, unknown>> =>
  (await stored(app)).find(one => one['name'] === name) ?? {}

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
  t.match(await stepCalled(app, 'Step 1'), { state: 'told' })

  await pressQuickly(page, 'Step 2', ['Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown'])
  t.strictSame(await page.locator('[data-board-column="open"] .name').allInnerTexts(), [
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
  t.match(await stepCalled(app, 'Step 1'), { due: '2027-03-19' })
  await page.locator('[data-entry]').filter({ hasText: 'Step 1' }).waitFor()
})

inBrowser('no key press is lost while a change is being saved: a tree', async (t, open) => {
  const { page, app } = await open({ data: withSteps, path: '/content/step?layout=tree&by=within' })
  const row = (name: string) => page.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) })
  const names = () => page.locator('tr[data-row] .name').allInnerTexts()
  await row('Step 6').waitFor()
  await pressQuickly(page, 'Step 1', ['Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown'])
  t.strictSame(await names(), ['Step 2', 'Step 3', 'Step 4', 'Step 1', 'Step 5', 'Step 6'])
  t.strictSame(
    (await stored(app)).map(({ name }) => name),
    ['Step 2', 'Step 3', 'Step 4', 'Step 1', 'Step 5', 'Step 6'],
  )

  await pressQuickly(page, 'Step 1', ['Alt+ArrowRight'])
  t.equal(await row('Step 1').getAttribute('aria-level'), '2', 'the focus moves into the closed level')
  t.equal((await stepCalled(app, 'Step 1'))['within'], (await stepCalled(app, 'Step 4'))['id'])
  await pressQuickly(page, 'Step 1', ['Alt+ArrowLeft', 'Alt+ArrowUp', 'Alt+ArrowUp'])
  t.strictSame((await names()).slice(0, 3), ['Step 2', 'Step 1', 'Step 3'])
  t.equal((await stepCalled(app, 'Step 1'))['within'], undefined)
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
      t.strictSame(names(await stored(app)), names(before), what)
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
    t.match(await stepCalled(app, 'Step 2'), { state: 'done' })
    t.equal(await page.getByRole('button', { name: 'Undo' }).count(), 1, 'only the newest change of a card is offered')
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
  t.match(await stepCalled(app, 'Step 1'), { due: '2027-03-10', state: 'done' })
  t.equal(await messages.getByText('Somebody else has changed').count(), 1, 'the message is shown once')
  await hasFocus(page, 'Step 1')
})
