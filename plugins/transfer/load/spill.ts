import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { writeText } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'

/** Keeps any number of objects for later, in a temporary file, in order. */
export class Spill<Item extends JsonObject> {
  #folder: string | undefined
  #stream: WriteStream | undefined
  #count = 0

  get count(): number {
    return this.#count
  }

  async add(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return
    this.#stream ??= await this.#open()
    await writeText(this.#stream, items.map(item => `${JSON.stringify(item)}\n`).join(''))
    this.#count += items.length
  }

  /** All that was added, in portions; nothing can be added any more. */
  async *portions(size: number): AsyncIterable<Item[]> {
    if (this.#stream === undefined || this.#folder === undefined) return
    this.#stream.end()
    await finished(this.#stream)
    let portion: Item[] = []
    for await (const line of createInterface({ input: createReadStream(join(this.#folder, 'rows')) })) {
      portion.push(JSON.parse(line) as Item) // what `add` wrote
      if (portion.length < size) continue
      yield portion
      portion = []
    }
    if (portion.length > 0) yield portion
  }

  /** Take it away. */
  async remove(): Promise<void> {
    this.#stream?.destroy()
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }

  async #open(): Promise<WriteStream> {
    this.#folder = await mkdtemp(join(tmpdir(), 'plinth-import-'))
    return createWriteStream(join(this.#folder, 'rows'), { mode: 0o600 })
  }
}
