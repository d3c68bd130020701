import type { DocumentStatus } from '../../lib/store-kit/document-store.ts'
import type { Bind } from './connection.ts'
import type { Group, PreparedDocument, PreparedOperation } from './prepared.ts'

/*
 * Groups on their way to another thread. Copying objects from thread to thread costs several times what copying one flat list of texts and numbers does,
 * so the writes of a group go as such a list: for each the number of its operations, for each of these its kind and what belongs to it.
 */

type Absent = PreparedOperation & { kind: 'absent' }
type Item = Bind | Absent

/** A group as it is sent. */
export interface PackedGroup extends Omit<Group, 'writes'> {
  items: Item[]
}

export function packed({ writes, ...rest }: Group): PackedGroup {
  const items: Item[] = []
  for (const operations of writes) {
    items.push(operations.length)
    for (const operation of operations) pack(operation, items)
  }
  return { ...rest, items }
}

function pack(operation: PreparedOperation, items: Item[]): void {
  const { kind } = operation
  items.push(kind)
  switch (kind) {
    case 'insert':
      items.push(operation.collection)
      return packDocument(operation.document, items)
    case 'replace':
      items.push(operation.collection, operation.expected)
      return packDocument(operation.document, items)
    case 'remove':
      items.push(operation.collection, operation.id, operation.expected ?? null)
      return
    case 'check':
      items.push(operation.collection, operation.id, operation.expected ?? null, operation.status ?? null)
      return
    case 'absent':
      return void items.push(operation)
  }
}

function packDocument({ row, casts, words, keys }: PreparedDocument, items: Item[]): void {
  packList(row, items)
  packList(casts, items)
  packList(words, items)
  items.push(keys.length)
  for (const each of keys) packList(each, items)
}

function packList(list: readonly Bind[], items: Item[]): void {
  items.push(list.length)
  for (const item of list) items.push(item)
}

export const unpacked = ({ items, ...rest }: PackedGroup): Group => ({ ...rest, writes: new Reader(items).writes() })

/** Reads what {@link packed} wrote, in its order. */
class Reader {
  readonly #items: readonly Item[]
  #at = 0

  constructor(items: readonly Item[]) {
    this.#items = items
  }

  writes(): PreparedOperation[][] {
    const writes: PreparedOperation[][] = []
    while (this.#at < this.#items.length) writes.push(this.#list(() => this.#operation()))
    return writes
  }

  #operation(): PreparedOperation {
    const kind = this.#next() as PreparedOperation['kind']
    switch (kind) {
      case 'insert':
        return { kind, collection: this.#text(), document: this.#document() }
      case 'replace': {
        const [collection, expected] = [this.#text(), this.#number()]
        return { kind, collection, expected, document: this.#document() }
      }
      case 'remove':
        return { kind, collection: this.#text(), id: this.#text(), expected: this.#optionalNumber() }
      case 'check': {
        const [collection, id] = [this.#text(), this.#text()]
        return { kind, collection, id, expected: this.#optionalNumber(), status: this.#status() }
      }
      case 'absent':
        return this.#next() as Absent
    }
  }

  #document(): PreparedDocument {
    return {
      row: this.#slice(),
      casts: this.#slice(),
      words: this.#slice(),
      keys: this.#list(() => this.#slice()),
    }
  }

  #list<T>(read: () => T): T[] {
    return Array.from({ length: this.#number() }, read)
  }

  #slice<T extends Bind>(): T[] {
    const length = this.#number()
    this.#at += length
    return this.#items.slice(this.#at - length, this.#at) as T[]
  }

  #text(): string {
    return this.#next() as string
  }

  #number(): number {
    return this.#next() as number
  }

  #optionalNumber(): number | undefined {
    return (this.#next() as number | null) ?? undefined
  }

  #status(): DocumentStatus | undefined {
    return (this.#next() as DocumentStatus | null) ?? undefined
  }

  #next(): Item | undefined {
    return this.#items[this.#at++]
  }
}
