/** The package of a third-party plugin: ESM, `exports` with only `types` and `import`, in TypeScript. */
export const greetings: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'plinth-plugin-greetings',
    version: '1.0.0',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', import: './dist/index.js' } },
    files: ['dist'],
    engines: { plinth: '>=0.1.0 <1.0.0' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      outDir: 'dist',
      types: [],
    },
    files: ['index.ts'],
  }),
  'index.ts': `
import { NotFound, definePlugin } from 'plinth'
import type { FastifyRequest, PluginManifest } from 'plinth'
import type { Resources } from 'plinth/contracts/dynamic-resources'
import { isObject } from 'plinth/lib/json'
import { newUlid } from 'plinth/lib/store-kit'

declare module 'plinth' {
  interface Contributions {
    shelves?: readonly string[]
  }
}

export const declared: PluginManifest['contributes'] = { shelves: ['novels'] }
// @ts-expect-error -- the extension point takes other values
export const invalid: PluginManifest['contributes'] = { shelves: 'novels' }
// @ts-expect-error -- no plugin declares this extension point
export const undeclared: PluginManifest['contributes'] = { rooms: [] }
// @ts-expect-error -- nor when the manifest is defined
definePlugin({ name: 'x', version: '1.0.0', requires: [], provides: [], contributes: { rooms: [] }, register: () => ({}) })

const plugin: PluginManifest<'resources', never> = definePlugin({
  name: 'greetings',
  version: '1.0.0',
  requires: ['resources'],
  provides: [],
  options: { type: 'object', additionalProperties: false, properties: { greeting: { type: 'string' } } },
  contributes: { segments: ['greetings'] },
  register({ app, contracts, options }) {
    const resources: Resources = contracts.resources
    app.get('/api/greetings', { config: { access: 'public' } }, () => ({
      greeting: options['greeting'] ?? 'Hello',
      ulid: newUlid(),
      canCreate: typeof resources.write === 'function' && isObject({}),
    }))
    app.get('/api/greetings/:name', { config: { access: 'public' } }, (request: FastifyRequest) => {
      throw new NotFound('nobody to greet at ' + request.url)
    })
    return {}
  },
})

export default plugin
`,
}

/** Tests of that package in TypeScript, for the test runner of Node. */
export const greetingsTest = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildTestApp, pluginSuite } from 'plinth/testing'

const key = 'plinth-plugin-greetings'
const plugins = { types: true, 'dynamic-resources': true, events: true, openapi: true, [key]: { greeting: 'Ahoy' } }
const app = { plugins, config: { directory: process.cwd() } }

for (const { name, run } of pluginSuite({ key, paths: ['/api/greetings'], app })) test(name, run)

test('it greets as it was told to', async () => {
  const served = await buildTestApp(app)
  try {
    assert.equal((await served.request('GET', '/api/greetings')).json<{ greeting: string }>().greeting, 'Ahoy')
  } finally {
    await served.close()
  }
})
`

/** A single-file plugin next to the configuration file; it needs the service's package and has no `node_modules` to find it in. */
export const farewell = `
import { definePlugin, version } from 'plinth'
import { newUlid } from 'plinth/lib/store-kit'

export default definePlugin({
  name: 'farewell', version: '1.0.0', requires: [], provides: [], contributes: { segments: ['farewell'] },
  register({ app }) {
    app.get('/api/farewell', { config: { access: 'public' } }, () => ({ version, ulid: newUlid() }))
    return {}
  },
})
`
