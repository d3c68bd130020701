import { definePlugin } from '../../kernel/index.ts'

/** The store on MongoDB; see `README.md`. */
export default definePlugin({
  name: 'mongodb',
  version: '1.0.0',
  requires: [],
  provides: ['documentStore'],
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    properties: {
      url: {
        type: 'string',
        minLength: 1,
        description: 'the connection string: set MONGODB_URL, or "store": {"kind": "mongodb", "url": "mongodb://…"}',
      },
    },
  },
  async register({ app, options }) {
    const [{ Connection }, { MongoStore }] = await modules()
    return { documentStore: new MongoStore(new Connection(String(options['url']), app.log)) }
  },
})

/** Loaded when the plugin starts, with the driver. */
const modules = () => Promise.all([import('./server/connection.ts'), import('./store.ts')])
