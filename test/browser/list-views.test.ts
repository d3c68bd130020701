import type { Page } from 'playwright-core'
import { noViolations } from './accessible.ts'
import { drag } from './dragging.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, untilFocusOn } from './keyboard.ts'
import { withBooks } from './list-samples.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

const path = '/content/book'

const first = (page: Page, name: string): Promise<void> =>
  page.locator('tr[data-row]').first().getByText(name, { exact: true }).waitFor()
const heads = async (page: Page): Promise<string[]> =>
  (await page.locator('th.head').allInnerTexts()).map(text => text.trim())

inBrowser(
  'columns are chosen, moved and resized, also by keyboard, and are kept for the next visit',
  async (t, open) => {
    const { page, context, go } = await open({ data: withBooks(3), path })
    await first(page, 'Book 003')
    await shows(t, () => heads(page), ['Title', 'Year', 'Status', 'Author', 'Printed', 'Bought', 'Tags', 'Changed'])
    await page.getByRole('button', { name: 'Columns' }).click()
    await untilFocusOn(page, 'Search columns')
    await shows(t, () => page.locator('.popover input[type=range]').count(), 0, 'no native control')
    await page.keyboard.type('nonsense')
    await page.getByText('No columns found').waitFor()
    const { width = 0, height = 0 } = (await page.locator(':focus').boundingBox()) ?? {}
    await page.locator(':focus').click({ position: { x: width - 16, y: height / 2 } })
    await shows(t, () => page.locator(':focus').inputValue(), 'nonsense', 'it has no native × at its end')
    await shows(t, () => page.getByRole('checkbox', { name: 'Tags' }).count(), 0)
    await page.keyboard.press('Escape')
    await focuses(t, page, /button Columns/, 'Escape returns to the button')
    await page.keyboard.press('Enter')
    await untilFocusOn(page, 'Search columns')
    await page.getByRole('checkbox', { name: 'Tags' }).uncheck()
    await page.getByRole('checkbox', { name: 'Printed' }).uncheck()
    await page.getByRole('searchbox', { name: 'Search columns' }).focus()
    await page.keyboard.type('code')
    await page.keyboard.press('ArrowDown')
    await focuses(t, page, 'input Code')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Move Code' }).waitFor()
    await focuses(t, page, 'input Code', 'the focus moves with its box')
    await page.keyboard.press('ArrowUp')
    await untilFocusOn(page, 'Search columns')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Move Code' }).focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('Alt+ArrowUp')
    await keepShots(page, 'list columns')
    await noViolations(t, page, 'the choice of columns')
    await page.keyboard.press('Escape')
    await shows(t, () => heads(page), ['Title', 'Code', 'Year', 'Status', 'Author', 'Bought', 'Changed'])
    await shows(t, () => new URL(page.url()).searchParams.getAll('columns').slice(0, 2), ['title', 'code'])

    const edge = page.getByRole('separator', { name: 'Width of Code' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/width%5Bcode%5D|width\[code\]/)
    await shows(t, async () => Number(await edge.getAttribute('aria-valuenow')), before + 16)
    const box = await edge.boundingBox()
    if (box === null) throw new Error('the edge is nowhere')
    await page.mouse.move(box.x + 4, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + 104, box.y + 8, { steps: 4 })
    await page.mouse.up()
    await page.waitForURL(url => Number(url.searchParams.get('width[code]')) > before + 80)

    await page.getByRole('columnheader', { name: 'Year' }).getByRole('button').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await page.waitForURL(url => url.searchParams.getAll('columns')[1] === 'year')
    const head = (name: string) => page.getByRole('columnheader', { name })
    await drag(page, head('Year'), head('Author'), () => page.locator('th.over').waitFor())
    await page.waitForURL(url => url.searchParams.getAll('columns')[4] === 'year')
    await shows(t, () => new URL(page.url()).searchParams.get('sort'), null, 'the drag is no press')
    const chosen = await heads(page)
    await go('/')
    await page.getByRole('navigation').getByRole('link', { name: 'Book' }).first().click()
    await first(page, 'Book 003')
    await shows(t, () => heads(page), chosen)
    await page.waitForURL(/columns=/)
    const other = await context.newPage()
    await other.goto(path)
    await other.locator('th.head').first().waitFor()
    await shows(t, () => heads(other), chosen, 'in another tab too')
    await other.close()

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Note' }).waitFor()
    await page.getByText('Some properties cannot be sorted').waitFor() // a reference
    await page.getByRole('checkbox', { name: 'Note' }).check()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.keyboard.press('Escape')
    await shows(t, async () => (await heads(page)).length, 8)
  },
)

inBrowser('a list is saved as a view, shared, changed, renamed and deleted', async (t, open) => {
  const { page, visit, app } = await open({ data: withBooks(9), path: `${path}?_filter[status][in]=lost&sort=title` })
  await first(page, 'Book 002')
  const menu = page.getByRole('button', { name: 'View', exact: true })
  const choose = async (name: string): Promise<void> => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Save as new view')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Lost ones')
  await page.getByRole('checkbox', { name: 'For everyone' }).check()
  await keepShots(page, 'list view dialog')
  await noViolations(t, page, 'saving a view')
  await page.getByRole('button', { name: 'Save view' }).click()
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Lost ones' })
  await tab.waitFor()
  await shows(t, () => tab.getAttribute('aria-current'), 'page')

  const id = new URL(page.url()).searchParams.get('view') ?? ''
  const colleague = await visit({ as: 'member@example.com', path: `${path}?view=${id}` })
  await first(colleague.page, 'Book 002')
  await shows(t, () => colleague.page.url(), /_filter/, 'a short address becomes the full one')
  await colleague.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Lost ones' }).waitFor()

  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await first(page, 'Book 008')
  await tab.getByText('Changed since last saved').waitFor({ state: 'attached' })
  await choose('Save changes to “Lost ones”')
  await tab.getByText('Changed since last saved').waitFor({ state: 'detached' })
  const views = (await app.request('GET', '/api/views?type_slug=book')).json<{ data: unknown[] }>().data
  t.match(views, [{ name: 'Lost ones', shared: true, query: { sort_by: 'title', sort_order: 'desc' } }])

  await choose('Rename view “Lost ones”')
  await page.getByRole('textbox', { name: 'Name' }).fill('Missing')
  await page.getByRole('button', { name: 'Rename view' }).click()
  await page.getByRole('link', { name: 'Missing' }).waitFor()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await first(page, 'Book 009')
  await page.getByRole('link', { name: 'Missing' }).click()
  await first(page, 'Book 008')
  await choose('Remove view “Missing”')
  await page.getByRole('link', { name: 'Missing' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Missing' }).waitFor()
})
