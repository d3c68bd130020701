// Behaviours on the type `loan`: the property `does` says what the one of its name does wrong, or right.
/** How often `count` ran, by the title of the loan. */
const runsByTitle = new Map()

const never = () => new Promise(() => undefined)

const deeds = {
  claim: (_, scope) => scope.claim('loans'),
  count: async ({ data, before }, scope) => {
    if (before !== null) return
    const runs = (runsByTitle.get(data.title) ?? 0) + 1
    runsByTitle.set(data.title, runs)
    if (data.title.startsWith('once') && runs > 1) throw new TypeError('planned again')
    await scope.claim('loan numbers')
    data.number ??= (await scope.find('loan', { does: 'count' })).length
  },
  number: ({ data }) => (data.title = 7),
  undeclared: ({ data }) => (data.colour = 'red'),
  missing: ({ data }) => delete data.title,
  reference: ({ data }) => (data.of = 'urn:person:nobody'),
  circular: ({ data }) => (data.title = data),
  infinite: ({ data }) => (data.copies = Infinity),
  'read-only': ({ data }) => (data.stamp = 'stamped'),
  before: ({ before }) => before && (before.title = 'changed'),
  nothing: () => {
    throw undefined
  },
  fault: () => {
    throw new TypeError('secret reason')
  },
  operation: () => [{ kind: 'blah' }],
  operations: () => 'none',
  raw: ({ id }) => [{ kind: 'check', collection: 'people', id: id.replace('loan', 'person') }],
  hang: never,
  'hang-below': async (_, scope) => {
    await scope.create('loan', { title: 'below', does: 'hang' })
  },
  swallow: async (_, scope) => {
    await scope.create('loan', { title: 'below', does: 'fault' }).catch(() => undefined)
  },
  hurry: (_, scope) => {
    void scope.find('person', {})
  },
  invalid: (_, scope) => scope.create('loan', { title: 7, does: '' }),
  look: async ({ data }, scope) => {
    data.title = JSON.stringify((await scope.get('secret', data.of)) ?? null)
  },
  search: async ({ data }, scope) => {
    data.title = String((await scope.find('secret', {})).length)
  },
  'look-anyway': async ({ data }, scope) => {
    const found = await scope.get('secret', data.of).catch(() => undefined)
    data.title = found === undefined ? 'nothing' : 'something'
  },
  write: async ({ data }, scope) => {
    await scope.create('secret', { name: data.title })
  },
  change: async ({ data }, scope) => {
    await scope.update('secret', data.of, { name: data.title })
  },
  archive: async ({ data }, scope) => {
    await scope.archive('secret', data.of)
  },
  'change-own': async ({ data }, scope) => {
    const id = await scope.create('note', { name: data.title })
    await scope.update('note', id, { name: (await scope.get('note', id)).data.name + '!' })
  },
  maintain: (_, scope) => scope.maintain('secret', { current: true }, { current: false }),
  'maintain-other': (_, scope) => scope.maintain('secret', { current: true }, { name: 'x' }),
  replace: async ({ data }) => [{ kind: 'remove', collection: 'secrets', id: data.of }],
}

/** Those that return operations. */
const returning = new Set(['operation', 'operations', 'raw', 'replace'])

const loan = {
  name: 'bad-loan',
  types: ['loan'],
  maintains: { secret: ['current'] },
  async before(change, scope) {
    if (change.action === 'archive') return undefined
    const { does } = change.data
    const result = await deeds[does]?.(change, scope)
    return returning.has(does) ? result : undefined
  },
}

export default {
  name: 'bad-behaviours',
  version: '1.0.0',
  requires: ['resources'],
  provides: [],
  contributes: { behaviours: [{ name: 'bad-contributed', types: ['loan'] }] },
  register({ contracts }) {
    contracts.resources.addBehaviour(loan)
    contracts.resources.addBehaviour({
      name: 'claims-person',
      types: ['person'],
      before: async (_, scope) => scope.claim('claims-person'),
    })
    return {}
  },
}
