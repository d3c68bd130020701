import { inBrowser } from './in-browser.ts'
import { focuses, untilFocusOn } from './keyboard.ts'
import { createMany } from './list-samples.ts'
import { alien, choose, headingOf, openFilms, pathOf, placeOf } from './record-samples.ts'
import { said } from './said.ts'
import { shows, showsPart } from './shows.ts'
import { routed } from './routed.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Page } from 'playwright-core'

const section = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

inBrowser('a record is read, edited, compared with an older version, and restored', async (t, open) => {
  const { page, go, app, films } = await openFilms(open)
  const { alien: film } = films
  const titleNow = async (): Promise<unknown> =>
    (await app.request('GET', pathOf(film))).json<Resource>().data['@graph'][0]?.['title']

  await go(placeOf(film))
  await headingOf(page, 'Alien, restored').waitFor()
  const values = page.locator('dl.values').first()
  const face = page.locator('header.face')
  await shows(t, () => face.innerText(), /Done[^]*(?:25 May 1979|May 25, 1979)/, 'its state, and a formatted date')
  await shows(
    t,
    () => face.getByRole('link', { name: 'Brandywine' }).count(),
    1,
    'a reference is a link with its label',
  )
  await shows(t, () => face.getByRole('img').count(), 1, 'a picture is shown')
  t.notMatch(await values.innerText(), /Stage|Studio/, 'values at the top are not repeated')
  await shows(t, () => values.innerText(), /Dallas[^]*Ripley[^]*Bray/, 'nested values')

  await page.getByRole('region', { name: 'Films', exact: true }).getByRole('link', { name: 'Alien 8' }).waitFor()
  const latest = page.getByRole('button', { name: /^3 Changed/ })
  await latest.waitFor() // the history is open
  const [line, author] = await Promise.all(
    [latest.locator('.deed'), latest.locator('.agent')].map(one => one.boundingBox()),
  )
  t.ok(line && author && author.y >= line.y + line.height, 'who changed it is on a line of its own')
  await section(page, 'For developers').click()
  await page.getByText('"@context"').waitFor()
  await shows(t, () => page.url(), /show=history[^&]*developers/, 'the address stores the open sections')

  await page.keyboard.press('e')
  await page.getByLabel('Title').fill('Alien, once more')
  await page.getByText('1 change').waitFor()
  let reads = 0
  page.on('request', request => {
    if (/\/api\/film\/[^/]+\?labels=all$/.test(request.url())) reads++
  })
  await page.keyboard.press('Control+s')
  await headingOf(page, 'Alien, once more').waitFor()
  await shows(t, titleNow, 'Alien, once more')
  await shows(t, () => page.url(), /^(?!.*edit)/)
  await focuses(t, page, /./, 'the focus is not lost')
  t.equal(reads, 1, 'it is read once after a change')
  await values.getByText('Bray', { exact: true }).click()
  await shows(t, () => page.getByLabel('City').inputValue(), /Bray/, 'a click on a value edits it')
  await page.getByRole('button', { name: 'Close form' }).click()

  const third = page.getByRole('button', { name: /^3 Changed/ })
  await third.getByText('and 2 more').waitFor()
  await shows(t, () => third.innerText(), /Story: The crew[^]*→[^]*Rating: 8.5 → –/, 'each version lists its changes')
  await third.click()
  await page.getByRole('heading', { name: '4 differences from version 2 to 3' }).waitFor()
  const differences = page.locator('.differences')
  await shows(t, () => differences.innerText(), /Cast › 2 › Minutes[^]*90[^]*95[^]*Shot › City[^]*Shepperton[^]*Bray/)
  await shows(t, () => differences.locator('del').innerText(), 'something back ', 'words of a long text')
  await page.getByRole('button', { name: /^2 Changed/ }).click()
  await page.getByRole('button', { name: 'Restore Title of version 2' }).click()
  await headingOf(page, 'Alien, restored').waitFor()
  const [now] = (await app.request('GET', pathOf(film))).json<Resource>().data['@graph']
  t.match(now, { title: 'Alien, restored', shot: { city: 'Bray' } }, 'a single field is restored')
  t.equal(reads, 2, 'and once after a change from its history')
  await page.getByRole('button', { name: 'Undo' }).click()
  await headingOf(page, 'Alien, once more').waitFor()
  await page.getByRole('button', { name: /^1 Created/ }).click()
  await page.getByLabel('Compared with').selectOption({ label: 'Version 6 (latest)' })
  await page.getByRole('heading', { name: /from version 1 to 6/ }).waitFor()
  await shows(t, () => page.url(), /version=1&against=6/)
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await headingOf(page, alien.title).waitFor()
  await shows(t, titleNow, alien.title)
  await page.getByRole('button', { name: 'Undo' }).click()
  await headingOf(page, 'Alien, once more').waitFor()
  await shows(t, titleNow, 'Alien, once more')
})

inBrowser('on a phone, and without content', async (t, open) => {
  const { page, go, app, films } = await openFilms(open, { size: 'phone' })
  await go(`${placeOf(films.alien)}?show=history`)
  await page.getByRole('button', { name: /^1 Created/ }).waitFor()
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  t.ok(overflow <= 0, `nothing is wider than the phone (${overflow})`)
  await page.getByRole('button', { name: 'Edit film' }).click()
  await page.getByLabel('Title').fill('X')
  const bar = await page.getByRole('group', { name: 'Unsaved changes' }).boundingBox()
  t.ok(bar !== null && bar.y + bar.height >= 840, 'the save bar stays at the bottom')
  await page.getByRole('button', { name: 'Discard' }).click()

  await go('/content/film/01ARZ3NDEKTSV4RRFFQ69G5FAV')
  await page.getByText('Not found').waitFor()
  t.notMatch(await page.getByRole('main').innerText(), /Try again|Request/, 'there is no retry button')
  await page.getByRole('link', { name: 'Open list “Films”' }).click()
  await page.getByRole('link', { name: 'Alien' }).first().waitFor()
  await go('/content/nothing-such/01ARZ3NDEKTSV4RRFFQ69G5FAV')
  await page.getByText('Not found').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Go home' }).waitFor()
  await go('/content/nothing-such')
  await page.getByText('Type not found').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Go home' }).waitFor()

  const others = (await app.request('GET', '/api/film?sort_by=title&q=alien')).json<{ data: Resource[] }>().data
  const sequels = others.map(({ id }) => id).filter(id => id !== films.alien.id)
  const saga = (
    await app.request('POST', '/api/film', { title: 'Saga', sequels: sequels.toReversed() })
  ).json<Resource>()
  await go(placeOf(saga))
  await page.getByRole('row', { name: 'Alien 2' }).waitFor()
  await shows(
    t,
    () => page.locator('tr[data-row] .name').allInnerTexts(),
    ['Alien 8', 'Alien 7', 'Alien 6', 'Alien 5', 'Alien 4', 'Alien 3', 'Alien 2'],
    'references have one line each, in their order',
  )
  await page.getByRole('link', { name: 'Alien 8' }).click()
  await headingOf(page, 'Alien 8').waitFor()
  const person = (
    await app.request('POST', '/api/persons', { given_name: 'Ada', family_name: 'King' })
  ).json<Resource>()
  await go(placeOf(person))
  await headingOf(page, 'Ada King').waitFor()
})

inBrowser('another user changes a record that is being viewed or edited', async (t, open) => {
  const { page, go, app, films } = await openFilms(open)
  const { alien: film } = films
  const patch = (data: object): Promise<unknown> =>
    app.request('PATCH', pathOf(film), data, {
      'content-type': 'application/merge-patch+json',
      'x-dev-agent': 'member@example.com',
    })
  await go(placeOf(film))
  await page.getByText('Bray').waitFor()
  await patch({ title: 'Theirs' })
  await page.getByText('Just changed by').waitFor()
  await shows(t, () => headingOf(page, 'Theirs').count(), 0, 'the layout does not shift')
  await page.getByRole('button', { name: 'Show latest version' }).click()
  await headingOf(page, 'Theirs').waitFor()

  await page.getByRole('button', { name: 'Edit film' }).click()
  await page.getByLabel('Title').fill('Mine')
  await patch({ title: 'Theirs again', rating: 9 })
  await page.getByText('both versions are shown side by side').waitFor()
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Theirs again').waitFor()
  await dialog.getByRole('radio', { name: /Mine/ }).first().check()
  await dialog.getByRole('button', { name: 'Save selection' }).click()
  await headingOf(page, 'Mine').waitFor()
  const [now] = (await app.request('GET', pathOf(film))).json<Resource>().data['@graph']
  t.match(now, { title: 'Mine', rating: 9 }, 'no change of either is lost')
})

inBrowser(
  'a record is archived and restored; a referenced record is archived only after typing its name; a copy starts with its values',
  async (t, open) => {
    const { page, go, app, films } = await openFilms(open)
    const { alien: film, studio } = films
    const statusOf = async (one: Resource): Promise<number> => (await app.request('GET', pathOf(one))).statusCode
    await go(placeOf(film))
    await choose(page, /^Archive film “Alien, restored”/)
    await page.getByRole('button', { name: 'Restore film' }).waitFor()
    await shows(t, () => statusOf(film), 404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Edit film' }).waitFor()
    await shows(t, () => statusOf(film), 200)

    await go(placeOf(studio))
    await choose(page, /^Archive studio/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Alien 8' }).waitFor()
    await shows(t, () => dialog.innerText(), /is in use[^]*8 references by “Studio”/)
    await shows(t, () => statusOf(studio), 200)
    await dialog.getByRole('button', { name: 'Archive anyway' }).click()
    await page.getByLabel(/Type “Brandywine”/).fill('Brandywine')
    await page.getByRole('button', { name: 'Archive anyway' }).last().click()
    await page.getByRole('button', { name: 'Restore studio' }).click()
    await page.getByRole('button', { name: 'Edit studio' }).waitFor()
    await shows(t, () => statusOf(studio), 200)

    await go(placeOf(film))
    await choose(page, /^Duplicate film/)
    await page.waitForURL(/\/film\/new/)
    await shows(t, () => page.getByLabel('Title').inputValue(), 'Alien, restored')
    await shows(t, () => page.getByLabel('Code').inputValue(), '', 'unique values are not copied')
    await page.keyboard.press('Control+s')
    await page.waitForURL(address => !address.pathname.endsWith('/new'))
    await headingOf(page, 'Alien, restored').waitFor()
    t.not(new URL(page.url()).pathname, placeOf(film))
  },
)

inBrowser('permissions of a record, as its owner and the grantees see them', async (t, open) => {
  const { page, go, visit, app, signedIn } = await openFilms(open, { mode: 'production', as: 'ada' })
  const ada = await signedIn?.signIn('ada')
  await signedIn?.signIn('ben')
  const film = (await ada?.request('POST', '/api/film', { title: 'Solaris' }))?.json<Resource>()
  if (film === undefined) throw new Error('there is no film')
  await app.request('PUT', '/api/settings/role-access', { roles: { member: {} } })
  const ben = await visit({ as: 'ben', path: placeOf(film) })
  await ben.page.getByText('Access denied').waitFor()

  await go(`${placeOf(film)}?show=permissions`)
  const email = page.getByLabel('Grant by e-mail address')
  await email.fill('nobody@example.org')
  await page.getByRole('button', { name: 'Grant permissions' }).click()
  await page.getByText('No user has the address nobody@example.org', { exact: false }).first().waitFor()
  await untilFocusOn(page, /Grant by e-mail/)
  await email.fill('ben@example.org')
  await page.getByRole('button', { name: 'Grant permissions' }).click()
  const grants = page.getByRole('list', { name: 'Granted to' })
  await grants.getByRole('group', { name: /ben/ }).waitFor()

  await ben.go(`${placeOf(film)}?show=permissions`)
  await headingOf(ben.page, 'Solaris').waitFor()
  await ben.page.getByText('Only the owner and administrators').waitFor()
  await shows(t, () => ben.page.getByRole('button', { name: 'Edit film' }).count(), 0)
  await ben.page.getByRole('button', { name: 'Explain access' }).click()
  await ben.page.getByText('Read: allowed').waitFor()
  await shows(t, () => ben.page.getByRole('dialog').innerText(), /Granted on this record[^]*Change: not allowed/)

  await grants.getByLabel('Change').check()
  await page.getByText('Permissions granted to').last().waitFor()
  await ben.go(placeOf(film))
  await ben.page.getByRole('button', { name: 'Edit film' }).waitFor()

  await grants.getByRole('button', { name: /More about/ }).click()
  await page.getByRole('menuitem', { name: /Revoke all permissions/ }).click()
  await page.getByText('No additional permissions').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await grants.getByLabel('Change').waitFor()
  await shows(t, () => grants.getByLabel('Change').isChecked(), true, 'it is unchanged')
})

inBrowser('input is kept: when the form or the page is left, and while the service is unavailable', async (t, open) => {
  const { page, go, films, context, problems } = await openFilms(open)
  await go(placeOf(films.alien))
  await page.getByRole('button', { name: 'Edit film' }).click()
  await page.getByLabel('Title').fill('Typed')
  await page.goBack()
  await page.getByText('1 change is not saved').waitFor()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await shows(t, () => page.getByLabel('Title').inputValue(), 'Typed')
  await page.getByRole('navigation').getByRole('link', { name: 'Studio' }).click()
  await page.waitForURL(/studio/)
  await go(placeOf(films.alien))
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await shows(t, () => page.getByLabel('Title').inputValue(), 'Typed')

  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await context.setOffline(true)
  await page.keyboard.press('Control+s')
  await page.getByText('Your input is kept').waitFor()
  await shows(t, () => page.getByLabel('Title').inputValue(), 'Typed')
  await context.setOffline(false)
  await page.getByText('Your input is kept').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+s')
  await headingOf(page, 'Typed').waitFor()
})

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
  await refusal.getByRole('button', { name: 'Restore without Main', exact: true }).click()
  await page.getByRole('heading', { name: 'First', level: 1, exact: true }).waitFor()
  const now = async (): Promise<object | undefined> =>
    (await app.request('GET', pathOf(article))).json<Resource>().data['@graph'][0]
  await showsPart(t, now, { name: 'First', more: [side.id] })
  t.equal((await now())?.['main' as keyof object], undefined)
})

const names = Array.from({ length: 8 }, (_one, at) => `field${at}`)
const sheet = {
  name: 'Sheet',
  slug: 'sheet',
  schema: {
    type: 'object',
    required: ['title'],
    properties: Object.fromEntries(['title', ...names].map(name => [name, { type: 'string' }])),
  },
}
const withSheets =
  (count: number) =>
  async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', sheet)
    await createMany({ request }, 'sheet', count, at => ({ title: `Sheet ${at}` }))
  }
const all = async ({ request }: TestApp, query = ''): Promise<Resource[]> =>
  (await request('GET', `/api/sheet?limit=200${query}`)).json<{ data: Resource[] }>().data

inBrowser('at a zoom of 400 % no bar covers the field with the focus', async (t, open) => {
  const { page, go } = await open({ data: withSheets(1), path: null })
  await page.setViewportSize({ width: 320, height: 256 })
  await go('/content/sheet/new')
  await page.getByLabel('Title').focus()
  const isSeen = (): Promise<boolean> =>
    page.evaluate(`(() => {
      const field = document.activeElement
      const { left, top, bottom, width } = field.getBoundingClientRect()
      return [top + 2, (top + bottom) / 2, bottom - 2].every(at => {
        const shown = document.elementFromPoint(left + width / 2, at)
        return shown !== null && (field.contains(shown) || shown.contains(field))
      })
    })()`)
  for (const name of names) {
    await page.keyboard.press('Tab')
    await page.keyboard.type('x')
    await page.getByLabel(name.replace('f', 'F')).and(page.locator(':focus')).waitFor()
    await shows(t, isSeen, true, name)
  }
})

inBrowser('what was archived meanwhile, an emptied page, an undone change, a stale page: a way on', async (t, open) => {
  const { page, app, go, problems } = await open({ data: withSheets(101), path: null })
  const [first] = await all(app)
  const id = first?.id ?? ''

  // A record that somebody archives while it is being edited.
  await go(`/content/sheet/${id.split(':')[2]}?edit=1`)
  await page.getByLabel('Field0').fill('typed')
  await app.request('DELETE', `/api/sheet/${id}`)
  await page.getByText('Your input stays here; when you save, you can restore the record.').waitFor()
  await page.keyboard.press('Control+s')
  const archived = page.getByRole('alert').filter({ hasText: 'This record was archived meanwhile.' })
  await archived.waitFor()
  await shows(t, () => page.getByLabel('Field0').inputValue(), 'typed')
  await archived.getByRole('button', { name: 'Restore sheet' }).click()
  await archived.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+s')
  await said(page, /^Saved/)
  await shows(t, async () => (await all(app, '&_filter[field0][eq]=typed')).length, 1, 'the input was kept')

  // The last page of a list is emptied.
  await go('/content/sheet')
  await page.getByRole('button', { name: 'Next' }).click()
  await shows(t, () => page.url(), /cursor=/)
  await page.getByRole('button', { name: 'Next' }).click()
  const last = page.locator('tr[data-row]')
  await shows(t, () => last.count(), 1)
  await last.getByRole('button', { name: /action/i }).click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await page.getByText('This page is empty').waitFor()

  // Undo stays in the top bar after its message has disappeared.
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' }).first().click()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Undo: Archived/ })
    .click()
  await shows(t, async () => (await all(app)).length, 101, 'restored')
  await shows(t, () => last.count(), 1)

  // A file of the admin is gone, as after an upgrade.
  problems.expect(/Failed to fetch dynamically imported module|Unable to preload CSS|assets/)
  await routed(page, /\/assets\//, route => route.fulfill({ status: 404, body: '' }))
  await page.locator('a[href="/"]').first().click() // the home page was not loaded yet
  await page.getByRole('button', { name: 'Load the new version' }).first().waitFor()
  await shows(t, () => page.getByText(/preload|dynamically imported/).count(), 0, 'words for people')
})
