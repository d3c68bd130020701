import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'

/** Keeps any number of objects in a temporary file, in order. */
export class TemporaryRows<Item extends object> {
  #folder: string | undefined
  #stream: WriteStream | undefined

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
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }

  async #open(): Promise<WriteStream> {
    this.#folder = await mkdtemp(join(tmpdir(), 'plinth-import-'))
    return createWriteStream(join(this.#folder, 'rows'), { mode: 0o600 })
  }
}
