import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../kernel/package-root.ts'
import { median, type Client } from './load.ts'
import { article, articleType, randomFrom } from './sample.ts'
import { call, type Service } from './service.ts'

/** Another commit of this project, checked out in a folder of its own, installed and built. */
export interface BuiltCommit {
  /** Its service, as the URL of a file. */
  main: string
  remove(): void
}

/**
 * Check a commit out, install its packages, and build it.
 * @param commit as `git rev-parse` knows it
 * @param folder the checkout becomes a folder in it
 * @throws when git, the installation or the build fails
 */
export function buildCommit(commit: string, folder: string): BuiltCommit {
  const root = join(folder, 'against')
  run('git', ['worktree', 'add', '--detach', root, commit], packageRoot)
  const remove = (): void => run('git', ['worktree', 'remove', '--force', root], packageRoot)
  try {
    run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error', '--prefer-offline'], root)
    run('npm', ['run', 'build'], root)
  } catch (error) {
    remove()
    throw error
  }
  return { main: pathToFileURL(join(root, 'dist/kernel/main.js')).href, remove }
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${String(status)}`)
}

/** What an import took. */
interface Import {
  ms: number
  /** The most memory that the process had at once, bytes; NaN where the system is not Linux. */
  peakBytes: number
}

/** A line of an import's report; the last one has the result. */
interface Line {
  result?: { refused: number; error?: unknown }
}

/** A run that goes on after its request was answered. */
interface Run {
  state: string
  result?: Line[]
  error?: unknown
}

/** The same file imported by both services in turns. @returns a table for people */
export async function compareImports(ours: Service, theirs: Service, rows: number, rounds: number): Promise<string> {
  const random = randomFrom(7)
  const file = Array.from({ length: rows }, () => `${JSON.stringify(article(random))}\n`).join('')
  const pairs: { ours: Import; theirs: Import }[] = []
  for (let round = 0; round < rounds; round++) {
    pairs.push({ theirs: await importFile(theirs, file), ours: await importFile(ours, file) })
  }
  const line = (name: string, of: (one: Import) => number, unit: number): string => {
    const figures = [median(pairs.map(pair => of(pair.ours) / unit)), median(pairs.map(pair => of(pair.theirs) / unit))]
    const ratio = median(pairs.map(pair => of(pair.ours) / of(pair.theirs)))
    return `| ${[name, ...figures.map(Math.round), ratio.toFixed(2)].join(' | ')} |`
  }
  const heading = [`| import of ${rows} rows | here | there | ratio |`, '|---|---|---|---|']
  return [...heading, line('time, ms', ({ ms }) => ms, 1), line('peak, MB', one => one.peakBytes, 1e6), ''].join('\n')
}

async function importFile({ administrator, pid }: Service, body: string): Promise<Import> {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5') // the peak begins anew: proc(5)
  const begun = performance.now()
  const headers = { ...administrator.headers, 'content-type': 'application/x-ndjson' }
  const path = `${administrator.url}/api/${articleType.slug}/_import`
  const answer = await fetch(path, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the import failed: ${answer.status} ${text}`)
  const lines: Line[] =
    answer.status === 202
      ? await reportOf(administrator, answer.headers.get('location') ?? '')
      : text
          .trimEnd()
          .split('\n')
          .map(line => JSON.parse(line))
  if (lines.at(-1)?.result?.refused !== 0 || lines.at(-1)?.result?.error)
    throw new Error(`the import failed: ${JSON.stringify(lines.at(-1))}`)
  const peak = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return { ms: performance.now() - begun, peakBytes: Number(/^VmHWM:\s+(\d+)/m.exec(peak)?.[1] ?? Number.NaN) * 1024 }
}

/** Wait for a run of the service. @returns the lines of its report */
async function reportOf(client: Client, path: string): Promise<Line[]> {
  for (;;) {
    const { state, result = [], error } = await call<Run>(client, 'GET', path)
    if (state === 'done') return result
    if (state === 'dead') throw new Error(`the import failed: ${JSON.stringify(error)}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
