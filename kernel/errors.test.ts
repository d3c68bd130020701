import t from 'tap'
import {
  BadRequest,
  codesOfError,
  ConfigurationError,
  Conflict,
  Forbidden,
  NotFound,
  NotUnique,
  PayloadTooLarge,
  PlinthError,
  QueryTooSlow,
  ServiceError,
  StoreUnavailable,
  UniqueViolation,
  ValidationFailed,
  WriteRefused,
} from './errors.ts'

/** What another copy of the package throws: the same codes, other classes. */
const fromOtherCopy = (...codes: string[]): Error =>
  Object.assign(new Error('from another copy'), { [Symbol.for('plinth.error.codes')]: codes })

t.test('errors are recognised by their codes', async t => {
  const error = new NotUnique('slug')
  t.strictSame(codesOfError(error), ['not-unique', 'conflict', 'service-error', 'plinth-error'])
  for (const known of [NotUnique, Conflict, ServiceError, PlinthError, Error]) t.ok(error instanceof known, known.name)
  for (const other of [BadRequest, NotFound, UniqueViolation]) t.notOk(error instanceof other, other.name)
  const foreign: unknown = fromOtherCopy('not-unique', 'conflict', 'service-error', 'plinth-error')
  t.ok(foreign instanceof Conflict && foreign instanceof NotUnique, 'an error of another copy of the package')
  t.notOk(foreign instanceof BadRequest)
  for (const nothing of [undefined, null, 'conflict', {}, new Error('conflict'), { code: 'conflict' }]) {
    t.strictSame(codesOfError(nothing), [])
    t.notOk((nothing as unknown) instanceof Conflict)
  }
})

t.test('a class without a code of its own is compared as JavaScript does', async t => {
  class Special extends BadRequest {}
  const special = new Special('x')
  t.ok(special instanceof Special && special instanceof BadRequest)
  t.notOk(
    (new BadRequest('x') as unknown) instanceof Special,
    'it does not match everything with the code of its parent',
  )
  t.match(special, { name: 'Special', code: 'bad-request', message: 'x' })
})

t.test('code, problems and part', async t => {
  const cause = new Error('why')
  const problems = [{ pointer: '/a', code: 'required', message: 'is required' }]
  const error = new BadRequest('a: is required', { code: 'validation-failed', problems, part: 3, cause })
  t.match(error, { name: 'InvalidInput', code: 'validation-failed', problems, part: 3, cause })
  t.ok(error instanceof BadRequest, 'another code for programs does not change the class')
  const plain = new Forbidden('no')
  t.match(plain, { code: 'forbidden', problems: [], part: undefined, message: 'no' })
  t.notOk(Object.hasOwn(plain, 'cause'))
  t.match(new PayloadTooLarge('x'), { code: 'payload-too-large' })
})

t.test('messages', async t => {
  t.match(new NotUnique('a/b'), {
    message: 'a/b: another resource has this value already',
    problems: [{ pointer: '/a~1b', code: 'not-unique' }],
  })
  t.match(new UniqueViolation('slug'), { code: 'not-unique', property: 'slug', message: /slug cannot be unique/ })
  t.match(new StoreUnavailable(), { message: /cannot be reached .*nothing was changed/ })
  t.match(new WriteRefused('stale', 2), { reason: 'stale', index: 2, property: undefined, message: /stale/ })
  t.match(new WriteRefused('unique', 0, 'slug'), { message: 'slug is already in use', property: 'slug' })
  t.match(new QueryTooSlow([]), { message: /ask for less/, fields: [] })
  t.match(new QueryTooSlow(['note', 'size']), { message: /no index serves the filter on note, size/ })
  const configuration = new ConfigurationError('x', { plugin: 'site', exitCode: 2 })
  t.match(configuration, { plugin: 'site', exitCode: 2 })
  t.equal(new ConfigurationError('x').exitCode, undefined)
})

t.test('a body with very many failures', async t => {
  const failures = Array.from({ length: 120 }, (_, at) => ({
    pointer: `/${at}`,
    field: `${at}`,
    code: 'type',
    message: 'must be a string',
  }))
  const error = new ValidationFailed(failures, ({ field, message }) => `${field}: ${message}`)
  t.equal(error.problems.length, 100)
  t.match(error.message, /^0: must be a string; 1: .*; 99: must be a string; and 20 more$/)
  t.strictSame(error.problems[1], { pointer: '/1', code: 'type', message: 'must be a string' }, 'no further members')
  const same = new ValidationFailed(failures.slice(0, 3), () => 'the same words')
  t.equal(same.message, 'the same words', 'nothing is repeated')
  t.equal(same.problems.length, 3)
})
