import { writeAs } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { FeedCache, idCondition, nextMeta, retryOnConflict } from '../../lib/store-kit/index.ts'
import type { DocumentStore, WriteOperation } from '../../lib/store-kit/index.ts'
import type { Events } from '../events/contract.ts'
import type { Setting, SettingRule, Settings } from './contract.ts'
import { isSettingName, isStored, readSetting, settingId, settingRecords } from './values.ts'
import type { SettingName, StoredSetting, Values } from './values.ts'

/** Settings, and changes of them: each is one write together with its event and the operations of rules. */
export class SettingsService implements Settings {
  readonly #store: DocumentStore
  readonly #events: Events
  /** Values by the id of the setting. */
  readonly #cache: FeedCache<JsonObject>
  readonly #rules = new Map<SettingName, SettingRule[]>()

  constructor(store: DocumentStore, events: Events) {
    this.#store = store
    this.#events = events
    this.#cache = new FeedCache<JsonObject>({
      store,
      collection: settingRecords.sidebar.name,
      load: async id => freeze((await settingRecords.sidebar.find(store, id))?.data),
    })
  }

  /** Begin to follow the changes. The collection must be defined. */
  start(): Promise<void> {
    return this.#cache.start()
  }

  close(): void {
    this.#cache.close()
  }

  async get(name: string): Promise<Setting> {
    const setting = checkName(name)
    const stored = await this.read(setting)
    return { value: stored.data, check: this.checkOperation(setting, stored) }
  }

  async current(name: string): Promise<JsonObject> {
    const setting = checkName(name)
    return (await this.#cache.get(settingId(setting))) ?? freeze((await this.read(setting)).data)
  }

  async plan(caller: Caller, name: string, change: (value: JsonObject) => JsonObject): Promise<WriteOperation[]> {
    const setting = checkName(name)
    const stored = await this.read(setting)
    return this.replaceOperations(caller, setting, stored, change(stored.data))
  }

  addRule(name: string, rule: SettingRule): void {
    const setting = checkName(name)
    this.#rules.set(setting, [...(this.#rules.get(setting) ?? []), rule])
  }

  /** A setting as it is stored now, or its initial value. */
  read<Name extends SettingName>(name: Name): Promise<StoredSetting<Name>> {
    return readSetting(this.#store, name)
  }

  /** The operation that makes a write commit only if the setting has not changed since it was read. */
  checkOperation(name: SettingName, setting: StoredSetting): WriteOperation {
    const { name: collection } = settingRecords[name]
    const { id, meta } = setting
    return isStored(setting)
      ? { kind: 'check', collection, id, expected: meta.sequence_no }
      : { kind: 'absent', collection, account_id: null, conditions: [idCondition('eq', id)] }
  }

  /** The operations for a new value of a setting: none if it equals the current one. */
  async replaceOperations(
    caller: Caller,
    name: SettingName,
    stored: StoredSetting,
    value: JsonObject,
  ): Promise<WriteOperation[]> {
    if (JSON.stringify(value) === JSON.stringify(stored.data)) return []
    const rules = this.#rules.get(name) ?? []
    const added = await Promise.all(rules.map(async rule => rule({ name, caller, before: stored.data, after: value })))
    const document = { id: stored.id, meta: nextMeta(stored.meta), data: value }
    const { sequence_no } = document.meta
    const subject = settingId(name)
    const change = { from: stored.data, to: value }
    const event = { type: 'Settings.Updated', subject, caller, account_id: null, sequence_no, ...change }
    const collection = settingRecords[name].name
    return [
      isStored(stored)
        ? { kind: 'replace', collection, document, expected: stored.meta.sequence_no }
        : { kind: 'insert', collection, document },
      this.#events.record(event),
      ...added.flat(),
    ]
  }

  /** Change one setting; `decide` returns its new value and the operations to include. */
  async change<Name extends SettingName>(
    caller: Caller,
    name: Name,
    decide: (
      value: Values[Name],
      attempt: number,
    ) => Promise<{ value: Values[Name]; operations: readonly WriteOperation[] }>,
  ): Promise<Values[Name]> {
    return retryOnConflict('the settings', async attempt => {
      const stored = await this.read(name)
      const { value, operations: further } = await decide(stored.data, attempt)
      const operations = await this.replaceOperations(caller, name, stored, value)
      if (operations.length > 0) await writeAs(this.#store, caller, [...operations, ...further])
      return value
    })
  }
}

function checkName(name: string): SettingName {
  if (isSettingName(name)) return name
  throw new Error(`there is no setting ${name}`)
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}
