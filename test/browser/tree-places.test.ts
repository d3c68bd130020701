import { inBrowser } from './in-browser.ts'
import { said } from './said.ts'
import { shows } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const area = {
  name: 'Area',
  slug: 'area',
  schema: {
    type: 'object',
    required: ['code', 'name'],
    'x-label': '{name}',
    properties: {
      code: { type: 'string' },
      name: { type: 'string' },
      parent: { type: 'string', 'x-resource-type': 'area' },
    },
  },
}

/** Europe, Italy, Rome and Trastevere below each other; Asia; a circle of three with a row below it; and a row that is its own parent. */
async function withAreas({ request }: TestApp, ids: Map<string, string>): Promise<void> {
  await request('POST', '/api/resource-types', area)
  const make = async (name: string, parent?: string): Promise<void> => {
    const data = { code: name.slice(0, 2), name, ...(parent !== undefined && { parent: ids.get(parent) }) }
    ids.set(name, (await request('POST', '/api/area', data)).json<Resource>().id)
  }
  const below = async (name: string, parent: string): Promise<void> => {
    await request('PATCH', `/api/area/${ids.get(name)}`, { parent: ids.get(parent) })
  }
  await make('Europe')
  await make('Italy', 'Europe')
  await make('Rome', 'Italy')
  await make('Trastevere', 'Rome')
  await make('Asia')
  for (const name of ['North', 'West', 'South', 'Self']) await make(name)
  await below('North', 'West')
  await below('West', 'South')
  await below('South', 'North')
  await below('Self', 'Self')
  await make('Below south', 'South')
}

inBrowser('each record has a place in the tree, and no form offers a parent below it', async (t, open) => {
  const ids = new Map<string, string>()
  const { page, go } = await open({ data: app => withAreas(app, ids), path: '/content/area?layout=tree&by=parent' })
  const names = (): Promise<string[]> => page.locator('tr[data-row] a.name').allInnerTexts()
  const group = page.getByRole('rowheader', { name: /^Without a place/ })

  await group.waitFor()
  await shows(t, names, ['Asia', 'Europe', 'North', 'Self', 'South', 'West'], 'by name; circles at the end')
  await shows(t, () => group.innerText(), /^Without a place: 4/)
  await shows(t, () => page.getByRole('columnheader').first().innerText(), 'Area', 'as in the table')
  await page.locator('tr[data-row]').filter({ hasText: 'South' }).getByRole('button', { name: 'Expand South' }).click()
  await shows(t, names, ['Asia', 'Europe', 'North', 'Self', 'South', 'Below south', 'West'])

  const italy = `/content/area/${ids.get('Italy')?.split(':')[2]}`
  await go(`${italy}?edit=1`)
  await page.getByRole('combobox', { name: 'Parent' }).click()
  const options = page.getByRole('option')
  await options.filter({ hasText: 'Asia' }).waitFor()
  await shows(
    t,
    async () => (await options.allInnerTexts()).map(one => one.trim()).filter(one => /Rome|Trastevere|Italy/.test(one)),
    [],
    'neither itself nor what stands below it',
  )

  await go(`/content/area/${ids.get('Europe')?.split(':')[2]}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await said(page, 'Archived “Europe”. 1 record stands below it.')
  await go('/content/area?layout=tree&by=parent')
  await shows(t, () => group.innerText(), /^Without a place: 5/)
  await page.getByRole('button', { name: 'Expand Italy' }).click()
  await page.getByRole('link', { name: 'Rome', exact: true }).waitFor()
})
