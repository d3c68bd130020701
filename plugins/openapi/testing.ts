import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import type { TestApp, TestAppOptions } from '../../testing/index.ts'

const folder = join(import.meta.dirname, '../../../plugins/openapi/fixtures')

/** Path of a document among the fixtures, which are not compiled. */
export const fixture = (name: string): string => join(folder, name)

/** Write a document to a folder of its own. @returns its path */
export function writeDocument(t: Test, content: string | Buffer | JsonObject, name = 'api.yaml'): string {
  const directory = mkdtempSync(join(tmpdir(), 'plinth-openapi-'))
  t.teardown(() => rmSync(directory, { recursive: true, force: true }))
  const path = join(directory, name)
  const isText = typeof content === 'string' || Buffer.isBuffer(content)
  writeFileSync(path, isText ? content : JSON.stringify(content))
  return path
}

/** A document with these paths and schemas. */
export const documentOf = (paths: JsonObject, schemas: JsonObject = {}, further: JsonObject = {}): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Test', version: '1.0.0' },
  paths,
  components: { schemas, ...(further['components'] as JsonObject | undefined) },
  ...Object.fromEntries(Object.entries(further).filter(([name]) => name !== 'components')),
})

/** Differences from a service that has the plugins that documents need. */
export interface ServeOptions extends Pick<TestAppOptions, 'logger' | 'config'> {
  /** Options of the plugin. */
  options?: Config['plugins'][string] & object
  /** Further plugins. */
  plugins?: Config['plugins']
}

/** Plugins switched off that no document needs: without them a service starts sooner. */
export const withoutNeedless: Config['plugins'] = Object.fromEntries(
  ['admin', 'api-description', 'backup', 'meal-planning', 'site-renderer', 'transfer'].map(name => [name, false]),
)

/** The plugins of a service that is built from a document, without needless ones; answers that do not match it are refused. */
export const pluginsFor = (document: string, { options = {}, plugins = {} }: ServeOptions = {}): Config['plugins'] => ({
  ...loadConfig({}).plugins,
  ...withoutNeedless,
  openapi: { document, answers: 'refuse', ...options },
  ...plugins,
})

/** A service that is built from a document, on the store of this run. Closed at the end of the test. */
export async function serveDocument(t: Test, document: string, options: ServeOptions = {}): Promise<TestApp> {
  const { logger, config } = options
  const url = await ownDatabase()
  const app = await buildTestApp({
    plugins: pluginsFor(document, options),
    ...(url !== undefined && { url }),
    ...(logger !== undefined && { logger }),
    ...(config !== undefined && { config }),
  })
  t.teardown(() => app.close())
  return app
}

/** The fixture plugin whose controller `Echo` answers with its input. */
export const echo = { plugins: { './echo.mjs': true }, config: { directory: folder } }

/** The message with which a start with a document is refused. */
export async function refusalOf(t: Test, document: string): Promise<string> {
  try {
    await serveDocument(t, document)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  t.fail('the service started')
  return ''
}

/** Path of a document of `@readme/oas-examples`, a collection for testing OpenAPI tools. */
export const publicExample = (name: string): string =>
  createRequire(import.meta.url).resolve(`@readme/oas-examples/3.0/json/${name}.json`)

/** An operation in the output of `plinth openapi check --json`. */
export interface CheckedOperation {
  method: string
  path: string
  controller: string | null
}

/** Check a document with the command line. @returns its operations, or why it is refused */
export async function checkDocument(t: Test, path: string, prefix = '/api'): Promise<CheckedOperation[] | string> {
  const { code, stdout, stderr } = await callCli(['openapi', 'check', path, '--prefix', prefix, '--json'])
  if (code !== 0) {
    t.equal(code, 2)
    return (JSON.parse(stderr) as { message: string }).message
  }
  return (JSON.parse(stdout) as { operations: CheckedOperation[] }).operations
}

/** How many operations get which controller; `501` for those without one. */
export function countControllers(operations: readonly CheckedOperation[]): Record<string, number> {
  const plan: Record<string, number> = {}
  for (const { controller } of operations) {
    const name = controller?.replace(/Controller$/, '') ?? '501'
    plan[name] = (plan[name] ?? 0) + 1
  }
  return plan
}
