import type { Page } from 'playwright-core'
import { large } from './form-samples.ts'
import { inBrowser } from './in-browser.ts'

const observe = `
  globalThis.keys = []
  new PerformanceObserver(list => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown' || name === 'input') globalThis.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`
const keys = 30
const rounds = 3
/** The page has drawn what the last key did. */
const drawn = 'new Promise(resolve => requestAnimationFrame(() => requestIdleCallback(resolve)))'

/** What nine in ten keys take at most, ms. */
async function typingIn(page: Page, name: string): Promise<number> {
  await page.getByRole('textbox', { name, exact: true }).focus()
  await page.evaluate(drawn)
  await page.evaluate('globalThis.keys = []')
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press(String(key % 10))
    await page.evaluate(drawn)
  }
  const slow = await page.evaluate<number[]>('globalThis.keys') // those under 16 ms are not reported
  const all = [...slow, ...Array<number>(Math.max(0, 2 * keys - slow.length)).fill(8)].sort((a, b) => a - b)
  return all[Math.floor(all.length * 0.9)] ?? Infinity
}

inBrowser('a key in a form of sixty fields and lists of two hundred takes less than 50 ms', async (t, open) => {
  const { page, context, go } = await open({
    data: async ({ request }) => {
      await request('POST', '/api/resource-types', large)
    },
    path: null,
  })
  await context.addInitScript(observe)
  await go('/content/large/new')
  for (const name of ['Text 5', 'Number 3', 'Words 20']) {
    let best = Infinity // others may want the processor, too
    for (let round = 0; round < rounds && best >= 50; round++) best = Math.min(best, await typingIn(page, name))
    t.comment(`${name}: nine in ten keys within ${best} ms`)
    t.ok(best < 50, `${name}: ${best} ms`)
    t.match(await page.getByRole('textbox', { name, exact: true }).inputValue(), /0123456789$/)
  }
})
