import { movie, withMovies } from '../movies.ts'
import { noViolations } from './accessible.ts'
import { bothStores, inBrowser } from './in-browser.ts'
import { shellIsThere } from './open-admin.ts'
import { keepShots } from './shots.ts'
import { transferredBy } from './transferred.ts'

const list = '/types/movie'

/** A type with a few resources. */
const data = async (app: Parameters<typeof withMovies>[0]): Promise<void> => {
  await withMovies(app)
  for (const title of ['Alien', 'Brazil', 'Casablanca']) {
    await app.request('POST', '/api/movie', { title, year: 1979, status: 'seen' })
  }
}

inBrowser(
  'the shell loads, learns of the types, and goes from page to page',
  async (t, open) => {
    const { page } = await open({ data })
    t.match(await page.title(), /Plinth/)
    const link = page.getByRole('navigation').getByRole('link', { name: 'Movie', exact: false }).first()
    await link.click()
    await page.getByRole('link', { name: 'Alien' }).first().waitFor()
    t.equal(new URL(page.url()).pathname, list)
    await page.goBack()
    t.equal(new URL(page.url()).pathname, '/')
    await keepShots(page, 'shell')
    await noViolations(t, page, 'the first page')
  },
  bothStores,
)

inBrowser('an address deep in the application is the same after it is loaded anew', async (t, open) => {
  const { page, go } = await open({ data, path: null })
  await go(`${list}?sort=title`)
  await page.getByRole('link', { name: 'Brazil' }).first().waitFor()
  const before = page.url()
  await page.reload()
  await shellIsThere(page)
  await page.getByRole('link', { name: 'Brazil' }).first().waitFor()
  t.equal(page.url(), before)
})

inBrowser('what is not there is said to be not there', async (t, open) => {
  const { context, page, go } = await open()
  const ask = async (path: string, accept: string): Promise<number> =>
    (await context.request.get(path, { headers: { accept } })).status()
  t.equal(await ask('/assets/none.js', '*/*'), 404)
  t.equal(await ask('/api/none', 'text/html'), 404)
  t.equal(await ask('/none', 'text/html'), 200, 'which the application answers')
  await go('/none/at/all')
  t.match(await page.locator('main').innerText(), /\S/)
})

inBrowser(
  'in production mode people sign in with the identity provider, and are where they wanted to be',
  async (t, open) => {
    const { page, signedIn, context } = await open({ mode: 'production', data, path: null })
    await page.goto(`${list}?sort=title`)
    await page
      .getByRole('link', { name: /sign in/i })
      .or(page.getByRole('button', { name: /sign in/i }))
      .first()
      .click()
    await page.getByLabel('Login').fill('root')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Brazil' }).first().waitFor()
    t.equal(new URL(page.url()).origin, signedIn?.frontendUrl)
    t.equal(new URL(page.url()).pathname, list)
    t.match(await context.cookies(signedIn?.frontendUrl), [{ name: 'svc_session', secure: true, httpOnly: true }])
  },
)

inBrowser('no script runs but those of the service', async (t, open) => {
  const { page, problems } = await open()
  problems.expect(/CSP|Content Security Policy/)
  const ran = await page.evaluate<unknown[]>(`new Promise(resolve => {
    const inline = document.createElement('script')
    inline.textContent = 'globalThis.inlineRan = true'
    document.body.append(inline)
    const elsewhere = document.createElement('script')
    elsewhere.src = 'data:text/javascript,globalThis.elsewhereRan = true'
    elsewhere.onerror = () => setTimeout(() => {
      try { new Function('globalThis.madeRan = true')() } catch {}
      resolve([globalThis.inlineRan, globalThis.elsewhereRan, globalThis.madeRan])
    })
    document.body.append(elsewhere)
  })`)
  t.strictSame(ran.filter(Boolean), [])
})

inBrowser('the first load of a list is small', async (t, open) => {
  const { page, go } = await open({ data, path: null })
  const files = await transferredBy(page, () => go(list))
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  t.comment(`${total} bytes of scripts and styles in ${files.length} files, for the list of ${movie.name}`)
  t.ok(files.length > 1 && total > 20_000, 'something was measured')
  t.ok(total <= 170_000, JSON.stringify(files))
})
