import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { packageRoot } from '../../kernel/package-root.ts'
import { freePort } from '../../testing/free-port.ts'
import { buildTestApp, runCli } from '../../testing/index.ts'

/** A fenced block of a Markdown page; `label` is the text after the language: a file, or `service` for a process that runs until it is stopped. */
interface Block {
  language: string
  label: string
  text: string
  line: number
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+) ?(.*)\n([^]*?)^```$/gm)].map(
    ({ 1: language = '', 2: label = '', 3: text = '', index }) => ({
      language,
      label,
      text,
      line: markdown.slice(0, index).split('\n').length,
    }),
  )
}

/** A folder that looks like a clone of this project that was started before: complete except for data. */
function newcomersFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-tutorial-'))
  const own = new Set(['.git', '.tap', 'data', '.env'])
  for (const name of readdirSync(packageRoot).filter(one => !own.has(one))) {
    symlinkSync(join(packageRoot, name), join(folder, name))
  }
  return folder
}

/** Runs the commands of a page unchanged, in a shell, with another port than the page's. */
class Newcomer {
  readonly folder = newcomersFolder()
  readonly #port: number
  #service: ChildProcess | undefined

  constructor(port: number) {
    this.#port = port
  }

  async run(command: string): Promise<string> {
    const child = this.#spawn(command.replaceAll('localhost:8080', `127.0.0.1:${this.#port}`))
    child.stderr?.pipe(process.stderr)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (part: string) => (output += part))
    await once(child, 'close')
    return output
  }

  /** Start a long-running process, after the previous one has ended; resolves when it serves requests. */
  async start(command: string): Promise<void> {
    await this.stop()
    const child = this.#spawn(command)
    this.#service = child
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const read = (part: string): void => {
        output += part
        if (output.includes('"msg":"started"')) resolve()
      }
      child.stdout?.setEncoding('utf8').on('data', read)
      child.stderr?.setEncoding('utf8').on('data', read)
      child.once('close', () => reject(new Error(`${command} ended: ${output}`)))
    })
  }

  async stop(): Promise<void> {
    const child = this.#service
    this.#service = undefined
    if (child?.pid === undefined || child.exitCode !== null) return
    const closed = once(child, 'close')
    process.kill(-child.pid, 'SIGTERM') // the shell, npm and the service are one group
    await closed
  }

  #spawn(command: string): ChildProcess {
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, PORT: String(this.#port), API: `http://127.0.0.1:${this.#port}/api` }
    const quiet = { npm_config_loglevel: 'error', npm_config_update_notifier: 'false' }
    return spawn('sh', ['-c', command], { cwd: this.folder, detached: true, env: { ...env, ...quiet } })
  }
}

/** A page's sample output as a pattern: an ellipsis matches anything. */
const patternOf = (shown: string): RegExp =>
  new RegExp(
    `^${shown
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('…', '[^]*?')}$`,
  )

/** Change a file as a diff block says, in which lines begin with a space, `+` or `-`. */
function applyDiff(path: string, { text, line }: Block): void {
  const lines = text.trimEnd().split('\n')
  const side = (leftOut: string): string =>
    lines
      .filter(one => !one.startsWith(leftOut))
      .map(one => `${one.slice(1)}\n`)
      .join('')
  const content = readFileSync(path, 'utf8')
  if (!content.includes(side('+'))) throw new Error(`line ${line}: ${path} has no such lines`)
  writeFileSync(
    path,
    content.replace(side('+'), () => side('-')),
  )
}

t.test('the commands of docs/openapi.md work as described', async t => {
  const newcomer = new Newcomer(await freePort())
  t.teardown(async () => {
    await newcomer.stop()
    rmSync(newcomer.folder, { recursive: true, force: true })
  })
  const markdown = readFileSync(join(packageRoot, 'docs', 'openapi.md'), 'utf8')
  let output: string | undefined
  let answers = 0
  for (const block of blocksOf(markdown)) {
    const { language, label, text, line } = block
    const place = `docs/openapi.md, line ${line}`
    if (language === 'sh' && label === 'service') await newcomer.start(text)
    else if (language === 'sh') output = await newcomer.run(text)
    else if (language === 'diff') applyDiff(join(newcomer.folder, label), block)
    else if (label !== '') writeFileSync(join(newcomer.folder, label), text)
    else {
      t.match(output?.trim(), patternOf(text), place)
      answers += 1
      output = undefined
    }
    if (language !== 'sh' && label === 'todos.yaml') t.ok(text.split('\n').length <= 41, 'forty lines')
  }
  t.equal(output, undefined, 'every command has output')
  t.ok(answers > 10)
}).catch(t.threw)

t.test('the process ends with exit code 2 and one message when a document cannot be served', async t => {
  const get = { 'x-controller': 'Nothing', responses: { 200: { description: 'ok' } } }
  const document = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: { '/things': { get } } }
  const folder = t.testdir({ 'api.yaml': JSON.stringify(document) })
  const env = { OPENAPI_DOCUMENT: join(folder, 'api.yaml'), SQLITE_PATH: ':memory:', PORT: '0' }
  const { code, stderr } = await runCli(['serve'], { env })
  t.equal(code, 2)
  t.match(
    stderr,
    /^plinth: plugin "openapi" failed to start: api\.yaml, line 1, .*there is no controller "Nothing".*\n$/,
  )
})

t.test('a document with the maximum number of operations, and a byte order mark, is served and described', async t => {
  const responses = { 200: { description: 'ok' } }
  const paths = Object.fromEntries(
    Array.from({ length: 5000 }, (_none, index) => [`/p${index}`, { get: { responses } }]),
  )
  const document = JSON.stringify({ openapi: '3.0.0', info: { title: 'T', version: '1' }, paths })
  const openapi = { document: join(t.testdir({ 'api.json': `\uFEFF${document}` }), 'api.json') }
  const app = await buildTestApp({ plugins: { ...loadConfig({}).plugins, openapi } })
  t.teardown(() => app.close())
  t.equal((await app.request('GET', '/api/p4999')).statusCode, 501)
  const described = (await app.request('GET', '/api/openapi.json')).json<{ paths: Record<string, object> }>()
  t.match(described.paths['/api/p4999'], { get: { responses } })
})
