import type { Page } from 'playwright-core'
import type { Test } from 'tap'

/** The focused element as a screen reader announces it: role and name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (element === null || element === document.body) return ''
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? ''
    return ((element.getAttribute('role') ?? element.tagName.toLowerCase()) + ' ' + name.trim().replace(/\\s+/g, ' ')).trim()
  })()`)

/**
 * Press Tab until the focused element matches.
 * @returns whether it was reached; false after one full cycle, or after too many steps
 */
export async function tabTo(page: Page, wanted: RegExp, most = 100): Promise<boolean> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab')
    if (wanted.test(await focused(page))) return true
  }
  return false
}

/** Resolves when the focus is on the control with this label. */
export const untilFocusOn = (page: Page, label: string | RegExp): Promise<void> =>
  page.locator(':focus').and(page.getByLabel(label)).waitFor()

/** Type and press Enter in the focused element. @param wanted the element that must have the focus, see {@link focused} */
export async function typeInto(t: Test, page: Page, wanted: RegExp, text: string): Promise<void> {
  t.match(await focused(page), wanted, `“${text}” is typed where the focus is`)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
