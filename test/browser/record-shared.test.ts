import type { Resource } from '../../testing/internal/movies.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { untilFocusOn } from './keyboard.ts'
import { choose, headingOf, openFilms, pathOf, placeOf } from './record-samples.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

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
  await keepShots(page, 'record-stale')
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
    await keepShots(page, 'record-archived')
    await noViolations(t, page, 'an archived record')
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
  await keepShots(page, 'record-permissions')
  await noViolations(t, page, 'permissions')

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
  await page.getByRole('button', { name: 'Leave page' }).click()
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
