import { accessSync, constants } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

/**
 * Chromium: the binary that `CHROMIUM_BINARY` names, otherwise Debian's.
 * @returns undefined if there is none; the caller then reports that its part is skipped. With `PLINTH_REQUIRE_CHROMIUM` set it throws instead.
 */
export async function startChromium(): Promise<Browser | undefined> {
  const executablePath = process.env['CHROMIUM_BINARY'] || '/usr/bin/chromium'
  if (!isExecutable(executablePath)) {
    if (process.env['PLINTH_REQUIRE_CHROMIUM'] === undefined) return undefined
    throw new Error('PLINTH_REQUIRE_CHROMIUM is set, but there is no Chromium: set CHROMIUM_BINARY')
  }
  const isRoot = process.getuid?.() === 0 // Chromium does not start its sandbox for root
  return chromium.launch({
    executablePath,
    chromiumSandbox: !isRoot,
    args: ['--disable-gpu', '--disable-dev-shm-usage'],
  })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
