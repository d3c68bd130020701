import { ApiError, displayProperty, listResources, propertiesOf } from '../../../../admin/src/index.ts'
import type { Json, ResourceType } from '../../../../admin/src/index.ts'

import type { MappedColumn } from './mapping.ts'
import type { Reason } from './reading/index.ts'

const atOnce = 40
const pageSize = 1000

/** The property by which resources of a type are named; undefined where they have ids alone. */
export const namingProperty = ({ schema }: Pick<ResourceType, 'schema'>): string | undefined =>
  displayProperty(
    schema,
    propertiesOf(schema).map(({ name }) => name),
  )

/** Whether a text may be a name in the place of an id. */
export const isName = (value: Json): value is string => typeof value === 'string' && !value.startsWith('urn:')

/** Finds resources by what they are called, each name once. */
export class Names {
  readonly #found = new Map<string, string[]>()
  readonly #typeOf: (slug: string) => ResourceType | undefined
  readonly #signal: AbortSignal

  constructor(typeOf: (slug: string) => ResourceType | undefined, signal: AbortSignal) {
    this.#typeOf = typeOf
    this.#signal = signal
  }

  /** Ask for these names, as far as nobody did. @throws ApiError */
  async load(slug: string, names: readonly string[]): Promise<void> {
    const property = namingProperty(this.#typeOf(slug) ?? {})
    const wanted = [...new Set(names)].filter(name => !this.#found.has(key(slug, name)))
    if (property === undefined || wanted.length === 0) return
    for (const name of wanted) this.#found.set(key(slug, name), [])
    const simple = wanted.filter(name => !name.includes(','))
    for (let at = 0; at < simple.length; at += atOnce)
      await this.#ask(slug, property, 'in', simple.slice(at, at + atOnce))
    for (const name of wanted) if (name.includes(',')) await this.#ask(slug, property, 'eq', [name])
  }

  /** The id for a name, or why there is none. */
  idOf(slug: string, name: string): string | Reason {
    const found = this.#found.get(key(slug, name)) ?? []
    const [id] = found
    const parameters = { name, type: this.#typeOf(slug)?.name ?? slug }
    if (id === undefined) return { key: 'noSuchName', parameters }
    return found.length === 1 ? id : { key: 'severalOfName', parameters: { ...parameters, count: found.length } }
  }

  async #ask(slug: string, property: string, operator: 'in' | 'eq', names: readonly string[]): Promise<void> {
    let cursor: string | undefined
    do {
      const query = { [`_filter[${property}][${operator}]`]: names, limit: pageSize, cursor }
      const page = await this.#page(slug, query)
      for (const { id, data } of page.data) {
        const name = data['@graph'][0][property]
        if (typeof name === 'string') this.#found.get(key(slug, name))?.push(id)
      }
      cursor = page.cursor === '' ? undefined : page.cursor
    } while (cursor !== undefined)
  }

  async #page(slug: string, query: Parameters<typeof listResources>[1]): ReturnType<typeof listResources> {
    try {
      return await listResources(slug, query, this.#signal)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404))
        return { data: [], cursor: '', has_more: false } // who may not read a type finds nobody in it
      throw error
    }
  }
}

const key = (slug: string, name: string): string => `${slug} ${name}`

/** The names that a column of these rows holds in the place of ids. */
export function namesIn({ column, conversion }: MappedColumn, rows: readonly { [name: string]: Json }[]): string[] {
  return rows.flatMap(row => {
    const value = Object.hasOwn(row, column) ? row[column] : undefined
    return value === undefined ? [] : [conversion.read(value) ?? []].flat().filter(isName)
  })
}

/** A reference, or a list of them, with ids in the place of names; or why that cannot be. */
export function withIds(value: Json, slug: string, names: Names): { value: Json } | Reason {
  if (Array.isArray(value)) {
    const all = value.map(item => withIds(item, slug, names))
    const wrong = all.find(one => 'key' in one)
    return wrong ?? { value: all.flatMap(one => ('value' in one ? [one.value] : [])) }
  }
  if (!isName(value)) return { value }
  const id = names.idOf(slug, value)
  return typeof id === 'string' ? { value: id } : id
}
