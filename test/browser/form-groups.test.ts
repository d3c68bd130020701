import type { Locator, Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

const text = { type: 'string' }
const whenPaid = { properties: { kind: { const: 'paid' } }, required: ['kind'] }
const job = {
  type: 'object',
  required: ['title', 'mail'],
  'x-group-layout': 'tabs',
  properties: {
    mail: { ...text, format: 'email', 'x-group': 'Contact' },
    title: { ...text, 'x-width': 'half' },
    phone: { ...text, 'x-group': 'Contact' },
    kind: { enum: ['paid', 'voluntary'] },
    pay: { type: 'number', minimum: 10, 'x-group': 'Money', 'x-show-if': whenPaid },
    terms: {
      type: 'object',
      'x-group': 'Money',
      'x-show-if': whenPaid,
      properties: { bonus: { ...text, 'x-show-if': { properties: { title: { pattern: '^Head' } } } }, term: text },
    },
  },
}

const stay = {
  type: 'object',
  properties: {
    name: text,
    begins: { ...text, format: 'date', 'x-group': 'When' },
    guest: { ...text, 'x-group': 'Who' },
    ends: { ...text, format: 'date', 'x-group': 'When', 'x-width': 'full' },
    never: { ...text, 'x-show-if': false, 'x-group': 'Gone' },
  },
}

async function withTypes({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Job', slug: 'job', schema: job })
  await request('POST', '/api/resource-types', { name: 'Stay', slug: 'stay', schema: stay })
}

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const tab = (page: Page, name: RegExp | string): Locator => page.getByRole('tab', { name })

inBrowser('groups in tabs: fields appear depending on values, and errors are found', async (t, open) => {
  const { page, app } = await open({ data: withTypes, path: '/content/job/new' })
  await shows(t, () => page.getByRole('tab').allInnerTexts(), ['Contact'], 'a group without fields has no tab')
  await focuses(t, page, /^input Title/, 'fields without a group come first')
  await page.keyboard.type('Cook')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'select Kind')
  await page.getByLabel('Kind').selectOption('Paid')
  await shows(t, () => page.getByRole('tab').allInnerTexts(), ['Contact', 'Money'])
  await page.keyboard.press('Tab')
  await focuses(t, page, /Contact/)
  await page.keyboard.press('ArrowRight')
  await field(page, 'Pay').waitFor()
  await shows(t, () => field(page, 'Bonus').count(), 0, 'a nested condition applies to the whole resource')
  await field(page, 'Title').fill('Head cook')
  await field(page, 'Bonus').waitFor()
  await field(page, 'Pay').fill('5')

  await tab(page, 'Contact').click()
  await page.getByRole('button', { name: 'Create Job' }).click()
  const summary = page.getByRole('region', { name: /fields are invalid/ })
  await shows(t, () => summary.getByRole('link').allInnerTexts(), ['Mail is required', 'Pay must be 10 or more'])
  await tab(page, 'Money 1 field to correct').waitFor()
  await keepShots(page, 'form-tabs')
  await noViolations(t, page, 'a form with tabs')
  await summary.getByRole('link', { name: /Pay/ }).click()
  await focuses(t, page, 'input Pay', 'the tab opens')

  await page.getByLabel('Kind').selectOption('Voluntary')
  await page.getByText('Hidden by its condition, shown because it has a value').waitFor()
  await shows(t, () => field(page, 'Pay').isVisible(), true, 'errors stay visible')
  await field(page, 'Pay').fill('12')
  await field(page, 'Pay').press('Tab')
  await page.getByText('Pay is hidden by its condition, but has a value').waitFor()
  await page.getByRole('button', { name: 'Show Pay' }).press('Enter')
  await focuses(t, page, 'input Pay')
  await tab(page, 'Contact').click()
  await field(page, 'Mail').fill('ada@example.org')
  await page.getByRole('button', { name: 'Create Job' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  const { data } = (await app.request('GET', '/api/job')).json<{ data: Resource[] }>()
  t.match(data[0]?.data['@graph'][0], { title: 'Head cook', kind: 'voluntary', pay: 12, mail: 'ada@example.org' })
})

inBrowser('groups under headings, in the order in which they appear', async (t, open) => {
  const { page, app, go } = await open({ data: withTypes, path: '/content/stay/new' })
  await page.getByRole('heading', { name: 'When' }).waitFor()
  await shows(t, () => page.locator('form').getByRole('heading').allInnerTexts(), ['When', 'Who'])
  await focuses(t, page, 'input Name')
  await page.keyboard.press('Tab')
  await focuses(t, page, 'input Begins', 'a field that is never shown is skipped')
  const left = async (name: string): Promise<number> => (await page.getByLabel(name).boundingBox())?.x ?? 0
  t.equal(await left('Begins'), await left('Ends'), 'a whole line each')
  const made = await app.request('POST', '/api/stay', { name: 'Sea', never: 'kept', guest: 'Ada' })
  await keepShots(page, 'form-groups')
  await go(`/content/stay/${made.json<Resource>().id.split(':').at(-1) ?? ''}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByText('Never is hidden by its condition, but has a value').waitFor()
  await shows(t, () => page.getByRole('heading', { name: 'Gone' }).isVisible(), true)
  await noViolations(t, page, 'a form with groups')
})
