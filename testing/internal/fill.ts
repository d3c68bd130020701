import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../index.ts'

const formats = new Map([
  ['date', '2027-01-04'],
  ['date-time', '2027-01-04T18:00:00+01:00'],
  ['duration', 'PT20M'],
  ['email', 'somebody@example.org'],
  ['uri', 'https://example.org/page'],
  ['uri-reference', '/pictures/one.png'],
])

/** Creates resources with a value in every property for which one can be generated, and first the resources that they refer to. */
export class Filler {
  readonly #app: TestApp
  /** The id of a resource of each type; undefined while it is being created. */
  readonly #made = new Map<string, string | undefined>()
  #count = 0

  constructor(app: TestApp) {
    this.#app = app
  }

  /** @returns the id of a resource of the type, the same one each time; undefined while it is being created */
  async make(slug: string): Promise<string | undefined> {
    if (this.#made.has(slug)) return this.#made.get(slug)
    this.#made.set(slug, undefined)
    const { schema } = (await this.#app.request('GET', `/api/resource-types/${slug}`)).json<{ schema: JsonObject }>()
    const answer = await this.#app.request('POST', `/api/${slug}`, await this.#object(schema))
    if (answer.statusCode !== 201) throw new Error(`${slug}: ${answer.body}`)
    const { id } = answer.json<{ id: string }>()
    this.#made.set(slug, id)
    return id
  }

  async #object({ properties = {} }: JsonObject): Promise<JsonObject> {
    const data: JsonObject = {}
    for (const [name, schema] of isObject(properties) ? Object.entries(properties) : []) {
      const value = isObject(schema) ? await this.#value(schema) : undefined
      if (value !== undefined) data[name] = value
    }
    return data
  }

  async #value(schema: JsonObject): Promise<Json | undefined> {
    const { type, examples, example, enum: choices, oneOf, items, format, pattern, minimum } = schema
    const slug = schema['x-resource-type']
    if (schema['readOnly'] === true) return undefined
    if (typeof slug === 'string' && type === 'string') return this.make(slug)
    if (Array.isArray(choices)) return choices.find(choice => choice !== null)
    if (Array.isArray(oneOf))
      return oneOf.map(one => (isObject(one) ? one['const'] : undefined)).find(one => one !== null)
    if (type === 'array') return this.#items(isObject(items) ? items : {})
    if (type === 'object') return this.#object(schema)
    if (type === 'boolean') return true
    if (type === 'number' || type === 'integer') return typeof minimum === 'number' ? Math.max(minimum, 1) : 1
    if (Array.isArray(examples)) return examples[0]
    if (example !== undefined) return example
    if (pattern !== undefined) return undefined
    this.#count += 1
    return formats.get(String(format)) ?? `text ${this.#count}`
  }

  async #items(items: JsonObject): Promise<Json | undefined> {
    const value = await this.#value(items)
    return value === undefined ? undefined : [value]
  }
}
