import { createHash } from 'node:crypto'

const initialSlots = 1 << 12
/** How full the table is before it grows. */
const maxLoad = 0.75

/** Digest of a text. */
export const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Which texts occurred, in 8 bytes each: by 52 bits of their digests. A set of texts would need a hundred for each row of a large file. */
export class TextSet {
  #keys = new Float64Array(initialSlots)
  #used = 0

  /** The number of texts. */
  get size(): number {
    return this.#used
  }

  has = (text: string): boolean => this.#keys[slotOf(this.#keys, keyOf(digest(text)))] !== 0

  add(text: string): void {
    const key = keyOf(digest(text))
    const slot = slotOf(this.#keys, key)
    if (this.#keys[slot] === key) return
    this.#keys[slot] = key
    if (++this.#used < this.#keys.length * maxLoad) return
    const before = this.#keys
    this.#keys = new Float64Array(before.length * 2)
    for (const one of before) if (one !== 0) this.#keys[slotOf(this.#keys, one)] = one
  }
}

/** A number for each text, in 12 bytes. */
export class TextNumbers {
  #keys = new Float64Array(initialSlots)
  #numbers = new Uint32Array(initialSlots)
  #used = 0

  /** Set the number of a text. @returns the number before; 0 if there was none */
  set(text: Buffer, next: (before: number) => number): number {
    const key = keyOf(text)
    const slot = slotOf(this.#keys, key)
    const isNew = this.#keys[slot] !== key
    const before = this.#numbers[slot] ?? 0
    this.#keys[slot] = key
    this.#numbers[slot] = next(before)
    if (isNew && ++this.#used >= this.#keys.length * maxLoad) this.#grow()
    return before
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers]
    this.#keys = new Float64Array(keys.length * 2)
    this.#numbers = new Uint32Array(keys.length * 2)
    for (const [at, key] of keys.entries()) {
      if (key === 0) continue
      const slot = slotOf(this.#keys, key)
      this.#keys[slot] = key
      this.#numbers[slot] = numbers[at] ?? 0
    }
  }
}

/** Never 0, which marks an empty slot. */
const keyOf = (hash: Buffer): number => 1 + hash.readUIntBE(0, 6) + (hash.readUInt8(6) & 15) * 2 ** 48

function slotOf(keys: Float64Array, key: number): number {
  let slot = key % keys.length
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) % keys.length
  return slot
}
