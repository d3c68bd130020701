import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { shellIsThere } from './open-admin.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

inBrowser('the shell loads and shows the user', async (t, open) => {
  const { page, visit } = await open()
  await shows(t, () => page.title(), /Plinth/)
  await page.getByRole('navigation').first().waitFor()
  await page.getByText('Admin', { exact: true }).first().waitFor()
  await shows(
    t,
    () => page.locator('.icon-button[aria-pressed]').count(),
    0,
    'a button without an on state is not a toggle',
  )
  await keepShots(page, 'shell')
  await noViolations(t, page, 'the shell')
  const phone = await visit({ as: 'member@example.com', size: 'phone' })
  await keepShots(phone.page, 'shell')
  await noViolations(t, phone.page, 'the shell on a phone')
  const overflow = await phone.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  t.ok(overflow <= 0, `nothing is wider than the phone (${overflow})`)
})

inBrowser('an unknown address shows a message, also after a reload', async (t, open) => {
  const { page, go } = await open({ path: null })
  await go('/none/at/all?x=1')
  const main = page.locator('main')
  await shows(t, () => main.innerText(), /Page not found/i)
  const said = await main.innerText()
  await page.reload()
  await shellIsThere(page)
  await shows(t, () => main.innerText(), said)
  await shows(t, () => page.url(), /\/none\/at\/all\?x=1$/)
})

inBrowser('a missing record is reported as missing', async (t, open) => {
  const { context } = await open()
  const ask = async (path: string, accept: string): Promise<number> =>
    (await context.request.get(path, { headers: { accept } })).status()
  t.equal(await ask('/assets/none.js', '*/*'), 404)
  t.equal(await ask('/api/none/a/b/c', 'text/html'), 404)
  t.equal(await ask('/none', 'text/html'), 200, 'which the application answers')
})

inBrowser(
  'in production mode users sign in with the identity provider, and return to the page that they opened',
  async (t, open) => {
    const { page, signedIn, context } = await open({ mode: 'production', path: null })
    await page.goto('/none/at/all?x=1')
    const signIn = { name: /sign in/i }
    await page.getByRole('link', signIn).or(page.getByRole('button', signIn)).first().waitFor()
    await keepShots(page, 'sign-in')
    await noViolations(t, page, 'sign-in')
    await page.getByRole('link', signIn).or(page.getByRole('button', signIn)).first().click()
    await page.getByLabel('Login').fill('root')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${signedIn?.frontendUrl}/none/at/all?x=1`)
    await shellIsThere(page)
    await page.getByText('root', { exact: true }).first().waitFor()
    await showsPart(t, () => context.cookies(signedIn?.frontendUrl), [
      { name: 'svc_session', secure: true, httpOnly: true },
    ])
  },
)

inBrowser('only scripts of the service run', async (t, open) => {
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
