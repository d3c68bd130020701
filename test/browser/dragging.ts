import type { Locator, Page } from 'playwright-core'

/** Press on the centre of one element, and release over another. @param meanwhile called before the release */
export async function drag(page: Page, what: Locator, onto: Locator, meanwhile?: () => Promise<void>): Promise<void> {
  const [from, to] = [await middleOf(what), await middleOf(onto)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await meanwhile?.()
  await page.mouse.up()
}

/** Drag by touch. */
export async function dragByFinger(page: Page, what: Locator, onto: Locator): Promise<void> {
  const [from, to] = [await middleOf(what), await middleOf(onto)]
  const screen = await page.context().newCDPSession(page)
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const point of [{ x: from.x + 20, y: from.y }, to, to]) {
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await screen.detach()
}

async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox()
  if (box === null) throw new Error('it is nowhere')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
