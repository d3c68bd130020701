import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { headingOf } from './record-samples.ts'
import { keepShots } from './shots.ts'

const coin = {
  name: 'Coin',
  slug: 'coin',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1 },
      kind: {
        oneOf: [
          { const: 'au', title: 'Gold' },
          { const: 'ag', title: 'Silver' },
        ],
      },
      hole: { type: 'boolean', 'x-group': 'Shape' },
      width: {
        type: 'number',
        'x-group': 'Shape',
        'x-show-if': { properties: { hole: { const: true } }, required: ['hole'] },
      },
    },
  },
}

const withCoins = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', coin)
  for (let number = 1; number <= 30; number++)
    await request('POST', '/api/coin', {
      name: `Coin ${String(number).padStart(2, '0')}`,
      kind: number % 2 ? 'au' : 'ag',
    })
}

const xOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).first().boundingBox())?.x ?? -1

inBrowser('from one record to the next of its list, and from one new record to another', async (t, open) => {
  const { page } = await open({ data: withCoins, path: '/content/coin?sort=name&size=25&_filter[kind][eq]=au' })
  await page.getByRole('link', { name: 'Coin 01' }).click()
  await headingOf(page, 'Coin 01').waitFor()
  t.equal(await page.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled'), 'true')
  await page.getByRole('button', { name: 'Next' }).click()
  await headingOf(page, 'Coin 03').waitFor()
  await page.locator('button:focus').and(page.getByLabel('Next')).waitFor()
  await page.keyboard.press('j')
  await headingOf(page, 'Coin 05').waitFor()
  await page.keyboard.press('k')
  await headingOf(page, 'Coin 03').waitFor()
  t.match(await page.locator('header.face').innerText(), /Kind\s+Gold/)
  t.equal(await page.getByText('Width').count(), 0, 'what does not apply is not shown')
  await page.getByRole('heading', { name: 'Shape' }).waitFor()
  await keepShots(page, 'record of a list')
  await noViolations(t, page, 'a record of a list')
  const values = await xOf(page, 'header.face h2')
  await page.getByRole('banner').getByRole('link', { name: 'Coins' }).click()
  await page.waitForURL(/_filter\[kind\]\[eq\]=au/)
  await page.locator('tr:focus', { hasText: 'Coin 03' }).waitFor()

  await page.keyboard.press('Enter')
  await headingOf(page, 'Coin 03').waitFor()
  await page.keyboard.press('c')
  await page.waitForURL(/coin\/new/)
  await page.locator('input:focus').and(page.getByLabel(/^Name/)).waitFor()
  const created = await xOf(page, 'form.form')
  t.ok(
    Math.abs(created + 8 - values) < 12,
    `what is read and what is typed stand at the same place (${values}, ${created})`,
  )
  await page.keyboard.type('Coin 99')
  await page.getByRole('button', { name: 'Save and create another' }).click()
  await page.getByText('Created “Coin 99”.').first().waitFor()
  await page.locator('input:focus').and(page.getByLabel(/^Name/)).waitFor()
  t.equal(await page.getByLabel(/^Name/).inputValue(), '')
  await page.keyboard.press('Tab')
  t.equal(await page.getByText('One field needs another look').count(), 0)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await headingOf(page, 'Coin 99').waitFor()
})

inBrowser('the next one after the last of a page is the first of the page after it', async (t, open) => {
  const { page } = await open({ data: withCoins, path: '/content/coin?sort=name&size=25' })
  await page.getByRole('link', { name: 'Coin 25' }).click()
  await headingOf(page, 'Coin 25').waitFor()
  await page.keyboard.press('j')
  await headingOf(page, 'Coin 26').waitFor()
  await page.keyboard.press('k')
  await headingOf(page, 'Coin 25').waitFor()
  await page.keyboard.press('j')
  await headingOf(page, 'Coin 26').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Coins' }).click()
  await page.locator('tr:focus', { hasText: 'Coin 26' }).waitFor()
  t.match(page.url(), /page=2/)
})
