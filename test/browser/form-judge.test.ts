import { noViolations } from './accessible.ts'
import { withEvents } from './form-samples.ts'
import { inBrowser } from './in-browser.ts'
import { shows } from './shows.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const text = { type: 'string' }
const film = {
  name: 'Film',
  slug: 'film',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      length: { type: 'string', format: 'duration' },
      target: {
        oneOf: [
          { title: 'By key', type: 'object', patternProperties: { '^key-': text }, additionalProperties: false },
          {
            title: 'By name',
            type: 'object',
            properties: { name: text },
            required: ['name'],
            additionalProperties: false,
          },
        ],
      },
      steps: { type: 'array', items: { enum: ['wash', 'dry', 'fold'] } },
      places: { type: 'array', uniqueItems: true, items: { enum: [{ c: 'red' }, { c: 'blue' }] } },
      names: { type: 'array', items: { type: 'string', maxLength: 60 } },
      note: text,
      secret: { type: 'string', format: 'password' },
      at: { type: 'string', format: 'time' },
      year: { type: 'integer', minimum: 1900 },
      b: text,
    },
    allOf: [{ if: { properties: { name: { const: 'x' } }, required: ['name'] }, then: { required: ['b'] } }],
  },
}
const withFilm =
  (film1: object, ids: string[]) =>
  async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', film)
    ids.push((await request('POST', '/api/film', film1)).json<Resource>().id)
  }
const stored = async ({ request }: TestApp, id: string): Promise<Record<string, unknown>> => {
  const {
    '@id': _id,
    '@type': _type,
    ...data
  } = (await request('GET', `/api/film/${id}`)).json<Resource>().data['@graph'][0] ?? {}
  return data
}

inBrowser('a form refuses what the service refuses, and nothing else', async (t, open) => {
  const ids: string[] = []
  const values = { name: 'A film', length: 'PT1H5S', target: { name: 'x' }, steps: ['dry', 'wash', 'dry'] }
  const { page, app, go } = await open({ data: withFilm(values, ids), path: null })
  const [id = ''] = ids
  const edit = `/content/film/${id.split(':')[2]}?edit=1`
  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  const done = (): Promise<void> => page.waitForURL(url => url.searchParams.get('edit') === null)

  await go(edit)
  await name.fill('Another film')
  await save.click()
  await done()
  t.strictSame(await stored(app, id), { ...values, name: 'Another film' }, 'durations and names by pattern')

  await go(edit)
  await name.fill('x')
  await page.getByRole('textbox', { name: 'Year' }).fill('1800')
  await save.click()
  const list = page.getByRole('region', { name: '2 fields are invalid' })
  await list.waitFor()
  await shows(t, () => list.getByRole('link').allInnerTexts(), ['Year must be 1,900 or more', 'B is required'])
  await page.getByRole('textbox', { name: 'Year' }).fill('1900')
  await page.getByRole('region', { name: '1 field is invalid' }).waitFor()

  await page.route('**/_check*', route => route.fulfill({ status: 429, body: '' }))
  await page.getByRole('textbox', { name: 'B', exact: true }).fill('there')
  await save.click()
  await done()
  t.match(await stored(app, id), { name: 'x', b: 'there', year: 1900 }, 'saved although the check is not answered')
})

inBrowser('choices, chips and texts keep their order, repeats, commas and lines', async (t, open) => {
  const ids: string[] = []
  const values = { name: 'A film', steps: ['dry', 'wash'], places: [{ c: 'blue' }] }
  const { page, app, go } = await open({ data: withFilm(values, ids), path: null })
  const [id = ''] = ids
  await go(`/content/film/${id.split(':')[2]}?edit=1`)
  await page.getByRole('checkbox', { name: 'Fold' }).check()
  await page.getByRole('combobox', { name: 'Add to Steps' }).selectOption('Dry')
  await page.getByRole('button', { name: 'Add to Steps' }).waitFor()
  t.equal(await page.getByRole('group', { name: 'Places' }).getByRole('checkbox', { checked: true }).count(), 1)
  await page.getByRole('group', { name: 'Places' }).getByRole('checkbox', { checked: false }).check()

  const names = page.getByRole('textbox', { name: 'Names' })
  for (const one of ['Doe, John', 'Doe', 'Doe']) {
    await names.fill(one)
    await names.press('Enter')
  }
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('first')
  await note.press('Shift+Enter')
  await page.keyboard.type('second')

  const secret = page.getByLabel('Secret', { exact: true })
  t.equal(await secret.getAttribute('type'), 'password')
  await secret.fill('open')
  await page.getByRole('button', { name: 'Show Secret' }).click()
  t.equal(await secret.getAttribute('type'), 'text')

  await page.getByLabel('At (UTC)').click()
  await page.keyboard.type('23:08:42')
  await note.press('Enter')
  await page.waitForURL(url => url.searchParams.get('edit') === null)
  const { at, ...others } = await stored(app, id)
  t.strictSame(others, {
    name: 'A film',
    steps: ['dry', 'wash', 'fold', 'dry'],
    places: [{ c: 'blue' }, { c: 'red' }],
    names: ['Doe, John', 'Doe', 'Doe'],
    note: 'first\nsecond',
  })
  t.match(at, /^23:08:42/)
})

inBrowser('a screen reader hears the label, the help and the error of every kind of field', async (t, open) => {
  const { page } = await open({ data: withEvents, path: '/content/fair/new' })
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await page.getByRole('button', { name: 'Create Event' }).click()
  await page.getByRole('region', { name: /invalid$/ }).waitFor()
  const nameless = `[...document.querySelectorAll('form :is(input, select, textarea, button, fieldset)')]
    .filter(one => one.checkVisibility() && one.getAttribute('aria-hidden') !== 'true' && !one.matches('.unseen'))
    .filter(one => ![one.getAttribute('aria-label'), one.labels?.[0]?.innerText, one.querySelector('legend')?.innerText, one.innerText]
      .some(name => (name ?? '').trim() !== ''))
    .map(one => one.outerHTML.slice(0, 120))`
  t.strictSame(await page.evaluate(nameless), [], 'each has a name')
  const repeated = `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)`
  t.strictSame(await page.evaluate(repeated), [], 'each id is there once')
  const title = page.getByRole('textbox', { name: 'Title' })
  t.equal(await title.getAttribute('aria-required'), 'true')
  t.equal(await title.getAttribute('aria-invalid'), 'true')
  const described = `document.activeElement.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText).join(' ')`
  await title.focus()
  t.match(await page.evaluate(described), /What it is called\..*Title is required/s)
  await noViolations(t, page, 'a form with errors')
})
