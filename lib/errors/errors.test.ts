import t from 'tap'
import {
  Conflict,
  ConfigurationError,
  OutcomeUnknown,
  QueryTooSlow,
  ServiceError,
  StoreFull,
  StoreReadOnly,
  StoreUnavailable,
  ValidationFailed,
  WriteRefused,
  codesOfError,
} from './index.ts'

t.test('errors are recognised by their codes, whichever copy of the package made them', async t => {
  const full = new StoreFull()
  t.strictSame(codesOfError(full), ['store-full', 'store-unavailable', 'service-error', 'plinth-error'])
  const copied = Object.assign(new Error('of another copy'), {
    [Symbol.for('plinth.error.codes')]: codesOfError(full),
  })
  for (const error of [full, copied]) {
    t.ok(error instanceof StoreFull)
    t.ok(error instanceof StoreUnavailable)
    t.ok(error instanceof ServiceError)
    t.notOk(error instanceof StoreReadOnly)
    t.notOk(error instanceof ConfigurationError)
  }
  class OwnConflict extends Conflict {}
  t.ok(new OwnConflict('mine') instanceof Conflict)
  t.notOk(new Conflict('not mine') instanceof OwnConflict, 'a class without a code is compared as JavaScript does')
  for (const value of [null, undefined, 'store-full', {}, { code: 'store-full' }, new Error('store-full')]) {
    t.strictSame(codesOfError(value), [])
    t.notOk(value instanceof StoreUnavailable)
  }
  t.equal(new OwnConflict('mine').name, 'OwnConflict')
})

t.test('messages say what is wrong and what to do, and nothing else', async t => {
  t.match(new StoreReadOnly().message, /only be read/)
  t.equal(new StoreUnavailable('down', { cause: new Error('secret') }).message, 'down')
  t.match(new OutcomeUnknown({ id: 'urn:note:1' }), { id: 'urn:note:1', message: /\(its id would be urn:note:1\)/ })
  t.notMatch(new OutcomeUnknown().message, /id would be/)
  t.equal(new WriteRefused('unique', 2, 'email').message, 'email is already in use')
  t.match(new WriteRefused('stale', 0), { reason: 'stale', index: 0, property: undefined, message: /\(stale\)/ })
  t.match(new Conflict('taken', { code: 'not-unique', part: 3 }), { code: 'not-unique', part: 3, problems: [] })
})

t.test('a body with very many faults names a hundred, and counts the others', async t => {
  const failures = Array.from({ length: 120 }, (_, n) => ({
    field: `items[${n}]`,
    pointer: `/items/${n}`,
    code: 'type',
    message: 'must be a number',
  }))
  const error = new ValidationFailed(failures, ({ field, message }) => `${field} ${message}`)
  t.equal(error.problems.length, 100)
  t.match(error.message, /^items\[0\] must be a number; .*items\[99\] must be a number; and 20 more$/)
  t.strictSame(error.problems[0], { pointer: '/items/0', code: 'type', message: 'must be a number' })
  t.equal(new ValidationFailed(failures.slice(0, 2), () => 'the same').message, 'the same', 'nothing is said twice')
})

t.test('a slow query names the filters that no index serves, and the index that would', async t => {
  const slow = new QueryTooSlow(['title'], ['year'])
  t.match(slow, { fields: ['title'], index: [], message: /no index serves the filter on title; .*x-index/ })
  t.match(slow.withRemedy({ index: ['title'] }).message, /give title an index of its own/)
  t.match(slow.withRemedy({ index: ['title', 'year'] }), {
    index: ['title', 'year'],
    message: /add \["title", "year"\] to x-indexes/,
  })
  t.match(new QueryTooSlow([], ['year']), { fields: ['year'], message: /by year, to be put into this order/ })
  t.match(new QueryTooSlow([]).message, /^the list took too long; ask for less at once$/)
})
