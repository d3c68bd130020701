import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import { inBrowser } from './in-browser.ts'
import { shows } from './shows.ts'

const formatted = (contentMediaType: string) => ({ type: 'string', contentMediaType })
const note = {
  name: 'Note',
  slug: 'note',
  schema: {
    type: 'object',
    properties: { title: { type: 'string' }, marked: formatted('text/markdown'), page: formatted('text/html') },
  },
}

inBrowser('the links of formatted texts lead where they say', async (t, open) => {
  const ids: string[] = []
  const data = async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', note)
    const make = async (body: object): Promise<string> => (await request('POST', '/api/note', body)).json<Resource>().id
    const other = await make({ title: 'Other' })
    const links = ['https://e.example/online=1', 'https://e.example/style=bold/page', 'tel:+49123', other]
    ids.push(
      other,
      await make({
        title: 'Note',
        marked: links.map((address, at) => `[link ${at}](${address})`).join(' '),
        page: `<h2 id="a">Terms</h2><p><a href="#a">to the terms</a> <a href='https://e.example/"/onclick=/b'>odd</a></p>`,
      }),
    )
  }
  const { page, go } = await open({ data, path: null })
  const [other, all] = ids.map(id => `/content/note/${id.split(':')[2]}`)
  await go(all ?? '')
  const href = (name: string): Promise<string | null> =>
    page.getByRole('link', { name, exact: true }).getAttribute('href')
  await shows(t, () => href('link 0'), 'https://e.example/online=1')
  await shows(t, () => href('link 1'), 'https://e.example/style=bold/page')
  await shows(t, () => href('link 2'), 'tel:+49123')
  await shows(t, () => href('odd'), /^https:\/\/e\.example\/(?:"|%22)\/onclick=\/b$/)

  const heading = page.getByRole('heading', { name: 'Terms' })
  const id = (await heading.getAttribute('id')) ?? ''
  t.match(id, /..a$/, 'a prefix: an id of the text is no id of the admin')
  t.equal(await href('to the terms'), `#${id}`)
  t.equal(await page.getByRole('link', { name: 'to the terms' }).getAttribute('target'), null)
  await page.getByRole('link', { name: 'to the terms' }).click()
  await heading.waitFor()

  await page.getByRole('link', { name: 'link 3', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === other)
  await page.getByRole('heading', { name: 'Other' }).first().waitFor()
})
