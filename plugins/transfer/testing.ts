import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { callCli, type CliResult } from '../../testing/index.ts'

/** A folder with its own store, and `plinth` on it. */
export interface Workplace {
  folder: string
  env: Record<string, string>
  plinth(...args: string[]): Promise<CliResult>
  /** Run a command that must succeed and print JSON. */
  json(...args: string[]): Promise<unknown>
}

/** @param mongoUrl the store; by default a file in the folder */
export async function workplace(t: Pick<Test, 'teardown' | 'equal'>, mongoUrl?: string): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-transfer-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const env: Record<string, string> =
    mongoUrl === undefined ? { SQLITE_PATH: join(folder, 'store', 'plinth.db') } : { MONGODB_URL: mongoUrl }
  const plinth = (...args: string[]): Promise<CliResult> => callCli(args, { env, cwd: folder })
  return {
    folder,
    env,
    plinth,
    async json(...args) {
      const { code, stdout, stderr } = await plinth(...args, '--json')
      t.equal(code, 0, `${args.join(' ')}: ${stderr}`)
      return JSON.parse(stdout) as unknown
    },
  }
}

/** The objects of a text with one JSON value per line. */
export const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>)
