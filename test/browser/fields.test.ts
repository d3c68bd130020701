import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { packageRoot } from '../../kernel/package-root.ts'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption } from './keyboard.ts'
import { shows } from './shows.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    taste: { type: 'integer', minimum: 1, maximum: 5, 'x-format': 'rating' },
    servings: { type: 'integer' },
  },
  required: ['name'],
}

const data = async ({ request }: TestApp): Promise<void> => {
  await request('POST', '/api/resource-types', { name: 'Dish', slug: 'dish', schema })
  await request('POST', '/api/dish', { name: 'Soup', taste: 2, servings: 4 })
  await request('POST', '/api/dish', { name: 'Cake', taste: 5, servings: 8 })
}

/** The address of the module with a registry. @param adds the function that adds to it */
function registryModule(name: 'fields' | 'layouts', adds: string): string {
  const folder = join(packageRoot, 'dist', 'admin', 'assets')
  const file = readdirSync(folder).find(
    file =>
      file.startsWith(`${name}-`) && file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes(adds),
  )
  return `/assets/${file ?? 'no module with the registry'}`
}

const rating = `
  import { addFields, fieldOf } from '${registryModule('fields', 'addFields')}'
  addFields({
    kind: 'rating',
    tester: ({ schema }) => (schema['x-format'] === 'rating' ? 100 : -1),
    types: ['number'],
    show: ({ value }) => '★'.repeat(value),
    cell: { input: fieldOf('integer').cell.input },
    filter: { comparisons: ['gte', 'eq'] },
    starter: {
      label: () => 'Rating',
      icon: () => '★',
      schema: { type: 'integer', minimum: 1, maximum: 5, 'x-format': 'rating' },
    },
  })
`

const ranking = `
  import { addLayout, useListContext } from '${registryModule('layouts', 'addLayout')}'
  const Ranking = () => {
    const { list, viewLayout } = useListContext()
    const nodes = list.rows.value.map(row => row.data['@graph'][0])
    const numberOf = node => node[viewLayout.value.property]
    return nodes.sort((a, b) => numberOf(b) - numberOf(a)).map(({ name }, at) => \`\${at + 1}. \${name}\`).join(', ')
  }
  addLayout({
    kind: 'ranking',
    label: () => 'Ranking',
    icon: () => '1.',
    fits: ({ kind }) => kind === 'integer',
    load: async () => Ranking,
    isPaged: true,
  })
`

/** Run a script in the admin that is open, as a plugin could serve it. */
async function runScript(page: Page, body: string): Promise<void> {
  await page.route('**/added.js', route => route.fulfill({ contentType: 'text/javascript', body }))
  await page.addScriptTag({ type: 'module', url: '/added.js' })
}

inBrowser('a kind that is added while the admin runs is used everywhere', async (t, open) => {
  const { page, app } = await open({ data, path: '/types/dish' })
  await page.getByRole('button', { name: /^Taste/, expanded: false }).click()
  const kind = page.getByLabel('Kind', { exact: true })
  await shows(t, () => kind.locator('option:checked').innerText(), 'Whole number')
  await runScript(page, rating)
  await kind.locator('option:checked', { hasText: 'Rating' }).waitFor({ state: 'attached' })
  await shows(t, () => page.getByLabel('Minimum').count(), 0, 'its schema defines the limits')
  await page.getByRole('button', { name: /^Servings/, expanded: false }).click()
  await kind.selectOption('Rating')
  await page.getByRole('button', { name: /Servings.*Rating/ }).waitFor()
  await kind.selectOption('Whole number')

  await page.getByRole('navigation').getByRole('link', { name: 'Dish' }).first().click()
  const cell = page.getByRole('row', { name: 'Cake' }).locator('td[data-column="taste"]')
  await cell.getByText('★★★★★').waitFor()

  await cell.dblclick()
  await page.getByRole('textbox', { name: 'New value for Taste' }).fill('3')
  await page.keyboard.press('Enter')
  await cell.getByText('★★★', { exact: true }).waitFor()

  await page.keyboard.press('f')
  await page.getByPlaceholder('Type to search').fill('Taste')
  await chooseOption(page, 'Taste')
  const comparison = page.getByRole('combobox', { name: 'Comparison for Taste' })
  await shows(t, () => comparison.locator('option').allInnerTexts(), ['is at least', 'is'])
  await page.getByRole('textbox', { name: 'Value for Taste' }).fill('3')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Soup' }).waitFor({ state: 'detached' })
  await noViolations(t, page, 'a list with an added kind')

  await page.getByRole('link', { name: 'Cake' }).click()
  await page.getByRole('definition').getByText('★★★', { exact: true }).waitFor()
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Taste' })
  await shows(t, () => field.inputValue(), '3')
  await field.fill('4')
  await page.keyboard.press('Control+s')
  await page.getByRole('definition').getByText('★★★★', { exact: true }).waitFor()
  const stored = (await app.request('GET', '/api/dish?_filter[name][eq]=Cake')).json<{ data: unknown[] }>()
  t.match(stored.data, [{ data: { '@graph': [{ taste: 4, servings: 8 }] } }])
})

inBrowser('a layout that is added while the admin runs is offered, and shown by its address', async (t, open) => {
  const { page, go } = await open({ data, path: '/content/dish' })
  await page.getByRole('row', { name: 'Cake' }).waitFor()
  await shows(t, () => page.getByRole('group', { name: 'Layout' }).count(), 0, 'there is only the table')

  await runScript(page, ranking)
  const layouts = page.getByRole('group', { name: 'Layout' })
  await layouts.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('menuitemradio', { name: 'Ranking' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('1. Cake, 2. Soup').waitFor()
  await shows(t, () => page.url(), /[?&]layout=ranking\b/)
  await layouts.getByRole('button', { name: 'Taste' }).waitFor()
  await noViolations(t, page, 'a list in an added layout')

  await go(new URL(page.url()).pathname + new URL(page.url()).search)
  await page.getByRole('row', { name: 'Cake' }).waitFor() // without the script there is no such layout
  await runScript(page, ranking)
  await page.getByText('1. Cake, 2. Soup').waitFor()
})
