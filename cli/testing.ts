import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type t from 'tap'
import { bareEnvironment, callCli, cliCommand, type CliResult } from '../testing/index.ts'

export type Plinth = (...args: string[]) => Promise<CliResult>
export type Tap = Pick<typeof t, 'teardown'>
/** A folder for a store, and `plinth` on that store. */
export async function place(t: Tap): Promise<{ folder: string; env: Record<string, string>; plinth: Plinth }> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-cli-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const env = { SQLITE_PATH: join(folder, 'plinth.db'), PORT: '0' }
  return { folder, env, plinth: (...args) => callCli(args, { env, cwd: folder }) }
}

/** Begins a command that runs without the privileges of root, which may read and write every file. */
export const unprivileged: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-all', '--inh-caps', '-all', '--'] : []

/** Run the service in a separate process until the test ends. */
export async function serving(
  t: Tap,
  env: Record<string, string>,
  cwd: string,
  prefix: readonly string[] = [],
): Promise<{ url: string; stop: () => Promise<number | null>; log: () => string }> {
  const [command = '', ...before] = [...prefix, ...cliCommand]
  const child: ChildProcess = spawn(command, [...before, 'serve'], { env: bareEnvironment({ ...env, PORT: '0' }), cwd })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    return ended
  }
  t.teardown(stop)
  let greeting = ''
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      greeting += text.toString()
      const found = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(greeting)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(code => reject(new Error(`serve ended with ${code}: ${complaint}`)))
  })
  return { url, stop, log: () => greeting }
}

/** The environment of production mode, with a plugin that replaces sign-in and rights. */
export function production(folder: string): Record<string, string> {
  const gate = `export default {
    name: 'gate', version: '1.0.0', requires: [], provides: ['identity', 'access'],
    register: () => ({
      identity: { identify: () => undefined },
      access: { isAdministrator: () => true, authorize() {}, visibility: () => ({ all: true }) },
    }),
  }`
  writeFileSync(join(folder, 'gate.mjs'), gate)
  writeFileSync(join(folder, 'production.json'), '{"plugins":{"./gate.mjs":true,"auth":false,"rbac":false}}')
  const signIn = { IDP_CLIENT_ID: 'x', IDP_CLIENT_SECRET: 'x', FRONTEND_URL: 'https://cms.example.com' }
  return { ...signIn, SESSION_SECRET: 'x'.repeat(32), PLINTH_CONFIG: join(folder, 'production.json') }
}

/** The object in a JSON text. */
export const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>
