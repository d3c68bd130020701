import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { packageRoot } from '../../kernel/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses } from './keyboard.ts'
import { keepShot, keepShots } from './shots.ts'
import { shows } from './shows.ts'

const document = join(packageRoot, 'plugins/openapi/fixtures/blog.yaml')
const plugins = { openapi: { document } }

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const rows = (page: Page) => page.getByRole('table').locator('tbody tr')

inBrowser(
  'the operations of the document are listed and searchable, with links to the documentation',
  async (t, open) => {
    const { page, context, visit } = await open({ plugins })
    await page.getByRole('button', { name: 'System' }).click()
    await page.getByRole('link', { name: 'API', exact: true }).click()
    await page.getByRole('heading', { name: 'API', level: 1, exact: true }).waitFor()
    await row(page, /GET \/api\/blogs\/\{guid\} .*blog ViewController Signed in/).waitFor()
    await shows(t, () => rows(page).count(), 11)
    await page.getByText('Blog 1.2.3, from blog.yaml, under /api').waitFor()
    await row(page, /GET \/api\/odd .*None \(501\)/).waitFor()
    await keepShots(page, 'operations')
    await noViolations(t, page, 'operations')

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
    await keepShot(docs, 'api-docs')
    await docs.close()

    const phone = await visit({ size: 'phone', path: '/operations' })
    await phone.page.getByText('/api/blogs/{guid}').first().waitFor()
    await keepShots(phone.page, 'operations')
    await noViolations(t, phone.page, 'operations on a phone')
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
  for (const name of ['Name', 'Slug'])
    await shows(t, () => page.getByLabel(name, { exact: true }).isDisabled(), true, name)
  await shows(t, () => page.getByRole('button', { name: 'Add property' }).count(), 0)
  await keepShots(page, 'type-of-document')
  await noViolations(t, page, 'a type of the document')

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
  await keepShots(page, 'operations-none')
  await noViolations(t, page, 'no operations')
})
