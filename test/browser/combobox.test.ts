import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { inBrowser } from './in-browser.ts'
import { typeInto, untilFocusOn } from './keyboard.ts'
import { said } from './said.ts'
import { shows } from './shows.ts'

const text = { type: 'string' }
const book = {
  name: 'Book',
  slug: 'book',
  schema: {
    type: 'object',
    required: ['title'],
    properties: { title: text, series: { ...text, 'x-resource-type': 'book' } },
  },
}

async function data({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', book)
  const titles = Array.from({ length: 130 }, (_one, at) => `Book ${String(at).padStart(3, '0')}`)
  await request('POST', '/api/book/_bulk', { operations: titles.map(title => ({ op: 'create', data: { title } })) })
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Series' }).last()
const options = (page: Page) => page.getByRole('listbox', { name: 'Series' }).getByRole('option')

/** Resolves when screen readers are told this. */
const announced = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor({ state: 'attached' })

inBrowser('Enter in an open list chooses, and never saves the form', async (t, open) => {
  const { page } = await open({ data, path: '/content/book/new' })
  await page.getByLabel('Title').fill('Sequel')
  let answer = (): void => undefined
  const held = new Promise<void>(resolve => (answer = resolve))
  await page.route(/\/api\/search/, async route => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/search/)
  await field(page).click()
  await page.keyboard.type('Book 05')
  await page.keyboard.press('Enter')
  await asked
  await shows(t, () => page.url(), /\/new$/, 'results are on their way')
  answer()
  await shows(t, () => field(page).inputValue(), /^Book 05\d$/, 'the first result')
  await page.unroute(/\/api\/search/)
  await options(page).first().waitFor({ state: 'detached' })

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Zzz none')
  await announced(page, 'No results for “Zzz none”')
  await page.keyboard.press('Escape')
  await shows(t, () => page.url(), /\/new$/)
  await page.getByRole('button', { name: 'Create book' }).first().click()
  await said(page, /Sequel/)
})

inBrowser(
  'creating is an option; Escape closes the list, then asks with the focus on the way back',
  async (t, open) => {
    const { page } = await open({ data, path: '/content/book/new' })
    await field(page).click()
    await page.keyboard.type('Brand new')
    await announced(page, 'No results for “Brand new”')
    const create = options(page).filter({ hasText: 'Create book “Brand new”' })
    await create.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.waitFor()
    await shows(t, () => drawer.getByLabel('Title').inputValue(), 'Brand new')

    await field(page).click()
    await page.keyboard.type('Book 12')
    await options(page).filter({ hasText: 'Book 129' }).waitFor()
    await announced(page, '10 results')
    await page.keyboard.press('Escape')
    await options(page).first().waitFor({ state: 'detached' })
    await shows(t, () => page.getByRole('dialog').count(), 1, 'only the list was closed')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: /^Discard/ })
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await shows(t, () => drawer.getByLabel('Title').inputValue(), 'Brand new', 'nothing was lost')
  },
)

inBrowser('scrolling a list of names to its end loads more of them', async (t, open) => {
  const { page, go } = await open({ data, path: '/content/book/new' })
  const names = async (): Promise<number> =>
    (
      await options(page)
        .filter({ hasText: /^Book \d/ })
        .allInnerTexts()
    ).length
  const scrollToEnd = async (): Promise<number> => {
    await options(page).last().scrollIntoViewIfNeeded()
    return names()
  }
  await field(page).click()
  await options(page).first().waitFor()
  await shows(t, scrollToEnd, 130, 'the newest')
  await page.keyboard.type('Book')
  await announced(page, /The first 50 results/)
  await shows(t, scrollToEnd, 130, 'those that were found')
  t.equal(new Set(await options(page).allInnerTexts()).size, 131, 'each once, and the option that creates one')

  await go('/content/book')
  await page.getByText('Book 129').first().waitFor()
  await page.keyboard.press('f')
  await untilFocusOn(page, 'Filter by')
  await typeInto(t, page, /Filter by/, 'series')
  const choices = page.getByRole('group', { name: /Series/ }).getByRole('radio')
  await choices.first().waitFor()
  const scrollChoices = async (): Promise<number> => {
    await choices.last().scrollIntoViewIfNeeded()
    return choices.count()
  }
  await shows(t, scrollChoices, 130, 'a filter too')
})
