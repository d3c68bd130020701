import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, tabTo, typeInto, untilFocusOn } from './keyboard.ts'
import { createMany, withBooks } from './list-samples.ts'
import { said } from './said.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

const path = '/content/book'
const beginsWith = (page: Page, name: string): Promise<void> =>
  page.locator('tr[data-row]').first().getByText(name, { exact: true }).waitFor()
const names = (page: Page): Promise<string[]> => page.locator('td.first').allInnerTexts()
const asked = (page: Page): string[] =>
  [...new URL(page.url()).searchParams].filter(([name]) => name.includes('ilter')).map(pair => pair.join(' '))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const comparisons = (page: Page, property: string): Promise<string[]> =>
  page
    .getByRole('combobox', { name: `Comparison for ${property}` })
    .locator('option')
    .allInnerTexts()

/** Properties whose names have a meaning in the address. */
const withOddNames = async ({ request }: TestApp): Promise<void> => {
  const text = { type: 'string' }
  const schema = { type: 'object', properties: { name: text, or: text, 'a[b]': text } }
  await request('POST', '/api/resource-types', { name: 'Odd', slug: 'odd', schema })
  await createMany({ request }, 'odd', 2, at => ({ name: `Odd ${at}`, or: `x${at}`, 'a[b]': `y${at}` }))
}

inBrowser('filters: relative days, names of comparisons, groups combined with or', async (t, open) => {
  const data = async (app: TestApp): Promise<void> => {
    await withBooks(30)(app)
    await withOddNames(app)
  }
  const { page, go } = await open({ data, path })
  await beginsWith(page, 'Book 030')

  await page.keyboard.press('f')
  await untilFocusOn(page, 'Filter by')
  await typeInto(t, page, /Filter by/, 'created')
  await untilFocusOn(page, 'Day')
  await shows(t, () => button(page, '1 filter').count(), 0, 'an empty filter is not counted')
  await shows(t, () => asked(page), [], 'nor requested')
  await shows(t, () => comparisons(page, 'Created'), ['is', 'is before', 'is on or after'])
  await keepShots(page, 'list filter date')
  t.ok(await tabTo(page, /today/, 5))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await untilFocusOn(page, 'yesterday')
  await page.getByText('No matching books').waitFor()
  await page.keyboard.press('ArrowUp')
  await beginsWith(page, 'Book 030')
  await page.keyboard.press('Enter')
  await untilFocusOn(page, 'Value for Created: today')
  await shows(
    t,
    () => asked(page),
    ['_filter[created_at][gte] today', '_filter[created_at][lt] today+1d'],
    'it stays relative',
  )
  await button(page, '1 filter').waitFor()

  await button(page, 'Add filter').click()
  await typeInto(t, page, /Filter by/, 'bought')
  await untilFocusOn(page, 'Day')
  await page.keyboard.type('05012020')
  await page.keyboard.press('Enter')
  await beginsWith(page, 'Book 004')
  await showsPart(t, () => asked(page).at(-1), '_filter[bought][eq] 2020-01-05')
  await focuses(t, page, /Value for Bought: 5 Jan 2020/)

  await button(page, 'Or').click()
  await untilFocusOn(page, 'Filter by')
  await shows(t, () => asked(page).length, 3, 'an empty group adds no filter')
  await typeInto(t, page, /Filter by/, 'tags')
  await untilFocusOn(page, 'Value for Tags')
  const ofTags = await comparisons(page, 'Tags')
  t.ok(ofTags[0] === 'contains' && !ofTags.includes('is greater than'), 'tags contain, and are not more')
  t.equal(new Set(ofTags).size, ofTags.length, 'no two comparisons have the same name')
  await typeInto(t, page, /Value for Tags/, 'rare')
  await beginsWith(page, 'Book 030')
  await shows(
    t,
    () => names(page),
    ['030', '025', '020', '015', '010', '005', '004'].map(one => `Book ${one}`),
  )
  await showsPart(t, () => asked(page).at(-1), '_filter[or][1][tags][eq] rare')
  await keepShots(page, 'list filter groups')
  await noViolations(t, page, 'groups of filters')

  await button(page, 'View').click()
  await page.getByRole('menuitem', { name: 'Save as new view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rare')
  await page.keyboard.press('Enter')
  await said(page, 'Saved the view “Rare”')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.waitForURL(new RegExp(`${path}$`))
  await page.getByRole('link', { name: 'Rare' }).click()
  await page.getByRole('list', { name: 'Filters, group 2' }).waitFor()
  await page.reload()
  await button(page, 'Value for Created: today').waitFor()
  await button(page, '3 filters').waitFor()
  await button(page, 'Remove filter on Tags').click()
  await beginsWith(page, 'Book 004')
  await shows(t, () => asked(page).length, 3)
  t.notMatch(asked(page).join(), /or/, 'a single group is not a group')
  await focuses(t, page, /button/, 'the focus is not lost')

  for (const by of ['keyboard', 'mouse']) {
    await go(path)
    await beginsWith(page, 'Book 030')
    await page.keyboard.press('f')
    await untilFocusOn(page, 'Filter by')
    await typeInto(t, page, /Filter by/, 'title')
    await untilFocusOn(page, 'Value for Title')
    await page.keyboard.type('Book 002')
    if (by === 'mouse') await button(page, 'Or').click()
    else {
      t.ok(await tabTo(page, /^button Or$/))
      await page.keyboard.press('Enter')
    }
    await untilFocusOn(page, 'Filter by')
    await typeInto(t, page, /Filter by/, 'code')
    await untilFocusOn(page, 'Value for Code')
    await typeInto(t, page, /Value for Code/, 'B7')
    await beginsWith(page, 'Book 007')
    await shows(
      t,
      () => asked(page),
      ['_filter[or][0][title][like] Book 002', '_filter[or][1][code][like] B7'],
      `what is typed after “Or” is the value of the new filter (${by})`,
    )
  }

  const all = ['year', 'status', 'author', 'code', 'note', 'title', 'tags'].flatMap(field =>
    ['ne', 'nin', 'exists'].map(operator => `_filter[${field}][${operator}]=${operator === 'exists' ? 'true' : '1'}`),
  )
  await go(`${path}?${all.slice(0, 20).join('&')}`)
  await page.getByText('At most 20 conditions are possible.').waitFor()
  await shows(t, () => button(page, 'Add filter').count(), 0)

  await go('/content/odd?_filter[a[b]][eq]=y2')
  await beginsWith(page, 'Odd 2')
  await button(page, 'Add filter').click()
  await page.getByRole('option', { name: 'Or', exact: true }).waitFor()
  await typeInto(t, page, /Filter by/, 'or')
  await untilFocusOn(page, 'Value for Or')
  await typeInto(t, page, /Value for Or/, 'x2')
  await page.waitForURL(/filter_field=or/)
  await beginsWith(page, 'Odd 2')
})

inBrowser('the creator is chosen by name, by members among the users they can see', async (t, open) => {
  const { app, visit } = await open({ mode: 'production', data: withBooks(2), path: null })
  await app.request('PUT', '/api/settings/role-access', { roles: { member: { '*': ['odrl:read', 'odrl:modify'] } } })
  const { page } = await visit({ as: 'mia', path: '/content/book/new' })
  await page.getByLabel('Title').fill('Of Mia')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Of Mia' }).first().waitFor()
  const max = await visit({ as: 'max', path: null })
  const root = await visit({ as: 'root', path: null })
  for (const who of [max, root]) {
    await who.go(path)
    await beginsWith(who.page, 'Of Mia')
    await who.page.keyboard.press('f')
    await untilFocusOn(who.page, 'Filter by')
    await typeInto(t, who.page, /Filter by/, 'created by')
    await untilFocusOn(who.page, 'Value for Created by')
    await shows(t, () => who.page.getByRole('textbox', { name: 'Value for Created by' }).count(), 0, 'no id is entered')
    await who.page.getByRole('radio', { name: /^You/ }).waitFor() // all are offered, then those that match
    await who.page.keyboard.type('mia')
    await who.page.getByRole('radio').nth(1).waitFor({ state: 'detached' })
    await who.page.getByRole('radio', { name: /mia/i }).waitFor()
    await who.page.keyboard.press('Tab')
    await who.page.keyboard.press('Space')
    await who.page.waitForURL(/_filter\[created_by\]\[eq\]=urn/)
    await who.page.getByText('Book 001').waitFor({ state: 'detached' })
    await who.page.keyboard.press('Escape')
    await focuses(t, who.page, /Value for Created by: .*mia/i)
    await shows(t, () => names(who.page), ['Of Mia'])
  }
  await keepShots(root.page, 'list filter person')
  await noViolations(t, root.page, 'a filter on a person')
})
