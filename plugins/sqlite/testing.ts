import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { draft, insert } from '../../testing/store-suite/fixtures.ts'
import { SqliteStore } from './store.ts'

/** A folder that is deleted after the test; returns a function that gives unused paths in it. */
export async function newPaths(t: Test): Promise<() => string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-sqlite-'))
  t.teardown(() => rm(folder, { recursive: true }))
  let files = 0
  return () => join(folder, `${(files += 1)}.db`)
}

export async function open(path: string): Promise<DocumentStore> {
  const store = new SqliteStore(path)
  await store.open({ convert: true })
  return store
}

/** Documents `n<number>`, many in one write. */
export async function fillMany(
  store: DocumentStore,
  name: string,
  from: number,
  to: number,
  data: (i: number) => JsonObject,
) {
  for (let i = from; i < to; i += 500) {
    const size = Math.min(500, to - i)
    await store.write(Array.from({ length: size }, (_, k) => insert(name, draft(`n${i + k}`, data(i + k)))))
  }
}

/**
 * A process with its own store; it runs this text, in which `store`, `fixtures` and `say` are defined.
 * @param before a command that runs the process, with its arguments
 */
export function child(path: string, code: string, before: readonly string[] = []) {
  const module = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)
  const ending = import.meta.url.slice(-3)
  const text = `
    import { SqliteStore } from ${module(`./store${ending}`)}
    import * as fixtures from ${module(`../../testing/store-suite/fixtures${ending}`)}
    const store = new SqliteStore(${JSON.stringify(path)})
    const say = line => process.stdout.write(line + '\\n')
    ${code}`
  const options = process.execArgv.filter(option => !option.startsWith('--test'))
  const [command = process.execPath, ...more] = before
  const args = [
    ...(before.length > 0 ? [...more, process.execPath] : []),
    ...options,
    '--input-type=module',
    '-e',
    text,
  ]
  const started = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(resolve => started.once('exit', () => resolve()))
  return { process: started, lines: createInterface(started.stdout), ended }
}
