import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { pathOf, placeOf } from './record-samples.ts'
import { shows, showsPart } from './shows.ts'

const reference = { type: ['string', 'null'], 'x-resource-type': 'category' }
const types = [
  { name: 'Category', slug: 'category', schema: { type: 'object', properties: { name: { type: 'string' } } } },
  {
    name: 'Article',
    slug: 'article',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        main: reference,
        more: { type: 'array', items: { ...reference, type: 'string' } },
      },
    },
  },
]

inBrowser('a version is restored without what was archived since', async (t, open) => {
  const { page, go, app } = await open({ path: null })
  for (const type of types) await app.request('POST', '/api/resource-types', type)
  const made = async (slug: string, data: object): Promise<Resource> =>
    (await app.request('POST', `/api/${slug}`, data)).json<Resource>()
  const main = await made('category', { name: 'Main' })
  const side = await made('category', { name: 'Side' })
  const article = await made('article', { name: 'First', main: main.id, more: [main.id, side.id] })
  await app.request('PUT', pathOf(article), { name: 'Second', main: null, more: [] })
  t.ok((await app.request('DELETE', pathOf(main))).statusCode < 300)

  await go(`${placeOf(article)}?show=history`)
  await page.getByRole('button', { name: /^2 Changed.*Main: Main \(archived\) → –/ }).waitFor()
  await page.getByRole('button', { name: /^1 Created/ }).click()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Not restored' })
  await refusal.getByRole('button', { name: 'Restore without Main', exact: true }).waitFor()
  await shows(t, () => page.getByText('No access').count(), 0)
  await noViolations(t, page, 'a version that cannot be restored as it was')
  await refusal.getByRole('button', { name: 'Restore without Main', exact: true }).click()
  await page.getByRole('heading', { name: 'First', level: 1, exact: true }).waitFor()
  const now = async (): Promise<object | undefined> =>
    (await app.request('GET', pathOf(article))).json<Resource>().data['@graph'][0]
  await showsPart(t, now, { name: 'First', more: [side.id] })
  t.equal((await now())?.['main' as keyof object], undefined)
})
