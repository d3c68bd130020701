import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { bothStores, inBrowser } from './in-browser.ts'
import { focused, tabTo } from './keyboard.ts'
import { said } from './said.ts'
import { keepShots } from './shots.ts'

const withPeople = async (app: TestApp): Promise<void> => {
  for (const [given_name, family_name] of [
    ['Ada', 'Lovelace'],
    ['Grace', 'Hopper'],
  ])
    await app.request('POST', '/api/persons', { given_name, family_name, email: `${given_name}@example.org` })
  await app.request('POST', '/api/organizations', { name: 'Engines', slug: 'engines' })
}

inBrowser(
  'a person is created, edited, archived and brought back',
  async (t, open) => {
    const { page, visit } = await open({ data: withPeople, path: '/persons' })
    await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
    await keepShots(page, 'persons')
    await noViolations(t, page, 'persons')
    await page.getByRole('button', { name: 'Create person' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Create person' }).click()
    await drawer.getByText('Family name is required').waitFor()
    t.match(await focused(page), /Given name/)
    await drawer.getByLabel('Given name').fill('Barbara')
    await drawer.getByLabel('Family name').fill('Liskov')
    await drawer.getByLabel('E-mail').fill('barbara@example.org')
    await noViolations(t, page, 'a new person')
    await page.keyboard.press('Control+s')
    await page.getByRole('row', { name: /Barbara Liskov/ }).waitFor()

    await page.getByRole('button', { name: 'Grace Hopper', exact: true }).click()
    await drawer.getByLabel('Given name').fill('Grace Brewster')
    await drawer.getByRole('button', { name: 'Save person' }).click()
    await page.getByRole('row', { name: /Grace Brewster Hopper/ }).waitFor()

    await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
    await page.getByRole('menuitem', { name: 'Archive Ada Lovelace' }).click()
    await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Archived', exact: true }).click()
    await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
    t.match(page.url(), /status=archived/)
    await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
    await page.getByRole('menuitem', { name: 'Restore Ada Lovelace' }).click()
    await page.getByText('Nothing is archived').waitFor()

    const phone = await visit({ size: 'phone', path: '/persons' })
    await phone.page.getByText('Barbara Liskov').waitFor()
    await keepShots(phone.page, 'persons')
    await noViolations(t, phone.page, 'persons on a phone')
  },
  bothStores,
)

inBrowser('members are found, added and taken away, with a way back', async (t, open) => {
  const { page, app, visit } = await open({ data: withPeople, path: '/organizations' })
  await keepShots(page, 'organizations')
  await page.getByRole('link', { name: 'Engines' }).click()
  await page.getByText('Nobody belongs to it yet.').waitFor()
  const id = `urn:organization:${new URL(page.url()).pathname.split('/').at(-1)}`
  const members = async (): Promise<string[]> => {
    const { data } = (await app.request('GET', `/api/organizations/${id}/members`)).json<{ data: { name: string }[] }>()
    return data.map(({ name }) => name)
  }
  await page.getByRole('combobox', { name: 'Add a person' }).fill('ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  t.strictSame(await members(), ['Ada Lovelace'])
  await keepShots(page, 'organization')
  await noViolations(t, page, 'an organization')
  await page.getByRole('button', { name: 'Take Ada Lovelace away' }).click()
  await said(page, 'Ada Lovelace is no longer a member.')
  t.strictSame(await members(), [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  t.strictSame(await members(), ['Ada Lovelace'])
  const phone = await visit({ size: 'phone', path: new URL(page.url()).pathname })
  await phone.page.getByText('Ada Lovelace').waitFor()
  await keepShots(phone.page, 'organization')
  await noViolations(t, phone.page, 'an organization on a phone')
})

inBrowser('the sidebar is arranged by keyboard and mouse, for a role, and taken back', async (t, open) => {
  const { page, app, visit } = await open({ path: '/sidebar?role=member' })
  const stored = async (): Promise<{ menu_groups: Record<string, string[]>; hidden_slugs: string[] }> =>
    (await app.request('GET', '/api/settings/sidebar?role=member')).json()
  const before = await stored()
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByLabel('Name of the group').fill('Contacts')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Contacts', exact: true }).waitFor()
  t.ok(await tabTo(page, /^button Move group Contacts/, 60))
  await page.keyboard.press('Alt+ArrowUp')
  t.match(await focused(page), /Move group Contacts/, 'the focus stays with what moved')
  await page.getByRole('button', { name: /^Move Person:/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  t.match(await focused(page), /^button Move Person/)
  const preview = page.getByRole('region', { name: 'Preview' })
  t.match(await preview.innerText(), /Contacts\s+(P\s+)?Person/)
  await page
    .getByRole('button', { name: /^Move Organization:/ })
    .dragTo(page.locator('[data-slug="person"]'), { targetPosition: { x: 80, y: 3 } })
  await page.getByRole('button', { name: 'Hide Person' }).click()
  await preview.getByText('Person').waitFor({ state: 'detached' })
  await keepShots(page, 'sidebar')
  await noViolations(t, page, 'the sidebar')
  await page.getByRole('button', { name: 'Save sidebar' }).click()
  await said(page, 'The sidebar was saved.')
  t.match(await stored(), { menu_groups: { Contacts: ['organization', 'person'] }, hidden_slugs: ['person'] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'The sidebar is as before.')
  t.strictSame(await stored(), before)
  const phone = await visit({ size: 'phone', path: '/sidebar' })
  await phone.page.getByRole('button', { name: /^Move Person:/ }).waitFor()
  await keepShots(phone.page, 'sidebar')
  await noViolations(t, phone.page, 'the sidebar on a phone')
})

inBrowser('events are narrowed by the address, and new ones wait to be shown', async (t, open) => {
  const { page, app, visit } = await open({ data: withPeople, path: '/events' })
  await page.getByRole('row', { name: /Created.*Ada Lovelace.*You/ }).waitFor()
  await keepShots(page, 'events')
  await noViolations(t, page, 'events')
  await page.getByLabel('What happened').selectOption({ label: 'Created' })
  await page.waitForURL(/type=Resource\.Created/)
  await page
    .getByRole('row', { name: /Type created/ })
    .first()
    .waitFor({ state: 'detached' })
  await app.request('POST', '/api/persons', { given_name: 'Edsger', family_name: 'Dijkstra' })
  await page.getByRole('button', { name: '1 new event' }).click()
  await page.getByRole('row', { name: /Edsger Dijkstra/ }).waitFor()
  await page.getByRole('link', { name: 'Edsger Dijkstra' }).click()
  await page.waitForURL(/\/content\/person\//)
  await page.goto('/events?subject=urn:none:1')
  await page.getByText('No event fits these filters').waitFor()
  await page.goto('/plugins')
  await page.getByText('Ready: the store answers').waitFor()
  await page.getByRole('article', { name: 'events' }).getByText('documentStore').waitFor()
  await keepShots(page, 'plugins')
  await noViolations(t, page, 'plugins')
  const phone = await visit({ size: 'phone', path: '/events' })
  await phone.page.getByText('Ada Lovelace').waitFor()
  await keepShots(phone.page, 'events')
  await noViolations(t, phone.page, 'events on a phone')
})
