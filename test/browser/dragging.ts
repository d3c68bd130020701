import type { Locator, Page } from 'playwright-core'

/** Press on the middle of one thing, and let go of it over another. @param meanwhile while it is held there */
export async function drag(page: Page, what: Locator, onto: Locator, meanwhile?: () => Promise<void>): Promise<void> {
  const [from, to] = [await what.boundingBox(), await onto.boundingBox()]
  if (from === null || to === null) throw new Error('it is nowhere')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 8, from.y + from.height / 2 + 8)
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
  await meanwhile?.()
  await page.mouse.up()
}
