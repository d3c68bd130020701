import { Conflict, WriteRefused } from '../../kernel/index.ts'
import type { Caller, DocumentStore, WriteOperation } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { writeAs } from '../../lib/store-kit/index.ts'
import type { Setting, SettingRule, Settings } from './contract.ts'
import type { Events } from '../events/contract.ts'
import type { Memory } from './memory.ts'
import { checkSetting, isSettingName, readSetting, replaceSetting, settingId } from './record.ts'
import type { SettingName, StoredSetting, Values } from './record.ts'

/** What the service works with. */
export interface SettingParts {
  store: DocumentStore
  events: Events
  memory: Memory
}

/** How often a change is worked out again before the caller is told to do so. */
const attempts = 20

/** Settings, and the changes to them: each one write together with its event and what rules add. */
export class SettingsService implements Settings {
  readonly #parts: SettingParts
  readonly #rules = new Map<string, SettingRule[]>()

  constructor(parts: SettingParts) {
    this.#parts = parts
  }

  async get(name: string): Promise<Setting> {
    const stored = await this.read(known(name))
    return { value: stored.value, check: checkSetting(stored) }
  }

  current(name: string): JsonObject | Promise<JsonObject> {
    return this.#parts.memory.value(known(name))
  }

  async plan(caller: Caller, name: string, change: (value: JsonObject) => JsonObject): Promise<WriteOperation[]> {
    const stored = await this.read(known(name))
    return this.forOthers(caller, stored, change(stored.value))
  }

  /** {@link operations} for a write that is made elsewhere. */
  async forOthers(caller: Caller, stored: StoredSetting, value: JsonObject): Promise<WriteOperation[]> {
    const operations = await this.operations(caller, stored, value)
    if (operations.length > 0) this.#parts.memory.doubt(stored.name)
    return operations
  }

  addRule(name: string, rule: SettingRule): void {
    const setting = known(name)
    this.#rules.set(setting, [...(this.#rules.get(setting) ?? []), rule])
  }

  /** A setting as it is stored now. */
  read<Name extends SettingName>(name: Name): Promise<StoredSetting<Name>> {
    return readSetting(this.#parts.store, name)
  }

  /** What a new value of a setting means to write: nothing, when it says the same. */
  async operations(caller: Caller, stored: StoredSetting, value: JsonObject): Promise<WriteOperation[]> {
    const { name, meta, value: before } = stored
    if (JSON.stringify(value) === JSON.stringify(before)) return []
    const rules = this.#rules.get(name) ?? []
    const added = await Promise.all(rules.map(async rule => rule({ name, caller, before, after: value })))
    const event = { type: 'Settings.Updated', subject: settingId(name), caller, account_id: null }
    return [
      replaceSetting(stored, value),
      this.#parts.events.record({ ...event, sequence_no: meta.sequence_no + 1 }),
      ...added.flat(),
    ]
  }

  /**
   * Work out a change and write it; again from the start when what it was worked out from changed meanwhile.
   * @param work gets the number of the attempt, from 0, and gives the operations and what to answer
   */
  async write<Answer>(
    caller: Caller,
    work: (attempt: number) => Promise<{ operations: WriteOperation[]; answer: Answer }>,
  ): Promise<Answer> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { operations, answer } = await work(attempt)
      try {
        if (operations.length > 0) await writeAs(this.#parts.store, caller, operations)
        this.#parts.memory.forget()
        return answer
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error
      }
    }
    throw new Conflict('others keep changing the settings at the same time; try again')
  }

  /** Change one setting; `decide` gives its new value and operations that must go with it. */
  async change<Name extends SettingName>(
    caller: Caller,
    name: Name,
    decide: (value: Values[Name], attempt: number) => Promise<{ value: Values[Name]; beside: WriteOperation[] }>,
  ): Promise<Values[Name]> {
    return this.write(caller, async attempt => {
      const stored = await this.read(name)
      const { value, beside } = await decide(stored.value, attempt)
      const operations = await this.operations(caller, stored, value)
      return { operations: operations.length === 0 ? [] : [...operations, ...beside], answer: value }
    })
  }
}

function known(name: string): SettingName {
  if (isSettingName(name)) return name
  throw new Error(`there is no setting ${name}`)
}
