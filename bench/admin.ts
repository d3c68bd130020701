import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { startChromium } from '../testing/internal/chromium.ts'
import { transferredBy } from '../testing/internal/transferred.ts'
import { barePage, startBarePage } from './bare-page.ts'
import { largeType, wideFields, wideType } from './large-form.ts'
import { median } from './load.ts'
import { startServer } from './processes.ts'
import { prepareProduct } from './product.ts'
import { articleType, card, cardType, cards, crowd, crowdType } from './sample.ts'
import { call } from './service.ts'

// npm run bench:admin -- [--rows 100000] [--rounds 5]
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } },
})
const rows = Number(values.rows)
const rounds = Number(values.rounds)

const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
const browser = await startChromium()
if (browser === undefined) throw new Error('no Chromium: set CHROMIUM_BINARY')
/** Sixteen of each of ten columns fill its height; the others are drawn when they come near the visible area. */
const firstOfBoard = 10 * 16
/** The first page of each of ten columns. */
const allOfCrowd = 10 * 25
/** Three of each day are drawn. */
const shownOfMonth = 31 * 3
const environment = { SQLITE_PATH: join(folder, 'bench.db'), MONGODB_URL: '', PLINTH_CONFIG: '', LOG_LEVEL: 'warn' }
const product = await startServer('../kernel/main.js', environment)
const bare = await startBarePage()
try {
  await prepareProduct(product, rows)
  await call(product, 'POST', '/api/resource-types', largeType)
  await call(product, 'POST', '/api/resource-types', wideType)
  await call(product, 'POST', '/api/resource-types', cardType)
  await call(product, 'POST', '/api/resource-types', crowdType)
  await createCards(cardType.slug, cards)
  await createCards(crowdType.slug, crowd)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await context.addInitScript(observe())
  const page = await context.newPage()
  process.stdout.write(`first load of a list: ${await firstLoad(page)} bytes of scripts and styles\n`)
  process.stdout.write(table(await measure(page)))
} finally {
  await Promise.all([product.stop(), bare.stop(), browser.close()])
  await rm(folder, { recursive: true, force: true })
}

async function createCards(slug: string, count: number): Promise<void> {
  const operations = Array.from({ length: count }, (_, at) => ({ op: 'create', data: card(at) }))
  for (let at = 0; at < count; at += cards)
    await call(product, 'POST', `/api/${slug}/_bulk`, { operations: operations.slice(at, at + cards) })
}

/** Times in ms of the admin and of the bare page, one for each round. */
interface Measurement {
  name: string
  admin: number[]
  bare: number[]
}

/** Interleaved, so that other load on the machine affects both. */
async function measure(page: Page): Promise<Measurement[]> {
  const list = `${product.url}/content/${articleType.slug}`
  const form = `${product.url}/content/${largeType.slug}/new`
  const cardsUrl = `${product.url}/content/${cardType.slug}`
  const crowdUrl = `${product.url}/content/${crowdType.slug}`
  const wide = `${product.url}/content/${wideType.slug}`
  const wideField = (at: number): string => `[data-path="field${at}"] :is(input, textarea)`
  const scenarios: Record<string, { admin: () => Promise<number>; bare: () => Promise<number> }> = {
    'list, until it answers keys': {
      admin: () => opening(page, list, 'tr[data-row]'),
      bare: () => opening(page, bare.url, barePage.row),
    },
    'a board of 10 columns with 50 cards each': {
      admin: () => openingLayout(page, `${cardsUrl}?layout=board&by=state`, '[data-row]', firstOfBoard),
      bare: () => opening(page, bare.url, barePage.row),
    },
    'a month with 500 entries': {
      admin: () =>
        openingLayout(page, `${cardsUrl}?layout=calendar&by=due&day=2027-03-01`, '[data-entry]', shownOfMonth),
      bare: () => opening(page, bare.url, barePage.row),
    },
    'PageDown in a list, in a hundred of them': {
      admin: async () => {
        await opening(page, `${list}?size=200`, 'tr[data-row]')
        await untilDrawn(page, 'tr[data-row]', 200)
        return costOfKeys(page, 'PageDown', 100)
      },
      bare: async () => {
        await opening(page, bare.url, barePage.row)
        return costOfKeys(page, 'j', 100)
      },
    },
    'a card moved on a board of 2,000': {
      admin: async () => {
        await openingLayout(page, `${crowdUrl}?layout=board&by=state`, '[data-row]', allOfCrowd)
        return costOfKeys(page, 'Alt+ArrowRight', 8)
      },
      bare: async () => {
        await opening(page, bare.url, barePage.row)
        return costOfKeys(page, 'j', 8)
      },
    },
    'a key in a list of 200 rows': {
      admin: async () => {
        await opening(page, `${list}?size=200`, 'tr[data-row]')
        await untilDrawn(page, 'tr[data-row]', 200)
        return keys(page, ['j', 'j', 'j', 'x'])
      },
      bare: async () => {
        await opening(page, bare.url, barePage.row)
        return keys(page, ['j'])
      },
    },
    'a key in a form of 60 fields': { admin: () => typing(page, form, 'Text 5'), bare: () => typingBare(page) },
    'a key in a list of 200 in it': { admin: () => typing(page, form, 'Words 20'), bare: () => typingBare(page) },
    'a form of 200 fields, until it takes text': {
      admin: () => openingForm(page, wide, wideField(0), true),
      bare: () => openingForm(page, bare.url, barePage.field),
    },
    'a form of 200 fields, until all are drawn': {
      admin: () => openingForm(page, wide, wideField(wideFields - 1), true),
      bare: () => openingForm(page, bare.url, barePage.field),
    },
    'a key in a form of 200 fields': {
      admin: () => typingInto(page, `${wide}/new`, wideField(4), wideField(wideFields - 1)),
      bare: () => typingInto(page, bare.url, 'input'),
    },
  }
  const measurements = Object.keys(scenarios).map((name): Measurement => ({ name, admin: [], bare: [] }))
  for (let round = 0; round <= rounds; round++) {
    for (const measurement of measurements) {
      const scenario = scenarios[measurement.name]
      if (scenario === undefined) continue
      const times = { admin: await scenario.admin(), bare: await scenario.bare() }
      if (round === 0) continue // caches fill
      measurement.admin.push(times.admin)
      measurement.bare.push(times.bare)
    }
  }
  return measurements
}

/** Ms from the request for an address until a row of the list can be focused with a key. */
async function opening(page: Page, url: string, row: string): Promise<number> {
  await page.goto('about:blank')
  const begun = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await untilDrawn(page, row)
  await page.keyboard.press('j')
  await untilDrawn(page, `${row}:focus`)
  return performance.now() - begun
}

/** Resolves in the frame in which this many elements exist. Waiting locators poll twice a second in the end, which is too seldom here. */
async function untilDrawn(page: Page, selector: string, count = 1): Promise<void> {
  await page.evaluate(`new Promise(resolve => {
    const look = () =>
      document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count} ? resolve() : requestAnimationFrame(look)
    look()
  })`)
}

/** Bytes that a browser loads at its first visit. */
async function firstLoad(page: Page): Promise<number> {
  const files = await transferredBy(page, async () => {
    await opening(page, `${product.url}/content/${articleType.slug}`, 'tr[data-row]')
  })
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/**
 * Ms from the request for an address until a board or a month has drawn this many elements, which can be focused with a key. The window is so
 * wide that every column is in view.
 */
async function openingLayout(page: Page, url: string, item: string, count: number): Promise<number> {
  await page.setViewportSize({ width: 3200, height: 800 })
  await page.goto('about:blank')
  const begun = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await untilDrawn(page, `main ${item}`, count)
  await page.locator('main [data-stop]').first().focus()
  await page.evaluate(`document.activeElement.setAttribute('data-left', '')`)
  await page.keyboard.press('ArrowDown')
  await untilDrawn(page, 'main [data-stop]:focus:not([data-left])')
  const taken = performance.now() - begun
  await page.setViewportSize({ width: 1280, height: 800 })
  return taken
}

async function typing(page: Page, url: string, field: string): Promise<number> {
  await page.goto(url)
  await page.getByRole('textbox', { name: field, exact: true }).focus()
  return keys(page, ['1', '2', '3'])
}

async function typingBare(page: Page): Promise<number> {
  await page.goto(bare.url)
  await page.locator('input').focus()
  return keys(page, ['1', '2', '3'])
}

/** The time of the page's own thread, in ms, so that other load on the machine has little effect. */
async function startClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const begun = await taskTime(session)
  return async () => {
    const taken = (await taskTime(session)) - begun
    await session.detach()
    return taken
  }
}

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** The page's own time from the key that opens a form until a field is drawn. @param isSecond the form was open before, so that its code is loaded */
async function openingForm(page: Page, url: string, field: string, isSecond = false): Promise<number> {
  const ready = page.locator('a[href$="/new"], table').first()
  await page.goto(url)
  await ready.waitFor()
  if (isSecond) {
    await page.keyboard.press('c')
    await untilDrawn(page, field)
    await page.goBack()
    await ready.waitFor()
  }
  await page.evaluate('new Promise(resolve => requestIdleCallback(resolve, { timeout: 1000 }))')
  const stop = await startClock(page)
  await page.keyboard.press('c')
  await untilDrawn(page, field)
  return stop()
}

/** The page's own time for a key in a field. @param last what the page draws last: its time is no part of a key's */
async function typingInto(page: Page, url: string, field: string, last = field): Promise<number> {
  await page.goto(url)
  await untilDrawn(page, last)
  await page.locator(field).first().focus()
  return costOfKeys(page, '7', 40)
}

/** The page's own time for a key that is pressed so often, until what it changes is drawn. */
async function costOfKeys(page: Page, key: string, count: number): Promise<number> {
  await page.evaluate('new Promise(resolve => requestIdleCallback(resolve, { timeout: 1000 }))')
  const stop = await startClock(page)
  for (let at = 0; at < count; at++) {
    await page.keyboard.press(key)
    await page.evaluate('new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))')
  }
  return (await stop()) / count
}

/** Ms within which nine of ten key presses are drawn, as the browser reports it (Event Timing, in steps of 8 ms, from 16 ms on). */
async function keys(page: Page, pressed: readonly string[]): Promise<number> {
  const count = 40
  await page.evaluate('globalThis.keys = []')
  for (let at = 0; at < count; at++) {
    await page.keyboard.press(pressed[at % pressed.length] ?? 'j')
    await page.evaluate(
      'new Promise(resolve => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1000 })))',
    )
  }
  const reported = await page.evaluate<number[]>('globalThis.keys')
  const quick = Array<number>(Math.max(0, count - reported.length)).fill(8)
  const all = [...reported, ...quick].sort((a, b) => a - b)
  return all[Math.floor(all.length * 0.9)] ?? Infinity
}

/** Code for the page; as text, because the server's types do not contain the names of the browser. */
function observe(): string {
  return `
    globalThis.keys = []
    new PerformanceObserver(list => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') globalThis.keys.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })`
}

function table(measurements: readonly Measurement[]): string {
  const lines = measurements.map(({ name, admin, bare }) => {
    const ratio = median(admin.map((value, at) => value / (bare[at] ?? Number.NaN)))
    return `| ${name} | ${Math.round(median(admin))} | ${Math.round(median(bare))} | ${ratio.toFixed(1)} |`
  })
  return ['| scenario | admin, ms | bare page, ms | ratio |', '|---|---|---|---|', ...lines, ''].join('\n')
}
