import { noViolations } from './accessible.ts'
import { drag } from './dragging.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, tabTo } from './keyboard.ts'
import { createMany } from './list-samples.ts'
import { sizes } from './open-admin.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

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
  await keepShots(page, 'calendar')
  await noViolations(t, page, 'a calendar')

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
  await noViolations(t, page, 'a day')
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
  await keepShots(page, 'calendar week')
  await noViolations(t, page, 'a week')
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
  await keepShots(page, 'calendar phone')
  await noViolations(t, page, 'a calendar on a phone')
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
  }
  const { page } = await open({ data, path: '/content/meal?layout=calendar&by=day&until=until&day=2027-03-10' })
  await page.locator('.entry').nth(1).waitFor()
  await shows(t, () => page.locator('.entry .title').allInnerTexts(), [
    'Trout with almonds',
    '2027-03-12: , 2027-03-12',
  ])
})
