import { join, resolve } from 'node:path'
import { definePlugin, packageRoot } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import { BuiltFiles } from './files.ts'
import { builtFileRoutes } from './file-routes.ts'
import { adminRoutes } from './routes.ts'
import { screensContribution } from './schemas.ts'
import { readBuiltPages, readScreens } from './read-screens.ts'

/** The admin: its files, and the routes that it needs about the service itself. */
export default definePlugin({
  name: 'admin',
  version: '1.0.0',
  requires: ['access', 'config', 'documentStore', 'plugins'],
  optional: ['resources'],
  provides: [],
  contributes: {
    segments: ['admin'],
    screens: [
      {
        name: 'plugins',
        path: '/plugins',
        title: 'Plugins',
        icon: 'plug',
        section: 'system',
        access: 'administrator',
        component: 'PluginsPage',
      },
    ],
  },
  extensionPoints: { screens: screensContribution },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      directory: {
        type: 'string',
        minLength: 1,
        description: 'Where the built application lies; a relative path begins at the configuration file',
      },
    },
  },
  async register({ app, contracts: { access, config, documentStore, plugins }, optional, options, contributions }) {
    const { directory } = options
    const built =
      typeof directory === 'string' ? resolve(config.directory, directory) : join(packageRoot, 'dist', 'admin')
    const files = new BuiltFiles(built)
    const screens = readScreens(contributions('screens'), await readBuiltPages(built))
    adminRoutes(app, {
      access,
      cursors: await openCursors(documentStore),
      plugins,
      screens,
      resources: optional('resources'),
    })
    builtFileRoutes(app, files)
    return {}
  },
})
