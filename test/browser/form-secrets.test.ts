import type { Locator, Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { shows } from './shows.ts'

const text = { type: 'string' }

const door = {
  type: 'object',
  required: ['name', 'password'],
  properties: {
    name: text,
    password: { ...text, format: 'password', minLength: 4, 'x-unique': true },
    floor: { type: 'integer' },
    pin: { type: 'integer', writeOnly: true, 'x-unique': true },
    codes: { type: 'array', items: { ...text, writeOnly: true } },
    address: { type: 'object', properties: { city: text, token: { ...text, writeOnly: true } } },
  },
} as const

const withDoors = async ({ request }: TestApp): Promise<void> => {
  const answer = await request('POST', '/api/resource-types', { name: 'Door', slug: 'door', schema: door })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

const field = (page: Page, path: string): Locator => page.locator(`[data-path="${path}"] :is(input, textarea)`)
const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true }).last()

/** Whether a unique secret has a value: another resource cannot have it. */
async function isStored({ request }: TestApp, secrets: { password?: string; pin?: number }): Promise<boolean> {
  const { statusCode } = await request('POST', '/api/door/_check', { name: 'Other', password: 'another', ...secrets })
  return statusCode === 409
}

inBrowser('what is never shown is set, kept, replaced and removed', async (t, open) => {
  const { page, app, go } = await open({ data: withDoors, path: '/content/door/new' })
  const save = async (): Promise<void> => {
    await saveButton(page).click()
    await page.getByText('Saved “Front”').first().waitFor()
    await page.getByRole('button', { name: /^Edit/ }).waitFor()
  }
  const edit = async (): Promise<void> => {
    await go(new URL(page.url()).pathname)
    await page.getByRole('button', { name: /^Edit/ }).click()
    await field(page, 'password').waitFor()
  }

  await field(page, 'name').fill('Front')
  await page.getByRole('button', { name: 'Create Door' }).click()
  await page.getByRole('link', { name: /Password/ }).waitFor()
  t.equal(await page.getByText('Stored values are not shown').count(), 0, 'nothing is stored yet')
  t.equal(await field(page, 'password').getAttribute('type'), 'password')
  t.equal(await field(page, 'password').getAttribute('autocomplete'), 'new-password')
  await field(page, 'password').fill('first word')
  await field(page, 'pin').fill('1234')
  await page.getByRole('button', { name: 'Create Door' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  await page.getByRole('button', { name: /^Edit/ }).waitFor()
  t.equal(await page.locator('dt', { hasText: /Password|Pin|Codes/ }).count(), 0, 'the record shows none')
  t.ok(await isStored(app, { password: 'first word' }))
  t.ok(await isStored(app, { pin: 1234 }))

  await edit()
  t.equal(await field(page, 'password').inputValue(), '')
  t.equal(await field(page, 'pin').inputValue(), '')
  await shows(t, () => page.getByText('Stored values are not shown. Leave it empty to keep the stored one.').count(), 3)
  t.equal(await page.getByRole('button', { name: 'Remove the stored value of Password' }).count(), 0, 'it is required')
  await noViolations(t, page, 'a form with secrets')
  await field(page, 'floor').fill('2')
  await field(page, 'password').fill('typed')
  await field(page, 'password').fill('')
  await save()
  t.ok(await isStored(app, { password: 'first word' }), 'it is kept')
  t.ok(await isStored(app, { pin: 1234 }))

  await edit()
  await field(page, 'password').fill('second word')
  await shows(t, () => page.evaluate('Object.keys(localStorage).some(key => key.startsWith("plinth.draft."))'), true)
  t.notMatch(await page.evaluate('JSON.stringify(localStorage)'), 'second word', 'the browser keeps none')
  await save()
  t.ok(await isStored(app, { password: 'second word' }))
  t.notOk(await isStored(app, { password: 'first word' }), 'it is replaced')

  await edit()
  await page.getByRole('button', { name: 'Remove the stored value of Pin' }).click()
  await page.getByText('Pin: the stored value is removed when you save.').waitFor()
  await page.getByRole('button', { name: 'Keep the stored value of Pin' }).click()
  await field(page, 'pin').waitFor()
  await page.getByRole('button', { name: 'Remove the stored value of Pin' }).click()
  await noViolations(t, page, 'a secret that is removed')
  await save()
  t.notOk(await isStored(app, { pin: 1234 }), 'it is removed')
  t.ok(await isStored(app, { password: 'second word' }))

  await go('/content/door')
  await page.getByRole('columnheader', { name: 'Floor' }).waitFor()
  t.equal(await page.getByRole('columnheader', { name: /Password|Pin|Codes/ }).count(), 0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Floor' }).waitFor()
  t.equal(await page.getByRole('checkbox', { name: /Password|Pin|Codes/ }).count(), 0, 'no column to choose')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /Filter/ })
    .first()
    .click()
  await page
    .getByRole('option', { name: 'Floor' })
    .or(page.getByRole('menuitem', { name: 'Floor' }))
    .first()
    .waitFor()
  t.equal(await page.getByText(/^(?:Password|Pin|Codes|Address › Token)$/).count(), 0, 'no filter')
})
