import type { Page } from 'playwright-core'
import { noViolations, violationsOf } from './accessible.ts'
import { eventCalled, withEvents } from './form-samples.ts'
import { inBrowser } from './in-browser.ts'
import { shellIsThere, sizes } from './open-admin.ts'
import { withShelves } from './shelf-samples.ts'
import { keepShot } from './shots.ts'
import { shows } from './shows.ts'

/** A screen: its address, its name, and the steps before it is checked. */
interface Screen {
  name: string
  path: string
  heading: string
  open?: (page: Page) => Promise<void>
}

async function laidOut(page: Page): Promise<void> {
  await page.locator('[data-scrolls]').first().waitFor()
}
async function addFilter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}
async function display(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByLabel('Sort by').waitFor()
}
async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit event' }).click()
  await page.getByLabel('Title').fill('Spring')
}
async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('event')
}

const screens = (record: string): Screen[] => [
  { name: 'home', path: '/', heading: 'Home' },
  { name: 'list', path: '/content/fair', heading: 'Events' },
  { name: 'board', path: '/content/fair?layout=board&by=stage', heading: 'Events', open: laidOut },
  { name: 'calendar', path: '/content/fair?layout=calendar&by=day', heading: 'Events', open: laidOut },
  { name: 'week', path: '/content/fair?layout=calendar&by=begins&span=week', heading: 'Events', open: laidOut },
  { name: 'gallery', path: '/content/fair?layout=gallery&by=image', heading: 'Events', open: laidOut },
  { name: 'tree', path: '/content/shelf?layout=tree&by=inside', heading: 'Shelves', open: laidOut },
  { name: 'filters', path: '/content/fair?_filter[title][like]=fair', heading: 'Events', open: addFilter },
  { name: 'display', path: '/content/fair?layout=gallery&by=image', heading: 'Events', open: display },
  { name: 'form', path: '/content/fair/new', heading: 'New event' },
  { name: 'record', path: record, heading: 'Spring fair' },
  { name: 'edited', path: record, heading: 'Spring fair', open: edit },
  { name: 'library', path: '/content/file', heading: 'Files' },
  { name: 'upload', path: '/content/file/new', heading: 'New file' },
  { name: 'types', path: '/types', heading: 'Types' },
  { name: 'type', path: '/types/fair', heading: 'Event' },
  { name: 'context', path: '/types/fair?side=context', heading: 'Event' },
  { name: 'presets', path: '/presets', heading: 'Presets' },
  { name: 'users', path: '/users', heading: 'Users' },
  { name: 'accounts', path: '/accounts', heading: 'Accounts' },
  { name: 'roles', path: '/role-access', heading: 'Roles and rights' },
  { name: 'sidebar', path: '/sidebar', heading: 'Sidebar' },
  { name: 'events', path: '/events', heading: 'Events' },
  { name: 'tokens', path: '/tokens', heading: 'API tokens' },
  { name: 'sessions', path: '/sessions', heading: 'Sessions' },
  { name: 'plugins', path: '/plugins', heading: 'Plugins' },
  { name: 'system', path: '/system', heading: 'System' },
  { name: 'operations', path: '/operations', heading: 'API' },
  { name: 'site', path: '/website', heading: 'Public site' },
  { name: 'transfer', path: '/transfer', heading: 'Import and export' },
  { name: 'type-from-file', path: '/types/_from-file', heading: 'New type from file' },
  { name: 'search', path: '/types', heading: 'Types', open: search },
  { name: 'nowhere', path: '/nowhere', heading: 'Page not found' },
]

/** The size of a window of 1280 pixels at a zoom of 400%. */
const enlarged = { width: 320, height: 256 }

/** Elements wider than the window. Tables and tab bars scroll by themselves. */
const tooWide = `(() => {
  const scrolls = element => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const mayScroll = element => element.matches('pre, textarea, nav ul, [data-scrolls], [role=tablist], [role=tablist] *') || element.querySelector('table') !== null && element.matches('div')
  const found = []
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('svg, .unseen, .skip') || !element.checkVisibility({ visibilityProperty: true })) continue
    const { left, right, width } = element.getBoundingClientRect()
    const name = element.tagName.toLowerCase() + '.' + element.className
    if (scrolls(element) && element.scrollWidth > element.clientWidth + 1 && !mayScroll(element)) found.push(name + ' scrolls')
    if (width < 2 || (left >= -1 && right <= innerWidth + 1)) continue
    let outer = element.parentElement
    while (outer !== null && !(scrolls(outer) && mayScroll(outer)) && getComputedStyle(outer).overflowX !== 'hidden') outer = outer.parentElement
    if (outer === null) found.push(name + ' from ' + Math.round(left) + ' to ' + Math.round(right))
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the document')
  return found
})()`

/** Touch targets that are too small: links, buttons and fields under 44 pixels, with overflowing parts. A field in a frame has the size of the frame. */
const tooSmall = `(() => {
  const found = []
  const reachOf = element => {
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
    const reach = { width, height }
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(element, part)
      if (style.content === 'none' || style.position !== 'absolute') continue
      reach.width = Math.max(reach.width, parseFloat(style.width))
      reach.height = Math.max(reach.height, parseFloat(style.height))
    }
    return reach
  }
  for (const element of document.querySelectorAll('a[href], button, select, input')) {
    if (element.closest('.unseen, .skip, .anchor') || !element.checkVisibility({ visibilityProperty: true })) continue
    const { width, height } = reachOf(element)
    if (width < 43.5 || height < 43.5) found.push(element.outerHTML.slice(0, 120) + ' is ' + Math.round(width) + ' by ' + Math.round(height))
  }
  return found
})()`

inBrowser('every screen from right to left, on a phone, and four times as big', async (t, open) => {
  const { page, app, context, go } = await open({
    plugins: { files: true },
    data: app => Promise.all([withEvents(app), withShelves(app)]).then(() => undefined),
    path: null,
  })
  const id = (await eventCalled(app, 'Spring fair'))?.id.split(':')[2] ?? ''
  await context.addInitScript(`localStorage.setItem('plinth.direction', 'rtl')`)

  for (const screen of screens(`/content/fair/${id}`)) {
    await page.setViewportSize(sizes.wide)
    await go(screen.path)
    const heading = page.getByRole('heading', { name: screen.heading, level: 1, exact: true, includeHidden: true })
    await heading.waitFor()
    await screen.open?.(page)
    const look = async (how: string): Promise<void> => {
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await keepShot(page, `reach ${screen.name} ${how}`)
      await shows(
        t,
        () => page.evaluate<string[]>(tooWide),
        [],
        `${screen.name}, ${how}: nothing is wider than the window`,
      )
      const isReadable = await heading.evaluate(
        ({ clientWidth, scrollWidth }) => clientWidth > 0 && (clientWidth >= 24 || scrollWidth <= clientWidth),
      )
      t.ok(isReadable, `${screen.name}, ${how}: its name can be read`)
    }
    const isAccessible = async (how: string): Promise<void> => {
      t.strictSame(
        await violationsOf(page, { without: ['color-contrast'] }),
        [],
        `${screen.name}, ${how}: is accessible`,
      )
    }
    await shows(t, () => page.evaluate<string>(`getComputedStyle(document.querySelector('main')).direction`), 'rtl')
    await look('from right to left')
    await page.evaluate(`document.documentElement.dir = 'ltr'`)
    await noViolations(t, page, screen.name) // also the colours of both themes
    await page.setViewportSize(sizes.phone)
    await look('on a phone')
    await shows(
      t,
      () => page.evaluate<string[]>(tooSmall),
      [],
      `${screen.name}, on a phone: all touch targets are large enough`,
    )
    await isAccessible('on a phone')
    await page.setViewportSize(enlarged)
    await look('four times as big')
    await shellIsThere(page)
  }
})
