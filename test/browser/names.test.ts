import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

/** A generated id, which users should not see. */
const ulid = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/

const ingredient = {
  name: 'Ingredient',
  slug: 'ingredient',
  context: {},
  schema: {
    type: 'object',
    'x-icon': 'carrot',
    'x-color': 'orange',
    'x-titles': { de: { one: 'Zutat', many: 'Zutaten' } },
    properties: { name: { type: 'string', 'x-titles': { de: 'Bezeichnung' } } },
  },
}
const line = {
  name: 'Recipe line',
  slug: 'recipe-line',
  context: {},
  schema: {
    type: 'object',
    'x-label': '{quantity} {unit} {ingredient}',
    properties: {
      quantity: { type: 'integer' },
      unit: { enum: ['cups', 'g'] },
      ingredient: { type: 'string', 'x-resource-type': 'ingredient' },
      state: { enum: ['in-progress', 'done'] },
      since: { type: 'string', format: 'date-time' },
    },
  },
}
const strike = {
  name: 'Bird strike',
  slug: 'bird-strike',
  context: {},
  schema: { type: 'object', properties: { height: { type: 'integer' } } },
}

async function make({ request }: Pick<TestApp, 'request'>, slug: string, data: object): Promise<Resource> {
  const answer = await request('POST', `/api/${slug}`, data)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Resource>()
}

const data = async (app: TestApp): Promise<void> => {
  for (const type of [ingredient, line, strike]) await app.request('POST', '/api/resource-types', type)
  const { id } = await make(app, 'ingredient', { name: 'Flour' })
  const since = '2020-04-10T18:30:00Z'
  await make(app, 'recipe-line', { quantity: 2, unit: 'cups', ingredient: id, state: 'in-progress', since })
  const operations = Array.from({ length: 130 }, (_, height) => ({ op: 'create', data: { height } }))
  await app.request('POST', '/api/bird-strike/_bulk', { operations })
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const visible = (page: Page): Promise<string> => page.locator('body').innerText()

inBrowser('everything has a readable name in the user’s language, never an id', async (t, open) => {
  const { page, go } = await open({ data, path: '/' })
  const changes = page.getByRole('list', { name: 'Recent changes' })
  await changes.getByRole('link', { name: /^130 bird strikes created by you/ }).waitFor()
  await changes.getByRole('link', { name: /^2 cups Flour Recipe line created by you/ }).waitFor()
  await shows(
    t,
    () => changes.getByText('Bird strike', { exact: true }).count(),
    1,
    'only the type is shown in addition',
  )
  await keepShots(page, 'home-names')
  await noViolations(t, page, 'home')
  t.notMatch(await visible(page), ulid)

  await navigation(page).getByRole('link', { name: 'Recipe lines' }).press('Enter')
  const row = page.getByRole('row', { name: '2 cups Flour' })
  await row.getByRole('link', { name: '2 cups Flour' }).waitFor()
  await shows(
    t,
    () => row.innerText(),
    /In progress[^]*10 Apr 2020, \d/,
    'choices as labels, date-times with their time',
  )
  t.notMatch(await visible(page), ulid)
  await go('/content/bird-strike')
  await page
    .getByRole('link', { name: /^Bird strike of \d+ \w+ \d{4}$/ })
    .first()
    .press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Bird strike of / }).waitFor()
  await keepShots(page, 'record-names')
  await navigation(page).locator('[aria-current]', { hasText: 'Bird strikes' }).waitFor()

  await go('/content/ingredient/new')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Half a')
  await navigation(page).getByRole('link', { name: 'Home' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click()
  await page.getByRole('list', { name: 'Your drafts' }).getByRole('link', { name: 'New ingredient' }).press('Enter')
  await page.getByRole('button', { name: 'Restore draft' }).press('Enter')
  await shows(t, () => page.getByLabel('Name').inputValue(), 'Half a')

  await page.evaluate("localStorage['plinth.language'] = 'de'")
  await go('/content/ingredient')
  await page.getByRole('heading', { level: 1, name: 'Zutaten' }).waitFor()
  await page.getByRole('columnheader', { name: 'Bezeichnung' }).waitFor()
})

inBrowser('a user with few rights sees what is allowed, and no request is refused', async (t, open) => {
  const { page, go, app, signedIn } = await open({ mode: 'production', as: 'ann', path: null, data })
  await signedIn?.signIn('ann')
  const permissions = { member: { 'recipe-line': ['odrl:read'] } }
  await app.request('PUT', '/api/settings/role-access', { roles: permissions })
  const refused: string[] = []
  page.on('response', response => {
    if (response.status() === 403) refused.push(response.url())
  })
  await go('/')
  await navigation(page).getByRole('link', { name: 'Recipe lines' }).waitFor()
  await page.getByRole('list', { name: 'Recent changes' }).getByRole('listitem').first().waitFor()
  t.notMatch(await visible(page), /Ingredient|Bird/)
  await keepShots(page, 'home-reader')

  await page.getByRole('list', { name: 'Recent changes' }).getByRole('link').first().press('Enter')
  await page.getByText('No access').first().waitFor()
  await page.getByText('root', { exact: true }).first().waitFor() // the user who created it
  await keepShots(page, 'record-reader')
  t.strictSame(refused, [])

  await go('/content/recipe-line/new')
  await page.getByRole('alert').getByText('You do not have permission to create recipe lines').waitFor()
  await noViolations(t, page, 'what may not be created')
  await page.getByRole('link', { name: 'Open list “Recipe lines”' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Recipe lines' }).waitFor()
  await go('/content/nothing')
  await page.getByText('Type not found').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Go home' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await focuses(t, page, /main/)
  t.strictSame(refused, [])
})
