import { large } from './form-samples.ts'
import { inBrowser } from './in-browser.ts'

const observe = `
  globalThis.keys = []
  new PerformanceObserver(list => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown' || name === 'input') globalThis.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`
const keys = 40

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
    const field = page.getByRole('textbox', { name, exact: true })
    await field.focus()
    await page.evaluate('new Promise(resolve => requestIdleCallback(resolve))')
    await page.evaluate('globalThis.keys = []')
    for (let key = 0; key < keys; key++) await page.keyboard.press(String(key % 10))
    await page.evaluate('new Promise(resolve => requestIdleCallback(resolve))')
    const slow = await page.evaluate<number[]>('globalThis.keys') // those under 16 ms are not reported
    const all = [...slow, ...Array<number>(Math.max(0, 2 * keys - slow.length)).fill(8)].sort((a, b) => a - b)
    const most = all[Math.floor(all.length * 0.9)] ?? Infinity
    t.comment(`${name}: nine in ten keys within ${most} ms, the slowest ${all.at(-1)} ms`)
    t.ok(most < 50, `${name}: ${most} ms`)
    t.match(await field.inputValue(), /0123456789$/)
  }
})
