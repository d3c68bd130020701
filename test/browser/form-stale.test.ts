import { noViolations } from './accessible.ts'
import { eventCalled, propertiesOf, withEvents } from './form-samples.ts'
import { inBrowser } from './in-browser.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

inBrowser('a stale save shows both versions, and saves the chosen values', async (t, open) => {
  const { page, app, go } = await open({ data: withEvents, path: null })
  const before = await eventCalled(app, 'Spring fair')
  await go(`/content/fair/${String(before?.id).split(':').at(-1)}`)
  await page.getByText('Spring fair').first().waitFor()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await page.getByRole('button', { name: /^Edit/ }).click()
  await title.fill('Mine')
  await page.getByRole('textbox', { name: 'Year', exact: true }).fill('2001')
  await page.getByRole('textbox', { name: 'Nickname', exact: true }).fill('Only mine')
  const theirs = { title: 'Theirs', code: 'Spring fair', year: 2002, contact: 'theirs@example.org' }
  await app.request('PUT', `/api/fair/${String(before?.id)}`, theirs)

  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: /Somebody else has saved/ })
  await dialog.waitFor()
  await shows(t, () => dialog.locator('legend').allInnerTexts(), ['Title', 'Contact', 'Year', 'Nickname'])
  await keepShots(page, 'form-stale')
  await noViolations(t, page, 'the stale save')
  await shows(
    t,
    () => dialog.getByRole('group', { name: 'Contact' }).getByLabel('Theirs').isChecked(),
    true,
    'only the other user changed it',
  )
  await shows(
    t,
    () => dialog.getByRole('group', { name: 'Nickname' }).getByLabel('Mine').isChecked(),
    true,
    'only this user changed it',
  )
  await shows(t, () => dialog.getByRole('button', { name: 'Save selection' }).isDisabled(), true, 'until it is decided')

  await page.keyboard.press('Escape')
  await shows(t, () => title.inputValue(), 'Mine', 'closing loses nothing')
  await page.keyboard.press('ControlOrMeta+s')
  await dialog.getByRole('group', { name: 'Title' }).getByLabel('Theirs').check()
  await dialog.getByRole('group', { name: 'Year' }).getByLabel('Mine').check()
  await dialog.getByRole('button', { name: 'Save selection' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Saved “Theirs”').first().waitFor()
  await showsPart(t, async () => propertiesOf(await eventCalled(app, 'Theirs')), {
    title: 'Theirs',
    year: 2001,
    contact: 'theirs@example.org',
    nickname: 'Only mine',
  })
})
