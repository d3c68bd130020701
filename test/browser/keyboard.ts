import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { until } from '../../testing/internal/until.ts'
import { shows } from './shows.ts'
import type { Message } from './shows.ts'

/** The focused element as a screen reader announces it: role and name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (element === null || element === document.body) return ''
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? ''
    return ((element.getAttribute('role') ?? (element.matches('textarea[rows="1"]') ? 'input' : element.tagName.toLowerCase())) + ' ' + name.trim().replace(/\\s+/g, ' ')).trim()
  })()`)

/** Assert which element gets the focus, see {@link focused}: an action can end before the focus has moved. */
export const focuses = (t: Test, page: Page, expected: string | RegExp, ...message: Message): Promise<void> =>
  shows(t, () => focused(page).catch(() => 'nothing: another page is being loaded'), expected, ...message)

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

/** The option that Enter would choose. */
const highlighted = (page: Page) => page.getByRole('option').and(page.locator('[data-highlighted]'))

/** Press Enter when it chooses this option: the options are filtered, and the first one is highlighted, after something was typed. */
export async function chooseOption(page: Page, name: string | RegExp): Promise<void> {
  await highlighted(page).and(page.getByRole('option', { name })).waitFor()
  await page.keyboard.press('Enter')
}

/**
 * Type and press Enter in the focused element; in a combobox, when it chooses an option that has the words.
 * @param wanted the element that must get the focus, see {@link focused}
 */
export async function typeInto(t: Test, page: Page, wanted: RegExp, text: string): Promise<void> {
  await focuses(t, page, wanted, `“${text}” is typed where the focus is`)
  await page.keyboard.type(text)
  if ((await focused(page)).startsWith('combobox')) {
    const words = text.toLowerCase().split(' ')
    await until(async () => {
      const [found = ''] = await highlighted(page).allInnerTexts()
      return words.every(word => found.toLowerCase().includes(word))
    })
  }
  await page.keyboard.press('Enter')
}
