import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'

/** Path of a document among the fixtures, which are not compiled. */
export const fixture = (name: string): string => join(import.meta.dirname, '../../../plugins/openapi/fixtures', name)

/** Write a document to a folder of its own. @returns its path */
export function writeDocument(t: Test, content: string | Buffer, name = 'api.yaml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-openapi-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A service that is built from a document; answers that do not fit it are refused. Closed at the end of the test. */
export async function serveDocument(
  t: Test,
  document: string,
  { url, options = {} }: { url?: string | undefined; options?: Record<string, string> } = {},
): Promise<TestApp> {
  const plugins = { ...loadConfig({}).plugins, openapi: { document, answers: 'refuse', ...options } }
  const app = await buildTestApp({ plugins, ...(url === undefined ? {} : { url }) })
  t.teardown(() => app.close())
  return app
}
