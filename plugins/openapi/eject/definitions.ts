import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { pointTo } from '../document/problem.ts'
import { lookUp, pointerOf } from '../document/references.ts'

/** The parts of a type's schema that references lead to, as separate components. */
export class Definitions {
  readonly #root: JsonObject
  readonly #name: string
  readonly #translate: (value: Json, pointer: string) => JsonObject
  readonly #components = new Map<string, JsonObject>()
  /** Names of components by the pointer of their source. */
  readonly #names = new Map<string, string>()

  /** @param name name of the component for the schema itself */
  constructor(root: JsonObject, name: string, translate: (value: Json, pointer: string) => JsonObject) {
    this.#root = root
    this.#name = name
    this.#translate = translate
    this.#names.set('', name)
  }

  get all(): ReadonlyMap<string, JsonObject> {
    return this.#components
  }

  /** A reference to the component for the target of a local reference; undefined when the target is unknown. */
  reference(reference: string): JsonObject | undefined {
    const pointer = this.#resolve(reference)
    const value = pointer === undefined ? undefined : lookUp(this.#root, pointer)
    if (pointer === undefined || value === undefined) return undefined
    const known = this.#names.get(pointer)
    const name = known ?? this.#nameOf(pointer)
    if (known === undefined) {
      this.#names.set(pointer, name)
      this.#components.set(name, {}) // reserves its name while it refers to itself
      this.#components.set(name, this.#translate(value, pointer))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #resolve(reference: string): string | undefined {
    if (!reference.startsWith('#')) return undefined
    if (reference === '#' || reference.startsWith('#/')) return pointerOf(reference)
    return pointerOfAnchor(this.#root, reference.slice(1), '')
  }

  #nameOf(pointer: string): string {
    const last = pointer.split('/').at(-1) ?? ''
    const plain = `${this.#name}_${last.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`
    let name = plain
    for (let count = 2; this.#components.has(name); count += 1) name = `${plain}_${count}`
    return name
  }
}

/** The pointer of the schema with a given name (`$anchor`; in draft-07 `$id: "#name"`). */
function pointerOfAnchor(value: Json | undefined, anchor: string, pointer: string): string | undefined {
  if (isObject(value) && (value['$anchor'] === anchor || value['$id'] === `#${anchor}`)) return pointer
  if (!isObject(value) && !Array.isArray(value)) return undefined
  const parts: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [name, inner] of parts) {
    const found = pointerOfAnchor(inner, anchor, pointTo(pointer, name))
    if (found !== undefined) return found
  }
  return undefined
}
