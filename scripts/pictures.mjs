// Takes the pictures of the README (docs/pictures) from a service of its own with the sample data of the presets.
// Needs Chromium: the one that CHROMIUM_BINARY names, else /usr/bin/chromium.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pictures = [
  { name: 'admin', path: '/content/task' },
  { name: 'site', path: '/site' },
]

const data = mkdtempSync(join(tmpdir(), 'plinth-pictures-'))
const service = spawn(process.execPath, [join(root, 'scripts', 'demo.mjs')], {
  env: { ...process.env, PLINTH_DEMO_DATA: data, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const address = await addressOf(service)
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_BINARY'] ?? '/usr/bin/chromium' })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  for (const { name, path } of pictures) {
    await page.goto(`${address}${path}`, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(root, 'docs', 'pictures', `${name}.png`) })
  }
  await browser.close()
} finally {
  service.kill('SIGTERM')
  await new Promise(resolve => service.once('exit', resolve))
  rmSync(data, { recursive: true })
}

/** Wait for the line of the log that contains the address of the service. @throws Error when the service ends before */
function addressOf(service) {
  return new Promise((resolve, reject) => {
    let output = ''
    service.stdout.setEncoding('utf8').on('data', part => {
      output += part
      const address = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    service.once('exit', code => reject(new Error(`the service ended with ${code}`)))
  })
}
