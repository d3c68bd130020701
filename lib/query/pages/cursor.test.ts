import { randomBytes } from 'node:crypto'
import t from 'tap'
import { InvalidInput } from '../../errors/index.ts'
import { createCursors, newestFirst } from '../index.ts'
import type { CursorScope } from '../index.ts'

const cursors = createCursors(randomBytes(32))
const scope: CursorScope = {
  account_id: 'urn:account:a',
  list: 'movie',
  sort: newestFirst,
  conditions: [
    { target: { path: ['year'] }, kind: 'number', operator: 'gt', operands: [5], field: 'year' },
    { target: { path: ['title'] }, kind: 'text', operator: 'eq', operands: ['x'], field: 'title' },
  ],
  words: ['fox'],
  further: ['active'],
}

await t.test('a cursor returns its position', async t => {
  const keys = [null, true, 0, -1.5, 'text \u2028 "😀"', '', '2020-01-01T00:00:00Z', 'long '.repeat(500)]
  for (const key of keys) {
    const position = { key, id: 'urn:movie:1' }
    const token = cursors.write(scope, position)
    t.match(token, /^[A-Za-z0-9_-]+$/)
    t.strictSame(cursors.read(scope, token), position)
  }
  t.equal(cursors.write(scope, null), '', 'there is no next page')
  const long = cursors.write(scope, { key: '漢'.repeat(10_000), id: 'urn:movie:1' })
  t.ok(long.length < 8000)
  t.throws(() => cursors.read(scope, long), /this long: sort by another field/)
  const reordered = { ...scope, conditions: scope.conditions.toReversed() }
  t.ok(cursors.read(reordered, cursors.write(scope, { key: 1, id: 'x' })), 'the order of filters does not matter')
})

/** Whether a token is accepted; any error other than an `InvalidInput` is rethrown. */
function reads(token: string): boolean {
  try {
    cursors.read(scope, token)
    return true
  } catch (error) {
    if (error instanceof InvalidInput) return false
    throw error
  }
}

await t.test('a cursor for another query is refused', async t => {
  const token = cursors.write(scope, { key: 'k', id: 'urn:movie:1' })
  const [first, second] = scope.conditions
  if (first === undefined || second === undefined) throw new Error('two conditions')
  const others: Partial<CursorScope>[] = [
    { account_id: 'urn:account:b' },
    { list: 'person' },
    { sort: { ...newestFirst, direction: 'asc' } },
    { sort: { ...newestFirst, target: { path: ['created_at'] } } },
    { sort: { ...newestFirst, target: { column: 'updated_at' } } },
    { conditions: [] },
    { conditions: [first] },
    { conditions: [{ ...first, operands: [6] }, second] },
    { conditions: [{ ...first, operands: ['5'] }, second] },
    { conditions: [{ ...first, operator: 'gte' }, second] },
    { words: [] },
    { words: ['foxes'] },
    { further: ['archived'] },
    { further: [] },
  ]
  for (const other of others) {
    t.throws(() => cursors.read({ ...scope, ...other }, token), InvalidInput, JSON.stringify(other))
  }
  t.throws(() => createCursors(randomBytes(32)).read(scope, token), InvalidInput, 'another key')
})

await t.test('a changed token is refused', async t => {
  const token = cursors.write(scope, { key: 'k', id: 'urn:movie:1' })
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const changes = ['', `${token}A`, `${token}=`, ` ${token}`, token + token, 'null', '{}', '😀', 'A'.repeat(10_000)]
  for (let i = 0; i < token.length; i++) {
    changes.push(token.slice(0, i))
    for (const character of alphabet) changes.push(token.slice(0, i) + character + token.slice(i + 1))
  }
  const accepted = changes.filter(changed => changed !== token && reads(changed))
  t.strictSame(accepted, [])
  t.ok(reads(token))
})

await t.test('a token of an earlier version is read', t => {
  const known = createCursors(Buffer.alloc(32, 1))
  t.equal(known.write(scope, { key: 'x', id: 'urn:movie:1' }), '2HCXlRN93YSw6Wl2Md0LN1sieCIsInVybjptb3ZpZToxIl0')
  t.end()
})
