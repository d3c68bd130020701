import type { Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import { withCoreTypes } from '../core-types.ts'
import { noViolations } from './accessible.ts'
import { bothStores, inBrowser } from './in-browser.ts'
import { keepShots } from './shots.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

async function post({ request }: TestApp, path: string, body: object): Promise<void> {
  const answer = await request('POST', path, body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

const organization = {
  name: 'Acme Books',
  slug: 'acme',
  description: 'Prints what others do not.',
  url: 'https://acme.example/',
}

/** So many persons and two more, and an organization. */
const withPeople =
  (count: number) =>
  async (app: TestApp): Promise<void> => {
    await withCoreTypes(app)
    for (let at = 1; at <= count; at += 1)
      await post(app, '/api/persons', { given_name: `Given${at}`, family_name: 'Many' })
    await post(app, '/api/persons', { given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.org' })
    await post(app, '/api/persons', { given_name: 'Grace', family_name: 'Hopper', email: 'grace@example.org' })
    await post(app, '/api/organizations', organization)
  }

inBrowser('persons grow page by page and are found by words; what is refused is said at its field', async (t, open) => {
  const { page } = await open({ data: withPeople(50), path: '/persons' })
  await row(page, 'Grace Hopper').waitFor()
  t.equal(await page.locator('tbody tr').count(), 50)
  await button(page, 'Show more').click()
  await row(page, 'Given1 Many').waitFor()
  t.equal(await page.locator('tbody tr').count(), 52)
  await page.getByRole('searchbox', { name: 'Search persons' }).fill('lovel')
  await row(page, 'Grace Hopper').waitFor({ state: 'detached' })
  await row(page, 'Ada Lovelace').waitFor()
  t.match(page.url(), /q=lovel/)

  await button(page, 'Create person').click()
  await page.route('https://pictures.example/**', route =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    }),
  )
  await fill(page, { 'Given name': 'Mary', 'Family name': 'Shelley', 'E-mail': 'no address' })
  await fill(page, { Picture: 'https://pictures.example/mary.svg' })
  await page.getByRole('img', { name: 'Picture, as it is shown' }).waitFor()
  await field(page, 'E-mail').press('ControlOrMeta+s')
  await page.locator('input[type=email][aria-invalid=true]').waitFor()
  await keepShots(page, 'person-refused')
  await noViolations(t, page, 'a refused person')
})

inBrowser(
  'somebody else saved a person meanwhile: it is told, and nothing is lost',
  async (t, open) => {
    const { page, app } = await open({ data: withPeople(0), path: '/persons' })
    const { data } = (await app.request('GET', '/api/persons')).json<{ data: { id: string; name: string }[] }>()
    const id = data.find(({ name }) => name === 'Ada Lovelace')?.id
    await button(page, 'Ada Lovelace').click()
    await fill(page, { 'Given name': 'Augusta' })
    await app.request('PUT', `/api/persons/${id}`, { family_name: 'Byron' })
    await button(page, 'Save person').click()
    await page.getByText('Family name is now: Byron').waitFor()
    await button(page, 'Take theirs').click()
    t.equal(await field(page, 'Given name').inputValue(), 'Ada')

    await fill(page, { 'Given name': 'Augusta' })
    await app.request('PUT', `/api/persons/${id}`, { family_name: 'King' })
    await button(page, 'Save person').click()
    await page.getByText('Somebody else saved this meanwhile.').waitFor()
    await page.getByText('Family name is now: King').waitFor()
    t.equal(await field(page, 'Given name').inputValue(), 'Augusta')
    await keepShots(page, 'person-stale')
    await noViolations(t, page, 'a stale person')
    await button(page, 'Save mine').click()
    await row(page, 'Augusta King').waitFor()
    t.match((await app.request('GET', `/api/persons/${id}`)).json(), { given_name: 'Augusta', family_name: 'King' })
  },
  bothStores,
)

inBrowser('an organization gets a short name from its name, until somebody types one', async (t, open) => {
  const { page, visit } = await open({ data: withPeople(0), path: '/organizations' })
  await button(page, 'Create organization').click()
  await fill(page, { Name: 'Étoile & Söhne' })
  t.equal(await field(page, 'Short name').inputValue(), 'etoile-soehne')
  await fill(page, { 'Short name': 'acme' })
  await fill(page, { Name: 'Étoile' })
  t.equal(await field(page, 'Short name').inputValue(), 'acme', 'what was typed stays')
  await button(page, 'Create organization').last().click()
  await page.getByText('Another organization has this short name').waitFor()

  const phone = await visit({ size: 'phone', path: '/organizations' })
  await phone.page.getByRole('link', { name: 'Acme Books' }).click()
  await phone.page.getByText(organization.description).waitFor()
  await phone.page.getByRole('combobox', { name: 'Add a person' }).fill('Ada')
  await phone.page.getByRole('option', { name: 'Ada Lovelace' }).click()
  await row(phone.page, 'Ada Lovelace').waitFor()
  await keepShots(phone.page, 'organization')
  await noViolations(t, phone.page, 'an organization on a phone')
  const edit = await button(phone.page, 'Edit organization').boundingBox()
  t.ok(edit && edit.x + edit.width <= 390, 'the button is on the phone as a whole')
  await button(phone.page, 'Actions for Acme Books').click()
  await phone.page.getByRole('menuitem', { name: 'Archive Acme Books' }).click()
  await phone.page.waitForURL(/\/organizations$/)
  await button(phone.page, 'Undo').click()
  await phone.page.waitForURL(/\/organizations\/./)
  await row(phone.page, 'Ada Lovelace').waitFor()
})

inBrowser('who may only read sees people, and no way to change them', async (t, open) => {
  const { visit, app } = await open({ mode: 'production', data: withPeople(0), path: null })
  const allow = async (member: Record<string, string[]>): Promise<void> => {
    const answer = await app.request('PUT', '/api/settings/role-access', { roles: { member } })
    t.equal(answer.statusCode, 200, answer.body)
  }
  await allow({ person: ['odrl:read'], organization: ['odrl:read'] })
  const reader = await visit({ as: 'max', path: '/persons' })
  await row(reader.page, 'Ada Lovelace').waitFor()
  t.equal(await button(reader.page, 'Create person').count(), 0)
  t.equal(await button(reader.page, 'Archived').count(), 0)
  await button(reader.page, 'Actions for Ada Lovelace').click()
  await reader.page.getByRole('menuitem', { name: 'Full record' }).waitFor()
  t.equal(await reader.page.getByRole('menuitem').count(), 1)
  await reader.go('/organizations')
  await reader.page.getByRole('link', { name: 'Acme Books' }).click()
  await reader.page.getByText('Nobody belongs to it yet.').waitFor()
  t.equal(await reader.page.getByRole('combobox', { name: 'Add a person' }).count(), 0)
  await noViolations(t, reader.page, 'an organization for a reader')
  await allow({ person: ['odrl:read'] })
  await reader.go('/organizations')
  await reader.page.getByText('You may not see this').waitFor()
  await noViolations(t, reader.page, 'what one may not see')
})
