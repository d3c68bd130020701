import t from 'tap'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase, testApp } from '../../testing/internal/each-store.ts'
import { openStream } from '../../testing/internal/sse-client.ts'
import { until } from '../../testing/internal/until.ts'

const schemaOf = (properties: object): object => ({ type: 'object', properties })

void t.test('two instances on one MongoDB', async t => {
  const url = await ownDatabase()
  if (url === undefined) {
    t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    return
  }
  const [one, other] = (await Promise.all([testApp(t, url), testApp(t, url)])) as [TestApp, TestApp]
  const both = [one, other]

  await t.test('a type created on one exists on the other', async t => {
    await one.request('POST', '/api/resource-types', {
      name: 'Movie',
      slug: 'movie',
      schema: schemaOf({ title: { type: 'string' } }),
    })
    const created = await other.request('POST', '/api/movie', { title: 'Alien' })
    t.equal(created.statusCode, 201, 'an unknown slug is looked up in the store')
    t.equal((await one.request('GET', `/api/movie/${created.json().id}`)).statusCode, 200)
  })

  await t.test('a changed type applies on the other instance too, and never partly', async t => {
    const schema = schemaOf({ title: { type: 'string' }, year: { type: 'integer' } })
    await one.request('PUT', '/api/resource-types/movie', { schema })
    await until(
      async () => (await other.request('POST', '/api/movie', { title: 'x', year: 'not a number' })).statusCode === 400,
    )
    const sorted = await other.request('GET', '/api/movie?sort_by=year')
    t.equal(sorted.statusCode, 200)
    const changes: Promise<unknown>[] = []
    const statuses: number[] = []
    for (let round = 0; round < 3; round++) {
      const type = round % 2 === 0 ? 'string' : 'integer'
      const changed = one.request('PUT', '/api/resource-types/movie?force=true', {
        schema: schemaOf({ title: { type: 'string' }, [`p${round}`]: { type } }),
      })
      changes.push(changed)
      while (!(await settled(changed))) {
        const answers = await Promise.all([
          other.request('POST', '/api/movie', { title: 'y', [`p${round}`]: type === 'string' ? 'z' : 1 }),
          other.request('GET', '/api/movie?sort_by=title'),
        ])
        statuses.push(...answers.map(({ statusCode }) => statusCode))
      }
    }
    await Promise.all(changes)
    t.ok(
      statuses.every(status => status === 201 || status === 200),
      [...new Set(statuses)].join(),
    )
  })

  await t.test('an archived type is removed on the other instance too', async t => {
    await one.request('DELETE', '/api/resource-types/movie')
    await until(async () => (await other.request('POST', '/api/movie', { title: 'x' })).statusCode === 404)
    await other.request('PUT', '/api/resource-types/movie', { status: 'active' })
    t.equal((await other.request('GET', '/api/movie')).statusCode, 200)
    await until(async () => (await one.request('GET', '/api/movie')).statusCode === 200)
  })

  await t.test('of concurrent creations of one slug or one collection exactly one succeeds', async t => {
    for (let round = 0; round < 3; round++) {
      const slugs = [`thing-${round}`, `things-${round}`, `box-${round}-unit`, `box-${round}-units`]
      for (const pair of [
        [slugs[0], slugs[0]],
        [slugs[2], slugs[3]],
      ]) {
        const answers = await Promise.all(
          [0, 1, 2, 3].map(i =>
            (i % 2 === 0 ? one : other).request('POST', '/api/resource-types', { name: 'T', slug: pair[i % 2] }),
          ),
        )
        t.strictSame(answers.map(answer => answer.statusCode).toSorted(), [201, 409, 409, 409])
        const [slug] = answers.flatMap(answer => (answer.statusCode === 201 ? [answer.json().slug] : []))
        for (const app of both) t.equal((await app.request('POST', `/api/${slug}`, { a: 1 })).statusCode, 201)
      }
    }
  })

  await t.test('concurrent changes of one type on both instances are both kept', async t => {
    const body = { name: 'Counter', slug: 'counter', description: '' }
    await one.request('POST', '/api/resource-types', body)
    const answers = await Promise.all([
      one.request('PUT', '/api/resource-types/counter', { name: 'Count' }),
      other.request('PUT', '/api/resource-types/counter', { description: 'both' }),
    ])
    t.strictSame(
      answers.map(({ statusCode }) => statusCode),
      [200, 200],
    )
    const { name, description } = (await one.request('GET', '/api/resource-types/counter')).json()
    t.strictSame([name, description], ['Count', 'both'])
  })

  await t.test('of concurrent writes by one key on both instances one creates the resource', async t => {
    const schema = schemaOf({ sku: { type: 'string', 'x-unique': true }, n: { type: 'integer' } })
    await one.request('POST', '/api/resource-types', { name: 'Product', slug: 'product', schema })
    t.equal((await other.request('GET', '/api/product')).statusCode, 200)
    const put = (n: number, sku: string, query = '') =>
      (n % 2 === 0 ? one : other).request('PUT', `/api/product?key=sku${query}`, { sku, n })
    for (let round = 0; round < 3; round++) {
      const sku = `s${round}`
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(n, sku)))
      t.strictSame(
        [...new Set(answers.map(({ statusCode }) => statusCode))],
        [200],
        answers.map(({ body }) => body).join(),
      )
      t.equal(answers.filter(({ headers }) => headers.location !== undefined).length, 1, 'one created it')
      const [id, ...others] = new Set(answers.map(answer => answer.json().id))
      t.strictSame(others, [], 'all wrote the same resource')
      const numbers = answers.map(answer => answer.json().sequence_no)
      t.strictSame(
        numbers.toSorted((a, b) => a - b),
        Array.from({ length: 20 }, (_, n) => n + 1),
        'each wrote a version',
      )
      await one.request('DELETE', `/api/product/${id}`)
      const refused = await put(1, sku)
      t.equal(refused.statusCode, 409)
      const restored = await Promise.all([0, 1, 2, 3].map(n => put(n, sku, '&restore=true')))
      t.strictSame(
        restored.map(answer => [answer.statusCode, answer.json().id, answer.headers.location]),
        restored.map(() => [200, id, undefined]),
      )
    }
    const total = async (app: TestApp) => (await app.request('GET', '/api/product?count=true')).json().total
    t.strictSame([await total(one), await total(other)], [3, 3])
  })

  await t.test('a stream delivers events of the other instance', async t => {
    const stream = await openStream(`${await one.listen()}/api/events/stream`)
    const { id } = (await other.request('POST', '/api/counter', { a: 1 })).json()
    const message = await stream.next()
    t.equal(JSON.parse(message?.data ?? '{}').subject, id)
    stream.close()
  })
})

/** Whether a promise is settled, as far as this turn of the event loop knows. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, new Promise(resolve => setImmediate(resolve, pending))])) !== pending
}
