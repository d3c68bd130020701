import { noViolations } from './accessible.ts'
import { drag } from './dragging.ts'
import { inBrowser } from './in-browser.ts'
import { focused, focuses, tabTo } from './keyboard.ts'
import { createMany } from './list-samples.ts'
import { sizes } from './open-admin.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

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
  await keepShots(page, 'board')
  await noViolations(t, page, 'a board')

  // The mouse drags a card, and the target column is marked.
  await drag(page, card('Job 02'), column('doing'), async () => {
    await page.locator('.dragged').getByText('Job 02').waitFor()
    await page.locator('[data-board-column="doing"].over').waitFor()
    await keepShots(page, 'board dragging')
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
  await keepShots(page, 'board menu')
  await page.keyboard.press('d')
  await page.keyboard.press('o')
  await page.keyboard.press('n')
  await focuses(t, page, /Done/)
  await page.keyboard.press('Enter')
  await column('done').getByText(moved).waitFor()
  await page.locator(`[aria-label='Move ${moved}']:focus`).waitFor()
  // Another request has changed the job: the card moves back, and a message says so.
  const theirs = await jobCalled(app, 'Job 61')
  await page.route(
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

  // “Add” starts with the value of the column.
  await go('/content/job?layout=board&by=state&_filter[state][ne]=open')
  await column('done').waitFor()
  await shows(t, () => column('open').count(), 0, 'a filter applies')
  await page.getByRole('button', { name: 'Add to Done' }).click()
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Job 99')
  await page.keyboard.press('Control+s')
  await column('done').getByText('Job 99').waitFor()
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
  await keepShots(page, 'board phone')
  await noViolations(t, page, 'a board on a phone')
})
