import type { TestApp } from '../../testing/index.ts'
import { inBrowser } from './in-browser.ts'
import { shows } from './shows.ts'

const withNotes = async ({ request }: TestApp): Promise<void> => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note', schema })
}

/** The browser brings the tab to the front. */
const shown = `document.dispatchEvent(new Event('visibilitychange'))`

inBrowser('a tab notices that another one acts as somebody else', async (t, open) => {
  const path = '/content/note/new'
  const opened = await open({ mode: 'production', as: 'root', data: withNotes, path: null })
  const { page, go, context, app, signedIn } = opened
  await signedIn?.signIn('jane')
  const notes = async (): Promise<number> =>
    (await app.request('GET', '/api/note?count=true')).json<{ total: number }>().total
  await go(path)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Meant by root')

  const other = await context.newPage()
  await other.goto('/users')
  await other.getByRole('button', { name: 'Actions for jane' }).click()
  await other.getByRole('menuitem', { name: 'Act as jane' }).click()
  await other.getByText(/You are acting as jane/).waitFor()

  const dialog = page.getByRole('dialog', { name: 'Somebody else is active now' })
  await page.getByRole('button', { name: 'Create Note' }).dispatchEvent('click') // the tab may have noticed before, and its dialog covers the button
  await dialog.getByText(/^This page shows root, but .* nothing was saved/).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await shows(t, () => title.inputValue(), 'Meant by root', 'the input stays')
  t.equal(await notes(), 0)
  await page.evaluate(shown)
  await dialog.waitFor()

  await other.getByRole('button', { name: /Stop acting as/ }).click()
  await other.getByText(/You are acting as/).waitFor({ state: 'detached' })
  await page.evaluate(shown)
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create Note' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  t.equal(await notes(), 1)
})
