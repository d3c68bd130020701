import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { packageRoot } from '../../kernel/package-root.ts'
import { badPlugins } from '../../testing/internal/bad-plugins.ts'

const main = join(packageRoot, 'dist', 'kernel', 'main.js')

interface Started {
  /** The exit code or signal, and the output, once it has ended. */
  ended: Promise<{ code: number | string | null; out: string; error: string }>
  /** Its address, once it listens. */
  base: Promise<string>
  stop(): void
}

/** Start the service in a separate process, with one of the faulty plugins. */
function start(t: Test, bad: string, environment: Record<string, string> = {}): Started {
  const directory = mkdtempSync(join(tmpdir(), 'plinth-'))
  writeFileSync(join(directory, `${bad}.mjs`), readFileSync(join(badPlugins, `${bad}.mjs`)))
  writeFileSync(join(directory, 'plinth.json'), JSON.stringify({ plugins: { [`./${bad}.mjs`]: true } }))
  // the test runner would make every Node process load parts of it first
  const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, main], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: '0',
      SQLITE_PATH: join(directory, 'plinth.db'),
      PLINTH_CONFIG: join(directory, 'plinth.json'),
      ...environment,
    },
  })
  let out = ''
  let error = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (error += part))
  const base = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part
      const url = /(http:\/\/127\.0\.0\.1:\d+)/.exec(out)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => reject(new Error(`it ended: ${error}${out}`)))
  })
  base.catch(() => undefined)
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: (code ?? signal) as number | string | null,
    out,
    error,
  }))
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(directory, { recursive: true, force: true })
  })
  return { ended, base, stop: () => child.kill('SIGTERM') }
}

const endings: [string, RegExp][] = [
  ['throws', /^plinth: plugin "bad-throws" failed to start: no luck\n$/],
  ['throws-later', /^plinth: Error: no luck later\n +at .*throws-later\.mjs/],
  ['leaks-at-start', /^plinth: Error: leaked at the start\n +at .*leaks-at-start\.mjs/],
]

for (const [bad, message] of endings) {
  t.test(`${bad}: the process names the plugin or its file, and exits with 1`, async t => {
    const { code, error, out } = await start(t, bad).ended
    t.equal(code, 1, error)
    t.match(error, message)
    t.notMatch(out, /http:/, 'it did not become ready')
  })
}

t.test('at level debug the stack is logged too', async t => {
  const { code, error } = await start(t, 'throws', { LOG_LEVEL: 'debug' }).ended
  t.equal(code, 1)
  t.match(error, /at .*deepInside .*throws\.mjs:8/)
  t.match(error, /^plinth: plugin "bad-throws" failed to start: no luck$/m)
})

t.test('an unhandled rejection is logged, and the service continues', async t => {
  const { base, ended, stop } = start(t, 'leaks')
  const url = await base
  t.equal((await fetch(`${url}/api/leaks`)).status, 200)
  stop()
  const { code, out } = await ended
  t.equal(code, 0)
  const lines = out.split('\n').filter(line => line.startsWith('{'))
  t.match(
    lines.map(line => JSON.parse(line) as { level: number }).filter(({ level }) => level >= 50),
    [{ level: 50, msg: 'a background task failed', err: { message: 'leaked later', stack: /leaks\.mjs/ } }],
  )
})
