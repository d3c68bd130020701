import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses, tabTo } from './keyboard.ts'
import { said } from './said.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

const withPeople = async (app: TestApp): Promise<void> => {
  for (const [given_name, family_name] of [
    ['Ada', 'Lovelace'],
    ['Grace', 'Hopper'],
  ])
    await app.request('POST', '/api/persons', { given_name, family_name, email: `${given_name}@example.org` })
  await app.request('POST', '/api/organizations', { name: 'Engines', slug: 'engines' })
}

inBrowser('persons have one entry, one list and one page, also at their former addresses', async (t, open) => {
  const { page, visit } = await open({ data: withPeople, path: '/persons?q=ada' })
  await page.waitForURL(/\/content\/person\?q=ada$/)
  await page.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
  await shows(t, () => page.getByRole('row', { name: 'Grace Hopper' }).count(), 0)
  await shows(
    t,
    async () => (await page.getByRole('columnheader').allInnerTexts()).filter(text => text !== '').slice(0, 3),
    ['Name', 'E-mail address', 'Member of'],
    'given and family name are part of the name',
  )
  const sidebar = page.getByRole('navigation')
  await shows(t, () => sidebar.getByRole('link', { name: 'People', exact: true }).count(), 1)
  await shows(t, () => sidebar.getByRole('link', { name: 'Organizations', exact: true }).count(), 1)
  await shows(t, () => sidebar.getByRole('button', { name: 'Directory' }).count(), 0)
  await page.keyboard.press('c')
  await page.waitForURL(/\/content\/person\/new/)
  await page.getByLabel('Given name').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Barbara')
  await page.keyboard.press('Control+s')
  await page.getByText('Family name is required').first().waitFor()
  await page.getByLabel('Family name').click()
  await page.keyboard.type('Liskov')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: 'Barbara Liskov' }).waitFor()
  await keepShots(page, 'person')
  await noViolations(t, page, 'a person')

  const phone = await visit({ size: 'phone', path: '/persons' })
  await phone.page.getByText('Barbara Liskov').waitFor()
  await keepShots(phone.page, 'persons')
  await noViolations(t, phone.page, 'persons on a phone')
})

inBrowser('members are found, added and removed on the page of an organization, with undo', async (t, open) => {
  const { page, app, visit } = await open({ data: withPeople, path: '/organizations' })
  await page.waitForURL(/\/content\/organization$/)
  await page.getByRole('link', { name: 'Engines' }).click()
  const section = page.getByRole('region', { name: 'Members', exact: true })
  await page.getByRole('button', { name: 'Add person', exact: true }).waitFor()
  const last = new URL(page.url()).pathname.split('/').at(-1)
  const members = async (): Promise<string[]> => {
    const { data } = (await app.request('GET', `/api/organizations/urn:organization:${last}/members`)).json<{
      data: { name: string }[]
    }>()
    return data.map(({ name }) => name)
  }
  await page.getByRole('button', { name: 'Add person', exact: true }).click()
  await page.getByRole('combobox', { name: 'Find person to add' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await section.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
  await shows(t, members, ['Ada Lovelace'])
  await keepShots(page, 'organization')
  await noViolations(t, page, 'an organization')
  await section.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Remove from here' }).click()
  await said(page, 'Removed “Ada Lovelace”.')
  await shows(t, members, [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await section.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
  await shows(t, members, ['Ada Lovelace'])

  const phone = await visit({ size: 'phone', path: `/organizations/${last}` })
  await phone.page.waitForURL(`**/content/organization/${last}`)
  await phone.page.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
  await keepShots(phone.page, 'organization')
  await noViolations(t, phone.page, 'an organization on a phone')
})

inBrowser('an organization gets a short name from its name, until the user enters one', async (t, open) => {
  const { page } = await open({ data: withPeople, path: '/content/organization/new' })
  const slug = page.getByRole('textbox', { name: 'Short name' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Étoile & Söhne')
  await shows(t, () => slug.inputValue(), 'etoile-soehne')
  await slug.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('engines')
  await page.getByRole('textbox', { name: 'Name', exact: true }).click()
  await page.keyboard.type('!')
  await shows(t, () => slug.inputValue(), 'engines', 'the input is kept')
  await page.keyboard.press('Control+s')
  await slug.and(page.locator('[aria-invalid=true]')).waitFor()
  await noViolations(t, page, 'a short name that another one has')
})

inBrowser('a user who can only read sees persons, but no controls to change them', async (t, open) => {
  const { visit, app } = await open({ mode: 'production', data: withPeople, path: null })
  const allow = async (member: Record<string, string[]>): Promise<void> => {
    const answer = await app.request('PUT', '/api/settings/role-access', { roles: { member } })
    t.equal(answer.statusCode, 200, answer.body)
  }
  await allow({ person: ['odrl:read'], organization: ['odrl:read'] })
  const reader = await visit({ as: 'max', path: '/persons' })
  await reader.page.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
  await shows(t, () => reader.page.getByRole('link', { name: 'Create person' }).count(), 0)
  await shows(t, () => reader.page.getByRole('button', { name: 'Create person' }).count(), 0)
  await reader.go('/organizations')
  await reader.page.getByRole('link', { name: 'Engines' }).click()
  await reader.page.getByText('engines', { exact: true }).waitFor()
  await shows(t, () => reader.page.getByRole('button', { name: /Add/ }).count(), 0)
  await noViolations(t, reader.page, 'an organization for a reader')
  await allow({ person: ['odrl:read'] })
  await reader.go('/organizations')
  await reader.page.getByText('Access denied').waitFor()
  await noViolations(t, reader.page, 'what one may not see')
})

inBrowser('the sidebar is arranged by keyboard and mouse, for a role, and reset', async (t, open) => {
  const { page, app, visit } = await open({ path: '/sidebar?role=member' })
  const stored = async (): Promise<{ menu_groups: Record<string, string[]>; hidden_slugs: string[] }> =>
    (await app.request('GET', '/api/settings/sidebar?role=member')).json()
  const before = await stored()
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByLabel('Group name').fill('Contacts')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Contacts', exact: true }).waitFor()
  t.ok(await tabTo(page, /^button Move group Contacts/, 60))
  await page.keyboard.press('Alt+ArrowUp')
  await focuses(t, page, /Move group Contacts/, 'the focus stays on the moved entry')
  await page.getByRole('button', { name: /^Move People:/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await focuses(t, page, /^button Move People/)
  const preview = page.getByRole('region', { name: 'Preview' })
  await shows(t, () => preview.innerText(), /Contacts\s+(P\s+)?People/)
  await page
    .getByRole('button', { name: /^Move Organizations:/ })
    .dragTo(page.locator('[data-slug="person"]'), { targetPosition: { x: 80, y: 3 } })
  await page.getByRole('button', { name: 'Hide People' }).click()
  await preview.getByText('People', { exact: true }).waitFor({ state: 'detached' })
  await keepShots(page, 'sidebar')
  await noViolations(t, page, 'the sidebar')
  await page.getByRole('button', { name: 'Save sidebar' }).click()
  await said(page, 'Sidebar saved.')
  await showsPart(t, stored, {
    menu_groups: { Contacts: ['organization', 'person'] },
    hidden_slugs: ['person'],
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'The change was undone.')
  await shows(t, stored, before)
  const phone = await visit({ size: 'phone', path: '/sidebar' })
  await phone.page.getByRole('button', { name: /^Move People:/ }).waitFor()
  await keepShots(phone.page, 'sidebar')
  await noViolations(t, phone.page, 'the sidebar on a phone')
})

inBrowser('events are filtered by the address, and new ones are shown on request', async (t, open) => {
  const { page, go, app, visit } = await open({ data: withPeople, path: '/events' })
  await page.getByRole('row', { name: /Created.*Ada Lovelace.*You/ }).waitFor()
  await keepShots(page, 'events')
  await noViolations(t, page, 'events')
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Created' })
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
  await go('/events')
  const subject = page.getByRole('combobox', { name: 'Record' })
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  await subject.focus()
  await page.keyboard.type('dijk')
  await chooseOption(page, /Edsger Dijkstra.*Person/)
  await page.waitForURL(/subject=urn/)
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Edsger Dijkstra/ }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('urn:none:1')
  await chooseOption(page, 'urn:none:1')
  await page.getByText('No matching events').waitFor()
  await page.getByText('Clear the filters, or choose another period.').waitFor()
  await noViolations(t, page, 'no events')
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().press('Enter')
  await page.getByRole('row', { name: /Edsger Dijkstra/ }).waitFor()
  await go('/events?until=2020-01-01T00:00:00.000Z')
  await page.getByText('No matching events').waitFor()
  await page.goto('/plugins')
  await page.getByText('Ready: the store responds').waitFor()
  await page.getByRole('article', { name: 'events' }).getByText('documentStore').waitFor()
  await keepShots(page, 'plugins')
  await noViolations(t, page, 'plugins')
  const phone = await visit({ size: 'phone', path: '/events' })
  await phone.page.getByText('Ada Lovelace').waitFor()
  await keepShots(phone.page, 'events')
  await noViolations(t, phone.page, 'events on a phone')
})
