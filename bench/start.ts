import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../kernel/package-root.ts'
import { median, processorTimeUs } from './load.ts'
import { startServer } from './processes.ts'

/** What an operator waits for, and what an installation takes. */
export const startParts = ['start', 'command', 'install'] as const

interface Times {
  ms: number
  /** Of all threads; NaN where it cannot be read. */
  processorMs: number
}

/**
 * The time from the start of the service to its first answer, compared with the reference, and that of a command on the store, compared with a process of Node
 * that does nothing. The store exists. Interleaved rounds.
 * @param folder folder for the store
 * @returns a table for people
 */
export async function startTimes(folder: string, rounds: number): Promise<string> {
  const environment = { SQLITE_PATH: join(folder, 'start.db'), MONGODB_URL: '', PLINTH_CONFIG: '', LOG_LEVEL: 'warn' }
  const start = (): Promise<Times> => measureStart('../kernel/main.js', environment)
  const command = (): Times => measureProcess([join(packageRoot, 'bin/plinth.mjs'), 'types', 'list'], environment)
  await start() // makes the store
  const lines: string[] = []
  for (const [name, product, reference] of [
    ['start', start, () => measureStart('./bare.js', {})],
    ['command', command, () => measureProcess(['-e', '0'], {})],
  ] as const) {
    const times: { ours: Times; theirs: Times }[] = []
    for (let round = 0; round < rounds; round++) times.push({ theirs: await reference(), ours: await product() })
    const of = (value: (one: (typeof times)[number]) => number): number => median(times.map(value))
    const figures = [of(({ ours }) => ours.ms), of(({ ours }) => ours.processorMs), of(({ theirs }) => theirs.ms)]
    const ratio = of(({ ours, theirs }) => ours.ms / theirs.ms)
    lines.push(`| ${[name, ...figures.map(Math.round), ratio.toFixed(1)].join(' | ')} |`)
  }
  return ['| scenario | ms | processor ms | reference ms | ratio |', '|---|---|---|---|---|', ...lines, ''].join('\n')
}

/**
 * The size of the packages that a service needs, as `npm ci --omit=dev` leaves them.
 * @param folder folder for the packages
 * @returns a line for people
 */
export function installSize(folder: string): string {
  const place = join(folder, 'install')
  mkdirSync(place)
  for (const file of ['package.json', 'package-lock.json', 'scripts/prune.mjs'])
    cpSync(join(packageRoot, file), join(place, file))
  const quiet = ['--no-fund', '--no-audit', '--loglevel=error', '--prefer-offline']
  spawnSync('npm', ['ci', '--omit=dev', '--workspaces=false', ...quiet], { cwd: place, stdio: ['ignore', 2, 2] })
  return `install: ${Math.round(bytesIn(place) / 1e6)} MB\n`
}

async function measureStart(file: string, environment: Record<string, string>): Promise<Times> {
  const begun = performance.now()
  const server = await startServer(file, environment)
  const times = { ms: performance.now() - begun, processorMs: processorTimeUs(server.pid) / 1000 }
  await server.stop()
  return times
}

/** The time of a process of Node, from its start to its end. @throws when it fails */
export function measureProcess(args: readonly string[], environment: Record<string, string>): Times {
  const begun = performance.now()
  const before = processorTimeUs(process.pid, 'children')
  const { status } = spawnSync(process.execPath, args, { env: { ...process.env, ...environment }, stdio: 'ignore' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with exit code ${String(status)}`)
  return {
    ms: performance.now() - begun,
    processorMs: (processorTimeUs(process.pid, 'children') - before) / 1000,
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
