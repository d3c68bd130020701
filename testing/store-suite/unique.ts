import type { SuiteTest } from '../suite-test.ts'
import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import type { JsonObject, Scalar } from '../../lib/json/types.ts'
import { UniqueViolation } from '../../kernel/errors.ts'
import { collection, column, draft, fill, insert, otherAccount, outcome, replace } from './fixtures.ts'

/** Values that are unique per account. */
export async function uniqueTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  await store.define(
    collection('members', [
      column('e-mail "x"', 'text', { unique: true }),
      column('number', 'number', { unique: true }),
      column('at', 'instant', { unique: true }),
      column('any', 'text', { unique: true }),
      column('flag', 'boolean', { unique: true, indexed: false }),
      column('free', 'text'),
    ]),
  )
  let made = 0
  const add = (data: JsonObject, account_id?: string) => {
    made += 1
    return outcome(
      store.write([insert('members', draft(`m${made}`, data, account_id === undefined ? {} : { account_id }))]),
    )
  }

  await t.test('a value is unique, for any status', async t => {
    t.equal(await add({ 'e-mail "x"': 'a@example.org', free: 'same' }), 'done')
    t.equal(await add({ 'e-mail "x"': 'b@example.org', free: 'same' }), 'done')
    t.equal(await add({ 'e-mail "x"': 'a@example.org' }), 'unique at 0: e-mail "x"')
    t.equal(await add({ 'e-mail "x"': 'a@example.org' }, otherAccount), 'done', 'accounts are separate')
    await store.write([replace('members', draft('m1', { 'e-mail "x"': 'a@example.org' }, { status: 'archived' }), 1)])
    t.equal(await add({ 'e-mail "x"': 'a@example.org' }), 'unique at 0: e-mail "x"', 'an archived document keeps it')
    const change = [
      insert('members', draft('other')),
      replace('members', draft('m2', { 'e-mail "x"': 'a@example.org' }), 1),
    ]
    t.equal(await outcome(store.write(change)), 'unique at 1: e-mail "x"')
    await store.write([replace('members', draft('m1', { 'e-mail "x"': 'c@example.org' }), 2)])
    t.equal(await add({ 'e-mail "x"': 'a@example.org' }), 'done', 'a released value is free')
    await store.write([replace('members', draft('m2', { 'e-mail "x"': 'b@example.org' }), 1)])
  })

  await t.test('null and absent can occur any number of times', async t => {
    for (const data of [{ number: null }, { number: null }, {}, {}]) t.equal(await add(data), 'done')
  })

  await t.test('values are equal if a filter finds them equal', async t => {
    const pairs: [string, Scalar, Scalar, boolean][] = [
      ['number', 1, 1.0, true],
      ['number', 0, -0, true],
      ['number', 0.1, 0.2, false],
      ['any', '5', '5.0', false],
      ['any', 'Case', 'case', false],
      ['any', 'trail', 'trail ', false],
      ['any', 'é', 'e\u0301', false],
      ['any', '', '', true],
      ['at', '2020-01-01T00:00:00Z', '2020-01-01T02:00:00.000+02:00', true],
      ['at', '2020-01-02T00:00:00Z', '2020-01-02T00:00:00.001Z', false],
      ['flag', true, false, false],
      ['any', `${'long '.repeat(800)}1`, `${'long '.repeat(800)}2`, false],
      ['any', 'longer '.repeat(800), 'longer '.repeat(800), true],
    ]
    for (const [i, [property, first, second, equal]] of pairs.entries()) {
      const account_id = `urn:account:pair-${i}`
      t.equal(await add({ [property]: first }, account_id), 'done')
      const expected = equal ? `unique at 0: ${property}` : 'done'
      t.equal(await add({ [property]: second }, account_id), expected, `${property} ${String(first).slice(0, 30)}`)
    }
  })

  await t.test('a used id is reported before a used value', async t => {
    const account_id = 'urn:account:both'
    const document = draft('both', { any: 'x' }, { account_id })
    await store.write([insert('members', document), insert('members', draft('both-2', { any: 'y' }, { account_id }))])
    t.equal(await outcome(store.write([insert('members', document)])), 'exists at 0')
    const other = draft('both', { any: 'y' }, { account_id })
    t.equal(await outcome(store.write([insert('members', other)])), 'exists at 0')
    t.equal(await outcome(store.write([replace('members', other, 7)])), 'stale at 0')
    t.equal(await outcome(store.write([replace('members', { ...other, id: 'urn:thing:none' }, 1)])), 'missing at 0')
    const both = [insert('members', draft('both-3', { any: 'y' }, { account_id })), insert('members', document)]
    t.equal(await outcome(store.write(both)), 'unique at 0: any', 'the first operation that fails is reported')
  })

  await t.test('also within one write, and among concurrent writes', async t => {
    const both = [insert('members', draft('x1', { any: 'one' })), insert('members', draft('x2', { any: 'one' }))]
    t.equal(await outcome(store.write(both)), 'unique at 1: any')
    const contest = await Promise.all(Array.from({ length: 10 }, () => add({ any: 'contested' })))
    t.strictSame(contest.toSorted(), ['done', ...Array.from({ length: 9 }, () => 'unique at 0: any')])
  })

  await t.test('a value is released where its operation stands in the write', async t => {
    const account_id = 'urn:account:released'
    const any = (name: string, value: string) => draft(name, { any: value }, { account_id })
    await store.write([insert('members', any('r1', 'one')), insert('members', any('r2', 'two'))])
    const takeFirst = [insert('members', any('r3', 'one')), replace('members', any('r1', 'three'), 1)]
    t.equal(await outcome(store.write(takeFirst)), 'unique at 0: any')
    const swap = [replace('members', any('r1', 'two'), 1), replace('members', any('r2', 'one'), 1)]
    t.equal(await outcome(store.write(swap)), 'unique at 0: any')
    const shift = [
      replace('members', any('r2', 'three'), 1),
      insert('members', any('r4', 'four')),
      replace('members', any('r1', 'two'), 1),
      insert('members', any('r3', 'one')),
    ]
    t.equal(await outcome(store.write(shift)), 'done')
    const twice = [replace('members', any('r4', 'five'), 1), replace('members', any('r4', 'six'), 2)]
    t.equal(await outcome(store.write(twice)), 'done')
    for (const value of ['one', 'two', 'three', 'six'])
      t.equal(await add({ any: value }, account_id), 'unique at 0: any', value)
    for (const value of ['four', 'five']) t.equal(await add({ any: value }, account_id), 'done', value)
  })

  await t.test('a property can become unique only if its values are unique', async t => {
    await store.define(collection('codes', [column('code', 'text')]))
    await fill(store, 'codes', { a: { code: 'x' }, b: { code: 'y' }, c: {}, d: { code: null } })
    await fill(store, 'codes', { e: { code: 'x' } }, { status: 'archived' })
    const unique = collection('codes', [column('code', 'text', { unique: true })])
    await t.rejects(store.define(unique), UniqueViolation)
    const refusal: unknown = await store.define(unique, 'prepare').catch((error: unknown) => error)
    t.equal(refusal instanceof UniqueViolation ? refusal.property : undefined, 'code')
    const again = insert('codes', draft('f', { code: 'x' }))
    t.equal(await outcome(store.write([again])), 'done', 'nothing of it remains')
    const now = (await store.collections()).find(({ name }) => name === 'codes')
    t.notOk(now?.columns.some(({ unique: is }) => is))
    await store.write([replace('codes', draft('e', { code: 'z' }), 1), replace('codes', draft('f', {}), 1)])
    await store.define(unique)
    t.equal(await outcome(store.write([insert('codes', draft('g', { code: 'x' }))])), 'unique at 0: code')
    await store.define(collection('codes', [column('code', 'text')]))
    t.equal(
      await outcome(store.write([insert('codes', draft('g', { code: 'x' }))])),
      'done',
      'and can stop being unique',
    )
  })
}
