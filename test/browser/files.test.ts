import sharp from 'sharp'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { keepShot } from './shots.ts'
import { shows, showsPart } from './shows.ts'
import { routed } from './routed.ts'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { FileChooser, Locator, Page } from 'playwright-core'

const text = { type: 'string' }
const dish = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text,
    photo: { ...text, 'x-resource-type': 'file' },
    gallery: { type: 'array', items: { ...text, 'x-resource-type': 'file', 'x-media-types': ['image/*'] } },
    served: { ...text, format: 'date' },
    story: { ...text, contentMediaType: 'text/markdown' },
    course: { enum: ['starter', 'main'] },
  },
}

async function withDishes({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Dish', slug: 'dish', schema: dish })
}

const plugins = { files: { maxFileBytes: 1_000_000 } }

/** A picture of one colour with a bright spot; the same colour gives the same bytes. */
const picture = async (background: string, [width, height] = [800, 600]): Promise<Buffer> => {
  const spot = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'gold' } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: spot, left: 120, top: 140 }])
    .png()
    .toBuffer()
}

const asFile = async (name: string, colour: string) => ({ name, mimeType: 'image/png', buffer: await picture(colour) })

/** Drag, drop or paste pictures on an element, as the browser does. */
async function give(
  on: Locator,
  kind: 'dragover' | 'dragleave' | 'drop' | 'paste',
  files: readonly { name: string; buffer: Buffer }[],
): Promise<void> {
  const contents = JSON.stringify(files.map(({ name, buffer }) => [name, buffer.toString('base64')]))
  await on.evaluate(element => element.setAttribute('data-given', ''))
  await on.page().evaluate(`{
    const given = document.querySelector('[data-given]')
    given.removeAttribute('data-given')
    const element = given.shadowRoot?.querySelector('.cm-content') ?? given
    const data = new DataTransfer()
    for (const [name, content] of ${contents})
      data.items.add(new File([Uint8Array.from(atob(content), one => one.charCodeAt(0))], name, { type: 'image/png' }))
    const options = { bubbles: true, cancelable: true, composed: true }
    const { left, top } = element.getBoundingClientRect()
    element.dispatchEvent(
      '${kind}' === 'paste'
        ? new ClipboardEvent('paste', { ...options, clipboardData: data })
        : new DragEvent('${kind}', { ...options, dataTransfer: data, clientX: left + 20, clientY: top + 20 }),
    )
  }`)
}

/** Whether files cannot be dropped on an element. */
async function isKeptFromDrops(on: Locator): Promise<boolean> {
  await on.evaluate(element => element.setAttribute('data-given', ''))
  return on.page().evaluate<boolean>(`{
    const given = document.querySelector('[data-given]')
    given.removeAttribute('data-given')
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.txt'))
    !given.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
  }`)
}

/** Choose files when the browser asks for them. */
async function pick(page: Page, press: Locator, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()])
  await chooser.setFiles(files)
}

/** Whether a picture was loaded. */
const isLoaded = (image: Locator): Promise<boolean> =>
  image.evaluate(element => Number(Object(element)['naturalWidth']) > 0)

/** Store a picture without the admin. */
async function stored({ app }: TestApp, name: string, colour: string): Promise<{ id: string }> {
  const head = `--part\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), await picture(colour), Buffer.from('\r\n--part--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=part' }
  return (await app.inject({ method: 'POST', url: '/api/file', payload, headers })).json<{ id: string }>()
}

const dataOf = async ({ request }: TestApp, path: string): Promise<Record<string, unknown>[]> =>
  (await request('GET', path)).json<{ data: Resource[] }>().data.flatMap(({ data }) => data['@graph'].slice(0, 1))

inBrowser('a picture is uploaded, described, given its focal point, and shown everywhere', async (t, open) => {
  const { page, app, go } = await open({ plugins, data: withDishes, path: '/content/dish/new' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Soup')
  const zone = page.getByRole('group', { name: 'Photo' }).first()
  await zone.getByRole('button', { name: 'Upload' }).waitFor()
  await keepShot(page, 'files form empty')
  await pick(page, zone.getByRole('button', { name: 'Upload' }), await asFile('pot.png', 'grey'))
  const alternative = page.getByRole('textbox', { name: 'Alternative text' })
  await alternative.waitFor()
  await give(zone.getByText('pot.png'), 'drop', [await asFile('soup.png', 'darkorange')])
  await zone.getByText('soup.png').waitFor()
  t.ok(await isKeptFromDrops(page.getByRole('heading').first()), 'elsewhere the browser does not open it')
  t.notOk(await isKeptFromDrops(page.getByRole('textbox', { name: 'Name', exact: true })))
  await alternative.waitFor()
  await keepShot(page, 'files form chosen')
  await alternative.fill('A bowl of soup')
  await page.getByRole('slider', { name: 'Focal point' }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowUp')
  const focalPoint = { x: 0.3, y: 0.49 }
  await shows(t, async () => (await dataOf(app, '/api/file'))[0]?.['focalPoint'], focalPoint, 'the keys move the point')
  const known = [{ name: 'soup.png', description: 'A bowl of soup' }, { name: 'pot.png' }]
  t.match(await dataOf(app, '/api/file'), known)
  const [soup] = (await app.request('GET', '/api/file')).json<{ data: Resource[] }>().data
  await app.request('PATCH', `/api/file/${soup?.id}`, { description: 'Tomato soup' })
  await alternative.fill('A bowl')
  await alternative.press('Enter')
  await page.getByText('changed the alternative text to “Tomato soup”').first().waitFor()
  t.match(await dataOf(app, '/api/file'), [{ description: 'Tomato soup' }], 'what somebody else wrote is kept')
  await alternative.fill('A bowl of soup')
  await alternative.press('Enter')
  await shows(t, async () => (await dataOf(app, '/api/file'))[0]?.['description'], 'A bowl of soup')
  await give(page.getByRole('group', { name: 'Add to Gallery' }), 'drop', [
    { name: 'one.png', buffer: await picture('teal') },
    { name: 'two.png', buffer: await picture('purple') },
  ])
  await page.getByRole('button', { name: 'Remove two.png' }).waitFor()
  await keepShot(page, 'files form list')
  await noViolations(t, page, 'a form with files')
  await page.getByRole('button', { name: 'Create dish' }).click()
  await page.waitForURL(/\/content\/dish\/(?!new)/)
  await page.getByRole('img', { name: 'A bowl of soup' }).first().waitFor()
  await keepShot(page, 'files record')
  const [dish] = (await app.request('GET', '/api/dish')).json<{ data: Resource[] }>().data
  await app.request('PATCH', `/api/dish/${dish?.id}`, { photo: null })
  await page.reload()
  await page.getByRole('link', { name: 'two.png' }).waitFor() // of several pictures the first one at the top is not all
  await app.request('PATCH', `/api/dish/${dish?.id}`, { photo: soup?.id })
  for (const layout of ['gallery', 'table', 'board']) {
    await go(`/content/dish?layout=${layout}`)
    await page.locator('main img').first().waitFor()
    await shows(t, () => isLoaded(page.locator('main img').first()), true, `the ${layout} has the picture`)
    await keepShot(page, `files list ${layout}`)
  }
})

inBrowser('pictures in a text are pasted and chosen, and named', async (t, open) => {
  const { page, app } = await open({ plugins, data: withDishes, path: '/content/dish/new' })
  const { id } = await stored(app, 'oven.png', 'sienna')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bread')
  const editor = page.locator('[data-path=story] .cm-content')
  await editor.click()
  await page.keyboard.type('Baked.')
  await page.keyboard.press('Enter')
  await give(page.locator('[data-path=story] .text'), 'paste', [await asFile('loaf.png', 'peru')])
  await showsPart(t, () => editor.innerText(), '![loaf](urn:file:')
  await page.keyboard.type('A loaf')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await shows(t, () => isLoaded(editor.getByRole('img', { name: 'A loaf' })), true, 'the picture is in the text')
  await page.getByRole('toolbar').getByRole('button', { name: 'Picture' }).click()
  await page.getByRole('group', { name: 'Picture' }).getByRole('button', { name: 'Choose from library' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Search files' }).fill('oven')
  await shows(t, () => dialog.getByRole('list').getByRole('button').count(), 1, 'the library is searched')
  await dialog.getByRole('button', { name: 'oven.png' }).click()
  await keepShot(page, 'files dialog')
  await noViolations(t, page, 'the dialog of the library')
  await dialog.getByRole('button', { name: 'Use file' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('The oven')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const kiln = (await picture('maroon')).toString('base64')
  const html = `<p>Seen</p><p><img alt="Kiln" src="data:image/png;base64,${kiln}"></p><p>at <b>night</b></p>`
  await page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/plain', 'Seen at night')
    data.setData('text/html', ${JSON.stringify(html)})
    const editor = document.querySelector('[data-path=story] .text').shadowRoot.querySelector('.cm-content')
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }`)
  await editor.getByRole('img', { name: 'Kiln' }).waitFor()
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/content\/dish\/(?!new)/)
  const [{ story } = {}] = await dataOf(app, '/api/dish')
  t.match(
    story,
    /^Baked\.\n\n!\[A loaf\]\(urn:file:\w+\)\n\n!\[The oven\]\(urn:file:\w+\)\n\nSeen\n\n!\[Kiln\]\(urn:file:\w+\)\n\nat \*\*night\*\*$/,
  )
  t.match(story, id)
  await shows(t, () => isLoaded(page.getByRole('img', { name: 'The oven' })), true, 'it is on the page of the record')
})

inBrowser('the library: files are dropped, found again, replaced and removed for good', async (t, open) => {
  const { page, app, go } = await open({ plugins, path: '/content/file' })
  await shows(t, () => page.getByRole('button', { name: 'Upload files' }).count(), 2, 'above, and where nothing is yet')
  const above = page.getByText('Drop to upload to the library')
  await give(page.locator('main'), 'dragover', [await asFile('sea.png', 'navy')])
  await above.waitFor()
  await give(page.locator('main'), 'dragleave', [])
  await above.waitFor({ state: 'hidden' })
  await give(page.locator('main'), 'drop', [await asFile('sea.png', 'navy'), await asFile('wood.png', 'green')])
  await page.getByRole('link', { name: 'wood.png' }).waitFor()
  await shows(t, () => isLoaded(page.locator('main img').first()), true, 'the list is a gallery')
  await pick(page, page.getByRole('button', { name: 'Upload files' }), await asFile('again.png', 'navy'))
  await page.getByRole('dialog', { name: 'This file is in the library already' }).waitFor()
  await page.getByRole('button', { name: 'Use what is there' }).click()
  await shows(t, async () => (await dataOf(app, '/api/file')).length, 2, 'the same bytes are not stored again')
  await pick(page, page.getByRole('button', { name: 'Upload files' }), {
    name: 'huge.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(1_100_000),
  })
  await page.getByRole('region', { name: 'Uploads' }).getByText('a file of this type can have 1 MB').waitFor()
  await noViolations(t, page, 'the library with the tray')
  await keepShot(page, 'files library')
  await page.getByRole('button', { name: 'Remove huge.png from the uploads' }).click()
  await page.getByRole('link', { name: 'sea.png' }).click()
  await page.getByRole('button', { name: 'Content of the file' }).click()
  await pick(page, page.getByRole('menuitem', { name: 'Replace content' }), await asFile('other.png', 'black'))
  await page.getByRole('region', { name: 'Messages' }).getByText('“sea.png” has its new content.').waitFor()
  const [sea] = (await dataOf(app, '/api/file?_filter[name][eq]=sea.png')) as { '@id': string }[]
  t.match((await app.request('GET', `/api/file/${sea?.['@id']}`)).json(), { sequence_no: 2 }, 'it keeps its id')
  await page.getByRole('button', { name: 'Content of the file' }).click()
  await page.getByRole('menuitem', { name: 'Remove content for good' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove content for good' }).click()
  await page.waitForURL(/\/content\/file$/)
  await shows(t, async () => (await dataOf(app, '/api/file')).map(({ name }) => name), ['wood.png'])
  await go('/content/file/new')
  await pick(page, page.getByRole('button', { name: 'Upload' }), await asFile('new.png', 'coral'))
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('Coral')
  await page.keyboard.press('Tab')
  await shows(t, async () => (await dataOf(app, '/api/file'))[0]?.['description'], 'Coral')
  await go('/content/file')
  const document = { name: 'rules.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }
  await pick(page, page.getByRole('button', { name: 'Upload files' }), document)
  await page.locator('.tile', { hasText: 'rules.pdf' }).locator('.picture .lucide-file-text').waitFor()
})

inBrowser('without the right to upload there is the library alone, on a phone and in German', async (t, open) => {
  const admin = await open({ mode: 'production', plugins, data: withDishes, as: 'root', path: '/content/file' })
  const { app, visit } = admin
  await pick(
    admin.page,
    admin.page.getByRole('button', { name: 'Upload files' }).first(),
    await asFile('plate.png', 'silver'),
  )
  await admin.page.getByRole('link', { name: 'plate.png' }).waitFor()
  const half = { name: 'half.png', mimeType: 'image/png', buffer: (await picture('silver')).subarray(0, 300) }
  await pick(admin.page, admin.page.getByRole('button', { name: 'Upload files' }).first(), [half])
  await admin.page.getByRole('link', { name: 'half.png' }).waitFor()
  const roles = { member: { dish: ['odrl:read', 'odrl:modify'], file: ['odrl:read'] } }
  await app.request('PUT', '/api/settings/role-access', { roles })
  const { page } = await visit({ as: 'cook', size: 'phone', locale: 'de-DE', path: '/content/dish/new' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Suppe')
  const zone = page.getByRole('group', { name: 'Photo' }).first()
  const others = page.getByRole('button', { name: 'Weiteres Feld hinzufügen' })
  t.equal(await others.count(), 0, 'nor fields that nobody has defined')
  await zone.getByRole('button', { name: 'Aus der Bibliothek wählen' }).click()
  t.equal(await page.getByRole('button', { name: 'Hochladen' }).count(), 0, 'nothing offers to upload')
  await page.getByRole('dialog').getByRole('button', { name: 'half.png' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Datei verwenden' }).click()
  await zone.getByText('Keine Vorschau: Das Bild ist beschädigt').waitFor()
  const chip = zone.getByRole('link', { name: 'half.png' })
  await chip.evaluate(link => link.setAttribute('data-chip', ''))
  const indent = await page.evaluate<number>(`{
    const [chip, range] = [document.querySelector('[data-chip]'), document.createRange()]
    range.selectNodeContents(chip)
    range.getBoundingClientRect().left - chip.getBoundingClientRect().left
  }`)
  t.ok(indent < 20, 'a name begins where its chip does')
  await zone.getByRole('button', { name: 'Photo ändern' }).click()
  await page.getByRole('menuitem', { name: 'Aus der Bibliothek wählen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'plate.png' }).click()
  await keepShot(page, 'files dialog phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Datei verwenden' }).click()
  await shows(t, () => isLoaded(page.locator('[data-path=photo] img').first()), true)
  await keepShot(page, 'files form phone')
  await noViolations(t, page, 'a form with a file on a phone')
  t.equal(await page.getByRole('textbox', { name: 'Alternativtext' }).count(), 0, 'nor to describe what is there')
  await page.getByRole('button', { name: 'Dish anlegen' }).click()
  await page.waitForURL(/\/content\/dish\/(?!new)/)
  t.match(await dataOf(app, '/api/dish'), [{ photo: /^urn:file:/ }])
})

inBrowser('a large file goes on after a broken connection, while the user visits another page', async (t, open) => {
  let endCheck = (): void => undefined
  Object.assign(globalThis, { filmIsChecked: new Promise<void>(resolve => (endCheck = resolve)) })
  const directory = t.testdir({
    'scan.mjs': `export default {
      name: 'scan', version: '1.0.0', requires: [], provides: [],
      contributes: { fileChecks: [{ name: 'slow', check: () => globalThis.filmIsChecked }] },
      register: () => ({}),
    }`,
  })
  const { page, app, problems } = await open({
    plugins: { files: true, './scan.mjs': true },
    config: { directory },
    data: withDishes,
    path: '/content/file',
  })
  problems.expect(/_uploads|Failed to load resource/)
  let parts = 0
  let release = (): void => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  await routed(page, '**/_uploads/*', async route => {
    if (route.request().method() !== 'PATCH') return route.continue()
    parts++
    if (parts <= 2) return route.abort('failed')
    if (parts === 3) await held
    return route.continue()
  })
  const film = { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(9_000_000, 1) }
  await pick(page, page.getByRole('button', { name: 'Upload files' }).first(), film)
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByRole('progressbar', { name: 'Upload of film.bin' }).waitFor()
  await page.getByRole('link', { name: 'Dishes' }).click()
  await page.waitForURL(/\/content\/dish/)
  await shows(t, () => Promise.resolve(parts), 3, 'it is tried again')
  await keepShot(page, 'files tray')
  const asks = `{
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    event.defaultPrevented
  }`
  t.equal(await page.evaluate(asks), true, 'leaving would end the upload, so the browser asks')
  release()
  await tray.getByText('Being checked').waitFor()
  endCheck()
  const files = async (): Promise<unknown> =>
    (await dataOf(app, '/api/file')).map(({ name, contentSize }) => [name, contentSize])
  await shows(t, files, [['film.bin', 9_000_000]], 'all of it arrives')
  await tray.waitFor({ state: 'hidden' })
})
