import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { withFilmType } from './films.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses } from './keyboard.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

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
  await keepShots(page, 'palette')
  await noViolations(t, page, 'the palette')
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
  await keepShots(page, 'palette-found')
  await noViolations(t, page, 'what the palette found')
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
  await keepShots(page, 'palette-excerpt')
  await noViolations(t, page, 'an excerpt in the palette')
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
  await keepShots(page, 'palette-nothing')
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
  await page.route('**/CommandPalette*.js', async route => {
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
  await page.route('**/api/search*', async route => {
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

inBrowser('on a phone it fills the screen', async (t, open) => {
  const { page } = await open({ data, size: 'phone', theme: 'dark' })
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await field(page).fill('alien')
  await option(page, /Alien research/).waitFor()
  await keepShots(page, 'palette')
  await noViolations(t, page, 'the palette on a phone')
  await option(page, /Alien research/).click()
  await page.waitForURL(/\/content\/project\//)
})
