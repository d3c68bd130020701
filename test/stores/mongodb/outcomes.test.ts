import type { Document } from 'mongodb'
import t from 'tap'
import { OutcomeUnknown, StoreUnavailable } from '../../../lib/errors/index.ts'
import { until } from '../../../testing/internal/until.ts'
import { buildTestApp } from '../../../testing/index.ts'
import { startMongo } from '../../../testing/mongodb.ts'
import { failCommands } from '../../../plugins/mongodb/testing/commands.ts'
import type { PreparedWrite } from '../../../plugins/mongodb/write/prepared-write.ts'
import { WriteQueue } from '../../../plugins/mongodb/write/write-queue.ts'

t.setTimeout(240_000)

const asProblem = { accept: 'application/problem+json' }

const mongo = await startMongo()
t.teardown(() => mongo?.stop())
if (mongo === null || mongo.server === null) t.comment('NO MONGODB OF OUR OWN: outcomes of writes were not tried')
else {
  const url = mongo.url()
  const service = await buildTestApp({ url })
  t.teardown(() => service.close())
  const { request } = service
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  await request('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema })
  const create = (name: string, headers = {}) => request('POST', '/api/book', { name }, headers)
  const count = async (): Promise<number> => (await request('GET', '/api/book?count=true&limit=1')).json().total
  const committing = (data: Document, times = 1) => failCommands(url, ['commitTransaction'], data, times)
  t.equal((await create('first')).statusCode, 201)

  await t.test('a commit that is not confirmed in time', async t => {
    await committing({ blockConnection: true, blockTimeMS: 6_000 }, 1_000)
    const before = await count()
    const ids: string[] = []
    for (let wave = 0; wave < 2; wave++) {
      const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => create(`blocked ${wave} ${i}`, asProblem)))
      for (const answer of answers) {
        t.match(answer.json(), { status: 503, code: 'outcome-unknown', id: /^urn:book:/, detail: /look whether/ })
        t.notMatch(answer.body, 'nothing was changed')
        t.equal(answer.headers['retry-after'], undefined)
        ids.push(answer.json().id)
      }
    }
    const plain = await create('blocked')
    t.match(plain.json(), { message: /its id would be urn:book:/ })
    ids.push(/urn:book:[^)]+/.exec(plain.json().message)?.[0] ?? '')
    const bulk = await request('POST', '/api/book/_bulk', {
      atomic: false,
      operations: [{ op: 'create', data: { name: 'in bulk' } }],
    })
    t.match(bulk.json(), { results: [{ status: 503, id: /^urn:book:/, message: /its id would be urn:book:/ }] })
    ids.push(bulk.json().results[0].id)
    await committing({}, 0)
    t.equal((await create('later')).statusCode, 201)
    const found = await Promise.all(ids.map(id => request('GET', `/api/book/${id}`)))
    const stored = found.filter(({ statusCode }) => statusCode === 200).length
    t.equal(await count(), before + stored + 1, 'what is stored is found under its id')
  })

  await t.test('what is not committed in time is not committed at all', async t => {
    await failCommands(url, ['insert'], { blockConnection: true, blockTimeMS: 4_600 }, 1_000)
    const before = await count()
    const answers = await Promise.all(['a', 'b'].map(name => create(name, asProblem)))
    for (const answer of answers) {
      t.match(answer.json(), { status: 503, code: 'store-unavailable', detail: /nothing was changed/ })
      t.equal(answer.headers['retry-after'], '1')
    }
    await failCommands(url, ['insert'], {}, 0)
    for (let i = 0; i < 4; i++) t.equal((await create(`after ${i}`)).statusCode, 201)
    t.equal(await count(), before + 4)
  })

  await t.test('reads that the server ends', async t => {
    const failing = (errorCode: number, times = 1_000) => failCommands(url, ['find', 'aggregate'], { errorCode }, times)
    const list = '/api/book?_filter[name][eq]=first'
    for (const errorCode of [43, 133, 202, 237, 264, 290, 365, 11601]) {
      await failing(errorCode)
      const answer = await request('GET', list, undefined, asProblem)
      t.match(answer.json(), { status: 503, code: 'store-unavailable' }, String(errorCode))
      t.equal(answer.headers['retry-after'], '1')
    }
    await failing(292)
    t.match((await request('GET', list, undefined, asProblem)).json(), { status: 503, code: 'query-too-slow' })
    await failing(50)
    t.match((await request('GET', list, undefined, asProblem)).json(), { status: 503, code: 'query-too-slow' })
    const posted = await request('POST', '/api/unknown', { name: 'x' }, asProblem)
    t.match(posted.json(), { status: 503, code: 'store-unavailable' }, 'who asked for a change asked for no list')
    await failing(50, 0)
    t.equal((await request('GET', list)).statusCode, 200)
  })

  const codes = [11601, 202, 79, 100, 64, 50, 91, 189]
  const faults: [string, Document][] = [
    ['a closed connection', { closeConnection: true }],
    ...codes.map((errorCode): [string, Document] => [`error ${errorCode}`, { errorCode }]),
    ...[64, 79, 100].map((code): [string, Document] => [
      `write concern error ${code}`,
      { writeConcernError: { code, errmsg: 'no' } },
    ]),
  ]
  await t.test('a commit that fails once is repeated', async t => {
    for (const [fault, data] of faults) {
      await committing(data)
      const answer = await create(fault)
      t.equal(answer.statusCode, 201, fault)
      t.equal((await request('GET', `/api/book/${answer.json().id}`)).statusCode, 200)
    }
  })

  await t.test('a commit that keeps failing has an unknown outcome', async t => {
    for (const [fault, data] of faults.filter(([fault]) => /closed|11601|error 100/.test(fault))) {
      await committing(data, 10_000)
      t.match(
        (await create(fault, asProblem)).json(),
        { status: 503, code: 'outcome-unknown', id: /^urn:book:/ },
        fault,
      )
      await committing({}, 0)
    }
  })
}

const prepared = (key: string): PreparedWrite => ({
  operations: [],
  exclusive: new Set([key]),
  shared: new Set(),
  size: 100,
})

/** A queue whose transactions the test ends itself. */
function openQueue(): { queue: WriteQueue; running: { keys: string[]; end: (error?: Error) => void }[] } {
  const running: { keys: string[]; end: (error?: Error) => void }[] = []
  const queue = new WriteQueue(
    writes =>
      new Promise((resolve, reject) => {
        const end = (error?: Error): void => (error === undefined ? resolve() : reject(error))
        running.push({ keys: writes.flatMap(({ exclusive }) => [...exclusive]), end })
      }),
  )
  return { queue, running }
}

await t.test('a write with little time left does not take others along', async t => {
  const { queue, running } = openQueue()
  const blocking: Promise<void>[] = []
  for (const key of ['1', '2', '3', '4']) {
    blocking.push(queue.add(prepared(key)))
    await until(() => running.some(({ keys }) => keys.includes(key)))
  }
  t.equal(running.length, 4)
  const began = performance.now()
  const old = queue.add(prepared('old'))
  const older = t.rejects(queue.add(prepared('1')), StoreUnavailable, 'it leaves the queue when its time is over')
  await until(() => performance.now() - began > 3_600)
  const fresh = ['a', 'b', 'c'].map(key => queue.add(prepared(key)))
  running[1]?.end()
  await until(() => running.length === 5)
  running[2]?.end()
  await until(() => running.length === 6)
  t.strictSame(running[4]?.keys, ['old'])
  t.strictSame(running[5]?.keys, ['a', 'b', 'c'])
  running[4]?.end()
  await old
  running[5]?.end(new StoreUnavailable())
  await until(() => running.length === 8)
  t.strictSame(
    running.slice(6).map(({ keys }) => keys),
    [['a'], ['b']],
    'each again, by itself',
  )
  running[6]?.end()
  await until(() => running.length === 9)
  running[7]?.end(new StoreUnavailable())
  running[8]?.end()
  await fresh[0]
  await t.rejects(fresh[1] ?? Promise.resolve(), StoreUnavailable)
  await fresh[2]
  await older
  const both = ['x', 'y'].map(key => queue.add(prepared(key)))
  await until(() => running.length === 10)
  running[9]?.end(new OutcomeUnknown())
  for (const one of both) await t.rejects(one, OutcomeUnknown, 'nothing is repeated after an unknown outcome')
  running[0]?.end()
  running[3]?.end()
  await Promise.all([...blocking, queue.finish()])
  t.equal(running.length, 10)
})
