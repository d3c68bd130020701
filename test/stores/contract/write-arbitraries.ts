import fc from 'fast-check'
import type { WriteOperation } from '../../../lib/store-kit/document-store.ts'
import { draft, insert, replace, urn } from '../../../testing/store-suite/fixtures.ts'

/** A random operation; about half of them succeed: few ids, low versions, few unique values. */
function operations(versioned: string, unversioned: string): fc.Arbitrary<WriteOperation> {
  const name = fc.constantFrom('a', 'b', 'c')
  const expected = fc.constantFrom(1, 1, 2, 3)
  const unique = fc.constantFrom('p', 'q', 'r', null)
  const status = fc.constantFrom('active' as const, 'active' as const, 'archived' as const)
  const collection = fc.constantFrom(versioned, versioned, unversioned)
  return fc
    .record({ name, expected, unique, status, collection, some: fc.boolean(), kind: fc.integer({ min: 0, max: 6 }) })
    .map(({ name, expected, unique, status, collection, some, kind }): WriteOperation => {
      const document = draft(name, { u: unique, n: expected }, { status })
      if (kind <= 2) return insert(collection, document)
      if (kind <= 4) return replace(collection, document, expected)
      const id = urn(name)
      if (kind === 5) return { kind: 'check', collection, id, ...(some ? { expected } : { status }) }
      return { kind: 'remove', collection: unversioned, id, ...(some ? { expected } : {}) }
    })
}

/** Random writes, some of them concurrent pairs. */
export const writePlans = (versioned: string, unversioned: string) => {
  const write = fc.array(operations(versioned, unversioned), { minLength: 1, maxLength: 3 })
  return fc.array(
    fc.oneof({ weight: 2, arbitrary: fc.tuple(write) }, { weight: 1, arbitrary: fc.tuple(write, write) }),
    {
      minLength: 3,
      maxLength: 10,
    },
  )
}
