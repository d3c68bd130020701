import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type { Config } from '../../../kernel/index.ts'

/**
 * The folder for temporary rows: the given one, else one next to the file of the store, else one in the temporary folder of the system.
 * @param folder the option of the plugin; relative to the configuration
 */
export function temporaryFolder({ store, directory }: Pick<Config, 'store' | 'directory'>, folder?: string): string {
  if (folder !== undefined) return resolve(directory, folder)
  if (store.kind === 'sqlite' && store.path !== ':memory:')
    return join(dirname(store.path), `${basename(store.path)}.imports`)
  return join(tmpdir(), 'plinth-imports')
}

/** The option `temporaryFolder` of the plugin in a configuration. */
export function folderOption({ plugins }: Pick<Config, 'plugins'>): string | undefined {
  const options = plugins['transfer']
  const folder = typeof options === 'object' ? options['temporaryFolder'] : undefined
  return typeof folder === 'string' ? folder : undefined
}

/** The names of the folders that this process uses: in a container, the next process has the same id. */
const inUse = new Set<string>()

/** Remove what processes that have ended left in the folder. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []) // there is no such folder before the first import
  for (const name of names) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1])
    const isLeft = pid === process.pid ? !inUse.has(name) : Number.isInteger(pid) && !isRunning(pid)
    if (isLeft) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** Keeps any number of objects in a temporary file, in order. */
export class TemporaryRows<Item extends object> {
  readonly #parent: string
  #folder: string | undefined
  #stream: WriteStream | undefined

  /** @param parent the folder for it, see {@link temporaryFolder}; made when it is needed */
  constructor(parent: string) {
    this.#parent = parent
  }

  get isEmpty(): boolean {
    return this.#stream === undefined
  }

  async add(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return
    this.#stream ??= await this.#open()
    const text = items.map(item => `${JSON.stringify(item)}\n`).join('')
    if (!this.#stream.write(text)) await once(this.#stream, 'drain')
  }

  /** All rows that were added, in portions, each time from the beginning; nothing can be added afterwards. */
  async *portions(size: number): AsyncIterable<Item[]> {
    if (this.#stream === undefined || this.#folder === undefined) return
    if (!this.#stream.writableEnded) {
      this.#stream.end()
      await finished(this.#stream)
    }
    let portion: Item[] = []
    for await (const line of createInterface({ input: createReadStream(join(this.#folder, 'rows')) })) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what `add` wrote
      portion.push(JSON.parse(line) as Item)
      if (portion.length < size) continue
      yield portion
      portion = []
    }
    if (portion.length > 0) yield portion
  }

  async remove(): Promise<void> {
    this.#stream?.destroy()
    if (this.#folder === undefined) return
    await rm(this.#folder, { recursive: true, force: true })
    inUse.delete(basename(this.#folder))
  }

  async #open(): Promise<WriteStream> {
    await mkdir(this.#parent, { recursive: true, mode: 0o700 })
    this.#folder = await mkdtemp(join(this.#parent, `${process.pid}-`))
    inUse.add(basename(this.#folder))
    return createWriteStream(join(this.#folder, 'rows'), { mode: 0o600 })
  }
}
