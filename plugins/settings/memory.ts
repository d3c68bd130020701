import type { DocumentStore, Feed } from '../../kernel/index.ts'
import { readSetting, settingsCollection } from './record.ts'
import type { SettingName, StoredSetting, Values } from './record.ts'

/** A write that somebody else works out may be under way for this long, in ms: transactions last 5 s at most. */
const longestWrite = 10_000

/** Settings as they were read last, remembered while the store's change feed is current. Values are frozen. */
export class Memory {
  readonly #store: DocumentStore
  readonly #known = new Map<SettingName, StoredSetting>()
  /** What of it is as the store has it, as far as the feed says. */
  readonly #fresh = new Set<SettingName>()
  /** Until when a setting is read from the store whatever the feed says. */
  readonly #doubted = new Map<SettingName, number>()
  #feed: Feed | undefined
  /** Raised by every change, so that a read that began before it is not taken for fresh. */
  #changes = 0

  constructor(store: DocumentStore) {
    this.#store = store
  }

  /** Begin to follow the changes. The collection must be defined. */
  async start(): Promise<void> {
    this.#feed = await this.#store.watch([settingsCollection.name], {
      changed: () => this.forget(),
      lost: () => this.forget(),
    })
  }

  close(): void {
    this.#feed?.close()
  }

  /** A setting's value: the same object for as long as nothing changes, and without a promise when it is remembered. */
  value<Name extends SettingName>(name: Name): Values[Name] | Promise<Values[Name]> {
    const known = this.#isFresh(name) ? this.#known.get(name) : undefined
    return known === undefined ? this.#read(name) : (known.value as Values[Name])
  }

  /** Settings changed, and are read anew when they are asked for. */
  forget(): void {
    this.#changes += 1
    this.#fresh.clear()
  }

  /** Somebody has what changes a setting, and the answer to that may come before the feed tells of it. */
  doubt(name: SettingName): void {
    this.#doubted.set(name, performance.now() + longestWrite)
  }

  #isFresh(name: SettingName): boolean {
    if (!this.#fresh.has(name) || this.#feed?.current !== true) return false
    const until = this.#doubted.get(name)
    if (until === undefined) return true
    if (performance.now() < until) return false
    this.#doubted.delete(name)
    return true
  }

  async #read<Name extends SettingName>(name: Name): Promise<Values[Name]> {
    const changes = this.#changes
    const read = freeze(await readSetting(this.#store, name))
    if (changes !== this.#changes) return read.value
    const known = this.#known.get(name)
    this.#fresh.add(name)
    if (known?.meta.sequence_no === read.meta.sequence_no) return known.value as Values[Name]
    this.#known.set(name, read)
    return read.value
  }
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}
