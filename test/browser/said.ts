import type { Page } from 'playwright-core'

/** Resolves when a toast contains this text. */
export const said = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor()
