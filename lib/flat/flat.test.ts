import { Command } from 'commander'
import t from 'tap'
import { compileSchema } from '../json-schema/index.ts'
import type { Json, JsonObject } from '../json/index.ts'
import { checkFields, flatAddress, flatCommands, flatObject, withFields } from './index.ts'
import type { FlatContext } from './commands.ts'
import type { FlatShape } from './shape.ts'

const shape: FlatShape = {
  typeSlug: 'person',
  segment: 'persons',
  fields: [
    { name: 'given_name', property: 'givenName', description: 'First name', required: true },
    { name: 'email', property: 'email', description: 'Address' },
    { name: 'name', property: 'name', description: 'Whole name', readOnly: true },
  ],
}

const document = (data: JsonObject) => ({
  id: 'urn:person:1',
  meta: JSON.stringify({ status: 'active', created_at: '2026-01-01T00:00:00.000Z', sequence_no: 1 }),
  data: JSON.stringify(data),
})

t.test('a resource in its flat shape', async t => {
  const flat = flatObject(shape, document({ givenName: 'Ada', email: null, name: 7, other: 'x' }))
  t.strictSame(flat, {
    id: 'urn:person:1',
    given_name: 'Ada',
    email: '',
    name: '',
    status: 'active',
    created_at: '2026-01-01T00:00:00.000Z',
  })
  t.equal(flatAddress(shape, 'urn:person:1'), '/api/persons/urn%3Aperson%3A1')
})

t.test('fields that are sent replace properties; an empty text removes one', async t => {
  const data = { givenName: 'Ada', email: 'ada@a.example', born: 1815 }
  t.equal(withFields(shape, data, {}), data, 'without a field nothing is copied')
  t.equal(withFields(shape, data, { unknown: 'x' }), data)
  t.strictSame(withFields(shape, data, { email: '', given_name: 'Augusta' }), { givenName: 'Augusta', born: 1815 })
  t.strictSame(data, { givenName: 'Ada', email: 'ada@a.example', born: 1815 }, 'the original stays')
  const hostile: JsonObject = JSON.parse('{"__proto__": "x", "givenName": "Ada"}')
  const changed = withFields(shape, hostile, { email: 'a@b.example' })
  t.strictSame(Object.keys(changed), ['__proto__', 'givenName', 'email'])
})

t.test('problems have the names of the flat shape', async t => {
  const { validate } = compileSchema({
    type: 'object',
    properties: { givenName: { type: 'string', minLength: 1 }, email: { type: 'string', format: 'email' } },
    required: ['givenName'],
  })
  t.doesNotThrow(() => checkFields(shape, validate, { givenName: 'Ada' }))
  t.throws(() => checkFields(shape, validate, { email: 'x' }), {
    code: 'validation-failed',
    message: /given_name: .*required/,
    problems: [{ pointer: '/given_name' }, { pointer: '/email' }],
  })
})

/** Commands whose requests are recorded. */
function commandLine(answers: Json[]) {
  const requests: unknown[][] = []
  const printed: string[] = []
  const api = {
    async request(...request: unknown[]) {
      requests.push(request)
      return { body: answers.shift() ?? null }
    },
    async listAll(...request: unknown[]) {
      requests.push(['ALL', ...request])
      return answers.shift() ?? null
    },
  }
  const context: FlatContext = {
    api: async () => api,
    print: (_value, text) => printed.push(text()),
    say: line => printed.push(line),
    table: (columns, rows) => [columns.map(({ heading }) => heading), ...rows].map(row => row.join('|')).join('\n'),
  }
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  flatCommands(program, () => context, shape, 'People.')
  return { requests, printed, run: (...args: string[]) => program.parseAsync(args, { from: 'user' }) }
}

t.test('commands', async t => {
  const empty = { data: [], cursor: '', has_more: false }
  const filled = { data: [{ id: 'urn:person:1', given_name: 'Ada' }], cursor: 'next', has_more: true, total: 12_000 }
  const line = commandLine([empty, filled, filled, null, { id: 'urn:person:2', given_name: 'Ada', n: 3 }])
  await line.run('persons', 'list')
  t.equal(line.printed[0], 'id|given_name|email|name|status|created_at', 'an empty list has its headings')
  await line.run('persons', 'list', '--limit', '1')
  t.match(line.printed[1], /^id\|given_name\nurn:person:1\|Ada\n12,000 in all\nmore: --cursor next, or --all$/)
  await line.run('persons', 'list', '--all')
  t.strictSame(line.requests[2]?.[0], 'ALL')
  await line.run('persons', 'delete', 'urn:person:1')
  t.strictSame(line.requests[3], ['DELETE', '/api/persons/urn%3Aperson%3A1'])
  t.equal(line.printed[3], 'urn:person:1 archived')
  await line.run('persons', 'create', '--given-name', 'Ada', '--email', '')
  t.strictSame(line.requests[4], ['POST', '/api/persons', { body: { given_name: 'Ada', email: '' } }])
  t.match(line.printed[4], /^id {10}urn:person:2\ngiven_name {2}Ada\nn {11}3$/)
  const readOnly = commandLine([]).run('persons', 'create', '--given-name', 'Ada', '--name', 'x')
  await t.rejects(readOnly, { code: 'commander.unknownOption' })
  await t.rejects(commandLine([]).run('persons', 'create'), { code: 'commander.missingMandatoryOptionValue' })
})
