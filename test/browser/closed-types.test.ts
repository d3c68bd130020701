import { inBrowser } from './in-browser.ts'
import { shows } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const text = { type: 'string' }
const typeWith = (properties: object, ofPlace: object) => ({
  name: 'Tool',
  slug: 'tool',
  schema: {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: text,
      ...properties,
      place: { type: 'object', additionalProperties: false, properties: ofPlace },
    },
  },
})
const whole = typeWith({ note: text }, { room: text, shelf: text })
const reduced = typeWith({}, { room: text })

const stored = async ({ request }: TestApp, id: string): Promise<Record<string, unknown>> => {
  const [data = {}] = (await request('GET', `/api/tool/${id}`)).json<Resource>().data['@graph']
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith('@')))
}

inBrowser('the form of a closed type names what the type no longer declares, and removes it', async (t, open) => {
  const ids: string[] = []
  const data = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', whole)
    for (const title of ['Saw', 'Axe']) {
      const made = await request('POST', '/api/tool', { title, note: 'sharp', place: { room: 'Cellar', shelf: 'B' } })
      ids.push(made.json<Resource>().id)
    }
    await request('PUT', '/api/resource-types/tool', reduced)
  }
  const { page, app, go } = await open({ data, path: null })
  const [saw = '', axe = ''] = ids
  const notice = page.getByRole('status').filter({ hasText: 'have no place in this type' })
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true })

  await go(`/content/tool/${saw.split(':')[2]}?edit=1`)
  await notice.waitFor()
  await shows(t, () => notice.innerText(), /2 values[^]*Note[^]*"sharp"[^]*Place › Shelf[^]*"B"/, 'each with its value')
  await shows(t, () => page.getByText('They are kept as they are').count(), 0, 'nothing says the contrary')
  await page.getByLabel('Title').fill('Saw, long')
  await page.keyboard.press('Control+s')
  const summary = page.getByRole('region', { name: '2 fields are invalid' })
  await summary.getByRole('link', { name: /^Note is not a property/ }).click()
  await remove('Note').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await remove('Note').waitFor({ state: 'detached' })
  await summary.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Shelf is not a property/ }).click()
  await page.keyboard.press('Enter')
  await notice.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Saw, long' }).first().waitFor()
  t.strictSame(await stored(app, saw), { title: 'Saw, long', place: { room: 'Cellar' } })

  // A type that changes while its form is open.
  await app.request('PUT', '/api/resource-types/tool', whole)
  await go(`/content/tool/${axe.split(':')[2]}?edit=1`)
  await page.getByLabel('Note').waitFor()
  await page.getByLabel('Title').fill('Axe, new')
  await app.request('PUT', '/api/resource-types/tool', reduced)
  await page.keyboard.press('Control+s')
  await remove('Note').waitFor()
  await remove('Note').click()
  await remove('Place › Shelf').click()
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Axe, new' }).first().waitFor()
  t.strictSame(await stored(app, axe), { title: 'Axe, new', place: { room: 'Cellar' } })
})
