import type { Page } from 'playwright-core'
import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { alien, headingOf, openFilms, pathOf, placeOf } from './record-samples.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

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
  await keepShots(page, 'record')
  await noViolations(t, page, 'a record')

  await page.getByRole('region', { name: 'Films', exact: true }).getByRole('link', { name: 'Alien 8' }).waitFor()
  await section(page, 'JSON-LD').click()
  await page.getByText('"@context"').waitFor()
  await shows(t, () => page.url(), /show=linked-data/, 'the address stores the open sections')

  await page.keyboard.press('e')
  await page.getByLabel('Title').fill('Alien, once more')
  await page.getByText('1 change').waitFor()
  await page.keyboard.press('Control+s')
  await headingOf(page, 'Alien, once more').waitFor()
  await shows(t, titleNow, 'Alien, once more')
  await shows(t, () => page.url(), /^(?!.*edit)/)
  await focuses(t, page, /./, 'the focus is not lost')
  await values.getByText('Bray', { exact: true }).click()
  await shows(t, () => page.getByLabel('City').inputValue(), /Bray/, 'a click on a value edits it')
  await page.getByRole('button', { name: 'Close form' }).click()

  await section(page, 'History').click()
  const third = page.getByRole('button', { name: /^3 Changed/ })
  await third.getByText('and 2 more').waitFor()
  await shows(t, () => third.innerText(), /Story: The crew[^]*→[^]*Rating: 8.5 → –/, 'each version lists its changes')
  await third.click()
  await page.getByRole('heading', { name: '4 differences from version 2 to 3' }).waitFor()
  const differences = page.locator('.differences')
  await shows(t, () => differences.innerText(), /Cast › 2 › Minutes[^]*90[^]*95[^]*Shot › City[^]*Shepperton[^]*Bray/)
  await shows(t, () => differences.locator('del').innerText(), 'something back', 'words of a long text')
  await keepShots(page, 'record-version')
  await noViolations(t, page, 'a version')
  await section(page, 'Events').click()
  await page.waitForURL(/show=history[^&]*events/) // the side panel that is already open stays open
  await page.getByRole('button', { name: /^2 Changed/ }).click()
  await page.getByRole('button', { name: 'Restore Title of version 2' }).click()
  await headingOf(page, 'Alien, restored').waitFor()
  const [now] = (await app.request('GET', pathOf(film))).json<Resource>().data['@graph']
  t.match(now, { title: 'Alien, restored', shot: { city: 'Bray' } }, 'a single field is restored')
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
  await keepShots(page, 'record')
  await noViolations(t, page, 'a record on a phone')
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
