import { packageRoot } from '../../kernel/index.ts'
import { startChromium } from '../../testing/internal/chromium.ts'
import { withMovies } from '../../testing/internal/movies.ts'
import { close, listen } from '../../testing/internal/oidc/provider.ts'
import { transferredBy } from '../../testing/internal/transferred.ts'
import { withFilmType } from './films.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses } from './keyboard.ts'
import { shellIsThere } from './open-admin.ts'
import { watchProblems } from './problems.ts'
import { shows, showsPart } from './shows.ts'
import { routed } from './routed.ts'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import type { TestApp } from '../../testing/index.ts'
import type { Page } from 'playwright-core'

const data = async ({ request }: TestApp): Promise<void> => {
  await withFilmType({ request } as TestApp)
  await request('POST', '/api/resource-types/presets/tasks')
  for (const title of ['Alien', 'Aliens', 'Brazil']) {
    await request('POST', '/api/movie', { title, releaseDate: '1979-05-25' })
  }
  await request('POST', '/api/project', { name: 'Alien research', description: 'What a quagga could still do.' })
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).and(page.locator(':focus')).waitFor()
}

/** The entry that Enter would choose. */
const marked = async (page: Page): Promise<string> =>
  (await palette(page).locator('[data-highlighted]').innerText()).replaceAll(/\s+/g, ' ').trim()

inBrowser('to a list, to a resource, to a new resource: by keyboard only', async (t, open) => {
  const { page } = await open({ data })
  await openPalette(page)
  await field(page).pressSequentially('mov')
  await option(page, /Movies/)
    .first()
    .waitFor()
  await shows(t, () => marked(page), /Movies$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/content/movie')
  await palette(page).waitFor({ state: 'detached' })

  await openPalette(page)
  await field(page).fill('alien')
  await option(page, /Alien research/).waitFor()
  const hits = palette(page).getByRole('group', { name: 'Movies' }).getByRole('option')
  await shows(
    t,
    async () => (await hits.allInnerTexts()).map(text => text.split('\n').find(line => line.trim().length > 1)),
    ['Alien', 'Aliens'],
    'under the name of their type, what is exactly the text first',
  )
  await palette(page).getByRole('group', { name: 'Projects' }).getByRole('option', { name: 'Alien research' }).waitFor()
  await shows(
    t,
    () => palette(page).getByRole('group', { name: 'Movies' }).locator('mark').allInnerTexts(),
    ['Alien', 'Alien'],
    'the words that matched are marked',
  )
  await field(page).fill('quagga')
  await option(page, /Alien research/).waitFor()
  await shows(
    t,
    () =>
      option(page, /Alien research/)
        .locator('mark')
        .allInnerTexts(),
    ['quagga'],
    'where the label does not contain the words, a part of the record does',
  )
  await field(page).fill('alien')
  await option(page, /^(?:M )?Aliens/).waitFor()
  while (!/^(?:M )?Aliens/.test(await marked(page))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/content\/movie\/\w{20,}/)

  await openPalette(page)
  await shows(t, () => marked(page), /Aliens/, 'recent choices come first')
  await page.keyboard.type('aliens')
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'detached' })
  await shows(t, () => page.url(), /\/content\/movie\/\w{20,}/)
  await openPalette(page)
  await page.keyboard.type('brazil')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Brazil' }).waitFor() // a user who is faster than the search gets its results

  await page.keyboard.press('c')
  await page.waitForURL('**/content/movie/new')
  await page.getByRole('navigation').getByRole('link', { name: 'Movies' }).and(page.locator('[aria-current]')).waitFor()
  await page.goto('/content/project')
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  await openPalette(page)
  await page.keyboard.type('create project')
  await option(page, 'Create project').waitFor()
  await shows(t, () => marked(page), /Create project/)
  await shows(t, () => option(page, 'Create project').count(), 1, 'only once, although the page offers it too')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/content/project/new')
})

inBrowser('it changes the appearance, reports when nothing matches, and restores the focus', async (t, open) => {
  const { page } = await open({ data })
  const search = page.getByRole('button', { name: 'Search and commands' })
  await search.focus()
  await page.keyboard.press('Enter')
  await field(page).fill('dark')
  await chooseOption(page, /Dark/)
  await page.locator('html[data-theme=dark]').waitFor()
  await field(page).fill('deutsch')
  await page.keyboard.press('Enter')
  await page.locator('html[lang=de]').waitFor()
  await page.getByRole('dialog', { name: 'Suche und Befehle' }).waitFor()
  await page.getByRole('combobox', { name: 'Suche und Befehle' }).fill('english')
  await page.keyboard.press('Enter')
  await field(page).fill('zzzzzz')
  await palette(page).getByText('No results for “zzzzzz”').waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await focuses(t, page, 'button Search and commands')
})

inBrowser('it stays open when it is reopened immediately after a choice', async (t, open) => {
  const { page } = await open({ data })
  for (let round = 0; round < 20; round++) {
    await openPalette(page)
    await page.keyboard.type(round % 2 === 0 ? 'aliens' : 'alien')
    await page.keyboard.press('Enter')
    await palette(page).waitFor({ state: 'detached' })
  }
  await shows(t, () => page.url(), /\/content\/movie\/\w{20,}/)
})

inBrowser('few requests are made, and outdated ones are aborted', async (t, open) => {
  const { page } = await open({ data })
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/search')) asked.push(new URL(request.url()).searchParams.get('q') ?? '')
  })
  await openPalette(page)
  await Promise.all([...'alien'].map(letter => page.keyboard.press(letter)))
  await option(page, /Alien research/).waitFor()
  await shows(t, () => asked.at(-1), 'alien')
  t.ok(asked.length < 'alien'.length, `nothing is requested while typing: ${asked.join(', ')}`)
})

inBrowser('Enter waits for the answer, and keys typed before it is open are kept', async (t, open) => {
  const { page, go } = await open({ data })
  const held: (() => void)[] = []
  await routed(page, '**/CommandPalette*.js', async route => {
    await new Promise<void>(resolve => held.push(resolve))
    await route.continue()
  })
  const chunk = page.waitForRequest('**/CommandPalette*.js')
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await chunk
  await page.keyboard.type('brazilian')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  for (const release of held) release()
  await page.getByRole('heading', { level: 1, name: 'Brazil' }).waitFor()
  await palette(page).waitFor({ state: 'detached' })

  await page.unroute('**/CommandPalette*.js')
  await go('/')
  held.length = 0
  await routed(page, '**/api/search*', async route => {
    await new Promise<void>(resolve => held.push(resolve))
    await route.continue()
  })
  await openPalette(page)
  const asked = page.waitForRequest('**/api/search*') // sent after a moment without a key, or at Enter
  await page.keyboard.type('br')
  await shows(t, () => marked(page), /Brazil/, 'the recent choice is shown at once')
  await page.keyboard.press('Enter')
  await asked
  await shows(t, () => palette(page).isVisible(), true)
  for (const release of held) release()
  await page.getByRole('heading', { level: 1, name: 'Brazil' }).waitFor()
})

inBrowser('a user finds the commands that they are allowed', async (t, open) => {
  const { page, app } = await open({ data, mode: 'production', as: 'ann', path: null })
  await app.request('PUT', '/api/settings/roles', { roles: ['admin', 'member', 'reader'] })
  await app.request('PUT', '/api/settings/role-access', { roles: { member: { movie: ['odrl:read'] } } })
  await page.goto('/content/movie')
  await page.locator('main').getByText('Brazil').first().waitFor()
  await openPalette(page)
  await field(page).fill('create')
  await palette(page)
    .getByText(/No results for/)
    .waitFor()
  await field(page).fill('alien')
  await option(page, /Aliens/).waitFor()
  await shows(t, () => option(page, /research/).count(), 0)
  await field(page).fill('sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sign-in')
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

inBrowser(
  'in production mode users sign in with the identity provider, and return to the page that they opened',
  async (t, open) => {
    const { page, signedIn, context } = await open({ mode: 'production', path: null })
    await page.goto('/none/at/all?x=1')
    const signIn = { name: /sign in/i }
    await page.getByRole('link', signIn).or(page.getByRole('button', signIn)).first().waitFor()
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

/** Maximum bytes of scripts and styles, as sent, when a list is opened for the first time. */
const budget = 192_000

const withThreeMovies = async (app: TestApp): Promise<void> => {
  await withMovies(app)
  for (const title of ['Alien', 'Brazil', 'Casablanca']) {
    await app.request('POST', '/api/movie', { title, year: 1979, status: 'seen' })
  }
}

/** A row of the list; the first page has links of the same name. */
const rowIn = (page: Page, name: string) => page.getByRole('row', { name })

/** Navigate from the first page to the list of movies. @returns its address */
async function openList(page: Page): Promise<string> {
  await page.getByRole('main').getByRole('heading').first().waitFor() // a navigation before the first page is loaded replaces it in the history
  await page.getByRole('navigation').getByRole('link', { name: 'Movie' }).first().click()
  await rowIn(page, 'Brazil').waitFor()
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

inBrowser('from page to page and back, also after reloading an address', async (t, open) => {
  const { page } = await open({ data: withThreeMovies })
  const list = await openList(page)
  await page.goBack()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await shows(t, () => new URL(page.url()).pathname, '/')
  await page.goForward()
  await rowIn(page, 'Brazil').waitFor()
  await page.reload()
  await shellIsThere(page)
  await rowIn(page, 'Brazil').waitFor()
  await shows(t, () => page.url().endsWith(list), true)
})

inBrowser('the first load of a list is small, in one language', async (t, open) => {
  const { page, visit } = await open({ data: withThreeMovies })
  const list = await openList(page)
  const fresh = await visit({ path: null })
  const files = await transferredBy(fresh.page, async () => {
    await fresh.go(list)
    await rowIn(fresh.page, 'Brazil').waitFor()
  })
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  t.comment(`${total} bytes of scripts and styles in ${files.length} files`)
  t.ok(files.length > 1 && total > 20_000, 'files were measured')
  t.ok(total <= budget, JSON.stringify(files))

  const german = await visit({ path: null, locale: 'de-DE' })
  const others = await transferredBy(german.page, async () => {
    await german.go(list)
    await rowIn(german.page, 'Brazil').waitFor()
  })
  await shows(t, () => german.page.locator('html').getAttribute('lang'), 'de')
  const without = (some: typeof files, all: typeof files): string[] =>
    some.map(({ path }) => path).filter(path => all.every(other => other.path !== path))
  const [english, deutsch] = [without(files, others), without(others, files)]
  t.ok(deutsch.length > 0, 'messages in German are files of their own')
  t.equal(english.length, deutsch.length, `each language loads only its own: ${JSON.stringify({ english, deutsch })}`)
  await german.page.goto('/system')
  await german.page.getByText('Schreiben gelingt.').waitFor() // what checks have found, too
  await german.page.getByText(/^Der Speicher hat [\d,]+ [kM]B\.$/).waitFor()
})

const document = join(packageRoot, 'plugins/openapi/fixtures/blog.yaml')
const plugins = { openapi: { document } }

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const rows = (page: Page) => page.getByRole('table').locator('tbody tr')

inBrowser(
  'the operations of the document are listed and searchable, with links to the documentation',
  async (t, open) => {
    const { page, context, visit } = await open({ plugins })
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'API', exact: true }).click()
    await page.getByRole('heading', { name: 'API', level: 1, exact: true }).waitFor()
    await row(page, /GET \/api\/blogs\/\{guid\} .*blog ViewController Signed in/).waitFor()
    await shows(t, () => rows(page).count(), 11)
    await page.getByText('Blog 1.2.3, from blog.yaml, under /api').waitFor()
    await row(page, /GET \/api\/odd .*None \(501\)/).waitFor()

    await page.keyboard.press('/')
    await page.locator(':focus').waitFor()
    await page.keyboard.type('delete')
    await row(page, /POST \/api\/blogs/)
      .first()
      .waitFor({ state: 'detached' })
    await shows(t, () => rows(page).count(), 1)
    await shows(t, () => page.url(), /q=delete/)
    await page.keyboard.type(' nothing')
    await page.getByText('No matching operations').waitFor()
    await page.getByLabel('Find operations').fill('post')
    await row(page, /POST \/api\/posts/).waitFor()
    await row(page, /POST \/api\/posts/)
      .getByRole('link', { name: 'post' })
      .click()
    await page.waitForURL(/\/types\/post$/)
    await page.goBack()

    const [docs] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'API reference' }).click(),
    ])
    await docs.getByText('it serves Blog 1.2.3.').waitFor({ timeout: 60_000 }) // Swagger UI reads the whole document first
    await docs.locator('[data-tag="default"]').click()
    await docs.locator('[data-path="/api/blogs/_batch"]').click()
    await docs.getByText('CreateBatchController').waitFor()
    const fonts = `[...document.querySelectorAll('h2, h4, .btn')].map(one => getComputedStyle(one).fontFamily)`
    t.notOk(
      (await docs.evaluate<string[]>(fonts)).some(font => !font.startsWith('"Inter Variable"')),
      'it has our type',
    )
    await noViolations(t, docs, 'the documentation of the API')
    await docs.close()

    const phone = await visit({ size: 'phone', path: '/operations' })
    await phone.page.getByText('/api/blogs/{guid}').first().waitFor()
    const german = await visit({ locale: 'de-DE', path: '/operations' })
    await german.page.getByLabel('Operationen suchen').waitFor()
  },
)

inBrowser('types of the document are marked, and cannot be changed elsewhere', async (t, open) => {
  const { page, app } = await open({ plugins, path: '/types' })
  const mark = 'From the OpenAPI document'
  await row(page, /^Blog /)
    .getByText(mark)
    .waitFor()
  await shows(
    t,
    () =>
      row(page, /^Person /)
        .getByText(mark)
        .count(),
    0,
  )
  await row(page, /^Blog /)
    .getByRole('button', { name: 'Actions for Blog' })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit type' }).waitFor()
  await shows(t, () => page.getByRole('menuitem', { name: /Archive/ }).count(), 0)
  await focuses(t, page, /^menuitem Edit type/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/types\/blog$/)
  await page.getByText(mark, { exact: true }).waitFor()
  await page.getByText(/comes from the OpenAPI document blog\.yaml/).waitFor()
  for (const name of ['Name', 'Address'])
    await shows(t, () => page.getByLabel(name, { exact: true }).isDisabled(), true, name)
  await shows(t, () => page.getByRole('button', { name: 'Add property' }).count(), 0)

  await page.getByLabel('Description').fill('What we write')
  await page.getByRole('button', { name: 'Save type' }).click()
  await page.getByText('Saved the type “Blog”.').first().waitFor()
  t.match((await app.request('GET', '/api/resource-types/blog')).json(), { description: 'What we write' })
})

inBrowser('without a document the page shows how clients reach the API', async (t, open) => {
  const { page } = await open({ path: '/operations' })
  await page.getByRole('heading', { name: 'API from an OpenAPI document' }).waitFor()
  await page.getByText(/set OPENAPI_DOCUMENT to its path/).waitFor()
  await page.getByText(/^curl 'http.*\/api\//).waitFor()
  await shows(t, () => page.getByRole('link', { name: '/api/openapi.json' }).getAttribute('href'), '/api/openapi.json')
  await shows(t, () => page.getByRole('table').count(), 0)
})

const page = `<!doctype html><title>Broken</title><link rel="icon" href="/icon">
<script src="/broken.js"></script><script>blocked</script><img src="/none"><img src="/failed">`

const script = `console.error('said')
console.warn('only a warning')
addEventListener('load', () => { setTimeout(() => { throw new Error('thrown') }); Promise.reject(new Error('rejected')) })`

t.test('problems in a browser are detected', async t => {
  const browser = await startChromium()
  if (browser === undefined) return void t.pass('left out', { skip: 'there is no Chromium here (CHROMIUM_BINARY)' })
  t.teardown(() => browser.close())
  const answers = new Map<string, [status: number, type: string, body: string]>([
    ['/', [200, 'text/html', page]],
    ['/broken.js', [200, 'text/javascript', script]],
    ['/failed', [503, 'text/plain', '']],
  ])
  const server = createServer(({ url = '' }, response) => {
    const [status, type, body] = answers.get(url) ?? [404, 'text/plain', '']
    response.writeHead(status, { 'content-type': type, 'content-security-policy': "script-src 'self'" }).end(body)
  })
  const port = await listen(server, 0)
  t.teardown(() => close(server))

  const visit = async (...expected: RegExp[]): Promise<readonly string[]> => {
    const context = await browser.newContext()
    t.teardown(() => context.close())
    const problems = await watchProblems(context)
    problems.expect(...expected)
    const tab = await context.newPage()
    const uncaught = tab.waitForEvent('pageerror', { predicate: ({ message }) => message === 'rejected' })
    const thrown = tab.waitForEvent('pageerror', { predicate: ({ message }) => message === 'thrown' })
    await tab.goto(`http://127.0.0.1:${port}/`)
    await Promise.all([uncaught, thrown])
    return problems.found
  }

  const found = (await visit()).join('\n')
  for (const wanted of [
    /^console: said$/m,
    /thrown/,
    /rejected/,
    /Content Security Policy/,
    /^503: GET .*\/failed$/m,
  ]) {
    t.match(found, wanted)
  }
  t.match(found, /^console: CSP: script-src-elem inline/m, 'also as an event')
  t.notMatch(found, /warning|\/none|\/icon/, 'warnings and missing files are not problems')
  const left = (await visit(/Content Security Policy|CSP/, /^503/, /rejected|thrown/)).join('\n')
  t.equal(left, 'console: said', 'expected problems are ignored')
})
