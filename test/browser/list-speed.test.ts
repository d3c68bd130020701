import type { Page } from 'playwright-core'
import { inBrowser } from './in-browser.ts'
import { createMany, withBooks } from './list-samples.ts'

const rows = 3000
const path = '/content/book'
const rounds = 4

const observe = `
  globalThis.keys = []
  new PerformanceObserver(list => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') globalThis.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`
/** The page has drawn what the last key did. */
const drawn = 'new Promise(resolve => requestAnimationFrame(() => requestIdleCallback(resolve)))'
const isOnRow = `document.activeElement.matches('tr[data-row]')`

/** Ms from the address to a list that answers keys. */
async function opening(page: Page): Promise<number> {
  const begun = Date.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('tr[data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.waitForFunction(isOnRow)
  return Date.now() - begun
}

/** What nine in ten keys take at most, ms. */
async function walking(page: Page): Promise<number> {
  await page.evaluate('globalThis.keys = []')
  const count = 40
  for (let key = 0; key < count; key++) {
    await page.keyboard.press(key % 4 === 3 ? 'x' : 'j')
    await page.evaluate(drawn)
  }
  const slow = await page.evaluate<number[]>('globalThis.keys') // those under 16 ms are not reported
  const all = [...slow, ...Array<number>(Math.max(0, count - slow.length)).fill(8)].sort((a, b) => a - b)
  return all[Math.floor(all.length * 0.9)] ?? Infinity
}

/** Others may want the processor, too. */
async function bestOf(measure: () => Promise<number>, enough: number): Promise<number> {
  let best = Infinity
  for (let round = 0; round < rounds && best >= enough; round++) best = Math.min(best, await measure())
  return best
}

inBrowser('a list of thousands answers within a second, and each key in it at once', async (t, open) => {
  const { page, context, go } = await open({
    data: async app => {
      await withBooks()(app)
      await createMany(app, 'book', rows, at => ({ title: `Copy ${at}`, year: 1500 + (at % 400), printed: true }))
    },
    path: null,
  })
  await context.addInitScript(observe)
  const opened = await bestOf(() => opening(page), 1000)
  t.comment(`open after ${opened} ms`)
  t.ok(opened < 1000, `${opened} ms`)
  await go(`${path}?size=200`)
  await page.locator('tr[data-row]').nth(199).waitFor()
  const key = await bestOf(() => walking(page), 50)
  t.comment(`nine in ten keys within ${key} ms, with 200 rows`)
  t.ok(key < 50, `${key} ms`)
})
