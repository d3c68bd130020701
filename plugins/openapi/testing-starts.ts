import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { stringify } from 'yaml'
import { loadConfig } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { withoutNeedless, writeDocument } from './testing.ts'

type Schemas = Record<string, object>

/** A document with paths at which items of each schema are created and listed, in an independent order. */
export function documentOf(schemas: Schemas, paths: Record<string, object> = {}): string {
  const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
  const own = Object.keys(schemas).map(name => {
    const reference = { $ref: `#/components/schemas/${name}` }
    const list = { description: 'ok', ...content({ type: 'array', items: reference }) }
    const post = { requestBody: content(reference), responses: { 201: { description: 'ok', ...content(reference) } } }
    return [`/all-${name.toLowerCase()}`, { post, get: { responses: { 200: list } } }]
  })
  return stringify({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { ...Object.fromEntries(own), ...paths },
    components: { schemas },
  })
}

export const film = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more })
export const text = { type: 'string' }
export const number = { type: 'number' }

/** Services one after the other on the store of a test. */
class Starts {
  readonly #t: Test
  readonly #store: Config['store']

  constructor(t: Test, store: Config['store']) {
    this.#t = t
    this.#store = store
  }

  /** Start with a document, which replaces an earlier one. */
  start(document: string | undefined): Promise<TestApp> {
    const path = document === undefined ? undefined : writeDocument(this.#t, document)
    return this.startFile(path)
  }

  async startFile(path: string | undefined): Promise<TestApp> {
    const openapi = path === undefined ? true : { document: path, answers: 'refuse' }
    const plugins = { ...loadConfig({}).plugins, ...withoutNeedless, openapi }
    const app = await buildTestApp({ plugins, config: { store: this.#store } })
    this.#t.teardown(() => app.close())
    return app
  }

  /** The message with which a start is refused. */
  async refusal(document: string): Promise<string> {
    try {
      await this.start(document)
    } catch (error) {
      if (error instanceof Error) return error.message
    }
    this.#t.fail('the service started')
    return ''
  }

  /** The environment of a command on the store. */
  get env(): Record<string, string> {
    const { url, path = '' } = this.#store
    return url === undefined ? { SQLITE_PATH: path } : { MONGODB_URL: url }
  }
}

/** A test on a separate store, on which no service runs. */
export function onStore(name: string, run: (t: Test, starts: Starts) => Promise<void>): void {
  void t.test(name, async t => {
    const url = await ownDatabase()
    const path = join(t.testdir({}), 'plinth.db')
    await run(t, new Starts(t, url === undefined ? { kind: 'sqlite', path } : { kind: 'mongodb', url }))
  })
}
