import { accessSync, constants } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

/** Debian's: the shell without a window, which needs a quarter less processor time, and the whole browser. */
const binaries = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * Chromium: the binary that `CHROMIUM_BINARY` names, otherwise Debian's.
 * @returns undefined if there is none; the caller then reports that its part is skipped. With `PLINTH_REQUIRE_CHROMIUM` set it throws instead.
 */
export async function startChromium(): Promise<Browser | undefined> {
  const named = process.env['CHROMIUM_BINARY']
  const executablePath = (named ? [named] : binaries).find(isExecutable)
  if (executablePath === undefined) {
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
