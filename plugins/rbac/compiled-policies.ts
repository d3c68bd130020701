import type { JsonObject } from '../../lib/json/index.ts'
import type { Settings } from '../settings/contract.ts'
import { Policies } from './policies.ts'

const setting = 'role-access'

/** The policies in force: compiled once for each change of the setting. */
export class CompiledPolicies {
  readonly #settings: Settings
  #value: JsonObject | undefined
  #text = ''
  #policies = new Policies({})

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Without a promise while the setting is remembered. */
  current(): Policies | Promise<Policies> {
    const value = this.#settings.current(setting)
    return value instanceof Promise ? value.then(one => this.#compiled(one)) : this.#compiled(value)
  }

  #compiled(value: JsonObject): Policies {
    if (value === this.#value) return this.#policies
    const text = JSON.stringify(value) // while the store is read for each request the value is another object each time
    if (this.#value === undefined || text !== this.#text) this.#policies = new Policies(value)
    this.#text = text
    this.#value = value
    return this.#policies
  }
}
