import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

const main = join(import.meta.dirname, '../../kernel/main.js')

/** A service in a separate process that measures itself. */
export interface Measured {
  /** Base address. */
  base: string
  /** Longest blocking of the event loop since the last call, ms. */
  held(): Promise<number>
  /**
   * Memory of the process, bytes (without the maps of files, which the resident set counts once for each connection to the store), and the
   * processor time used in the last tenth of a second, ms.
   */
  usage(): Promise<{ memory: number; cpu: number }>
  /** @returns the status */
  get(path: string): Promise<number>
  post(path: string, body: object): Promise<number>
  postText(path: string, body: string | Buffer, type?: string, headers?: Record<string, string>): Promise<number>
  /** Create resources in bulk. @returns their ids */
  createMany(slug: string, all: readonly object[]): Promise<string[]>
  /** Restart it on the same store, so that nothing is cached in memory. */
  restart(): Promise<Measured>
}

/**
 * A plugin that measures how long the event loop is blocked: a timer that is late while the process works. If it is late because the machine is
 * busy otherwise, its main thread has used no processor time meanwhile; the time of the threads of the store does not count.
 */
const measuring = `
  import { readFileSync } from 'node:fs'
  const interval = 2
  let longest = 0
  let last = performance.now()
  // The processor time of the main thread, ms: the system counts it in ns. Node 20 only measures that of the process.
  const usage = () => Number(readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'utf8').split(' ')[0]) / 1e6
  let cpu = usage()
  setInterval(() => {
    const now = performance.now()
    const used = usage()
    longest = Math.max(longest, Math.min(now - last - interval, used - cpu))
    cpu = used
    last = now
  }, interval).unref()
  export default {
    name: 'measuring', version: '1.0.0', requires: [], provides: [],
    register({ app }) {
      const config = { access: 'public' }
      app.get('/api/measured/held', { config }, async () => {
        await new Promise(resolve => setTimeout(resolve, 3 * interval))
        const held = longest
        longest = 0
        return { held }
      })
      app.get('/api/measured/usage', { config }, async () => {
        const before = process.cpuUsage()
        await new Promise(resolve => setTimeout(resolve, 100))
        const { user, system } = process.cpuUsage(before)
        const held = /^RssAnon:\\s+(\\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))
        return { memory: Number(held[1]) * 1024, cpu: (user + system) / 1000 }
      })
      return {}
    },
  }
`

/**
 * Start the service on a separate store.
 * @param plugins further options of plugins
 */
export async function startMeasured(t: Test, plugins: Record<string, object> = {}): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'plinth-'))
  t.teardown(() => rmSync(directory, { recursive: true, force: true }))
  writeFileSync(join(directory, 'plinth.json'), JSON.stringify({ plugins: { './measuring.mjs': true, ...plugins } }))
  writeFileSync(join(directory, 'measuring.mjs'), measuring)
  return startIn(t, directory)
}

async function startIn(t: Test, directory: string): Promise<Measured> {
  // the test runner would make every Node process load parts of it first
  const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, main], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: '0',
      SQLITE_PATH: join(directory, 'plinth.db'),
      PLINTH_CONFIG: join(directory, 'plinth.json'),
    },
  })
  const exit = once(child, 'close')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exit
  }
  t.teardown(() => end('SIGKILL'))
  const base = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part
      const url = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => reject(new Error(`it ended: ${output}`)))
  })
  const restart = async (): Promise<Measured> => {
    await end('SIGTERM')
    return startIn(t, directory)
  }
  return { ...clientOf(base), restart }
}

function clientOf(base: string): Omit<Measured, 'restart'> {
  const postText: Measured['postText'] = async (path, body, type = 'application/json', headers = {}) => {
    const answer = await fetch(base + path, { method: 'POST', headers: { 'content-type': type, ...headers }, body })
    await answer.arrayBuffer()
    return answer.status
  }
  return {
    base,
    held: async () => ((await (await fetch(`${base}/api/measured/held`)).json()) as { held: number }).held,
    usage: async () => (await (await fetch(`${base}/api/measured/usage`)).json()) as { memory: number; cpu: number },
    async get(path) {
      const answer = await fetch(base + path)
      await answer.arrayBuffer()
      return answer.status
    },
    post: (path, body) => postText(path, JSON.stringify(body)),
    postText,
    async createMany(slug, all) {
      const ids: string[] = []
      for (let at = 0; at < all.length;) {
        const operations: object[] = []
        for (let length = 0; at < all.length && length < 6_000_000 && operations.length < 1000; at++) {
          const data = all[at] ?? {}
          length += JSON.stringify(data).length
          operations.push({ op: 'create', data })
        }
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ operations })
        const answer = await fetch(`${base}/api/${slug}/_bulk`, { method: 'POST', headers, body })
        if (answer.status !== 200) throw new Error(await answer.text())
        const { results } = (await answer.json()) as { results: { id: string }[] }
        ids.push(...results.map(({ id }) => id))
      }
      return ids
    },
  }
}
