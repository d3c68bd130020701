// Takes the pictures of the README (docs/pictures) from a service of its own with the sample data of the presets.
// With a folder as argument: every screen instead, in each width, theme and language, so that anyone can look at them.
// Needs Chromium: the one that CHROMIUM_BINARY names, else Debian's.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [folder] = process.argv.slice(2)
const pictures = [
  { name: 'admin', path: '/content/task' },
  { name: 'site', path: '/site' },
]
const widths = [1440, 1280, 1024, 390, 320]
const looks = [
  { theme: 'light', locale: 'en-GB' },
  { theme: 'dark', locale: 'de-DE' },
]
/** Addresses of screens; `{type}` becomes the id of a record of this type. */
const screens = {
  home: '/',
  list: '/content/task?layout=table',
  board: '/content/task?layout=board',
  calendar: '/content/task?layout=calendar',
  gallery: '/content/recipe?layout=gallery',
  record: '/content/article/{article}',
  edit: '/content/article/{article}?edit=1',
  create: '/content/recipe/new',
  unknown: '/content/unicorn/new',
  library: '/content/file?layout=gallery',
  transfer: '/transfer?type=task',
  'type-from-file': '/types/_from-file',
  events: '/events',
  types: '/types',
  type: '/types/recipe',
  users: '/users',
  tokens: '/tokens',
  sidebar: '/sidebar',
  roles: '/role-access',
  system: '/system',
  presets: '/presets',
  website: '/website',
  operations: '/operations',
  'api-docs': '/api/docs',
  site: '/site',
  guides: '/site/guides',
}

/** The requests of each page that wait for their answer; the stream of events has none. */
const waiting = new WeakMap()
let address
const data = mkdtempSync(join(tmpdir(), 'plinth-pictures-'))
const service = spawn(process.execPath, [join(root, 'scripts', 'demo.mjs')], {
  env: { ...process.env, PLINTH_DEMO_DATA: data, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  address = await addressOf(service)
  const named = process.env['CHROMIUM_BINARY']
  const executablePath = named ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
  const chromiumSandbox = process.getuid?.() !== 0 // Chromium does not start its sandbox for root
  const browser = await chromium.launch({ executablePath, chromiumSandbox, args: ['--disable-gpu'] })
  if (folder === undefined) {
    const page = countRequests(await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' }))
    for (const { name, path } of pictures) await take(page, path, join(root, 'docs', 'pictures', `${name}.png`))
  } else await takeScreens(browser)
  await browser.close()
} finally {
  service.kill('SIGTERM')
  await new Promise(resolve => service.once('exit', resolve))
  rmSync(data, { recursive: true })
}

async function take(page, path, file) {
  await page.goto(`${address}${path}`, { waitUntil: 'load' })
  await becomesQuiet(page)
  await page.screenshot({ path: file, animations: 'disabled' })
}

function countRequests(page) {
  waiting.set(page, new Set())
  page.on('request', request => {
    if (!request.url().includes('/events/stream')) waiting.get(page).add(request)
  })
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, request => waiting.get(page).delete(request))
  return page
}

/** Nothing is read any more, nothing waits to be shown, and that was so for a moment. */
async function becomesQuiet(page) {
  const until = Date.now() + 30_000
  for (let quiet = 0; quiet < 4 && Date.now() < until;) {
    await page.waitForTimeout(100)
    const shows = await page.evaluate(`document.querySelector('.skeleton, [aria-busy="true"]') === null`)
    quiet = shows && waiting.get(page).size === 0 ? quiet + 1 : 0
  }
  if (Date.now() >= until) process.stderr.write(`${page.url()} is still loading\n`)
}

/** Every screen in each width, theme and language. */
async function takeScreens(browser) {
  mkdirSync(folder, { recursive: true })
  const ids = new Map()
  for (const type of ['article', 'task']) {
    const { data } = await (await fetch(`${address}/api/${type}?limit=1`)).json()
    ids.set(type, data[0]?.id.split(':').at(-1))
  }
  for (const { theme, locale } of looks) {
    const page = countRequests(await browser.newPage({ colorScheme: theme, locale, reducedMotion: 'reduce' }))
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 720 ? 844 : 900 })
      for (const [name, path] of Object.entries(screens)) {
        const filled = path.replace(/\{(\w+)\}/, (_, type) => ids.get(type))
        await take(page, filled, join(folder, `${name}-${width}-${theme}.png`))
      }
    }
    await page.close()
  }
}

/** Wait for the line of the log that contains the address of the service. @throws Error when the service ends before */
function addressOf(service) {
  return new Promise((resolve, reject) => {
    let output = ''
    service.stdout.setEncoding('utf8').on('data', part => {
      output += part
      const address = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    service.once('exit', code => reject(new Error(`the service ended with ${code}`)))
  })
}
