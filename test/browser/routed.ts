import type { Page, Route } from 'playwright-core'

/** As `page.route`, but resolves when requests are handled: Chromium can send some past a route that was set just before, most often under load. */
export async function routed(page: Page, ...[url, handler, options]: Parameters<Page['route']>): Promise<void> {
  await page.route(url, handler, options)
  const handled: Route[] = []
  const probe = '**/api/health'
  await page.route(probe, async route => {
    handled.push(route)
    await route.continue()
  })
  while (handled.length === 0) await page.evaluate(`fetch('/api/health').then(answer => answer.text())`)
  await page.unroute(probe)
}
