import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { exitCode, type CommandContext } from '../kernel/contracts/commands.ts'
import { CommandFailed, reasonOf } from '../kernel/errors.ts'
import { packageRoot, version } from '../kernel/package-root.ts'

/**
 * `plinth plugin new`: the package of a plugin with one route, the configuration of a service that uses it, and its tests.
 * @param wanted the name of the plugin, or of its package
 * @throws CommandFailed when the name is not one of a plugin, or the folder exists
 */
export function createPlugin(context: CommandContext, wanted: string): void {
  const name = wanted.replace(/^plinth-plugin-/, '')
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new CommandFailed(
      `a plugin has lower-case words joined with hyphens as its name, not "${wanted}"`,
      exitCode.usage,
    )
  const folder = `plinth-plugin-${name}`
  const files = filesOf(name, folder)
  try {
    mkdirSync(folder)
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content, { flag: 'wx' })
  } catch (error) {
    throw new CommandFailed(`the plugin cannot be created: ${reasonOf(error)}`, exitCode.failed)
  }
  context.print({ folder, files: Object.keys(files) }, () =>
    [
      `${folder} has ${Object.keys(files).join(', ')}`,
      `  cd ${folder} && npm install && npm test`,
      '  PLINTH_CONFIG=plinth.json npx plinth serve',
    ].join('\n'),
  )
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const filesOf = (name: string, folder: string): Record<string, string> => ({
  'package.json': json({
    name: folder,
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
    files: ['index.js'],
    engines: { plinth: `>=${version} <1.0.0` },
    peerDependencies: { plinth: `>=${version} <1.0.0` },
    devDependencies: { plinth: `file:${relative(resolve(folder), packageRoot)}` }, // the one that runs
    scripts: { test: 'node --test' },
  }),
  'plinth.json': json({ plugins: { './index.js': true } }),
  'index.js': `import { definePlugin } from 'plinth'

export default definePlugin({
  name: '${name}',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { segments: ['${name}'] },
  register({ app }) {
    const schema = { summary: 'Say hello' }
    app.get('/api/${name}', { config: { access: 'signed-in' }, schema }, () => ({ message: 'hello' }))
    return {}
  },
})
`,
  'index.test.js': `import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadConfig } from 'plinth'
import { buildTestApp, pluginSuite } from 'plinth/testing'

const directory = dirname(fileURLToPath(import.meta.url))
const { plugins } = loadConfig({ PLINTH_CONFIG: 'plinth.json' }, directory)
const app = { plugins, config: { directory, log: { level: 'error' } } } // the log says why an answer is 500

for (const { name, run } of pluginSuite({ key: './index.js', paths: ['/api/${name}'], app })) test(name, run)

test('it says hello', async () => {
  const service = await buildTestApp(app)
  try {
    assert.deepEqual((await service.request('GET', '/api/${name}')).json(), { message: 'hello' })
  } finally {
    await service.close()
  }
})
`,
})
