import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { inBrowser } from './in-browser.ts'
import { shows } from './shows.ts'

const text = { type: 'string' }
const types = [
  {
    name: 'Nation',
    slug: 'nation',
    schema: { type: 'object', 'x-label': '{name} ({code})', properties: { name: text, code: text } },
  },
  {
    name: 'City',
    slug: 'city',
    schema: {
      type: 'object',
      'x-label': '{name}, {country.name}',
      properties: { name: text, country: { ...text, 'x-resource-type': 'nation' } },
    },
  },
  {
    name: 'Trip',
    slug: 'trip',
    schema: { type: 'object', properties: { name: text, to: { ...text, 'x-resource-type': 'city' } } },
  },
]

async function data(app: TestApp): Promise<void> {
  for (const type of types) await app.request('POST', '/api/resource-types', type)
  const italy = (await app.request('POST', '/api/nation', { name: 'Italy', code: 'IT' })).json<Resource>().id
  const names = ['Rome', ...Array.from({ length: 25 }, (_, at) => `Rome ${at + 1}`), 'Aosta']
  const operations = names.map(name => ({ op: 'create', data: { name, country: italy } }))
  await app.request('POST', '/api/city/_bulk', { operations })
  await app.request('POST', '/api/trip', { name: 'Summer' })
}

const picker = (page: Page) => page.getByRole('combobox', { name: 'To' })

inBrowser('a record is found by the name that is shown, the best one first', async (t, open) => {
  const { page, go } = await open({ data, path: '/content/trip/new' })
  await picker(page).click()
  await picker(page).fill('Rome')
  const options = page.getByRole('option')
  await page.getByRole('option', { name: 'Rome, Italy', exact: true }).waitFor()
  await shows(t, () => options.first().innerText(), 'Rome, Italy', 'older than twenty-five others')
  await shows(t, async () => (await options.filter({ hasText: 'Rome' }).count()) >= 26, true, 'and all others follow')
  await picker(page).fill('Rome 7, Italy')
  await shows(t, () => options.first().innerText(), 'Rome 7, Italy')
  await picker(page).press('Enter')
  await shows(t, () => picker(page).inputValue(), 'Rome 7, Italy')

  await go('/content/city')
  await page.getByRole('link', { name: 'Aosta, Italy', exact: true }).waitFor()
  const heading = page.getByRole('columnheader', { name: 'City' })
  await heading.getByRole('button').first().press('Enter')
  await shows(t, () => page.url(), /sort=name/)
  await shows(t, () => page.locator('tbody tr').first().innerText(), /Aosta, Italy/)

  await go('/content/trip')
  const target = page.getByRole('columnheader', { name: 'To' })
  await shows(t, () => target.getAttribute('aria-description'), /not the order of their names/)
})
