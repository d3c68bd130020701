import { definePlugin } from '../../kernel/index.ts'

/** The store in an SQLite file; see `README.md`. */
export default definePlugin({
  name: 'sqlite',
  version: '1.0.0',
  requires: [],
  provides: ['documentStore'],
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        description: 'the file, which is created with its folder, or ":memory:"; SQLITE_PATH or "store"',
      },
    },
  },
  async register({ app, options }) {
    const [{ SqliteStore }, { announceAddress }] = await modules()
    const path = String(options['path'])
    app.addHook('onListen', async () => announceAddress(path, app.listeningOrigin))
    return {
      documentStore: new SqliteStore(path, ({ level, message, details = {} }) => app.log[level](details, message)),
    }
  },
})

/** Loaded when the plugin starts, with the library of SQLite. */
const modules = () => Promise.all([import('./store.ts'), import('./file/ownership.ts')])
