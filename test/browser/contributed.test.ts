import { inBrowser } from './in-browser.ts'
import { shows } from './shows.ts'

const rows = [
  { id: 'a', name: 'Ada', address: { city: 'London', 'post.code': 'N1' }, 'a.b': 'whole', a: { b: 'inner' } },
  { id: 'b', name: 'Bea', address: null, a: 'text' },
]
const columns = ['name', 'address.city', 'a.b', 'address.none'].map(name => ({ name, title: name }))
const screen = {
  name: 'guests',
  path: '/guests',
  title: 'Guests',
  icon: 'users',
  section: 'people',
  list: { url: '/api/guests', columns },
}
const plugin = `export default {
  name: 'guests', version: '1.0.0', requires: [], provides: [], contributes: { screens: [${JSON.stringify(screen)}] },
  register({ app }) {
    const query = { type: 'object', properties: { limit: { type: 'integer' }, cursor: { type: 'string' } } }
    app.get('/api/guests', { config: { access: 'public' }, schema: { querystring: query } }, () => (
      { data: ${JSON.stringify(rows)}, cursor: '', has_more: false }
    ))
    return {}
  },
}`

inBrowser('dots in the columns of a contributed screen lead into objects', async (t, open) => {
  const directory = t.testdir({ 'guests.mjs': plugin })
  const { page } = await open({ plugins: { './guests.mjs': true }, config: { directory }, path: '/guests' })
  const cells = async (name: string): Promise<string[]> =>
    (await page.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts()).map(text => text.trim())
  await page.getByText('Ada').waitFor()
  const [empty] = (await cells('Bea')).slice(-1)
  await shows(t, async () => (await cells('Ada')).join(' | '), `Ada | London | whole | ${empty}`)
  await shows(t, async () => (await cells('Bea')).join(' | '), `Bea | ${empty} | ${empty} | ${empty}`)
})
