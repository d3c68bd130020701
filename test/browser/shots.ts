import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { packageRoot } from '../../kernel/index.ts'

/** Folder of screenshots; ignored by git. */
const folder = join(packageRoot, 'test', 'browser', 'shots')

/** Screenshots test nothing and take a tenth of the time of these tests, so they are taken only on request. */
const isAskedFor = process.env['PLINTH_SHOTS'] !== undefined

/** Save a screenshot of the page as `<name>.png`, if `PLINTH_SHOTS` is set. */
export async function keepShot(page: Page, name: string): Promise<void> {
  if (isAskedFor) await takeShot(page, name)
}

/** Save a screenshot of the page as `<name>.png`. */
export async function takeShot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const file = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
  await page.screenshot({ path: join(folder, `${file}.png`), animations: 'disabled', caret: 'initial' })
}

/** Run a function in the light theme, then in the dark theme, and restore the previous theme. */
export async function inBothThemes(page: Page, run: (theme: 'light' | 'dark') => Promise<void>): Promise<void> {
  const before = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await run(theme)
  }
  await page.emulateMedia({ colorScheme: before ? 'dark' : 'light' })
}
