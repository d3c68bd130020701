import type { Page } from 'playwright-core'

/** As `page.route`, but resolves when requests are handled: Chromium can send some past a route that was set just before, most often under load. */
export async function routed(page: Page, ...[url, handler, options]: Parameters<Page['route']>): Promise<void> {
  await page.route(url, handler, options)
  let isHandled = false
  const probe = '**/api/health'
  await page.route(probe, async route => {
    isHandled = true
    await route.continue()
  })
  while (!isHandled) await page.evaluate(`fetch('/api/health').then(answer => answer.text())`)
  await page.unroute(probe)
}
