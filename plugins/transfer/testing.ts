import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Config } from '../../kernel/index.ts'
import { buildTestApp, callCli, type CliResult, type TestApp } from '../../testing/index.ts'
import type { CliSurroundings } from '../../testing/cli.ts'

/** A folder with its own store and its service, and `plinth` on that. */
export interface Workplace {
  folder: string
  plinth(...args: string[]): Promise<CliResult>
  /** `plinth` with a standard input. */
  pipe(input: CliSurroundings['input'], ...args: string[]): Promise<CliResult>
  /** Run a command that must succeed and print JSON. */
  json(...args: string[]): Promise<unknown>
  /** Stop the service; the next command starts it again. */
  stop(): Promise<void>
}

/** @param store by default SQLite in the folder */
export async function workplace(t: Pick<Test, 'teardown' | 'equal'>, store?: Config['store']): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-transfer-'))
  const path = join(folder, 'store', 'plinth.db')
  let service: { app: TestApp; url: string } | undefined
  const stop = async (): Promise<void> => {
    await service?.app.close()
    service = undefined
  }
  t.teardown(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  const serviceEnv = async (): Promise<Record<string, string>> => {
    if (service === undefined) {
      const app = await buildTestApp({ config: { store: store ?? { kind: 'sqlite', path } } })
      service = { app, url: await app.listen() }
    }
    return { PLINTH_URL: service.url }
  }
  const pipe: Workplace['pipe'] = async (input, ...args) =>
    callCli(args, { env: await serviceEnv(), cwd: folder, ...(input !== undefined && { input }) })
  const plinth: Workplace['plinth'] = (...args) => pipe(undefined, ...args)
  return {
    folder,
    plinth,
    pipe,
    async json(...args) {
      const { code, stdout, stderr } = await plinth(...args, '--json')
      t.equal(code, 0, `${args.join(' ')}: ${stderr}`)
      return JSON.parse(stdout) as unknown
    },
    stop,
  }
}

/** The objects of a text with one JSON value per line. */
export const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>)
