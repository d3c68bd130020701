import t from 'tap'
import type { Test } from 'tap'
import { Validator } from '@seriousme/openapi-schema-validator'
import { isObject } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase } from '../../test/each-store.ts'
import { Filler } from '../../test/fill.ts'
import { intricate, pairs } from './eject-cases.ts'
import { schemaName } from './eject/document-of.ts'
import { serveDocument, writeDocument } from './testing.ts'

const presets = ['core', 'ecommerce', 'tasks', 'website', 'events', 'knowledge', 'meal-planning']
const onMongoToo = new Set(['tasks', 'meal-planning'])
const base = '/api/v1/items'

/** Run a command on the store of a closed application. */
async function eject(
  t: Test,
  { config: { store } }: TestApp,
  ...args: string[]
): Promise<{ document: string; notes: string }> {
  const env: Record<string, string> =
    store.url === undefined ? { SQLITE_PATH: store.path ?? '' } : { MONGODB_URL: store.url }
  const result = await callCli(['openapi', 'eject', ...args], { env })
  t.equal(result.code, 0, result.stderr)
  const { valid, errors } = await new Validator().validate(JSON.parse(result.stdout) as Record<string, unknown>)
  t.ok(valid, JSON.stringify(errors))
  return { document: result.stdout, notes: result.stderr }
}

const propertiesOf = ({ properties }: JsonObject): [string, JsonObject][] =>
  Object.entries(isObject(properties) ? properties : {}).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  )

/** Names of the properties of a component that clients never send. */
function readOnlyOf(document: string, name: string): string[] {
  const { components } = JSON.parse(document) as { components: { schemas: Record<string, JsonObject> } }
  return propertiesOf(components.schemas[name] ?? {}).flatMap(([property, one]) =>
    one['readOnly'] === true ? [property] : [],
  )
}

/** Valid data of a type: those of a generated resource, with other values where they must be unique. */
async function sampleOf(
  { request }: TestApp,
  filler: Filler,
  slug: string,
  readOnly: readonly string[],
): Promise<{ sample: JsonObject; schema: JsonObject }> {
  const id = await filler.make(slug)
  const { data } = (await request('GET', `/api/${slug}/${id}`)).json<{ data: { '@graph': [JsonObject] } }>()
  const { schema } = (await request('GET', `/api/resource-types/${slug}`)).json<{ schema: JsonObject }>()
  const { '@id': _id, '@type': _type, id: _own, ...sample } = data['@graph'][0]
  for (const name of readOnly) delete sample[name]
  for (const [name, property] of propertiesOf(schema)) {
    if (property['x-unique'] === true && typeof sample[name] === 'string') sample[name] = `${sample[name]}-2`
  }
  return { sample, schema }
}

/** Create, view, list, update and delete through the paths of an ejected document. */
async function roundTrip(
  t: Test,
  app: TestApp,
  filler: Filler,
  { slug, readOnly }: { slug: string; readOnly: readonly string[] },
): Promise<void> {
  const { request } = app
  const { sample, schema } = await sampleOf(app, filler, slug, readOnly)
  const path = `${base}/${slug}`
  const created = await request('POST', path, sample)
  t.equal(created.statusCode, 201, `${slug}: ${created.body}`)
  const { id } = created.json<{ id: string }>()
  const item: JsonObject = { id, ...sample }
  t.same(created.json(), item, slug)
  t.same((await request('GET', `${path}/${id}`)).json(), item, `${slug} is viewed`)
  const { total, items } = (await request('GET', `${path}?limit=1000`)).json<{ total: number; items: JsonObject[] }>()
  t.equal(total, 2, `${slug} is listed`)
  t.same(
    items.find(one => one['id'] === id),
    item,
    slug,
  )
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const optional = Object.keys(sample).find(name => !required.includes(name))
  const { [optional ?? '']: value, ...rest } = item
  const replaced = await request('PUT', `${path}/${id}`, rest)
  t.equal(replaced.statusCode, 200, `${slug}: ${replaced.body}`)
  t.same(replaced.json(), rest, `${slug} is replaced`)
  const merged = await request('PATCH', `${path}/${id}`, optional === undefined ? {} : { [optional]: value })
  t.same(merged.json(), item, `${slug} is merged`)
  const [first] = required
  if (first !== undefined) {
    const { [String(first)]: _left, ...less } = sample
    t.equal((await request('POST', path, less)).statusCode, 400, `${slug}: ${String(first)} is required`)
  }
  if (schema['additionalProperties'] === false) {
    t.equal(
      (await request('POST', path, { ...sample, unheardOf: 1 })).statusCode,
      400,
      `${slug}: nothing else is accepted`,
    )
  }
  t.equal((await request('DELETE', `${path}/${id}`)).statusCode, 204, slug)
  t.equal((await request('GET', `${path}/${id}`)).statusCode, 404, slug)
}

/** Keywords in presets that OpenAPI 3.0 cannot express. */
const inexpressible: Record<string, string> = {
  website: 'Theme: properties.fragments: OpenAPI 3.0 has nothing for propertyNames\n',
}

t.test('the document of each preset creates a service with the same types', async t => {
  const source = await buildTestApp()
  t.teardown(() => source.close())
  const slugs = new Map<string, string[]>()
  for (const name of presets) await source.request('POST', `/api/resource-types/presets/${name}`)
  const list = await source.request('GET', '/api/resource-types/presets')
  for (const one of list.json<{ data: { name: string; types: string[] }[] }>().data) slugs.set(one.name, one.types)
  await source.app.close()
  for (const name of presets) {
    const isCore = name === 'core'
    const args = [...(slugs.get(name) ?? []), ...(isCore ? ['--schema-prefix', 'club'] : [])]
    const { document, notes } = await eject(t, source, ...args)
    t.equal(notes, inexpressible[name] ?? '', `${name} is expressed as far as 3.0 allows`)
    const path = writeDocument(t, document, 'api.json')
    const run = async (t: Test, url: string | undefined): Promise<void> => {
      const app = await serveDocument(t, path, { url, options: { prefix: '/api/v1' } })
      const filler = new Filler(app)
      for (const slug of slugs.get(name) ?? []) {
        const readOnly = readOnlyOf(document, isCore ? `Club${schemaName(slug)}` : schemaName(slug))
        await roundTrip(t, app, filler, { slug: isCore ? `club-${slug}` : slug, readOnly })
      }
    }
    await t.test(`${name} (SQLite)`, async t => run(t, undefined))
    if (!onMongoToo.has(name)) continue
    const url = await ownDatabase()
    await t.test(`${name} (MongoDB)`, async t => {
      if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
      else await run(t, url)
    })
  }
})

t.test('the service of an ejected document accepts and refuses the same data as the type', async t => {
  const source = await buildTestApp()
  t.teardown(() => source.close())
  const made = await source.request('POST', '/api/resource-types', { name: 'Odd', slug: 'odd', schema: intricate })
  t.equal(made.statusCode, 201, made.body)
  const tuple = {
    type: 'object',
    properties: { at: { type: 'array', prefixItems: [{ type: 'number' }] } },
    patternProperties: { '^n': { type: 'number' } },
  }
  await source.request('POST', '/api/resource-types', { name: 'Tuple', slug: 'tuple', schema: tuple })
  await source.request('POST', '/api/resource-types', { name: 'Items', slug: 'items' })
  const expected: number[] = []
  for (const data of pairs) expected.push((await source.request('POST', '/api/odd', data)).statusCode)
  t.strictSame([...new Set(expected)].sort(), [201, 400], 'some data is valid, and some is not')
  await source.app.close()
  const { document, notes } = await eject(t, source, 'odd')
  t.equal(notes, '', 'nothing is lost')
  const app = await serveDocument(t, writeDocument(t, document, 'api.json'), { options: { prefix: '/api/v1' } })
  for (const [index, data] of pairs.entries()) {
    const answer = await app.request('POST', `${base}/odd`, data)
    t.equal(answer.statusCode, expected[index], `${JSON.stringify(data)}: ${answer.body}`)
    t.equal((await app.request('POST', '/api/odd', data)).statusCode, expected[index], JSON.stringify(data))
  }

  const all = await eject(t, source)
  t.match(all.notes, /Tuple: properties\.at: OpenAPI 3\.0 has nothing for prefixItems\n/)
  t.match(all.notes, /Tuple: the schema: OpenAPI 3\.0 has nothing for patternProperties\n/)
  const { info, paths } = JSON.parse(all.document) as { info: { description: string }; paths: object }
  t.match(info.description, /Tuple: properties\.at: .*prefixItems/)
  t.strictSame(
    Object.keys(paths).filter(path => !path.includes('{')),
    ['/entries/items', '/entries/odd', '/entries/tuple'],
  )
  const other = await serveDocument(t, writeDocument(t, all.document, 'api.json'))
  t.equal((await other.request('POST', '/api/entries/items', { anything: [1] })).statusCode, 201)
  t.equal((await other.request('POST', '/api/entries/tuple', { at: [1], n: 1 })).statusCode, 201)
})

t.test('a document that was ejected from a document keeps its identifiers', async t => {
  const schemas = {
    Seat: {
      type: 'object',
      properties: { row: { type: 'integer' }, 'the place': { type: 'string' } },
      'x-identifier': ['row', 'the place'],
    },
    Ticket: {
      type: 'object',
      properties: { id: { type: 'integer' }, seat: { type: 'string', 'x-resource-type': 'seat' } },
    },
  }
  const content = (name: string): object => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  const post = (name: string): object => ({
    post: { requestBody: content(name), responses: { 201: { description: 'ok' } } },
  })
  const document = {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/seats': post('Seat'), '/tickets': post('Ticket') },
    components: { schemas },
  }
  const source = await serveDocument(t, writeDocument(t, JSON.stringify(document), 'api.json'))
  await source.app.close()
  const ejected = await eject(t, source, 'seat', 'ticket', '--schema-prefix', 'Old')
  const app = await serveDocument(t, writeDocument(t, ejected.document, 'api.json'))
  t.equal((await app.request('POST', '/api/items/old-seat', { row: 3, 'the place': 'window' })).statusCode, 201)
  t.same((await app.request('GET', '/api/items/old-seat/3/window')).json(), { row: 3, 'the place': 'window' })
  t.match((await app.request('POST', '/api/items/old-ticket', {})).json(), { id: 1 })
  const { schema } = (await app.request('GET', '/api/resource-types/old-ticket')).json<{ schema: object }>()
  t.match(schema, { properties: { seat: { 'x-resource-type': 'old-seat' } } })

  const run = (...args: string[]) =>
    callCli(['openapi', 'eject', ...args], {
      env: { SQLITE_PATH: source.config.store.path ?? '' },
    })
  t.match(await run('nothing'), { code: 2, stdout: '', stderr: /there is no type nothing/ })
  t.match(await run('person'), { code: 2, stdout: '', stderr: /every service has person already.*--schema-prefix/ })
  t.match(await run('ticket'), {
    code: 0,
    stderr: /ticket refers to seat: a service without these types refuses the document/,
  })
})
